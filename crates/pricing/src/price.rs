//! Pricing a cart, rule after rule.

use chain::{Product, ProductId, ProductSize};
use domain::{error::Code, money::Cents};
use smallvec::SmallVec;

use crate::{
    campaign::{
        CampaignLedger, Candidate, Circumstances, WrongCode, candidates, is_over_topping_offer, list_cross_sells,
        take_amounts, take_combos, take_line_campaigns,
    },
    cart::Cart,
    draft::DraftLine,
    line::{LineContext, check},
    message::PriceMessage,
    order::{charge_delivery, list_post_purchase, take_prepaid, vat_shares},
    person::PersonKind,
    priced::{CrossSellOption, LunchOption, NotApplicable, PriceDetails, Priced, PricedItem},
    request::PriceRequest,
    steps::{PriceStep, StepKind},
};

/// Prices a cart (docs/spec/ordering.md, "The order of the rules").
#[must_use]
pub fn price(request: PriceRequest<'_>) -> Priced<'_> {
    let PriceRequest { chain, cart, moment, .. } = request;
    let settings = chain.settings();
    let Units { of_lines, mut lines, candidates, mut ledger, cross_sells, is_lunch_time } = price_units(request);
    let cost = cost_of(&lines);
    take_amounts(&candidates, &mut lines, &mut ledger, cost);

    let mut details = details_of_lines(&lines);
    let delivery = charge_delivery(request, &candidates, &lines, &mut ledger);
    let mut explanation = delivery.steps;
    details.shipping_charges_sub_total = delivery.sub_total;
    details.shipping_charges_discount_total = delivery.discount;
    details.shipping_charges_total = Cents(delivery.sub_total.0 - delivery.discount.0);
    let phone_order_fee = phone_order_fee(request, &lines);
    for (kind, fee) in [(StepKind::ServiceFee, delivery.service_fee), (StepKind::PhoneFee, phone_order_fee)] {
        if fee.0 > 0 {
            explanation.push(PriceStep::new(kind, 1, fee));
        }
    }
    details.services_sub_total = Cents(phone_order_fee.0 + delivery.service_fee.0);
    let beside_lines = Cents(details.shipping_charges_total.0 + details.services_sub_total.0);
    details.grand_total = Cents(details.line_items_total.0 + beside_lines.0);
    let rates = settings.vat_on(moment.date());
    details.vat = vat_shares(rates, &lines, beside_lines);
    details.vat_total = Cents(details.vat.iter().map(|share| share.vat.0).sum());
    let (payable, split_payments) = take_prepaid(&candidates, &lines, &mut details, &mut ledger, &mut explanation);
    let post_purchase = list_post_purchase(&candidates, &lines, &mut ledger, details.line_items_total);

    let CampaignLedger { applied, not_applicable, mut dropped, .. } = ledger;
    dropped.sort_by_key(|(place, _)| *place);
    let held = cart.promotion_codes.iter().enumerate().filter(|(at, _)| dropped.iter().all(|(place, _)| place != at));
    let promotion_codes = held.map(|(_, code)| code.clone()).collect();
    let mut messages: Vec<PriceMessage> = Vec::new();
    messages.extend(lines.is_empty().then(|| PriceMessage::new(Code::CartEmpty)));
    messages.extend(request.shop_message.cloned());
    messages.extend(delivery.message);
    messages.extend(of_lines);
    messages.extend(dropped.into_iter().map(|(_, message)| message));
    messages.extend(warnings(cart, &lines));
    let lunch = lunch_option(request, is_lunch_time, &lines);
    let out_of_stock = out_of_stock(&lines);
    Priced {
        messages,
        lines: lines.into_iter().map(|draft| draft.finish(chain)).collect(),
        details,
        payable,
        campaigns: applied,
        split_payments,
        promotion_codes,
        not_applicable,
        post_purchase,
        lunch,
        cross_sells,
        is_lunch_time,
        delivery_service_fee: delivery.service_fee,
        phone_order_fee,
        without_packaging: delivery.without_packaging,
        is_without_packaging_available: delivery.is_without_packaging_available,
        out_of_stock,
        vat: rates.percent,
        explanation,
    }
}

/// What the lines come to, before anything beside them is charged.
fn details_of_lines(lines: &[DraftLine<'_>]) -> PriceDetails {
    PriceDetails {
        line_items_sub_total: Cents(lines.iter().map(|draft| draft.price.0).sum()),
        line_item_discounts_total: Cents(lines.iter().map(|draft| draft.discount.0).sum()),
        line_items_total: cost_of(lines),
        ..PriceDetails::default()
    }
}

/// The products that the restaurant is out of, each once.
fn out_of_stock(lines: &[DraftLine<'_>]) -> Vec<ProductId> {
    let mut out_of_stock = Vec::new();
    for draft in lines.iter().filter(|draft| draft.is_out_of_stock) {
        if !out_of_stock.contains(&draft.product.id) {
            out_of_stock.push(draft.product.id.clone());
        }
    }
    out_of_stock
}

/// Prices a cart of one line by the rules of lines alone: neither the restaurant nor the order has a say.
#[must_use]
pub fn price_item(request: PriceRequest<'_>) -> PricedItem<'_> {
    let Units { of_lines, lines, cross_sells, .. } = price_units(request);
    let mut messages = of_lines;
    messages.extend(warnings(request.cart, &lines));
    let line = lines.into_iter().next().map(|draft| draft.finish(request.chain));
    PricedItem { messages, line, cross_sells }
}

/// Lines with what is taken off their units, and what became of campaigns until then.
struct Units<'a> {
    of_lines: Vec<PriceMessage>,
    lines: Vec<DraftLine<'a>>,
    candidates: Vec<Candidate<'a>>,
    ledger: CampaignLedger<'a>,
    cross_sells: Vec<CrossSellOption<'a>>,
    is_lunch_time: bool,
}

/// Steps 1 to 6.
fn price_units(request: PriceRequest<'_>) -> Units<'_> {
    let PriceRequest { chain, cart, .. } = request;
    let around = Circumstances::of(request);
    let is_lunch_time = around.is_lunch_time;
    let (of_lines, mut lines) = check_lines(request, is_lunch_time);
    let (candidates, wrong_codes) = candidates(chain, &cart.promotion_codes, request.codes);
    let mut ledger = CampaignLedger::new(around);
    for WrongCode { place, message, campaign } in wrong_codes {
        if let Some(campaign) = campaign {
            let code = cart.promotion_codes.get(place).cloned();
            ledger.not_applicable.push(NotApplicable { campaign, code, message: message.clone() });
        }
        ledger.dropped.push((place, message));
    }
    let cost = cost_of(&lines);
    take_combos(&candidates, &mut lines, &mut ledger, cost);
    let cost = cost_of(&lines);
    take_line_campaigns(&candidates, &mut lines, &mut ledger, cost);
    let cross_sells = list_cross_sells(chain, &candidates, &lines, &ledger, cost);
    Units { of_lines, lines, candidates, ledger, cross_sells, is_lunch_time }
}

/// Checks each line, and prices those that stay.
fn check_lines<'a>(request: PriceRequest<'a>, is_lunch_time: bool) -> (Vec<PriceMessage>, Vec<DraftLine<'a>>) {
    let is_lunch = is_lunch_time && request.lunch_until.is_some();
    let place = LineContext {
        chain: request.chain,
        kitchen: request.kitchen,
        stock: request.stock,
        order_type: request.cart.order_type,
        person: request.person,
        moment: request.moment,
    };
    let (mut messages, mut lines) = (Vec::new(), Vec::with_capacity(request.cart.lines.len()));
    for line in &request.cart.lines {
        let checked = check(place, line);
        messages.extend(checked.message);
        lines.extend(checked.kept.map(|kept| DraftLine::new(line, kept, is_lunch)));
    }
    (messages, lines)
}

/// What lines cost as they stand.
fn cost_of(lines: &[DraftLine<'_>]) -> Cents {
    Cents(lines.iter().map(|draft| draft.discounted_price().0).sum())
}

/// What ordering by telephone costs (step 10).
fn phone_order_fee(request: PriceRequest<'_>, lines: &[DraftLine<'_>]) -> Cents {
    let is_charged = request.person.kind == PersonKind::CallCentre
        && request.shop.restaurant.has_websale
        && !request.cart.declines_phone_order_fee
        && !lines.is_empty();
    if is_charged { request.chain.settings().phone_order_fee } else { Cents(0) }
}

/// What people are told of lines that may be ordered all the same.
fn warnings(cart: &Cart, lines: &[DraftLine<'_>]) -> Vec<PriceMessage> {
    let mut warnings = Vec::new();
    for draft in lines {
        if is_over_topping_offer(draft) {
            warnings.push(PriceMessage::new(Code::OfferToppingsLimit).about(&draft.item));
        }
        if !cart.avoid_allergens.is_empty() {
            let held: SmallVec<[_; 4]> =
                draft.allergens().into_iter().filter(|allergen| cart.avoid_allergens.contains(allergen)).collect();
            if !held.is_empty() {
                warnings.push(PriceMessage::contains(&draft.item, &held));
            }
        }
    }
    warnings
}

fn lunch_option<'a>(
    request: PriceRequest<'a>,
    is_lunch_time: bool,
    lines: &[DraftLine<'a>],
) -> Option<LunchOption<'a>> {
    let until = request.lunch_until.filter(|_| is_lunch_time)?;
    let mut products: Vec<(&'a Product, &'a ProductSize, Cents)> = Vec::new();
    for draft in lines {
        if products.iter().any(|(known, ..)| known.id == draft.product.id) {
            continue;
        }
        let sizes = draft.product.sizes.iter();
        products.extend(sizes.filter_map(|size| Some((draft.product, size, size.lunch_price?))));
    }
    Some(LunchOption { until, products })
}

//! Pricing a cart, rule after rule.

use chain::{Campaign, Chain, MinuteOfDay, Product, ProductSize, Shop, SizeKind};
use domain::money::Cents;
use smallvec::SmallVec;

use crate::{
    campaign::{
        Circumstances, Ledger, contenders, is_over_topping_offer, list_cross_sells, take_amounts, take_combos,
        take_line_campaigns,
    },
    cart::{Cart, CartLine, ComboMark, LineId},
    line::{Dose, Doses, Kept, Place, Unit, check, dose_price, unit_price},
    message::{ItemOfMessage, Message, MessageCode},
    moment::Moment,
    order::{charge_delivery, list_post_purchase, take_prepaid, vat_shares},
    person::{CodeLookUp, Person, PersonKind, Stock},
    priced::{LunchOption, NotApplicable, PriceDetails, Priced, PricedIngredient, PricedLine},
    steps::{Step, StepKind},
};

/// All that a price depends on.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    pub chain: &'a Chain,
    pub cart: &'a Cart,
    pub person: Person,
    pub moment: &'a Moment,
    /// The restaurant that takes the order: its zones, fees and campaigns count.
    pub shop: &'a Shop,
    /// The restaurant that cooks: its menu, stock and lunch count. Mostly the same.
    pub kitchen: &'a Shop,
    /// Why the restaurant does not take such an order, if it does not.
    pub shop_message: Option<&'a Message>,
    /// Until when the kitchen has lunch, where the judged moment is within its lunch hours.
    pub lunch_until: Option<MinuteOfDay>,
    pub stock: &'a dyn Stock,
    pub codes: &'a dyn CodeLookUp,
}

/// A line while it is priced.
#[derive(Debug)]
pub(crate) struct Work<'a> {
    pub(crate) id: LineId,
    pub(crate) product: &'a Product,
    pub(crate) size: &'a ProductSize,
    pub(crate) quantity: u32,
    pub(crate) unit: Unit<'a>,
    pub(crate) combo: Option<ComboMark>,
    pub(crate) price: Cents,
    pub(crate) discount: Cents,
    /// Units that no campaign of units and no combo has taken.
    pub(crate) free_units: u32,
    pub(crate) applied: Vec<(&'a Campaign, u32)>,
    /// Of all units together.
    pub(crate) steps: Vec<Step<'a>>,
    doses: Doses<'a>,
    is_out_of_stock: bool,
    item: ItemOfMessage,
}

impl<'a> Work<'a> {
    fn new(line: &CartLine, kept: Kept<'a>, is_lunch: bool) -> Self {
        let Kept { product, size, doses, is_out_of_stock, item } = kept;
        let mut unit = unit_price(product, size, &doses, is_lunch);
        let quantity = line.quantity;
        let mut steps = std::mem::take(&mut unit.steps);
        for step in &mut steps {
            step.quantity *= quantity;
            step.amount.0 *= i64::from(quantity);
        }
        Self {
            id: line.id.clone(),
            product,
            size,
            quantity,
            price: Cents(unit.price.0 * i64::from(quantity)),
            unit,
            combo: line.combo.clone(),
            discount: Cents(0),
            free_units: quantity,
            applied: Vec::new(),
            steps,
            doses,
            is_out_of_stock,
            item,
        }
    }

    pub(crate) fn discounted_price(&self) -> Cents {
        Cents(self.price.0 - self.discount.0)
    }

    fn finish(self, chain: &Chain) -> PricedLine<'a> {
        let ingredient = |dose: &Dose<'a>| PricedIngredient {
            ingredient: dose.ingredient,
            quantity: dose.quantity,
            recipe_quantity: dose.recipe,
            price: dose_price(dose.ingredient, &self.size.id),
            added_from: dose.added_from.map(str::to_owned),
        };
        let ingredients = self.doses.on().map(ingredient).collect();
        PricedLine {
            loyalty_slices: slices(chain, self.product, self.size) * self.quantity,
            allergens: allergens(self.product, &self.doses),
            id: self.id,
            product: self.product,
            size: self.size,
            quantity: self.quantity,
            base_price: self.unit.base,
            item_price: self.unit.price,
            price_correction: self.unit.correction,
            price: self.price,
            discount: self.discount,
            discounted_quantity: self.quantity - self.free_units,
            applied: self.applied,
            combo: self.combo,
            is_out_of_stock: self.is_out_of_stock,
            ingredients,
            explanation: self.steps,
        }
    }
}

/// Prices a cart (contract ordering, "The order of the rules").
#[must_use]
pub fn price(asked: Asked<'_>) -> Priced<'_> {
    let Asked { chain, cart, person, moment, shop, .. } = asked;
    let settings = chain.settings();
    let is_lunch_time = moment.is_within(settings.lunch);
    let (of_lines, mut lines) = check_lines(asked, is_lunch_time);

    let (contenders, wrong_codes) = contenders(chain, &cart.promotion_codes, asked.codes);
    let mut ledger = Ledger::new(Circumstances {
        settings,
        shop: shop.id(),
        order_type: cart.order_type,
        payment_method: cart.payment_method.as_deref(),
        person,
        moment,
        is_lunch_time,
    });
    for (place, message, campaign) in wrong_codes {
        if let Some(campaign) = campaign {
            let code = cart.promotion_codes.get(place).cloned();
            ledger.not_applicable.push(NotApplicable { campaign, code, message: message.clone() });
        }
        ledger.dropped.push((place, message));
    }

    let cost = cost_of(&lines);
    take_combos(&contenders, &mut lines, &mut ledger, cost);
    let cost = cost_of(&lines);
    take_line_campaigns(&contenders, &mut lines, &mut ledger, cost);
    let cross_sells = list_cross_sells(chain, &contenders, &lines, &ledger, cost);
    let cost = cost_of(&lines);
    take_amounts(&contenders, &mut lines, &mut ledger, cost);

    let mut details = PriceDetails {
        line_items_sub_total: Cents(lines.iter().map(|work| work.price.0).sum()),
        line_item_discounts_total: Cents(lines.iter().map(|work| work.discount.0).sum()),
        line_items_total: cost_of(&lines),
        ..PriceDetails::default()
    };
    let delivery = charge_delivery(asked, &contenders, &lines, &mut ledger);
    let mut explanation = delivery.steps;
    details.shipping_charges_sub_total = delivery.sub_total;
    details.shipping_charges_discount_total = delivery.discount;
    details.shipping_charges_total = Cents(delivery.sub_total.0 - delivery.discount.0);
    let phone_order_fee = phone_order_fee(asked, &lines);
    for (kind, fee) in [(StepKind::ServiceFee, delivery.service_fee), (StepKind::PhoneFee, phone_order_fee)] {
        if fee.0 > 0 {
            explanation.push(Step::new(kind, 1, fee));
        }
    }
    details.services_sub_total = Cents(phone_order_fee.0 + delivery.service_fee.0);
    let beside_lines = Cents(details.shipping_charges_total.0 + details.services_sub_total.0);
    details.grand_total = Cents(details.line_items_total.0 + beside_lines.0);
    let rates = settings.vat_on(moment.date());
    details.vat = vat_shares(rates, &lines, beside_lines);
    details.vat_total = Cents(details.vat.iter().map(|share| share.vat.0).sum());
    let (payable, split_payments) = take_prepaid(&contenders, &mut details, &mut ledger, &mut explanation);
    let post_purchase = list_post_purchase(&contenders, &mut ledger, details.line_items_total);

    let Ledger { applied, not_applicable, mut dropped, .. } = ledger;
    dropped.sort_by_key(|(place, _)| *place);
    let held = cart.promotion_codes.iter().enumerate().filter(|(at, _)| dropped.iter().all(|(place, _)| place != at));
    let promotion_codes = held.map(|(_, code)| code.clone()).collect();
    let mut messages: Vec<Message> = Vec::new();
    messages.extend(lines.is_empty().then(|| Message::new(MessageCode::CartEmpty)));
    messages.extend(asked.shop_message.cloned());
    messages.extend(delivery.message);
    messages.extend(of_lines);
    messages.extend(dropped.into_iter().map(|(_, message)| message));
    messages.extend(warnings(cart, &lines));
    let lunch = lunch_option(asked, is_lunch_time, &lines);
    let mut out_of_stock = Vec::new();
    for work in lines.iter().filter(|work| work.is_out_of_stock) {
        if !out_of_stock.contains(&work.product.id) {
            out_of_stock.push(work.product.id.clone());
        }
    }
    Priced {
        messages,
        lines: lines.into_iter().map(|work| work.finish(chain)).collect(),
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

/// Checks each line, and prices those that stay.
fn check_lines<'a>(asked: Asked<'a>, is_lunch_time: bool) -> (Vec<Message>, Vec<Work<'a>>) {
    let is_lunch = is_lunch_time && asked.lunch_until.is_some();
    let place = Place {
        chain: asked.chain,
        kitchen: asked.kitchen,
        stock: asked.stock,
        order_type: asked.cart.order_type,
        person: asked.person,
        moment: asked.moment,
    };
    let (mut messages, mut lines) = (Vec::new(), Vec::with_capacity(asked.cart.lines.len()));
    for line in &asked.cart.lines {
        let checked = check(place, line);
        messages.extend(checked.message);
        lines.extend(checked.kept.map(|kept| Work::new(line, kept, is_lunch)));
    }
    (messages, lines)
}

/// What lines cost as they stand.
fn cost_of(lines: &[Work<'_>]) -> Cents {
    Cents(lines.iter().map(|work| work.discounted_price().0).sum())
}

/// What ordering by telephone costs (step 10).
fn phone_order_fee(asked: Asked<'_>, lines: &[Work<'_>]) -> Cents {
    let is_charged = asked.person.kind == PersonKind::CallCentre
        && asked.shop.restaurant.has_websale
        && !asked.cart.declines_phone_order_fee
        && !lines.is_empty();
    if is_charged { asked.chain.settings().phone_order_fee } else { Cents(0) }
}

/// What people are told of lines that may be ordered all the same.
fn warnings(cart: &Cart, lines: &[Work<'_>]) -> Vec<Message> {
    let mut warnings = Vec::new();
    for work in lines {
        if is_over_topping_offer(work) {
            warnings.push(Message::new(MessageCode::OfferToppingsLimit).about(&work.item));
        }
        if !cart.avoid_allergens.is_empty() {
            let held: SmallVec<[_; 4]> = allergens(work.product, &work.doses)
                .into_iter()
                .filter(|allergen| cart.avoid_allergens.contains(allergen))
                .collect();
            if !held.is_empty() {
                warnings.push(Message::contains(&work.item, &held));
            }
        }
    }
    warnings
}

/// The allergens of whatever is on a line, each once, in their order.
fn allergens(product: &Product, doses: &Doses<'_>) -> Vec<chain::Allergen> {
    let on = doses.on().flat_map(|dose| &dose.ingredient.allergens);
    let mut all: Vec<_> = product.allergens.iter().chain(on).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn lunch_option<'a>(asked: Asked<'a>, is_lunch_time: bool, lines: &[Work<'a>]) -> Option<LunchOption<'a>> {
    let until = asked.lunch_until.filter(|_| is_lunch_time)?;
    let mut products: Vec<(&'a Product, &'a ProductSize, Cents)> = Vec::new();
    for work in lines {
        if products.iter().any(|(known, ..)| known.id == work.product.id) {
            continue;
        }
        let sizes = work.product.sizes.iter();
        products.extend(sizes.filter_map(|size| Some((work.product, size, size.lunch_price?))));
    }
    Some(LunchOption { until, products })
}

/// Categories of which a unit brings slices of the loyalty card by the kind of its size.
const WITH_SLICES: [&str; 5] = ["pizza", "monster", "lankku", "kotzone", "rulla"];

/// Slices of a unit (contract people, "Slices of a unit").
fn slices(chain: &Chain, product: &Product, size: &ProductSize) -> u32 {
    if let Some(own) = product.loyalty_slices.as_ref().and_then(|slices| slices.get(&size.id)) {
        return own;
    }
    if !WITH_SLICES.contains(&product.category.as_str()) {
        return 0;
    }
    match chain.menu().size_kind(&size.id) {
        SizeKind::Medium => 1,
        SizeKind::Large => 2,
        SizeKind::Small | SizeKind::Special => 0,
    }
}

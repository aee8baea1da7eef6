//! Delivery and its fee (docs/spec/ordering.md, "The order of the rules", step 9).

use chain::{Area, CampaignEffect, Chain, Shop, SizeKind, ZoneId};
use domain::{error::Code, money::Cents, order::OrderType};

use crate::{
    campaign::{CampaignLedger, Candidate, FailedCondition, lacks_all_of},
    cart::{Cart, DeliveryFee},
    draft::DraftLine,
    message::PriceMessage,
    moment::Moment,
    request::PriceRequest,
    steps::{PriceStep, StepKind},
};

/// What delivery costs.
#[derive(Debug, Clone, Default)]
pub(crate) struct DeliveryCosts<'a> {
    pub(crate) message: Option<PriceMessage>,
    /// The fee without the part that is called a service fee.
    pub(crate) sub_total: Cents,
    pub(crate) discount: Cents,
    /// The part of the fee that is called so.
    pub(crate) service_fee: Cents,
    pub(crate) without_packaging: bool,
    pub(crate) is_without_packaging_available: bool,
    pub(crate) steps: Vec<PriceStep<'a>>,
}

/// Charges the delivery of lines. Nothing where nothing is delivered.
pub(crate) fn charge_delivery<'a>(
    request: PriceRequest<'a>,
    candidates: &[Candidate<'a>],
    lines: &[DraftLine<'a>],
    ledger: &mut CampaignLedger<'a>,
) -> DeliveryCosts<'a> {
    let PriceRequest { chain, shop, cart, moment, .. } = request;
    let cost = Cents(lines.iter().map(|draft| draft.discounted_price().0).sum());
    let mut delivery = DeliveryCosts::default();
    if cart.order_type == OrderType::Delivery {
        let (fee, zone, message) = fee_of(chain, shop, cart, moment);
        delivery.message = message;
        if !lines.is_empty() {
            charge(&mut delivery, chain, shop, cart, fee, zone);
        }
    }
    make_free(&mut delivery, candidates, lines, ledger, cost);
    take_packaging_off(&mut delivery, chain, shop, cart, moment, lines);
    delivery
}

/// The fee, the zone that it is of, and what is wrong: with the token first, else with the place.
fn fee_of<'a>(
    chain: &'a Chain,
    shop: &'a Shop,
    cart: &'a Cart,
    moment: &Moment,
) -> (Cents, Option<&'a str>, Option<PriceMessage>) {
    let area = cart.coordinates.map(|point| chain.area_of(shop, point));
    let outside = (area == Some(None)).then(|| PriceMessage::new(Code::OutsideOfRange));
    let of_the_area = || match area.flatten() {
        Some(area) => {
            let fee = area.fee_at(moment.weekday(), moment.minute(), moment.is_preorder());
            (fee, Some(area.zone.as_str()))
        }
        None => (shop.delivery_fee, None),
    };
    let bad = |code| (of_the_area(), Some(PriceMessage::new(code)));
    // Of an edition that is gone the zone alone can be known; of the others one fee is not another's.
    let is_there = |zone: &ZoneId, version: &str| {
        let is_known = || chain.areas(shop.id()).any(|area| area.zone == *zone && area.version == version);
        let is_its = |area: &Area| area.zone == *zone && (area.version == version || !is_known());
        area.is_none_or(|area| area.is_some_and(is_its))
    };
    let ((fee, zone), of_the_token) = match &cart.delivery_fee {
        Some(DeliveryFee::Held { fee, zone, version }) if is_there(zone, version) => {
            return (*fee, Some(zone.as_str()), None);
        }
        Some(DeliveryFee::Expired) => bad(Code::PriceTokenExpired),
        Some(DeliveryFee::Held { .. } | DeliveryFee::Invalid) => bad(Code::PriceTokenInvalid),
        None => (of_the_area(), None),
    };
    (fee, zone, outside.or(of_the_token))
}

fn charge<'a>(
    delivery: &mut DeliveryCosts<'a>,
    chain: &Chain,
    shop: &Shop,
    cart: &Cart,
    fee: Cents,
    zone: Option<&'a str>,
) {
    let service = &chain.settings().delivery_service_fee;
    if cart.has_delivery_service_fee && service.shops.contains(&shop.id()) {
        delivery.service_fee = fee.min(service.amount);
    }
    delivery.sub_total = Cents(fee.0 - delivery.service_fee.0);
    let step = PriceStep::new(StepKind::Delivery, 1, delivery.sub_total);
    delivery.steps.push(match zone {
        Some(zone) => step.of(zone, zone),
        None => step,
    });
}

/// The first campaign that holds makes delivery free; the others are then not looked at.
fn make_free<'a>(
    delivery: &mut DeliveryCosts<'a>,
    candidates: &[Candidate<'a>],
    lines: &[DraftLine<'a>],
    ledger: &mut CampaignLedger<'a>,
    cost: Cents,
) {
    for candidate in candidates.iter().filter(|candidate| candidate.campaign.effect == CampaignEffect::FreeDelivery) {
        let campaign = candidate.campaign;
        let mut failing = ledger.all_failures(campaign, cost);
        failing.extend(lacks_all_of(&campaign.filter, lines).then_some(FailedCondition::NotApplicable));
        let has_fee = delivery.sub_total.0 + delivery.service_fee.0 > 0;
        match (failing.as_slice(), candidate.code) {
            ([], _) if has_fee => {
                delivery.discount = delivery.sub_total;
                delivery.service_fee = Cents(0);
                let step = PriceStep::new(StepKind::FreeDelivery, 1, Cents(-delivery.discount.0));
                delivery.steps.push(step.of(campaign.id.as_str(), &campaign.name));
                ledger.apply(*candidate, delivery.discount);
                return;
            }
            ([], _) => ledger.refuse(*candidate, FailedCondition::NotApplicable),
            ([first, ..], Some(_)) => ledger.refuse(*candidate, *first),
            ([only], None) if has_fee && is_listed(*only, campaign) => {
                ledger.list(*candidate, only.message(campaign));
            }
            _ => {}
        }
    }
}

/// Whether a campaign that came by itself is listed where this alone fails.
fn is_listed(failure: FailedCondition, campaign: &chain::Campaign) -> bool {
    failure.is_no_error(campaign) || matches!(failure, FailedCondition::LoginRequired { .. })
}

/// Delivery without packaging (docs/spec/ordering.md, "Without packaging").
fn take_packaging_off<'a>(
    delivery: &mut DeliveryCosts<'a>,
    chain: &Chain,
    shop: &Shop,
    cart: &Cart,
    moment: &Moment,
    lines: &[DraftLine<'a>],
) {
    let rule = chain.settings().without_packaging;
    let units_of = |kind: SizeKind| -> u32 {
        let of_kind = lines.iter().filter(|draft| chain.menu().size_kind(&draft.size.id) == kind);
        of_kind.map(|draft| draft.quantity).sum()
    };
    let left = delivery.sub_total.0 - delivery.discount.0;
    let day = moment.weekday().to_monday_zero_offset();
    delivery.is_without_packaging_available = cart.order_type == OrderType::Delivery
        && rule.enabled
        && shop.delivery_without_packaging
        && !moment.is_preorder()
        && rule.end_weekday.is_none_or(|last| day <= last.to_monday_zero_offset())
        && left > 0
        && units_of(SizeKind::Large) + units_of(SizeKind::Special) == 0
        && (1..=2).contains(&units_of(SizeKind::Medium));
    delivery.without_packaging = cart.without_packaging && delivery.is_without_packaging_available;
    if delivery.without_packaging && rule.discount.0 > 0 {
        let off = rule.discount.0.min(left);
        delivery.discount.0 += off;
        delivery.steps.push(PriceStep::new(StepKind::WithoutPackaging, 1, Cents(-off)));
    }
}

//! The best lawful price: with which codes a cart costs least, why, and what is missing for the next (docs/spec/ordering.md,
//! "The best lawful price").

mod missing;
mod offered;
mod search;

use chain::{Campaign, CampaignEffect, CampaignId, CrossSell, PromotionCode, UnitEffect};
use domain::{money::Cents, order::OrderType};

use crate::{
    cart::Cart,
    price::price,
    priced::{Priced, PricedLine},
    request::PriceRequest,
};

pub use missing::MissingValue;
pub use offered::{CodeSource, OfferedCode, OwnCode, offered_codes};

/// What a cart costs least with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestPrice {
    /// The codes to bring, in this order.
    pub codes: Vec<PromotionCode>,
    pub payable: Cents,
    /// How much less that is than what the cart costs as it was sent.
    pub saving: Cents,
    /// What takes effect then.
    pub reasons: Vec<PriceReason>,
    /// What would take off more if the lines cost more, the nearest first.
    pub missing: Vec<MissingValue>,
    /// Whether all was looked at; else it is the best that was found.
    pub is_complete: bool,
}

/// A campaign that takes effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceReason {
    pub campaign: CampaignId,
    /// The code that brings it; none: it comes by itself.
    pub code: Option<PromotionCode>,
    pub name: String,
    /// All that it takes off.
    pub amount: Cents,
}

/// Finds the valid cart of the least `payable` among those with up to five of some codes, in any order; of equal ones that
/// with fewer codes, then with those that expire first. The cart with those of its own codes that take effect is one of them,
/// and is the answer where none is valid. `goes_on` is asked before each price: once it says no, the best so far is answered.
#[must_use]
pub fn best_price(
    request: PriceRequest<'_>,
    offered: &[OfferedCode<'_>],
    goes_on: &mut dyn FnMut() -> bool,
) -> BestPrice {
    let sent = price(request);
    let mut cart = Cart { promotion_codes: codes_in_effect(&sent), ..request.cart.clone() };
    let found = search::search(PriceRequest { cart: &cart, ..request }, offered, goes_on);
    cart.promotion_codes = found.codes;
    let best = PriceRequest { cart: &cart, ..request };
    let priced = price(best);
    let (payable, reasons, missing) = (priced.payable, reasons(&priced), missing::missing(best, &priced));
    drop(priced);
    BestPrice {
        codes: cart.promotion_codes,
        payable,
        saving: Cents((sent.payable.0 - payable.0).max(0)),
        reasons,
        missing,
        is_complete: found.is_complete,
    }
}

/// The codes of a cart that take effect, in its order. The others change nothing, also where they are held.
fn codes_in_effect(priced: &Priced<'_>) -> Vec<PromotionCode> {
    let applied = priced.campaigns.iter().filter_map(|one| one.code.as_ref());
    let prepaid = priced.split_payments.iter().filter_map(|one| one.code.as_ref());
    let all: Vec<&PromotionCode> = applied.chain(prepaid).collect();
    priced.promotion_codes.iter().filter(|code| all.contains(code)).cloned().collect()
}

/// What takes effect in a cart.
fn reasons(priced: &Priced<'_>) -> Vec<PriceReason> {
    let reason = |campaign: &Campaign, code: &Option<PromotionCode>, amount| PriceReason {
        campaign: campaign.id.clone(),
        code: code.clone(),
        name: campaign.name.clone(),
        amount,
    };
    let applied = priced.campaigns.iter().map(|one| reason(one.campaign, &one.code, one.discount));
    let prepaid = priced.split_payments.iter().map(|one| reason(one.campaign, &one.code, one.amount));
    applied.chain(prepaid).collect()
}

/// Whether a cart has something for a campaign that takes something off, whatever its conditions say. Of a combo the code
/// that its lines are marked with.
fn has_something_for(campaign: &Campaign, code: Option<&PromotionCode>, cart: &Cart, lines: &[PricedLine<'_>]) -> bool {
    let filter = &campaign.filter;
    let is_taken = |line: &PricedLine<'_>| {
        let product = line.product;
        !product.is_age_restricted && filter.takes(&product.id, &product.category, &line.size.id)
    };
    let has_goods = || lines.iter().any(is_taken);
    match campaign.effect {
        CampaignEffect::Units(UnitEffect::CrossSell(ref offer)) => has_goods() && has_trigger(offer, lines),
        CampaignEffect::Units(_) | CampaignEffect::Amount(_) => has_goods(),
        CampaignEffect::Combo(_) => {
            let mut marks = cart.lines.iter().filter_map(|line| line.combo.as_ref());
            code.is_some() && marks.any(|mark| mark.code.as_ref() == code)
        }
        CampaignEffect::FreeDelivery => {
            cart.order_type == OrderType::Delivery && !lines.is_empty() && (filter.is_empty() || has_goods())
        }
        CampaignEffect::Prepaid { .. } => filter.is_empty() || has_goods(),
        CampaignEffect::PostPurchase { .. } => false,
    }
}

/// Whether something in a cart brings a cross-sell.
fn has_trigger(offer: &CrossSell, lines: &[PricedLine<'_>]) -> bool {
    let triggers = |line: &PricedLine<'_>| {
        let product = line.product;
        offer.trigger_products.contains(&product.id) || offer.trigger_categories.contains(&product.category)
    };
    lines.iter().any(triggers)
}

//! What is sold and how, once nothing refuses it: what is due, where its payment begins, what its kitchen plans with.

use chain::PaymentMethod;
use domain::{geo::LatLng, money::Cents, payment::PaymentStage};
use jiff::Timestamp;
use orders::Timing;
use pricing::Priced;
use store::GiftCardHold;

use super::body::ReadOrder;
use crate::{cart::CartContext, paying::is_providers, shopper::OrderOwner};

/// The shop's own gift card as the only method.
pub(super) const GIFT_CARD: &str = "giftcard";

/// What is sold, and how.
pub(super) struct Sold<'s> {
    pub(super) context: &'s CartContext<'s>,
    pub(super) owner: Option<OrderOwner>,
    pub(super) priced: &'s Priced<'s>,
    pub(super) method: &'s PaymentMethod,
    pub(super) hold: Option<GiftCardHold>,
    pub(super) door: Option<LatLng>,
    pub(super) has_alcohol: bool,
}

impl Sold<'_> {
    /// What is to be paid beside the gift card.
    pub(super) fn due(&self) -> Cents {
        Cents(self.priced.payable.0 - self.hold.map_or(0, |hold| hold.amount.0))
    }

    /// Where its payment begins.
    pub(super) fn stage(&self) -> PaymentStage {
        match self.due() {
            _ if is_paid_there(self.method) && self.priced.payable.0 > 0 => PaymentStage::OnSite,
            Cents(0) => PaymentStage::Paid(None),
            _ => PaymentStage::Waiting,
        }
    }

    /// What its kitchen's plan is made of, where it is placed `now`.
    pub(super) fn timing(&self, order: &ReadOrder, now: Timestamp) -> Timing {
        Timing {
            order_type: order.read.cart.order_type,
            delivery_tracking: !self.context.kitchen.restaurant.no_delivery_tracking,
            planned_minutes: self.context.estimate_minutes,
            placed_at: now,
            pre_order_time: order.read.due.as_ref().map(jiff::Zoned::timestamp),
            promised_at: None,
            paused_until: None,
        }
    }
}

/// Whether the money changes hands where the order is eaten.
fn is_paid_there(method: &PaymentMethod) -> bool {
    !is_providers(method) && method.id.as_str() != GIFT_CARD
}

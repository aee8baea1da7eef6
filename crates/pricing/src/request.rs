//! What a price depends on.

use chain::{Chain, MinuteOfDay, Shop};

use crate::{
    cart::Cart,
    message::PriceMessage,
    moment::Moment,
    person::{Buyer, CodeLookUp, Stock},
};

/// All that a price depends on.
#[derive(Debug, Clone, Copy)]
pub struct PriceRequest<'a> {
    pub chain: &'a Chain,
    pub cart: &'a Cart,
    pub person: Buyer,
    pub moment: &'a Moment,
    /// The restaurant that takes the order: its zones, fees and campaigns count.
    pub shop: &'a Shop,
    /// The restaurant that cooks: its menu, stock and lunch count. Mostly the same.
    pub kitchen: &'a Shop,
    /// Why the restaurant does not take such an order, if it does not.
    pub shop_message: Option<&'a PriceMessage>,
    /// Until when the kitchen has lunch, where the judged moment is within its lunch hours.
    pub lunch_until: Option<MinuteOfDay>,
    pub stock: &'a dyn Stock,
    pub codes: &'a dyn CodeLookUp,
}

//! A cart as it is asked about.

use std::sync::Arc;

use chain::{Allergen, IngredientId, ProductId, PromotionCode, SizeId, ZoneId};
use domain::{geo::LatLng, ids::RestaurantId, money::Cents, order::OrderType};

/// The name that the caller gives to a line; one in its cart.
pub type LineId = Arc<str>;

/// A cart. Ids need not be anybody's; what is wrong with them is said in messages.
#[derive(Debug, Clone, PartialEq)]
pub struct Cart {
    pub shop: RestaurantId,
    pub order_type: OrderType,
    pub lines: Vec<CartLine>,
    /// The payment method that was chosen, if one was.
    pub payment_method: Option<String>,
    /// None twice.
    pub promotion_codes: Vec<PromotionCode>,
    /// Whether the caller sends no phone order fee; it counts for the call centre alone.
    pub declines_phone_order_fee: bool,
    pub without_packaging: bool,
    pub avoid_allergens: Vec<Allergen>,
    /// The door, where that is known.
    pub coordinates: Option<LatLng>,
    /// What the price token said, if one was sent.
    pub delivery_fee: Option<DeliveryFee>,
    /// Whether a part of the delivery fee is called a service fee (query `sf`).
    pub has_delivery_service_fee: bool,
}

/// What a price token comes to once it was verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryFee {
    /// It holds at a door of its zone, in this edition of its fees.
    Held { fee: Cents, zone: ZoneId, version: String },
    /// It was good once.
    Expired,
    /// It is forged, or of another restaurant, zone, place or time.
    Invalid,
}

/// A line of a cart.
#[derive(Debug, Clone, PartialEq)]
pub struct CartLine {
    pub id: LineId,
    pub product: ProductId,
    pub size: SizeId,
    /// Units, at least one.
    pub quantity: u32,
    /// The combo that it is a part of, if it is of one.
    pub combo: Option<ComboMark>,
    /// All that is on it; none: the recipe.
    pub ingredients: Option<Vec<CartIngredient>>,
}

/// What ties a line to the other lines of its combo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComboMark {
    /// The same for all lines of one combo.
    pub id: Arc<str>,
    /// The code of the combo's campaign; none where what was sent is no code.
    pub code: Option<PromotionCode>,
}

/// An ingredient on a line.
#[derive(Debug, Clone, PartialEq)]
pub struct CartIngredient {
    pub ingredient: IngredientId,
    /// Doses; the same ingredient several times adds up.
    pub quantity: u32,
    /// Where it was chosen, as the page calls it.
    pub added_from: Option<String>,
}

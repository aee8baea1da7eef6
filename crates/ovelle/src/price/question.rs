//! A cart as it is asked about, read from JSON.

use chain::{Allergen, MinuteOfDay, PromotionCode};
use domain::{geo::LatLng, ids::RestaurantId, order::OrderType};
use jiff::{
    Timestamp, Zoned,
    civil::DateTime,
    tz::{AmbiguousOffset, TimeZone},
};
use pricing::{Cart, CartIngredient, CartLine, ComboMark};
use serde::Deserialize;
use serde_json::Value;

/// A cart, and the moment it is wanted at.
pub(super) struct Question {
    pub(super) cart: Cart,
    pub(super) preorder: Option<Zoned>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    shop_id: String,
    #[serde(alias = "orderType", alias = "deliveryMethod")]
    delivery_type: Value,
    #[serde(alias = "preorderTime", alias = "preOderTime", alias = "preorderDateTime")]
    pre_order_time: Option<String>,
    payment_method: Option<String>,
    #[serde(default)]
    promotion_codes: Vec<String>,
    has_phone_order_fee: Option<bool>,
    has_delivery_service_fee: Option<bool>,
    delivery_without_packaging: Option<bool>,
    #[serde(default)]
    avoid_allergens: Vec<String>,
    delivery_contact: Option<Contact>,
    order_items: Vec<Item>,
}

#[derive(Deserialize)]
struct Contact {
    coordinates: Option<LatLng>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    uuid: String,
    product_id: String,
    size_id: String,
    quantity: u32,
    combo_id: Option<String>,
    combo_campaign_code: Option<String>,
    ingredients: Option<Vec<Ingredient>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Ingredient {
    ingredient_id: String,
    quantity: u32,
    added_from: Option<String>,
}

impl Question {
    /// Reads a cart; what does not fit is said in words.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let body: Body = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let shop: RestaurantId = body.shop_id.parse().map_err(|_| "shopId is no number".to_owned())?;
        let mut promotion_codes = Vec::new();
        for code in &body.promotion_codes {
            let code = PromotionCode::read(code).map_err(|error| format!("promotionCodes: {error}"))?;
            if !promotion_codes.contains(&code) {
                promotion_codes.push(code);
            }
        }
        let preorder = body.pre_order_time.as_deref().filter(|time| !time.is_empty()).map(preorder_time).transpose()?;
        let cart = Cart {
            shop,
            order_type: order_type(&body.delivery_type)?,
            lines: body.order_items.into_iter().map(Item::line).collect::<Result<_, _>>()?,
            payment_method: body.payment_method,
            promotion_codes,
            declines_phone_order_fee: body.has_phone_order_fee == Some(false),
            without_packaging: body.delivery_without_packaging.unwrap_or(false),
            avoid_allergens: body.avoid_allergens.iter().map(|id| allergen(id)).collect::<Result<_, _>>()?,
            coordinates: body.delivery_contact.and_then(|contact| contact.coordinates),
            delivery_fee: None,
            has_delivery_service_fee: body.has_delivery_service_fee.unwrap_or(false),
        };
        Ok(Self { cart, preorder })
    }
}

impl Item {
    fn line(self) -> Result<CartLine, String> {
        if !(1..=99).contains(&self.quantity) {
            return Err(format!("orderItems: the quantity of {} is not 1 to 99", self.uuid));
        }
        let code = self.combo_campaign_code.as_deref();
        let ingredient = |one: Ingredient| CartIngredient {
            ingredient: one.ingredient_id.as_str().into(),
            quantity: one.quantity,
            added_from: one.added_from,
        };
        Ok(CartLine {
            id: self.uuid.into(),
            product: self.product_id.as_str().into(),
            size: self.size_id.as_str().into(),
            quantity: self.quantity,
            combo: self
                .combo_id
                .map(|id| ComboMark { id: id.into(), code: code.and_then(|code| PromotionCode::read(code).ok()) }),
            ingredients: self.ingredients.map(|all| all.into_iter().map(ingredient).collect()),
        })
    }
}

/// A type by its name or by its code: pickup 0, delivery 1, eatin 2 (contract ordering, "Order type").
fn order_type(value: &Value) -> Result<OrderType, String> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match text.as_str() {
        "0" => Ok(OrderType::Pickup),
        "1" => Ok(OrderType::Delivery),
        "2" => Ok(OrderType::Eatin),
        name => OrderType::parse(name).ok_or_else(|| format!("deliveryType: {name} is none")),
    }
}

fn allergen(id: &str) -> Result<Allergen, String> {
    let known = Allergen::IDS.iter().find(|(known, _)| *known == id).map(|(_, allergen)| *allergen);
    known.ok_or_else(|| format!("avoidAllergens: {id} is none"))
}

/// `YYYY-MM-DD HH:mm` in Helsinki; one that the clock skips is none.
fn preorder_time(text: &str) -> Result<Zoned, String> {
    let wrong = || format!("preOrderTime: {text} is no time of Helsinki");
    let wall = DateTime::strptime("%Y-%m-%d %H:%M", text).map_err(|_| wrong())?;
    let at = helsinki().to_ambiguous_zoned(wall);
    let is_skipped = matches!(at.offset(), AmbiguousOffset::Gap { .. });
    if is_skipped { Err(wrong()) } else { at.earlier().map_err(|_| wrong()) }
}

/// The time zone of the chain.
pub(super) fn helsinki() -> TimeZone {
    TimeZone::get("Europe/Helsinki").unwrap_or(TimeZone::UTC)
}

/// The minute of the day in Helsinki.
pub(super) fn minute_of(at: Timestamp) -> MinuteOfDay {
    MinuteOfDay::of(at.to_zoned(helsinki()).time())
}

//! What is priced apart from a cart, on the wire: one item, and the lines of a combo.

use chain::LONGEST_ID;
use domain::order::OrderType;
use jiff::Zoned;
use pricing::{Cart, CartLine};
use serde::Deserialize;
use server::ApiError;
use utoipa::ToSchema;

use super::{
    body::{IngredientBody, ItemBody},
    how::{WantedType, read_due, read_type, says_how},
    read::{Contact, ReadCart, check, read_codes, read_line, read_lines},
};

/// One item, to be priced by itself.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({
    "shopId": "12", "orderType": "pickup", "promotionCodes": [], "item": { "productId": "3001", "sizeId": "101" },
}))]
pub struct CartItemBody {
    /// The restaurant's number.
    #[schema(max_length = 9)]
    shop_id: String,
    #[schema(value_type = WantedType, required)]
    order_type: Option<WantedType>,
    #[schema(ignore)]
    delivery_type: Option<WantedType>,
    #[schema(ignore)]
    delivery_method: Option<WantedType>,
    /// `YYYY-MM-DD HH:mm` in Helsinki; absent or empty: now.
    pre_order_time: Option<String>,
    #[schema(ignore)]
    preorder_time: Option<String>,
    #[schema(ignore)]
    pre_oder_time: Option<String>,
    #[schema(ignore)]
    preorder_date_time: Option<String>,
    #[schema(max_items = 5)]
    promotion_codes: Option<Vec<String>>,
    item: SingleItemBody,
}

/// An item as a line of a cart has it. How many are wanted makes no difference.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SingleItemBody {
    #[schema(max_length = 64)]
    uuid: Option<String>,
    #[schema(max_length = 64)]
    product_id: String,
    #[schema(max_length = 64)]
    size_id: String,
    #[schema(minimum = 1, maximum = 99)]
    quantity: Option<u32>,
    /// All that is on it; absent or null: the recipe.
    #[schema(max_items = 40)]
    ingredients: Option<Vec<IngredientBody>>,
}

/// The lines of a combo.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({
    "shopId": "12", "orderType": "pickup", "campaignSlug": "kaveripaketti",
    "orderItems": [
        { "uuid": "a", "productId": "3002", "sizeId": "101", "quantity": 1 },
        { "uuid": "b", "productId": "3003", "sizeId": "101", "quantity": 1 },
        { "uuid": "c", "productId": "3704", "sizeId": "302", "quantity": 1 },
        { "uuid": "d", "productId": "3705", "sizeId": "302", "quantity": 1 },
    ],
}))]
pub struct ComboPriceBody {
    /// The restaurant's number.
    #[schema(max_length = 9)]
    shop_id: String,
    #[schema(value_type = WantedType, required)]
    order_type: Option<WantedType>,
    #[schema(ignore)]
    delivery_type: Option<WantedType>,
    #[schema(ignore)]
    delivery_method: Option<WantedType>,
    /// `YYYY-MM-DD HH:mm` in Helsinki; absent or empty: now.
    pre_order_time: Option<String>,
    #[schema(ignore)]
    preorder_time: Option<String>,
    #[schema(ignore)]
    pre_oder_time: Option<String>,
    #[schema(ignore)]
    preorder_date_time: Option<String>,
    /// The combo's name in addresses.
    #[schema(max_length = 64)]
    campaign_slug: String,
    #[schema(max_items = 50)]
    order_items: Vec<ItemBody>,
}

says_how!(CartItemBody);
says_how!(ComboPriceBody);

impl CartItemBody {
    /// Reads the item as a cart of one unit, which is in no combo.
    ///
    /// # Errors
    /// 422 with the path of the first field that is out of bounds.
    pub fn read(self) -> Result<ReadCart, ApiError> {
        let (order_type, due) = (read_type(&self.types(), "deliveryType")?, read_due(&self.times())?);
        let SingleItemBody { uuid, product_id, size_id, quantity, ingredients } = self.item;
        let item = ItemBody {
            uuid: uuid.unwrap_or_default(),
            product_id,
            size_id,
            quantity: quantity.unwrap_or(1),
            combo_id: None,
            combo_campaign_code: None,
            added_from: None,
            ingredients,
        };
        let line = read_line(item).map_err(|error| error.within("item"))?;
        let mut read = cart_of(&self.shop_id, order_type, due, vec![CartLine { quantity: 1, ..line }])?;
        read.cart.promotion_codes = read_codes(&self.promotion_codes.unwrap_or_default())?;
        Ok(read)
    }
}

impl ComboPriceBody {
    /// Reads the lines as a cart that is in no combo yet, and the combo's name in addresses.
    ///
    /// # Errors
    /// 422 with the path of the first field that is out of bounds.
    pub fn read(self) -> Result<(ReadCart, String), ApiError> {
        let (order_type, due) = (read_type(&self.types(), "orderType")?, read_due(&self.times())?);
        check(Some(&self.campaign_slug), LONGEST_ID, "campaignSlug")?;
        let lines = read_lines(self.order_items)?;
        Ok((cart_of(&self.shop_id, order_type, due, lines)?, self.campaign_slug))
    }
}

/// A cart of which nothing but its lines is said.
fn cart_of(shop: &str, order_type: OrderType, due: Option<Zoned>, lines: Vec<CartLine>) -> Result<ReadCart, ApiError> {
    let cart = Cart {
        shop: shop.parse().map_err(|_| ApiError::invalid("shopId"))?,
        order_type,
        lines,
        payment_method: None,
        promotion_codes: Vec::new(),
        declines_phone_order_fee: true,
        without_packaging: false,
        avoid_allergens: Vec::new(),
        coordinates: None,
        delivery_fee: None,
        has_delivery_service_fee: false,
    };
    Ok(ReadCart { cart, due, price_token: None, shipping_instruction: None, contact: Contact::default() })
}

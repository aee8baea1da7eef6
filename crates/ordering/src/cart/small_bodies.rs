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
    how::{Spelled, WantedType, read_due, read_type},
    lines::{read_line, read_lines},
    read::{Contact, ReadCart, check, read_codes},
    shared_fields::{item_body, wanted_body},
};

wanted_body! {
    /// One item, to be priced by itself.
    #[schema(example = json!({
        "shopId": "12", "orderType": "pickup", "promotionCodes": [], "item": { "productId": "3001", "sizeId": "101" },
    }))]
    pub struct CartItemBody {
        #[schema(max_items = 5)]
        promotion_codes: Option<Vec<String>>,
        item: SingleItemBody,
    }
}

item_body! {
    /// An item as a line of a cart has it. How many are wanted makes no difference.
    struct SingleItemBody {
        uuid: [Option<String>], quantity: [Option<u32>],
    }
}

wanted_body! {
    /// The lines of a combo.
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
        /// The combo's name in addresses.
        #[schema(max_length = 64)]
        campaign_slug: String,
        #[schema(max_items = 50)]
        order_items: Vec<ItemBody>,
    }
}

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
    let contact = Contact::default();
    Ok(ReadCart { cart, due, price_token: None, promised_place: None, contact })
}

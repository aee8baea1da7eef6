//! Carts on the wire (docs/spec/ordering.md, "Pricing"). Whatever else is sent is ignored, also what clients say of
//! their own rights and fees.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    how::{Spelled, WantedType},
    shared_fields::{item_body, wanted_body},
};
use crate::point::Coordinates;

wanted_body! {
    /// A cart: what is wanted, where, how and when.
    #[schema(example = json!({
        "shopId": "12",
        "orderType": "delivery",
        "preOrderTime": null,
        "paymentMethod": "scheme",
        "promotionCodes": ["kaverit"],
        "avoidAllergens": ["milk"],
        "deliveryContact": {
            "firstName": "Aino", "phoneNumber": "040 123 4567", "street": "Liisankatu 12", "apartmentNumber": "B 7",
            "postalCode": "00170", "city": "Helsinki", "coordinates": { "lat": 60.1741, "lng": 24.9536 },
        },
        "orderItems": [{ "uuid": "a", "productId": "3001", "sizeId": "101", "quantity": 2 }],
    }))]
    pub struct CartBody {
        /// The payment method that was chosen, if one was.
        #[schema(max_length = 64)]
        pub(super) payment_method: Option<String>,
        #[schema(max_items = 5)]
        pub(super) promotion_codes: Option<Vec<String>>,
        /// `false`: the call centre leaves its fee out. Nobody else's word counts.
        pub(super) has_phone_order_fee: Option<bool>,
        /// When the order is placed: whether a part of the delivery fee is called a service fee.
        pub(super) has_delivery_service_fee: Option<bool>,
        pub(super) delivery_without_packaging: Option<bool>,
        /// Ids of the allergens that are to be warned of.
        pub(super) avoid_allergens: Option<Vec<String>>,
        /// What `POST /api/pricing/delivery-price-token` promised.
        #[schema(max_length = 500)]
        pub(super) delivery_price_token: Option<String>,
        /// What the driver reads.
        #[schema(max_length = 500)]
        pub(super) shipping_instruction: Option<String>,
        /// The same, where `shippingInstruction` is absent.
        #[schema(max_length = 500)]
        pub(super) additional_info: Option<String>,
        pub(super) delivery_contact: Option<ContactBody>,
        #[schema(max_items = 50)]
        pub(super) order_items: Vec<ItemBody>,
    }
}

/// Whom the order is for. Only its placing asks for what must be there.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ContactBody {
    #[schema(max_length = 500)]
    pub(super) first_name: Option<String>,
    #[schema(max_length = 500)]
    pub(super) last_name: Option<String>,
    #[schema(max_length = 500)]
    pub(super) phone_number: Option<String>,
    #[schema(max_length = 500)]
    pub(super) email: Option<String>,
    #[schema(max_length = 500)]
    pub(super) street: Option<String>,
    #[schema(max_length = 20)]
    pub(super) apartment_number: Option<String>,
    #[schema(max_length = 500)]
    pub(super) postal_code: Option<String>,
    #[schema(max_length = 500)]
    pub(super) city: Option<String>,
    pub(super) coordinates: Option<Coordinates>,
    pub(super) email_marketing_permission: Option<bool>,
    pub(super) sms_marketing_permission: Option<bool>,
}

item_body! {
    /// A line of a cart.
    struct ItemBody {
        /// The caller's name for the line; one in its cart.
        uuid: [String], quantity: [u32],
        /// The same for all lines of one combo.
        #[schema(max_length = 64)]
        pub(super) combo_id: Option<String>,
        /// The code of the combo's campaign.
        #[schema(max_length = 64)]
        pub(super) combo_campaign_code: Option<String>,
        /// Where it was chosen, as the page calls it.
        #[schema(max_length = 500)]
        pub(super) added_from: Option<String>,
    }
}

/// An ingredient on a line; the same one several times adds up.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IngredientBody {
    #[schema(max_length = 64)]
    pub(super) ingredient_id: String,
    /// Doses.
    #[schema(maximum = 20)]
    pub(super) quantity: u32,
    #[schema(max_length = 500)]
    pub(super) added_from: Option<String>,
}

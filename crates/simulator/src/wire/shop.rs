//! The shapes of the shop's calls, as far as its customers need them.

use serde::{Deserialize, Serialize};

use super::{CityPoint, WireOrderType};

/// Answer of `GET /api/commerce/v2/menu`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct MenuAnswer {
    pub(crate) categories: Vec<CategoryRow>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct CategoryRow {
    pub(crate) products: Vec<ProductRow>,
}

/// A product as the menu lists it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductRow {
    pub(crate) product_id: String,
    pub(crate) product_category_id: String,
    pub(crate) name: String,
    pub(crate) product_sizes: Vec<SizeRow>,
    pub(crate) ingredients: Vec<DosesRow>,
    pub(crate) custom: bool,
    pub(crate) is_out_of_stock: bool,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SizeRow {
    #[serde(rename = "productSizeID")]
    pub(crate) product_size_id: String,
    pub(crate) name: String,
    pub(crate) calculated_price: f64,
}

/// Doses of an ingredient, of a recipe.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct DosesRow {
    pub(crate) id: String,
    pub(crate) quantity: u32,
}

/// An ingredient, of `GET /api/commerce/v2/shops/{shopId}/ingredients`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShopIngredient {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) category_id: String,
    pub(crate) price: f64,
}

/// A restaurant, of `GET /api/commerce/v2/shops/delivering`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Delivering {
    pub(crate) restaurant_id: String,
    pub(crate) zone_id: String,
    pub(crate) delivery_zone_version: String,
    pub(crate) selector_status: String,
}

/// Answer of `GET /api/commerce/v2/shops/{shopId}/availability`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShopAvailability {
    pub(crate) selector_status: String,
}

/// Body of `POST /api/pricing/delivery-price-token`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AskFee<'a> {
    pub(crate) shop_id: &'a str,
    pub(crate) zone_id: &'a str,
    pub(crate) delivery_zone_version: &'a str,
    pub(crate) coordinates: CityPoint,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct FeeToken {
    pub(crate) token: String,
}

/// A means of payment, of `GET /api/payments/methods`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Method {
    pub(crate) id: String,
    pub(crate) disabled: bool,
    pub(crate) issuers: Vec<MethodIssuer>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct MethodIssuer {
    pub(crate) id: String,
}

/// Body of `POST …/customer/cart` and of `POST …/shoppingcart/order`.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CartRequest<'a> {
    pub(crate) shop_id: &'a str,
    pub(crate) order_type: WireOrderType,
    pub(crate) payment_method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) payment_option: Option<PaymentOption<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) delivery_price_token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) shipping_instruction: Option<&'a str>,
    pub(crate) delivery_contact: CartContact<'a>,
    pub(crate) order_items: Vec<CartRow<'a>>,
    /// What was seen last: another price is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) grand_total: Option<f64>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct PaymentOption<'a> {
    pub(crate) issuer: &'a str,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CartContact<'a> {
    pub(crate) first_name: &'a str,
    pub(crate) last_name: &'a str,
    pub(crate) phone_number: &'a str,
    pub(crate) email: String,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(crate) home: Option<Home<'a>>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Home<'a> {
    pub(crate) street: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) apartment_number: Option<&'a str>,
    pub(crate) postal_code: &'a str,
    pub(crate) city: &'a str,
    pub(crate) coordinates: CityPoint,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CartRow<'a> {
    pub(crate) uuid: String,
    pub(crate) product_id: &'a str,
    pub(crate) size_id: &'a str,
    pub(crate) quantity: u32,
    /// All that is on it; none: the recipe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ingredients: Option<Vec<LineDoses<'a>>>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LineDoses<'a> {
    pub(crate) ingredient_id: &'a str,
    pub(crate) quantity: u32,
}

/// Answer of `POST …/customer/cart`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CartAnswer {
    pub(crate) validation_result: Validation,
    pub(crate) pricing_details: CartPrices,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Validation {
    pub(crate) is_valid: bool,
    pub(crate) messages: Vec<Message>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Message {
    pub(crate) message_code: String,
    #[serde(default)]
    pub(crate) metadata: MessageMetadata,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct MessageMetadata {
    pub(crate) item: Option<MessageItem>,
}

/// The line that a message is about.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct MessageItem {
    pub(crate) uuid: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CartPrices {
    pub(crate) grand_total: f64,
}

/// Answer of `POST …/shoppingcart/order`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Placed {
    pub(crate) order_id: String,
    pub(crate) order_key: String,
    pub(crate) tracking_url: String,
    pub(crate) payable: f64,
    pub(crate) payment: Step,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Step {
    pub(crate) action: String,
    pub(crate) redirect_url: Option<String>,
}

/// Body of `POST /api/payments/pay`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Pay<'a> {
    pub(crate) order_id: &'a str,
    pub(crate) order_key: &'a str,
    pub(crate) grand_total: f64,
    pub(crate) shop_external_id: &'a str,
    pub(crate) selected_payment_method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) issuer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) apple_pay_token: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) google_pay_token: Option<&'a str>,
}

/// Body of `POST …/order/cancel`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderByKey<'a> {
    pub(crate) order_id: &'a str,
    pub(crate) order_key: &'a str,
}

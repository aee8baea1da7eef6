//! What was ordered, and how it was paid.

use std::collections::BTreeMap;

use domain::order::Item;
use serde::Serialize;
use utoipa::ToSchema;

/// One row of an order.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackedItem {
    /// Its own id within the order.
    pub uuid: String,
    pub name: String,
    /// Product of the menu.
    #[schema(required)]
    pub product_id: Option<String>,
    /// Size of the product.
    #[schema(required)]
    pub size_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub size_name: Option<String>,
    #[schema(required)]
    pub product_category_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub category_name: Option<String>,
    /// How many.
    pub quantity: u32,
    /// Price of one, euros.
    pub item_price: f64,
    /// Price of one after discounts, euros.
    #[schema(required)]
    pub discounted_price: Option<f64>,
    /// Free description, in the place of the ingredients.
    #[schema(required)]
    pub description: Option<String>,
    /// Campaign id → how many of the row.
    pub applied_campaigns: BTreeMap<String, u32>,
    /// What is on it.
    pub ingredients: Vec<TrackedIngredient>,
}

/// One ingredient of an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackedIngredient {
    #[serde(rename = "ingredientID")]
    #[schema(required)]
    pub ingredient_id: Option<String>,
    pub name: String,
    /// Doses on it.
    pub quantity: u32,
    /// Doses in the recipe.
    pub recipe_quantity: u32,
    /// Its place in lists.
    pub display_order: u32,
    #[schema(required)]
    pub category_id: Option<String>,
}

/// How an order was paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Payment)]
pub struct PaymentPayload {
    /// Id of the method; null where the order was paid elsewhere.
    #[schema(required)]
    pub payment_method: Option<String>,
    /// What made it cheaper.
    pub discount_details: DiscountDetails,
}

/// What made an order cheaper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscountDetails {
    /// Parts of the payment.
    pub order_payment_details: OrderPaymentDetails,
}

/// Parts of a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderPaymentDetails {
    /// One for each campaign.
    pub split_payments: Vec<SplitPaymentPayload>,
}

/// A campaign that was applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SplitPayment)]
pub struct SplitPaymentPayload {
    pub campaign_id: String,
    pub campaign_name: String,
}

impl From<&Item> for TrackedItem {
    fn from(item: &Item) -> Self {
        let ingredients = item.ingredients.iter().map(|ingredient| TrackedIngredient {
            ingredient_id: ingredient.ingredient_id.clone(),
            name: ingredient.name.clone(),
            quantity: ingredient.quantity,
            recipe_quantity: ingredient.recipe_quantity,
            display_order: ingredient.display_order,
            category_id: ingredient.category_id.clone(),
        });
        Self {
            uuid: item.uuid.clone(),
            name: item.name.clone(),
            product_id: item.product_id.clone(),
            size_id: item.size_id.clone(),
            size_name: item.size_name.clone(),
            product_category_id: item.product_category_id.clone(),
            category_name: item.category_name.clone(),
            quantity: item.quantity,
            item_price: item.item_price.euros(),
            discounted_price: item.discounted_price.map(domain::money::Cents::euros),
            description: item.description.clone(),
            applied_campaigns: item.applied_campaigns.clone(),
            ingredients: ingredients.collect(),
        }
    }
}

impl From<&domain::order::OrderPayment> for PaymentPayload {
    fn from(payment: &domain::order::OrderPayment) -> Self {
        let split_payments = payment
            .campaigns
            .iter()
            .map(|campaign| SplitPaymentPayload {
                campaign_id: campaign.id.clone(),
                campaign_name: campaign.name.clone(),
            })
            .collect();
        Self {
            payment_method: payment.method.clone(),
            discount_details: DiscountDetails { order_payment_details: OrderPaymentDetails { split_payments } },
        }
    }
}

//! `POST /api/dispatch/orders`: registering an order that was taken elsewhere.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    geo,
    money::Cents,
    order::{Customer, Item, ItemIngredient, OrderPayment},
    restaurant::Restaurant,
    words::{Lines, Words},
};
use jiff::{SignedDuration, Timestamp};
use orders::{Draft, PlaceError};
use protocol::payload::{LatLngPayload, OrderTypePayload};
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, dispatch_key::DispatchCaller, words::check_length};
use utoipa::ToSchema;

use crate::{
    Dispatch,
    texts::{MAX_TEXT, check_text, cleaned, is_text},
};

/// The most rows of an order.
const MAX_ITEMS: usize = 100;
/// The most ingredients of a row.
const MAX_INGREDIENTS: usize = 40;
/// The most of one row, and of one ingredient.
const MAX_QUANTITY: u32 = 1000;
/// How far from now a promised or asked time may lie.
const MAX_AHEAD: SignedDuration = SignedDuration::from_hours(24 * 366);
/// Where an ingredient without a place of its own stands in lists (docs/spec/ordering.md, "Ingredient").
const LAST_IN_LISTS: u32 = 999;

/// An order that was taken elsewhere.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RegisterOrder {
    /// The caller's own name for the order: the same again answers the first answer.
    external_id: Option<String>,
    order_type: OrderTypePayload,
    restaurant_id: String,
    /// The time the customer asked for.
    #[schema(value_type = Option<String>, format = DateTime)]
    pre_order_time: Option<Timestamp>,
    /// The time the customer was promised; else `preOrderTime`, else the upper end of the first estimate.
    #[schema(value_type = Option<String>, format = DateTime)]
    promised_at: Option<Timestamp>,
    customer: Option<RegisterCustomer>,
    order_items: Vec<RegisterItem>,
}

/// Who ordered. The address is required for a delivery alone.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RegisterCustomer {
    name: Option<String>,
    phone: Option<String>,
    street_address: Option<String>,
    apartment_number: Option<String>,
    city: Option<String>,
    postal_code: Option<String>,
    shipping_instruction: Option<String>,
    /// Where the door is; geocoded from the address where missing.
    coordinates: Option<LatLngPayload>,
}

/// One row of the order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RegisterItem {
    name: String,
    quantity: u32,
    size_id: Option<String>,
    size_name: Option<String>,
    product_id: Option<String>,
    product_category_id: Option<String>,
    category_name: Option<String>,
    /// Price of one, euros with at most two decimals.
    item_price: f64,
    /// Price of one after discounts.
    discounted_price: Option<f64>,
    /// Free text in the place of the ingredients.
    description: Option<String>,
    #[serde(default)]
    ingredients: Vec<RegisterIngredient>,
}

/// One ingredient. More than the recipe has is added, less is removed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RegisterIngredient {
    #[serde(rename = "ingredientID", alias = "ingredientId", alias = "id")]
    ingredient_id: Option<String>,
    name: String,
    /// Doses on it; 1 where not given.
    quantity: Option<u32>,
    /// Doses in the recipe; as many as are on it where not given.
    recipe_quantity: Option<u32>,
    display_order: Option<u32>,
    category_id: Option<String>,
}

/// A registered order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RegisteredOrder {
    /// The order's number.
    order_id: String,
    /// The key that opens its tracking.
    order_key: String,
    /// The page on which its customer follows it.
    tracking_url: String,
    /// Number of its first status.
    seq: i64,
}

/// Registers an order that was taken elsewhere.
///
/// Idempotent by `externalId`: the same one from the same key answers the first answer, with a new order key
/// only where the secret of the first one was dropped. Without one each call is an order, since two customers
/// may well order the same.
#[utoipa::path(post, path = "/api/dispatch/orders", operation_id = "registerOrder", tag = "dispatch",
    request_body = RegisterOrder, security(("dispatchKey" = [])),
    responses(
        (status = 201, description = "Registered", body = RegisteredOrder),
        (status = 200, description = "Known by its externalId", body = RegisteredOrder),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn register_order(
    State(dispatch): State<Dispatch>,
    key: DispatchCaller,
    Json(body): Json<RegisterOrder>,
) -> Result<impl IntoResponse, ApiError> {
    let now = dispatch.orders.deps().clock.now();
    let items = body.check(now)?;
    let restaurant = find_restaurant(&dispatch, &key, &body.restaurant_id).await?;
    let placed = dispatch.orders.place(body.draft(items, restaurant), &key.reporter).await.map_err(place_error)?;
    let (order_id, order_key) = (placed.order.to_string(), placed.key.reveal().to_owned());
    let tracking_url = format!("{}/tilaus/{order_id}?orderKey={order_key}", dispatch.public_url);
    let answer = RegisteredOrder { order_id, order_key, tracking_url, seq: 0 };
    let status = if placed.created { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(answer)))
}

fn place_error(error: PlaceError) -> ApiError {
    match error {
        PlaceError::SecretAhead => ApiError::unavailable(),
        PlaceError::Store(error) => error.into(),
    }
}

async fn find_restaurant(dispatch: &Dispatch, key: &DispatchCaller, id: &str) -> Result<Restaurant, ApiError> {
    let unknown = || ApiError::invalid("restaurantId");
    let id = id.parse().map_err(|_| unknown())?;
    key.require(id)?;
    let found = dispatch.orders.deps().store.restaurants().by_id(id).await?;
    found.ok_or_else(unknown)
}

impl RegisterOrder {
    /// The order that is wanted, of rows that were checked.
    fn draft(self, items: Vec<Item>, restaurant: Restaurant) -> Draft {
        Draft {
            restaurant,
            order_type: self.order_type.into(),
            external_id: self.external_id,
            pre_order_time: self.pre_order_time,
            promised_at: self.promised_at,
            customer: self.customer.map(Customer::from).unwrap_or_default(),
            items,
            payment: OrderPayment::default(),
        }
    }

    /// Checks what the types do not, and reads the rows.
    pub(super) fn check(&self, now: Timestamp) -> Result<Vec<Item>, ApiError> {
        check_text(self.external_id.as_ref(), MAX_TEXT, "externalId")?;
        if self.external_id.as_ref().is_some_and(String::is_empty) {
            return Err(ApiError::invalid("externalId"));
        }
        for (time, field) in [(self.pre_order_time, "preOrderTime"), (self.promised_at, "promisedAt")] {
            if time.is_some_and(|time| time.duration_since(now).abs() > MAX_AHEAD) {
                return Err(ApiError::invalid(field));
            }
        }
        let nobody = RegisterCustomer::default();
        self.customer.as_ref().unwrap_or(&nobody).check(self.order_type)?;
        if self.order_items.len() > MAX_ITEMS {
            return Err(ApiError::invalid("orderItems"));
        }
        self.order_items.iter().enumerate().map(|(index, item)| item.read(index)).collect()
    }
}

impl RegisterCustomer {
    fn check(&self, order_type: OrderTypePayload) -> Result<(), ApiError> {
        let required = [
            (&self.street_address, "customer.streetAddress"),
            (&self.city, "customer.city"),
            (&self.postal_code, "customer.postalCode"),
        ];
        let optional = [
            (&self.name, "customer.name"),
            (&self.phone, "customer.phone"),
            (&self.apartment_number, "customer.apartmentNumber"),
            (&self.shipping_instruction, "customer.shippingInstruction"),
        ];
        for (text, field) in required.iter().chain(&optional) {
            check_length(text.as_ref(), MAX_TEXT, field)?;
        }
        if let Some(place) = self.coordinates {
            read_place(place).map_err(|axis| ApiError::invalid(format!("customer.coordinates.{axis}")))?;
        }
        let is_missing = |text: &Option<String>| cleaned(text.as_deref()).is_none();
        let missing = required.iter().find(|(text, _)| is_missing(text));
        match missing {
            Some((_, field)) if order_type == OrderTypePayload::Delivery => Err(ApiError::invalid(*field)),
            _ => Ok(()),
        }
    }
}

fn read_place(place: LatLngPayload) -> Result<geo::LatLng, &'static str> {
    geo::LatLng::new(place.lat, place.lng).map_err(|wrong| match wrong {
        geo::OutOfRange::Lat => "lat",
        geo::OutOfRange::Lng => "lng",
    })
}

impl From<RegisterCustomer> for Customer {
    fn from(customer: RegisterCustomer) -> Self {
        let line = |text: Option<String>| cleaned(text.as_deref());
        let instruction = customer.shipping_instruction.as_deref();
        Self {
            name: line(customer.name),
            phone: line(customer.phone),
            street_address: line(customer.street_address),
            apartment_number: line(customer.apartment_number),
            city: line(customer.city),
            postal_code: line(customer.postal_code),
            shipping_instruction: instruction.and_then(|text| Words::cleaned(text, Lines::Many)).map(String::from),
            coordinates: customer.coordinates.and_then(|place| read_place(place).ok()),
            ..Self::default()
        }
    }
}

impl RegisterItem {
    fn read(&self, index: usize) -> Result<Item, ApiError> {
        let invalid = |field: &str| ApiError::invalid(format!("orderItems[{index}].{field}"));
        let price = |euros: f64, field: &str| Cents::from_euros(euros).map_err(|_| invalid(field));
        if cleaned(Some(&self.name)).is_none() || self.name.chars().count() > MAX_TEXT {
            return Err(invalid("name"));
        }
        if !(1..=MAX_QUANTITY).contains(&self.quantity) {
            return Err(invalid("quantity"));
        }
        if self.ingredients.len() > MAX_INGREDIENTS {
            return Err(invalid("ingredients"));
        }
        let ids = [
            (&self.size_id, "sizeId"),
            (&self.product_id, "productId"),
            (&self.product_category_id, "productCategoryId"),
        ];
        for (text, field) in ids {
            check_text(text.as_ref(), MAX_TEXT, "").map_err(|_| invalid(field))?;
        }
        let words =
            [(&self.size_name, "sizeName"), (&self.category_name, "categoryName"), (&self.description, "description")];
        for (text, field) in words {
            check_length(text.as_ref(), MAX_TEXT, "").map_err(|_| invalid(field))?;
        }
        let ingredients = self.ingredients.iter().enumerate();
        Ok(Item {
            uuid: (index + 1).to_string(),
            name: cleaned(Some(&self.name)).unwrap_or_default(),
            product_id: self.product_id.clone(),
            size_id: self.size_id.clone(),
            size_name: cleaned(self.size_name.as_deref()),
            product_category_id: self.product_category_id.clone(),
            category_name: cleaned(self.category_name.as_deref()),
            quantity: self.quantity,
            item_price: price(self.item_price, "itemPrice")?,
            discounted_price: self.discounted_price.map(|euros| price(euros, "discountedPrice")).transpose()?,
            description: cleaned(self.description.as_deref()),
            applied_campaigns: std::collections::BTreeMap::new(),
            ingredients: ingredients
                .map(|(at, ingredient)| {
                    ingredient.read().map_err(|field| invalid(&format!("ingredients[{at}].{field}")))
                })
                .collect::<Result<_, _>>()?,
        })
    }
}

impl RegisterIngredient {
    fn read(&self) -> Result<ItemIngredient, &'static str> {
        let is_bad = |text: &str| !is_text(text, MAX_TEXT);
        let quantity = self.quantity.unwrap_or(1);
        let recipe_quantity = self.recipe_quantity.unwrap_or(quantity);
        if cleaned(Some(&self.name)).is_none() || self.name.chars().count() > MAX_TEXT {
            return Err("name");
        }
        if quantity > MAX_QUANTITY || recipe_quantity > MAX_QUANTITY {
            return Err("quantity");
        }
        if self.ingredient_id.as_deref().is_some_and(is_bad) {
            return Err("ingredientID");
        }
        if self.category_id.as_deref().is_some_and(is_bad) {
            return Err("categoryId");
        }
        Ok(ItemIngredient {
            ingredient_id: self.ingredient_id.clone(),
            name: cleaned(Some(&self.name)).unwrap_or_default(),
            quantity,
            recipe_quantity,
            display_order: self.display_order.unwrap_or(LAST_IN_LISTS),
            category_id: self.category_id.clone(),
        })
    }
}

//! `POST /api/commerce/v2/shoppingcart/order`: a cart becomes an order.

use axum::{Extension, extract::State, http::StatusCode, response::IntoResponse, response::Response};
use domain::{Actor, error::Code};
use serde::Serialize;
use server::{
    ApiError, ErrorBody, Json,
    address::{ClientAddress, limit_unit},
    euros::Euros,
    extract::RawBody,
    idempotency::Keyed,
};
use utoipa::ToSchema;

use crate::{
    checkout::{PaymentAction, PlaceOrderBody, PlacedOrder, Placer, ReadOrder},
    code_attempts::CodeCaller,
    limits::placing,
    ordering::Ordering,
    shopper::{OwnCall, Shopper, Trusted},
};

/// A placed order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderPlaced {
    #[serde(rename = "orderID")]
    order_i_d: String,
    order_id: String,
    order_key: String,
    /// Waiting 1, paid 2.
    payment_status: u8,
    grand_total: Euros,
    payable: Euros,
    payment: PaymentStep,
    tracking_url: String,
    /// Until when it may be paid; none where nothing is left to pay here.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    expires_at: Option<String>,
}

/// How it is paid.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentStep {
    /// `none`; `wallet`: call `pay` with the token; `redirect`: go to `redirectUrl`; `error`: call `pay`.
    #[schema(value_type = String)]
    action: &'static str,
    /// What is left to pay here: `payable` less what a gift card holds.
    amount: Euros,
    #[schema(required)]
    redirect_url: Option<String>,
    #[schema(required)]
    error_code: Option<u32>,
}

impl OrderPlaced {
    fn new(ordering: &Ordering, placed: PlacedOrder) -> Result<Self, ApiError> {
        let PlacedOrder { checkout, action } = placed;
        let key = ordering.payments.key_of(&checkout).ok_or_else(ApiError::unavailable)?;
        let (order_id, order_key) = (checkout.id.to_string(), key.reveal().to_owned());
        let (action, redirect_url, error_code) = match action {
            PaymentAction::None => ("none", None, None),
            PaymentAction::Wallet => ("wallet", None, None),
            PaymentAction::Redirect(address) => ("redirect", Some(address), None),
            PaymentAction::Error(code) => ("error", None, Some(code.number())),
        };
        Ok(Self {
            tracking_url: format!("{}/tilaus/{order_id}?orderKey={order_key}", ordering.public_url),
            order_i_d: order_id.clone(),
            order_id,
            order_key,
            payment_status: checkout.payment.stage.status().number(),
            grand_total: checkout.grand_total.into(),
            payable: checkout.payable.into(),
            payment: PaymentStep { action, amount: checkout.due.into(), redirect_url, error_code },
            expires_at: (!checkout.payment.stage.is_made()).then(|| checkout.pays_until.to_string()),
        })
    }
}

/// Places an order. It is priced anew, now: nobody pays more than they saw, and nothing that a client says of money counts
/// but as a guard.
#[utoipa::path(post, path = "/api/commerce/v2/shoppingcart/order", operation_id = "placeOrder", tag = "payments",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 of `[A-Za-z0-9_-]`: the same intent again is \
        the same order")),
    request_body = PlaceOrderBody,
    responses(
        (status = 201, description = "It is placed", body = OrderPlaced),
        (status = 401, description = "The payment method is for customers", body = ErrorBody),
        (status = 409, description = "It cannot be placed so; `metadata.messages` are those of the cart", body = ErrorBody),
        (status = 422, description = "Something does not fit", body = ErrorBody),
        (status = 429, description = "Too many orders from one address", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
#[expect(clippy::too_many_arguments, reason = "each is something that the request says")]
pub(super) async fn place_order(
    State(ordering): State<Ordering>,
    caller: ClientAddress,
    _: OwnCall,
    shopper: Shopper,
    codes: CodeCaller,
    Extension(actor): Extension<Actor>,
    trusted: Trusted,
    keyed: Option<Extension<Keyed>>,
    RawBody(body): RawBody,
) -> Result<Response, ApiError> {
    let keyed = keyed.map(|Extension(keyed)| keyed);
    if let Some(order) = keyed.as_ref().and_then(|keyed| keyed.made.as_deref()) {
        return again(&ordering, order).await;
    }
    // Before anything is refused, for what is refused counts too.
    let unit = limit_unit(caller.address).to_string();
    let within_limit = ordering.rate_limits.count(placing(ordering.orders_per_address), &unit).await;
    if shopper.has_open_terms() {
        return Err(ApiError::new(Code::TermsRequired));
    }
    let order = ReadOrder::read(&body)?;
    let run = keyed.map(|keyed| keyed.run);
    let Trusted { name: trusted, holder } = trusted;
    let placer = Placer { shopper, actor, address: caller.address, codes, run, within_limit, trusted, holder };
    let placed = Box::pin(ordering.place(&placer, order)).await?;
    Ok((StatusCode::CREATED, Json(OrderPlaced::new(&ordering, placed)?)).into_response())
}

/// The answer to an order that was placed, but whose answer was lost.
async fn again(ordering: &Ordering, order: &str) -> Result<Response, ApiError> {
    let gone = || ApiError::new(Code::OrderNotFound);
    let order = order.parse().map_err(|_| gone())?;
    let checkout = ordering.deps.store.checkouts().by_id(order).await?.ok_or_else(gone)?;
    let action = ordering.begin_payment(&ordering.view(), &checkout).await?;
    let placed = PlacedOrder { checkout, action };
    Ok((StatusCode::CREATED, Json(OrderPlaced::new(ordering, placed)?)).into_response())
}

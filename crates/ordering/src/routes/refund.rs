//! `POST /api/staff/orders/{orderId}/refund`: money of a paid order goes back, wholly or in part.

use axum::{Extension, extract::State};
use deps::StaffCaller;
use domain::{
    SecurityKind, error::Code, ids::OrderId, money::Cents, payment::RefundRefused, staff::Role, words::Lines,
};
use serde::{Deserialize, Serialize};
use server::{
    ApiError, ErrorBody, Json, Path, euros::Euros, idempotency::Keyed, security::Witness, words::AuthorKind,
    work_place::StaffAtWork,
};
use store::{RefundAsked, RefundError};
use utoipa::ToSchema;

use crate::ordering::Ordering;

/// The longest reason, in characters.
const LONGEST_REASON: usize = 500;

/// What goes back, and why.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct RefundBody {
    /// None: all that is left.
    amount: Option<Euros>,
    #[schema(max_length = 500)]
    reason: String,
}

/// What went back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RefundAnswer {
    order_id: String,
    /// By this call.
    refunded: Euros,
    /// In all.
    refunded_total: Euros,
    /// Paid 2, all money back 3.
    payment_status: u8,
}

impl RefundAnswer {
    fn new(order: OrderId, refunded: i64, total: i64, payment_status: u8) -> Self {
        let (refunded, refunded_total) = (Euros(Cents(refunded)), Euros(Cents(total)));
        Self { order_id: order.to_string(), refunded, refunded_total, payment_status }
    }

    /// Of a call whose answer was lost: as its key kept it.
    fn again(order: OrderId, made: &str) -> Option<Self> {
        let mut parts = made.split(' ');
        let mut next = || parts.next()?.parse::<i64>().ok();
        let (refunded, total, status) = (next()?, next()?, next()?);
        Some(Self::new(order, refunded, total, u8::try_from(status).ok()?))
    }
}

/// Gives money back: to the way by which it came, the rest to the gift card. The provider is told as soon as it answers,
/// and once.
#[utoipa::path(post, path = "/api/staff/orders/{orderId}/refund", operation_id = "refundOrder", tag = "staff",
    params(("orderId" = String, Path, description = "The order's number"),
        ("Idempotency-Key" = String, Header, description = "8 to 128 of `[A-Za-z0-9_-]`: the same again is done once"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = RefundBody, security(("staffSession" = []), ("staffToken" = [])),
    responses(
        (status = 200, description = "It goes back", body = RefundAnswer),
        (status = "4XX", description = "Refused", body = ErrorBody),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not a person of the call centre", body = ErrorBody),
        (status = 404, description = "No such order", body = ErrorBody),
        (status = 409, description = "It is more than is left, or nothing was ever paid", body = ErrorBody),
        (status = 422, description = "Something does not fit", body = ErrorBody)))]
pub(super) async fn refund_order(
    State(ordering): State<Ordering>,
    caller: StaffAtWork,
    witness: Witness,
    keyed: Option<Extension<Keyed>>,
    Path(order): Path<String>,
    Json(body): Json<RefundBody>,
) -> Result<Json<RefundAnswer>, ApiError> {
    caller.reporter(Role::CallCentre)?;
    let StaffAtWork(caller) = caller;
    let order = order.parse().map_err(|_| ApiError::new(Code::OrderNotFound))?;
    require_reach(&ordering, order, &caller).await?;
    let keyed = keyed.map(|Extension(keyed)| keyed);
    if let Some(answer) = keyed.as_ref().and_then(|keyed| RefundAnswer::again(order, keyed.made.as_deref()?)) {
        return Ok(Json(answer));
    }
    let reason = AuthorKind::Person.words(Some(&body.reason), Lines::One, "reason")?;
    let reason = reason.filter(|reason| reason.chars().count() <= LONGEST_REASON);
    let reason = reason.ok_or_else(|| ApiError::invalid("reason"))?;
    let amount = body.amount.map(|amount| amount.0);
    if amount == Some(Cents(0)) {
        return Err(ApiError::invalid("amount"));
    }
    let (run, now) = (keyed.map(|keyed| keyed.run), ordering.deps.clock.now());
    let asked = RefundAsked { order, amount, reason, actor: caller.actor(), run, now };
    let given = ordering.payments.give_back(asked, witness.address()).await.map_err(refused)?;
    let status = given.checkout.payment.stage.status().number();
    Ok(Json(RefundAnswer::new(order, given.refunded.0, given.refunded_total.0, status)))
}

/// An order that somebody does not reach is none to them.
async fn require_reach(ordering: &Ordering, order: OrderId, caller: &StaffCaller) -> Result<(), ApiError> {
    let store = &ordering.deps.store;
    let restaurant = match store.orders().head(order).await? {
        Some(head) => Some(head.restaurant_id),
        None => store.checkouts().by_id(order).await?.map(|checkout| checkout.kitchen),
    };
    let unknown = ApiError::new(Code::OrderNotFound);
    match restaurant {
        Some(restaurant) if caller.reach().includes(restaurant) => Ok(()),
        Some(_) => Err(unknown.witnessed_as(SecurityKind::RoleRefused)),
        None => Err(unknown),
    }
}

fn refused(error: RefundError) -> ApiError {
    match error {
        // A kitchen knows the order, and nobody paid for it here.
        RefundError::NotFound | RefundError::Refused(RefundRefused::NeverPaid) => {
            ApiError::new(Code::OrderCannotCancel)
        }
        RefundError::Refused(RefundRefused::TooMuch) => ApiError::new(Code::RefundTooMuch),
        RefundError::Store(error) => error.into(),
    }
}

//! `POST …/{orderId}/{orderKey}/feedback`: what the customer thought of it.

use axum::extract::State;
use domain::{error::Code, words::Lines};
use protocol::payload::FeedbackPayload;
use serde::Deserialize;
use server::{
    ApiError, ErrorBody, Json, Path,
    address::ClientAddress,
    extract::from_json,
    words::{AuthorKind, check_length},
};
use store::NewFeedback;
use utoipa::ToSchema;

use super::{Tracking, open_order};

/// The longest text, in characters (T-80).
const MAX_TEXT: usize = 1000;

/// What the customer thought.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct GiveFeedback {
    /// 1 Huono, 2 Okei, 3 Hyvä, 4 Huippu.
    #[schema(minimum = 1, maximum = 4)]
    rating: i64,
    /// In the customer's words.
    #[schema(max_length = 1000)]
    text: Option<String>,
}

impl GiveFeedback {
    /// Checks what the types do not; the rating, and the words where there are some.
    pub(super) fn check(&self) -> Result<(u8, Option<String>), ApiError> {
        let rating = u8::try_from(self.rating).ok().filter(|rating| (1..=4).contains(rating));
        let rating = rating.ok_or_else(|| ApiError::invalid("rating"))?;
        check_length(self.text.as_ref(), MAX_TEXT, "text")?;
        Ok((rating, AuthorKind::Person.words(self.text.as_deref(), Lines::Many, "text")?))
    }
}

/// Whether a body fits, without what is looked up for it.
pub(crate) fn fits(body: &[u8]) -> Result<(), ApiError> {
    from_json::<GiveFeedback>(body)?.check().map(drop)
}

/// Takes feedback on an order that is over. A second one replaces the first for 24 hours.
#[utoipa::path(post, path = "/api/commerce/v2/order-tracking/{orderId}/{orderKey}/feedback",
    operation_id = "giveFeedback", tag = "tracking",
    params(("orderId" = String, Path, description = "The order's number"),
           ("orderKey" = String, Path, description = "Its key")),
    request_body = GiveFeedback,
    responses(
        (status = 200, description = "The feedback that stands now", body = FeedbackPayload),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn give_feedback(
    State(tracking): State<Tracking>,
    caller: ClientAddress,
    Path((order, key)): Path<(String, String)>,
    Json(body): Json<GiveFeedback>,
) -> Result<Json<FeedbackPayload>, ApiError> {
    let order = open_order(&tracking, &order, &key, &caller).await?;
    let (rating, text) = body.check()?;
    let deps = tracking.hub.deps();
    let now = deps.clock.now();
    let head = deps.store.orders().head(order).await?;
    let head = head.ok_or_else(|| ApiError::new(Code::OrderNotFound))?;
    if head.expires_at <= now {
        return Err(ApiError::new(Code::OrderExpired));
    }
    tracking.hub.count_feedback(order).await?;
    let feedback = NewFeedback { rating, text, at: now };
    let set = tracking.orders.give_feedback(order, head.restaurant_id, head.seq, feedback).await?;
    Ok(Json(FeedbackPayload::from(&set.feedback)))
}

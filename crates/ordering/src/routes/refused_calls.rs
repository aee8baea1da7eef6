//! Calls of `pay` and `cancel` beyond their limits: counted where the key is right, then refused before anything is
//! read or written for them (docs/spec/ordering.md, "Limits").

use axum::{
    body::Body,
    extract::{FromRequest, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use domain::{error::Code, ids::OrderId};
use jiff::SignedDuration;
use serde::Deserialize;
use server::{ApiError, extract::RawBody, rate_limits::NamedLimit};

use crate::{
    limits::{CANCEL, PAY},
    ordering::Ordering,
};

/// The order and key of a call, as it says them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Whose<'b> {
    pub(super) order_id: &'b str,
    pub(super) order_key: &'b str,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WhoseBody {
    #[serde(alias = "OrderId")]
    order_id: String,
    #[serde(alias = "OrderKey")]
    order_key: String,
}

impl Whose<'_> {
    /// What a node remembers of a call that it refused: with the key, so that a wrong one is never told of the right one's.
    fn call(self, of: NamedLimit) -> String {
        format!("{}\n{}\n{}", of.name, self.order_id, self.order_key)
    }
}

/// Counts a call for an order that its key has opened.
///
/// # Errors
/// 429 over the limit; 503 where the database does not answer.
pub(super) async fn count_call(
    ordering: &Ordering,
    of: NamedLimit,
    order: OrderId,
    whose: Whose<'_>,
) -> Result<(), ApiError> {
    let taken = ordering.rate_limits.take(of, &order.to_string()).await?;
    taken.map_err(|wait| {
        ordering.rate_limits.note_refused(&whose.call(of), of, wait);
        too_many(wait)
    })
}

/// Refuses what was refused a moment ago, before it is looked at.
pub(super) async fn refuse(State(ordering): State<Ordering>, request: Request, next: Next) -> Response {
    let of = match request.uri().path() {
        path if path.ends_with("/pay") => PAY,
        path if path.ends_with("/cancel") => CANCEL,
        _ => return next.run(request).await,
    };
    let (head, body) = request.into_parts();
    let body = match RawBody::from_request(Request::new(body), &()).await {
        Ok(RawBody(body)) => body,
        Err(error) => return error.into_response(),
    };
    if let Ok(WhoseBody { order_id, order_key }) = serde_json::from_slice(&body) {
        let whose = Whose { order_id: &order_id, order_key: &order_key };
        if let Some(wait) = ordering.rate_limits.refused(&whose.call(of), of) {
            return too_many(wait).into_response();
        }
    }
    next.run(Request::from_parts(head, Body::from(body))).await
}

fn too_many(wait: SignedDuration) -> ApiError {
    ApiError::new(Code::TooMany).retry_after(wait.try_into().unwrap_or_default())
}

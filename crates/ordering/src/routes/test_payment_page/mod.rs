//! `/testimaksu/{sessionId}`: the page of the embedded payment provider, which says that no money moves.

mod html;

use axum::{
    Router,
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::get,
};
use domain::{
    error::Code,
    payment::{PaymentErrorCode, SessionToken},
};
use jiff::SignedDuration;
use providers::payment::{ChooseError, TestPageChoice};
use serde::Deserialize;
use server::{ApiError, Path, extract::RawBody};

use crate::ordering::Ordering;

/// The longest that somebody may wait before they pay.
const LONGEST_DELAY: i64 = 600;

/// What the page's form says.
#[derive(Debug, Deserialize)]
struct Chosen {
    choice: String,
    code: Option<String>,
    seconds: Option<String>,
}

impl Chosen {
    fn read(&self) -> Result<TestPageChoice, ApiError> {
        let number = |text: &Option<String>| text.as_deref().filter(|text| !text.is_empty()).map(str::parse::<i64>);
        match self.choice.as_str() {
            "pay" => Ok(TestPageChoice::Pay),
            "cancel" => Ok(TestPageChoice::Cancel),
            "lost" => Ok(TestPageChoice::Lost),
            "refuse" => match number(&self.code) {
                None => Ok(TestPageChoice::Refuse(PaymentErrorCode::REFUSED)),
                Some(code) => {
                    let code = code.ok().and_then(|code| u32::try_from(code).ok());
                    let known = code.map(PaymentErrorCode::from_number).filter(|known| Some(known.number()) == code);
                    known.map(TestPageChoice::Refuse).ok_or_else(|| ApiError::invalid("code"))
                }
            },
            "delay" => match number(&self.seconds) {
                Some(Ok(seconds)) if (0..=LONGEST_DELAY).contains(&seconds) => {
                    Ok(TestPageChoice::Delay(SignedDuration::from_secs(seconds)))
                }
                _ => Err(ApiError::invalid("seconds")),
            },
            _ => Err(ApiError::invalid("choice")),
        }
    }
}

/// The page. It is no part of the API.
pub(super) fn router() -> Router<Ordering> {
    Router::new().route("/testimaksu/{sessionId}", get(show).post(choose))
}

fn session_of(text: &str) -> Result<SessionToken, ApiError> {
    text.parse().map_err(|_| ApiError::new(Code::PaymentSessionNotFound))
}

async fn show(State(ordering): State<Ordering>, Path(session): Path<String>, headers: HeaderMap) -> Response {
    page_of(&ordering, &session).await.unwrap_or_else(|error| refused(error, &session, &headers))
}

async fn choose(
    State(ordering): State<Ordering>,
    Path(session): Path<String>,
    headers: HeaderMap,
    RawBody(form): RawBody,
) -> Response {
    chosen(&ordering, &session, &form).await.unwrap_or_else(|error| refused(error, &session, &headers))
}

/// What a browser shows of a refusal is a page with a way on; a program reads it as everywhere.
fn refused(error: ApiError, session: &str, headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).and_then(|accepted| accepted.to_str().ok()).unwrap_or_default();
    if !accepted.contains("text/html") {
        return error.into_response();
    }
    let known = session_of(session).ok().filter(|_| error.code() != Code::PaymentSessionNotFound);
    let payment = known.map(|session| format!("/testimaksu/{}", session.reveal()));
    let page = html::refusal(error.code(), &error.body().message, payment.as_deref());
    let (mut parts, _) = error.into_response().into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    for (name, value) in kept() {
        parts.headers.insert(name, value);
    }
    Response::from_parts(parts, Body::from(page))
}

/// The headers of a page that nobody keeps.
fn kept() -> [(HeaderName, HeaderValue); 2] {
    [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ]
}

async fn page_of(ordering: &Ordering, session: &str) -> Result<Response, ApiError> {
    let session = session_of(session)?;
    let found = ordering.payments.test.page(session).await?;
    let page = found.ok_or_else(|| ApiError::new(Code::PaymentSessionNotFound))?;
    Ok((kept(), html::payment(&page, &return_of(session))).into_response())
}

/// Where a browser goes afterwards.
fn return_of(session: SessionToken) -> String {
    format!("/api/payments/return/{}", session.reveal())
}

async fn chosen(ordering: &Ordering, session: &str, form: &[u8]) -> Result<Response, ApiError> {
    let session = session_of(session)?;
    let choice = chosen_in(form)?.read()?;
    let payments = &ordering.payments;
    let told = payments.test.choose(session, choice).await.map_err(|error| match error {
        ChooseError::Unknown => ApiError::new(Code::PaymentSessionNotFound),
        ChooseError::Used => {
            let code = PaymentErrorCode::ORDER_ALREADY_PAID;
            ApiError::new(Code::PaymentError).worded(html::USED).with("errorCode", code.number())
        }
        ChooseError::Store(error) => error.into(),
    })?;
    if let Some(told) = told {
        // What is not taken now is found by asking.
        if let Err(error) = payments.take_notification(&ordering.view(), &told.signature, &told.body).await {
            tracing::warn!(code = error.code().as_str(), "a notification of the test provider was not taken");
        }
    }
    let address = HeaderValue::try_from(return_of(session)).map_err(|error| ApiError::internal(&error))?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response())
}

/// A form is written as a query is.
fn chosen_in(form: &[u8]) -> Result<Chosen, ApiError> {
    let misfit = || ApiError::invalid("choice");
    let form = std::str::from_utf8(form).map_err(|_| misfit())?;
    let address: Uri = format!("/?{form}").parse().map_err(|_| misfit())?;
    axum::extract::Query::try_from_uri(&address).map(|axum::extract::Query(chosen)| chosen).map_err(|_| misfit())
}

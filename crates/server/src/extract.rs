//! Extractors that fail with the one error body.

use std::{cell::Cell, future::poll_fn, pin::Pin, time::Duration};

use axum::{
    body::{Bytes, HttpBody},
    extract::{FromRequest, FromRequestParts, Request},
    http::{HeaderMap, header::CONTENT_TYPE, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use bytes::BytesMut;
use domain::{SecurityKind, error::Code};
use serde::{
    Serialize,
    de::{DeserializeOwned, IgnoredAny},
};

use crate::ApiError;

/// The largest body that is read, in bytes (docs/spec/hub.md, "Errors").
pub const MAX_BODY: usize = 256 * 1024;

/// Room that is made for a body before any of it has come, in bytes.
const MADE_ROOM: usize = 16 * 1024;

/// What of a thread's buffer for answers is kept for its next one, in bytes.
const KEPT_BUFFER: usize = 64 * 1024;

thread_local! {
    static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// A JSON body in and out. In: not JSON or not UTF-8 400, JSON that does not fit 422 with `metadata.field`, over
/// [`MAX_BODY`] 413. The content type is not asked for: a kitchen's script that forgets it means JSON.
#[derive(Debug, Clone, Copy)]
pub struct Json<T>(pub T);

impl<T, S> FromRequest<S> for Json<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        from_json(&read_body(request).await?).map(Json)
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match to_json(&self.0) {
            Ok(text) => ([(CONTENT_TYPE, "application/json")], text).into_response(),
            Err(error) => {
                tracing::error!(%error, "an answer cannot be written as JSON");
                ApiError::new(Code::Internal).into_response()
            }
        }
    }
}

/// Writes JSON. A vector takes many small pieces at a third of what `bytes::AuthorKind`, which axum's own answer writes into,
/// asks; one that is there already need not grow and be moved.
fn to_json<T: Serialize>(value: &T) -> Result<Bytes, serde_json::Error> {
    let mut buffer = BUFFER.take();
    buffer.clear();
    let written = serde_json::to_writer(&mut buffer, value);
    let text = written.map(|()| Bytes::copy_from_slice(&buffer));
    if buffer.capacity() <= KEPT_BUFFER {
        BUFFER.set(buffer);
    }
    text
}

/// Refuses a body that does not say that it is JSON: a foreign page's form says what it is.
pub async fn require_json(request: Request, next: Next) -> Response {
    let is_empty = request.body().is_end_stream();
    if is_empty || is_json(request.headers()) {
        return next.run(request).await;
    }
    ApiError::new(Code::NotJson).as_unsupported().into_response()
}

fn is_json(headers: &HeaderMap) -> bool {
    let said = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = said.split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

/// A body as it came, byte for byte, for what is signed. Over [`MAX_BODY`] 413.
#[derive(Debug, Clone)]
pub struct RawBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        read_body(request).await.map(Self)
    }
}

/// Why a body is not read on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyRefused {
    /// It took too long to come.
    #[error("a body took too long to come")]
    TooSlow,
    /// There is no room for more of it now.
    #[error("there is no room for a body now")]
    NoRoom,
}

impl BodyRefused {
    /// What a body that broke off is answered with; nobody reads that where the caller itself has gone.
    fn answer(error: &(dyn std::error::Error + 'static)) -> ApiError {
        let mut causes = std::iter::successors(Some(error), |error| error.source());
        match causes.find_map(|cause| cause.downcast_ref::<Self>()) {
            Some(Self::TooSlow) => ApiError::new(Code::Timeout).retry_after(Duration::from_secs(1)),
            Some(Self::NoRoom) => ApiError::unavailable().witnessed_as(SecurityKind::Limit),
            None => ApiError::new(Code::NotJson),
        }
    }
}

/// Reads a body whole.
///
/// # Errors
/// 413 where it is larger than [`MAX_BODY`], 503 where it does not come or there is no room for it.
pub async fn read_body(request: Request) -> Result<Bytes, ApiError> {
    let mut body = request.into_body();
    let too_large = || ApiError::new(Code::TooLarge);
    // A length that was declared; what is too large is not even begun.
    if body.size_hint().lower() > MAX_BODY as u64 {
        return Err(too_large());
    }
    // What was announced has not come yet: room is made as it comes.
    let announced = usize::try_from(body.size_hint().lower()).unwrap_or_default();
    let mut read = BytesMut::with_capacity(announced.min(MADE_ROOM));
    while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let frame = frame.map_err(|error| BodyRefused::answer(&error))?;
        let Ok(data) = frame.into_data() else { continue };
        if read.len() + data.len() > MAX_BODY {
            return Err(too_large());
        }
        read.extend_from_slice(&data);
    }
    Ok(read.freeze())
}

/// Reads JSON; the error names the field by its path.
///
/// # Errors
/// 400 where it is not JSON or not UTF-8, 422 where it does not fit.
pub fn from_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    // The whole body: a reader that passes over a field does not look at what stands in it.
    let body = std::str::from_utf8(body).map_err(|_| ApiError::new(Code::NotJson))?;
    // Where something is wrong is only asked where something is: keeping the path costs as much as reading.
    if let Ok(value) = serde_json::from_str(body) {
        return Ok(value);
    }
    let mut reader = serde_json::Deserializer::from_str(body);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        // Whether the whole is JSON: the rest may be none, and what the reader calls wrong may be a
        // number past all bounds or half a surrogate pair, which no type can hold.
        let is_json = serde_json::from_str::<IgnoredAny>(body).is_ok();
        if is_json { misfit(&error) } else { ApiError::new(Code::NotJson) }
    })?;
    reader.end().map_err(|_| ApiError::new(Code::NotJson))?;
    Ok(value)
}

/// Reads a part of a body that stands alone; the error names the field by its path in that part.
///
/// # Errors
/// 422 where it does not fit.
pub fn from_value<T: DeserializeOwned>(value: &serde_json::Value) -> Result<T, ApiError> {
    T::deserialize(value).or_else(|_| serde_path_to_error::deserialize(value).map_err(|error| misfit(&error)))
}

fn misfit(error: &serde_path_to_error::Error<serde_json::Error>) -> ApiError {
    ApiError::invalid(field_of(&error.path().to_string(), &error.inner().to_string()))
}

/// A missing field is reported at its object; its name stands in the message alone.
fn field_of(path: &str, message: &str) -> String {
    let path = if path == "." { "" } else { path };
    let missing = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    match missing {
        Some(name) if path.is_empty() => name.to_owned(),
        // The path of a missing field may already end in its name.
        Some(name) if path == name || path.ends_with(&format!(".{name}")) => path.to_owned(),
        Some(name) => format!("{path}.{name}"),
        None => path.to_owned(),
    }
}

/// Query parameters; one that does not fit is 422 with its name.
#[derive(Debug, Clone, Copy)]
pub struct Query<T>(pub T);

impl<T, S> FromRequestParts<S> for Query<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        axum::extract::Query::try_from_uri(&parts.uri).map(|axum::extract::Query(value)| Self(value)).map_err(|error| {
            let text = error.body_text();
            let field = text.split_once("missing field `").and_then(|(_, rest)| rest.split('`').next());
            let named = text.split_once(": ").and_then(|(_, rest)| rest.split(':').next());
            ApiError::invalid(field.or(named).unwrap_or("query"))
        })
    }
}

/// Path parameters. One that does not fit names nothing that could exist: 404.
#[derive(Debug, Clone, Copy)]
pub struct Path<T>(pub T);

impl<T, S> FromRequestParts<S> for Path<T>
where
    T: DeserializeOwned + Send,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(value)| Self(value)).map_err(|_| ApiError::new(Code::NoRoute))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "read by serde alone")]
    struct Inner {
        lat: f64,
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "read by serde alone")]
    struct Outer {
        inner: Inner,
        list: Option<Vec<Inner>>,
    }

    fn field(body: &str) -> String {
        let error = from_json::<Outer>(body.as_bytes()).unwrap_err();
        error.body().metadata.get("field").map_or(error.code().as_str().to_owned(), |f| f.as_str().unwrap().to_owned())
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_no_json_wherever_they_stand() {
        let around = |before: &str, after: &str| [before.as_bytes(), b"\xff", after.as_bytes()].concat();
        for body in [
            around(r#"{"inner":{"lat":1},"unknown":""#, r#""}"#),
            around(r#"{"inner":{"lat":1},"unknown":{"deep":[""#, r#""]}}"#),
            around(r#"{"inner":{"lat":1},""#, r#"":1}"#),
            around(r#"{"inner":{"lat":""#, r#""}}"#),
            around(r#"{"inner":{"lat":1}}"#, ""),
            Vec::new(),
        ] {
            assert_eq!(from_json::<Outer>(&body).unwrap_err().code(), Code::NotJson, "{body:?}");
        }
    }

    #[test]
    fn a_misfit_is_named_by_its_path() {
        assert_eq!(field("{"), "request/not-json");
        assert_eq!(field(r#"{"inner":{"lat":1}} x"#), "request/not-json");
        assert_eq!(field(r#"{"inner":7} x"#), "request/not-json");
        assert_eq!(field("[]"), "");
        assert_eq!(field("{}"), "inner");
        assert_eq!(field(r#"{"inner":{}}"#), "inner.lat");
        assert_eq!(field(r#"{"inner":{"lat":"1"}}"#), "inner.lat");
        assert_eq!(field(r#"{"inner":{"lat":1},"list":[{"lat":1},{"lat":null}]}"#), "list[1].lat");
        assert_eq!(field(r#"{"inner":{"lat":1},"list":[{"lat":1},{}]}"#), "list[1].lat");
        assert_eq!(field(r#"{"inner":{"lat":1e999}}"#), "inner.lat");
        assert_eq!(field(r#"{"inner":{"lat":"\ud800"}}"#), "inner.lat");
        let list = from_json::<Vec<Inner>>(br#"[{"lat":1},{"lat":true}]"#).unwrap_err();
        assert_eq!(list.body().metadata["field"], "[1].lat");
    }
}

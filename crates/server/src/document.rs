//! Answers that have a version: who has the newest already is told so, without a body.

use std::fmt::Write as _;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{ApiError, etag::is_known};

/// A JSON answer with its version: a weak `ETag` over the body, equal on all nodes.
#[derive(Debug, Clone)]
pub struct Document {
    json: Bytes,
    etag: HeaderValue,
}

/// For whom an answer may be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptFor {
    /// Whoever asks.
    Everybody,
    /// The person who is signed in.
    ThisPerson,
}

impl Document {
    /// Writes a value down.
    ///
    /// # Errors
    /// 500 where it cannot be written, which no type of an answer brings about.
    pub fn new<T: Serialize>(value: &T) -> Result<Self, ApiError> {
        let json = serde_json::to_vec(value).map_err(|error| ApiError::internal(&error))?;
        let etag = etag_of(&json);
        Ok(Self { json: json.into(), etag })
    }

    /// The body.
    #[must_use]
    pub fn json(&self) -> &Bytes {
        &self.json
    }

    /// Its version.
    #[must_use]
    pub fn etag(&self) -> &HeaderValue {
        &self.etag
    }

    /// What a caller with these headers is answered: the body, or 304 where it has it.
    #[must_use]
    pub fn answer(&self, headers: &HeaderMap, kept_for: KeptFor) -> Response {
        let kept = [(header::ETAG, self.etag.clone()), (header::CACHE_CONTROL, kept_for.cache_control())];
        if is_known(headers, &self.etag) {
            return (StatusCode::NOT_MODIFIED, kept).into_response();
        }
        let json = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        (kept, json, Body::from(self.json.clone())).into_response()
    }
}

impl KeptFor {
    /// The value of `Cache-Control`: whoever keeps it asks whether it is still the newest.
    #[must_use]
    pub fn cache_control(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Everybody => "no-cache",
            Self::ThisPerson => "private, no-cache",
        })
    }
}

/// Weak, over the bytes of a body: 128 bits of their SHA-256.
#[must_use]
pub fn etag_of(body: &[u8]) -> HeaderValue {
    let mut text = String::with_capacity(2 + 2 + 32);
    text.push_str("W/\"");
    for byte in &Sha256::digest(body)[..16] {
        let _infallible = write!(text, "{byte:02x}");
    }
    text.push('"');
    HeaderValue::from_str(&text).expect("digits and quotes are a header value")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_the_newest_gets_no_body() {
        let document = Document::new(&["pizza"]).unwrap();
        let first = document.answer(&HeaderMap::new(), KeptFor::Everybody);
        assert_eq!(
            (first.status(), first.headers()[header::CACHE_CONTROL].as_bytes()),
            (StatusCode::OK, &b"no-cache"[..])
        );
        let etag = first.headers()[header::ETAG].clone();
        assert_eq!(&etag, Document::new(&["pizza"]).unwrap().etag(), "equal bodies have equal versions");
        let asks = |etag: &HeaderValue| HeaderMap::from_iter([(header::IF_NONE_MATCH, etag.clone())]);
        let again = document.answer(&asks(&etag), KeptFor::ThisPerson);
        assert_eq!((again.status(), again.headers()[header::ETAG].clone()), (StatusCode::NOT_MODIFIED, etag.clone()));
        assert_eq!(again.headers()[header::CACHE_CONTROL], "private, no-cache");
        let changed = Document::new(&["pasta"]).unwrap();
        assert_eq!(changed.answer(&asks(&etag), KeptFor::Everybody).status(), StatusCode::OK);
    }
}

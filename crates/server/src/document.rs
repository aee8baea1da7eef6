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

/// An answer with its version: a weak `ETag` over the body, equal on all nodes.
#[derive(Debug, Clone)]
pub struct Document {
    body: Bytes,
    kind: HeaderValue,
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
    /// Writes a value down as JSON.
    ///
    /// # Errors
    /// 500 where it cannot be written, which no type of an answer brings about.
    pub fn new<T: Serialize>(value: &T) -> Result<Self, ApiError> {
        let json = serde_json::to_vec(value).map_err(|error| ApiError::internal(&error))?;
        Ok(Self::of("application/json", json))
    }

    /// A page.
    #[must_use]
    pub fn html(text: String) -> Self {
        Self::of("text/html; charset=utf-8", text.into_bytes())
    }

    /// What programs read as XML.
    #[must_use]
    pub fn xml(text: String) -> Self {
        Self::of("application/xml", text.into_bytes())
    }

    fn of(kind: &'static str, body: Vec<u8>) -> Self {
        Self { etag: etag_of(&body), kind: HeaderValue::from_static(kind), body: body.into() }
    }

    /// The body.
    #[must_use]
    pub fn body(&self) -> &Bytes {
        &self.body
    }

    /// What kind of text it is.
    #[must_use]
    pub fn kind(&self) -> &HeaderValue {
        &self.kind
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
        let kind = [(header::CONTENT_TYPE, self.kind.clone())];
        (kept, kind, Body::from(self.body.clone())).into_response()
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
    HeaderValue::from_str(&format!("W/\"{}\"", digest(body))).expect("digits and quotes are a header value")
}

/// What tells a text from others: 128 bits of its SHA-256, in hexadecimal.
#[must_use]
pub fn digest(text: &[u8]) -> String {
    let mut digits = String::with_capacity(32);
    for byte in &Sha256::digest(text)[..16] {
        let _infallible = write!(digits, "{byte:02x}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_what_it_is() {
        let page = Document::html("<p>pizza".to_owned()).answer(&HeaderMap::new(), KeptFor::Everybody);
        assert_eq!(page.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
    }

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

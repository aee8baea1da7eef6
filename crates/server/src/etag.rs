//! Versions of answers, as `ETag` and `If-None-Match` tell them.

use axum::http::{HeaderMap, HeaderValue, header};

/// Whether a caller names this version as one that it has; compared weakly.
#[must_use]
pub fn is_known(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let present = etag.to_str().map(opaque).unwrap_or_default();
    let given = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    given.flat_map(|value| value.split(',')).any(|tag| tag.trim() == "*" || opaque(tag) == present)
}

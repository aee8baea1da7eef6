//! Changing calls that a cookie stands for must come from our own pages: a browser sends the cookie
//! along wherever a call comes from.
//!
//! `SameSite=Lax` keeps most of them away; this keeps away the rest. A call is ours where its `Origin`
//! is allowed, where `Sec-Fetch-Site` says `same-origin`, or where it bears our own header, which no
//! foreign page can add without a permission that we never give. One of the three is enough, and an
//! `Origin` that is not allowed is refused whatever else stands there.

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderMap, header, request::Parts},
};
use domain::error::Code;

use crate::{ApiError, address::ClientAddress, origin::AllowedOrigins};

/// The header by which a page without `Origin` says that it is ours; any value.
pub const HEADER: &str = "x-ovelle-csrf";

/// Proof that a call comes from our own page; an extractor for changing calls with a cookie.
#[derive(Debug, Clone, Copy)]
pub struct OwnPage(());

/// What a call says of the page that it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    Ours,
    Foreign,
    Unsaid,
}

fn page_of(headers: &HeaderMap, caller: &ClientAddress, origins: &AllowedOrigins) -> From {
    if let Some(origin) = headers.get(header::ORIGIN) {
        let is_allowed = origin.to_str().is_ok_and(|origin| origins.allows(origin, caller));
        return if is_allowed { From::Ours } else { From::Foreign };
    }
    match headers.get("sec-fetch-site").map(axum::http::HeaderValue::as_bytes) {
        Some(b"same-origin") => From::Ours,
        Some(b"cross-site" | b"same-site") => From::Foreign,
        _ if headers.contains_key(HEADER) => From::Ours,
        _ => From::Unsaid,
    }
}

/// Refuses a call that says itself that it comes from a foreign page. For calls without a cookie,
/// such as signing in: a program need not prove anything.
///
/// # Errors
/// 403 where the page is not ours.
pub fn refuse_foreign(headers: &HeaderMap, caller: &ClientAddress, origins: &AllowedOrigins) -> Result<(), ApiError> {
    match page_of(headers, caller, origins) {
        From::Foreign => Err(ApiError::new(Code::ForeignPage)),
        From::Ours | From::Unsaid => Ok(()),
    }
}

impl<S> FromRequestParts<S> for OwnPage
where
    S: Send + Sync,
    AllowedOrigins: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let caller = ClientAddress::from_request_parts(parts, state).await?;
        match page_of(&parts.headers, &caller, &AllowedOrigins::from_ref(state)) {
            From::Ours => Ok(Self(())),
            From::Foreign | From::Unsaid => Err(ApiError::new(Code::ForeignPage)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(pairs: &[(&'static str, &str)]) -> From {
        let headers = pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        let caller = ClientAddress {
            address: [127, 0, 0, 1].into(),
            scheme: "http".to_owned(),
            host: "127.0.0.1:8080".to_owned(),
        };
        page_of(&headers, &caller, &AllowedOrigins::new(["https://ovelle.example/".to_owned()]))
    }

    #[test]
    fn one_proof_is_enough() {
        assert_eq!(page(&[("origin", "http://127.0.0.1:8080")]), From::Ours);
        assert_eq!(page(&[("origin", "https://ovelle.example"), ("sec-fetch-site", "cross-site")]), From::Ours);
        assert_eq!(page(&[("sec-fetch-site", "same-origin")]), From::Ours);
        assert_eq!(page(&[("x-ovelle-csrf", "1")]), From::Ours);
    }

    #[test]
    fn a_foreign_page_is_refused_whatever_else_it_says() {
        assert_eq!(page(&[]), From::Unsaid);
        assert_eq!(page(&[("sec-fetch-site", "none")]), From::Unsaid);
        for foreign in ["https://evil.example", "null", "http://127.0.0.1:8081", "https://ovelle.example.evil.example"]
        {
            let all = [("origin", foreign), ("sec-fetch-site", "same-origin"), ("x-ovelle-csrf", "1")];
            assert_eq!(page(&all), From::Foreign, "{foreign}");
        }
        for site in ["cross-site", "same-site"] {
            assert_eq!(page(&[("sec-fetch-site", site), ("x-ovelle-csrf", "1")]), From::Foreign, "{site}");
        }
    }
}

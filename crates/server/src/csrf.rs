//! Changing calls that a cookie stands for must come from our own pages: a browser sends the cookie
//! along wherever a call comes from.
//!
//! `SameSite=Lax` keeps most of them away; this keeps away the rest. A call is ours where its `Origin`
//! is, where `Sec-Fetch-Site` says `same-origin`, or where it bears our own header, which no
//! foreign page can add without a permission that we never give. One of the three is enough, and an
//! `Origin` of another is refused whatever else stands there.

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

/// Proof that a changing call is its caller's own: a program's `Authorization` is one, a cookie comes from our own page.
#[derive(Debug, Clone, Copy)]
pub struct ProvenCall(());

/// Proof that a call comes from no page of another house; who says nothing of a page is a program. For calls that change
/// nothing of anybody's.
#[derive(Debug, Clone, Copy)]
pub struct NoForeignPage(());

/// What a call says of the page that it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    Ours,
    Foreign,
    Unsaid,
}

fn page_of(headers: &HeaderMap, caller: &ClientAddress, origins: &AllowedOrigins) -> From {
    // A form of a page with `Referrer-Policy: no-referrer`, as all of ours are, says no more than this of where it stands.
    let is_unnamed = headers.get(header::ORIGIN).is_some_and(|origin| origin == "null");
    if is_unnamed {
        let is_ours = headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin");
        return if is_ours { From::Ours } else { From::Foreign };
    }
    if let Some(origin) = headers.get(header::ORIGIN) {
        let is_ours = origin.to_str().is_ok_and(|origin| origins.is_ours(origin, caller));
        return if is_ours { From::Ours } else { From::Foreign };
    }
    match headers.get("sec-fetch-site").map(axum::http::HeaderValue::as_bytes) {
        Some(b"same-origin") => From::Ours,
        Some(b"cross-site" | b"same-site") => From::Foreign,
        _ if headers.contains_key(HEADER) => From::Ours,
        _ => From::Unsaid,
    }
}

/// Whether a call says that it comes from one of our own pages.
#[must_use]
pub fn is_from_own_page(headers: &HeaderMap, caller: &ClientAddress, origins: &AllowedOrigins) -> bool {
    page_of(headers, caller, origins) == From::Ours
}

impl<S> FromRequestParts<S> for OwnPage
where
    S: Send + Sync,
    AllowedOrigins: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let caller = ClientAddress::from_request_parts(parts, state).await?;
        match is_from_own_page(&parts.headers, &caller, &AllowedOrigins::from_ref(state)) {
            true => Ok(Self(())),
            false => Err(ApiError::new(Code::ForeignPage)),
        }
    }
}

impl<S> FromRequestParts<S> for NoForeignPage
where
    S: Send + Sync,
    AllowedOrigins: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let caller = ClientAddress::from_request_parts(parts, state).await?;
        match page_of(&parts.headers, &caller, &AllowedOrigins::from_ref(state)) {
            From::Foreign => Err(ApiError::new(Code::ForeignPage)),
            From::Ours | From::Unsaid => Ok(Self(())),
        }
    }
}

impl<S> FromRequestParts<S> for ProvenCall
where
    S: Send + Sync,
    AllowedOrigins: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        // No page can send one, and beside it no cookie counts.
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            OwnPage::from_request_parts(parts, state).await?;
        }
        Ok(Self(()))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Uri;

    use super::*;
    use crate::address::TrustedProxies;

    fn page(pairs: &[(&'static str, &str)]) -> From {
        let headers = pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        let host = [(header::HOST, "127.0.0.1:8080".parse().unwrap())].into_iter().collect();
        let caller =
            ClientAddress::of(&TrustedProxies::default(), [127, 0, 0, 1].into(), &host, &Uri::from_static("/"));
        page_of(
            &headers,
            &caller,
            &AllowedOrigins::new("https://ovelle.example/", ["https://friend.example".to_owned()]),
        )
    }

    #[test]
    fn one_proof_is_enough() {
        assert_eq!(page(&[("origin", "http://127.0.0.1:8080")]), From::Ours);
        assert_eq!(page(&[("origin", "https://ovelle.example"), ("sec-fetch-site", "cross-site")]), From::Ours);
        assert_eq!(page(&[("sec-fetch-site", "same-origin")]), From::Ours);
        assert_eq!(page(&[("x-ovelle-csrf", "1")]), From::Ours);
    }

    #[test]
    fn an_origin_without_a_name_is_ours_where_the_browser_says_so() {
        assert_eq!(page(&[("origin", "null"), ("sec-fetch-site", "same-origin")]), From::Ours);
        for site in ["same-site", "cross-site", "none"] {
            assert_eq!(page(&[("origin", "null"), ("sec-fetch-site", site)]), From::Foreign, "{site}");
        }
        assert_eq!(page(&[("origin", "null"), ("x-ovelle-csrf", "1")]), From::Foreign);
        assert_eq!(page(&[("origin", "null")]), From::Foreign);
    }

    #[test]
    fn a_foreign_page_is_refused_whatever_else_it_says() {
        assert_eq!(page(&[]), From::Unsaid);
        assert_eq!(page(&[("sec-fetch-site", "none")]), From::Unsaid);
        for foreign in [
            "https://evil.example",
            "https://friend.example",
            "http://127.0.0.1:8081",
            "https://ovelle.example.evil.example",
        ] {
            let all = [("origin", foreign), ("sec-fetch-site", "same-origin"), ("x-ovelle-csrf", "1")];
            assert_eq!(page(&all), From::Foreign, "{foreign}");
        }
        for site in ["cross-site", "same-site"] {
            assert_eq!(page(&[("sec-fetch-site", site), ("x-ovelle-csrf", "1")]), From::Foreign, "{site}");
        }
    }
}

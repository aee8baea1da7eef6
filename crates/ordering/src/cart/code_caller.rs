//! Who tries codes, as a request says it.

use axum::{extract::FromRequestParts, http::request::Parts};
use server::{ApiError, address::ClientAddress, credentials::credentials, security::Witness};

use crate::{code_attempts::CodeCaller, ordering::Ordering, shopper::Shopper};

impl FromRequestParts<Ordering> for CodeCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, ordering: &Ordering) -> Result<Self, ApiError> {
        let address = ClientAddress::from_request_parts(parts, ordering).await?.address;
        let is_signed_in = parts.extensions.get::<Shopper>().is_some_and(|shopper| shopper.is_signed_in());
        let credentials = credentials(&parts.headers, Some(ordering.cookie));
        let session = credentials.bearer.or(credentials.session).filter(|_| is_signed_in);
        Ok(ordering.code_attempts.caller(session, address, Witness::of(&parts.extensions)))
    }
}

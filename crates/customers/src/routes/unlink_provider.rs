//! `DELETE /api/users/me/provider/{provider}`: what somebody is elsewhere opens their account no more.

use axum::{extract::State, http::StatusCode};
use domain::error::Code;
use mail::AccountMail;
use server::{ApiError, ErrorBody, Path};
use store::Unlinked;

use super::CUSTOMER_CHANGES;
use crate::{ChangingCustomer, Customers};

/// Ends what a provider opens; links to new passwords end, and the owner is told. Idempotent: what was not linked is 204 too.
#[utoipa::path(delete, path = "/api/users/me/provider/{provider}", operation_id = "unlinkProvider", tag = "users",
    params(("provider" = String, Path, description = "As `providers[].id` of `getIdentity`"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 204, description = "It opens the account no more"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 409, description = "Nothing else opens the account: it has no password", body = ErrorBody),
        (status = 422, description = "No such provider", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn unlink_provider(
    State(customers): State<Customers>,
    Path(provider): Path<String>,
    ChangingCustomer(customer): ChangingCustomer,
) -> Result<StatusCode, ApiError> {
    customers.rate_limits.count(CUSTOMER_CHANGES, &customer.session_id.to_string()).await?;
    let client = customers.identity_of(&provider).ok_or_else(|| ApiError::new(Code::ProviderUnsupported))?;
    let (store, now) = (customers.deps.store.customers(), customers.deps.clock.now());
    let account = store.by_id(customer.id, now).await?.ok_or_else(|| ApiError::new(Code::Unauthorized))?;
    let told =
        AccountMail::ProviderUnlinked { provider: customers.provider_name(), forgot_link: customers.forgot_link() };
    let message = customers.mail(&account.email, &told, now);
    match store.unlink(customer.id, client.issuer().to_owned(), message).await? {
        Unlinked::Done => Ok(StatusCode::NO_CONTENT),
        Unlinked::LastSignIn => Err(ApiError::new(Code::LastSignIn)),
    }
}

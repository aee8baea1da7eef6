//! Who calls what is a customer's.

use axum::{extract::FromRequestParts, http::request::Parts};
use deps::{Caller, CustomerCaller, StaffCaller};
use domain::{error::Code, staff::Role};
use server::{ApiError, credentials::caller_of, csrf::ProvenCall};

use crate::Customers;

/// A signed-in customer who looks at what is theirs; 401 for a guest, 403 for the call centre.
#[derive(Debug, Clone)]
pub struct LookingCustomer(pub CustomerCaller);

/// A signed-in customer who changes something; one whom a cookie stands for proves that our own page sends it.
#[derive(Debug, Clone)]
pub struct ChangingCustomer(pub CustomerCaller);

/// Who is signed in to the shop.
#[derive(Debug, Clone)]
pub(crate) enum ShopUser {
    Customer(CustomerCaller),
    CallCentre(StaffCaller),
}

impl FromRequestParts<Customers> for ShopUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, customers: &Customers) -> Result<Self, ApiError> {
        let cookie = Some(customers.cookie);
        match caller_of(&*customers.deps.callers, &parts.headers, &parts.extensions, cookie).await? {
            Caller::Customer(customer) => Ok(Self::Customer(customer)),
            Caller::Staff(staff) if staff.roles().has(Role::CallCentre) => Ok(Self::CallCentre(staff)),
            Caller::TotpSetup(_) => Err(ApiError::new(Code::TotpSetup)),
            Caller::Guest | Caller::Staff(_) | Caller::Key(_) => Err(ApiError::new(Code::Unauthorized)),
        }
    }
}

impl FromRequestParts<Customers> for LookingCustomer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, customers: &Customers) -> Result<Self, ApiError> {
        match ShopUser::from_request_parts(parts, customers).await? {
            ShopUser::Customer(customer) => Ok(Self(customer)),
            ShopUser::CallCentre(_) => Err(ApiError::new(Code::UsersForbidden)),
        }
    }
}

impl FromRequestParts<Customers> for ChangingCustomer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, customers: &Customers) -> Result<Self, ApiError> {
        let LookingCustomer(customer) = LookingCustomer::from_request_parts(parts, customers).await?;
        ProvenCall::from_request_parts(parts, customers).await?;
        Ok(Self(customer))
    }
}

/// Refuses somebody who has not accepted the terms that hold (docs/spec/people.md, "Terms").
///
/// # Errors
/// 403 `users/terms-required`.
pub(crate) fn require_terms(customer: &CustomerCaller) -> Result<(), ApiError> {
    if customer.has_open_terms { Err(ApiError::new(Code::TermsRequired)) } else { Ok(()) }
}

//! Who calls what is a member's.

use axum::{extract::FromRequestParts, http::request::Parts};
use deps::{Caller, CustomerCaller};
use domain::{error::Code, staff::Role};
use server::{
    ApiError,
    credentials::{bearer, caller_of},
    csrf::ProvenCall,
};

use crate::programme::LoyaltyProgramme;

/// Who is signed in to the shop, with the shop's terms accepted.
#[derive(Debug, Clone, Copy)]
pub(crate) enum CardHolder {
    Customer(CustomerCaller),
    CallCentre,
}

/// A member who looks at what is theirs; 401 for a guest, 403 for the call centre, 404 for who is no member.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LookingMember(pub(crate) CustomerCaller);

/// A member who changes something; one whom a cookie stands for proves that our own page sends it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChangingMember(pub(crate) CustomerCaller);

/// A member by their bearer alone, with any call but `HEAD`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BearingMember(pub(crate) CustomerCaller);

impl CardHolder {
    fn member(self) -> Result<CustomerCaller, ApiError> {
        match self {
            Self::Customer(customer) if customer.is_member => Ok(customer),
            Self::Customer(_) => Err(ApiError::new(Code::NotMember)),
            Self::CallCentre => Err(ApiError::new(Code::UsersForbidden)),
        }
    }
}

impl FromRequestParts<LoyaltyProgramme> for CardHolder {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, programme: &LoyaltyProgramme) -> Result<Self, ApiError> {
        let cookie = Some(programme.cookie);
        match caller_of(&*programme.deps.callers, &parts.headers, &parts.extensions, cookie).await? {
            Caller::Customer(customer) if customer.has_open_terms => Err(ApiError::new(Code::TermsRequired)),
            Caller::Customer(customer) => Ok(Self::Customer(customer)),
            Caller::Staff(staff) if staff.roles().has(Role::CallCentre) => Ok(Self::CallCentre),
            Caller::TotpSetup(_) => Err(ApiError::new(Code::TotpSetup)),
            Caller::Guest | Caller::Staff(_) | Caller::Key(_) => Err(ApiError::new(Code::Unauthorized)),
        }
    }
}

impl FromRequestParts<LoyaltyProgramme> for LookingMember {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, programme: &LoyaltyProgramme) -> Result<Self, ApiError> {
        CardHolder::from_request_parts(parts, programme).await?.member().map(Self)
    }
}

impl FromRequestParts<LoyaltyProgramme> for ChangingMember {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, programme: &LoyaltyProgramme) -> Result<Self, ApiError> {
        let holder = CardHolder::from_request_parts(parts, programme).await?;
        ProvenCall::from_request_parts(parts, programme).await?;
        holder.member().map(Self)
    }
}

impl FromRequestParts<LoyaltyProgramme> for BearingMember {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, programme: &LoyaltyProgramme) -> Result<Self, ApiError> {
        // Each call is a spin, and one without an answer is nobody's.
        if parts.method == axum::http::Method::HEAD {
            return Err(ApiError::new(Code::NoMethod));
        }
        if bearer(&parts.headers).is_none() {
            return Err(ApiError::new(Code::Unauthorized));
        }
        let LookingMember(customer) = LookingMember::from_request_parts(parts, programme).await?;
        Ok(Self(customer))
    }
}

//! A caller with a dispatch key: a kitchen, a dispatcher, a car or another shop.

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use deps::{Caller, Deps};
use domain::{Actor, Reach, Reporter, error::Code, ids::RestaurantId, order::Source};

use crate::{ApiError, credentials::caller_of};

/// A caller with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DispatchCaller {
    /// Who calls with it, as whom, and whose orders it reaches.
    pub reporter: Reporter,
}

impl DispatchCaller {
    /// A key of this name: its source is as usual where none is named, and it reaches all restaurants where none is.
    #[must_use]
    pub fn new(name: &str, source: Option<Source>, restaurants: &[RestaurantId]) -> Self {
        let reach = Reach::bound_to(restaurants);
        // Bound keys are kitchens, chain-wide ones dispatch, unless the key says otherwise.
        let usual = if reach.is_all() { Source::Dispatch } else { Source::Kitchen };
        Self { reporter: Reporter { actor: Actor::key(name), source: source.unwrap_or(usual), reach } }
    }

    /// Whether the key reaches a restaurant.
    ///
    /// # Errors
    /// 403 where it does not.
    pub fn require(&self, restaurant: RestaurantId) -> Result<(), ApiError> {
        if self.reporter.reach.includes(restaurant) { Ok(()) } else { Err(ApiError::new(Code::Forbidden)) }
    }
}

impl<S> FromRequestParts<S> for DispatchCaller
where
    S: Send + Sync,
    Deps: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let deps = Deps::from_ref(state);
        match caller_of(&*deps.callers, &parts.headers, &parts.extensions, None).await? {
            Caller::Key(reporter) => Ok(Self { reporter }),
            Caller::Guest | Caller::Customer(_) | Caller::Staff(_) | Caller::TotpSetup(_) => {
                Err(ApiError::new(Code::NoKey))
            }
        }
    }
}

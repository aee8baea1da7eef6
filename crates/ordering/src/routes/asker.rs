//! Who asks what is sold: how and when they want it, who they are, and what they have already.

use std::convert::Infallible;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, request::Parts},
    response::Response,
};
use pricing::{Buyer, Moment};
use server::{
    ApiError, Query,
    document::{Document, KeptFor},
};

use super::kept_for;
use crate::{chain_view::ChainView, menu::Situation, shopper::Shopper, wanted::HowWanted};

/// What calls about what is sold have in common.
pub(super) struct Asker {
    pub(super) wanted: HowWanted,
    shopper: Shopper,
    headers: HeaderMap,
}

impl Asker {
    /// The moment that is judged, and what the rules know of them then.
    pub(super) fn moment(&self, view: &ChainView) -> Result<(Moment, Buyer), ApiError> {
        let moment = self.wanted.moment(view.now())?;
        let person = self.shopper.person(moment.date(), view.chain().settings().minimum_age);
        Ok((moment, person))
    }

    /// What they see in a restaurant, which a path names.
    pub(super) fn in_shop(&self, view: &ChainView, shop: &str) -> Result<Situation, ApiError> {
        let shop = view.shop_of_path(shop)?;
        let order_type = self.wanted.order_type()?;
        let (moment, person) = self.moment(view)?;
        Ok(Situation::in_shop(view, shop, Some(order_type), &moment, person))
    }

    /// What they see where no restaurant is chosen.
    pub(super) fn anywhere(&self, view: &ChainView) -> Result<Situation, ApiError> {
        let (moment, person) = self.moment(view)?;
        Ok(Situation::anywhere(view.chain(), self.wanted.order_type_if_said()?, &moment, person))
    }

    /// What they have already, and for whom an answer may be kept.
    pub(super) fn kept(&self) -> (&HeaderMap, KeptFor) {
        (&self.headers, kept_for(self.shopper))
    }

    /// An answer, or that they have it.
    pub(super) fn answer(&self, document: &Document) -> Response {
        let (headers, kept_for) = self.kept();
        document.answer(headers, kept_for)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Query(wanted) = Query::from_request_parts(parts, state).await?;
        let shopper = Shopper::from_request_parts(parts, state).await.unwrap_or_else(|none: Infallible| match none {});
        Ok(Self { wanted, shopper, headers: parts.headers.clone() })
    }
}

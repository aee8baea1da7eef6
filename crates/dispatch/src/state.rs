//! What dispatch works on.

use std::sync::Arc;

use async_trait::async_trait;
use axum::extract::FromRef;
use deps::Deps;
use domain::{
    error::Code,
    ids::{OrderId, RestaurantId},
};
use live::{Connection, Connections, Frame};
use orders::Orders;
use server::{ApiError, dispatch_key::DispatchCaller, origin::AllowedOrigins, session::SessionCookie};

use crate::{
    DispatchKeys, DispatchLimits,
    texts::{MAX_TEXT, is_text},
};

/// What dispatch works on.
#[derive(Clone)]
pub struct Dispatch {
    /// What changes.
    pub orders: Orders,
    /// Whose keys there are.
    pub keys: DispatchKeys,
    /// What kitchens watch.
    pub kitchens: Arc<dyn KitchenTopics>,
    /// The connections of this node.
    pub connections: Connections,
    /// The bounds of each.
    pub limits: DispatchLimits,
    pub cookie: SessionCookie,
    /// From where browsers may open a connection, and make changing calls.
    pub origins: AllowedOrigins,
    /// What absolute links begin with, without a slash at the end.
    pub public_url: Arc<str>,
}

/// What kitchens watch.
#[async_trait]
pub trait KitchenTopics: Send + Sync {
    /// Lets a kitchen's connection watch a restaurant's orders and what the restaurant says of itself, beginning with an
    /// answer.
    ///
    /// # Errors
    /// The code that the caller is told where it may not.
    async fn watch(
        &self,
        restaurant: RestaurantId,
        connection: &Arc<dyn Connection>,
        answer: &Frame,
    ) -> Result<(), Code>;

    /// A kitchen's connection has ended: it watches nothing any more.
    fn leave(&self, connection: &Arc<dyn Connection>);
}

impl FromRef<Dispatch> for Deps {
    fn from_ref(dispatch: &Dispatch) -> Self {
        dispatch.orders.deps().clone()
    }
}

impl FromRef<Dispatch> for SessionCookie {
    fn from_ref(dispatch: &Dispatch) -> Self {
        dispatch.cookie
    }
}

impl FromRef<Dispatch> for AllowedOrigins {
    fn from_ref(dispatch: &Dispatch) -> Self {
        dispatch.origins.clone()
    }
}

/// The order of a path or an item: its number, or `ext:` and the name that this key gave it.
pub(crate) async fn find_order(dispatch: &Dispatch, key: &DispatchCaller, text: &str) -> Result<OrderId, ApiError> {
    let Some(external) = text.strip_prefix("ext:") else {
        return text.parse().map_err(|_| ApiError::new(Code::OrderNotFound));
    };
    // No database could be asked for such a text, so no order has it.
    if !is_text(external, MAX_TEXT) {
        return Err(ApiError::new(Code::OrderNotFound));
    }
    let store = &dispatch.orders.deps().store;
    let found = store.orders().by_external_id(&key.reporter.actor, external).await?;
    found.ok_or_else(|| ApiError::new(Code::OrderNotFound))
}

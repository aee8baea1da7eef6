//! What restaurants say of themselves while the node runs.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use chain::hours::RestaurantState;
use domain::ids::RestaurantId;

/// The newest word of each restaurant that said anything, the same for all who hold a clone.
#[derive(Debug, Clone, Default)]
pub struct RestaurantStates(Arc<RwLock<Arc<HashMap<RestaurantId, RestaurantState>>>>);

impl RestaurantStates {
    /// All of them as they are now.
    #[must_use]
    pub fn all(&self) -> Arc<HashMap<RestaurantId, RestaurantState>> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }
}

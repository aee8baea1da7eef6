//! Whose orders a board shows.

use std::{collections::BTreeSet, sync::Arc};

use domain::ids::RestaurantId;

/// Whose orders a board shows. Lines that ask for the same share a board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// All restaurants' of the chain.
    All,
    /// Those of some, in the order of their numbers.
    Some(Arc<[RestaurantId]>),
}

impl Key {
    /// Some restaurants, in whatever order and however often they are named.
    pub(crate) fn of(restaurants: impl IntoIterator<Item = RestaurantId>) -> Self {
        let restaurants: BTreeSet<_> = restaurants.into_iter().collect();
        Self::Some(restaurants.into_iter().collect())
    }

    /// Whether it shows a restaurant's orders.
    pub(crate) fn covers(&self, restaurant: RestaurantId) -> bool {
        match self {
            Self::All => true,
            Self::Some(restaurants) => restaurants.binary_search(&restaurant).is_ok(),
        }
    }
}

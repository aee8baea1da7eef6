//! Which restaurants the chain has. Whoever is bound to another one by a slip of the finger would reach nothing.

use std::collections::BTreeSet;

use chain::Faults;
use domain::ids::RestaurantId;
use store::{Store, StoreError};

use crate::{Config, content};

/// Why somebody is not bound to what was asked for.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// The chain has no such restaurant.
    #[error("there is no restaurant {0}")]
    Unknown(RestaurantId),
    /// The chain's data cannot be used.
    #[error("the content cannot be used")]
    Content(#[from] Faults),
    /// The database cannot be asked.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Checks that the chain has all of these restaurants: those of the database, to which each start of a node adds those of the
/// content. Before the first start, and where `OVELLE_CONTENT` is set, those of the content count as well.
///
/// # Errors
/// [`BindError::Unknown`] names the first that it does not have.
pub(crate) async fn require(store: &Store, config: &Config, bound: &[RestaurantId]) -> Result<(), BindError> {
    let mut known: BTreeSet<RestaurantId> = store.restaurants().all().await?.iter().map(|known| known.id).collect();
    if known.is_empty() || config.content.is_some() {
        let chain = content::read(config.content.as_deref())?.chain;
        known.extend(chain.shops().iter().map(chain::Shop::id));
    }
    match bound.iter().find(|asked| !known.contains(asked)) {
        Some(unknown) => Err(BindError::Unknown(*unknown)),
        None => Ok(()),
    }
}

//! The chain that is in force.

use std::sync::{Arc, PoisonError, RwLock};

use crate::chain::Chain;

/// The chain in force, the same for all who hold a clone. Whoever reads takes one version and keeps it for its work.
#[derive(Debug, Clone)]
pub struct CurrentChain(Arc<RwLock<Arc<Chain>>>);

impl CurrentChain {
    /// Puts a chain in force.
    #[must_use]
    pub fn new(chain: Chain) -> Self {
        Self(Arc::new(RwLock::new(Arc::new(chain))))
    }

    /// The chain in force now.
    #[must_use]
    pub fn get(&self) -> Arc<Chain> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts another in its place; whoever took the old one goes on with it.
    pub fn set(&self, chain: Chain) {
        let chain = Arc::new(chain);
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = chain;
    }
}

//! The chain that is in force.

use std::sync::{Arc, PoisonError, RwLock};

use domain::ids::Rev;

use crate::chain::Chain;

/// The chain in force, the same for all who hold a clone. Whoever reads takes one version and keeps it for its work.
#[derive(Debug, Clone)]
pub struct CurrentChain(Arc<RwLock<InForce>>);

/// A chain that is in force.
#[derive(Debug, Clone)]
pub struct InForce {
    pub chain: Arc<Chain>,
    /// Since when, in milliseconds since 1970; the same on every node.
    pub since: Rev,
}

impl CurrentChain {
    /// Puts a chain in force.
    #[must_use]
    pub fn new(chain: Chain, since: Rev) -> Self {
        Self(Arc::new(RwLock::new(InForce { chain: Arc::new(chain), since })))
    }

    /// The chain in force now.
    #[must_use]
    pub fn get(&self) -> Arc<Chain> {
        self.in_force().chain
    }

    /// The same, with since when.
    #[must_use]
    pub fn in_force(&self) -> InForce {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts another in its place; whoever took the old one goes on with it.
    pub fn set(&self, chain: Chain, since: Rev) {
        let in_force = InForce { chain: Arc::new(chain), since };
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = in_force;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_took_a_chain_goes_on_with_it_and_the_next_gets_the_new_one() {
        let of = |settings| Chain::of_texts(&[("restaurants.json", "[]"), ("settings.json", settings)]).unwrap();
        let current = CurrentChain::new(of("{}"), Rev(1));
        let (clone, taken) = (current.clone(), current.get());
        current.set(of(r#"{"deliveryFee": 5}"#), Rev(2));
        let fee = |chain: &Chain| chain.settings().delivery_fee.0;
        assert_eq!((fee(&taken), fee(&current.get()), fee(&clone.get())), (890, 500, 500));
        assert_eq!(clone.in_force().since, Rev(2));
    }
}

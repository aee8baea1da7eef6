//! Where the nodes can be reached; a node that starts again may be elsewhere.

use std::{
    net::SocketAddr,
    sync::{Arc, PoisonError, RwLock},
};

/// The addresses of the nodes, shared by all who knock.
#[derive(Debug, Clone)]
pub struct NodeAddresses(Arc<RwLock<Vec<SocketAddr>>>);

impl NodeAddresses {
    /// These.
    #[must_use]
    pub fn new(addresses: Vec<SocketAddr>) -> Self {
        assert!(!addresses.is_empty(), "a house has a door");
        Self(Arc::new(RwLock::new(addresses)))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Never: a house has a door.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Where a node is now.
    #[must_use]
    pub fn address(&self, door: usize) -> SocketAddr {
        self.0.read().unwrap_or_else(PoisonError::into_inner)[door]
    }

    /// The base of a node's addresses.
    #[must_use]
    pub fn url(&self, door: usize) -> String {
        format!("http://{}", self.address(door))
    }

    /// A node is elsewhere from now on.
    pub fn set(&self, door: usize, address: SocketAddr) {
        self.0.write().unwrap_or_else(PoisonError::into_inner)[door] = address;
    }
}

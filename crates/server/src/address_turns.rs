//! Turns by address: so many of one address do something at a time, the others wait for them.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::address::limit_unit;

/// The turns of each address. Cheap to clone; all clones are one.
#[derive(Debug, Clone)]
pub struct AddressTurns(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    most: usize,
    addresses: Mutex<HashMap<IpAddr, Turns>>,
}

/// The turns of an address, and how many have or wait for one.
#[derive(Debug)]
struct Turns {
    turns: Arc<Semaphore>,
    takers: usize,
}

/// A turn, from when it is waited for; given back when dropped.
#[derive(Debug)]
pub struct AddressTurn {
    of: AddressTurns,
    address: IpAddr,
    permit: Option<OwnedSemaphorePermit>,
}

impl AddressTurns {
    /// So many of each address at a time.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self(Arc::new(Inner { most, addresses: Mutex::default() }))
    }

    /// Waits for a turn. Whoever drops this waits no more.
    pub async fn take(&self, address: IpAddr) -> AddressTurn {
        let address = limit_unit(address);
        let turns = {
            let mut addresses = self.lock();
            let new = || Turns { turns: Arc::new(Semaphore::new(self.0.most)), takers: 0 };
            let of_address = addresses.entry(address).or_insert_with(new);
            of_address.takers += 1;
            Arc::clone(&of_address.turns)
        };
        // From here on it is counted out again whenever it is dropped.
        let mut turn = AddressTurn { of: self.clone(), address, permit: None };
        turn.permit = turns.acquire_owned().await.ok();
        turn
    }

    /// Whether nobody has or waits for a turn.
    #[cfg(test)]
    pub(crate) fn is_idle(&self) -> bool {
        self.lock().is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Turns>> {
        self.0.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for AddressTurn {
    fn drop(&mut self) {
        drop(self.permit.take());
        let mut addresses = self.of.lock();
        if let Some(of_address) = addresses.get_mut(&self.address) {
            of_address.takers -= 1;
            if of_address.takers == 0 {
                addresses.remove(&self.address);
            }
        }
    }
}

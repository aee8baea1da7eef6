//! Who is looking at which order through this node, and what the other nodes were told of it. It is shown on boards and
//! beside an opened order, decides nothing, and is kept nowhere but in memory.

mod polls;

use std::sync::{Mutex, PoisonError};

use bus::Viewers;
use domain::{ids::OrderId, staff::Email};
use tokio::{sync::Notify, time::Instant};

pub(crate) use polls::Polls;

/// Who is looking through this node.
#[derive(Debug, Default)]
pub(crate) struct LocalViewers {
    pub(crate) polls: Polls,
    /// Those who have begun and were not announced yet.
    begun: Mutex<Viewers>,
    /// Rings when there are some.
    pub(crate) notify: Notify,
    /// Held while the others are told, so that they hear all in its order.
    pub(crate) announced: tokio::sync::Mutex<Announced>,
}

/// What the other nodes were told.
#[derive(Debug, Default)]
pub(crate) struct Announced {
    pub(crate) viewers: Viewers,
    /// When all was said; `None` where something of it may have been lost since.
    pub(crate) all_at: Option<Instant>,
}

impl LocalViewers {
    /// A customer begins to look at an order, or, where there is an address, somebody of the staff.
    pub(crate) fn begin(&self, order: OrderId, staff: Option<Email>) {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        match staff {
            Some(email) => drop(begun.opened.insert((order, email))),
            None => drop(begun.watched.insert(order)),
        }
        self.notify.notify_one();
    }

    /// Those who have begun since this was last asked.
    pub(crate) fn take_begun(&self) -> Viewers {
        std::mem::take(&mut *self.begun.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

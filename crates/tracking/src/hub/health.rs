//! Whether the database and the bus can be reached, as far as the hub has noticed.

use std::sync::atomic::{AtomicBool, Ordering};

/// How a node is.
#[derive(Debug)]
pub struct Health {
    database_away: AtomicBool,
    bus_away: AtomicBool,
    bus_was_there: AtomicBool,
}

impl Health {
    pub(super) fn new(is_bus_up: bool) -> Self {
        Self {
            database_away: AtomicBool::new(false),
            bus_away: AtomicBool::new(!is_bus_up),
            bus_was_there: AtomicBool::new(is_bus_up),
        }
    }

    /// Whether news may come late: the database or the bus is away.
    #[must_use]
    pub fn is_delayed(&self) -> bool {
        self.database_away.load(Ordering::Relaxed) || self.is_bus_away()
    }

    /// Whether the bus is away.
    #[must_use]
    pub fn is_bus_away(&self) -> bool {
        self.bus_away.load(Ordering::Relaxed)
    }

    /// Whether the bus was there at any time since the node's start. Until then it is not ready: it may be set up
    /// wrongly, and the old nodes serve on (docs/spec/hub.md, "Health and metrics").
    #[must_use]
    pub fn has_met_bus(&self) -> bool {
        self.bus_was_there.load(Ordering::Relaxed)
    }

    pub(super) fn set_database_away(&self, away: bool) {
        if self.database_away.swap(away, Ordering::Relaxed) != away {
            if away { tracing::error!("the database is away") } else { tracing::info!("the database is back") }
        }
    }

    pub(super) fn set_bus_away(&self, away: bool) {
        self.bus_was_there.fetch_or(!away, Ordering::Relaxed);
        if self.bus_away.swap(away, Ordering::Relaxed) != away {
            if away { tracing::error!("the bus is away") } else { tracing::info!("the bus is back") }
        }
    }
}

//! What one watcher saw of one order.

use std::time::Duration;

use domain::geo::LatLng;
use jiff::Timestamp;

/// All that one watcher saw of one order, over all its lines and subscriptions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WatcherLog {
    /// Which watcher.
    pub watcher: usize,
    /// The order's number.
    pub order: i64,
    /// What it saw, in order.
    pub entries: Vec<LogEntry>,
}

impl WatcherLog {
    /// From when on the line led to which node.
    pub(super) fn nodes(&self) -> Vec<(Duration, usize)> {
        let mut nodes: Vec<_> = self.entries.iter().map(|entry| (entry.at, entry.node)).collect();
        nodes.dedup_by_key(|(_, node)| *node);
        nodes
    }
}

/// One thing that was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct LogEntry {
    /// When, since the run began.
    pub at: Duration,
    /// The node that the line led to.
    pub node: usize,
    /// What it was.
    pub seen: Observation,
}

/// A car as it is shown to a customer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CarSeen {
    /// When the car was there.
    pub at: Timestamp,
    /// Where.
    pub place: LatLng,
    /// Stops that come before this customer's.
    pub stops_before: u32,
}

/// What can be seen. All but [`Observation::Asked`] and [`Observation::Lost`] are frames.
#[derive(Debug, Clone, PartialEq)]
pub enum Observation {
    /// The watcher subscribes, on a new line or anew.
    Asked {
        /// The last number that it has.
        since: Option<i64>,
    },
    /// The subscription stands.
    Subscribed {
        /// Number of the order's present status.
        seq: i64,
    },
    /// The whole state.
    Snapshot {
        /// Number of its status.
        seq: i64,
        /// Number of the state.
        rev: i64,
        status: i16,
        /// The car, where one is shown.
        car: Option<CarSeen>,
    },
    /// A status.
    Status {
        /// Its number.
        seq: i64,
        /// Number of the state.
        rev: i64,
        status: i16,
    },
    /// An estimate.
    Estimate {
        /// Number of the state.
        rev: i64,
    },
    /// A car's place.
    Position(CarSeen),
    /// The end.
    End { reason: String },
    /// An error about the order.
    Error { code: String },
    /// A sign of life.
    Beat {
        /// Whether news may come late.
        delayed: bool,
    },
    /// The line has ended.
    Lost {
        /// The close code; none where it was cut, fell silent or could not be opened.
        close: Option<u16>,
    },
}

impl Observation {
    /// Whether it is a frame that a node sent.
    #[must_use]
    pub fn is_frame(&self) -> bool {
        !matches!(self, Self::Asked { .. } | Self::Lost { .. })
    }
}

//! What came of watching.

use std::{fmt, time::Duration};

use super::spread::DurationCounts;

/// What was counted.
#[derive(Debug, Clone, Default)]
pub(super) struct Totals {
    pub(super) expected: u64,
    pub(super) received: u64,
    pub(super) lost: u64,
    pub(super) doubled: u64,
    pub(super) misordered: u64,
    pub(super) strays: u64,
    pub(super) unended: u64,
    pub(super) positions: u64,
    pub(super) latency: DurationCounts,
}

impl Totals {
    pub(super) fn merge(&mut self, other: &Self) {
        self.expected += other.expected;
        self.received += other.received;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.misordered += other.misordered;
        self.strays += other.strays;
        self.unended += other.unended;
        self.positions += other.positions;
        self.latency.merge(&other.latency);
    }

    /// Of an order that goes on: what was not told yet may still come.
    pub(super) fn so_far(mut self) -> Self {
        self.expected -= self.lost;
        self.lost = 0;
        self
    }

    pub(super) fn is_clean(&self) -> bool {
        self.lost + self.doubled + self.misordered + self.strays + self.unended == 0
    }
}

/// What the watchers of a city's orders were told, held against what the city was answered when it pushed. What is lost
/// shows once an order is over, or once the city has stopped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Orders that are over, and were watched.
    pub orders: u64,
    /// Orders that are watched now.
    pub open: u64,
    /// Orders that were bought in the server's shop, watched or not.
    pub paid: u64,
    /// Statuses that were pushed.
    pub pushed: u64,
    /// Statuses that were to be told by now: each to each watcher.
    pub expected: u64,
    /// Those that were.
    pub received: u64,
    /// Those that were not.
    pub lost: u64,
    /// Statuses that were told again, and orders that were placed again.
    pub doubled: u64,
    /// Statuses that were told after later ones.
    pub misordered: u64,
    /// Positions that were shown while the order was not on its way, or that went back in time; frames after the end.
    pub strays: u64,
    /// Watchers of orders that are over who were not told the end.
    pub unended: u64,
    /// Positions that were shown.
    pub positions: u64,
    /// How often a line was opened again.
    pub reconnects: u64,
    /// From the answer to a push until a watcher was told, for half of them, to a tenth.
    pub latency_p50: Option<Duration>,
    /// For all but one in a hundred.
    pub latency_p99: Option<Duration>,
}

impl Report {
    /// Whether each watcher was told everything once, in order.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.lost + self.doubled + self.misordered + self.strays + self.unended == 0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { orders, open, paid, pushed, expected, received, lost, doubled, misordered, .. } = self;
        let Self { strays, unended, positions, reconnects, .. } = self;
        let millis = |took: Option<Duration>| took.map_or(0.0, |took| took.as_secs_f64() * 1000.0);
        write!(
            f,
            "{orders} orders, {open} more under way, {paid} paid in the shop: pushed {pushed}, expected {expected}, received {received}, \
             lost {lost}, doubled {doubled}, misordered {misordered}, stray {strays}, unended {unended}, \
             positions {positions}, reconnects {reconnects}, latency p50 {:.1} ms, p99 {:.1} ms",
            millis(self.latency_p50),
            millis(self.latency_p99)
        )
    }
}

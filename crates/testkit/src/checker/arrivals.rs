//! When statuses reached their watchers.

use std::{fmt, time::Duration};

use super::{follow::Followed, status_calls::AnsweredAt};

/// A committed status on its way to one watcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    pub watcher: usize,
    pub order: i64,
    /// The status' number.
    pub seq: i64,
    /// When its report was answered, since the run began.
    pub answered: Duration,
    /// When the watcher knew of it; never, where it did not.
    pub seen: Option<Duration>,
    /// The node that the watcher's line led to when the report was answered.
    pub node: usize,
    /// Whether the watcher was subscribed from the answer to the arrival, without a break.
    pub was_up: bool,
}

/// So late is what never came.
const NEVER: Duration = Duration::from_secs(3600);

impl Arrival {
    /// How long the watcher waited after the answer or, where that is later, after `from`.
    #[must_use]
    pub fn lateness(&self, from: Duration) -> Duration {
        self.seen.map_or(NEVER, |seen| seen.saturating_sub(self.answered.max(from)))
    }
}

/// Whose statuses are looked at, and on which nodes the watcher was.
pub(super) struct WatcherRoute {
    pub(super) watcher: usize,
    pub(super) order: i64,
    /// From when on its line led to which node, in order.
    pub(super) nodes: Vec<(Duration, usize)>,
}

impl WatcherRoute {
    /// Every answered status of the order that was answered after the watcher's first subscription stood.
    pub(super) fn collect(&self, followed: &Followed, answered: &AnsweredAt, arrivals: &mut Vec<Arrival>) {
        let Some(since) = followed.since else { return };
        let mut reached = followed.reached.iter().peekable();
        for ((order, seq), answered) in answered.range((self.order, 0)..=(self.order, i64::MAX)) {
            if *answered < since {
                continue;
            }
            while reached.next_if(|(known, _)| known < seq).is_some() {}
            let seen = reached.peek().map(|(_, at)| *at);
            // A frame may come before the answer of its own report.
            let from = seen.map_or(*answered, |seen| seen.min(*answered));
            let spans = || followed.up.iter();
            let was_up = spans()
                .any(|(begin, end)| *begin <= from && seen.is_some_and(|seen| end.is_none_or(|end| seen <= end)));
            let before = self.nodes.partition_point(|(since, _)| since <= answered);
            let node = self.nodes.get(before.saturating_sub(1)).map_or(0, |(_, node)| *node);
            let (watcher, order, seq, answered) = (self.watcher, *order, *seq, *answered);
            arrivals.push(Arrival { watcher, order, seq, answered, seen, node, was_up });
        }
    }
}

/// How a measure is spread.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spread {
    /// How many were measured.
    pub count: usize,
    /// The median.
    pub p50: Duration,
    /// All but one in a hundred are below.
    pub p99: Duration,
    /// The largest.
    pub max: Duration,
}

impl Spread {
    /// Of these; all zero where there are none.
    pub fn of(all: impl IntoIterator<Item = Duration>) -> Self {
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_unstable();
        let at = |percent: usize| {
            let rank = (all.len() * percent).div_ceil(100).saturating_sub(1);
            all.get(rank).copied().unwrap_or_default()
        };
        Self { count: all.len(), p50: at(50), p99: at(99), max: at(100) }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |duration: Duration| duration.as_secs_f64() * 1000.0;
        let (p50, p99, max) = (millis(self.p50), millis(self.p99), millis(self.max));
        write!(f, "{} times, p50 {p50:.1} ms, p99 {p99:.1} ms, max {max:.1} ms", self.count)
    }
}

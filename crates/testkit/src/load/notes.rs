//! What one watcher notes while it watches.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use crate::{
    checker::{LogEntry, Observation, Truth, WatcherLog},
    kitchen::Registered,
};

/// Nothing is known yet.
const NOTHING: i64 = -1;

/// One watcher's log, readable while it is written.
#[derive(Debug)]
pub struct Notes {
    log: Mutex<WatcherLog>,
    order: i64,
    known: AtomicI64,
    has_ended: AtomicBool,
    is_subscribed: AtomicBool,
    node: AtomicUsize,
}

impl Notes {
    pub(super) fn new(watcher: usize, order: &Registered) -> Self {
        let order = order.id.parse().expect("an order's number");
        Self {
            log: Mutex::new(WatcherLog { watcher, order, entries: Vec::new() }),
            order,
            known: AtomicI64::new(NOTHING),
            has_ended: AtomicBool::new(false),
            is_subscribed: AtomicBool::new(false),
            node: AtomicUsize::new(0),
        }
    }

    pub(super) fn write(&self, at: Duration, node: usize, seen: Observation) {
        match &seen {
            Observation::Snapshot { seq, .. } | Observation::Status { seq, .. } => {
                self.known.fetch_max(*seq, Ordering::SeqCst);
            }
            Observation::End { .. } => self.has_ended.store(true, Ordering::SeqCst),
            Observation::Subscribed { .. } => {
                self.node.store(node, Ordering::SeqCst);
                self.is_subscribed.store(true, Ordering::SeqCst);
            }
            Observation::Lost { .. } | Observation::Error { .. } => self.is_subscribed.store(false, Ordering::SeqCst),
            _ => {}
        }
        self.log.lock().unwrap_or_else(PoisonError::into_inner).entries.push(LogEntry { at, node, seen });
    }

    /// The last number that the watcher has; none before its first snapshot.
    #[must_use]
    pub fn known(&self) -> Option<i64> {
        let known = self.known.load(Ordering::SeqCst);
        (known != NOTHING).then_some(known)
    }

    /// Whether it was told the order's end.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::SeqCst)
    }

    /// The node that its subscription stands on; none while none stands.
    #[must_use]
    pub fn stands_on(&self) -> Option<usize> {
        self.is_subscribed.load(Ordering::SeqCst).then(|| self.node.load(Ordering::SeqCst))
    }

    /// Whether it has all that is to be had.
    pub(super) fn is_settled(&self, truth: &Truth) -> bool {
        let Some(order) = truth.orders.get(&self.order) else { return false };
        let is_over = order.last().is_some_and(|row| matches!(row.status, 12 | 13));
        self.known() == Some(order.seq) && (!is_over || self.has_ended())
    }

    /// What it has seen so far.
    #[must_use]
    pub fn log(&self) -> WatcherLog {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether it has seen something of this kind since a moment.
    #[must_use]
    pub fn saw(&self, since: Duration, is_it: impl Fn(&Observation) -> bool) -> bool {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.entries.iter().rev().take_while(|entry| entry.at >= since).any(|entry| is_it(&entry.seen))
    }
}

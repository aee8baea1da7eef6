//! What stands in the database.

use std::collections::BTreeMap;

use domain::{geo::LatLng, ids::OrderId};
use jiff::Timestamp;
use store::{Store, StoreError};

use super::{BoughtOrder, Finding, Flaw, Verdict};

/// The orders of a run, as they stand when it is over.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Truth {
    /// Each order by its number.
    pub orders: BTreeMap<i64, OrderTruth>,
    /// What was driven; set by who knows it.
    pub drives: Vec<DrivenBatch>,
    /// What was bought; set by who has read it.
    pub bought: Vec<BoughtOrder>,
}

/// A car with its batch.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DrivenBatch {
    /// Its orders in their turn, each with its door.
    pub stops: Vec<(i64, LatLng)>,
    /// Where the car has said that it is, and when; the oldest first.
    pub said: Vec<(Timestamp, LatLng)>,
}

/// One order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OrderTruth {
    /// Number of its present status.
    pub seq: i64,
    /// Number of its present state.
    pub rev: i64,
    /// Its statuses, the first one first.
    pub rows: Vec<CommittedStatus>,
}

/// A committed status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommittedStatus {
    /// Its number.
    pub seq: i64,
    pub status: i16,
    /// When it happened.
    pub at: Timestamp,
    /// The reporter's name for the event.
    pub event: Option<String>,
    /// Whether the order was in a batch then: it may have been moved with it, by no report of its own.
    pub in_batch: bool,
}

impl Truth {
    /// Reads these orders.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn read(store: &Store, orders: impl IntoIterator<Item = i64>) -> Result<Self, StoreError> {
        let mut truth = Self::default();
        for id in orders {
            let Some(order) = store.orders().by_id(OrderId(id)).await? else { continue };
            let row = |event: domain::order::StatusEvent| CommittedStatus {
                seq: event.seq.0,
                status: event.status.number(),
                at: event.at,
                in_batch: event.batch.is_some(),
                event: event.event_id,
            };
            let rows = order.history.into_iter().map(row).collect();
            truth.orders.insert(id, OrderTruth { seq: order.seq.0, rev: order.rev.0, rows });
        }
        Ok(truth)
    }

    /// The numbers of an order must be 0, 1, 2 … up to where it stands, and each event must stand once.
    pub(super) fn check(&self, verdict: &mut Verdict) {
        for (id, order) in &self.orders {
            verdict.committed += order.rows.len().saturating_sub(1);
            let mut find = |flaw| verdict.findings.push(Finding { order: *id, watcher: None, at: None, flaw });
            let gap = (0..).zip(&order.rows).find(|(seq, row)| *seq != row.seq);
            if let Some((seq, _)) = gap {
                find(Flaw::NotContiguous(seq));
            } else if order.last().map(|row| row.seq) != Some(order.seq) {
                find(Flaw::NotContiguous(order.seq));
            }
            let mut events: Vec<_> = order.rows.iter().filter_map(|row| row.event.as_ref()).collect();
            events.sort_unstable();
            for twice in events.windows(2).filter(|pair| pair[0] == pair[1]) {
                find(Flaw::AppliedTwice { event: Some(twice[0].clone()) });
            }
        }
    }
}

impl OrderTruth {
    /// The status at a number.
    #[must_use]
    pub fn row(&self, seq: i64) -> Option<&CommittedStatus> {
        // Contiguous from 0, or the gap is found elsewhere.
        usize::try_from(seq).ok().and_then(|index| self.rows.get(index)).filter(|row| row.seq == seq)
    }

    /// The row of an event.
    #[must_use]
    pub fn row_of(&self, event: &str) -> Option<&CommittedStatus> {
        self.rows.iter().find(|row| row.event.as_deref() == Some(event))
    }

    /// The last status.
    #[must_use]
    pub fn last(&self) -> Option<&CommittedStatus> {
        self.rows.last()
    }
}

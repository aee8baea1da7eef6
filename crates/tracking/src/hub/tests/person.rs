//! Who watches an order in the small world, and holds each frame against the contract.

use std::{collections::VecDeque, sync::Arc};

use domain::order::{Order, Status};
use jiff::Timestamp;
use live::Connection;
use serde_json::Value;

use super::world::other_door;
use crate::{Limits, session::ClientSession};

/// Somebody who watches, and checks what is seen.
pub(super) struct Person {
    pub(super) node: usize,
    pub(super) connection: Arc<dyn Connection>,
    pub(super) session: ClientSession,
    pub(super) is_watching: bool,
    /// The numbers with which subscriptions were begun whose answers were not read yet.
    pub(super) asked: VecDeque<Option<i64>>,
    /// The newest status that was shown.
    pub(super) last: Option<i64>,
    rev: i64,
    /// When the car was where it was shown last, on this subscription.
    seen_at: Option<Timestamp>,
    pub(super) has_ended: bool,
}

/// What happened in a run, so that an empty one is noticed.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) statuses: usize,
    pub(super) ends: usize,
    pub(super) snapshots: usize,
    pub(super) resumed: usize,
    pub(super) estimates: usize,
    pub(super) positions: usize,
    pub(super) overtaken_joins: usize,
    pub(super) jumps: usize,
    /// Positions that were told only after something else had happened.
    pub(super) held_deliveries: usize,
    pub(super) too_slow: usize,
}

impl Person {
    pub(super) fn new(node: usize, connection: Arc<dyn Connection>, limits: &Limits, last: Option<i64>) -> Self {
        Self {
            node,
            connection,
            session: ClientSession::new(&limits.live),
            is_watching: false,
            asked: VecDeque::new(),
            last,
            rev: -1,
            seen_at: None,
            has_ended: false,
        }
    }

    /// What the contract says of frames, of one order on one connection.
    pub(super) fn check(&mut self, frame: &Value, order: &Order, seen: &mut Seen) {
        let number = |name: &str| frame[name].as_i64().unwrap_or_else(|| panic!("{name} in {frame}"));
        let kind = frame["type"].as_str().unwrap();
        if kind == "subscribed" {
            // Anew, from what was asked; what was on its way to the one before may have gone further.
            self.last = self.asked.pop_front().expect("a subscription was asked for");
            (self.has_ended, self.rev, self.seen_at) = (false, -1, None);
            return;
        }
        assert!(!self.has_ended, "something follows the end: {frame}");
        match kind {
            "snapshot" => {
                (self.last, self.rev) = (Some(number("seq")), number("rev"));
                if !frame["car"].is_null() {
                    self.check_car(&frame["car"], order, seen);
                }
                seen.snapshots += 1;
            }
            "status" => {
                assert_eq!(Some(number("seq")), self.last.map(|last| last + 1), "each status once, in order: {frame}");
                self.last = Some(number("seq"));
                self.rev = self.rev.max(number("rev"));
                seen.statuses += 1;
            }
            "estimate" => {
                assert!(number("rev") >= self.rev, "an estimate goes back in time: {frame}");
                self.rev = number("rev");
                seen.estimates += 1;
            }
            "position" => self.check_car(frame, order, seen),
            "end" => {
                self.has_ended = true;
                // Unless it was asked for again before this was read.
                self.is_watching &= !self.asked.is_empty();
                seen.ends += 1;
            }
            other => panic!("{other} was not asked for"),
        }
    }

    /// What the contract says of positions: only at 8, never back in time, never at another's door.
    fn check_car(&mut self, car: &Value, order: &Order, seen: &mut Seen) {
        let last = usize::try_from(self.last.expect("a status was shown before")).unwrap();
        assert_eq!(order.history[last].status, Status::BeingDelivered, "{car}");
        let at: Timestamp = car["at"].as_str().unwrap().parse().unwrap();
        assert!(self.seen_at.is_none_or(|seen| seen <= at), "{car} after {:?}", self.seen_at);
        self.seen_at = Some(at);
        let is_at_others = car["lat"].as_f64() == Some(other_door().lat());
        assert!(!is_at_others || car["stopsBefore"] == 0, "{car}");
        seen.positions += 1;
    }
}

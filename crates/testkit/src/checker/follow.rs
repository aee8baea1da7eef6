//! One watcher's log of one order, frame by frame.

use std::time::Duration;

use domain::order::Status;
use jiff::Timestamp;

use super::{CarSeen, Finding, Flaw, Observation, OrderTruth, Truth, WatcherLog, visibility::ExpectedVisibility};

/// Missed statuses that are sent one by one (docs/spec/hub.md, "Subscriptions").
const SENT_SINGLY: i64 = 32;
/// The status at which a car is shown.
const BEING_DELIVERED: i16 = Status::BeingDelivered as i16;

/// How far a watcher came, and when.
#[derive(Debug, Default)]
pub(super) struct Followed {
    /// When the watcher's knowledge first reached a number, rising.
    pub(super) reached: Vec<(i64, Duration)>,
    /// When its first subscription stood.
    pub(super) since: Option<Duration>,
    /// The spans in which a subscription stood; the last may be open.
    pub(super) up: Vec<(Duration, Option<Duration>)>,
    /// How many positions came.
    pub(super) positions: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FollowPhase {
    /// Nothing is subscribed.
    Idle,
    /// Asked for; `subscribed` has not come.
    Asked,
    /// It stands, and neither snapshot nor status has come.
    Fresh,
    /// It stands.
    Going,
    /// `end` has come.
    Ended,
}

struct LogFollower<'a> {
    order: &'a OrderTruth,
    visibility: Option<ExpectedVisibility>,
    phase: FollowPhase,
    /// What this subscription began with.
    since: Option<i64>,
    /// The last number that the watcher was told, over all subscriptions.
    known: Option<i64>,
    status: Option<i16>,
    /// The last number of this subscription, or what it began with.
    told: Option<i64>,
    rev: Option<i64>,
    car_at: Option<Timestamp>,
    stands_at: i64,
    followed: Followed,
}

/// Reads a log from end to end.
pub(super) fn follow(truth: &Truth, log: &WatcherLog, findings: &mut Vec<Finding>) -> Followed {
    let nothing = OrderTruth::default();
    let order = truth.orders.get(&log.order).unwrap_or(&nothing);
    let mut follower = LogFollower {
        order,
        visibility: ExpectedVisibility::of(truth, log.order),
        phase: FollowPhase::Idle,
        since: None,
        known: None,
        status: None,
        told: None,
        rev: None,
        car_at: None,
        stands_at: 0,
        followed: Followed::default(),
    };
    let finding = |at, flaw| Finding { order: log.order, watcher: Some(log.watcher), at, flaw };
    for entry in &log.entries {
        for flaw in follower.see(entry.at, &entry.seen) {
            findings.push(finding(Some(entry.at), flaw));
        }
    }
    findings.extend(follower.end().map(|flaw| finding(None, flaw)));
    follower.followed
}

impl LogFollower<'_> {
    fn see(&mut self, at: Duration, seen: &Observation) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        match seen {
            Observation::Asked { since } => self.begin(*since, &mut flaws),
            Observation::Lost { close } => {
                self.close_span(at);
                self.phase = FollowPhase::Idle;
                if let Some(code) = close.filter(|code| matches!(code, 1008 | 1009)) {
                    flaws.push(Flaw::Refused(format!("close {code}")));
                }
            }
            Observation::Beat { .. } => {}
            _ if self.phase == FollowPhase::Ended => flaws.push(Flaw::AfterEnd),
            Observation::Error { code } => {
                self.close_span(at);
                self.phase = FollowPhase::Idle;
                if code != "service/unavailable" {
                    flaws.push(Flaw::Refused(code.clone()));
                }
            }
            Observation::Subscribed { seq } => self.subscribed(at, *seq, &mut flaws),
            _ if !matches!(self.phase, FollowPhase::Fresh | FollowPhase::Going) => flaws.push(Flaw::Unasked),
            Observation::Snapshot { seq, rev, status, car } => {
                self.snapshot(at, *seq, *status, &mut flaws);
                self.see_rev(*rev, &mut flaws);
                if let Some(car) = car {
                    self.position(car, &mut flaws);
                }
            }
            Observation::Status { seq, rev, status } => {
                self.status(at, *seq, *status, &mut flaws);
                self.see_rev(*rev, &mut flaws);
            }
            Observation::Estimate { rev } => self.see_rev(*rev, &mut flaws),
            Observation::Position(car) => self.position(car, &mut flaws),
            Observation::End { reason } => {
                let right = match self.status {
                    Some(12) => "completed",
                    Some(13) => "cancelled",
                    _ => "expired",
                };
                if reason != right || right == "expired" {
                    flaws.push(Flaw::WrongEnd { reason: reason.clone(), status: self.status });
                }
                self.close_span(at);
                self.phase = FollowPhase::Ended;
            }
        }
        flaws
    }

    fn begin(&mut self, since: Option<i64>, flaws: &mut Vec<Flaw>) {
        if since.is_some() && since != self.known {
            // The watcher itself claims what it was never told: then nothing below means anything.
            flaws.push(Flaw::Unasked);
        }
        self.phase = FollowPhase::Asked;
        self.since = since;
        self.told = since;
        self.rev = None;
        self.car_at = None;
    }

    fn subscribed(&mut self, at: Duration, seq: i64, flaws: &mut Vec<Flaw>) {
        if self.phase != FollowPhase::Asked {
            flaws.push(Flaw::Unasked);
        }
        if let Some(told) = self.since.filter(|told| *told > seq) {
            flaws.push(Flaw::WentBack { told, seq });
        }
        self.phase = FollowPhase::Fresh;
        self.stands_at = seq;
        self.followed.since.get_or_insert(at);
        self.followed.up.push((at, None));
    }

    fn snapshot(&mut self, at: Duration, seq: i64, status: i16, flaws: &mut Vec<Flaw>) {
        let is_final = matches!(status, 12 | 13);
        match self.since {
            _ if self.phase != FollowPhase::Fresh => flaws.push(Flaw::SnapshotInTheMiddle),
            Some(since) if !is_final && (0..=SENT_SINGLY).contains(&(seq - since)) => {
                flaws.push(Flaw::NeedlessSnapshot { since, seq });
            }
            Some(told) if seq < told => flaws.push(Flaw::WentBack { told, seq }),
            _ if seq != self.stands_at => flaws.push(Flaw::Gap { told: seq, seq: self.stands_at }),
            _ => {}
        }
        self.tell(at, seq, status, flaws);
    }

    fn status(&mut self, at: Duration, seq: i64, status: i16, flaws: &mut Vec<Flaw>) {
        match self.told {
            Some(told) if seq == told + 1 => {}
            Some(told) if seq <= told => flaws.push(Flaw::Again { told, seq }),
            // Without `since` the snapshot comes first.
            told => flaws.push(Flaw::Gap { told: told.unwrap_or(-1), seq }),
        }
        self.tell(at, seq, status, flaws);
    }

    fn tell(&mut self, at: Duration, seq: i64, status: i16, flaws: &mut Vec<Flaw>) {
        self.phase = FollowPhase::Going;
        let stands = self.order.row(seq).map(|row| row.status);
        if stands != Some(status) {
            flaws.push(Flaw::NotTheDatabases { seq, told: status, stands });
        }
        self.status = Some(status);
        self.told = Some(seq);
        if self.known.is_none_or(|known| seq > known) {
            self.known = Some(seq);
            self.followed.reached.push((seq, at));
        }
    }

    fn see_rev(&mut self, rev: i64, flaws: &mut Vec<Flaw>) {
        let (before, stands) = (self.rev.unwrap_or(rev), self.order.rev);
        if rev < before || rev > stands {
            flaws.push(Flaw::Rev { rev, before, stands });
        }
        self.rev = Some(rev.max(before));
    }

    fn position(&mut self, car: &CarSeen, flaws: &mut Vec<Flaw>) {
        self.followed.positions += 1;
        if self.status != Some(BEING_DELIVERED) {
            flaws.push(Flaw::PositionOutOfTurn(self.status));
        }
        if self.car_at.is_some_and(|before| car.at <= before) {
            flaws.push(Flaw::PositionBackInTime);
        }
        self.car_at = Some(car.at);
        if let Some(visibility) = self.visibility.as_ref().filter(|visibility| !visibility.allows(car)) {
            let (at, stops_before) = (car.at, car.stops_before);
            flaws.push(Flaw::PositionAtAnothersDoor { at, doors: visibility.doors_at(car), stops_before });
        }
    }

    fn close_span(&mut self, at: Duration) {
        if let Some((_, until @ None)) = self.followed.up.last_mut() {
            *until = Some(at);
        }
    }

    /// What is missing when all is over.
    fn end(&self) -> Option<Flaw> {
        if self.known != Some(self.order.seq) {
            return Some(Flaw::TailMissing { told: self.known, stands: self.order.seq });
        }
        let is_final = self.order.last().is_some_and(|row| matches!(row.status, 12 | 13));
        (is_final && self.phase != FollowPhase::Ended).then_some(Flaw::NoEnd)
    }
}

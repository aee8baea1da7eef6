//! One watcher's log of one order, frame by frame.

use std::time::Duration;

use domain::order::Status;
use jiff::Timestamp;

use super::{CarSeen, Finding, Flaw, Log, OrderTruth, Seen, Truth, road::Road};

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
enum Phase {
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

struct Follower<'a> {
    order: &'a OrderTruth,
    road: Option<Road>,
    phase: Phase,
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
pub(super) fn follow(truth: &Truth, log: &Log, findings: &mut Vec<Finding>) -> Followed {
    let nothing = OrderTruth::default();
    let order = truth.orders.get(&log.order).unwrap_or(&nothing);
    let mut follower = Follower {
        order,
        road: Road::of(truth, log.order),
        phase: Phase::Idle,
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

impl Follower<'_> {
    fn see(&mut self, at: Duration, seen: &Seen) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        match seen {
            Seen::Asked { since } => self.begin(*since, &mut flaws),
            Seen::Lost { close } => {
                self.close_span(at);
                self.phase = Phase::Idle;
                if let Some(code) = close.filter(|code| matches!(code, 1008 | 1009)) {
                    flaws.push(Flaw::Refused(format!("close {code}")));
                }
            }
            Seen::Beat { .. } => {}
            _ if self.phase == Phase::Ended => flaws.push(Flaw::AfterEnd),
            Seen::Error { code } => {
                self.close_span(at);
                self.phase = Phase::Idle;
                if code != "service/unavailable" {
                    flaws.push(Flaw::Refused(code.clone()));
                }
            }
            Seen::Subscribed { seq } => self.subscribed(at, *seq, &mut flaws),
            _ if !matches!(self.phase, Phase::Fresh | Phase::Going) => flaws.push(Flaw::Unasked),
            Seen::Snapshot { seq, rev, status, car } => {
                self.snapshot(at, *seq, *status, &mut flaws);
                self.see_rev(*rev, &mut flaws);
                if let Some(car) = car {
                    self.position(car, &mut flaws);
                }
            }
            Seen::Status { seq, rev, status } => {
                self.status(at, *seq, *status, &mut flaws);
                self.see_rev(*rev, &mut flaws);
            }
            Seen::Estimate { rev } => self.see_rev(*rev, &mut flaws),
            Seen::Position(car) => self.position(car, &mut flaws),
            Seen::End { reason } => {
                let right = match self.status {
                    Some(12) => "completed",
                    Some(13) => "cancelled",
                    _ => "expired",
                };
                if reason != right || right == "expired" {
                    flaws.push(Flaw::WrongEnd { reason: reason.clone(), status: self.status });
                }
                self.close_span(at);
                self.phase = Phase::Ended;
            }
        }
        flaws
    }

    fn begin(&mut self, since: Option<i64>, flaws: &mut Vec<Flaw>) {
        if since.is_some() && since != self.known {
            // The watcher itself claims what it was never told: then nothing below means anything.
            flaws.push(Flaw::Unasked);
        }
        self.phase = Phase::Asked;
        self.since = since;
        self.told = since;
        self.rev = None;
        self.car_at = None;
    }

    fn subscribed(&mut self, at: Duration, seq: i64, flaws: &mut Vec<Flaw>) {
        if self.phase != Phase::Asked {
            flaws.push(Flaw::Unasked);
        }
        if let Some(told) = self.since.filter(|told| *told > seq) {
            flaws.push(Flaw::WentBack { told, seq });
        }
        self.phase = Phase::Fresh;
        self.stands_at = seq;
        self.followed.since.get_or_insert(at);
        self.followed.up.push((at, None));
    }

    fn snapshot(&mut self, at: Duration, seq: i64, status: i16, flaws: &mut Vec<Flaw>) {
        let is_final = matches!(status, 12 | 13);
        match self.since {
            _ if self.phase != Phase::Fresh => flaws.push(Flaw::SnapshotInTheMiddle),
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
        self.phase = Phase::Going;
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
        if let Some(road) = self.road.as_ref().filter(|road| !road.allows(car)) {
            let (at, stops_before) = (car.at, car.stops_before);
            flaws.push(Flaw::PositionAtAnothersDoor { at, doors: road.doors_at(car), stops_before });
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
        (is_final && self.phase != Phase::Ended).then_some(Flaw::NoEnd)
    }
}

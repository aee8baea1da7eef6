//! Logs of a right run pass; each way of doctoring one is caught.

mod boards;
mod bought;
mod doors;
mod figures;
mod random;
mod reported;
mod watched;

use std::collections::BTreeMap;

use domain::geo::LatLng;

use super::{check as check_record, *};

fn check(truth: &Truth, logs: &[WatcherLog], reports: &[StatusAttempts]) -> Verdict {
    let record = Record { logs: logs.to_vec(), status_calls: reports.to_vec(), ..Record::default() };
    check_record(truth, &BoardTruth::default(), &record)
}

const ORDER: i64 = 10_001;
const WALK: [i16; 9] = [0, 1, 3, 5, 6, 8, 9, 8, 11];

fn event(seq: i64) -> Option<String> {
    (seq > 0).then(|| format!("e{seq}"))
}

/// An order that went this way.
fn truth(walk: &[i16]) -> Truth {
    let row = |(seq, status): (i64, &i16)| CommittedStatus {
        seq,
        status: *status,
        at: second(seq),
        event: event(seq),
        in_batch: false,
    };
    let rows: Vec<CommittedStatus> = (0..).zip(walk).map(row).collect();
    let last = rows.last().map_or(0, |row| row.seq);
    let orders = BTreeMap::from([(ORDER, OrderTruth { seq: last, rev: last + 5, rows })]);
    Truth { orders, ..Truth::default() }
}

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// Each report was answered at its number's second.
fn reports(walk: &[i16]) -> Vec<StatusAttempts> {
    let report = |(seq, status): (i64, &i16)| {
        let answer = CallOutcome::Set { seq, status: *status, applied: true };
        let sent = Duration::from_secs(seq.unsigned_abs());
        let attempts = vec![CallAttempt { node: 0, sent, took: Duration::ZERO, answer }];
        StatusAttempts { order: ORDER, status: *status, event: event(seq), attempts }
    };
    (0..).zip(walk).skip(1).map(report).collect()
}

fn log(seen: Vec<Observation>) -> WatcherLog {
    let entries = (0..).zip(seen).map(|(n, seen)| LogEntry { at: millis(n), node: 0, seen }).collect();
    WatcherLog { watcher: 3, order: ORDER, entries }
}

fn asked(since: Option<i64>) -> Observation {
    Observation::Asked { since }
}

fn subscribed(seq: i64) -> Observation {
    Observation::Subscribed { seq }
}

fn at(seq: i64) -> i16 {
    WALK[usize::try_from(seq).unwrap()]
}

fn snapshot(seq: i64) -> Observation {
    Observation::Snapshot { seq, rev: seq, status: at(seq), car: None }
}

fn status(seq: i64) -> Observation {
    Observation::Status { seq, rev: seq, status: at(seq) }
}

fn lost() -> Observation {
    Observation::Lost { close: Some(1012) }
}

fn second(second: i64) -> jiff::Timestamp {
    jiff::Timestamp::from_second(second).unwrap()
}

/// So many metres north of the first door.
fn place(metres: f64) -> LatLng {
    LatLng::new(60.17 + metres / 111_195.0, 24.94).unwrap()
}

fn position(second: i64) -> Observation {
    Observation::Position(CarSeen { at: self::second(second), place: place(500.0), stops_before: 1 })
}

/// A snapshot, some statuses, a break, and the rest.
fn right() -> Vec<Observation> {
    vec![
        asked(None),
        subscribed(1),
        snapshot(1),
        status(2),
        Observation::Beat { delayed: true },
        status(3),
        lost(),
        asked(Some(3)),
        subscribed(5),
        status(4),
        status(5),
        Observation::Estimate { rev: 5 },
        position(100),
        position(101),
        status(6),
        status(7),
        status(8),
    ]
}

fn flaws_of(truth: &Truth, seen: Vec<Observation>) -> Vec<Flaw> {
    check(truth, &[log(seen)], &reports(&WALK)).findings.into_iter().map(|finding| finding.flaw).collect()
}

fn flaws(seen: Vec<Observation>) -> Vec<Flaw> {
    flaws_of(&truth(&WALK), seen)
}

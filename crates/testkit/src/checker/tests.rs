//! Logs of a right run pass; each way of doctoring one is caught.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng, rngs::StdRng};

use domain::geo::LatLng;

use super::{check as check_record, *};

fn check(truth: &Truth, logs: &[Log], presses: &[Press]) -> Verdict {
    let record = Record { logs: logs.to_vec(), presses: presses.to_vec(), ..Record::default() };
    check_record(truth, &BoardTruth::default(), &record)
}

const ORDER: i64 = 10_001;
const WALK: [i16; 9] = [0, 1, 3, 5, 6, 8, 9, 8, 11];

fn event(seq: i64) -> Option<String> {
    (seq > 0).then(|| format!("e{seq}"))
}

/// An order that went this way.
fn truth(walk: &[i16]) -> Truth {
    let rows: Vec<Row> =
        (0..).zip(walk).map(|(seq, status)| Row { seq, status: *status, event: event(seq), in_batch: false }).collect();
    let last = rows.last().map_or(0, |row| row.seq);
    let orders = BTreeMap::from([(ORDER, OrderTruth { seq: last, rev: last + 5, rows })]);
    Truth { orders, ..Truth::default() }
}

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// Each press was answered at its number's second.
fn presses(walk: &[i16]) -> Vec<Press> {
    let press = |(seq, status): (i64, &i16)| {
        let answer = Answered::Set { seq, status: *status, applied: true };
        let sent = Duration::from_secs(seq.unsigned_abs());
        let attempts = vec![Attempt { node: 0, sent, took: Duration::ZERO, answer }];
        Press { order: ORDER, status: *status, event: event(seq), attempts }
    };
    (0..).zip(walk).skip(1).map(press).collect()
}

fn log(seen: Vec<Seen>) -> Log {
    let entries = (0..).zip(seen).map(|(n, seen)| Entry { at: millis(n), node: 0, seen }).collect();
    Log { watcher: 3, order: ORDER, entries }
}

fn asked(since: Option<i64>) -> Seen {
    Seen::Asked { since }
}

fn subscribed(seq: i64) -> Seen {
    Seen::Subscribed { seq }
}

fn at(seq: i64) -> i16 {
    WALK[usize::try_from(seq).unwrap()]
}

fn snapshot(seq: i64) -> Seen {
    Seen::Snapshot { seq, rev: seq, status: at(seq), car: None }
}

fn status(seq: i64) -> Seen {
    Seen::Status { seq, rev: seq, status: at(seq) }
}

fn lost() -> Seen {
    Seen::Lost { close: Some(1012) }
}

/// So many metres north of the first door.
fn place(metres: f64) -> LatLng {
    LatLng::new(60.17 + metres / 111_195.0, 24.94).unwrap()
}

fn position(second: i64) -> Seen {
    Seen::Position(CarSeen { at: jiff::Timestamp::from_second(second).unwrap(), place: place(500.0), stops_before: 1 })
}

/// A snapshot, some statuses, a break, and the rest.
fn right() -> Vec<Seen> {
    vec![
        asked(None),
        subscribed(1),
        snapshot(1),
        status(2),
        Seen::Beat { delayed: true },
        status(3),
        lost(),
        asked(Some(3)),
        subscribed(5),
        status(4),
        status(5),
        Seen::Estimate { rev: 5 },
        position(100),
        position(101),
        status(6),
        status(7),
        status(8),
    ]
}

fn flaws_of(truth: &Truth, seen: Vec<Seen>) -> Vec<Flaw> {
    check(truth, &[log(seen)], &presses(&WALK)).findings.into_iter().map(|finding| finding.flaw).collect()
}

fn flaws(seen: Vec<Seen>) -> Vec<Flaw> {
    flaws_of(&truth(&WALK), seen)
}

#[test]
fn a_right_run_passes() {
    let verdict = check(&truth(&WALK), &[log(right())], &presses(&WALK));
    assert_eq!((verdict.findings.as_slice(), verdict.committed), (&[][..], 8));
}

#[test]
fn a_lost_status_is_found_wherever_it_is() {
    for (index, seen) in right().iter().enumerate() {
        if !matches!(seen, Seen::Status { .. }) {
            continue;
        }
        let mut doctored = right();
        doctored.remove(index);
        let found = flaws(doctored);
        let is_last = matches!(seen, Seen::Status { seq: 8, .. });
        assert!(
            found.iter().any(|flaw| matches!(flaw, Flaw::Gap { .. } | Flaw::Unasked)) != is_last
                && (!is_last || found == [Flaw::TailMissing { told: Some(7), stands: 8 }]),
            "without {seen:?}: {found:?}"
        );
    }
}

#[test]
fn a_doubled_status_is_found() {
    let mut doctored = right();
    doctored.insert(6, status(3));
    assert_eq!(flaws(doctored), [Flaw::Again { told: 3, seq: 3 }]);
    // Across a break, too.
    let mut doctored = right();
    doctored.insert(9, status(3));
    assert_eq!(flaws(doctored), [Flaw::Again { told: 3, seq: 3 }]);
}

#[test]
fn swapped_statuses_are_found() {
    let mut doctored = right();
    doctored.swap(14, 15);
    let found = flaws(doctored);
    assert!(found.contains(&Flaw::Gap { told: 5, seq: 7 }), "{found:?}");
    assert!(found.contains(&Flaw::Again { told: 7, seq: 6 }), "{found:?}");
}

#[test]
fn a_lost_tail_is_found() {
    let mut doctored = right();
    doctored.truncate(13);
    assert_eq!(flaws(doctored), [Flaw::TailMissing { told: Some(5), stands: 8 }]);
    assert_eq!(flaws(Vec::new()), [Flaw::TailMissing { told: None, stands: 8 }], "a watcher that saw nothing at all");
}

#[test]
fn snapshots_have_their_place() {
    let mut doctored = right();
    doctored.insert(16, snapshot(7));
    assert_eq!(flaws(doctored)[0], Flaw::SnapshotInTheMiddle);
    let mut doctored = right();
    doctored.splice(9..11, [snapshot(5)]);
    assert_eq!(flaws(doctored), [Flaw::NeedlessSnapshot { since: 3, seq: 5 }]);
    let mut doctored = right();
    doctored.splice(8..11, [subscribed(2), snapshot(2), status(3), status(4), status(5)]);
    let found = flaws(doctored);
    assert!(found.contains(&Flaw::WentBack { told: 3, seq: 2 }), "{found:?}");
    // Older than the snapshot.
    let mut doctored = right();
    doctored.insert(3, status(1));
    assert_eq!(flaws(doctored), [Flaw::Again { told: 1, seq: 1 }]);
    let mut doctored = right();
    doctored.remove(2);
    assert_eq!(flaws(doctored), [Flaw::Gap { told: -1, seq: 2 }]);
}

#[test]
fn after_a_long_absence_a_snapshot_is_right() {
    let walk: Vec<i16> = [5, 6].repeat(20);
    let mut long = truth(&walk);
    long.orders.get_mut(&ORDER).unwrap().rev = 100;
    let told = |seq: i64| Seen::Snapshot { seq, rev: seq, status: if seq % 2 == 0 { 5 } else { 6 }, car: None };
    let seen = vec![asked(None), subscribed(0), told(0), lost(), asked(Some(0)), subscribed(39), told(39)];
    let run = check(&long, &[log(seen)], &presses(&walk));
    assert_eq!(run.findings, []);
}

#[test]
fn what_was_told_must_stand_in_the_database() {
    let mut doctored = right();
    doctored[3] = Seen::Status { seq: 2, rev: 2, status: 4 };
    assert_eq!(flaws(doctored), [Flaw::NotTheDatabases { seq: 2, told: 4, stands: Some(3) }]);
    let mut doctored = right();
    doctored.push(Seen::Status { seq: 9, rev: 9, status: 12 });
    assert_eq!(flaws(doctored)[0], Flaw::NotTheDatabases { seq: 9, told: 12, stands: None });
}

#[test]
fn rev_never_falls() {
    let mut doctored = right();
    doctored[11] = Seen::Estimate { rev: 7 };
    assert_eq!(flaws(doctored), [Flaw::Rev { rev: 6, before: 7, stands: 13 }]);
    let mut doctored = right();
    doctored[16] = Seen::Status { seq: 8, rev: 20, status: 11 };
    assert_eq!(flaws(doctored), [Flaw::Rev { rev: 20, before: 7, stands: 13 }]);
}

#[test]
fn positions_have_their_status_and_their_order() {
    let mut doctored = right();
    doctored.insert(15, position(102));
    assert_eq!(flaws(doctored), [Flaw::PositionOutOfTurn(Some(9))]);
    for second in [100, 101] {
        let mut doctored = right();
        doctored.insert(14, position(second));
        assert_eq!(flaws(doctored), [Flaw::PositionBackInTime]);
    }
}

#[test]
fn no_customer_sees_anothers_door() {
    let mut with_doors = truth(&WALK);
    with_doors.doors.insert(ORDER, Door { own: place(0.0), others: vec![place(1_000.0), place(200.0)] });
    let seen_at = |metres: f64, stops_before: u32| {
        let mut doctored = right();
        let at = jiff::Timestamp::from_second(101).unwrap();
        doctored[13] = Seen::Position(CarSeen { at, place: place(metres), stops_before });
        flaws_of(&with_doors, doctored)
    };
    assert_eq!(seen_at(1_140.0, 1), [Flaw::PositionAtAnothersDoor]);
    assert_eq!(seen_at(1_160.0, 1), []);
    assert_eq!(seen_at(1_140.0, 0), [], "nobody is before");
    assert_eq!(seen_at(100.0, 1), [], "it is their own door, too");
    assert_eq!(seen_at(170.0, 1), [Flaw::PositionAtAnothersDoor]);
}

#[test]
fn the_board_is_the_databases() {
    let row = |seq: i64| OnBoard { seq, status: at(seq), estimated_at: None };
    let other = ORDER + 1;
    let stands = BoardTruth(BTreeMap::from([(ORDER, row(8))]));
    let board = |rows: &[(i64, i64)], removed: &[i64]| BoardSeen::Board {
        rows: rows.iter().map(|(order, seq)| (*order, row(*seq))).collect(),
        removed: removed.to_vec(),
    };
    let judged = |seen: &[BoardSeen]| {
        let entries = (0..).zip(seen).map(|(n, seen)| BoardEntry { at: millis(n), node: 0, seen: seen.clone() });
        let log = BoardLog { watcher: 0, entries: entries.collect() };
        let record = Record { boards: vec![log], logs: vec![log_of_right()], presses: presses(&WALK) };
        check_record(&truth(&WALK), &stands, &record)
    };
    let flaws = |seen: &[BoardSeen]| judged(seen).findings.into_iter().map(|found| found.flaw).collect::<Vec<_>>();
    let lost = BoardSeen::Lost { close: None };
    let whole = [BoardSeen::Asked, board(&[(ORDER, 2), (other, 3)], &[])];
    let right = [&whole[..], &[board(&[(ORDER, 5)], &[other]), lost, BoardSeen::Asked, board(&[(ORDER, 8)], &[])]];
    let right = right.concat();
    assert_eq!(flaws(&right), []);
    assert_eq!(judged(&right).board_arrivals.len(), 8);
    let (eight, five) = (Some(row(8)), Some(row(5)));
    assert_eq!(flaws(&right[..3]), [Flaw::WrongBoard { shown: five, stands: eight }], "the last row was lost");
    let kept = [&whole[..], &[board(&[(ORDER, 8)], &[])]].concat();
    assert_eq!(flaws(&kept), [Flaw::WrongBoard { shown: Some(row(3)), stands: None }], "a row that should have left");
    let back = [board(&[(ORDER, 5)], &[other]), board(&[(ORDER, 2)], &[]), board(&[(ORDER, 8)], &[])];
    assert_eq!(flaws(&[&whole[..], &back].concat()), [Flaw::RowWentBack { before: five, after: Some(row(2)) }]);
    let never_there = [&whole[..], &[board(&[(ORDER, 8)], &[other, other])]].concat();
    assert_eq!(flaws(&never_there), [Flaw::RowWentBack { before: None, after: None }]);
    assert_eq!(flaws(&[]), [Flaw::WrongBoard { shown: None, stands: eight }]);
    let ended = [&right[..], &[BoardSeen::Error { code: "board/session-ended".to_owned() }]].concat();
    assert_eq!(flaws(&ended), [Flaw::Refused("board/session-ended".to_owned())]);
}

fn log_of_right() -> Log {
    log(right())
}

#[test]
fn the_end_is_the_end() {
    let mut over = truth(&[&WALK[..], &[12]].concat());
    over.orders.get_mut(&ORDER).unwrap().rev = 99;
    let end = |reason: &str| Seen::End { reason: reason.to_owned() };
    let last = Seen::Status { seq: 9, rev: 9, status: 12 };
    let with = |more: &[Seen]| {
        let seen = [&right()[..], std::slice::from_ref(&last), more].concat();
        let walk = [&WALK[..], &[12]].concat();
        let run = check(&over, &[log(seen)], &presses(&walk));
        run.findings.into_iter().map(|finding| finding.flaw).collect::<Vec<_>>()
    };
    assert_eq!(with(&[end("completed")]), []);
    assert_eq!(with(&[]), [Flaw::NoEnd]);
    assert_eq!(with(&[lost(), asked(Some(9)), subscribed(9)]), [Flaw::NoEnd]);
    assert_eq!(with(&[end("completed"), Seen::Estimate { rev: 9 }]), [Flaw::AfterEnd]);
    assert_eq!(with(&[end("completed"), end("completed")]), [Flaw::AfterEnd]);
    assert_eq!(with(&[end("cancelled")]).len(), 1);
    let early = flaws([&right()[..], &[end("completed")]].concat());
    assert_eq!(early, [Flaw::WrongEnd { reason: "completed".to_owned(), status: Some(11) }]);
}

#[test]
fn nothing_comes_unasked_or_refused() {
    let mut doctored = right();
    doctored.insert(7, status(4));
    assert_eq!(flaws(doctored)[0], Flaw::Unasked);
    let mut doctored = right();
    doctored.splice(8..11, [Seen::Error { code: "service/unavailable".to_owned() }, asked(Some(3)), subscribed(5)]);
    doctored.splice(11..11, [status(4), status(5)]);
    assert_eq!(flaws(doctored), [], "a passing trouble is none");
    let mut doctored = right();
    doctored.insert(8, Seen::Error { code: "order/not-found".to_owned() });
    assert_eq!(flaws(doctored)[0], Flaw::Refused("order/not-found".to_owned()));
    let mut doctored = right();
    doctored[6] = Seen::Lost { close: Some(1008) };
    assert_eq!(flaws(doctored), [Flaw::Refused("close 1008".to_owned())]);
}

fn press_flaws(doctor: impl FnOnce(&mut Vec<Press>)) -> Vec<Flaw> {
    let mut pressed = presses(&WALK);
    doctor(&mut pressed);
    check(&truth(&WALK), &[], &pressed).findings.into_iter().map(|finding| finding.flaw).collect()
}

fn attempt(answer: Answered) -> Attempt {
    Attempt { node: 0, sent: millis(1), took: millis(5), answer }
}

#[test]
fn what_was_answered_stands() {
    assert_eq!(press_flaws(|_| ()), []);
    let gone = Press {
        order: ORDER,
        status: 12,
        event: Some("gone".to_owned()),
        attempts: vec![attempt(Answered::Set { seq: 9, status: 12, applied: true })],
    };
    assert!(matches!(press_flaws(|presses| presses.push(gone))[..], [Flaw::NoRow { seq: 9, .. }]));
    // Another's row, claimed by two.
    let mut second = presses(&WALK)[2].clone();
    second.event = Some("second".to_owned());
    let found = press_flaws(|presses| presses.push(second));
    assert!(found.iter().any(|flaw| matches!(flaw, Flaw::NoRow { seq: 3, .. })), "{found:?}");
    assert!(found.contains(&Flaw::AppliedTwice { event: Some("second".to_owned()) }), "{found:?}");
}

#[test]
fn a_lost_answer_that_is_asked_for_again_is_right() {
    let found = press_flaws(|presses| {
        presses[2].attempts = vec![
            attempt(Answered::Lost),
            attempt(Answered::Failed { status: 503, retry_after: true }),
            attempt(Answered::Set { seq: 5, status: 8, applied: false }),
        ];
    });
    assert_eq!(found, []);
}

#[test]
fn what_was_refused_does_not_stand() {
    let refused = |presses: &mut Vec<Press>| {
        presses[2].attempts = vec![attempt(Answered::Refused("status/transition".to_owned()))];
    };
    let code = "status/transition".to_owned();
    assert_eq!(press_flaws(refused), [Flaw::RowOfRefused { event: "e3".to_owned(), code, seq: 3 }]);
}

#[test]
fn nothing_stands_that_nobody_pressed() {
    let found = press_flaws(|presses| {
        presses.remove(4);
    });
    assert_eq!(found, [Flaw::Stranger(5)]);
}

#[test]
fn only_a_quick_503_with_its_header_is_a_failure_that_may_be() {
    for (status, retry_after, took) in [(500, true, 1), (503, false, 1), (503, true, 4)] {
        let found = press_flaws(|presses| {
            let failed = attempt(Answered::Failed { status, retry_after });
            presses[0].attempts.insert(0, Attempt { took: Duration::from_secs(took), ..failed });
        });
        assert!(matches!(found[..], [Flaw::BadFailure { .. }]), "{status}: {found:?}");
    }
}

#[test]
fn the_databases_own_numbers_are_looked_at() {
    let mut gap = truth(&WALK);
    gap.orders.get_mut(&ORDER).unwrap().rows.remove(4);
    let found: Vec<_> = check(&gap, &[], &[]).findings.into_iter().map(|finding| finding.flaw).collect();
    assert!(found.contains(&Flaw::NotContiguous(4)), "{found:?}");
    let mut ahead = truth(&WALK);
    ahead.orders.get_mut(&ORDER).unwrap().seq = 9;
    let found: Vec<_> = check(&ahead, &[], &presses(&WALK)).findings.into_iter().map(|finding| finding.flaw).collect();
    assert_eq!(found, [Flaw::NotContiguous(9)]);
    let mut twice = truth(&WALK);
    twice.orders.get_mut(&ORDER).unwrap().rows[4].event = event(3);
    let found: Vec<_> = check(&twice, &[], &presses(&WALK)).findings.into_iter().map(|finding| finding.flaw).collect();
    assert!(found.contains(&Flaw::AppliedTwice { event: event(3) }), "{found:?}");
}

#[test]
fn lateness_counts_from_the_answer_or_from_what_is_later() {
    let mut seen = log(right());
    for entry in &mut seen.entries {
        entry.at = match entry.seen {
            // Press 2 was answered at 2 s and so on; 4 and 5 come with the new line.
            Seen::Status { seq: 4 | 5, .. } => Duration::from_millis(5_500),
            Seen::Status { seq, .. } => Duration::from_secs(seq.unsigned_abs()) + millis(30),
            Seen::Lost { .. } => Duration::from_millis(3_900),
            Seen::Asked { since: Some(_) } | Seen::Subscribed { seq: 5 } => Duration::from_millis(5_400),
            _ => entry.at,
        };
    }
    let verdict = check(&truth(&WALK), &[seen], &presses(&WALK));
    let late = |from: u64| verdict.lateness(Duration::from_millis(from), |arrival| (4..=5).contains(&arrival.seq));
    assert_eq!((late(0).count, late(0).max), (2, millis(1_500)));
    assert_eq!(late(5_000).max, millis(500));
    let up = verdict.lateness(Duration::ZERO, |arrival| arrival.was_up);
    assert_eq!(up.max, millis(30), "{up}");
    assert_eq!(verdict.arrivals.iter().filter(|arrival| !arrival.was_up).count(), 2);
}

#[test]
fn a_spread_is_read_off_the_sorted_values() {
    let spread = Spread::of((1..=200).rev().map(millis));
    assert_eq!((spread.count, spread.p50, spread.p99, spread.max), (200, millis(100), millis(198), millis(200)));
    assert_eq!(Spread::of([]), Spread::default());
}

/// A right run of a random order with random breaks.
fn random_run(chance: &mut StdRng) -> (Truth, Vec<Seen>) {
    let walk: Vec<i16> = (0..chance.random_range(3..60)).map(|seq| if seq % 2 == 0 { 6 } else { 5 }).collect();
    let last = i64::try_from(walk.len()).unwrap() - 1;
    let status_at = |seq: i64| if seq % 2 == 0 { 6 } else { 5 };
    let told = |seq: i64| Seen::Status { seq, rev: seq, status: status_at(seq) };
    let (mut seen, mut known, mut stands) = (Vec::new(), None, 0);
    while known != Some(last) {
        stands = chance.random_range(stands..=last);
        seen.extend([asked(known), subscribed(stands)]);
        match known {
            Some(since) if stands - since <= 32 => seen.extend((since + 1..=stands).map(told)),
            _ => seen.push(Seen::Snapshot { seq: stands, rev: stands, status: status_at(stands), car: None }),
        }
        let until = chance.random_range(stands..=last);
        seen.extend((stands + 1..=until).map(told));
        (known, stands) = (Some(until), until);
        seen.push(lost());
    }
    (truth(&walk), seen)
}

#[test]
fn any_right_run_passes_and_any_lost_doubled_or_swapped_frame_is_found() {
    let mut chance = StdRng::seed_from_u64(11);
    for round in 0..2_000 {
        let (truth, right) = random_run(&mut chance);
        let flaws = |seen: Vec<Seen>| {
            let run = check(&truth, &[log(seen)], &[]);
            run.findings.into_iter().filter(|finding| !matches!(finding.flaw, Flaw::Stranger(_))).collect::<Vec<_>>()
        };
        assert_eq!(flaws(right.clone()), [], "round {round}: {right:?}");
        let statuses: Vec<usize> =
            (0..right.len()).filter(|index| matches!(right[*index], Seen::Status { .. })).collect();
        let Some(at) = statuses.get(chance.random_range(0..statuses.len().max(1))).copied() else { continue };
        let mut doctored = right.clone();
        match chance.random_range(0..3) {
            0 => {
                doctored.remove(at);
            }
            1 => doctored.insert(at, right[at].clone()),
            _ if matches!(right[at + 1], Seen::Status { .. }) => doctored.swap(at, at + 1),
            _ => continue,
        }
        assert!(!flaws(doctored.clone()).is_empty(), "round {round}: {doctored:?}");
    }
}

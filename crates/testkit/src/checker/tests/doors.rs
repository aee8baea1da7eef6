//! Where a customer was shown their car.

use super::*;

/// The other stops: one before the watched order's at 1,000 m, one after it at 2,000 m. Its own door is at 0 m.
const BEFORE: i64 = 10_002;
const AFTER: i64 = 10_003;

/// A run in which the stop before went this way, and the car said where it is, each with a second. The other orders stay at 8.
fn run(walk: &[(i64, i16)], said: &[(i64, f64)]) -> Truth {
    let mut truth = truth(&WALK);
    let stop = |walk: &[(i64, i16)]| {
        let row = |(seq, (at, status)): (i64, &(i64, i16))| CommittedStatus {
            seq,
            status: *status,
            at: second(*at),
            event: None,
            in_batch: true,
        };
        let rows: Vec<CommittedStatus> = (0..).zip(walk).map(row).collect();
        OrderTruth { seq: rows.last().unwrap().seq, rev: 9, rows }
    };
    truth.orders.extend([(BEFORE, stop(walk)), (AFTER, stop(&[(0, 8)]))]);
    let stops = vec![(BEFORE, place(1_000.0)), (ORDER, place(0.0)), (AFTER, place(2_000.0))];
    let said = said.iter().map(|(at, metres)| (second(*at), place(*metres))).collect();
    truth.drives.push(DrivenBatch { stops, said });
    truth
}

/// Whether the watched order's customer may have been shown the car there, at that second, with so many stops before.
fn may_see(truth: &Truth, at: i64, metres: f64, stops_before: u32) -> bool {
    let mut seen = right();
    seen.splice(12..14, [Observation::Position(CarSeen { at: second(at), place: place(metres), stops_before })]);
    let found = flaws_of(truth, seen);
    let of_the_report = |flaw: &Flaw| matches!(flaw, Flaw::Stranger(_));
    let found: Vec<Flaw> = found.into_iter().filter(|flaw| !of_the_report(flaw)).collect();
    assert!(matches!(found.as_slice(), [] | [Flaw::PositionAtAnothersDoor { .. }]), "{found:?}");
    found.is_empty()
}

#[test]
fn no_customer_sees_the_door_of_a_stop_that_is_to_come() {
    let run = run(&[(0, 8)], &[(50, 500.0), (60, 1_000.0)]);
    for (metres, is_near) in [(840.0, false), (860.0, true), (1_000.0, true), (1_140.0, true), (1_160.0, false)] {
        assert_eq!(may_see(&run, 100, metres, 1), !is_near, "{metres} m");
    }
    // Nor that of one that comes after their own, whose turn it is.
    assert!(!may_see(&run, 100, 1_990.0, 0) && !may_see(&run, 100, 1_990.0, 1));
    assert!(may_see(&run, 100, 10.0, 0) && may_see(&run, 100, 10.0, 1), "their own");
}

#[test]
fn a_stop_that_failed_is_hidden_until_the_car_has_left_it() {
    let stays = run(&[(0, 8), (60, 9)], &[(50, 500.0), (59, 1_000.0), (70, 1_010.0), (80, 1_140.0)]);
    assert!([59, 70, 80, 300].into_iter().all(|at| !may_see(&stays, at, 1_010.0, 0)));
    // It turns at its door, goes away, and comes by once more.
    let leaves = run(&[(0, 8), (60, 9)], &[(50, 500.0), (59, 1_000.0), (70, 1_160.0), (75, 1_170.0), (80, 1_000.0)]);
    assert!(!may_see(&leaves, 72, 1_010.0, 0), "one position outside is not leaving");
    assert!(!may_see(&leaves, 65, 1_010.0, 0), "before it left");
    assert!(may_see(&leaves, 80, 1_000.0, 0), "after");
    assert!(!may_see(&leaves, 80, 1_000.0, 1), "the node says itself that the stop is to come");
    // Away from the door before the report is not away from it after the report.
    let was_away = run(&[(0, 8), (60, 9)], &[(59, 500.0), (61, 1_000.0)]);
    assert!(!may_see(&was_away, 61, 1_000.0, 0));
    // Reported before it came, and gone on from there: it comes, goes, and comes by once more.
    let early =
        run(&[(0, 8), (30, 9)], &[(31, 500.0), (32, 500.0), (60, 1_000.0), (70, 500.0), (75, 500.0), (90, 1_000.0)]);
    assert!([60, 72].into_iter().all(|at| !may_see(&early, at, 1_010.0, 0)));
    assert!(may_see(&early, 90, 1_000.0, 0));
    // Where it never came it may pass by later.
    let never = run(&[(0, 8), (60, 9)], &[(59, 500.0), (970, 1_000.0)]);
    assert!(!may_see(&never, 900, 1_000.0, 0) && may_see(&never, 970, 1_000.0, 0));
}

#[test]
fn a_stop_that_is_tried_again_is_hidden_again() {
    let first = [(59, 1_000.0), (61, 500.0), (65, 500.0), (70, 1_000.0)];
    let said = [&first[..], &[(200, 500.0), (205, 500.0), (210, 1_000.0), (320, 500.0), (325, 500.0)]].concat();
    let again = run(&[(0, 8), (60, 9), (100, 8), (300, 9)], &said);
    assert!(may_see(&again, 70, 1_000.0, 0));
    assert!(may_see(&again, 105, 1_000.0, 0), "a node may not know yet");
    for at in [110, 210, 310] {
        assert!(!may_see(&again, at, 1_000.0, 0), "at {at} s it is to come, or not left again");
    }
    assert!(may_see(&again, 325, 1_000.0, 0));
}

#[test]
fn a_near_door_of_the_own_is_an_excuse_where_it_is_the_next() {
    let mut near = run(&[(0, 8), (60, 9)], &[(59, 200.0), (61, 210.0), (90, 500.0), (93, 500.0)]);
    near.drives[0].stops[0].1 = place(200.0);
    assert!(!may_see(&near, 50, 100.0, 1), "the other one comes first");
    assert!(!may_see(&near, 61, 100.0, 0), "the car is still there");
    assert!(may_see(&near, 95, 100.0, 0));
    near.drives[0].stops[2].1 = place(200.0);
    near.drives[0].stops[0].1 = place(1_000.0);
    assert!(!may_see(&near, 95, 100.0, 0), "the last that was done is still to be left");
    near.drives[0].said.insert(0, (second(50), place(1_000.0)));
    assert!(may_see(&near, 95, 100.0, 0), "what comes after is behind");
    assert!(!may_see(&near, 95, 170.0, 0));
}

//! What a watcher was told.

use super::*;

#[test]
fn a_right_run_passes() {
    let verdict = check(&truth(&WALK), &[log(right())], &reports(&WALK));
    assert_eq!((verdict.findings.as_slice(), verdict.committed), (&[][..], 8));
}

#[test]
fn a_lost_status_is_found_wherever_it_is() {
    for (index, seen) in right().iter().enumerate() {
        if !matches!(seen, Observation::Status { .. }) {
            continue;
        }
        let mut doctored = right();
        doctored.remove(index);
        let found = flaws(doctored);
        let is_last = matches!(seen, Observation::Status { seq: 8, .. });
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
    let told = |seq: i64| Observation::Snapshot { seq, rev: seq, status: if seq % 2 == 0 { 5 } else { 6 }, car: None };
    let seen = vec![asked(None), subscribed(0), told(0), lost(), asked(Some(0)), subscribed(39), told(39)];
    let run = check(&long, &[log(seen)], &reports(&walk));
    assert_eq!(run.findings, []);
}

#[test]
fn what_was_told_must_stand_in_the_database() {
    let mut doctored = right();
    doctored[3] = Observation::Status { seq: 2, rev: 2, status: 4 };
    assert_eq!(flaws(doctored), [Flaw::NotTheDatabases { seq: 2, told: 4, stands: Some(3) }]);
    let mut doctored = right();
    doctored.push(Observation::Status { seq: 9, rev: 9, status: 12 });
    assert_eq!(flaws(doctored)[0], Flaw::NotTheDatabases { seq: 9, told: 12, stands: None });
}

#[test]
fn rev_never_falls() {
    let mut doctored = right();
    doctored[11] = Observation::Estimate { rev: 7 };
    assert_eq!(flaws(doctored), [Flaw::Rev { rev: 6, before: 7, stands: 13 }]);
    let mut doctored = right();
    doctored[16] = Observation::Status { seq: 8, rev: 20, status: 11 };
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
fn the_end_is_the_end() {
    let mut over = truth(&[&WALK[..], &[12]].concat());
    over.orders.get_mut(&ORDER).unwrap().rev = 99;
    let end = |reason: &str| Observation::End { reason: reason.to_owned() };
    let last = Observation::Status { seq: 9, rev: 9, status: 12 };
    let with = |more: &[Observation]| {
        let seen = [&right()[..], std::slice::from_ref(&last), more].concat();
        let walk = [&WALK[..], &[12]].concat();
        let run = check(&over, &[log(seen)], &reports(&walk));
        run.findings.into_iter().map(|finding| finding.flaw).collect::<Vec<_>>()
    };
    assert_eq!(with(&[end("completed")]), []);
    assert_eq!(with(&[]), [Flaw::NoEnd]);
    assert_eq!(with(&[lost(), asked(Some(9)), subscribed(9)]), [Flaw::NoEnd]);
    assert_eq!(with(&[end("completed"), Observation::Estimate { rev: 9 }]), [Flaw::AfterEnd]);
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
    doctored
        .splice(8..11, [Observation::Error { code: "service/unavailable".to_owned() }, asked(Some(3)), subscribed(5)]);
    doctored.splice(11..11, [status(4), status(5)]);
    assert_eq!(flaws(doctored), [], "a passing trouble is none");
    let mut doctored = right();
    doctored.insert(8, Observation::Error { code: "order/not-found".to_owned() });
    assert_eq!(flaws(doctored)[0], Flaw::Refused("order/not-found".to_owned()));
    let mut doctored = right();
    doctored[6] = Observation::Lost { close: Some(1008) };
    assert_eq!(flaws(doctored), [Flaw::Refused("close 1008".to_owned())]);
}

//! What was pressed, and what stands in the database.

use super::*;

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

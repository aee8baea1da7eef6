//! What was reported, and what stands in the database.

use super::*;

fn report_flaws(doctor: impl FnOnce(&mut Vec<StatusAttempts>)) -> Vec<Flaw> {
    let mut reported = reports(&WALK);
    doctor(&mut reported);
    check(&truth(&WALK), &[], &reported).findings.into_iter().map(|finding| finding.flaw).collect()
}

fn attempt(answer: CallOutcome) -> CallAttempt {
    CallAttempt { node: 0, sent: millis(1), took: millis(5), answer }
}

#[test]
fn what_was_answered_stands() {
    assert_eq!(report_flaws(|_| ()), []);
    let gone = StatusAttempts {
        order: ORDER,
        status: 12,
        event: Some("gone".to_owned()),
        attempts: vec![attempt(CallOutcome::Set { seq: 9, status: 12, applied: true })],
    };
    assert!(matches!(report_flaws(|reports| reports.push(gone))[..], [Flaw::NoRow { seq: 9, .. }]));
    // Another's row, claimed by two.
    let mut second = reports(&WALK)[2].clone();
    second.event = Some("second".to_owned());
    let found = report_flaws(|reports| reports.push(second));
    assert!(found.iter().any(|flaw| matches!(flaw, Flaw::NoRow { seq: 3, .. })), "{found:?}");
    assert!(found.contains(&Flaw::AppliedTwice { event: Some("second".to_owned()) }), "{found:?}");
}

#[test]
fn a_lost_answer_that_is_asked_for_again_is_right() {
    let found = report_flaws(|reports| {
        reports[2].attempts = vec![
            attempt(CallOutcome::Lost),
            attempt(CallOutcome::Failed { status: 503, retry_after: true }),
            attempt(CallOutcome::Set { seq: 5, status: 8, applied: false }),
        ];
    });
    assert_eq!(found, []);
}

#[test]
fn what_was_refused_does_not_stand() {
    let refused = |reports: &mut Vec<StatusAttempts>| {
        reports[2].attempts = vec![attempt(CallOutcome::Refused("status/transition".to_owned()))];
    };
    let code = "status/transition".to_owned();
    assert_eq!(report_flaws(refused), [Flaw::RowOfRefused { event: "e3".to_owned(), code, seq: 3 }]);
}

#[test]
fn nothing_stands_that_nobody_reported() {
    let found = report_flaws(|reports| {
        reports.remove(4);
    });
    assert_eq!(found, [Flaw::Stranger(5)]);
}

#[test]
fn only_a_quick_503_with_its_header_is_a_failure_that_may_be() {
    for (status, retry_after, took) in [(500, true, 1), (503, false, 1), (503, true, 4)] {
        let found = report_flaws(|reports| {
            let failed = attempt(CallOutcome::Failed { status, retry_after });
            reports[0].attempts.insert(0, CallAttempt { took: Duration::from_secs(took), ..failed });
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
    let found: Vec<_> = check(&ahead, &[], &reports(&WALK)).findings.into_iter().map(|finding| finding.flaw).collect();
    assert_eq!(found, [Flaw::NotContiguous(9)]);
    let mut twice = truth(&WALK);
    twice.orders.get_mut(&ORDER).unwrap().rows[4].event = event(3);
    let found: Vec<_> = check(&twice, &[], &reports(&WALK)).findings.into_iter().map(|finding| finding.flaw).collect();
    assert!(found.contains(&Flaw::AppliedTwice { event: event(3) }), "{found:?}");
}

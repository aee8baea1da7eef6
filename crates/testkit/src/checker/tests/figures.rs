//! When it was seen.

use super::*;

#[test]
fn lateness_counts_from_the_answer_or_from_what_is_later() {
    let mut seen = log(right());
    for entry in &mut seen.entries {
        entry.at = match entry.seen {
            // Report 2 was answered at 2 s and so on; 4 and 5 come with the new line.
            Observation::Status { seq: 4 | 5, .. } => Duration::from_millis(5_500),
            Observation::Status { seq, .. } => Duration::from_secs(seq.unsigned_abs()) + millis(30),
            Observation::Lost { .. } => Duration::from_millis(3_900),
            Observation::Asked { since: Some(_) } | Observation::Subscribed { seq: 5 } => Duration::from_millis(5_400),
            _ => entry.at,
        };
    }
    let verdict = check(&truth(&WALK), &[seen], &reports(&WALK));
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

//! Random runs.

use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::*;

/// A right run of a random order with random breaks.
fn random_run(chance: &mut StdRng) -> (Truth, Vec<Observation>) {
    let walk: Vec<i16> = (0..chance.random_range(3..60)).map(|seq| if seq % 2 == 0 { 6 } else { 5 }).collect();
    let last = i64::try_from(walk.len()).unwrap() - 1;
    let status_at = |seq: i64| if seq % 2 == 0 { 6 } else { 5 };
    let told = |seq: i64| Observation::Status { seq, rev: seq, status: status_at(seq) };
    let (mut seen, mut known, mut stands) = (Vec::new(), None, 0);
    while known != Some(last) {
        stands = chance.random_range(stands..=last);
        seen.extend([asked(known), subscribed(stands)]);
        match known {
            Some(since) if stands - since <= 32 => seen.extend((since + 1..=stands).map(told)),
            _ => seen.push(Observation::Snapshot { seq: stands, rev: stands, status: status_at(stands), car: None }),
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
        let flaws = |seen: Vec<Observation>| {
            let run = check(&truth, &[log(seen)], &[]);
            run.findings.into_iter().filter(|finding| !matches!(finding.flaw, Flaw::Stranger(_))).collect::<Vec<_>>()
        };
        assert_eq!(flaws(right.clone()), [], "round {round}: {right:?}");
        let statuses: Vec<usize> =
            (0..right.len()).filter(|index| matches!(right[*index], Observation::Status { .. })).collect();
        let Some(at) = statuses.get(chance.random_range(0..statuses.len().max(1))).copied() else { continue };
        let mut doctored = right.clone();
        match chance.random_range(0..3) {
            0 => {
                doctored.remove(at);
            }
            1 => doctored.insert(at, right[at].clone()),
            _ if matches!(right[at + 1], Observation::Status { .. }) => doctored.swap(at, at + 1),
            _ => continue,
        }
        assert!(!flaws(doctored.clone()).is_empty(), "round {round}: {doctored:?}");
    }
}

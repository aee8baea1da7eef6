//! For long: memory, descriptors and tasks stay what they are, however many orders and watchers come and go.

use std::time::Duration;

use testkit::{load::Load, process::NodeProcess};
use tokio::time::Instant;

use crate::{
    cluster::{CALM, Cluster, fault, promise},
    form::{is_long, load, setting, span},
    record,
};

/// Minutes in the long form, unless `SOAK_MINUTES` says otherwise.
const MINUTES: f64 = 60.0;
/// How often memory is looked at.
const LOOK: Duration = Duration::from_millis(500);
/// Memory may rise by this share in an hour (docs/spec/promises.md, "Faults to inject").
const MOST_RISE: f64 = 0.01;
/// Rounds before the nodes count as warm.
const WARMING: usize = 3;
/// And the time before which a rise is only their getting warm, hours: what is kept longest, a car that reports no more,
/// has been let go for the first time two minutes after the first round. The short form is over before that.
const WARM_AFTER: f64 = 200.0 / 3600.0;
/// What memory may have risen by since the warm-up in any form: a share of it.
const MOST_EVER: f64 = 0.25;

/// What the nodes hold between two rounds, when nobody watches.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct Held {
    descriptors: usize,
    tasks: f64,
}

#[test]
fn holds_no_more_than_at_first() {
    fault(&[], |cluster| async move {
        let minutes = setting("SOAK_MINUTES").map_or(MINUTES, |minutes| minutes.parse().unwrap());
        let span = if is_long() { Duration::from_secs_f64(minutes * 60.0) } else { span(12.0, 0.0) };
        let begun = Instant::now();
        let (mut memory, mut held): (Vec<(f64, f64)>, Vec<Held>) = (Vec::new(), Vec::new());
        let mut allocator = ALLOCATOR.map(|_| Vec::new());
        for round in 0.. {
            // Orders stay open when nobody watches them any more, and would pile up on a board.
            let load = Load { boards: 0, ..load(1101 + round) };
            memory.push(one_round(&cluster, &load, begun).await);
            held.push(let_go(&cluster).await);
            for (kind, looks) in ALLOCATOR.iter().zip(&mut allocator) {
                let bytes = cluster.figure(&format!("ovelle_allocator_bytes{{kind=\"{kind}\"}}")).await;
                looks.push((begun.elapsed().as_secs_f64() / 3600.0, bytes));
            }
            if begun.elapsed() >= span && memory.len() > WARMING {
                break;
            }
        }
        record::note("soak minutes", begun.elapsed().as_secs_f64() / 60.0);
        record::note("soak rounds", memory.len());
        let (first, last) = (held[1], held[held.len() - 1]);
        record::note(
            "descriptors at rest, after the second round and after the last",
            vec![first.descriptors, last.descriptors],
        );
        record::note("tasks at rest, after the second round and after the last", vec![first.tasks, last.tasks]);
        // Connections to the database and between callers come and go; each may hold one of either at the moment.
        assert!(last.descriptors <= first.descriptors + ROOM, "descriptors are left behind: {held:?}");
        assert!(last.tasks <= first.tasks + ROOM as f64, "tasks are left behind: {held:?}");
        for (kind, looks) in ALLOCATOR.iter().zip(&allocator) {
            tell_of_allocator(kind, &looks[WARMING..]);
        }
        let warm = &memory[WARMING..];
        record::note("memory after the warm-up, MiB", warm[0].1 / MIB);
        record::note("memory at the end, MiB", warm[warm.len() - 1].1 / MIB);
        assert!(warm[warm.len() - 1].1 <= warm[0].1 * (1.0 + MOST_EVER), "memory has risen: {memory:?}");
        if let Some((rise, error)) = rise(warm) {
            record::note("memory rises in an hour by, %", rise * 100.0);
            record::note("standard error of that, %", error * 100.0);
            // In few minutes the error is larger than the promise: then this says only that no rise was seen.
            assert!(rise - 2.0 * error <= MOST_RISE, "memory rises by {rise} ± {error} an hour: {memory:?}");
        }
    });
}

/// What the nodes' allocators hold: where memory rises, it tells what is kept from what lies between what is kept.
const ALLOCATOR: [&str; 4] = ["allocated", "active", "metadata", "resident"];

/// Records what the allocators held of a kind between rounds: hours since the beginning, and bytes.
fn tell_of_allocator(kind: &str, looks: &[(f64, f64)]) {
    let (first, last) = (looks[0].1 / MIB, looks[looks.len() - 1].1 / MIB);
    record::note(&format!("allocator at rest, {kind}, after the warm-up and at the end, MiB"), vec![first, last]);
    if let Some((rise, error)) = rise(looks) {
        record::note(
            &format!("allocator at rest, {kind}, rises in an hour by, with its standard error, %"),
            vec![rise * 100.0, error * 100.0],
        );
    }
}

/// By what share of its mean something rises in an hour once the nodes are warm, with the standard error of that.
fn rise(looks: &[(f64, f64)]) -> Option<(f64, f64)> {
    let late: Vec<_> = looks.iter().copied().filter(|(at, _)| *at >= WARM_AFTER).collect();
    let slope = Slope::of(&late)?;
    let mean = late.iter().map(|(_, bytes)| bytes).sum::<f64>() / late.len() as f64;
    Some((slope.per_hour / mean, slope.error / mean))
}

/// Connections that may happen to be open at one moment and not at another, on both nodes.
const ROOM: usize = 16;
const MIB: f64 = 1024.0 * 1024.0;

/// A load from its first order to the last watcher's leaving: hours since the beginning, and what the nodes held on average
/// while it was at work, in bytes.
async fn one_round(cluster: &Cluster, load: &Load, begun: Instant) -> (f64, f64) {
    let running = load.start(&cluster.doors, &cluster.doors).await;
    running.run_for(span(1.0, 15.0)).await;
    let (mut sum, mut looks) = (0.0, 0);
    let until = Instant::now() + span(1.0, 15.0);
    while Instant::now() < until {
        running.run_for(LOOK).await;
        sum += cluster.nodes.iter().filter_map(NodeProcess::memory).map(|bytes| bytes as f64).sum::<f64>();
        looks += 1;
    }
    let at = begun.elapsed().as_secs_f64() / 3600.0;
    let name = format!("soak, seed {}", load.seed);
    let verdict = cluster.judge(&name, running).await;
    promise(&name, &verdict, Duration::ZERO, CALM, |_| true);
    (at, sum / f64::from(looks))
}

/// Waits until the nodes have let all lines go.
async fn let_go(cluster: &Cluster) -> Held {
    let deadline = Instant::now() + Duration::from_secs(20);
    while cluster.figure("ovelle_live_lines").await > 0.0 {
        assert!(Instant::now() < deadline, "lines are left behind");
        // Nothing tells when a node has let go of something but its own figures.
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let descriptors = cluster.nodes.iter().filter_map(NodeProcess::descriptors).sum();
    Held { descriptors, tasks: cluster.figure("ovelle_tasks").await }
}

/// A straight line through what was measured.
#[derive(Debug, Clone, Copy)]
struct Slope {
    per_hour: f64,
    /// Its standard error.
    error: f64,
}

impl Slope {
    /// By least squares; none of fewer than three points, which have no error.
    fn of(points: &[(f64, f64)]) -> Option<Self> {
        let count = points.len() as f64;
        if points.len() < 3 {
            return None;
        }
        let mean = |pick: fn(&(f64, f64)) -> f64| points.iter().map(pick).sum::<f64>() / count;
        let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
        let spread: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
        let per_hour = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum::<f64>() / spread;
        let off = |(x, y): &(f64, f64)| (y - mean_y - per_hour * (x - mean_x)).powi(2);
        let error = (points.iter().map(off).sum::<f64>() / (count - 2.0) / spread).sqrt();
        Some(Self { per_hour, error })
    }
}

#[test]
fn a_slope_is_found_with_its_error() {
    let straight: Vec<_> = (0..10).map(|x| (f64::from(x), 3.0 + 2.0 * f64::from(x))).collect();
    let slope = Slope::of(&straight).unwrap();
    assert!((slope.per_hour - 2.0).abs() < 1e-9 && slope.error < 1e-9, "{slope:?}");
    let noisy: Vec<_> = (0..10).map(|x| (f64::from(x), f64::from(x % 2))).collect();
    let slope = Slope::of(&noisy).unwrap();
    assert!(slope.per_hour.abs() < 2.0 * slope.error, "{slope:?}");
    assert!(Slope::of(&straight[..2]).is_none());
}

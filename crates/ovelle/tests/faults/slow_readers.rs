//! Readers that do not read, among others that do.

use std::time::Duration;

use serde_json::json;
use testkit::{
    checker::{CallOutcome, Observation, StatusAttempts},
    kitchen::Registered,
    load::{Load, Pace, RunningLoad, StatusReporter},
};

use crate::{
    cluster::{CALM, Cluster, fault, promise},
    form::{either, is_long, load, seed, span},
    record,
};

/// How many more milliseconds count for nothing: what a short answer takes changes by more than a fifth from one run to
/// the next.
const NOTHING: Duration = Duration::from_millis(20);
/// What a node may grow by for them, in bytes (docs/spec/promises.md, "Faults to inject").
const MOST_GROWTH: u64 = 50 * 1024 * 1024;
const NAP: Duration = Duration::from_secs(8);
/// Frames of 2 KiB: together more than a line and its socket hold.
const PRESSES: i64 = 200;

#[test]
fn are_closed_and_come_back_and_cost_nobody_anything() {
    fault(&[], |cluster| async move {
        // In the long form 500 among 2,000: half of them watch what the sleepers watch, half something else.
        let (orders, sleepers, awake) = either((1, 8, 8), (20, 500, 500));
        let usual = load(401);
        // As many orders as watchers, so that there is somebody for each car.
        let (of_others, watchers) = either((usual.orders, usual.watchers), (1_000, 1_000));
        let others = Load { orders: of_others, watchers, ..usual };
        let others = others.start(&cluster.doors, &cluster.doors).await;
        let naps = Pace::Naps { nap: NAP, buffer: 2 * 1024 };
        let heavy =
            Load { seed: seed(402), orders, watchers: sleepers + awake, others: (sleepers, naps), ..Load::default() };
        others.run_for(span(2.0, 20.0)).await;
        let begun = others.now();
        let mut heavy = heavy.watch(&cluster.doors, &cluster.doors).await;
        let before = memory(&cluster);
        let reports = report_heavily(&cluster, &heavy);
        let (reports, most) = tokio::join!(reports, most_memory(&cluster, &others));
        heavy.add_reports(reports);
        heavy
            .until("all are up to date again", Duration::from_secs(40), |heavy| {
                heavy.notes().iter().all(|notes| notes.known() == Some(PRESSES))
            })
            .await;
        let over = others.now();
        for (node, (before, most)) in before.into_iter().zip(most).enumerate() {
            let growth = most.saturating_sub(before);
            record::note(&format!("node {node} grew by, MiB"), growth as f64 / 1024.0 / 1024.0);
            assert!(growth <= MOST_GROWTH, "node {node} grew by {growth} bytes");
        }
        let closed = cluster.figure("ovelle_slow_lines_closed_total").await;
        record::note("lines closed as too slow", closed);
        assert!(closed >= sleepers as f64, "who does not read is closed: {closed}");
        for (index, notes) in heavy.notes().iter().enumerate() {
            let was_lost = |seen: &Observation| matches!(seen, Observation::Lost { close: Some(4408) | None });
            let (came_back, slept) = (notes.saw(Duration::ZERO, was_lost), index < sleepers);
            assert_eq!(came_back, slept, "only who slept has lost its line: {index}");
        }
        let verdict = cluster.judge("slow readers' order", heavy).await;
        promise("slow readers: who reads the same order", &verdict, Duration::ZERO, CALM, |arrival| {
            arrival.watcher >= sleepers
        });
        let verdict = cluster.judge("slow readers' neighbours", others).await;
        promise("slow readers: who reads other orders", &verdict, Duration::ZERO, CALM, |_| true);
        let alone = verdict.lateness(Duration::ZERO, |arrival| arrival.answered < begun);
        let beside = verdict.lateness(Duration::ZERO, |arrival| (begun..over).contains(&arrival.answered));
        record::note("neighbours' p99 before, ms", alone.p99.as_secs_f64() * 1e3);
        record::note("neighbours' p99 beside slow readers, ms", beside.p99.as_secs_f64() * 1e3);
        if is_long() {
            assert!(beside.p99 <= alone.p99.mul_f64(1.2) + NOTHING, "neighbours wait longer: {alone}, then {beside}");
        }
    });
}

fn memory(cluster: &Cluster) -> Vec<u64> {
    cluster.nodes.iter().map(|node| node.memory().unwrap_or_default()).collect()
}

/// The most that each node holds while the sleepers sleep.
async fn most_memory(cluster: &Cluster, running: &RunningLoad) -> Vec<u64> {
    let mut most = memory(cluster);
    let until = running.now() + NAP;
    while running.now() < until {
        running.run_for(Duration::from_millis(100)).await;
        most.iter_mut().zip(memory(cluster)).for_each(|(most, now)| *most = now.max(*most));
    }
    most
}

/// Each order goes to and fro, with as long a word to the customer as may be.
async fn report_heavily(cluster: &Cluster, running: &RunningLoad) -> Vec<StatusAttempts> {
    let orders = running.orders().iter().map(|order| report_one(cluster, running, order));
    futures_util::future::join_all(orders).await.into_iter().flatten().collect()
}

async fn report_one(cluster: &Cluster, running: &RunningLoad, order: &Registered) -> Vec<StatusAttempts> {
    let reporter = StatusReporter::new(running.begun(), cluster.doors.clone(), 403);
    let note = "🍕".repeat(500);
    let mut reports = Vec::new();
    for n in 1..=PRESSES {
        let (status, event) = (if n % 2 == 1 { 5 } else { 6 }, format!("heavy-{n}"));
        let fields = json!({ "status": status, "eventId": event, "note": note });
        let attempt = reporter.try_once(&order.id, &fields, usize::from(n % 3 == 0)).await;
        let set = CallOutcome::Set { seq: n, status, applied: true };
        assert_eq!(attempt.answer, set, "reports are answered all the while");
        let order = order.id.parse().unwrap();
        reports.push(StatusAttempts { order, status, event: Some(event), attempts: vec![attempt] });
    }
    reports
}

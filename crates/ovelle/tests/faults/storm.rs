//! All watchers of a node come back at once.

use std::time::Duration;

use testkit::{
    checker::Observation,
    load::{Load, NodeAddresses},
};

use crate::{
    cluster::{fault, promise},
    form::{is_long, seed},
    record,
};

/// All are back (docs/spec/promises.md, "Faults to inject").
const ALL_BACK: Duration = Duration::from_secs(30);

#[test]
fn two_thousand_watchers_come_back_at_once() {
    fault(&[], |mut cluster| async move {
        let (orders, watchers) = if is_long() { (300, 10_000) } else { (100, 2_000) };
        // All lines lead to the first node, until it dies.
        let lines = NodeAddresses::new(vec![cluster.doors.address(0)]);
        let calls = NodeAddresses::new(vec![cluster.doors.address(1)]);
        let load = Load { seed: seed(601), orders, watchers, reports: 20.0, ..Load::default() };
        let running = load.start(&lines, &calls).await;
        eprintln!("storm: {watchers} lines stand after {:?}", running.now());
        running.run_for(Duration::from_secs(1)).await;
        let before = cluster.nodes[1].figure("ovelle_snapshot_reads_total").await;
        lines.set(0, cluster.doors.address(1));
        let cut = running.now();
        cluster.nodes[0].kill();
        running
            .until("all are back", ALL_BACK, |running| {
                running.notes().iter().all(|notes| notes.has_ended() || notes.saw(cut, is_subscribed))
            })
            .await;
        let back = running.now() - cut;
        let reads = cluster.nodes[1].figure("ovelle_snapshot_reads_total").await - before;
        eprintln!("storm: all back after {back:?}, {reads} snapshot reads for {orders} orders");
        assert!(reads <= orders as f64 * (back.as_secs_f64() + 1.0).ceil(), "{reads} reads in {back:?}");
        running.run_for(Duration::from_secs(1)).await;
        let ended = running.now();
        let refused = running.notes().iter().filter(|notes| notes.saw(cut, is_refused)).count();
        let verdict = cluster.judge("storm", running).await;
        // None, where the machine has two cores to itself. Where it has not, opening the database's connections alone
        // may take longer than is waited for one.
        let failed = verdict.answers.failed.count;
        record::note("watchers that had to ask again", refused);
        record::note("status reports that had to be made again", failed);
        record::note("seconds until all were back", back.as_secs_f64());
        if is_long() {
            let answered = verdict.answers.answered;
            assert!(answered.p99 <= Duration::from_secs(1) + verdict.slack, "reports are answered: {answered}");
        }
        assert!(refused <= watchers / 20, "who comes back waits: {refused} were refused");
        assert!(failed <= verdict.answers.answered.count / 5, "and holds nobody up: {failed} reports failed");
        promise("storm: who came back", &verdict, cut, Duration::from_secs(15), |arrival| arrival.answered < ended);
    });
}

fn is_subscribed(seen: &Observation) -> bool {
    matches!(seen, Observation::Subscribed { .. })
}

fn is_refused(seen: &Observation) -> bool {
    matches!(seen, Observation::Error { .. })
}

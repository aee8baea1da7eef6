//! Clocks that are wrong: nodes apart from each other, jumps to and fro, the nights in which the hour changes.

use std::{sync::Arc, time::Duration};

use deps::{Clock, SystemClock};
use jiff::{SignedDuration, Timestamp};
use testkit::{
    checker::Observation,
    load::{Load, RunningLoad},
    process::NodeSetup,
    shifted_clock::ShiftedClock,
};

use crate::{
    cluster::{CALM, Cluster, fault_on, promise},
    form::{load, span},
};

/// A clock for each node.
fn clocks() -> Option<Arc<[ShiftedClock; 2]>> {
    Some(Arc::new([ShiftedClock::make()?, ShiftedClock::make()?]))
}

/// Runs a test on nodes of which each has one of the clocks; `settings` are the nodes' own.
fn fault_of_clocks<F, T>(clocks: &Arc<[ShiftedClock; 2]>, settings: &'static [(&'static str, &'static str)], test: F)
where
    F: FnOnce(Cluster) -> T + Send + 'static,
    T: Future<Output = ()> + Send,
{
    let of_nodes = Arc::clone(clocks);
    let set = |setup, (name, value): &(&str, &str)| NodeSetup::set(setup, name, value);
    fault_on(move |node, setup| settings.iter().fold(of_nodes[node].of(setup), set), test);
}

/// No line was closed, nothing was refused or taken for expired: no timer went by the wrong clock.
fn assert_no_timer_misfired(running: &RunningLoad) {
    let is_amiss = |seen: &Observation| matches!(seen, Observation::Lost { .. } | Observation::Error { .. });
    let amiss = running.notes().iter().filter(|notes| notes.saw(Duration::ZERO, is_amiss)).count();
    assert_eq!(amiss, 0, "lines that were lost or refused");
}

#[test]
fn nodes_apart() {
    let Some(clocks) = clocks() else { return };
    clocks[0].shift(SignedDuration::from_secs(15));
    clocks[1].shift(SignedDuration::from_secs(-15));
    fault_of_clocks(&clocks.clone(), &[], |cluster| async move {
        for (node, ahead) in cluster.nodes.iter().zip([15.0, -15.0]) {
            let told = node.figure("ovelle_clock_ahead_seconds").await;
            assert!((told - ahead).abs() < 1.0, "ahead by {told} s");
        }
        let running = load(901).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(6.0, 120.0)).await;
        assert_no_timer_misfired(&running);
        let verdict = cluster.judge("clocks apart", running).await;
        assert_eq!((verdict.answers.failed.count, verdict.answers.lost), (0, 0), "no report notices");
        promise("clocks apart", &verdict, Duration::ZERO, CALM, |_| true);
        drop(clocks);
    });
}

/// An hour ahead and back, an hour behind and back, on one node and then on the other.
#[test]
fn jumps() {
    let Some(clocks) = clocks() else { return };
    fault_of_clocks(&clocks.clone(), &[], |cluster| async move {
        let running = load(902).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.0, 10.0)).await;
        for clock in clocks.iter() {
            for hours in [1, 0, -1, 0] {
                clock.shift(SignedDuration::from_hours(hours));
                running.run_for(span(1.0, 15.0)).await;
            }
        }
        running.run_for(span(1.0, 10.0)).await;
        assert_no_timer_misfired(&running);
        let verdict = cluster.judge("clocks jump", running).await;
        assert_eq!((verdict.answers.failed.count, verdict.answers.lost), (0, 0), "no report notices");
        promise("clocks jump", &verdict, Duration::ZERO, CALM, |_| true);
    });
}

/// The next nights in Helsinki in which the hour changes, seen from the run's own day.
const NIGHTS: [&str; 2] = ["2027-03-28T01:00:00Z", "2027-10-31T01:00:00Z"];

#[test]
fn the_hour_changes() {
    let Some(clocks) = clocks() else { return };
    // By the database's clock it is another night.
    fault_of_clocks(&clocks.clone(), &[("OVELLE_CLOCK", "machine")], |cluster| async move {
        for (number, night) in [903, 904].into_iter().zip(NIGHTS) {
            let half = span(2.5, 30.0);
            // A car says where it is by its own clock, which is right: by the nodes' that was months ago.
            let usual = load(number);
            // What the first night leaves open has expired in the second, and not by the checker's clock, which is right.
            let boards = if night == NIGHTS[0] { usual.boards } else { 0 };
            // Nor is it the day for which the shoppers order.
            let load = Load { cars: 0, boards, purchases: 0.0, ..usual };
            let change: Timestamp = night.parse().unwrap();
            let turn_to = |moment: Timestamp| {
                let ahead = moment.duration_since(SystemClock.now());
                clocks.iter().for_each(|clock| clock.shift(ahead));
            };
            turn_to(change - SignedDuration::from_hours(1));
            let mut running = load.watch(&cluster.doors, &cluster.doors).await;
            turn_to(change - SignedDuration::try_from(half).unwrap());
            load.report(&mut running, &cluster.doors);
            running.run_for(half * 2).await;
            assert_no_timer_misfired(&running);
            let name = format!("the hour changes in the night of {night}");
            let verdict = cluster.judge(&name, running).await;
            promise(&name, &verdict, Duration::ZERO, CALM, |_| true);
            clocks.iter().for_each(|clock| clock.shift(SignedDuration::ZERO));
        }
    });
}

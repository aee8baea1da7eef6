//! Callers hang up while the database is far, the path to it freezes, and it fails over: what was answered stands, read
//! over a connection of the test's own. In every load three of ten presses are sent first by a caller who hangs up.

use std::time::{Duration, Instant};

use testkit::{
    db::{NoWrites, idle_in_transaction},
    load::{Load, Running},
    proxy::{Proxy, Weather},
};

use crate::{
    cluster::{Cluster, DEAF, MOVED, fault, fault_of_the_path, promise},
    form::{either, load, seed, span},
    record,
};

/// So long a connection may be idle in a transaction while the path stands (reliability, "hang up").
const IDLE: Duration = Duration::from_millis(400);
/// A node notices within this that writes are not taken: it asks every second, and an answer takes 2 s at most.
const NOTICED: Duration = Duration::from_secs(3);
/// Within this writes are taken at a node after the database takes them (reliability, "Failover").
const BACK: Duration = Duration::from_secs(2);
/// Each way: a statement and its answer take twice as long.
const FAR: Weather = Weather {
    delay: Duration::from_millis(40),
    jitter: Duration::ZERO,
    rate: None,
    is_stalled: false,
    is_swallowing: false,
    is_refusing: false,
    cut_within: None,
};

/// Lets a load run on, and looks at the database's own list of connections meanwhile. The longest that one was idle in
/// a transaction.
async fn look_on(cluster: &Cluster, running: &Running, span: Duration) -> Duration {
    let (end, mut longest) = (running.now() + span, Duration::ZERO);
    while running.now() < end {
        longest = longest.max(idle_in_transaction(&cluster.database_url).await);
        running.run_for(Duration::from_millis(50)).await;
    }
    longest
}

/// A load that a database far away can carry.
fn slow(number: u64) -> Load {
    Load { seed: seed(number), presses: either(15.0, 40.0), ..Load::default() }
}

#[test]
fn far_from_the_database() {
    fault_of_the_path(1201, |cluster, path| async move {
        let running = slow(1202).start(&cluster.doors, &cluster.doors).await;
        path.set(FAR);
        let longest = look_on(&cluster, &running, span(8.0, 60.0)).await;
        path.set(Weather::default());
        running.run_for(span(2.0, 10.0)).await;
        let stalled = running.pulse().longest();
        assert!(longest <= IDLE + stalled, "a connection was idle in a transaction for {longest:?}");
        let name = "callers hang up far from the database";
        record::note("longest idle in a transaction, ms", u64::try_from(longest.as_millis()).unwrap());
        let verdict = cluster.judge(name, running).await;
        promise(name, &verdict, Duration::ZERO, MOVED, |_| true);
    });
}

#[test]
fn the_path_to_the_database_frozen() {
    fault_of_the_path(1203, |cluster, path: Proxy| async move {
        let running = load(1204).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.0, 20.0)).await;
        let mut longest = Duration::ZERO;
        for _ in 0..either(3, 10) {
            path.set(Weather { is_stalled: true, ..Weather::default() });
            running.run_for(Duration::from_millis(2400)).await;
            path.set(Weather::default());
            // What waited on the path is answered first.
            running.run_for(IDLE).await;
            longest = longest.max(look_on(&cluster, &running, span(1.5, 10.0)).await);
        }
        let back = running.now();
        let stalled = running.pulse().longest();
        assert!(longest <= IDLE + stalled, "a connection was idle in a transaction for {longest:?}");
        running.run_for(MOVED + span(3.0, 20.0)).await;
        let name = "path to the database frozen";
        let verdict = cluster.judge(name, running).await;
        assert!(verdict.answers.failed.count > 0, "presses are refused meanwhile");
        promise(&format!("{name}: until all is shown"), &verdict, back, MOVED, |_| true);
        promise(&format!("{name}: afterwards"), &verdict, Duration::ZERO, DEAF, |arrival| {
            arrival.answered >= back + MOVED
        });
    });
}

/// What a node answers to a `GET`, by its status.
async fn get(cluster: &Cluster, node: usize, path: &str) -> u16 {
    reqwest::get(format!("http://{}{path}", cluster.nodes[node].address())).await.unwrap().status().as_u16()
}

#[test]
fn failed_over() {
    fault(&[], |cluster| async move {
        let running = load(1205).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.0, 20.0)).await;
        let order = &running.orders()[0];
        let tracked = format!("/api/commerce/v2/order-tracking/{}/{}", order.id, order.key);
        let begun = Instant::now();
        let no_writes = NoWrites::begin(&cluster.database_url).await;
        while begun.elapsed() < span(5.0, 12.0) {
            for node in 0..cluster.nodes.len() {
                assert_eq!(get(&cluster, node, &tracked).await, 200, "reads are answered throughout");
                assert_eq!(get(&cluster, node, "/readyz?reads").await, 200);
                let ready = get(&cluster, node, "/readyz").await;
                assert!(ready == 503 || begun.elapsed() < NOTICED, "a node that takes no writes is not ready");
            }
            running.run_for(Duration::from_millis(50)).await;
        }
        no_writes.end().await;
        let (over, back) = (Instant::now(), running.now());
        for node in 0..cluster.nodes.len() {
            while get(&cluster, node, "/readyz").await != 200 {
                assert!(over.elapsed() < BACK + running.pulse().longest(), "node {node} is ready after {BACK:?}");
                running.run_for(Duration::from_millis(20)).await;
            }
        }
        record::note("ready after a failover, ms", u64::try_from(over.elapsed().as_millis()).unwrap());
        running.run_for(MOVED + span(2.0, 20.0)).await;
        let name = "database failed over";
        let verdict = cluster.judge(name, running).await;
        assert!(verdict.answers.failed.count > 0, "presses are refused meanwhile");
        let first = verdict.arrivals.iter().map(|arrival| arrival.answered).filter(|answered| *answered >= back).min();
        let recovered = first.unwrap() - back;
        assert!(recovered <= BACK + verdict.slack, "the first press was answered {recovered:?} after");
        promise(&format!("{name}: afterwards"), &verdict, Duration::ZERO, DEAF, |arrival| {
            arrival.answered >= back + MOVED
        });
    });
}

//! Callers hang up while the database is far, the path to it freezes, and it fails over: what was answered stands, read
//! over a connection of the test's own, and who calls again with the same key has their answer soon. In every load three of
//! ten reports, placings and payments are sent first by a caller who hangs up.

use std::time::{Duration, Instant};

use testkit::{
    app::CHAIN_KEY,
    balancer::Balancer,
    db::{NoWrites, idle_in_transaction},
    kitchen,
    load::{Load, RunningLoad},
    proxy::{Proxy, Weather},
};

use crate::{
    cluster::{Cluster, DEAF, Judged, MOVED, fault, fault_of_sqlite, fault_of_the_path, promise},
    form::{either, load, seed, span},
    record,
};

/// So long a connection may be idle in a transaction while the path stands (docs/spec/promises.md, "Faults to inject").
const IDLE: Duration = Duration::from_millis(400);
/// A node notices within this that writes are not taken: it asks every second, and an answer takes 2 s at most.
const NOTICED: Duration = Duration::from_secs(3);
/// Within this writes are taken at a node after the database takes them (docs/spec/promises.md, "Faults to inject"),
/// and through the proxy.
const BACK: Duration = Duration::from_secs(2);
const BACK_BEHIND_THE_PROXY: Duration = Duration::from_secs(4);
/// Within this who calls again with the same key has their answer once the path is back (docs/spec/promises.md, "Faults
/// to inject"), and where the database is 80 ms away.
const ANSWERED: Duration = Duration::from_secs(2);
const ANSWERED_FROM_AFAR: Duration = Duration::from_secs(4);
/// However busy the machine is, this is enough.
const SLACK: Duration = Duration::from_secs(2);
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
async fn look_on(cluster: &Cluster, running: &RunningLoad, span: Duration) -> Duration {
    let (end, mut longest) = (running.now() + span, Duration::ZERO);
    while running.now() < end {
        longest = longest.max(idle_in_transaction(&cluster.database_url).await);
        running.run_for(Duration::from_millis(50)).await;
    }
    longest
}

/// Checks how soon placings and payments were answered that were made again, counted from these moments at the earliest.
fn repeats(name: &str, judged: &Judged, free: &[Duration], within: Duration) {
    // A busy machine takes its time for each try: for the one that was left, those that fail, and the one that is answered.
    let slack = judged.slack + (judged.purchases.took.p50 * 4).min(SLACK * 2);
    for (late, what) in judged.purchases.repeats(free).into_iter().zip(["placings", "payments"]) {
        record::note(&format!("{what} made again, the last answer after, ms"), late.max.as_secs_f64() * 1e3);
        assert!(late.count > 0, "{name}: nobody made {what} again");
        assert!(
            late.max <= within + slack,
            "{name}: {what} that were made again were answered {late}, with {slack:?} of slack"
        );
    }
}

/// A load that a database far away can carry.
fn slow(number: u64) -> Load {
    Load { seed: seed(number), reports: either(15.0, 40.0), purchases: either(3.0, 6.0), ..Load::default() }
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
        repeats(name, &verdict, &[], ANSWERED_FROM_AFAR);
        promise(name, &verdict, Duration::ZERO, MOVED, |_| true);
    });
}

#[test]
fn the_path_to_the_database_frozen() {
    fault_of_the_path(1203, |cluster, path: Proxy| async move {
        let running = load(1204).start(&cluster.doors, &cluster.doors).await;
        running.run_for(span(1.0, 20.0)).await;
        let (mut longest, mut free) = (Duration::ZERO, Vec::new());
        for _ in 0..either(3, 10) {
            path.set(Weather { is_stalled: true, ..Weather::default() });
            running.run_for(Duration::from_millis(2400)).await;
            path.set(Weather::default());
            free.push(running.now());
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
        assert!(verdict.answers.failed.count > 0, "reports are refused meanwhile");
        repeats(name, &verdict, &free, ANSWERED);
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

/// How long it takes until an order is registered there, from a moment on.
async fn writes_after(since: Instant, base: &str, within: Duration) -> Duration {
    let (client, order) = (reqwest::Client::new(), kitchen::delivery());
    loop {
        let call = client.post(format!("{base}/api/dispatch/orders")).bearer_auth(CHAIN_KEY).json(&order);
        if call.send().await.is_ok_and(|answer| answer.status().is_success()) {
            return since.elapsed();
        }
        assert!(since.elapsed() < within, "{base} takes writes again after {within:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The same through a proxy, where there is one.
async fn writes_behind(since: Instant, proxy: Option<String>) -> Option<Duration> {
    Some(writes_after(since, &proxy?, BACK_BEHIND_THE_PROXY + SLACK).await)
}

#[test]
fn failed_over() {
    fault(&[], |cluster| async move {
        let proxy = Balancer::start([cluster.nodes[0].address(), cluster.nodes[1].address()]).await;
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
        let nodes: Vec<_> = (0..cluster.nodes.len()).map(|node| cluster.doors.url(node)).collect();
        let behind = proxy.as_ref().map(|proxy| proxy.url(""));
        let (first, second, behind) = tokio::join!(
            writes_after(over, &nodes[0], BACK + SLACK),
            writes_after(over, &nodes[1], BACK + SLACK),
            writes_behind(over, behind)
        );
        let slack = running.pulse().longest().min(SLACK);
        record::note("writes at a node after a failover, ms", first.max(second).as_secs_f64() * 1e3);
        assert!(first.max(second) <= BACK + slack, "{first:?}, {second:?}");
        if let Some(behind) = behind {
            record::note("writes through the proxy after a failover, ms", behind.as_secs_f64() * 1e3);
            assert!(behind <= BACK_BEHIND_THE_PROXY + slack, "{behind:?}");
        }
        for node in 0..cluster.nodes.len() {
            while get(&cluster, node, "/readyz").await != 200 {
                assert!(over.elapsed() < BACK + SLACK, "node {node} is ready after {BACK:?}");
                running.run_for(Duration::from_millis(20)).await;
            }
        }
        running.run_for(MOVED + span(2.0, 20.0)).await;
        let name = "database failed over";
        let verdict = cluster.judge(name, running).await;
        assert!(verdict.answers.failed.count > 0, "reports are refused meanwhile");
        repeats(name, &verdict, &[back], ANSWERED);
        promise(&format!("{name}: afterwards"), &verdict, Duration::ZERO, DEAF, |arrival| {
            arrival.answered >= back + MOVED
        });
    });
}

/// The same on SQLite, where one node is alone: callers hang up, and for a while somebody else holds the lock.
#[test]
fn on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    fault_of_sqlite(folder.path(), |cluster| async move {
        let running = Load { cars: 0, ..load(1206) }.start(&cluster.doors, &cluster.doors).await;
        let mut free = Vec::new();
        for _ in 0..either(2, 6) {
            running.run_for(span(2.0, 20.0)).await;
            let no_writes = NoWrites::begin(&cluster.database_url).await;
            running.run_for(span(2.4, 10.0)).await;
            no_writes.end().await;
            free.push(running.now());
        }
        let back = free[free.len() - 1];
        running.run_for(MOVED + span(2.0, 20.0)).await;
        let name = "callers hang up, and SQLite is locked";
        let verdict = cluster.judge(name, running).await;
        repeats(name, &verdict, &free, ANSWERED);
        promise(name, &verdict, back, DEAF, |_| true);
    });
}

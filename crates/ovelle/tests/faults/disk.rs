//! A disk is full: the database's, or the one that takes the log.

use std::{sync::Arc, time::Duration};

use serde_json::json;
use testkit::{
    checker::{Arrival, Observation},
    db,
    disk::SmallDisk,
    load::{Load, NodeAddresses, Notes, RunningLoad},
    process::NodeSetup,
};

use crate::{
    cluster::{Cluster, DEAF, fault_of_postgres, fault_of_sqlite, promise},
    form::{either, load, seed, span},
    record,
};

/// Recovery, without a restart of anything.
const RECOVERED: Duration = Duration::from_secs(5);
/// A refusal comes within 2 s (docs/spec/promises.md, P6); this is for a machine with other work to do.
const REFUSED: Duration = Duration::from_secs(3);

/// The load on a single node with SQLite: it writes to one disk, one after the other.
fn small(number: u64) -> Load {
    let (orders, watchers) = either((60, 180), (2_000, 2_000));
    Load { seed: seed(number), orders, watchers, reports: either(40.0, 180.0), dispatchers: 20, ..Load::default() }
}

/// Fills the disk under a load until reports are refused for that, and makes room again; what the orders say is readable
/// all the while. Returns when the disk was full and when there was room.
async fn fill(cluster: &Cluster, running: &RunningLoad, disk: &SmallDisk) -> (Duration, Duration) {
    running.run_for(span(1.0, 20.0)).await;
    let full = running.now();
    // What a database gave back meanwhile is taken, too.
    for _ in 0..10 {
        disk.fill();
        running.run_for(span(0.5, 3.0)).await;
        let order = &running.orders()[0];
        let path = format!("/api/commerce/v2/order-tracking/{}/{}", order.id, order.key);
        for node in &cluster.nodes {
            let read = reqwest::get(format!("http://{}{path}", node.address())).await.unwrap();
            assert_eq!(read.status().as_u16(), 200, "what stands can be read");
        }
    }
    disk.make_room();
    let room = running.now();
    running.run_for(RECOVERED + span(2.0, 30.0)).await;
    let lost = |notes: &&Arc<Notes>| notes.saw(full, |seen| matches!(seen, Observation::Lost { .. }));
    assert_eq!(running.notes().iter().filter(lost).count(), 0, "lines stay open");
    (full, room)
}

async fn judge(cluster: &Cluster, name: &str, running: RunningLoad, (full, room): (Duration, Duration)) {
    let verdict = cluster.judge(name, running).await;
    let failed = verdict.answers.failed;
    assert!(failed.count > 0 && failed.p99 <= REFUSED + verdict.disk, "reports are refused, and quickly: {failed}");
    assert_eq!(verdict.answers.lost, 0, "every call is answered");
    let is_meanwhile = |arrival: &Arrival| (full..room).contains(&arrival.answered);
    // A database may have had room left in its files for some, or for none.
    if verdict.lateness(room, is_meanwhile).count > 0 {
        promise(&format!("{name}: meanwhile"), &verdict, room, RECOVERED, is_meanwhile);
    } else {
        eprintln!("{name}: nothing was committed meanwhile");
    }
    promise(&format!("{name}: afterwards"), &verdict, Duration::ZERO, DEAF, |arrival| {
        arrival.answered >= room + RECOVERED
    });
}

#[test]
fn of_postgresql_is_full() {
    let Some(disk) = SmallDisk::mount(either(96, 320)).map(Arc::new) else { return };
    fault_of_postgres(Some(Arc::clone(&disk)), move |cluster, postgres| async move {
        let running = load(1001).start(&cluster.doors, &cluster.doors).await;
        let span = fill(&cluster, &running, &disk).await;
        judge(&cluster, "PostgreSQL's disk full", running, span).await;
        drop(postgres);
    });
}

#[test]
fn of_sqlite_is_full() {
    let Some(disk) = SmallDisk::mount(either(32, 256)).map(Arc::new) else { return };
    let of_test = Arc::clone(&disk);
    fault_of_sqlite(disk.path(), move |cluster| async move {
        let running = small(1002).start(&cluster.doors, &cluster.doors).await;
        let span = fill(&cluster, &running, &of_test).await;
        judge(&cluster, "SQLite's disk full", running, span).await;
        assert_eq!(db::integrity(&cluster.database_url).await, "ok", "the file is whole");
    });
}

/// A node whose log cannot be written goes on.
#[test]
fn of_the_log_is_full() {
    let Some(disk) = SmallDisk::mount(either(32, 256)).map(Arc::new) else { return };
    let Some(log) = SmallDisk::mount(1) else { return };
    fault_of_sqlite(disk.path(), move |mut cluster| async move {
        cluster.nodes[0].kill();
        log.fill();
        let setup = NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), &cluster.database_url);
        let setup = setup.set("OVELLE_CONTENT", &cluster.content());
        let mut node = setup.set("RUST_LOG", "debug").log_to(log.path().join("log")).start().await;
        let doors = NodeAddresses::new(vec![node.address()]);
        let running = small(1003).start(&doors, &doors).await;
        running.run_for(span(2.0, 30.0)).await;
        // One more way to the log: what the hub says of frames that are none.
        let answer = reqwest::Client::new().post(format!("http://{}/api/dispatch/orders", node.address()));
        let answer = answer.bearer_auth("no key").body(json!({}).to_string()).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 401);
        let verdict = cluster.judge("the log's disk full", running).await;
        assert_eq!((verdict.answers.failed.count, verdict.answers.lost), (0, 0), "no report notices");
        assert!(!node.has_ended(), "the node goes on");
        record::note("bytes logged on a full disk", std::fs::metadata(log.path().join("log")).unwrap().len());
        promise("the log's disk full", &verdict, Duration::ZERO, DEAF, |_| true);
    });
}

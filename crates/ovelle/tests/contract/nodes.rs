//! Several nodes on one database, and a node that leaves.

use std::time::Duration;

use bus::LocalBus;
use serde_json::json;
use testkit::{
    app::{Setup, TestApp},
    db::TestDb,
    store_contract,
    watcher::{SocketEvent, Watcher},
};
use tokio_tungstenite::tungstenite::Error;
use tracking::Limits;

use crate::{
    get,
    live::{read_to_end, watch},
};

/// Bounds under which nothing is mended unless a test asks for it.
fn without_sweeps() -> Limits {
    Limits { sweep: Duration::from_secs(3600), ..Limits::default() }
}

async fn two_nodes(db: &TestDb) -> [TestApp; 2] {
    let mut places = LocalBus::nodes(2);
    let (second, first) = (places.remove(1), places.remove(0));
    let node = |place| Setup::default().limits(without_sweeps()).bus(place).start(db);
    [node(first).await, node(second).await]
}

store_contract!(what_one_node_takes_in_the_other_shows_at_once, |db| async move {
    let [a, b] = two_nodes(&db).await;
    let order = a.kitchen().register(&json!({})).await;
    let mut on_b = watch(&b, &order).await;
    let walk = [1, 2, 3, 4, 5, 6, 7, 8, 11, 12];
    // Through both nodes in turn.
    for (index, status) in walk.iter().enumerate() {
        let node = if index.is_multiple_of(3) { &b } else { &a };
        node.kitchen().report_status(&order.id, *status).await;
    }
    assert_eq!(read_to_end(&mut on_b, 0).await, walk.map(i64::from));
    on_b.expect_silence().await;
});

store_contract!(who_comes_back_on_another_node_misses_nothing, |db| async move {
    let [a, b] = two_nodes(&db).await;
    let order = a.kitchen().register(&json!({})).await;
    let mut on_a = watch(&a, &order).await;
    a.kitchen().report_all(&order.id, &[1, 2]).await;
    on_a.expect("status").await;
    let seen = on_a.expect("status").await["seq"].as_i64();
    drop(on_a);
    a.kitchen().report_all(&order.id, &[3, 4]).await;
    let mut on_b = Watcher::open(&b).await;
    on_b.subscribe(&order, seen).await;
    a.kitchen().report_status(&order.id, 5).await;
    let mut statuses = Vec::new();
    on_b.expect("subscribed").await;
    while statuses.last() != Some(&5) {
        let frame = on_b.frame().await;
        statuses.extend(frame["status"].as_i64());
    }
    assert_eq!(statuses, [3, 4, 5]);
});

store_contract!(a_node_that_hears_nothing_finds_it_in_the_database, |db| async move {
    let a = Setup::default().limits(without_sweeps()).start(&db).await;
    let deaf = Setup::default().limits(without_sweeps()).bus(LocalBus::alone()).start(&db).await;
    let order = a.kitchen().register(&json!({})).await;
    let mut watcher = watch(&deaf, &order).await;
    a.kitchen().report_all(&order.id, &[1, 2, 3]).await;
    watcher.expect_silence().await;
    deaf.node().hub().sweep().await;
    for seq in 1..=3 {
        assert_eq!(watcher.expect("status").await["seq"], seq);
    }
    deaf.node().hub().sweep().await;
    watcher.expect_silence().await;
    // A report that this node takes in itself shows what it missed before it, too.
    a.kitchen().report_all(&order.id, &[4, 5]).await;
    deaf.kitchen().report_status(&order.id, 6).await;
    for seq in 4..=6 {
        assert_eq!(watcher.expect("status").await["seq"], seq);
    }
    a.kitchen().report_all(&order.id, &[11, 12]).await;
    deaf.node().hub().sweep().await;
    watcher.expect("status").await;
    watcher.expect("status").await;
    assert_eq!(watcher.expect("end").await["reason"], "completed");
    watcher.expect_silence().await;
});

store_contract!(more_than_a_snapshots_worth_is_still_sent_one_by_one, |db| async move {
    let a = Setup::default().limits(without_sweeps()).start(&db).await;
    let deaf = Setup::default().limits(without_sweeps()).bus(LocalBus::alone()).start(&db).await;
    let order = a.kitchen().register(&json!({})).await;
    let mut watcher = watch(&deaf, &order).await;
    a.kitchen().report_status(&order.id, 5).await;
    a.kitchen().report_all(&order.id, &[6, 5].repeat(24)).await;
    deaf.node().hub().sweep().await;
    for seq in 1..=49 {
        let frame = watcher.expect("status").await;
        assert_eq!(frame["seq"], seq, "no snapshot comes in the middle");
    }
});

store_contract!(nobody_has_to_ask_for_a_sweep, |db| async move {
    let a = TestApp::start(&db).await;
    let deaf = Setup::default().bus(LocalBus::alone()).start(&db).await;
    let order = a.kitchen().register(&json!({})).await;
    let mut watcher = watch(&deaf, &order).await;
    a.kitchen().report_status(&order.id, 1).await;
    assert_eq!(watcher.expect("status").await["seq"], 1);
});

store_contract!(a_sweep_that_asks_several_times_reaches_every_order, |db| async move {
    let a = TestApp::start(&db).await;
    let limits = Limits { sweep: Duration::from_millis(200), sweep_chunk: 2, ..Limits::default() };
    let deaf = Setup::default().limits(limits).bus(LocalBus::alone()).start(&db).await;
    let mut watched = Vec::new();
    for _ in 0..7 {
        let order = a.kitchen().register(&json!({})).await;
        let watcher = watch(&deaf, &order).await;
        watched.push((order, watcher));
    }
    for round in 1..=2 {
        for (order, _) in &watched {
            a.kitchen().report_status(&order.id, round).await;
        }
        for (_, watcher) in &mut watched {
            assert_eq!(watcher.expect("status").await["seq"], round);
        }
    }
});

store_contract!(a_node_that_leaves_sends_its_lines_to_others, |db| async move {
    let limits =
        Limits { live: live::LiveLimits { drain: Duration::ZERO, ..live::LiveLimits::default() }, ..Limits::default() };
    let app = Setup::default().limits(limits).start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let mut watchers = Vec::new();
    for _ in 0..5 {
        watchers.push(watch(&app, &order).await);
    }
    let hub = app.node().hub().clone();
    let draining = tokio::spawn(async move { hub.connections().drain().await });
    while !app.node().hub().connections().is_draining() {
        tokio::task::yield_now().await;
    }
    let ready = crate::fetch(&app, "/readyz").await;
    assert_eq!(crate::header(&ready, "content-type"), "application/json");
    let ready = testkit::kitchen::Answer::read(ready).await;
    assert_eq!((ready.status.as_u16(), ready.code()), (503, "service/draining"));
    let upgrade = Watcher::try_open(&app, &[("sec-websocket-protocol", "ovelle.live.v1")]).await.map(drop);
    let Err(Error::Http(response)) = upgrade.map_err(|error| *error) else { panic!("no new lines") };
    assert_eq!((response.status().as_u16(), response.headers().contains_key("retry-after")), (503, true));
    assert_eq!(get(&app, "/api/commerce/v2/shops").await.status, 200);
    kitchen.report_status(&order.id, 1).await;
    assert_eq!(crate::track(&app, &order).await["seq"], 1, "other calls are served");
    for watcher in &mut watchers {
        while let SocketEvent::Frame(frame) = watcher.next().await {
            assert_eq!(frame["type"], "status");
        }
    }
    draining.await.unwrap();
    assert_eq!(app.node().hub().metrics().connections.get(), 0);
    app.leave().await;
});

store_contract!(leaving_lines_are_told_to_come_back, |db| async move {
    let app = Setup::default()
        .limits(Limits {
            live: live::LiveLimits { drain: Duration::ZERO, ..live::LiveLimits::default() },
            ..Limits::default()
        })
        .start(&db)
        .await;
    let order = app.kitchen().register(&json!({})).await;
    let mut watcher = watch(&app, &order).await;
    let address = app.node().address();
    let leaving = tokio::spawn(app.leave());
    assert_eq!(watcher.next().await, SocketEvent::Close(1012));
    assert_eq!(watcher.next().await, SocketEvent::End);
    leaving.await.unwrap();
    assert!(tokio::net::TcpStream::connect(address).await.is_err(), "nobody listens any more");
});

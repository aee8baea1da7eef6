//! Several nodes that hear each other over Redis, and what they say of it when Redis is away.

use std::time::{Duration, Instant};

use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    db::TestDb,
    kitchen::Answer,
    process::{NodeProcess, NodeSetup},
    redis::{RedisServer, shared},
    store_contract,
    watcher::Watcher,
};
use tokio::time::timeout;
use tracking::Limits;

use crate::{
    cars::rounded,
    doors::{Nodes, the_door_before},
    doors_left::{an_early_report, cancelled_at_its_door, taken_out_at_its_door, the_other_batch},
    fetch, get, header,
    live::{read_to_end, watch},
    operations::{next_beat, open_raw},
};

/// A node that mends nothing by itself: what it shows, it has heard.
fn without_sweeps(url: &str) -> Setup {
    Setup::default().limits(Limits { sweep: Duration::from_secs(3600), ..Limits::default() }).redis(url)
}

/// A node whose beats come often.
async fn beating(url: &str, db: &TestDb) -> TestApp {
    let limits = Limits {
        live: live::LiveLimits { beat: Duration::from_secs(1), ..live::LiveLimits::default() },
        ..Limits::default()
    };
    Setup::default().limits(limits).redis(url).start(db).await
}

/// Asks whether a node is ready until it answers so.
pub(crate) async fn until_ready(app: &TestApp, status: u16, body: &Value) {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let ready = fetch(app, "/readyz").await;
        assert_eq!(header(&ready, "content-type"), "application/json");
        let ready = Answer::read(ready).await;
        if ready.status == status && ready.body == *body {
            return;
        }
        assert!(Instant::now() < deadline, "{body} was expected, not {} {}", ready.status, ready.body);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

store_contract!(what_one_node_takes_in_the_other_shows_at_once, |db| async move {
    let Some(url) = shared() else { return };
    let (a, b) = (without_sweeps(&url).start(&db).await, without_sweeps(&url).start(&db).await);
    for node in [&a, &b] {
        let ready = get(node, "/readyz").await;
        assert_eq!((ready.status.as_u16(), ready.body), (200, json!({ "degraded": [] })), "an ordinary start");
    }
    let order = a.kitchen().register(&json!({})).await;
    let mut on_b = watch(&b, &order).await;
    let walk = [1, 2, 3, 4, 5, 6, 7, 8, 11, 12];
    for (index, status) in walk.iter().enumerate() {
        let node = if index.is_multiple_of(3) { &b } else { &a };
        node.kitchen().report_status(&order.id, *status).await;
    }
    assert_eq!(read_to_end(&mut on_b, 0).await, walk.map(i64::from));
    on_b.expect_silence().await;
    // A message may come before its sender has counted it.
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let figures = a.http.get(a.url("/metrics")).send().await.unwrap().text().await.unwrap();
        assert!(figures.lines().any(|line| line == "ovelle_bus_up 1"), "{figures}");
        let published = figures.lines().find_map(|line| line.strip_prefix("ovelle_bus_published_total "));
        if published.unwrap().parse::<u32>().unwrap() >= 6 {
            break;
        }
        assert!(Instant::now() < deadline, "{figures}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
});

/// The next position that a watcher is told, of this latitude; what is told beside it is passed over.
async fn position(watcher: &mut Watcher, lat: f64) -> Value {
    loop {
        let frame = watcher.frame().await;
        if frame["type"] == "position" && frame["lat"] == lat {
            return frame;
        }
    }
}

store_contract!(a_car_that_reports_to_one_node_moves_on_the_other, |db| async move {
    let Some(url) = shared() else { return };
    let (a, b) = (without_sweeps(&url).start(&db).await, without_sweeps(&url).start(&db).await);
    let order = a.kitchen().register(&json!({})).await;
    let mut on_b = watch(&b, &order).await;
    a.kitchen().put_batch("b", "auto-1", &[&order.id]).await;
    a.kitchen().depart("b").await;
    while on_b.expect("status").await["status"] != 8 {}
    let at = |seconds| deps::Clock::now(&a.clock) + SignedDuration::from_secs(seconds);
    let mut second = 0;
    for step in 1..=3_i32 {
        let lat = f64::from(601_800 - step) / 10_000.0;
        // What is said before the other node listens may be lost to it; as a telephone does, it is said again.
        let first = second + 1;
        let shown = loop {
            second += 1;
            assert!(second < first + 20, "it is never shown");
            a.kitchen().position("auto-1", (lat, 24.95), at(second)).await;
            if let Ok(shown) = timeout(Duration::from_secs(1), position(&mut on_b, lat)).await {
                break shown;
            }
        };
        let said: Vec<_> = (first..=second).map(|each| json!(at(each))).collect();
        assert!(said.contains(&shown["at"]), "{shown}");
        let path = format!("/api/commerce/order-tracking/{}/{}/car-location", order.id, order.key);
        assert_eq!(get(&b, &path).await.body["lat"], lat);
    }
    // What is older is stale on every node.
    let late = json!({ "lat": 60.2, "lng": 24.95, "at": at(second - 1) });
    assert_eq!(b.kitchen().try_position("auto-1", &late).await.body, json!({ "accepted": 0, "stale": 1 }));
});

store_contract!(no_node_shows_the_door_before, |db| async move {
    let Some(url) = shared() else { return };
    let cars = without_sweeps(&url).start(&db).await;
    let reports = without_sweeps(&url).clock(&cars.clock).start(&db).await;
    let customers = without_sweeps(&url).clock(&cars.clock).start(&db).await;
    the_door_before(Nodes { cars: &cars, reports: &reports, customers: &customers, car: "auto-1" }).await;
});

store_contract!(no_node_shows_a_door_that_was_not_left, |db| async move {
    let Some(url) = shared() else { return };
    let cars = without_sweeps(&url).start(&db).await;
    let reports = without_sweeps(&url).clock(&cars.clock).start(&db).await;
    for (walk, car) in ["auto-1", "auto-3", "auto-4", "auto-5"].into_iter().enumerate() {
        // On a day of its own. The car too: a node believes for some seconds what it has read that a car carries.
        cars.clock.turn(SignedDuration::from_hours(72));
        let nodes = Nodes { cars: &cars, reports: &reports, customers: &reports, car };
        match walk {
            0 => the_other_batch(nodes).await,
            1 => an_early_report(nodes).await,
            2 => cancelled_at_its_door(nodes).await,
            _ => taken_out_at_its_door(nodes).await,
        }
    }
});

store_contract!(a_node_that_has_not_heard_of_a_departure_shows_too_little_and_no_door, |db| async move {
    let Some(url) = shared() else { return };
    let cars = without_sweeps(&url).start(&db).await;
    let reports = without_sweeps(&url).clock(&cars.clock).start(&db).await;
    let nodes = Nodes { cars: &cars, reports: &reports, customers: &reports, car: "auto-1" };
    // It reads that the car carries nothing, and believes that while the batch departs elsewhere.
    nodes.drive(&[(-5, 500.0)]).await;
    let orders = nodes.depart(&[0.0, 1_000.0]).await;
    nodes.drive(&[(1, 400.0), (10, 5.0)]).await;
    // What it does not know to be a door it keeps no earlier place for; who shows the car knows the door.
    let at_most_the_last_outside = |shown: Vec<Option<f64>>| {
        assert!(shown.iter().all(|place| place.is_none_or(|place| place == rounded(400.0))), "{shown:?}");
    };
    at_most_the_last_outside(nodes.asked(&orders[1]).await);
    reports.kitchen().report_status(&orders[0].id, 11).await;
    nodes.drive(&[(20, 6.0)]).await;
    at_most_the_last_outside(nodes.asked(&orders[1]).await);
    nodes.drive(&[(30, 200.0)]).await;
    nodes.shows(&orders[1], 200.0).await;
});

store_contract!(doubt_about_a_car_is_shared, |db| async move {
    let Some(url) = shared() else { return };
    let (a, b) = (without_sweeps(&url).start(&db).await, without_sweeps(&url).start(&db).await);
    let order = a.kitchen().register(&json!({})).await;
    a.kitchen().put_batch("b", "auto-1", &[&order.id]).await;
    a.kitchen().depart("b").await;
    let at = |seconds| deps::Clock::now(&a.clock) + SignedDuration::from_secs(seconds);
    let path = format!("/api/commerce/order-tracking/{}/{}/car-location", order.id, order.key);
    // Each third of those that agree is believed, whichever nodes are told.
    for (node, second, lat, shown) in
        [(&a, 1, 60.18, 60.18), (&b, 2, 60.5, 60.18), (&a, 3, 60.5001, 60.18), (&b, 4, 60.5002, 60.5002)]
    {
        node.kitchen().position("auto-1", (lat, 24.95), at(second)).await;
        assert_eq!(get(&a, &path).await.body["lat"], shown, "after {second} s");
    }
});

store_contract!(other_installations_on_the_same_redis_are_not_heard, |db| async move {
    let Some(url) = shared() else { return };
    let here = without_sweeps(&url).start(&db).await;
    let other_db = TestDb::new(db.kind()).await.expect("there was one a moment ago");
    let elsewhere = without_sweeps(&url).start(&other_db).await;
    let (order, other) = (here.kitchen().register(&json!({})).await, elsewhere.kitchen().register(&json!({})).await);
    let mut watcher = watch(&here, &order).await;
    // With luck the numbers are the same; in any case nothing may come.
    elsewhere.kitchen().report_all(&other.id, &[1, 2, 3]).await;
    here.kitchen().report_status(&order.id, 4).await;
    assert_eq!(watcher.expect("status").await["status"], 4);
    watcher.expect_silence().await;
    elsewhere.leave().await;
    other_db.finish().await;
});

store_contract!(while_redis_is_away_all_goes_on_a_little_later, |db| async move {
    let Some(mut server) = RedisServer::start().await else { return };
    let (a, b) = (beating(&server.url(), &db).await, beating(&server.url(), &db).await);
    let order = a.kitchen().register(&json!({})).await;
    let (mut on_a, mut on_b) = (watch(&a, &order).await, watch(&b, &order).await);
    let mut beats = open_raw(&b).await;
    assert_eq!(next_beat(&mut beats).await, json!({ "type": "beat", "delayed": false }));

    server.kill();
    for node in [&a, &b] {
        until_ready(node, 200, &json!({ "degraded": ["bus"] })).await;
    }
    while next_beat(&mut beats).await != json!({ "type": "beat", "delayed": true }) {}
    for status in [1, 2, 3] {
        a.kitchen().report_status(&order.id, status).await;
    }
    for seq in 1..=3 {
        assert_eq!(on_a.expect("status").await["seq"], seq);
        assert_eq!(on_b.expect("status").await["seq"], seq, "the sweep finds it");
    }
    // Who comes now is shown all the same.
    let mut late = watch(&b, &order).await;

    server.restart().await;
    for node in [&a, &b] {
        until_ready(node, 200, &json!({ "degraded": [] })).await;
    }
    let mut beats = open_raw(&b).await;
    while next_beat(&mut beats).await != json!({ "type": "beat", "delayed": false }) {}
    a.kitchen().report_status(&order.id, 4).await;
    for watcher in [&mut on_a, &mut on_b, &mut late] {
        assert_eq!(watcher.expect("status").await["seq"], 4);
        watcher.expect_silence().await;
    }
});

store_contract!(after_an_outage_a_node_hears_again_without_a_sweep, |db| async move {
    let Some(mut server) = RedisServer::start().await else { return };
    let url = server.url();
    let (a, b) = (without_sweeps(&url).start(&db).await, without_sweeps(&url).start(&db).await);
    let order = a.kitchen().register(&json!({})).await;
    let mut on_b = watch(&b, &order).await;
    server.kill();
    // Both have noticed: a node that still held on to its old line would not come back.
    for node in [&a, &b] {
        until_ready(node, 200, &json!({ "degraded": ["bus"] })).await;
    }
    a.kitchen().report_status(&order.id, 1).await;
    let second = a.kitchen().register(&json!({})).await;
    let mut on_second = watch(&b, &second).await;
    on_b.expect_silence().await;
    server.restart().await;
    assert_eq!(on_b.expect("status").await["seq"], 1, "what was missed comes when the bus is back");
    until_ready(&a, 200, &json!({ "degraded": [] })).await;
    a.kitchen().report_status(&order.id, 2).await;
    a.kitchen().report_status(&second.id, 1).await;
    assert_eq!(on_b.expect("status").await["seq"], 2);
    assert_eq!(on_second.expect("status").await["seq"], 1, "what was asked for meanwhile is heard, too");
});

store_contract!(a_node_that_never_met_its_bus_is_not_ready_but_serves, |db| async move {
    let Some(mut server) = RedisServer::start().await else { return };
    server.kill();
    let app = beating(&server.url(), &db).await;
    let ready = get(&app, "/readyz").await;
    assert_eq!((ready.status.as_u16(), ready.code()), (503, "service/unavailable"));
    assert_eq!(ready.body["metadata"], json!({ "missing": ["bus"] }));
    assert_eq!(get(&app, "/api/commerce/v2/shops").await.status, 200);
    let order = app.kitchen().register(&json!({})).await;
    let mut watcher = watch(&app, &order).await;
    app.kitchen().report_status(&order.id, 1).await;
    assert_eq!(watcher.expect("status").await["seq"], 1);
    server.restart().await;
    until_ready(&app, 200, &json!({ "degraded": [] })).await;
    server.kill();
    until_ready(&app, 200, &json!({ "degraded": ["bus"] })).await;
});

#[tokio::test]
async fn a_redis_with_tls_is_one_where_its_authority_is_trusted() {
    let Some(redis) = RedisServer::start_with_tls().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let node = |name: &str| {
        let database = format!("sqlite:{}", folder.path().join(name).display());
        NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), &database).set("REDIS_URL", &redis.tls_url())
    };
    let authority = redis.authority().display().to_string();
    let (trusting, wary) = (node("a.db").set("SSL_CERT_FILE", &authority).start().await, node("b.db").start().await);
    let ready = async |node: &NodeProcess| {
        let answer = reqwest::get(format!("http://{}/readyz", node.address())).await.unwrap();
        (answer.status().as_u16(), answer.json::<Value>().await.unwrap())
    };
    assert_eq!(ready(&trusting).await, (200, json!({ "degraded": [] })));
    let (status, body) = ready(&wary).await;
    assert_eq!((status, &body["metadata"]["missing"]), (503, &json!(["bus"])), "nobody knows who that is");
    let deadline = Instant::now() + Duration::from_secs(20);
    while !wary.log().to_lowercase().contains("certificate") {
        assert!(Instant::now() < deadline, "it says why: {}", wary.log());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

// A node without Redis beside others on one database would undo what they tell of their cars.
store_contract!(a_node_without_redis_says_that_it_must_be_alone_on_a_shared_database, |db| async move {
    let node = NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), db.url()).start().await;
    let says_so = node.log().contains("REDIS_URL is not set, so this node must be the only one on its database");
    assert_eq!(says_so, db.store().is_shared(), "{}", node.log());
});

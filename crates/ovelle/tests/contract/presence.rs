//! Who looks at an order, as the staff see it on any node.

use std::time::{Duration, Instant};

use bus::LocalBus;
use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    board::{BoardPage, STAFF_FLAG, STAFF_TOKEN},
    db::{DatabaseKind, TestDb},
    kitchen::Registered,
    redis::RedisServer,
    staff::StaffClient,
    store_contract,
    watcher::Watcher,
};
use tracking::Limits;

use crate::{get, live::watch, tracking_path};

/// Two nodes that mend nothing unless they are asked to; on PostgreSQL over Redis, on SQLite in one process.
async fn two_nodes(db: &TestDb) -> [TestApp; 2] {
    let limits = Limits {
        live: live::LiveLimits { drain: Duration::ZERO, ..live::LiveLimits::default() },
        sweep: Duration::from_secs(3600),
        ..Limits::default()
    };
    let setup = || Setup::default().flag(STAFF_FLAG).limits(limits.clone());
    let [first, second] = match db.kind() {
        DatabaseKind::Postgres => [setup(), setup()],
        DatabaseKind::Sqlite => {
            let mut places = LocalBus::nodes(2);
            let second = places.remove(1);
            [setup().bus(places.remove(0)), setup().bus(second)]
        }
    };
    let first = first.start(db).await;
    let second = second.clock(&first.clock).start(db).await;
    [first, second]
}

/// Sweeps these nodes until the page's row of an order is so.
async fn until_row(nodes: &[&TestApp], page: &mut BoardPage, order: &Registered, is_so: impl Fn(&Value) -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !is_so(&page.rows[&order.id]) {
        assert!(Instant::now() < deadline, "it stays {}", page.rows[&order.id]);
        for node in nodes {
            node.node().hub().sweep().await;
        }
        page.read_what_came().await;
    }
}

fn is_watched(row: &Value) -> bool {
    row["watched"] == true
}

/// Opens an order as a colleague does.
async fn open(app: &TestApp, order: &Registered, token: &str) -> Watcher {
    let mut line = Watcher::open(app).await;
    line.say(&json!({ "type": "subscribe", "topic": "order", "orderId": order.id, "token": token }).to_string()).await;
    line.expect("subscribed").await;
    line.expect("snapshot").await;
    line
}

store_contract!(a_customers_line_shows_on_another_nodes_board_until_it_ends, |db| async move {
    let [a, b] = two_nodes(&db).await;
    let (order, other) = (a.kitchen().register(&json!({})).await, a.kitchen().register(&json!({})).await);
    let mut page = BoardPage::open(&b, STAFF_TOKEN, &[]).await;
    assert!(!is_watched(&page.rows[&order.id]));
    let mut first = watch(&a, &order).await;
    // The node of the customer tells it at once: only the board's own asks.
    until_row(&[&b], &mut page, &order, is_watched).await;
    assert!(!is_watched(&page.rows[&other.id]));
    assert_eq!((&page.rows[&order.id]["seq"], &page.rows[&order.id]["openedBy"]), (&json!(0), &json!([])));
    let late = BoardPage::open(&b, STAFF_TOKEN, &["12"]).await;
    assert!(is_watched(&late.rows[&order.id]), "the first frame says it, too");
    // A change of the order does not forget who looks at it.
    a.kitchen().report_status(&order.id, 3).await;
    page.read_until(|rows| rows[&order.id]["status"] == 3).await;
    assert!(is_watched(&page.rows[&order.id]));
    first.expect("status").await;
    first.expect_silence().await;

    let second = watch(&b, &order).await;
    drop(first);
    a.node().hub().sweep().await;
    b.node().hub().sweep().await;
    page.read_what_came().await;
    assert!(is_watched(&page.rows[&order.id]), "one of two has left");
    drop(second);
    until_row(&[&a, &b], &mut page, &order, |row| !is_watched(row)).await;
});

store_contract!(the_first_frame_of_a_board_that_was_read_before_says_who_looks, |db| async move {
    let [a, b] = two_nodes(&db).await;
    // The boards of both nodes are read, and stay so: no sweep comes.
    let mut boards = [BoardPage::open(&a, STAFF_TOKEN, &[]).await, BoardPage::open(&b, STAFF_TOKEN, &[]).await];
    let (order, other) = (a.kitchen().register(&json!({})).await, a.kitchen().register(&json!({})).await);
    let _customer = watch(&a, &order).await;
    for board in &mut boards {
        board.read_until(|rows| rows.contains_key(&order.id) && rows.contains_key(&other.id)).await;
    }
    let here = BoardPage::open(&a, STAFF_TOKEN, &[]).await;
    assert!(is_watched(&here.rows[&order.id]) && !is_watched(&here.rows[&other.id]), "its own node knows at once");
    // The other one as soon as it was told.
    let deadline = Instant::now() + Duration::from_secs(20);
    while !is_watched(&BoardPage::open(&b, STAFF_TOKEN, &[]).await.rows[&order.id]) {
        assert!(Instant::now() < deadline, "the first frame never says it");
    }
    let there = BoardPage::open(&b, STAFF_TOKEN, &[]).await;
    assert!(is_watched(&there.rows[&order.id]) && !is_watched(&there.rows[&other.id]));
});

store_contract!(polls_count_until_the_next_should_have_come, |db| async move {
    let [a, b] = two_nodes(&db).await;
    let orders = [a.kitchen().register(&json!({})).await, a.kitchen().register(&json!({})).await];
    let mut page = BoardPage::open(&b, STAFF_TOKEN, &[]).await;
    let wrong = Registered { key: "wrong".to_owned(), ..orders[0].clone() };
    assert_eq!(get(&a, &tracking_path(&wrong)).await.status, 404);
    a.node().hub().sweep().await;
    b.node().hub().sweep().await;
    page.line.expect_silence().await;
    assert_eq!(get(&a, &tracking_path(&orders[0])).await.status, 200);
    let [_, second] = &orders;
    let car = format!("/api/commerce/v2/order-tracking/{}/{}/car-location", second.id, second.key);
    assert_eq!(get(&a, &car).await.status, 404, "it has no car, and was asked for");
    for order in &orders {
        until_row(&[&b], &mut page, order, is_watched).await;
    }
    for _ in 0..3 {
        a.clock.turn(SignedDuration::from_secs(30));
        assert_eq!(get(&a, &tracking_path(&orders[0])).await.status, 200);
        a.node().hub().sweep().await;
    }
    until_row(&[&b], &mut page, second, |row| !is_watched(row)).await;
    assert!(is_watched(&page.rows[&orders[0].id]));
    a.clock.turn(SignedDuration::from_secs(45));
    until_row(&[&a, &b], &mut page, &orders[0], |row| !is_watched(row)).await;
});

store_contract!(colleagues_see_who_else_has_an_order_open, |db| async move {
    let [a, b] = two_nodes(&db).await;
    let order = a.kitchen().register(&json!({})).await;
    let eino = StaffClient::signed_in(&a, "eino@ovelle.example", &[]).await;
    let aino = StaffClient::signed_in(&b, "aino@ovelle.example", &[12]).await;
    let mut page = BoardPage::open(&b, STAFF_TOKEN, &[]).await;
    // The machine's token is nobody, neither here nor there.
    let _machine = open(&a, &order, STAFF_TOKEN).await;
    let _also_here = open(&a, &order, &eino.live_token().await).await;
    let at_a = open(&a, &order, &eino.live_token().await).await;
    until_row(&[&b], &mut page, &order, |row| row["openedBy"] == json!(["eino@ovelle.example"])).await;
    let at_b = open(&b, &order, &aino.live_token().await).await;
    let both = json!(["aino@ovelle.example", "eino@ovelle.example"]);
    until_row(&[&b], &mut page, &order, |row| row["openedBy"] == both).await;
    assert!(!is_watched(&page.rows[&order.id]), "colleagues are no customers");
    let path = format!("/api/staff/orders/{}", order.id);
    for (person, app, other) in [(&eino, &a, &aino), (&aino, &b, &eino)] {
        let person = person.at(app);
        let deadline = Instant::now() + Duration::from_secs(20);
        let shown = loop {
            let shown = person.get(&path).await.body;
            if shown["openedBy"] != json!([]) {
                break shown;
            }
            assert!(Instant::now() < deadline, "{} sees nobody", person.email);
        };
        assert_eq!((&shown["openedBy"], &shown["watching"]), (&json!([other.email]), &json!(false)));
        let found = person.get(&format!("/api/staff/orders?q={}", order.id)).await.body;
        assert_eq!((&found["orders"][0]["openedBy"], &found["orders"][0]["watched"]), (&both, &json!(false)));
    }
    // One of two tabs is closed.
    drop(at_a);
    a.node().hub().sweep().await;
    b.node().hub().sweep().await;
    page.read_what_came().await;
    assert_eq!(page.rows[&order.id]["openedBy"], both);
    drop(at_b);
    until_row(&[&a, &b], &mut page, &order, |row| row["openedBy"] == json!(["eino@ovelle.example"])).await;
    // The board's node knew it by itself, and tells the other with its next sweep.
    b.node().hub().sweep().await;
    assert_eq!(eino.get(&path).await.body["openedBy"], json!([]));
});

store_contract!(a_node_that_leaves_takes_what_was_looked_at_along, |db| async move {
    let [a, b] = two_nodes(&db).await;
    let order = a.kitchen().register(&json!({})).await;
    let mut page = BoardPage::open(&b, STAFF_TOKEN, &[]).await;
    assert_eq!(get(&a, &tracking_path(&order)).await.status, 200);
    until_row(&[&b], &mut page, &order, is_watched).await;
    a.leave().await;
    until_row(&[&b], &mut page, &order, |row| !is_watched(row)).await;
});

store_contract!(while_the_bus_is_away_a_node_knows_its_own, |db| async move {
    let Some(mut server) = RedisServer::start().await else { return };
    let limits = Limits { sweep: Duration::from_millis(100), ..Limits::default() };
    let node = || Setup::default().flag(STAFF_FLAG).limits(limits.clone()).redis(&server.url()).start(&db);
    let (a, b) = (node().await, node().await);
    let (mine, theirs) = (a.kitchen().register(&json!({})).await, a.kitchen().register(&json!({})).await);
    let mut page = BoardPage::open(&b, STAFF_TOKEN, &[]).await;
    let (_at_a, _at_b) = (watch(&a, &theirs).await, watch(&b, &mine).await);
    page.read_until(|rows| is_watched(&rows[&mine.id]) && is_watched(&rows[&theirs.id])).await;
    server.kill();
    page.read_until(|rows| !is_watched(&rows[&theirs.id])).await;
    assert!(is_watched(&page.rows[&mine.id]));
    // What Redis knew is gone with it; the nodes say it again.
    server.restart().await;
    page.read_until(|rows| is_watched(&rows[&theirs.id])).await;
    // A node that is cut off is forgotten by itself.
    let deadline = Instant::now() + Duration::from_secs(20);
    let names = loop {
        let mut names: Vec<String> = server.cli(&["KEYS", "*:watched:*"]).await;
        // What is about to take such a name's place is there for a moment only.
        names.retain(|name| !name.ends_with(":next"));
        if names.len() == 2 {
            break names;
        }
        assert!(Instant::now() < deadline, "{names:?}");
    };
    for name in names {
        let life: i64 = server.cli(&["TTL", &name]).await;
        assert!((1..=25).contains(&life), "{name} lives {life} s");
    }
});

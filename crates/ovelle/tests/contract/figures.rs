//! `/metrics`: the figures match what was done.

use deps::Clock;
use jiff::SignedDuration;
use serde_json::json;
use testkit::{
    app::{CHAIN_KEY, Setup, TestApp},
    dispatcher::DispatchClient,
    store_contract,
    watcher::{SocketEvent, Watcher},
};
use tracking::Limits;

use crate::{fetch, live::watch};

/// The figures of one moment.
struct Figures(String);

impl Figures {
    async fn of(app: &TestApp) -> Self {
        Self(fetch(app, "/metrics").await.text().await.unwrap())
    }

    fn value(&self, name: &str) -> f64 {
        let found = self.0.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok());
        found.unwrap_or_else(|| panic!("{name} in\n{}", self.0))
    }

    /// How often a hop was seen, and how long it took in all.
    fn hop(&self, news: &str, hop: &str) -> (f64, f64) {
        let of = |end: &str| self.value(&format!(r#"ovelle_hop_seconds_{end}{{news="{news}",hop="{hop}"}}"#));
        (of("count"), of("sum"))
    }
}

store_contract!(each_hop_of_a_status_is_seen_once_for_each_commit, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let (one, other) = (kitchen.register(&json!({})).await, kitchen.register(&json!({})).await);
    // However many watch.
    let mut watchers = [watch(&app, &one).await, watch(&app, &one).await];
    assert_eq!(Figures::of(&app).await.hop("status", "commit"), (0.0, 0.0));
    kitchen.report_status(&one.id, 1).await;
    // What changes nothing is no news.
    assert_eq!(kitchen.try_report_status(&one.id, &json!({ "status": 1 })).await.body["applied"], false);
    assert_eq!(kitchen.try_report_status(&one.id, &json!({ "status": 12 })).await.status.as_u16(), 409);
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await;
    let reported = line.report(&one.id, 3).await;
    line.answer(reported).await;
    let both = json!([{ "orderId": one.id, "status": 4 }, { "orderId": other.id, "status": 4 }]);
    kitchen.call(reqwest::Method::POST, "/api/dispatch/status", &both).await;
    // A batch is one commit.
    kitchen.put_batch("b", "car", &[&one.id, &other.id]).await;
    kitchen.depart("b").await;
    kitchen.depart("b").await;
    for watcher in &mut watchers {
        while watcher.frame().await["status"] != 8 {}
    }
    let figures = Figures::of(&app).await;
    let ((commits, committing), (published, publishing)) =
        (figures.hop("status", "commit"), figures.hop("status", "publish"));
    assert_eq!((commits, published), (6.0, 6.0));
    assert!(committing > 0.0 && publishing > 0.0, "{committing} and {publishing}");
    // 1, 3, 4, 5, 6 and 8 to each of the two.
    let (written, writing) = figures.hop("status", "write");
    assert!(written == 12.0 && writing > 0.0, "{written} in {writing} s");
    assert_eq!(figures.hop("position", "commit"), (0.0, 0.0));
});

store_contract!(each_hop_of_a_position_is_seen_once_for_each_call_with_news, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    kitchen.put_batch("b", "car", &[&order.id]).await;
    kitchen.depart("b").await;
    let mut watcher = watch(&app, &order).await;
    let at = |seconds: i64| app.clock.now() + SignedDuration::from_secs(seconds);
    kitchen.position("car", (60.17, 24.94), at(0)).await;
    watcher.expect("position").await;
    // One that is no news, one that is not believed, and two of which the newer counts.
    kitchen.try_position("car", &json!({ "lat": 60.1, "lng": 24.9, "at": at(0) })).await;
    let vague = json!({ "lat": 60.17, "lng": 24.94, "at": at(1), "accuracyM": 101 });
    let far = json!({ "lat": 60.2, "lng": 24.94, "at": at(1) });
    for bad in [vague, far] {
        assert_eq!(kitchen.try_position("car", &bad).await.body, json!({ "accepted": 1, "stale": 0 }));
    }
    let two = json!([{ "lat": 60.1701, "lng": 24.94, "at": at(1) }, { "lat": 60.1702, "lng": 24.94, "at": at(2) }]);
    assert_eq!(kitchen.try_position("car", &two).await.body, json!({ "accepted": 2, "stale": 0 }));
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await;
    let third = json!({ "carId": "car", "positions": [{ "lat": 60.1703, "lng": 24.94, "at": at(3) }] });
    let asked = line.call("position", &third).await;
    line.answer(asked).await;
    let figures = Figures::of(&app).await;
    let (kept, published) = (figures.hop("position", "commit"), figures.hop("position", "publish"));
    assert_eq!((kept.0, published.0), (3.0, 3.0));
    assert!(kept.1 > 0.0 && published.1 > 0.0);
    assert_eq!(figures.value("ovelle_positions_total"), 3.0);
    for reason in ["vague", "leap"] {
        assert_eq!(figures.value(&format!(r#"ovelle_positions_disbelieved_total{{reason="{reason}"}}"#)), 1.0);
    }
    // The first was seen by the watcher; of the others, which came at once, at least the last.
    assert!(figures.hop("position", "write").0 >= 2.0);
});

store_contract!(bounds_and_faults_have_their_figures, |db| async move {
    let app = Setup::default()
        .limits(Limits {
            live: live::LiveLimits { sockets_per_address: 1, ..live::LiveLimits::default() },
            ..Limits::default()
        })
        .start(&db)
        .await;
    let order = app.kitchen().register(&json!({})).await;
    let before = Figures::of(&app).await;
    assert_eq!((before.value("ovelle_database_up"), before.value("ovelle_draining")), (1.0, 0.0));
    let limit = app.node().hub().limits().live.sockets;
    assert_eq!(before.value("ovelle_live_lines_limit"), f64::from(u32::try_from(limit).unwrap()));
    let _watcher = watch(&app, &order).await;
    let mut refused =
        Watcher::try_open(&app, &[("sec-websocket-protocol", "ovelle.live.v1")]).await.expect("opened to be closed");
    assert_eq!(refused.next().await, SocketEvent::Close(4429));
    let after = Figures::of(&app).await;
    assert_eq!(after.value("ovelle_live_lines_refused_total"), 1.0);
    assert_eq!(after.value("ovelle_snapshot_read_seconds_count"), after.value("ovelle_snapshot_reads_total"));
    assert_eq!(after.value(r#"ovelle_http_answers_total{class="1xx"}"#), 2.0);
    assert!(after.value(r#"ovelle_http_answers_total{class="2xx"}"#) >= 2.0);
    app.node().hub().connections().drain().await;
    assert_eq!(Figures::of(&app).await.value("ovelle_draining"), 1.0);
});

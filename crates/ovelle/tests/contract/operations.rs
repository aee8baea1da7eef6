//! What operators ask.

use std::time::{Duration, Instant};

use jiff::SignedDuration;
use serde_json::json;
use testkit::{
    app::{Setup, TestApp},
    db::{DatabaseKind, TestDb},
    kitchen::Answer,
    store_contract,
};
use tokio_tungstenite::{connect_async, tungstenite::client::IntoClientRequest};
use tracking::Limits;

use crate::{fetch, get, header};

async fn text(app: &TestApp, path: &str) -> (u16, String) {
    let response = fetch(app, path).await;
    (response.status().as_u16(), response.text().await.unwrap())
}

store_contract!(a_node_says_that_it_lives_and_serves, |db| async move {
    let app = TestApp::start(&db).await;
    assert_eq!(text(&app, "/healthz").await.0, 200);
    let (status, version) = text(&app, "/version").await;
    assert!(status == 200 && version.starts_with(env!("CARGO_PKG_VERSION")), "{version}");
    let ready = get(&app, "/readyz").await;
    assert_eq!((ready.status.as_u16(), ready.body), (200, json!({ "degraded": [] })));
});

// Of SQLite another process holds the lock; PostgreSQL has failed over, and its sessions only read.
store_contract!(a_node_whose_database_takes_no_writes_says_so_and_reads, |db| async move {
    let app = Setup::default().database_goes_away().start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let no_writes = db.take_no_writes().await;
    let away = until_not_ready(&app, "/readyz").await;
    assert_eq!((away.status.as_u16(), away.code()), (503, "service/unavailable"));
    assert_eq!(away.body["metadata"], json!({ "missing": ["database"] }));
    let reads = get(&app, "/readyz?reads").await;
    assert_eq!((reads.status.as_u16(), reads.body), (200, json!({ "degraded": [] })));
    assert_eq!(crate::track(&app, &order).await["seq"], 0);
    no_writes.end().await;
    let over = Instant::now();
    while app.kitchen().try_report_status(&order.id, &json!({ "status": 1 })).await.status != 200 {
        assert!(over.elapsed() < Duration::from_secs(2), "writes are taken 2 s after");
    }
    crate::redis::until_ready(&app, 200, &json!({ "degraded": [] })).await;
});

store_contract!(readiness_writes_a_row_and_commits_it, |db| async move {
    let app = TestApp::start(&db).await;
    let written = probes(&db).await;
    assert_eq!(written.len(), 1, "one row a node");
    // What is written is the moment, and a test's clock stands.
    app.clock.turn(SignedDuration::from_secs(1));
    let begun = Instant::now();
    while probes(&db).await == written {
        assert!(begun.elapsed() < Duration::from_secs(20), "it is written anew every second");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
});

store_contract!(long_answers_are_compressed_for_whoever_takes_it, |db| async move {
    let app = TestApp::start(&db).await;
    for path in ["/api/commerce/v2/shops", "/api/openapi.json"] {
        let plain = fetch(&app, path).await;
        assert_eq!((header(&plain, "content-encoding"), header(&plain, "vary")), ("", "accept-encoding"), "{path}");
        let packed = app.http.get(app.url(path)).header("accept-encoding", "gzip, br").send().await.unwrap();
        assert_eq!(
            (header(&packed, "content-encoding"), header(&packed, "vary")),
            ("gzip", "accept-encoding"),
            "{path}"
        );
        let (plain, packed) = (plain.bytes().await.unwrap(), packed.bytes().await.unwrap());
        assert!(packed.len() * 3 < plain.len(), "{path}: {} of {}", packed.len(), plain.len());
    }
});

store_contract!(the_page_learns_what_it_must_know, |db| async move {
    let plain = TestApp::start(&db).await;
    let config =
        json!({ "version": env!("CARGO_PKG_VERSION"), "demo": false, "tileUrl": null, "tileAttribution": null });
    assert_eq!(get(&plain, "/api/config").await.body, config);
    let tiles = "https://tiles.example/{z}/{x}/{y}.png";
    let mapped =
        Setup::default().flag(&format!("--tile-url={tiles}")).flag("--tile-attribution=Kartta").start(&db).await;
    let config = get(&mapped, "/api/config").await.body;
    assert_eq!((&config["tileUrl"], &config["tileAttribution"]), (&json!(tiles), &json!("Kartta")));
    let policy = fetch(&mapped, "/api/config").await;
    assert!(header(&policy, "content-security-policy").contains("https://tiles.example"));
});

store_contract!(figures_are_counted, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    app.kitchen().report_status(&order.id, 1).await;
    let _watcher = crate::live::watch(&app, &order).await;
    let response = fetch(&app, "/metrics").await;
    assert_eq!(response.status(), 200);
    let figures = response.text().await.unwrap();
    for line in [
        "ovelle_orders_registered_total 1",
        "ovelle_statuses_committed_total 1",
        "ovelle_live_lines 1",
        "ovelle_bus_up 1",
    ] {
        assert!(figures.lines().any(|figure| figure == line), "{line} in\n{figures}");
    }
    assert!(!figures.contains(&order.key) && !figures.contains("Vilhonkatu"));
});

store_contract!(figures_may_be_had_elsewhere, |db| async move {
    let elsewhere = format!("127.0.0.1:{}", testkit::port::free());
    let app = Setup::default().flag(&format!("--metrics-listen={elsewhere}")).start(&db).await;
    let figures = app.http.get(format!("http://{elsewhere}/metrics")).send().await.unwrap();
    assert_eq!(figures.status(), 200);
    assert_eq!(fetch(&app, "/metrics").await.status(), 404);
});

store_contract!(the_tracking_page_is_kept_by_nobody, |db| async move {
    let app = TestApp::start(&db).await;
    for path in ["/tilaus/1?orderKey=k", "/tilaus/1", "/tilaus"] {
        let page = fetch(&app, path).await;
        assert_eq!((page.status().as_u16(), header(&page, "cache-control")), (200, "no-store"), "{path}");
        assert!(header(&page, "content-type").starts_with("text/html"));
    }
    assert_eq!(fetch(&app, "/olematon").await.status(), 404);
    for file in ["/assets/olematon.js", "/map/olematon.json"] {
        let missing = get(&app, file).await;
        assert_eq!((missing.status.as_u16(), missing.code()), (404, "request/not-found"), "{file}");
    }
});

store_contract!(a_node_without_its_database_says_so_and_keeps_its_lines, |db| async move {
    let limits = Limits {
        live: live::LiveLimits { beat: Duration::from_secs(1), ..live::LiveLimits::default() },
        ..Limits::default()
    };
    let app = Setup::default().limits(limits).database_goes_away().start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut beats = open_raw(&app).await;
    assert_eq!(next_beat(&mut beats).await, json!({ "type": "beat", "delayed": false }));
    // PostgreSQL loses the database under the node's feet, SQLite its file's connections.
    match db.kind() {
        DatabaseKind::Postgres => db.clone().finish().await,
        DatabaseKind::Sqlite => app.node().store().close().await,
    }
    for path in ["/readyz", "/readyz?reads"] {
        let away = until_not_ready(&app, path).await;
        assert_eq!((away.status.as_u16(), away.code()), (503, "service/unavailable"), "{path}");
        assert_eq!(away.body["metadata"], json!({ "missing": ["database"] }), "{path}");
    }
    assert_eq!(text(&app, "/healthz").await.0, 200);
    let refused = fetch(&app, &crate::tracking_path(&order)).await;
    assert_eq!((refused.status().as_u16(), header(&refused, "retry-after")), (503, "1"));
    assert_eq!(get(&app, "/api/commerce/v2/shops").await.status, 200, "what is not in the database can be read");
    let report = app.kitchen().try_report_status(&order.id, &json!({ "status": 1 })).await;
    assert_eq!((report.status.as_u16(), report.code()), (503, "service/unavailable"));
    app.node().hub().sweep().await;
    while next_beat(&mut beats).await != json!({ "type": "beat", "delayed": true }) {}
});

/// The rows that readiness writes, as text.
async fn probes(db: &TestDb) -> Vec<String> {
    db.texts("SELECT slot || ' ' || at FROM write_probes").await
}

/// The first answer that is no success.
async fn until_not_ready(app: &TestApp, path: &str) -> Answer {
    let begun = Instant::now();
    loop {
        let answer = get(app, path).await;
        if answer.status != 200 {
            return answer;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{path} goes on to say that all is well");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

pub(crate) type Raw = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

pub(crate) async fn open_raw(app: &TestApp) -> Raw {
    let mut request = format!("ws://{}/api/tracking/live", app.node().address()).into_client_request().unwrap();
    request.headers_mut().insert("sec-websocket-protocol", "ovelle.live.v1".parse().unwrap());
    connect_async(request).await.unwrap().0
}

/// The next beat; what else comes is passed over.
pub(crate) async fn next_beat(socket: &mut Raw) -> serde_json::Value {
    use futures_util::StreamExt;
    loop {
        let came = tokio::time::timeout(Duration::from_secs(20), socket.next()).await.expect("something comes");
        let text = came.expect("the line lives").expect("the line lives").into_text().expect("a text");
        let frame: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        if frame["type"] == "beat" {
            return frame;
        }
    }
}

//! Who may open a line, and how many.

use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    store_contract,
    watcher::{SocketEvent, Watcher},
};
use tokio_tungstenite::tungstenite::Error;
use tracking::Limits;

const PROTOCOL: (&str, &str) = ("sec-websocket-protocol", "ovelle.live.v1");

/// How an upgrade is refused: its status and its body.
async fn refused(app: &TestApp, headers: &[(&'static str, &str)]) -> (u16, Value) {
    match Watcher::try_open(app, headers).await.map(drop).map_err(|error| *error) {
        Err(Error::Http(response)) => {
            let body = response.body().as_deref().unwrap_or_default();
            (response.status().as_u16(), serde_json::from_slice(body).unwrap_or_default())
        }
        other => panic!("the upgrade was to be refused: {other:?}"),
    }
}

store_contract!(the_subprotocol_is_asked_for, |db| async move {
    let app = TestApp::start(&db).await;
    for headers in [&[][..], &[("sec-websocket-protocol", "ovelle.live.v2, other")][..]] {
        let (status, body) = refused(&app, headers).await;
        assert_eq!((status, &body["messageCode"]), (400, &json!("live/protocol")));
    }
    let plain = crate::get(&app, "/api/tracking/live").await;
    assert_eq!((plain.status.as_u16(), plain.code()), (400, "live/protocol"));
});

store_contract!(a_page_may_open_it_from_known_origins, |db| async move {
    let app = Setup::default()
        .flag("--public-url=https://ovelle.example/kauppa")
        .flag("--allowed-origins=https://kumppani.example,http://localhost:5173/")
        .start(&db)
        .await;
    let own = app.url("");
    let welcome = [
        own.as_str(),
        "https://ovelle.example",
        "https://kumppani.example",
        "http://localhost:5173",
        "HTTPS://Ovelle.Example",
    ];
    for origin in welcome {
        let mut watcher = Watcher::try_open(&app, &[PROTOCOL, ("origin", origin)]).await.expect(origin);
        watcher.expect("hello").await;
    }
    let https = own.replace("http://", "https://");
    let strangers = [
        "null",
        "",
        "https://evil.example",
        "https://ovelle.example.evil.example",
        "http://ovelle.example",
        "https://ovelle.example:444",
        "https://kumppani.example.evil",
        &https,
        "http://localhost:5174",
    ];
    for origin in strangers {
        let (status, body) = refused(&app, &[PROTOCOL, ("origin", origin)]).await;
        assert_eq!((status, &body["messageCode"]), (403, &json!("live/origin")), "{origin}");
    }
    // A program that is no browser sends none.
    Watcher::open(&app).await;
});

store_contract!(a_trusted_proxy_speaks_for_the_page, |db| async move {
    let forwarded = [
        PROTOCOL,
        ("origin", "https://ovelle.example"),
        ("x-forwarded-proto", "https"),
        ("x-forwarded-host", "ovelle.example"),
    ];
    let trusting = Setup::default().flag("--trusted-proxies=127.0.0.0/8").start(&db).await;
    let mut watcher = Watcher::try_open(&trusting, &forwarded).await.expect("the proxy is believed");
    watcher.expect("hello").await;
    let wary = TestApp::start(&db).await;
    assert_eq!(refused(&wary, &forwarded).await.0, 403);
});

async fn expect_too_many(app: &TestApp, headers: &[(&'static str, &str)]) {
    let mut refused = Watcher::try_open(app, headers).await.expect("it is accepted, so that scripts can read why");
    assert_eq!(refused.next().await, SocketEvent::Close(4429));
    assert_eq!(refused.next().await, SocketEvent::End);
}

store_contract!(an_address_has_so_many_lines, |db| async move {
    let app = Setup::default()
        .limits(Limits {
            live: live::LiveLimits { sockets_per_address: 2, ..live::LiveLimits::default() },
            ..Limits::default()
        })
        .flag("--trusted-proxies=127.0.0.1")
        .start(&db)
        .await;
    let from = |address: &'static str| [PROTOCOL, ("x-forwarded-for", address)];
    let open = async |address: &'static str| {
        let mut watcher = Watcher::try_open(&app, &from(address)).await.expect("the line opens");
        watcher.expect("hello").await;
        watcher
    };
    let (first, _second) = (open("2001:db8:1:2::1").await, open("2001:db8:1:2:ffff::2").await);
    expect_too_many(&app, &from("2001:db8:1:2::3")).await;
    let _elsewhere = (open("2001:db8:1:3::1").await, open("192.0.2.7").await);
    drop(first);
    // The place is free again once the node has noticed.
    while app.node().hub().metrics().connections.get() > 3 {
        tokio::task::yield_now().await;
    }
    open("2001:db8:1:2::4").await;
});

store_contract!(a_node_has_so_many_lines, |db| async move {
    let app = Setup::default()
        .limits(Limits { live: live::LiveLimits { sockets: 1, ..live::LiveLimits::default() }, ..Limits::default() })
        .start(&db)
        .await;
    let mut first = Watcher::open(&app).await;
    expect_too_many(&app, &[PROTOCOL]).await;
    first.expect_silence().await;
});

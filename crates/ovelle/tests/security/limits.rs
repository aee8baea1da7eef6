//! Bounds that keep strangers from wearing the server down, and what ends when a right does.

use std::time::{Duration, Instant};

use deps::Clock;
use domain::key::fingerprint;
use domain::order::Source;
use reqwest::Method;
use serde_json::{Value, json};
use store::NewDispatchKey;
use testkit::{
    app::{CHAIN_KEY, Setup, TestApp},
    board::BoardPage,
    kitchen::{Answer, Registered},
    staff::StaffClient,
    store_contract,
    watcher::Watcher,
};

/// Within this a right that was taken away opens nothing any more (docs/spec/promises.md, "Guest tracking").
const SOON: Duration = Duration::from_secs(5);

store_contract!(no_call_reads_more_than_256_kib, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = StaffClient::signed_in(&app, "aino@ovelle.example", &[]).await;
    let order = app.kitchen().register(&json!({})).await;
    let calls = [
        (Method::POST, "/api/dispatch/orders".to_owned()),
        (Method::POST, format!("/api/dispatch/orders/{}/status", order.id)),
        (Method::POST, "/api/dispatch/status".to_owned()),
        (Method::PUT, "/api/dispatch/batches/b".to_owned()),
        (Method::POST, "/api/dispatch/batches/b/depart".to_owned()),
        (Method::POST, "/api/dispatch/cars/c/positions".to_owned()),
        (Method::POST, format!("/api/commerce/v2/order-tracking/{}/{}/feedback", order.id, order.key)),
        (Method::POST, "/api/users/staff/sign-in".to_owned()),
        (Method::POST, "/api/users/staff/password".to_owned()),
    ];
    for (method, path) in calls {
        // One byte more is too much; at the bound it is read, and is no JSON.
        for (length, expected) in [(256 * 1024 + 1, "request/too-large"), (256 * 1024, "request/not-json")] {
            let mut call = app.http.request(method.clone(), app.url(&path)).body("x".repeat(length));
            call = call.header("content-type", "application/json");
            call = match path.starts_with("/api/dispatch") {
                true => call.bearer_auth(CHAIN_KEY),
                false => call.header("cookie", aino.cookie.clone().unwrap()).header("x-ovelle-csrf", "1"),
            };
            let answer = Answer::read(call.send().await.unwrap()).await;
            assert_eq!(answer.code(), expected, "{path}: {length} bytes");
        }
    }
});

store_contract!(one_wrong_link_is_one_wrong_key, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut line = Watcher::open(&app).await;
    // As the page does with a link that was copied badly: it asks on its line, and polls beside it.
    for n in 0..10 {
        let guess = Registered { key: format!("guess{n}"), ..order.clone() };
        line.subscribe(&guess, None).await;
        assert_eq!(line.expect("error").await["code"], "order/not-found", "{n}");
        assert_eq!(poll(&app, &guess).await, 404, "{n}");
    }
    let guess = Registered { key: "guess10".to_owned(), ..order.clone() };
    assert_eq!(poll(&app, &guess).await, 429);
    line.subscribe(&guess, None).await;
    assert_eq!(line.expect("error").await["code"], "request/too-many");
    assert_eq!(poll(&app, &order).await, 200, "the right key is served all the same");
});

store_contract!(guesses_are_counted_by_the_address_that_a_trusted_proxy_names, |db| async move {
    let guess_from = async |app: &TestApp, address: &str, n: usize| {
        let path = app.url(&format!("/api/commerce/v2/order-tracking/1/guess{n}"));
        app.http.get(path).header("x-forwarded-for", address).send().await.unwrap().status().as_u16()
    };
    let wary = Setup::default().flag("--rate-factor=1").start(&db).await;
    for n in 0..10 {
        assert_eq!(guess_from(&wary, &format!("192.0.2.{n}"), n).await, 404);
    }
    assert_eq!(guess_from(&wary, "192.0.2.99", 10).await, 429, "nobody gets away by naming other addresses");
    let trusting = Setup::default().flag("--rate-factor=1").flag("--trusted-proxies=127.0.0.1").start(&db).await;
    for n in 0..10 {
        assert_eq!(guess_from(&trusting, "192.0.2.1", n).await, 404);
    }
    assert_eq!(guess_from(&trusting, "192.0.2.1", 10).await, 429);
    assert_eq!(guess_from(&trusting, "6.6.6.6, 192.0.2.1", 11).await, 429, "what the client wrote is not believed");
    assert_eq!(guess_from(&trusting, "192.0.2.2", 12).await, 404, "the neighbour is not held up");
    assert_eq!(guess_from(&trusting, "2001:db8:1:2::1", 13).await, 404);
});

store_contract!(no_address_pays_for_anothers_guesses, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").flag("--trusted-proxies=127.0.0.1").start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let ask = async |address: &str, key: &str| {
        let path = app.url(&format!("/api/commerce/v2/order-tracking/{}/{key}", order.id));
        app.http.get(path).header("x-forwarded-for", address).send().await.unwrap().status().as_u16()
    };
    for n in 0..300_u32 {
        let address = std::net::Ipv4Addr::from(n.wrapping_mul(2_654_435_761)).to_string();
        for guess in 0..10 {
            assert_eq!(ask(&address, &format!("guess{guess}")).await, 404, "{address}: {guess}");
        }
        assert_eq!(ask(&address, "guess10").await, 429, "{address}");
        assert_eq!(ask(&address, &order.key).await, 200, "{address}: the right key is served all the same");
    }
});

async fn poll(app: &TestApp, order: &Registered) -> u16 {
    let path = format!("/api/commerce/v2/order-tracking/{}/{}", order.id, order.key);
    app.http.get(app.url(&path)).send().await.unwrap().status().as_u16()
}

store_contract!(a_revoked_key_opens_no_call_any_more, |db| async move {
    let (app, other) = (TestApp::start(&db).await, TestApp::start(&db).await);
    let key = NewDispatchKey {
        name: "kallio".to_owned(),
        sha256: fingerprint("the key of Kallio"),
        restaurants: Vec::new(),
        source: Source::Kitchen,
        created_at: app.clock.now(),
    };
    db.dispatch_keys().add(key).await.unwrap();
    let order = app.kitchen().register(&json!({})).await;
    let path = format!("/api/dispatch/orders/{}", order.id);
    let ask = async |node: &TestApp| {
        node.kitchen_with("the key of Kallio").call(Method::GET, &path, &Value::Null).await.status.as_u16()
    };
    // Both nodes know it from now on.
    assert_eq!((ask(&app).await, ask(&other).await), (200, 200));
    assert!(db.dispatch_keys().revoke("kallio", app.clock.now()).await.unwrap());
    let revoked = Instant::now();
    for node in [&app, &other] {
        while ask(node).await == 200 {
            assert!(revoked.elapsed() < SOON, "a revoked key still opens");
            tokio::task::yield_now().await;
        }
        assert_eq!(ask(node).await, 401);
    }
});

store_contract!(a_board_ends_soon_after_its_session, |db| async move {
    let (app, other) = (TestApp::start(&db).await, TestApp::start(&db).await);
    let leaving = StaffClient::signed_in(&app, "leaving@ovelle.example", &[]).await;
    let removed = StaffClient::signed_in(&app, "removed@ovelle.example", &[]).await;
    let changed = StaffClient::signed_in(&app, "changed@ovelle.example", &[]).await;
    let mut elsewhere = changed.with_cookie(None);
    assert_eq!(elsewhere.sign_in().await.status, 200);
    // The boards are open on a node that hears of none of it.
    let mut boards = Vec::new();
    for person in [&leaving, &removed, &changed] {
        boards.push(BoardPage::open(&other, &person.live_token().await, &[]).await);
    }
    let began = Instant::now();
    assert_eq!(leaving.call(Method::POST, "/api/users/staff/sign-out", &Value::Null).await.status, 204);
    // Other rights are another account, which ends what stands by the old ones.
    assert!(db.staff().remove(&removed.email.parse().unwrap(), app.clock.now()).await.unwrap());
    let change = json!({ "password": changed.password, "newPassword": "kirahvi-kello-7" });
    assert_eq!(elsewhere.call(Method::POST, "/api/users/staff/password", &change).await.status, 204);
    for board in &mut boards {
        assert_eq!(board.line.expect("error").await["code"], "board/session-ended");
    }
    // A password takes a hash, which in a test's build is slow.
    assert!(began.elapsed() < SOON + Duration::from_secs(1), "{:?}", began.elapsed());
});

//! From which pages the staff's calls may come, and who may make them.

use deps::Clock;
use reqwest::{Method, header};
use serde_json::{Value, json};
use testkit::{
    app::{CHAIN_KEY, Setup, TestApp},
    kitchen::Answer,
    staff::{StaffClient, cookie_of},
    store_contract,
};

use crate::staff::{AINO, LIVE_TOKEN, ME, PASSWORD, SIGN_IN, SIGN_OUT, brief};

const STAFF_TOKEN: &str = "staff-token-of-the-tests";

/// A call with a cookie and these headers.
async fn from_page(app: &TestApp, cookie: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut call = app.http.post(app.url(path)).header(header::COOKIE, cookie);
    for (name, value) in headers {
        call = call.header(*name, *value);
    }
    if path == PASSWORD {
        call = call.json(&json!({ "password": "wrong", "newPassword": "kirahvi-kello-7" }));
    }
    Answer::read(call.send().await.unwrap()).await
}

store_contract!(a_changing_call_comes_from_our_own_page, |db| async move {
    let app = Setup::default()
        .flag("--public-url=http://ovelle.example")
        .flag("--allowed-origins=https://friend.example")
        .start(&db)
        .await;
    let aino = StaffClient::signed_in(&app, AINO, &[]).await;
    let (cookie, own) = (aino.cookie.clone().unwrap(), app.url(""));
    let ours: [&[(&str, &str)]; 4] = [
        &[("origin", &own)],
        &[("origin", "http://ovelle.example")],
        &[("sec-fetch-site", "same-origin")],
        &[("x-ovelle-csrf", "1")],
    ];
    let foreign: [&[(&str, &str)]; 7] = [
        &[("origin", "https://friend.example"), ("x-ovelle-csrf", "1")],
        &[],
        &[("sec-fetch-site", "none")],
        &[("sec-fetch-site", "cross-site"), ("x-ovelle-csrf", "1")],
        &[("sec-fetch-site", "same-site"), ("x-ovelle-csrf", "1")],
        &[("origin", "null"), ("x-ovelle-csrf", "1")],
        &[("origin", "https://evil.example"), ("sec-fetch-site", "same-origin"), ("x-ovelle-csrf", "1")],
    ];
    for headers in foreign {
        for path in [LIVE_TOKEN, PASSWORD, SIGN_OUT] {
            let answer = from_page(&app, &cookie, path, headers).await;
            assert_eq!(brief(&answer), (403, "request/foreign-page"), "{path} {headers:?}");
        }
    }
    for headers in ours {
        assert_eq!(from_page(&app, &cookie, LIVE_TOKEN, headers).await.status, 200, "{headers:?}");
    }
    // Each failure with a password counts, so one is enough here.
    assert_eq!(brief(&from_page(&app, &cookie, PASSWORD, ours[2]).await), (422, "password/wrong"));
    for headers in foreign {
        let mut call = app.http.post(app.url(SIGN_IN)).json(&json!({ "email": AINO, "password": aino.password }));
        for (name, value) in headers {
            call = call.header(*name, *value);
        }
        let refused = call.send().await.unwrap();
        assert_eq!((refused.status().as_u16(), cookie_of(&refused)), (403, None), "nobody is signed in by {headers:?}");
    }
    assert_eq!(from_page(&app, &cookie, SIGN_OUT, ours[2]).await.status, 204);
});

// What each caller may do of the staff's calls.
store_contract!(who_may_what, |db| async move {
    let app = Setup::default().flag(&format!("--staff-token={STAFF_TOKEN}")).start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let elsewhere = app.kitchen().register(&json!({ "restaurantId": "14" })).await;
    let (guest, call_centre) =
        (StaffClient::let_in(&app, AINO, &[]).await, StaffClient::signed_in(&app, "all@ovelle.example", &[]).await);
    let bound = StaffClient::signed_in(&app, "bound@ovelle.example", &[14]).await;
    let fired = StaffClient::signed_in(&app, "fired@ovelle.example", &[]).await;
    db.staff().remove(&fired.email.parse().unwrap(), app.clock.now()).await.unwrap();
    let order_path = format!("/api/staff/orders/{}", order.id);
    let calls = [
        (Method::GET, ME),
        (Method::GET, "/api/staff/orders"),
        (Method::GET, order_path.as_str()),
        (Method::POST, LIVE_TOKEN),
        (Method::POST, PASSWORD),
    ];
    let body = json!({ "password": "x", "newPassword": "salasana" });
    let status = async |call: reqwest::RequestBuilder| call.send().await.unwrap().status().as_u16();
    let table = [
        ("guest", [401; 5]),
        ("the order's customer", [401; 5]),
        ("call centre", [200, 200, 200, 200, 422]),
        ("bound elsewhere", [200, 200, 404, 200, 422]),
        ("removed", [401; 5]),
        ("dispatch", [401; 5]),
        ("token", [200, 200, 200, 403, 403]),
        ("wrong token beside a right cookie", [401; 5]),
    ];
    for (who, expected) in table {
        let mut got = Vec::new();
        for (method, path) in &calls {
            let body = if *path == PASSWORD { &body } else { &Value::Null };
            let person = match who {
                "call centre" | "wrong token beside a right cookie" => &call_centre,
                "bound elsewhere" => &bound,
                "removed" => &fired,
                _ => &guest,
            };
            let mut call = person.ask(method.clone(), path, body);
            call = match who {
                "the order's customer" => call.query(&[("orderKey", &order.key)]).bearer_auth(&order.key),
                "dispatch" => call.bearer_auth(CHAIN_KEY),
                "token" => call.bearer_auth(STAFF_TOKEN),
                "wrong token beside a right cookie" => call.bearer_auth("not-the-token"),
                _ => call,
            };
            got.push(status(call).await);
        }
        assert_eq!(got, expected, "{who}");
    }
    let found = bound.get("/api/staff/orders").await.body;
    let ids: Vec<&Value> = found["orders"].as_array().unwrap().iter().map(|row| &row["orderId"]).collect();
    assert_eq!(ids, [&json!(elsewhere.id)]);
    let mine = bound.get(&format!("/api/staff/orders/{}", elsewhere.id)).await;
    assert_eq!(mine.status, 200);
    let unknown = bound.get("/api/staff/orders/999999").await;
    assert_eq!(bound.get(&order_path).await, unknown, "another's is as if it were not there");
});

store_contract!(without_a_token_set_no_bearer_is_staff, |db| async move {
    for flags in [None, Some("--staff-token="), Some("--staff-token=  ")] {
        let setup = flags.into_iter().fold(Setup::default(), |setup, flag| setup.flag(flag));
        let app = setup.start(&db).await;
        for token in ["", " ", "x"] {
            let call = app.http.get(app.url(ME)).header(header::AUTHORIZATION, format!("Bearer {token}"));
            assert_eq!(call.send().await.unwrap().status(), 401, "{flags:?} {token:?}");
        }
    }
});

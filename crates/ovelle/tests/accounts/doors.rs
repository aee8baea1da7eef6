//! What a call shows of who makes it, and what comes of what nobody has.

use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use testkit::{
    app::{CHAIN_KEY, Setup, TestApp},
    customer::CustomerPerson,
    db::TestDb,
    kitchen::Answer,
    staff::{StaffClient, cookie_of},
    store_contract,
};

use crate::{
    addresses::{ADDRESSES, address},
    brief,
    reordering::FAVOURITE,
};

const SESSION: &str = "/api/users/session";
const ME: &str = "/api/users/me";
const STAFF_ME: &str = "/api/users/staff/me";
const LIVE_TOKEN: &str = "/api/users/staff/live-token";

async fn came(call: RequestBuilder) -> Answer {
    Answer::read(call.send().await.expect("the server answers")).await
}

store_contract!(an_authorization_that_nobody_has_opens_nothing_even_beside_a_good_cookie, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let cookie = aino.cookie.clone().unwrap();
    let ended = aino.as_program().await;
    assert_eq!(ended.post("/api/users/logout", &json!({})).await.status, StatusCode::NO_CONTENT);
    let ended = format!("Bearer {}", ended.bearer.as_deref().unwrap());
    let of_cookie = format!("Bearer {}", cookie.split_once('=').unwrap().1);
    let call = |method: &Method, path: &str, shown: &str| {
        let call = app.http.request(method.clone(), app.url(path)).header("cookie", &cookie);
        let call = call.header("origin", app.url("")).header("authorization", shown);
        if *method == Method::GET { call } else { call.json(&json!({})) }
    };
    for shown in ["Bearer nobody", "Bearer", "Basic YWlubzphaW5v", "", &ended, &of_cookie] {
        for (method, path, code) in [
            (Method::GET, ME, "users/unauthorized"),
            (Method::PATCH, ME, "users/unauthorized"),
            (Method::GET, "/api/users/identity", "users/unauthorized"),
            (Method::POST, "/api/users/captcha", "users/unauthorized"),
            (Method::POST, "/api/users/register", "users/unauthorized"),
            (Method::POST, "/api/loyalty/register", "users/unauthorized"),
            (Method::GET, "/api/config", "users/unauthorized"),
            (Method::GET, "/api/cms/stories/homepage", "users/unauthorized"),
            (Method::GET, "/api/commerce/v2/shops", "users/unauthorized"),
            (Method::GET, "/api/commerce/v2/order-tracking/1/k", "users/unauthorized"),
            (Method::POST, "/api/pricing/pricing/customer/cart", "users/unauthorized"),
            (Method::GET, "/api/nothing", "users/unauthorized"),
            (Method::GET, STAFF_ME, "staff/unauthorized"),
            (Method::POST, LIVE_TOKEN, "staff/unauthorized"),
            (Method::GET, "/api/staff/orders", "staff/unauthorized"),
            (Method::GET, "/api/dispatch/orders", "dispatch/unauthorized"),
            (Method::POST, "/api/dispatch/status", "dispatch/unauthorized"),
        ] {
            assert_eq!(brief(&came(call(&method, path, shown)).await), (401, code), "{path} {shown:?}");
        }
        let session = came(call(&Method::GET, SESSION, shown)).await;
        assert_eq!(session.body, json!({ "user": null, "roles": [] }), "{shown:?}");
    }
    assert_eq!(aino.get(ME).await.status, StatusCode::OK, "the cookie is good all the same");

    let by = json!({ "email": aino.email, "password": aino.password });
    for (path, body, status) in [
        ("/api/users/login", by.clone(), 200),
        ("/api/users/token", by, 200),
        ("/api/users/logout", json!({}), 204),
        ("/api/users/logout-all", json!({}), 204),
        ("/api/users/sendForgotPasswordEmail", json!({ "email": aino.email }), 202),
        ("/api/users/changeUserPassword", json!({ "passwordResetToken": "x", "newPassword": "viisi valasta" }), 410),
        ("/api/users/staff/sign-in", json!({ "email": "a@b.fi", "password": "x" }), 401),
        ("/api/users/staff/sign-out", json!({}), 204),
    ] {
        let call = app.http.post(app.url(path)).header("origin", app.url("")).bearer_auth("nobody").json(&body);
        assert_eq!(call.send().await.unwrap().status(), status, "{path} looks at no authorization");
    }
});

store_contract!(a_dispatch_key_is_a_guest_outside_of_dispatch, |db| async move {
    let app = TestApp::start(&db).await;
    let get = async |path: &str| came(app.http.get(app.url(path)).bearer_auth(CHAIN_KEY)).await;
    assert_eq!(get(SESSION).await.body, json!({ "user": null, "roles": [] }));
    for path in
        ["/api/users/identity", "/api/commerce/v2/shops", "/api/config", "/api/dispatch/orders?restaurantId=12&open=1"]
    {
        assert_eq!(get(path).await.status, StatusCode::OK, "{path}");
    }
    for (path, code) in
        [(ME, "users/unauthorized"), (STAFF_ME, "staff/unauthorized"), ("/api/staff/orders", "staff/unauthorized")]
    {
        assert_eq!(brief(&get(path).await), (401, code), "{path}");
    }
});

store_contract!(a_program_of_the_staff_proves_no_page, |db| async move {
    let app = TestApp::start(&db).await;
    let person = StaffClient::let_in_as(&app, "kaisa@ovelle.example", &[12], domain::staff::Roles::all()).await;
    let by = json!({ "email": person.email, "password": person.password });
    let made = app.http.post(app.url("/api/users/token")).json(&by).send().await.unwrap();
    assert!(cookie_of(&made).is_none());
    let made = Answer::read(made).await;
    assert_eq!((made.status, &made.body["roles"]), (StatusCode::OK, &json!(["callcentre", "restaurant", "dispatch"])));
    let token = made.body["token"].as_str().unwrap().to_owned();
    let call = |method, path: &str| app.http.request(method, app.url(path)).bearer_auth(&token);
    assert_eq!(came(call(Method::GET, STAFF_ME)).await.body["email"], person.email);
    assert_eq!(came(call(Method::POST, LIVE_TOKEN)).await.status, StatusCode::OK);
    let busy = "/api/staff/restaurants/12/busy";
    let busy = call(Method::PUT, busy).json(&json!({ "minutes": 10 }));
    assert_eq!(came(busy).await.status, StatusCode::OK);
    let wrong = json!({ "password": "wrong-password", "newPassword": "kirahvi-kello-7" });
    assert_eq!(
        brief(&came(call(Method::POST, "/api/users/staff/password").json(&wrong)).await),
        (422, "password/wrong")
    );
    // No cookie stands for a program, and no program for a cookie.
    let as_cookie = app.http.get(app.url(STAFF_ME)).header("cookie", format!("ovelle={token}"));
    assert_eq!(brief(&came(as_cookie).await), (401, "staff/unauthorized"));
    assert_eq!(came(call(Method::POST, "/api/users/staff/sign-out")).await.status, StatusCode::NO_CONTENT);
    assert_eq!(brief(&came(call(Method::GET, STAFF_ME)).await), (401, "staff/unauthorized"));
});

store_contract!(a_body_says_that_it_is_json, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let agent = StaffClient::signed_in(&app, "agentti@ovelle.example", &[]).await;
    let by = json!({ "email": aino.email, "password": aino.password }).to_string();
    let plain = json!({ "firstName": "Aina" }).to_string();
    for (method, path, body) in [
        (Method::POST, "/api/users/login", &by),
        (Method::POST, "/api/users/token", &by),
        (Method::POST, "/api/users/register", &plain),
        (Method::POST, "/api/users/logout", &plain),
        (Method::POST, "/api/users/captcha", &plain),
        (Method::PATCH, ME, &plain),
        (Method::POST, "/api/users/me/password", &plain),
        (Method::POST, "/api/loyalty/register", &plain),
        (Method::POST, "/api/users/staff/sign-in", &by),
        (Method::POST, "/api/users/staff/password", &plain),
    ] {
        for kind in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("application/json5")] {
            let call = app.http.request(method.clone(), app.url(path)).header("origin", app.url(""));
            let call = call.header("cookie", aino.cookie.as_deref().unwrap()).body(body.clone());
            let call = kind.into_iter().fold(call, |call, kind| call.header("content-type", kind));
            assert_eq!(brief(&came(call).await), (415, "request/not-json"), "{path} {kind:?}");
        }
    }
    let call =
        app.http.patch(app.url(ME)).header("origin", app.url("")).header("cookie", aino.cookie.as_deref().unwrap());
    let call = call.header("content-type", "Application/JSON; charset=utf-8").body(plain);
    assert_eq!(came(call).await.body["firstName"], "Aina");
    assert_eq!(agent.call(Method::POST, LIVE_TOKEN, &Value::Null).await.status, StatusCode::OK, "no body is none");
});

/// A page that may open live lines, and no more.
pub(crate) const FRIEND: &str = "https://friend.example";

/// What says that a call comes from no page of ours.
pub(crate) const FOREIGN: [(&str, &str); 6] = [
    ("x-unsaid", "1"),
    ("origin", "https://evil.example"),
    ("origin", FRIEND),
    ("origin", "null"),
    ("sec-fetch-site", "cross-site"),
    ("sec-fetch-site", "none"),
];

async fn with_a_friend(db: &TestDb) -> TestApp {
    Setup::default().flag(&format!("--allowed-origins={FRIEND}")).start(db).await
}

store_contract!(every_call_that_sets_a_cookie_comes_from_our_own_page, |db| async move {
    let app = with_a_friend(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let agent = StaffClient::signed_in(&app, "agentti@ovelle.example", &[]).await;
    let by = |email: &str, password: &str| json!({ "email": email, "password": password });
    let cookies = [None, aino.cookie.as_deref(), agent.cookie.as_deref()];
    for (path, body) in [
        ("/api/users/login", by(&aino.email, &aino.password)),
        ("/api/users/login", by(&agent.email, &agent.password)),
        ("/api/users/staff/sign-in", by(&agent.email, &agent.password)),
        ("/api/users/register", CustomerPerson::stranger(&app, "eino").registration()),
        ("/api/users/logout", json!({})),
        ("/api/users/logout-all", json!({})),
        ("/api/users/staff/sign-out", json!({})),
    ] {
        for cookie in cookies {
            for (name, value) in FOREIGN {
                let call = app.http.post(app.url(path)).json(&body).header(name, value);
                let call = cookie.into_iter().fold(call, |call, cookie| call.header("cookie", cookie));
                let response = call.send().await.unwrap();
                assert!(!response.headers().contains_key("set-cookie"), "{path} {name}: {value}");
                assert_eq!(
                    brief(&Answer::read(response).await),
                    (403, "request/foreign-page"),
                    "{path} {name}: {value}"
                );
            }
        }
    }
    assert_eq!(aino.get(ME).await.status, StatusCode::OK);
    assert_eq!(agent.get(STAFF_ME).await.status, StatusCode::OK);
});

store_contract!(every_change_by_a_cookie_comes_from_our_own_page, |db| async move {
    let app = with_a_friend(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let before = aino.get(ME).await.body;
    let passwords = json!({ "currentPassword": aino.password, "newPassword": "viisi valasta" });
    for (method, path, body) in [
        (Method::PATCH, ME, json!({ "firstName": "Aina" })),
        (Method::POST, "/api/users/me/password", passwords),
        (Method::POST, "/api/users/me/decline", json!({})),
        (Method::POST, ADDRESSES, address("Vilhonkatu 4")),
        (Method::PUT, "/api/users/me/addresses/1", address("Vilhonkatu 4")),
        (Method::POST, "/api/users/me/addresses/1/primary", json!({})),
        (Method::DELETE, "/api/users/me/addresses/1", json!({})),
        (Method::POST, FAVOURITE, json!("1")),
        (Method::DELETE, FAVOURITE, json!({})),
        (Method::POST, "/api/loyalty/register", json!({})),
        (Method::POST, "/api/loyalty/unregister", json!({})),
    ] {
        for (name, value) in FOREIGN {
            let call = app.http.request(method.clone(), app.url(path)).json(&body).header(name, value);
            let answer = came(call.header("cookie", aino.cookie.as_deref().unwrap())).await;
            assert_eq!(brief(&answer), (403, "request/foreign-page"), "{method} {path} {name}: {value}");
        }
    }
    assert_eq!(aino.get(ME).await.body, before);
});

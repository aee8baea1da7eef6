//! The one error body, wherever a call fails.

use deps::Clock;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{CHAIN_KEY, TestApp},
    kitchen::{Answer, delivery},
    staff::StaffClient,
    store_contract,
};

use crate::{get, header, track};

const CALLS: [(&str, &str); 106] = [
    ("GET", "/api/cms/stories/k"),
    ("POST", "/api/analytics/errors"),
    ("POST", "/api/analytics/vitals"),
    ("POST", "/api/cms/faq-searches"),
    ("POST", "/api/cms/webhook"),
    ("GET", "/api/experiments"),
    ("GET", "/api/commerce/v2/survey"),
    ("POST", "/api/dispatch/orders"),
    ("GET", "/api/dispatch/orders/1"),
    ("POST", "/api/dispatch/orders/1/status"),
    ("POST", "/api/dispatch/orders/1/accept"),
    ("POST", "/api/dispatch/orders/1/preparation"),
    ("POST", "/api/dispatch/orders/1/reject"),
    ("GET", "/api/dispatch/restaurants/1/state"),
    ("POST", "/api/dispatch/status"),
    ("GET", "/api/commerce/v2/order-tracking/1/k"),
    ("POST", "/api/commerce/v2/order-tracking/1/k/feedback"),
    ("GET", "/api/commerce/geocode"),
    ("GET", "/api/commerce/estimate"),
    ("GET", "/api/commerce/v2/shops/1/menu"),
    ("GET", "/api/commerce/v2/shops/1/products/k"),
    ("POST", "/api/commerce/v2/shops/1/products/1/resize"),
    ("GET", "/api/commerce/v2/shops/1/ingredients"),
    ("GET", "/api/commerce/v2/ingredients"),
    ("GET", "/api/commerce/v2/tags"),
    ("GET", "/api/commerce/v2/campaigns/combos"),
    ("GET", "/api/commerce/v2/campaigns/combos/k"),
    ("GET", "/api/commerce/v2/campaigns/free-delivery"),
    ("GET", "/api/commerce/v2/coupons"),
    ("GET", "/api/commerce/v2/menu"),
    ("GET", "/api/commerce/v2/products/k"),
    ("GET", "/api/commerce/v2/shops"),
    ("GET", "/api/commerce/v2/shops/summaries"),
    ("GET", "/api/commerce/v2/shops/1"),
    ("GET", "/api/commerce/v2/shops/1/availability"),
    ("GET", "/api/commerce/v2/shops/1/preorder-days"),
    ("GET", "/api/commerce/v2/shops/1/preorder-times"),
    ("GET", "/api/commerce/v2/shops/delivering"),
    ("GET", "/api/commerce/v2/shops/search"),
    ("GET", "/api/pricing/delivery-price"),
    ("GET", "/api/pricing/delivery-price-range"),
    ("POST", "/api/pricing/delivery-price-token"),
    ("GET", "/api/commerce/places/suggest"),
    ("GET", "/api/commerce/places/reverse"),
    ("GET", "/api/commerce/places/1"),
    ("GET", "/api/commerce/distance"),
    ("GET", "/api/payments/methods"),
    ("GET", "/api/payments/error-codes"),
    ("POST", "/api/payments/pay"),
    ("POST", "/api/commerce/v2/shoppingcart/order"),
    ("GET", "/api/payments/return/1"),
    ("POST", "/api/payments/notifications/test"),
    ("POST", "/api/commerce/v2/order/DetailsByKey"),
    ("POST", "/api/commerce/v2/order/cancel"),
    ("GET", "/api/commerce/v2/shoppingcart/payments"),
    ("GET", "/api/commerce/v2/customers/me/orders/details"),
    ("GET", "/api/commerce/v2/customers/me/reorder"),
    ("GET", "/api/commerce/v2/customers/orders/1"),
    ("GET", "/api/commerce/v2/customers/orders/latest"),
    ("GET", "/api/users/session"),
    ("GET", "/api/users/identity"),
    ("POST", "/api/users/captcha"),
    ("POST", "/api/users/register"),
    ("POST", "/api/users/login"),
    ("POST", "/api/users/token"),
    ("POST", "/api/users/logout"),
    ("POST", "/api/users/logout-all"),
    ("POST", "/api/users/me/password"),
    ("POST", "/api/users/me/decline"),
    ("POST", "/api/users/sendForgotPasswordEmail"),
    ("POST", "/api/users/changeUserPassword"),
    ("POST", "/api/users/confirmEmail"),
    ("POST", "/api/users/undoEmail"),
    ("GET", "/api/users/me/addresses"),
    ("POST", "/api/users/me/addresses/1/primary"),
    ("POST", "/api/pricing/pricing/customer/cart"),
    ("POST", "/api/pricing/pricing/customer/best"),
    ("POST", "/api/pricing/pricing/cart-item"),
    ("POST", "/api/pricing/pricing/combo"),
    ("GET", "/api/tracking/live"),
    ("POST", "/api/users/staff/sign-in"),
    ("POST", "/api/users/staff/sign-out"),
    ("GET", "/api/users/staff/me"),
    ("POST", "/api/users/staff/password"),
    ("POST", "/api/users/staff/totp"),
    ("POST", "/api/users/staff/totp/confirm"),
    ("POST", "/api/loyalty/register"),
    ("POST", "/api/loyalty/unregister"),
    ("GET", "/api/loyalty/member"),
    ("POST", "/api/loyalty/member/setWelcomeModal"),
    ("POST", "/api/loyalty/member/setPrizeModal"),
    ("GET", "/api/loyalty/benefits"),
    ("POST", "/api/loyalty/getCartSlices"),
    ("POST", "/api/loyalty/getTrackingSlices"),
    ("GET", "/api/wheel/spin"),
    ("POST", "/api/wheel/spin"),
    ("POST", "/api/users/staff/live-token"),
    ("GET", "/api/staff/orders"),
    ("GET", "/api/staff/orders/1"),
    ("POST", "/api/staff/orders/1/accept"),
    ("POST", "/api/staff/orders/1/preparation"),
    ("POST", "/api/staff/orders/1/reject"),
    ("POST", "/api/staff/orders/1/refund"),
    ("GET", "/api/staff/ledger"),
    ("GET", "/api/staff/restaurants/1/state"),
    ("GET", "/api/config"),
];

async fn call(app: &TestApp, method: Method, path: &str) -> (Answer, String) {
    let response = app.http.request(method, app.url(path)).send().await.expect("the server answers");
    let allow = header(&response, "allow").to_owned();
    (Answer::read(response).await, allow)
}

fn assert_error(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status.as_u16(), answer.code()), (status, code), "{}", answer.body);
    let names: Vec<&String> = answer.body.as_object().expect("an object").keys().collect();
    assert_eq!(names, ["message", "messageCode", "metadata"]);
    assert!(answer.body["message"].as_str().is_some_and(|message| !message.is_empty()));
    assert!(answer.body["metadata"].is_object());
}

store_contract!(what_is_not_there_is_404_with_the_body, |db| async move {
    let app = TestApp::start(&db).await;
    for path in
        ["/api", "/api/", "/api/nothing", "/api/commerce/v3/shops", "/api/dispatch/orders/1/2/3", "/api/demo/orders"]
    {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            if path == "/api/demo/orders" && method != Method::GET {
                continue;
            }
            let (answer, _) = call(&app, method, path).await;
            assert_error(&answer, 404, "request/not-found");
        }
    }
});

store_contract!(a_wrong_method_is_405_and_says_which_is_right, |db| async move {
    let app = TestApp::start(&db).await;
    for (right, path) in CALLS {
        for wrong in [Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS] {
            let (answer, allow) = call(&app, wrong, path).await;
            assert_error(&answer, 405, "request/method-not-allowed");
            assert!(allow.contains(right), "{path}: {allow}");
        }
    }
    for path in ["/healthz", "/readyz", "/version", "/metrics", "/api/openapi.json"] {
        let (answer, _) = call(&app, Method::POST, path).await;
        assert_error(&answer, 405, "request/method-not-allowed");
    }
});

store_contract!(head_answers_as_get_without_a_body, |db| async move {
    let app = TestApp::start(&db).await;
    for (path, status) in [("/api/commerce/v2/shops", 200), ("/api/config", 200), ("/api/nothing", 404)] {
        let response = app.http.head(app.url(path)).send().await.unwrap();
        assert_eq!(response.status(), status, "{path}");
        assert_eq!(response.bytes().await.unwrap().len(), 0);
    }
});

store_contract!(bytes_that_are_not_utf_8_are_no_json, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let person = StaffClient::signed_in(&app, "aino@ovelle.example", &[]).await;
    let (id, key) = (&order.id, &order.key);
    let position = format!(r#"{{"lat":60.17,"lng":24.94,"at":"{}""#, app.clock.now());
    let register = delivery().to_string();
    let calls = [
        (Method::POST, "/api/dispatch/orders".to_owned(), register.strip_suffix('}').unwrap()),
        (Method::POST, format!("/api/dispatch/orders/{id}/status"), r#"{"status":3"#),
        (Method::POST, "/api/dispatch/status".to_owned(), r#"[{"orderId":"1","status":3"#),
        (Method::PUT, "/api/dispatch/restaurants/12/busy".to_owned(), r#"{"minutes":5"#),
        (Method::PUT, "/api/dispatch/batches/b".to_owned(), r#"{"carId":"c","stops":[]"#),
        (Method::POST, "/api/dispatch/batches/b/depart".to_owned(), r#"{"a":1"#),
        (Method::POST, "/api/dispatch/cars/c/positions".to_owned(), &position),
        (Method::POST, format!("/api/commerce/v2/order-tracking/{id}/{key}/feedback"), r#"{"rating":4"#),
        (Method::POST, "/api/users/staff/sign-in".to_owned(), r#"{"email":"a","password":"b""#),
        (Method::POST, "/api/users/staff/password".to_owned(), r#"{"password":"a","newPassword":"b""#),
    ];
    for (method, path, fields) in calls {
        let end: &[u8] = if fields.starts_with('[') { b"}]" } else { b"}" };
        let unknown = [fields.as_bytes(), b",\"unknown\":\"\xff\"", end].concat();
        for body in [unknown, b"\xff".to_vec(), b"{\"status\":\"\xc3\x28\"}".to_vec(), Vec::new()] {
            let call = person.ask(method.clone(), &path, &Value::Null).body(body);
            let call = if path.starts_with("/api/dispatch") { call.bearer_auth(CHAIN_KEY) } else { call };
            let answer = Answer::read(call.send().await.unwrap()).await;
            assert_eq!((answer.status.as_u16(), answer.code()), (400, "request/not-json"), "{path}: {}", answer.body);
        }
    }
    assert_eq!(track(&app, &order).await["seq"], 0, "nothing of it was done");
});

store_contract!(every_answer_is_guarded, |db| async move {
    let app = TestApp::start(&db).await;
    for path in ["/api/config", "/api/nothing", "/tilaus/1?orderKey=k", "/metrics", "/healthz"] {
        let response = app.http.get(app.url(path)).send().await.unwrap();
        assert_eq!(header(&response, "x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header(&response, "referrer-policy"), "no-referrer", "{path}");
        assert!(header(&response, "content-security-policy").contains("default-src 'self'"), "{path}");
    }
    let refused = app.http.get(app.url("/api/nothing")).send().await.unwrap();
    assert_eq!(header(&refused, "cache-control"), "no-store");
});

store_contract!(the_document_names_every_call, |db| async move {
    let app = TestApp::start(&db).await;
    let document = get(&app, "/api/openapi.json").await.body;
    let paths = document["paths"].as_object().expect("paths");
    for (method, path) in CALLS {
        let is_this = |named: &str| {
            let (named, path) = (named.split('/'), path.split('/'));
            named.clone().count() == path.clone().count()
                && named
                    .zip(path)
                    .all(|(name, part)| name == part || (name.starts_with('{') && ["1", "k"].contains(&part)))
        };
        let found = paths.iter().find(|(named, _)| is_this(named));
        let operation = found.map(|(_, item)| &item[method.to_lowercase()]);
        assert!(operation.is_some_and(Value::is_object), "{method} {path}");
    }
});

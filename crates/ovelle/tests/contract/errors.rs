//! The one error body, wherever a call fails, and the table of its codes.

use std::collections::BTreeMap;

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

const CALLS: [(&str, &str); 93] = [
    ("GET", "/api/cms/stories/k"),
    ("POST", "/api/analytics/errors"),
    ("POST", "/api/analytics/vitals"),
    ("POST", "/api/cms/faq-searches"),
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

store_contract!(the_codes_are_a_table_in_the_document, |db| async move {
    let app = TestApp::start(&db).await;
    let document = get(&app, "/api/openapi.json").await.body;
    let rows = document["x-message-codes"].as_array().expect("a table");
    let table: BTreeMap<&str, u64> =
        rows.iter().map(|row| (row["messageCode"].as_str().unwrap(), row["status"].as_u64().unwrap())).collect();
    let expected = [
        ("address/coordinates-missing", 422),
        ("address/exists", 409),
        ("address/not-found", 404),
        ("address/street-number", 422),
        ("address/too-many", 409),
        ("alcohol/no-delivery", 409),
        ("alcohol/not-allowed", 409),
        ("batch/foreign", 409),
        ("batch/not-found", 404),
        ("board/forbidden", 403),
        ("board/session-ended", 401),
        ("board/too-large", 413),
        ("board/unauthorized", 401),
        ("campaign/code-not-found", 409),
        ("campaign/delivery-only", 409),
        ("campaign/dynamic-message", 409),
        ("campaign/exclusive", 409),
        ("campaign/generic", 409),
        ("campaign/limit-reached", 409),
        ("campaign/login-required", 409),
        ("campaign/lunch", 409),
        ("campaign/minimum-order", 409),
        ("campaign/not-active", 409),
        ("campaign/not-applicable", 409),
        ("campaign/not-found", 404),
        ("campaign/not-valid-at-the-time", 409),
        ("campaign/offer-toppings-limit", 409),
        ("campaign/payment-method", 409),
        ("campaign/personal-code-invalid", 409),
        ("campaign/preorder-not-allowed", 409),
        ("campaign/temporarily-not-active", 409),
        ("campaign/too-many-attempts", 409),
        ("captcha/failed", 403),
        ("captcha/required", 403),
        ("car/not-found", 404),
        ("cart/empty", 409),
        ("cms/not-found", 404),
        ("cms/preview-forbidden", 403),
        ("delivery/address-unknown", 409),
        ("delivery/price-token-expired", 409),
        ("delivery/price-token-invalid", 409),
        ("dispatch/forbidden", 403),
        ("dispatch/protocol", 400),
        ("dispatch/unauthorized", 401),
        ("estimate/not-found", 404),
        ("favourite/inactive", 409),
        ("feedback/closed", 409),
        ("feedback/too-early", 409),
        ("frame/invalid", 422),
        ("geocode/not-found", 404),
        ("live/origin", 403),
        ("live/protocol", 400),
        ("live/too-many-orders", 429),
        ("live/too-many-shops", 429),
        ("live/too-many-watchers", 429),
        ("loyalty/birth-date-invalid", 422),
        ("loyalty/not-member", 404),
        ("loyalty/too-young", 422),
        ("order/cannot-cancel", 409),
        ("order/duplicate", 409),
        ("order/expired", 410),
        ("order/expired-unpaid", 409),
        ("order/not-found", 404),
        ("order/not-received", 404),
        ("order/phone-needed", 409),
        ("order/price-changed", 409),
        ("password/too-common", 422),
        ("password/too-long", 422),
        ("password/too-short", 422),
        ("password/wrong", 422),
        ("payment-error", 409),
        ("payment/complementary-method-missing", 409),
        ("payment/gift-card-combination", 409),
        ("payment/gift-card-empty", 409),
        ("payment/gift-card-invalid", 409),
        ("payment/klarna-alcohol", 409),
        ("payment/login-required", 401),
        ("payment/method-not-allowed-with-alcohol", 409),
        ("payment/method-not-available", 409),
        ("payment/mismatch", 409),
        ("payment/refund-too-much", 409),
        ("payment/session-not-found", 404),
        ("payment/signature", 401),
        ("payment/split-not-allowed", 409),
        ("payment/too-many-attempts", 409),
        ("payment/too-many-tries", 409),
        ("phone/invalid", 422),
        ("phone/too-long", 422),
        ("phone/too-short", 422),
        ("preorder/not-available", 409),
        ("preorder/time-not-valid", 409),
        ("preorder/too-soon", 409),
        ("product/contains-allergen", 409),
        ("product/incorrect", 409),
        ("product/ingredients-incorrect", 409),
        ("product/min-max-invalid-quantity", 409),
        ("product/modification-not-allowed", 409),
        ("product/monster-needs-dip", 409),
        ("product/no-dough", 409),
        ("product/not-enough-ingredients", 409),
        ("product/not-found", 404),
        ("product/not-in-default-menu", 409),
        ("product/not-in-shop-menu", 409),
        ("product/not-sold-at-time", 409),
        ("product/out-of-stock", 409),
        ("product/required-ingredients-missing", 409),
        ("product/too-many-ingredients", 409),
        ("request/foreign-page", 403),
        ("request/idempotency-mismatch", 422),
        ("request/in-progress", 409),
        ("request/invalid", 422),
        ("request/method-not-allowed", 405),
        ("request/not-found", 404),
        ("request/not-json", 400),
        ("request/timeout", 503),
        ("request/too-large", 413),
        ("request/too-many", 429),
        ("restaurant/moved", 409),
        ("service/draining", 503),
        ("service/error", 500),
        ("service/unavailable", 503),
        ("shop/delivery-method-not-available", 409),
        ("shop/delivery/not-possible-at-the-time", 409),
        ("shop/delivery/outside-of-range", 409),
        ("shop/is-closed", 409),
        ("shop/not-found", 404),
        ("shop/not-online", 409),
        ("shop/offline", 409),
        ("staff/code-invalid", 401),
        ("staff/code-required", 401),
        ("staff/forbidden", 403),
        ("staff/role-forbidden", 403),
        ("staff/session-ended", 401),
        ("staff/totp-setup", 403),
        ("staff/unauthorized", 401),
        ("staff/wrong-password", 401),
        ("status/moved", 409),
        ("status/transition", 409),
        ("users/birth-date-set", 409),
        ("users/email-locked", 403),
        ("users/email-taken", 409),
        ("users/forbidden", 403),
        ("users/invalid-credentials", 401),
        ("users/last-sign-in", 409),
        ("users/link-password", 409),
        ("users/no-password", 409),
        ("users/open-orders", 409),
        ("users/provider-taken", 409),
        ("users/provider-unknown", 404),
        ("users/provider-unsupported", 422),
        ("users/reset-expired", 410),
        ("users/sign-in-again", 403),
        ("users/terms-moved", 409),
        ("users/terms-required", 403),
        ("users/too-many-attempts", 429),
        ("users/unauthorized", 401),
    ];
    assert_eq!(table, expected.into_iter().collect());
    assert!(rows.iter().all(|row| row["message"].as_str().is_some_and(|message| !message.is_empty())));
    let closes: Vec<&Value> = document["x-close-codes"].as_array().unwrap().iter().map(|row| &row["code"]).collect();
    assert_eq!(closes, [1000, 1001, 1008, 1009, 1012, 4408, 4429].map(|code| json!(code)).iter().collect::<Vec<_>>());
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

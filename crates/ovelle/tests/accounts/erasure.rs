//! An account that is erased: what goes, what stays, and who is told.

use jiff::SignedDuration;
use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::{app::TestApp, browser::Browser, customer::CustomerPerson, db::TestDb, store_contract};

use crate::{
    brief, fault,
    identity::{LINK, presenting, registered, token_of, with_provider},
    keyed,
    ordering::{Shop, pickup, pizza, place},
    scene::{ERASE, ME, Somebody, TRACES, order, said, somebody, traces},
};

const LOGIN: &str = "/api/users/login";

/// The rows of a table, by their number.
async fn rows(db: &TestDb, table: &str) -> Vec<Value> {
    let dump = db.dump().await.into_iter().filter(|row| row.table == table);
    let mut rows: Vec<_> = dump.map(|row| Value::Object(row.columns)).collect();
    rows.sort_by_key(|row| row["id"].as_i64());
    rows
}

store_contract!(no_column_of_any_table_knows_them_any_more, |db| async move {
    let (_shop, app, zyx) = somebody(&db).await;
    let before = db.dump().await;
    for trace in TRACES {
        assert!(traces(&before).iter().any(|(_, found)| *found == trace), "{trace} stands nowhere");
    }
    let (ledger, checkouts) = (rows(&db, "ledger").await, rows(&db, "checkouts").await);
    assert!(!ledger.is_empty() && checkouts.len() == 2);

    let erased = zyx.erase("erasure-of-zyx").await;
    assert_eq!(said(&erased), (204, ""), "{}", erased.body);
    assert_eq!(traces(&db.dump().await), []);
    let farewell = app.mails_of("account-erased", 1).await;
    assert_eq!(farewell[0]["to"], "zyxteria@ovelle.example");
    assert!(farewell[0]["links"][0].as_str().unwrap().ends_with("/sivut/tietosuoja"), "{}", farewell[0]);
    let others = std::fs::read_dir(app.mail_folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let others: Vec<_> = others.filter(|name| !name.to_string_lossy().contains("account-erased")).collect();
    assert!(others.is_empty(), "mails stay in their folder: {others:?}");
    assert_eq!(traces(&db.dump().await), [], "nor once it is told");

    assert_eq!(rows(&db, "ledger").await, ledger, "the books stay");
    let kept = ["id", "customer_id", "placed_at", "grand_total", "items", "price", "stage", "method"];
    for (was, is) in checkouts.iter().zip(rows(&db, "checkouts").await) {
        kept.iter().for_each(|column| assert_eq!(is[*column], was[*column], "{column}"));
    }
});

store_contract!(whoever_is_erased_is_signed_out_everywhere_and_their_address_is_free, |db| async move {
    let (_shop, app, zyx) = somebody(&db).await;
    let other = TestApp::start(&db).await;
    let program = zyx.person.as_program().await;
    let elsewhere = zyx.person.at(&other);
    assert_eq!(elsewhere.get(ME).await.status, StatusCode::OK);
    let call = zyx.person.ask(reqwest::Method::POST, ERASE, &zyx.confirmed()).send().await.unwrap();
    assert_eq!(call.status(), StatusCode::NO_CONTENT);
    let cookie = call.headers()["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("Max-Age=0"), "the cookie is taken: {cookie}");
    for person in [&zyx.person, &program, &elsewhere] {
        assert_eq!(brief(&person.get(ME).await), (401, "users/unauthorized"));
        assert_eq!(brief(&person.post(ERASE, &zyx.confirmed()).await), (401, "users/unauthorized"));
    }
    let login = json!({ "email": zyx.person.email, "password": zyx.person.password });
    let guest = zyx.person.with_cookie(None);
    assert_eq!(brief(&guest.post(LOGIN, &login).await), (401, "users/invalid-credentials"));
    let again = CustomerPerson::register(&app, "zyxteria").await;
    assert_ne!(again.id, zyx.person.id, "a number is never given again");
    assert_eq!(again.get("/api/commerce/v2/customers/me/orders/details").await.body, json!([]));
});

store_contract!(keys_of_their_orders_open_nothing_any_more, |db| async move {
    let (shop, app, zyx) = somebody(&db).await;
    let other = shop.setup().clock(&app.clock).start(&db).await;
    let guest = zyx.person.with_cookie(None);
    let there = guest.at(&other);
    assert_eq!(guest.get(&Somebody::tracking(&zyx.brought)).await.status, StatusCode::OK);
    assert_eq!(brief(&guest.get(&Somebody::tracking(&zyx.unpaid)).await), (409, "order/expired-unpaid"));
    assert_eq!(said(&zyx.erase("erasure-of-zyx").await), (204, ""));
    for order in [&zyx.brought, &zyx.unpaid] {
        let by_key = json!({ "orderId": order.id, "orderKey": order.key });
        for node in [&guest, &there] {
            assert_eq!(brief(&node.get(&Somebody::tracking(order)).await), (410, "order/expired"));
            let details = node.post("/api/commerce/v2/order/DetailsByKey", &by_key).await;
            assert_eq!(brief(&details), (410, "order/expired"));
        }
    }
    // A report that comes late brings nothing back.
    app.kitchen().report_status(&zyx.brought.id, 12).await;
    assert_eq!(brief(&guest.get(&Somebody::tracking(&zyx.brought)).await), (410, "order/expired"));
    let path = format!("/api/dispatch/orders/{}", zyx.brought.id);
    let found = app.kitchen().call(reqwest::Method::GET, &path, &Value::Null).await;
    assert!(TRACES.iter().all(|trace| !found.body.to_string().contains(trace)), "{}", found.body);
});

store_contract!(an_erasure_is_confirmed_and_proven, |db| async move {
    let (_shop, app, zyx) = somebody(&db).await;
    let person = &zyx.person;
    for (body, expected) in [
        (json!({ "confirm": "poista", "currentPassword": person.password }), (422, "request/invalid", "confirm")),
        (json!({ "confirm": "POISTA" }), (422, "request/invalid", "currentPassword")),
        (json!({ "confirm": "POISTA", "currentPassword": "arvaus" }), (422, "password/wrong", "currentPassword")),
    ] {
        assert_eq!(fault(&person.post(ERASE, &body).await), expected);
    }
    let foreign = person.ask(reqwest::Method::POST, ERASE, &zyx.confirmed());
    let foreign = crate::sent(foreign, "origin", "https://paha.example").await;
    assert_eq!(brief(&foreign), (403, "request/foreign-page"));
    assert_eq!(person.get(ME).await.status, StatusCode::OK, "nothing has happened");

    let id = domain::ids::CustomerId(person.id.parse().unwrap());
    let now = deps::Clock::now(&app.clock);
    let store = app.node().store();
    assert!(store.customers().by_id(id, now).await.unwrap().is_some());
    assert_eq!(said(&zyx.erase("erasure-of-zyx").await), (204, ""));
    assert!(store.customers().by_id(id, now).await.unwrap().is_none());
});

store_contract!(open_orders_keep_an_account, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let confirmed = json!({ "confirm": "POISTA", "currentPassword": aino.password });
    let made = place(&aino, &app, &pickup(&[pizza(1)])).await;
    assert_eq!(brief(&aino.post(ERASE, &confirmed).await), (409, "users/open-orders"));
    app.kitchen().report_status(&made.id, 4).await;

    let waiting = order(&aino, &app, "applepay", 1).await;
    assert_eq!(brief(&aino.post(ERASE, &confirmed).await), (409, "users/open-orders"), "it can still be paid");
    let tracked = aino.get(&Somebody::tracking(&waiting)).await;
    assert_eq!(brief(&tracked), (404, "order/not-received"), "it still waits for its money");
    let mut ending = confirmed.clone();
    ending["endUnpaid"] = true.into();
    assert_eq!(said(&aino.post(ERASE, &ending).await), (204, ""));
    let stages: Vec<_> = rows(&db, "checkouts").await.iter().map(|row| row["stage"].clone()).collect();
    assert_eq!(stages, ["onsite", "ended"]);
    assert_eq!(traces(&db.dump().await), []);
});

store_contract!(an_order_that_its_restaurant_left_is_over_after_two_days, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let confirmed = json!({ "confirm": "POISTA", "currentPassword": aino.password });
    place(&aino, &app, &pickup(&[pizza(1)])).await;
    order(&aino, &app, "applepay", 2).await;
    app.clock.turn(SignedDuration::from_hours(49));
    assert_eq!(said(&aino.post(ERASE, &confirmed).await), (204, ""), "nor can the other be paid any more");
    assert_eq!(traces(&db.dump().await), []);
});

store_contract!(the_key_of_an_erasure_outlives_the_account_for_a_day, |db| async move {
    let (_shop, app, zyx) = somebody(&db).await;
    assert_eq!(said(&zyx.erase("erasure-of-zyx").await), (204, ""));
    assert_eq!(said(&zyx.erase("erasure-of-zyx").await), (204, ""), "the answer was lost on its way");
    assert_eq!(brief(&zyx.erase("another-erasure").await), (401, "users/unauthorized"));
    let guest = zyx.person.with_cookie(None);
    assert_eq!(said(&keyed(&guest, ERASE, "erasure-of-zyx", &zyx.confirmed()).await), (204, ""));
    assert_eq!(app.mails_of("account-erased", 1).await.len(), 1, "it is told once");
    app.clock.turn(SignedDuration::from_hours(24));
    assert_eq!(brief(&zyx.erase("erasure-of-zyx").await), (401, "users/unauthorized"));
});

store_contract!(what_signing_in_elsewhere_was_answered_goes_with_the_account, |db| async move {
    let (server, app) = with_provider(&db).await;
    registered(&app, &server).await;
    let mut browser = Browser::new(&app);
    let link = presenting(&token_of(&mut browser, &server).await);
    let call = browser.ask(reqwest::Method::POST, LINK, &link).header("Idempotency-Key", "link-of-aino");
    let signed_in = call.send().await.unwrap();
    browser.keep(&signed_in);
    assert_eq!(signed_in.status(), StatusCode::OK);
    assert_eq!(rows(&db, "idempotency_keys").await.len(), 1, "who somebody is, for a repeat of the call");
    assert_eq!(said(&browser.post(ERASE, &json!({ "confirm": "POISTA" })).await), (204, ""));
    assert_eq!(rows(&db, "idempotency_keys").await, [] as [Value; 0]);
});

store_contract!(declining_terms_that_were_accepted_before_signs_out_alone, |db| async move {
    let app = TestApp::start(&db).await;
    let mut aino = CustomerPerson::register(&app, "aino").await;
    assert_eq!(aino.post("/api/users/me/decline", &json!({})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(brief(&aino.get(ME).await), (401, "users/unauthorized"));
    assert_eq!(aino.sign_in().await.status, StatusCode::OK, "the account is still there");
});

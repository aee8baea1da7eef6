//! What a restaurant says of itself, and how the shop obeys: a pause, a delay, what has run out.

use std::time::Duration;

use bus::LocalBus;
use deps::Clock;
use domain::{
    ids::OrderId,
    presence::Presence,
    staff::{Role, Roles},
};
use jiff::SignedDuration;
use protocol::payload::BoardOrder;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{BOUND_KEY, TestApp},
    board::{STAFF_FLAG, STAFF_TOKEN},
    dispatcher::DispatchClient,
    kitchen::{Answer, Registered},
    staff::StaffClient,
    store_contract,
};
use tracking::Limits;

use crate::{
    carts::post,
    folder::{Folder, at, daily, shop},
    get, track,
};

/// Two restaurants that are open from 10 to 22, the second of which has run out of something by the files.
pub(crate) fn folder() -> Folder {
    let hours = json!({ "shopOpeningHours": [daily(1, "10:00", "22:00")], "currentDeliveryEstimate": 40 });
    let sizes = json!([{ "sizeId": "101", "price": 12.9 }, { "sizeId": "102", "price": 19.9 }]);
    let menu = json!({
        "categories": [{ "id": "pizza", "name": "Pizzat" }],
        "ingredients": [
            { "ingredientID": "1201", "name": "Pohja", "categoryId": "dough", "price": 0 },
            { "ingredientID": "1301", "name": "Kinkku", "categoryId": "toppings", "price": 1.4, "dosings": { "101": {} } },
        ],
        "products": [
            { "productId": "3001", "productCategoryId": "pizza", "name": "Testi", "sizes": sizes, "ingredients": ["1201"] },
            { "productId": "3002", "productCategoryId": "pizza", "name": "Toinen", "sizes": sizes, "ingredients": ["1201"] },
        ],
    });
    Folder::new(&[
        ("restaurants.json", json!([shop("12", "Kallio", &hours), shop("14", "Töölö", &hours)])),
        ("menu.json", menu),
        ("stock.json", json!([{ "shopId": "14", "products": ["3002"] }])),
    ])
}

/// A call about a restaurant's state with the chain's key.
pub(crate) async fn say(app: &TestApp, method: Method, restaurant: &str, rest: &str, body: &Value) -> Answer {
    app.kitchen().call(method, &format!("/api/dispatch/restaurants/{restaurant}/{rest}"), body).await
}

async fn put(app: &TestApp, rest: &str, body: &Value) -> Answer {
    say(app, Method::PUT, "12", rest, body).await
}

async fn delete(app: &TestApp, rest: &str) -> Answer {
    say(app, Method::DELETE, "12", rest, &Value::Null).await
}

async fn state(app: &TestApp) -> Value {
    say(app, Method::GET, "12", "state", &Value::Null).await.body
}

async fn selector(app: &TestApp, query: &str) -> (String, String, String) {
    let answer = get(app, &format!("/api/commerce/v2/shops/12/availability?{query}")).await.body;
    let text = |field: &str| answer[field].as_str().unwrap().to_owned();
    (text("selectorStatus"), text("selectorText"), text("status"))
}

fn said(one: &str, two: &str, three: &str) -> (String, String, String) {
    (one.to_owned(), two.to_owned(), three.to_owned())
}

store_contract!(a_pause_stops_its_types_and_ends_by_itself, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 11:59").start(&db).await;
    app.clock.turn_to(at("2026-11-24 12:00"));
    let silent =
        json!({ "restaurantId": "12", "rev": 0, "pause": null, "busyMinutes": 0, "busyUntil": null, "out": [] });
    assert_eq!(state(&app).await, silent);

    let asked = json!({ "until": "2026-11-24T12:30:00Z", "orderTypes": ["delivery"], "reason": "Auto on rikki." });
    let paused = put(&app, "pause", &asked).await;
    assert_eq!(paused.status, 200, "{}", paused.body);
    let now = at("2026-11-24 12:00");
    let pause = json!({ "until": "2026-11-24T12:30:00Z", "orderTypes": ["delivery"], "reason": "Auto on rikki.",
                        "by": "chain", "at": now });
    assert_eq!((&paused.body["pause"], &paused.body["rev"]), (&pause, &json!(now.as_millisecond())));
    assert_eq!(state(&app).await, paused.body);

    let stopped = said("TemporarilyUnavailable", "Väliaikaisesti ei kuljetusta.", "temporarilyNotDelivering");
    assert_eq!(selector(&app, "orderType=delivery").await, stopped);
    assert_eq!(selector(&app, "orderType=pickup").await.0, "Open");
    let preorder =
        async |time: &str| selector(&app, &format!("orderType=delivery&preOrderTime=2026-11-24%20{time}")).await.0;
    assert_eq!([preorder("14:15").await, preorder("14:30").await], ["Closed", "Open"], "those due behind it sell");

    app.clock.turn_to(at("2026-11-24 14:30"));
    assert_eq!(selector(&app, "orderType=delivery").await, said("Open", "n. 40 min", "open"));
    let ended = state(&app).await;
    assert_eq!((&ended["pause"], &ended["rev"]), (&Value::Null, &json!(at("2026-11-24 14:30").as_millisecond())));

    put(&app, "pause", &json!({ "until": "2026-11-24T13:00:00Z" })).await;
    let stopped = said("TemporarilyUnavailable", "Väliaikaisesti ei verkkokauppatilauksia", "temporarilyNotOnline");
    assert_eq!(selector(&app, "orderType=pickup").await, stopped, "all types where none is named");
    let resumed = delete(&app, "pause").await;
    assert_eq!((resumed.status.as_u16(), &resumed.body["pause"]), (200, &Value::Null));
    assert_eq!(selector(&app, "orderType=pickup").await.0, "Open");
    assert_eq!(delete(&app, "pause").await.body, resumed.body, "nothing to end changes nothing");
});

store_contract!(a_delay_is_added_to_what_orders_take, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let busy = put(&app, "busy", &json!({ "minutes": 15 })).await.body;
    assert_eq!((&busy["busyMinutes"], &busy["busyUntil"]), (&json!(15), &json!("2026-11-24T12:00:00Z")), "two hours");
    assert_eq!(selector(&app, "orderType=delivery").await.1, "n. 55 min");
    assert_eq!(selector(&app, "orderType=pickup").await.1, "n. 45 min");
    assert_eq!(selector(&app, "orderType=pickup&preOrderTime=2026-11-24%2015:00").await.1, "n. 30 min");
    let more = put(&app, "busy", &json!({ "minutes": 20, "until": "2026-11-24T10:10:00Z" })).await.body;
    assert!(more["rev"].as_i64() > busy["rev"].as_i64(), "it rises though the clock stands");
    app.clock.turn_to(at("2026-11-24 12:10"));
    assert_eq!(selector(&app, "orderType=delivery").await.1, "n. 40 min");
    put(&app, "busy", &json!({ "minutes": 5 })).await;
    let ended = put(&app, "busy", &json!({ "minutes": 0 })).await.body;
    assert_eq!((&ended["busyMinutes"], &ended["busyUntil"]), (&json!(0), &Value::Null));
    assert_eq!(selector(&app, "orderType=delivery").await.1, "n. 40 min");
});

store_contract!(what_has_run_out_is_listed_until_it_is_there_again, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let (now, by) = (at("2026-11-24 12:00"), "chain");
    put(&app, "out/product/3001", &json!({ "sizeId": "102", "until": "tomorrow" })).await;
    let both = put(&app, "out/ingredient/1301", &json!({})).await;
    assert_eq!(both.status, 200, "{}", both.body);
    let listed = json!([
        { "kind": "product", "id": "3001", "sizeId": "102", "until": "2026-11-25T03:00:00Z", "by": by, "at": now },
        { "kind": "ingredient", "id": "1301", "sizeId": null, "until": null, "by": by, "at": now },
    ]);
    assert_eq!(both.body["out"], listed);
    app.clock.turn_to(at("2026-11-25 05:00"));
    assert_eq!(state(&app).await["out"], json!([listed[1]]));
    assert_eq!(delete(&app, "out/ingredient/1301").await.body["out"], json!([]));
    for unknown in ["out/product/9999", "out/ingredient/3001", "out/spoon/3001"] {
        for answer in [put(&app, unknown, &json!({})).await, delete(&app, unknown).await] {
            assert_eq!((answer.status.as_u16(), answer.code()), (404, "product/not-found"), "{unknown}");
        }
    }
});

store_contract!(who_knows_an_older_state_is_shown_the_present_one, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let first = put(&app, "busy", &json!({ "minutes": 10, "ifRev": 0 })).await.body;
    let stale = put(&app, "pause", &json!({ "until": "2026-11-24T10:30:00Z", "ifRev": 0 })).await;
    assert_eq!((stale.status.as_u16(), stale.code()), (409, "restaurant/moved"));
    assert_eq!(stale.body["metadata"], json!({ "state": first }));
    assert_eq!(stale.body["message"], "Tila on jo muuttunut.");
    let knowing = json!({ "minutes": 20, "ifRev": first["rev"] });
    let second = put(&app, "busy", &knowing).await;
    assert_eq!((second.status.as_u16(), put(&app, "busy", &knowing).await.code()), (200, "restaurant/moved"));
    assert_eq!(delete(&app, &format!("pause?ifRev={}", first["rev"])).await.code(), "restaurant/moved");
    assert_eq!(delete(&app, &format!("pause?ifRev={}", second.body["rev"])).await.status, 200);
});

store_contract!(a_word_that_does_not_fit_names_its_field, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let half = "2026-11-24T10:30:00Z";
    for (rest, body, field) in [
        ("pause", json!({}), "until"),
        ("pause", json!({ "until": "12:30" }), "until"),
        ("pause", json!({ "until": "2026-11-24T10:00:59Z" }), "until"),
        ("pause", json!({ "until": "2026-11-25T10:00:01Z" }), "until"),
        ("pause", json!({ "until": half, "orderTypes": [] }), "orderTypes"),
        ("pause", json!({ "until": half, "orderTypes": ["pickup", "drone"] }), "orderTypes[1]"),
        ("pause", json!({ "until": half, "reason": 7 }), "reason"),
        ("busy", json!({}), "minutes"),
        ("busy", json!({ "minutes": 121 }), "minutes"),
        ("busy", json!({ "minutes": 5, "until": "2026-11-24T10:00:00Z" }), "until"),
        ("busy", json!({ "minutes": 5, "ifRev": -1 }), "ifRev"),
        ("out/product/3001", json!({ "sizeId": "100" }), "sizeId"),
        ("out/ingredient/1301", json!({ "sizeId": "102" }), "sizeId"),
        ("out/product/3001", json!({ "until": "today" }), "until"),
        ("out/product/3001", json!({ "until": "2026-11-24T09:00:00Z" }), "until"),
    ] {
        let refused = put(&app, rest, &body).await;
        assert_eq!((refused.status.as_u16(), refused.field()), (422, field), "{rest} {body}");
    }
    assert_eq!(state(&app).await["rev"], 0);
    let unknown = say(&app, Method::GET, "99", "state", &Value::Null).await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "shop/not-found"));
    let bound = app.kitchen_with(BOUND_KEY);
    let foreign = bound.call(Method::PUT, "/api/dispatch/restaurants/14/busy", &json!({ "minutes": 5 })).await;
    assert_eq!((foreign.status.as_u16(), foreign.code()), (403, "dispatch/forbidden"));
});

store_contract!(a_person_of_the_restaurant_speaks_for_it, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").flag(STAFF_FLAG).start(&db).await;
    let cook = async |email: &str, restaurant: i64| {
        let mut cook = StaffClient::let_in_as(&app, email, &[restaurant], Roles::from_iter([Role::Restaurant])).await;
        cook.sign_in().await;
        cook
    };
    let (here, elsewhere) = (cook("here@ovelle.example", 12).await, cook("elsewhere@ovelle.example", 14).await);
    let call_centre = StaffClient::signed_in(&app, "call@ovelle.example", &[]).await;
    let path = |rest: &str| format!("/api/staff/restaurants/12/{rest}");
    let calls = [
        (Method::PUT, "pause", json!({ "until": "2026-11-24T11:00:00Z" })),
        (Method::PUT, "busy", json!({ "minutes": 10 })),
        (Method::PUT, "out/product/3001", json!({})),
        (Method::DELETE, "out/product/3001", Value::Null),
        (Method::DELETE, "pause", Value::Null),
    ];
    for (method, rest, body) in calls {
        let by = async |person: &StaffClient| person.call(method.clone(), &path(rest), &body).await;
        for stranger in [&elsewhere, &call_centre] {
            let refused = by(stranger).await;
            assert_eq!((refused.status.as_u16(), refused.code()), (403, "staff/role-forbidden"), "{rest}");
        }
        assert_eq!(by(&here.with_cookie(None)).await.code(), "staff/unauthorized");
        let token = app.http.request(method.clone(), app.url(&path(rest))).bearer_auth(STAFF_TOKEN);
        let token = Answer::read(token.body(body.to_string()).send().await.unwrap()).await;
        assert_eq!(token.code(), "staff/role-forbidden");
        let foreign = app.http.request(method.clone(), app.url(&path(rest))).body(body.to_string());
        let foreign = foreign.header("cookie", here.cookie.clone().unwrap()).send().await.unwrap();
        assert_eq!(Answer::read(foreign).await.code(), "request/foreign-page");
        let answer = by(&here).await;
        assert_eq!(answer.status, 200, "{rest} {}", answer.body);
        if rest == "pause" && method == Method::PUT {
            assert_eq!(answer.body["pause"]["by"], "here@ovelle.example");
        }
    }
    for person in [&here, &call_centre] {
        assert_eq!(person.get(&path("state")).await.body, state(&app).await);
    }
    assert_eq!(elsewhere.get(&path("state")).await.code(), "staff/role-forbidden");
});

store_contract!(every_node_obeys_and_remembers, |db| async move {
    let folder = folder();
    let mut places = LocalBus::nodes(2);
    let without_sweeps = || Limits { sweep: Duration::from_secs(3600), ..Limits::default() };
    let setup = |limits| folder.setup("2026-11-24 12:00").limits(limits);
    let second = setup(without_sweeps()).bus(places.remove(1)).start(&db).await;
    let first = setup(without_sweeps()).bus(places.remove(0)).start(&db).await;
    let deaf = setup(Limits { sweep: Duration::from_millis(50), ..Limits::default() });
    let deaf = deaf.bus(LocalBus::alone()).start(&db).await;
    let busy = put(&first, "busy", &json!({ "minutes": 15 })).await.body;
    for node in [&second, &deaf] {
        while state(node).await != busy {
            tokio::task::yield_now().await;
        }
        assert_eq!(selector(node, "orderType=delivery").await.1, "n. 55 min");
    }
    let answer = async |node: &TestApp| get(node, "/api/commerce/v2/shops/12/availability?orderType=pickup").await.body;
    assert_eq!(answer(&first).await, answer(&second).await, "also its number");
    // What one that starts later reads at once.
    let third = setup(without_sweeps()).bus(LocalBus::alone()).start(&db).await;
    assert_eq!(state(&third).await, busy);
    third.node().content().reload().await.unwrap();
    assert_eq!(state(&third).await, busy, "and other files do not take it away");
});

store_contract!(a_kitchens_line_is_shown_the_state_and_each_change, |db| async move {
    let app = TestApp::start(&db).await;
    let mut line = DispatchClient::open(&app, BOUND_KEY).await;
    let id = line.call("watch", &json!({ "restaurantId": "12" })).await;
    line.answer(id).await;
    line.read_until_said(|said| said.contains_key("12")).await;
    assert_eq!(line.said["12"], state(&app).await);
    let until = app.clock.now() + SignedDuration::from_mins(10);
    let paused = put(&app, "pause", &json!({ "until": until })).await.body;
    line.read_until_said(|said| said["12"] == paused).await;
    say(&app, Method::PUT, "14", "busy", &json!({ "minutes": 5 })).await;
    app.clock.turn_to(until);
    line.read_until_said(|said| said["12"]["pause"] == Value::Null).await;
    assert_eq!(line.said["12"], state(&app).await, "it ended by itself");
    assert_eq!(line.said.len(), 1, "what another one says is not shown");
});

store_contract!(what_is_paid_in_a_pause_is_promised_from_its_end, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let order = json!({
        "shopId": "12", "orderType": "pickup", "paymentMethod": "scheme",
        "orderItems": [{ "uuid": "a", "productId": "3001", "sizeId": "101", "quantity": 1 }],
        "deliveryContact": { "firstName": "Aino", "phoneNumber": "040 123 4567", "email": "aino@example.fi" },
    });
    let placed = post(&app, "/api/commerce/v2/shoppingcart/order", &order).await.body;
    let paused = put(&app, "pause", &json!({ "until": "2026-11-24T10:40:00Z", "orderTypes": ["pickup"] })).await;
    assert_eq!(paused.status, 200, "{}", paused.body);
    app.http.post(placed["payment"]["redirectUrl"].as_str().unwrap()).body("choice=pay").send().await.unwrap();
    let text = |name: &str| placed[name].as_str().unwrap().to_owned();
    let tracked = track(&app, &Registered { id: text("orderId"), key: text("orderKey") }).await;
    let found = (&tracked["orderInfo"]["status"], &tracked["estimate"]["minutes"]);
    assert_eq!(found, (&json!(0), &json!(40 + 30)), "{tracked}");

    // Its kitchen sees why it comes.
    let later = json!({ "paymentMethod": "onsite", "deliveryContact": { "firstName": "Eino", "phoneNumber": "040 765 4321", "email": "eino@example.fi" } });
    let mut other = order.clone();
    other.as_object_mut().unwrap().extend(later.as_object().unwrap().clone());
    assert_eq!(delete(&app, "pause").await.status, 200);
    let other = post(&app, "/api/commerce/v2/shoppingcart/order", &other).await.body;
    let ids: [OrderId; 2] = [&placed, &other].map(|placed| placed["orderId"].as_str().unwrap().parse().unwrap());
    let mut rows = app.node().store().boards().rows(&ids).await.unwrap();
    rows.sort_by_key(|row| row.id);
    let shown = rows.iter().map(|row| json!(BoardOrder::new(row, &Presence::default(), app.clock.now())));
    let shown: Vec<_> = shown.map(|row| row["duringPause"].clone()).collect();
    assert_eq!(shown, [json!(true), Value::Null]);
});

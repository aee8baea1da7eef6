//! Whether a restaurant takes orders, as lines are told of it.

use std::time::Duration;

use bus::LocalBus;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{app::TestApp, redis::RedisServer, store_contract, watcher::Watcher};
use tracking::Limits;

use crate::{
    folder::{at, daily, shop},
    get,
    redis::until_ready,
    restaurant_state::{folder, say},
    schema::{assert_fits, validator},
};

fn topic(kind: &str, restaurant: &str, order_type: &str) -> Value {
    json!({ "type": kind, "topic": "shop", "restaurantId": restaurant, "orderType": order_type })
}

/// A line that watches a restaurant, with the first that it was told.
async fn watch(app: &TestApp, restaurant: &str, order_type: &str) -> (Watcher, Value) {
    let mut line = Watcher::open(app).await;
    line.say(&topic("subscribe", restaurant, order_type).to_string()).await;
    assert_eq!(line.expect("subscribed").await, topic("subscribed", restaurant, order_type));
    let first = line.expect("shop").await;
    (line, first)
}

async fn availability(app: &TestApp, restaurant: &str, order_type: &str) -> Value {
    get(app, &format!("/api/commerce/v2/shops/{restaurant}/availability?orderType={order_type}")).await.body
}

fn rev(frame: &Value) -> i64 {
    frame["rev"].as_i64().unwrap()
}

store_contract!(a_line_is_told_what_the_call_says_and_each_change_once, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:01").start(&db).await;
    let (mut line, first) = watch(&app, "12", "delivery").await;
    let mut wanted = topic("shop", "12", "delivery");
    let called = availability(&app, "12", "delivery").await;
    let version = app.node().content().chain().content_version().to_owned();
    wanted.as_object_mut().unwrap().extend(
        json!({ "rev": called["rev"], "availability": called, "outOfStockProductIds": [],
                "outOfStockIngredientIds": [], "contentVersion": version })
        .as_object()
        .unwrap()
        .clone(),
    );
    assert_eq!(first, wanted);
    let frames = validator(&get(&app, "/api/openapi.json").await.body, "ServerFrame");
    assert_fits(&frames, &first);
    assert_fits(&frames, &topic("subscribed", "12", "delivery"));

    let busy = json!({ "minutes": 10, "until": "2026-11-24T10:08:00Z" });
    say(&app, Method::PUT, "12", "busy", &busy).await;
    let slower = line.expect("shop").await;
    assert_eq!(slower["availability"]["selectorText"], "n. 50 min");
    assert_eq!(slower["availability"], availability(&app, "12", "delivery").await);
    // Nothing that it watches: another restaurant, another type, the clock's five minutes.
    say(&app, Method::PUT, "14", "busy", &busy).await;
    let pause = json!({ "until": "2026-11-24T12:30:00Z", "orderTypes": ["eatin"] });
    say(&app, Method::PUT, "12", "pause", &pause).await;
    app.clock.turn_to(at("2026-11-24 12:06"));
    say(&app, Method::PUT, "12", "out/ingredient/1301", &json!({})).await;
    let out = line.expect("shop").await;
    assert_eq!((&out["outOfStockIngredientIds"], &out["outOfStockProductIds"]), (&json!(["1301"]), &json!([])));
    assert_eq!(out["availability"]["selectorText"], "n. 50 min");
    // By itself, at its time.
    app.clock.turn_to(at("2026-11-24 12:08"));
    let ended = line.expect("shop").await;
    assert_eq!(
        (&ended["availability"]["selectorText"], rev(&ended)),
        (&json!("n. 40 min"), at("2026-11-24 12:08").as_millisecond())
    );
    app.clock.turn_to(at("2026-11-24 22:00"));
    let closed = line.expect("shop").await;
    assert_eq!(
        (&closed["availability"]["selectorStatus"], rev(&closed)),
        (&json!("Closed"), at("2026-11-24 22:00").as_millisecond())
    );
    let revs: Vec<i64> = [&first, &slower, &out, &ended, &closed].into_iter().map(rev).collect();
    assert!(revs.is_sorted_by(|one, other| one < other), "{revs:?}");
    assert_eq!(rev(&closed), availability(&app, "12", "delivery").await["rev"].as_i64().unwrap());
});

store_contract!(other_files_are_told_with_their_version, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let (mut line, first) = watch(&app, "14", "pickup").await;
    assert_eq!(first["outOfStockProductIds"], json!(["3002"]));
    say(&app, Method::DELETE, "14", "out/product/3002", &Value::Null).await;
    let lifted = line.expect("shop").await;
    assert_eq!(lifted["outOfStockProductIds"], json!([]), "what the files call out is lifted");
    let hours = json!({ "shopOpeningHours": [daily(1, "10:00", "22:00")] });
    let bakes_there =
        json!({ "shopOpeningHours": [daily(1, "10:00", "22:00")], "deliveryRedirectionRestaurant": "14" });
    folder.write("restaurants.json", &json!([shop("12", "Kallio", &bakes_there), shop("14", "Töölö", &hours)]));
    app.node().content().reload().await.unwrap();
    let read = line.expect("shop").await;
    assert_ne!(read["contentVersion"], first["contentVersion"]);
    assert_eq!(read["outOfStockProductIds"], json!([]), "its own word outlives them");
    assert!(rev(&first) < rev(&lifted) && rev(&lifted) < rev(&read));

    // Deliveries of the first are baked by the second now.
    let (mut line, _) = watch(&app, "12", "delivery").await;
    say(&app, Method::PUT, "14", "pause", &json!({ "until": "2026-11-24T12:30:00Z" })).await;
    assert_eq!(line.expect("shop").await["availability"]["selectorStatus"], "TemporarilyUnavailable");
    assert_eq!(availability(&app, "12", "pickup").await["selectorStatus"], "Open");
});

store_contract!(a_line_holds_four_restaurants_beside_its_orders, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut line = crate::live::watch(&app, &order).await;
    let held = [("12", "delivery"), ("12", "pickup"), ("12", "eatin"), ("14", "delivery")];
    for (restaurant, order_type) in held.into_iter().chain([held[0]]) {
        line.say(&topic("subscribe", restaurant, order_type).to_string()).await;
        line.expect("subscribed").await;
        line.expect("shop").await;
    }
    line.say(&topic("subscribe", "14", "pickup").to_string()).await;
    let error = line.expect("error").await;
    let wanted = json!({ "type": "error", "restaurantId": "14", "orderType": "pickup", "code": "live/too-many-shops",
                         "message": "Yhdellä yhteydellä voi seurata enintään neljää ravintolaa." });
    assert_eq!(error, wanted);
    line.say(&topic("unsubscribe", "12", "eatin").to_string()).await;
    line.say(r#"{"type":"subscribe","topic":"shop","restaurantId":"14","orderType":0}"#).await;
    assert_eq!(line.expect("subscribed").await, topic("subscribed", "14", "pickup"), "by its code, too");
    line.expect("shop").await;

    for unknown in ["99", "x", ""] {
        line.say(&topic("subscribe", unknown, "pickup").to_string()).await;
        let error = line.expect("error").await;
        assert_eq!((&error["code"], &error["restaurantId"]), (&json!("shop/not-found"), &json!(unknown)));
    }
    say(&app, Method::PUT, "12", "pause", &json!({ "until": "2026-11-24T12:30:00Z", "orderTypes": ["eatin"] })).await;
    app.kitchen().report_status(&order.id, 1).await;
    line.expect("status").await;
    line.expect_silence().await;
});

store_contract!(who_watches_a_restaurant_alone_stays, |db| async move {
    let folder = folder();
    let limits = Limits {
        live: live::LiveLimits {
            first_subscription: Duration::from_secs(1),
            beat: Duration::from_secs(1),
            ..live::LiveLimits::default()
        },
        ..Limits::default()
    };
    let app = folder.setup("2026-11-24 12:00").limits(limits).start(&db).await;
    let (mut line, _) = watch(&app, "12", "pickup").await;
    for _ in 0..3 {
        assert_eq!(line.any_frame().await["type"], "beat");
    }
    line.expect_silence().await;
});

store_contract!(whoever_watches_through_another_node_is_told_the_same, |db| async move {
    let folder = folder();
    let mut places = LocalBus::nodes(2);
    let (second, first) = (places.remove(1), places.remove(0));
    let node = |place| {
        let limits = Limits { sweep: Duration::from_secs(3600), ..Limits::default() };
        folder.setup("2026-11-24 12:00").limits(limits).bus(place).start(&db)
    };
    let [first, second] = [node(first).await, node(second).await];
    let mut lines = [watch(&first, "12", "delivery").await.0, watch(&second, "12", "delivery").await.0];
    for minutes in 1..=3 {
        say(&first, Method::PUT, "12", "busy", &json!({ "minutes": minutes })).await;
        let [here, there] = &mut lines;
        let told = here.expect("shop").await;
        assert_eq!(told["availability"]["estimateMinutes"], 40 + minutes);
        assert_eq!(there.expect("shop").await, told);
    }
});

store_contract!(over_redis_a_line_is_told_also_what_was_said_while_it_was_away, |db| async move {
    let Some(mut server) = RedisServer::start().await else { return };
    let (folder, url) = (folder(), server.url());
    let node = || {
        let limits = Limits { sweep: Duration::from_secs(3600), ..Limits::default() };
        folder.setup("2026-11-24 12:00").limits(limits).redis(&url).start(&db)
    };
    let [here, there] = [node().await, node().await];
    let (mut line, _) = watch(&there, "12", "delivery").await;
    say(&here, Method::PUT, "12", "busy", &json!({ "minutes": 1 })).await;
    assert_eq!(line.expect("shop").await["availability"]["estimateMinutes"], 41);
    server.kill();
    until_ready(&there, 200, &json!({ "degraded": ["bus"] })).await;
    say(&here, Method::PUT, "12", "busy", &json!({ "minutes": 2 })).await;
    line.expect_silence().await;
    server.restart().await;
    assert_eq!(line.expect("shop").await["availability"]["estimateMinutes"], 42);
});

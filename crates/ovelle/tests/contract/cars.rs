//! Positions of cars, and who may see them.

use bus::LocalBus;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use testkit::{
    app::{BOUND_KEY, FOREIGN, Setup, TestApp},
    kitchen::{Answer, Registered},
    store_contract,
    watcher::Watcher,
};
use tracking::Limits;

use crate::{get, live::watch, track};

/// Metres north of the first door.
pub(crate) fn north(metres: f64) -> (f64, f64) {
    (60.1700 + metres / 111_300.0, 24.9400)
}

pub(crate) fn rounded(metres: f64) -> f64 {
    (north(metres).0 * 100_000.0).round() / 100_000.0
}

/// An order whose door stands so far north.
pub(crate) async fn order_at(app: &TestApp, metres: f64) -> Registered {
    let (lat, lng) = north(metres);
    let customer = json!({ "streetAddress": "Katu 1", "city": "Helsinki", "postalCode": "00100",
        "coordinates": { "lat": lat, "lng": lng } });
    app.kitchen().register(&json!({ "customer": customer })).await
}

/// So many seconds after the beginning of the test's day.
pub(crate) fn second(app: &TestApp, seconds: i64) -> Timestamp {
    deps::Clock::now(&app.clock) + SignedDuration::from_secs(seconds)
}

pub(crate) fn shown_lat(car: &Value) -> f64 {
    car["lat"].as_f64().unwrap()
}

pub(crate) async fn car_location(app: &TestApp, order: &Registered) -> Answer {
    get(app, &format!("/api/commerce/order-tracking/{}/{}/car-location", order.id, order.key)).await
}

// spec: T-67
store_contract!(on_its_way_a_car_is_shown_with_its_last_known_position, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = order_at(&app, 0.0).await;
    let mut watcher = watch(&app, &order).await;
    kitchen.put_batch("b", "auto-1", &[&order.id]).await;
    let none = car_location(&app, &order).await;
    assert_eq!((none.status.as_u16(), none.code()), (404, "car/not-found"));
    let here = json!({ "lat": 60.1750001, "lng": 24.9500009, "at": second(&app, -5), "headingDeg": 84, "speedKmh": 31.5, "accuracyM": 9 });
    let taken = kitchen.try_position("auto-1", &here).await;
    assert_eq!((taken.status.as_u16(), &taken.body), (202, &json!({ "accepted": 1, "stale": 0 })));
    assert_eq!(car_location(&app, &order).await.status, 404, "not before it is being delivered");
    kitchen.depart("b").await;
    for status in 5..=6 {
        assert_eq!(watcher.expect("status").await["status"], status);
    }
    let status = watcher.expect("status").await;
    assert_eq!((&status["status"], &status["stopsBefore"]), (&json!(8), &json!(0)));
    let shown = json!({ "lat": 60.175, "lng": 24.95, "headingDeg": 84.0, "speedKmh": 31.5, "at": second(&app, -5), "stopsBefore": 0 });
    let mut position = watcher.expect("position").await;
    assert_eq!((position["type"].take(), position["orderId"].take()), (json!("position"), json!(order.id)));
    position.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    assert_eq!(position, shown);
    for path in ["", "/v2"] {
        let polled =
            get(&app, &format!("/api/commerce{path}/order-tracking/{}/{}/car-location", order.id, order.key)).await;
        assert_eq!((polled.status.as_u16(), &polled.body), (200, &shown));
    }
    // Who comes now gets it with the snapshot; who comes back, after the estimate.
    let mut late = Watcher::open(&app).await;
    late.subscribe(&order, None).await;
    late.expect("subscribed").await;
    let snapshot = late.expect("snapshot").await;
    assert_eq!(snapshot["car"], shown);
    assert!(snapshot["order"]["customer"]["coordinates"].is_object());
    late.subscribe(&order, Some(2)).await;
    late.expect("subscribed").await;
    assert_eq!(late.expect("status").await["status"], 8);
    late.expect("estimate").await;
    assert_eq!(late.expect("position").await["at"], shown["at"]);
});

store_contract!(no_position_comes_once_the_status_has_left_8, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = order_at(&app, 0.0).await;
    kitchen.put_batch("b", "auto-1", &[&order.id]).await;
    kitchen.depart("b").await;
    let mut watcher = watch(&app, &order).await;
    kitchen.position("auto-1", north(900.0), second(&app, 1)).await;
    assert_eq!(estimate_after_a_position(&mut watcher).await["estimate"]["basis"], "car");
    kitchen.report_status(&order.id, 9).await;
    watcher.expect("status").await;
    kitchen.position("auto-1", north(800.0), second(&app, 4)).await;
    watcher.expect_silence().await;
    assert_eq!(car_location(&app, &order).await.status, 404);
    // On a second try it is shown again, at once.
    kitchen.report_status(&order.id, 8).await;
    watcher.expect("status").await;
    assert_eq!(watcher.expect("position").await["lat"], rounded(800.0));
});

store_contract!(what_is_not_newer_is_stale, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let at = |seconds: i64, metres: f64| {
        let (lat, lng) = north(metres);
        json!({ "lat": lat, "lng": lng, "at": second(&app, seconds) })
    };
    let several = json!([at(-3, 30.0), at(-5, 50.0), at(-3, 31.0), at(-9, 90.0)]);
    let taken = kitchen.try_position("auto-9", &several).await;
    assert_eq!((taken.status.as_u16(), &taken.body), (202, &json!({ "accepted": 3, "stale": 1 })));
    let late = kitchen.try_position("auto-9", &json!([at(-4, 40.0), at(-3, 30.0)])).await;
    assert_eq!(late.body, json!({ "accepted": 0, "stale": 2 }));
    let mixed = kitchen.try_position("auto-9", &json!([at(-4, 40.0), at(-1, 10.0)])).await;
    assert_eq!(mixed.body, json!({ "accepted": 1, "stale": 1 }));
    assert_eq!(kitchen.try_position("auto-9", &json!([])).await.body, json!({ "accepted": 0, "stale": 0 }));
});

store_contract!(positions_that_do_not_fit_are_refused_as_a_whole, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let good = || json!({ "lat": 60.17, "lng": 24.94, "at": second(&app, 0) });
    let with = |name: &str, value: Value| {
        let mut position = good();
        position[name] = value;
        position
    };
    let bad = [
        (with("lat", json!(90.5)), "lat"),
        (with("lng", json!(-181)), "lng"),
        (with("lat", json!("60")), "lat"),
        (with("at", json!("eilen")), "at"),
        (with("at", json!(second(&app, 61))), "at"),
        (with("headingDeg", json!(360.5)), "headingDeg"),
        (with("headingDeg", json!(-1)), "headingDeg"),
        (with("speedKmh", json!(-0.1)), "speedKmh"),
        (with("accuracyM", json!(-3)), "accuracyM"),
    ];
    for (position, field) in bad {
        let one = kitchen.try_position("auto-1", &position).await;
        assert_eq!((one.status.as_u16(), one.field()), (422, field), "{position}");
        let several = kitchen.try_position("auto-1", &json!([good(), position])).await;
        assert_eq!((several.status.as_u16(), several.field()), (422, format!("[1].{field}").as_str()), "{position}");
    }
    let many = kitchen.try_position("auto-1", &Value::Array(vec![good(); 101])).await;
    assert_eq!((many.status.as_u16(), many.code()), (422, "request/invalid"));
    // None was taken: the first of them is still news. A minute ahead is allowed.
    assert_eq!(kitchen.try_position("auto-1", &good()).await.body["accepted"], 1);
    assert_eq!(kitchen.try_position("auto-1", &with("at", json!(second(&app, 60)))).await.body["accepted"], 1);
});

store_contract!(a_car_is_driven_by_those_who_reach_its_batch, |db| async move {
    let app = TestApp::start(&db).await;
    let (kitchen, bound) = (app.kitchen(), app.kitchen_with(BOUND_KEY));
    let foreign = kitchen.register(&json!({ "restaurantId": FOREIGN })).await;
    // In no open batch any key may drive it.
    bound.position("auto-1", north(0.0), second(&app, 1)).await;
    kitchen.put_batch("b", "auto-1", &[&foreign.id]).await;
    let refused = bound.try_position("auto-1", &json!({ "lat": 60.0, "lng": 24.0, "at": second(&app, 2) })).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (403, "dispatch/forbidden"));
    kitchen.position("auto-1", north(0.0), second(&app, 3)).await;
    kitchen.report_status(&foreign.id, 11).await;
    bound.position("auto-1", north(0.0), second(&app, 4)).await;
    // Nor does a batch that nobody ended hold its car for ever.
    let forgotten = kitchen.register(&json!({ "restaurantId": FOREIGN })).await;
    kitchen.put_batch("c", "auto-1", &[&forgotten.id]).await;
    assert_eq!(bound.try_position("auto-1", &json!([])).await.status, 403);
    app.clock.turn(SignedDuration::from_hours(49));
    kitchen.put_batch("d", "auto-1", &[]).await;
    bound.position("auto-1", north(0.0), second(&app, 5)).await;
});

store_contract!(near_anothers_door_the_last_position_outside_stays, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let (first, second_order) = (order_at(&app, 0.0).await, order_at(&app, 1_000.0).await);
    kitchen.put_batch("b", "auto-1", &[&first.id, &second_order.id]).await;
    kitchen.depart("b").await;
    let (mut mine, mut theirs) = (watch(&app, &first).await, watch(&app, &second_order).await);
    let places = [(1, 400.0), (6, 160.0), (7, 140.0), (10, 5.0)];
    for (seconds, metres) in places {
        kitchen.position("auto-1", north(metres), second(&app, seconds)).await;
    }
    // The customer at whose door it is sees it all along.
    let mut seen = Vec::new();
    while seen.len() < places.len() {
        let frame = mine.frame().await;
        if frame["type"] == "position" {
            seen.push(frame["lat"].as_f64().unwrap());
        }
    }
    assert_eq!(seen, places.map(|(_, metres)| rounded(metres)));
    let shown = |frame: &Value| (frame["type"] == "position").then(|| frame["lat"].as_f64().unwrap());
    let mut seen = Vec::new();
    theirs.say(r#"{"type":"ping"}"#).await;
    loop {
        let frame = theirs.frame().await;
        if frame["type"] == "pong" {
            break;
        }
        seen.extend(shown(&frame));
    }
    assert_eq!(seen, [rounded(400.0), rounded(160.0)]);
    // Who asks is told that it was seen since, at another's; who is told where it is, is not.
    let at_another_stop = |car: &Value| car.get("atAnotherStop").cloned();
    let polled = car_location(&app, &second_order).await;
    assert_eq!(at_another_stop(&polled.body), Some(json!(true)));
    let mut late = Watcher::open(&app).await;
    late.subscribe(&second_order, None).await;
    late.expect("subscribed").await;
    let snapshot = late.expect("snapshot").await;
    assert_eq!((shown_lat(&snapshot["car"]), at_another_stop(&snapshot["car"])), (rounded(160.0), Some(json!(true))));
    late.subscribe(&second_order, Some(0)).await;
    // An estimate that was on its way may still come before the answer.
    while late.frame().await["type"] != "subscribed" {}
    while late.frame().await["type"] != "estimate" {}
    assert_eq!(at_another_stop(&late.expect("position").await), None);
    assert_eq!(at_another_stop(&car_location(&app, &first).await.body), None);
    assert_eq!((&polled.body["lat"], &polled.body["stopsBefore"]), (&json!(rounded(160.0)), &json!(1)));
    assert_eq!(car_location(&app, &first).await.body["lat"], rounded(5.0));
    // It ages where it stands.
    app.clock.turn(SignedDuration::from_secs(126));
    assert_eq!(car_location(&app, &second_order).await.status, 404);
    app.clock.turn(SignedDuration::from_secs(-126));
});

store_contract!(a_car_that_has_left_anothers_door_is_shown_as_any_other, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let (first, mine) = (order_at(&app, 0.0).await, order_at(&app, 1_000.0).await);
    kitchen.put_batch("b", "auto-1", &[&first.id, &mine.id]).await;
    kitchen.depart("b").await;
    let watcher = watch(&app, &mine).await;
    let snapshot = async || {
        let mut line = Watcher::open(&app).await;
        line.subscribe(&mine, None).await;
        line.expect("subscribed").await;
        line.expect("snapshot").await["car"].clone()
    };
    for (seconds, metres, seen, is_withheld) in
        [(1, 300.0, 300.0, None), (8, 20.0, 300.0, Some(true)), (15, 200.0, 200.0, None)]
    {
        kitchen.position("auto-1", north(metres), second(&app, seconds)).await;
        for car in [snapshot().await, car_location(&app, &mine).await.body] {
            let told = (shown_lat(&car), car.get("atAnotherStop").and_then(Value::as_bool));
            assert_eq!(told, (rounded(seen), is_withheld), "{metres} m");
        }
    }
    drop(watcher);
});

/// The estimate that a position makes, after it.
async fn estimate_after_a_position(watcher: &mut Watcher) -> Value {
    watcher.expect("position").await;
    watcher.expect("estimate").await
}

// spec: T-54
store_contract!(a_car_makes_the_estimate_and_gives_it_back_when_it_falls_silent, |db| async move {
    let limits = Limits {
        orders: orders::OrderLimits { silence: std::time::Duration::from_millis(50), ..orders::OrderLimits::default() },
        ..Limits::default()
    };
    let app = Setup::default().limits(limits).start(&db).await;
    let kitchen = app.kitchen();
    let order = order_at(&app, 0.0).await;
    let minutes = json!({ "estimatedMinutes": 30 });
    assert_eq!(kitchen.try_put_batch("b", "auto-1", &[&order.id], &minutes).await.status, 200);
    kitchen.depart("b").await;
    let mut watcher = watch(&app, &order).await;
    kitchen.position("auto-1", north(2_000.0), second(&app, 0)).await;
    let car = estimate_after_a_position(&mut watcher).await;
    // 2 km as the crow flies: 2.8 km of streets at 25 km/h, and a minute to stand.
    assert_eq!((&car["estimate"]["basis"], &car["estimate"]["minutes"]), (&json!("car"), &json!(8)));
    let kept = track(&app, &order).await;
    assert_eq!(kept["estimate"], car["estimate"], "kept with the order");
    assert_eq!(kept["orderInfo"]["estimatedMinutesRemaining"], 8);
    // Half way after two minutes, and standing still for two more: each time the arrival has moved by more than a minute.
    let mut last = car;
    for standing in 0..2 {
        app.clock.turn(SignedDuration::from_secs(116));
        kitchen.position("auto-1", north(1_000.0), second(&app, 0)).await;
        let moved = estimate_after_a_position(&mut watcher).await;
        assert_eq!(
            (&moved["estimate"]["basis"], &moved["estimate"]["minutes"]),
            (&json!("car"), &json!(4)),
            "{standing}"
        );
        assert!(moved["rev"].as_i64() > last["rev"].as_i64());
        assert_ne!(moved["estimate"]["at"], last["estimate"]["at"]);
        last = moved;
    }
    app.clock.turn(SignedDuration::from_secs(121));
    let silent = watcher.expect("estimate").await;
    assert_eq!(silent["estimate"]["basis"], "batch");
    assert_eq!(car_location(&app, &order).await.status, 404);
    watcher.expect_silence().await;
});

store_contract!(a_car_that_reports_to_one_node_shows_on_the_other, |db| async move {
    let [one, two] = <[_; 2]>::try_from(LocalBus::nodes(2)).unwrap();
    let one = Setup::default().bus(one).start(&db).await;
    let two = Setup::default().bus(two).clock(&one.clock).start(&db).await;
    let order = order_at(&one, 0.0).await;
    one.kitchen().put_batch("b", "auto-1", &[&order.id]).await;
    one.kitchen().position("auto-1", north(900.0), second(&one, -1)).await;
    let mut watcher = watch(&two, &order).await;
    one.kitchen().depart("b").await;
    assert_eq!(watcher.expect("status").await["status"], 8);
    assert_eq!(watcher.expect("position").await["lat"], rounded(900.0));
    one.kitchen().position("auto-1", north(700.0), second(&one, 4)).await;
    let next = loop {
        let frame = watcher.frame().await;
        if frame["type"] == "position" {
            break frame;
        }
        assert_eq!(frame["type"], "estimate");
    };
    assert_eq!(next["lat"], rounded(700.0));
    assert_eq!(car_location(&two, &order).await.body["lat"], rounded(700.0));
});

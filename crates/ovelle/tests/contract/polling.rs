//! `GET /api/commerce/v2/order-tracking/{orderId}/{orderKey}`: tracking by polling.

use jiff::SignedDuration;
use reqwest::{Response, header};
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    board::{STAFF_FLAG, STAFF_TOKEN},
    kitchen::{Answer, Registered, pickup},
    store_contract,
    watcher::Watcher,
};

use crate::{fetch, get, header, track, tracking_path};

fn names(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

// spec: T-24, T-28, T-29, T-62
store_contract!(the_payload_is_the_seeds_and_what_the_contract_adds, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let payload = track(&app, &order).await;
    let expected = [
        "avoidAllergens",
        "batchData",
        "customer",
        "estimate",
        "feedback",
        "loyalty",
        "orderId",
        "orderInfo",
        "orderItems",
        "payment",
        "placedAt",
        "preOrderTime",
        "promisedAt",
        "restaurant",
        "rev",
        "seq",
        "statusHistory",
        "stopsBefore",
    ];
    assert_eq!(names(&payload), expected);
    assert_eq!((&payload["orderId"], &payload["seq"]), (&json!(order.id), &json!(0)));
    let info =
        json!({ "status": 0, "isDeliveryOrder": true, "orderType": "delivery", "estimatedMinutesRemaining": 35 });
    assert_eq!(payload["orderInfo"], info);
    let payment =
        json!({ "paymentMethod": null, "discountDetails": { "orderPaymentDetails": { "splitPayments": [] } } });
    assert_eq!(payload["payment"], payment);
    assert_eq!(payload["loyalty"], json!({ "loyaltyDetailsStatus": "NotMember", "slicesAdded": 0 }));
    let customer = json!({
        "streetAddress": "Vilhonkatu 4", "apartmentNumber": "B 12", "city": "Helsinki", "postalCode": "00100",
        "shippingInstruction": "Ovikoodi 2480", "coordinates": { "lat": 60.1719, "lng": 24.9471 }
    });
    assert_eq!(payload["customer"], customer);
    let restaurant = &payload["restaurant"];
    assert_eq!(
        names(restaurant),
        [
            "address",
            "coordinates",
            "displayName",
            "email",
            "noDeliveryTracking",
            "openingHours",
            "phone",
            "restaurantId"
        ]
    );
    let known = [&restaurant["restaurantId"], &restaurant["displayName"], &restaurant["noDeliveryTracking"]];
    assert_eq!(known, [&json!("12"), &json!("Ovelle Kaisaniemi"), &json!(false)]);
    assert_eq!(names(&restaurant["openingHours"]), ["fri", "mon", "sat", "sun", "thu", "tue", "wed"]);
    assert_eq!(names(&restaurant["openingHours"]["mon"]), ["end", "start"]);
    for nothing in ["batchData", "stopsBefore", "feedback", "preOrderTime"] {
        assert_eq!(payload[nothing], Value::Null, "{nothing}");
    }
    assert_eq!(names(&payload["estimate"]), ["at", "basis", "from", "minutes", "to"]);
    let history = json!([{ "seq": 0, "status": 0, "at": payload["placedAt"], "source": "dispatch" }]);
    assert_eq!(payload["statusHistory"], history);
});

store_contract!(items_come_back_as_they_were_registered, |db| async move {
    let app = TestApp::start(&db).await;
    let items = json!([
        { "name": "Kellarin kuningas", "quantity": 2, "sizeId": "2", "sizeName": "Iso", "productId": "101",
          "productCategoryId": "1", "categoryName": "pizza", "itemPrice": 14.9, "discountedPrice": 12.35,
          "ingredients": [
              { "ingredientID": "7", "name": "Herkkusieni", "quantity": 2, "recipeQuantity": 1, "displayOrder": 3, "categoryId": "c" },
              { "id": "8", "name": "Oliivi", "quantity": 0, "recipeQuantity": 1 },
              { "name": "Basilika" }
          ] },
        { "name": "Vissy", "quantity": 1, "itemPrice": 0, "description": "Kylmänä" }
    ]);
    let payload = track(&app, &app.kitchen().register(&json!({ "orderItems": items })).await).await;
    let [pizza, water] = [&payload["orderItems"][0], &payload["orderItems"][1]];
    let mut expected = items[0].clone();
    expected["uuid"] = pizza["uuid"].clone();
    expected["description"] = Value::Null;
    expected["appliedCampaigns"] = json!({});
    expected["ingredients"] = json!([
        { "ingredientID": "7", "name": "Herkkusieni", "quantity": 2, "recipeQuantity": 1, "displayOrder": 3, "categoryId": "c" },
        { "ingredientID": "8", "name": "Oliivi", "quantity": 0, "recipeQuantity": 1, "displayOrder": 999, "categoryId": null },
        { "ingredientID": null, "name": "Basilika", "quantity": 1, "recipeQuantity": 1, "displayOrder": 999, "categoryId": null }
    ]);
    assert_eq!(*pizza, expected);
    assert_ne!(pizza["uuid"], water["uuid"]);
    assert_eq!((&water["itemPrice"], &water["discountedPrice"]), (&json!(0.0), &Value::Null));
    assert_eq!((&water["description"], &water["ingredients"]), (&json!("Kylmänä"), &json!([])));
});

store_contract!(a_wrong_key_and_a_wrong_number_are_answered_alike, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let stranger = Registered { id: "424242".to_owned(), key: order.key.clone() };
    let no_number = Registered { id: "x".to_owned(), key: order.key.clone() };
    let guessed = Registered { id: order.id.clone(), key: "0123456789abcdefghij".to_owned() };
    let mut answers = Vec::new();
    for wrong in [&stranger, &no_number, &guessed] {
        answers.push(get(&app, &tracking_path(wrong)).await);
    }
    assert_eq!((answers[0].status.as_u16(), answers[0].code()), (404, "order/not-found"));
    assert!(answers.iter().all(|answer| *answer == answers[0]));
});

// spec: T-65
store_contract!(an_expired_order_is_gone, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let (open, over) = (kitchen.register(&json!({})).await, kitchen.register(&json!({})).await);
    kitchen.report_status(&over.id, 11).await;
    app.clock.turn(SignedDuration::from_secs(24 * 3600 - 1));
    assert_eq!(get(&app, &tracking_path(&over)).await.status, 200);
    app.clock.turn(SignedDuration::from_secs(1));
    let gone = get(&app, &tracking_path(&over)).await;
    assert_eq!((gone.status.as_u16(), gone.code()), (410, "order/expired"));
    assert_eq!(gone.body["message"], "Tilaus on vanhentunut, eikä sitä voi enää seurata.");
    // A wrong key learns nothing of it, and an open one has its 48 hours from what was promised.
    let guessed = Registered { key: "x".to_owned(), ..over };
    assert_eq!(get(&app, &tracking_path(&guessed)).await.status, 404);
    app.clock.turn(SignedDuration::from_hours(24));
    assert_eq!(get(&app, &tracking_path(&open)).await.status, 200, "48 h from its promise, which was 43 min off");
    app.clock.turn(SignedDuration::from_mins(43));
    assert_eq!(get(&app, &tracking_path(&open)).await.status, 410);
});

store_contract!(the_end_from_which_an_order_expires_is_each_kinds_own, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let picked_up = kitchen.register(&pickup()).await;
    let untracked = kitchen.register(&json!({ "restaurantId": "21" })).await;
    let delivery = kitchen.register(&json!({})).await;
    for order in [&picked_up, &untracked, &delivery] {
        kitchen.report_status(&order.id, 4).await;
    }
    app.clock.turn(SignedDuration::from_hours(20));
    // What follows the end does not move it.
    kitchen.report_status(&picked_up.id, 12).await;
    app.clock.turn(SignedDuration::from_hours(4));
    assert_eq!(get(&app, &tracking_path(&picked_up)).await.status, 410);
    assert_eq!(get(&app, &tracking_path(&untracked)).await.status, 410);
    assert_eq!(get(&app, &tracking_path(&delivery)).await.status, 200, "on its road");
    // A delivery that seemed done goes on, and is there again.
    kitchen.report_status(&untracked.id, 8).await;
    assert_eq!(get(&app, &tracking_path(&untracked)).await.status, 200);
});

async fn poll(app: &TestApp, order: &Registered, tag: &str) -> Response {
    let call = app.http.get(app.url(&tracking_path(order))).header(header::IF_NONE_MATCH, tag);
    call.send().await.expect("the server answers")
}

store_contract!(what_did_not_change_is_not_sent_again, |db| async move {
    let (app, other_node) = (TestApp::start(&db).await, TestApp::start(&db).await);
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let first = fetch(&app, &tracking_path(&order)).await;
    let tag = header(&first, "etag").to_owned();
    assert!(tag.starts_with("W/\"") && tag.ends_with('"'), "{tag}");
    assert_eq!(header(&first, "cache-control"), "private, no-cache");
    assert_eq!(header(&first, "content-type"), "application/json");
    for known in [tag.clone(), "*".to_owned(), format!("\"x\", {tag}"), tag.trim_start_matches("W/").to_owned()] {
        for node in [&app, &other_node] {
            let again = poll(node, &order, &known).await;
            assert_eq!(again.status(), 304, "{known}");
            assert_eq!((header(&again, "etag"), header(&again, "cache-control")), (tag.as_str(), "private, no-cache"));
            assert_eq!(again.bytes().await.unwrap().len(), 0);
        }
    }
    assert_eq!(poll(&app, &order, "W/\"old\"").await.status(), 200);
    kitchen.report_status(&order.id, 1).await;
    let moved = poll(&app, &order, &tag).await;
    assert_eq!(moved.status(), 200);
    let tag = header(&moved, "etag").to_owned();
    kitchen.report_status(&order.id, 11).await;
    let over = poll(&app, &order, &tag).await;
    let tag = header(&over, "etag").to_owned();
    let call = app.http.post(app.url(&format!("{}/feedback", tracking_path(&order)))).body("{\"rating\":4}");
    assert_eq!(call.send().await.unwrap().status(), 200);
    assert_eq!(poll(&app, &order, &tag).await.status(), 200, "the feedback is news too");
});

// spec: T-56
store_contract!(minutes_pass_and_are_never_below_zero, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let tag = header(&fetch(&app, &tracking_path(&order)).await, "etag").to_owned();
    app.clock.turn(SignedDuration::from_secs(59));
    assert_eq!(poll(&app, &order, &tag).await.status(), 304, "within the minute");
    app.clock.turn(SignedDuration::from_secs(1));
    let answer = Answer::read(poll(&app, &order, &tag).await).await;
    assert_eq!((answer.status.as_u16(), &answer.body["orderInfo"]["estimatedMinutesRemaining"]), (200, &json!(34)));
    assert_eq!(answer.body["estimate"]["minutes"], 35, "counted from when it was made");
    for _ in 0..3 {
        app.clock.turn(SignedDuration::from_hours(6));
        assert_eq!(track(&app, &order).await["orderInfo"]["estimatedMinutesRemaining"], 0);
    }
});

store_contract!(ten_wrong_keys_a_minute_over_all_nodes_and_the_right_one_is_served, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").start(&db).await;
    let other = Setup::default().flag("--rate-factor=1").clock(&app.clock).start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let guess = |n: usize| Registered { key: format!("guess{n}"), ..order.clone() };
    for n in 0..10 {
        let node = if n % 2 == 0 { &app } else { &other };
        assert_eq!(get(node, &tracking_path(&guess(n))).await.status, 404);
    }
    assert_eq!(get(&other, &tracking_path(&guess(11))).await.status, 429);
    let refused = fetch(&app, &tracking_path(&guess(10))).await;
    let after: u64 = header(&refused, "retry-after").parse().expect("seconds");
    assert!((1..=60).contains(&after));
    let refused = Answer::read(refused).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (429, "request/too-many"));
    let no_order = Registered { id: "424242".to_owned(), key: "x".to_owned() };
    assert_eq!(get(&app, &tracking_path(&no_order)).await, refused, "no way to learn which orders there are");
    assert_eq!(get(&app, &tracking_path(&order)).await.status, 200);
    assert_eq!(get(&app, "/api/commerce/v2/shops").await.status, 200);
});

store_contract!(a_key_holds_across_a_rotation_of_the_secret, |db| async move {
    let before = TestApp::start(&db).await;
    let old = before.kitchen().register(&json!({ "externalId": "K-1" })).await;
    let secrets = "--secret=v2:another secret of the tests,v1:the secret of all the tests";
    let after = Setup::default().flag(secrets).start(&db).await;
    assert_eq!(get(&after, &tracking_path(&old)).await.status, 200);
    let again = after.kitchen().try_register(&json!({ "externalId": "K-1" })).await;
    assert_eq!(again.body["orderKey"], old.key);
    let new = after.kitchen().register(&json!({})).await;
    assert_eq!(get(&after, &tracking_path(&new)).await.status, 200);
    assert_eq!(get(&before, &tracking_path(&new)).await.status, 404, "it does not know that secret");
});

store_contract!(an_order_whose_secret_was_dropped_gets_a_new_key, |db| async move {
    let before = TestApp::start(&db).await;
    let name = json!({ "externalId": "K-1" });
    let old = before.kitchen().register(&name).await;
    before.kitchen().report_status(&old.id, 3).await;
    let dropped = Setup::default().flag("--secret=v2:another secret of the tests");
    let after = dropped.flag(STAFF_FLAG).start(&db).await;
    // Somebody watches it, so that the node knows it with its old key.
    let mut staff = Watcher::open(&after).await;
    let watch = json!({ "type": "subscribe", "topic": "order", "orderId": old.id, "token": STAFF_TOKEN });
    staff.say(&watch.to_string()).await;
    staff.expect("subscribed").await;
    staff.expect("snapshot").await;
    assert_eq!(get(&after, &tracking_path(&old)).await.status, 404);
    let first = after.kitchen().try_register(&name).await;
    assert_eq!((first.status.as_u16(), &first.body["orderId"], &first.body["seq"]), (200, &json!(old.id), &json!(0)));
    assert_ne!(first.body["orderKey"], old.key);
    assert_eq!(after.kitchen().try_register(&name).await.body, first.body, "and the same from then on");
    let new = Registered { key: first.body["orderKey"].as_str().unwrap().to_owned(), ..old.clone() };
    let payload = track(&after, &new).await;
    assert_eq!((&payload["seq"], &payload["orderInfo"]["status"]), (&json!(1), &json!(3)), "nothing is lost");
    assert_eq!(get(&after, &tracking_path(&old)).await.status, 404, "what was dead stays so");
    // A node that has not got the new secret yet takes nothing back.
    let behind = before.kitchen().try_register(&name).await;
    assert_eq!((behind.status.as_u16(), behind.code()), (503, "service/unavailable"));
    assert_eq!(get(&after, &tracking_path(&new)).await.status, 200);
});

store_contract!(a_key_that_is_made_anew_opens_on_every_node, |db| async move {
    let before = TestApp::start(&db).await;
    let name = json!({ "externalId": "K-1" });
    let old = before.kitchen().register(&name).await;
    // One node still has both secrets, and knows the order with its old key.
    let both = "--secret=v2:another secret of the tests,v1:the secret of all the tests";
    let between = Setup::default().flag(both).start(&db).await;
    let mut watcher = crate::live::watch(&between, &old).await;
    let after = Setup::default().flag("--secret=v2:another secret of the tests").start(&db).await;
    let renewed = after.kitchen().try_register(&name).await.body;
    let new = Registered { key: renewed["orderKey"].as_str().unwrap().to_owned(), ..old.clone() };
    assert_eq!(get(&between, &tracking_path(&new)).await.status, 200);
    between.kitchen().report_status(&old.id, 3).await;
    assert_eq!(watcher.expect("status").await["status"], 3, "who watches goes on");
});

//! The calls of the loyalty programme but the wheel's: who may make them, and what they answer.

use domain::staff::Role;
use futures_util::future::join_all;
use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    customer::CustomerPerson,
    loyalty::{earn, give},
    shop::PLACING,
    staff::StaffClient,
    store_contract,
};

use crate::{
    brief,
    card::{CODE, MEMBER, joined, medium, orders, paid, shop, shown},
    fault, keyed,
    ordering::{call_centre, place},
    sent,
};

const BENEFITS: &str = "/api/loyalty/benefits";
const CART_SLICES: &str = "/api/loyalty/getCartSlices";
const TRACKING_SLICES: &str = "/api/loyalty/getTrackingSlices";
const WELCOME: &str = "/api/loyalty/member/setWelcomeModal";
const PRIZE: &str = "/api/loyalty/member/setPrizeModal";

// spec: LO-26, LO-28, WH-11, WH-13
store_contract!(a_member_reads_their_card_whole, |db| async move {
    let shop = shop(0);
    let app = shop.start(&db).await;
    let aino = joined(&app, "aino").await;
    let body = aino.get(MEMBER).await.body;
    let segments = json!([
        ["empty"],
        ["freeDip"],
        ["freeDrink", "freeJaffaLemonade"],
        ["freeIceCream"],
        ["empty"],
        ["freeCandy"],
        ["freeDelivery40", "giftCard1", "giftCard5", "giftCard10"],
        ["newSpin", "spinsCampaign"],
    ]);
    let commitment = body["wheel"]["commitment"].as_str().unwrap();
    assert!(commitment.len() == 64 && commitment.bytes().all(|byte| byte.is_ascii_hexdigit()), "{commitment}");
    let expected = json!({
        "slices": 0, "remaining": 9, "spins": 0, "spinCampaigns": [], "pizzaWheelLocked": true,
        "wheel": { "enabled": false, "reason": "locked", "segments": segments, "commitment": commitment },
        "showWelcomeModal": true, "showPrizeModal": false, "lastPrize": null, "expiresAt": "2027-05-21T20:59:59Z",
        "benefits": [], "ledger": [],
    });
    assert_eq!(body, expected);
    assert_eq!(aino.get("/api/users/me").await.body["loyalty"], expected, "the account shows the same");

    let order = orders(&aino, &app, &paid(&[medium(2)])).await;
    let body = aino.get(MEMBER).await.body;
    assert_eq!(body["wheel"]["commitment"], commitment, "looking promises nothing else");
    assert_eq!((&body["wheel"]["enabled"], &body["wheel"]["reason"]), (&json!(true), &Value::Null));
    let row = body["ledger"][0].clone();
    let timestamp = &row["timestamp"];
    assert!(timestamp.as_str().unwrap().starts_with("2026-11-21T"), "{row}");
    let expected = json!({
        "id": row["id"], "type": "slices_add", "timestamp": timestamp, "orderId": order, "slices_added": 2,
        "spins_added": 1, "benefitCode": null, "reason": "order",
    });
    assert_eq!((row, body["ledger"].as_array().unwrap().len()), (expected, 1));
});

store_contract!(who_is_no_member_has_no_card, |db| async move {
    let shop = shop(0);
    let app = shop.start(&db).await;
    let eino = CustomerPerson::register(&app, "eino").await;
    let (guest, agent) = (eino.with_cookie(None), call_centre(&eino));
    let only = [Role::Restaurant].into_iter().collect();
    let mut kitchen = StaffClient::let_in_as(&app, "keittio@ovelle.example", &[12], only).await;
    assert_eq!(kitchen.sign_in().await.status, 200);
    assert_eq!(brief(&eino.get(MEMBER).await), (404, "loyalty/not-member"));
    assert_eq!(brief(&guest.get(MEMBER).await), (401, "users/unauthorized"));
    assert_eq!(brief(&agent.get(MEMBER).await), (403, "users/forbidden"));
    assert_eq!(brief(&kitchen.call(Method::GET, MEMBER, &Value::Null).await), (401, "users/unauthorized"));
    for (path, body) in [(WELCOME, json!({ "showWelcomeModal": false })), (PRIZE, json!({ "showPrizeModal": false }))] {
        assert_eq!(brief(&eino.post(path, &body).await), (404, "loyalty/not-member"), "{path}");
    }
    assert_eq!(listed(&eino).await, json!([]), "benefits are nobody's yet");
    assert_eq!(eino.get("/api/users/me").await.body["loyalty"], Value::Null);
});

async fn listed(person: &CustomerPerson) -> Value {
    person.get(BENEFITS).await.body
}

// spec: LO-29, WH-07, WH-17
store_contract!(what_a_member_is_shown_once_is_noted, |db| async move {
    let shop = shop(1);
    let app = shop.start(&db).await;
    let aino = joined(&app, "aino").await;
    let modals = async || {
        let body = aino.get(MEMBER).await.body;
        (body["showWelcomeModal"].clone(), body["showPrizeModal"].clone())
    };
    assert_eq!(modals().await, (json!(true), json!(false)));
    for _ in 0..2 {
        assert_eq!(aino.post(WELCOME, &json!({ "showWelcomeModal": false })).await.status, 204);
        assert_eq!(aino.post(PRIZE, &json!({ "showPrizeModal": true })).await.status, 204);
    }
    assert_eq!(modals().await, (json!(false), json!(true)));
    assert_eq!(fault(&aino.post(WELCOME, &json!({})).await), (422, "request/invalid", "showWelcomeModal"));
    assert_eq!(fault(&aino.post(PRIZE, &json!({ "showPrizeModal": "yes" })).await).0, 422);
    let foreign = aino.ask(Method::POST, WELCOME, &json!({ "showWelcomeModal": true }));
    assert_eq!(brief(&sent(foreign, "origin", "https://evil.example").await), (403, "request/foreign-page"));
    assert_eq!(modals().await, (json!(false), json!(true)));
});

// spec: LO-34, LO-35
store_contract!(benefits_are_listed_by_their_end_then_those_that_were_used_lately, |db| async move {
    let shop = shop(0);
    let app = shop.start(&db).await;
    let mut aino = joined(&app, "aino").await;
    let id = aino.id.parse().unwrap();
    give(db.url(), CODE, Some(id), "giftCard5").await;
    give(db.url(), "7q2m9x4t8w301", Some(id), "kahvi").await;
    orders(&aino, &app, &paid(&[medium(9)])).await;
    let benefits = listed(&aino).await;
    let pizza = benefits[0]["code"].as_str().unwrap().to_owned();
    let unused = |code: &str, text: &str, kind: &str, until: &str| json!({ "code": code, "benefit": text, "type": kind, "valid_until": until, "used": false, "usedOrderId": null });
    let expected = json!([
        // 90 days after the 21st of November.
        unused(&pizza, "Ilmainen pizza", "freePizza", "2027-02-19T21:59:59Z"),
        unused(CODE, "5 € lahjaksi", "giftCard5", "2096-01-01T00:00:00Z"),
        unused("7q2m9x4t8w301", "kahvi", "kahvi", "2096-01-01T00:00:00Z"),
    ]);
    assert_eq!(benefits, expected, "those that end first stand first");
    let mut order = paid(&[medium(2)]);
    order["promotionCodes"] = json!([pizza]);
    let used = place(&aino, &app, &order).await;
    let benefits = listed(&aino).await;
    let codes: Vec<_> = benefits.as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(codes, [CODE, "7q2m9x4t8w301", &pizza]);
    assert_eq!((&benefits[2]["used"], &benefits[2]["usedOrderId"]), (&json!(true), &json!(used.id)));
    assert_eq!(aino.get("/api/users/me").await.body["unusedBenefits"], 2);
    app.clock.turn(SignedDuration::from_hours(24 * 91));
    assert_eq!(aino.sign_in().await.status, 200);
    assert_eq!(listed(&aino).await.as_array().unwrap().len(), 2, "what was used long ago is not listed");
    assert_eq!(brief(&aino.with_cookie(None).get(BENEFITS).await), (401, "users/unauthorized"));
    assert_eq!(call_centre(&aino).get(BENEFITS).await.body, json!([]));
});

store_contract!(a_benefit_is_its_owners_and_used_once, |db| async move {
    let shop = shop(0);
    let app = shop.start(&db).await;
    let (aino, eino) = (joined(&app, "aino").await, joined(&app, "eino").await);
    give(db.url(), CODE, Some(aino.id.parse().unwrap()), "freePizza").await;
    let mut order = paid(&[medium(2)]);
    order["promotionCodes"] = json!(["7Q2M-9x4t-8w30O"]);
    let invalid = (409, "campaign/personal-code-invalid");
    assert_eq!(brief(&keyed(&eino, PLACING, "of-another-1", &order).await), invalid);
    assert_eq!(brief(&keyed(&eino.with_cookie(None), PLACING, "of-a-guest-1", &order).await), invalid);
    let keys: Vec<String> = (0..20).map(|number| format!("at-once-{number}")).collect();
    let answers = join_all(keys.iter().map(|key| keyed(&aino, PLACING, key, &order))).await;
    let (placed, refused): (Vec<_>, Vec<_>) = answers.iter().map(brief).partition(|(status, _)| *status == 201);
    assert!(refused.iter().all(|refused| *refused == invalid), "{refused:?}");
    assert_eq!(placed.len(), 1);
});

store_contract!(who_leaves_loses_what_is_unused, |db| async move {
    let shop = shop(2);
    let app = shop.start(&db).await;
    let aino = joined(&app, "aino").await;
    earn(db.url(), aino.id.parse().unwrap(), 1, 5, 2).await;
    give(db.url(), CODE, Some(aino.id.parse().unwrap()), "freePizza").await;
    assert_eq!(shown(&aino).await, (7, 3, 1));
    assert_eq!(keyed(&aino, "/api/loyalty/unregister", "leaving-for-now", &json!({})).await.status, 204);
    assert_eq!(listed(&aino).await, json!([]));
    let mut order = paid(&[medium(1)]);
    order["promotionCodes"] = json!([CODE]);
    assert_eq!(brief(&aino.post(PLACING, &order).await), (409, "campaign/personal-code-invalid"));
    aino.join().await;
    assert_eq!(shown(&aino).await, (0, 0, 0), "joining brings its slices once");
});

store_contract!(of_twenty_that_join_at_once_one_brings_the_bonus, |db| async move {
    let shop = shop(3);
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let joins = (0..20).map(|_| aino.join());
    join_all(joins).await;
    assert_eq!(shown(&aino).await, (3, 1, 0));
    assert_eq!(aino.get(MEMBER).await.body["ledger"].as_array().unwrap().len(), 1);
});

store_contract!(a_cart_says_what_it_would_bring, |db| async move {
    let shop = shop(0);
    let app = shop.start(&db).await;
    let eino = CustomerPerson::register(&app, "eino").await;
    let line = |product: &str, size: &str, quantity: u32| json!({ "productId": product, "sizeId": size, "quantity": quantity });
    let mut free = line("3001", "102", 3);
    free["discountedPrice"] = json!(0);
    let mut reduced = line("3001", "101", 2);
    (reduced["discountedPrice"], reduced["discountedProductQuantity"]) = (json!(5.5), json!(1));
    let body = json!({ "orderItems": [line("3001", "102", 2), reduced, free, line("3020", "100", 4), line("none", "101", 1)] });
    let slices = async |person: &CustomerPerson| person.post(CART_SLICES, &body).await;
    assert_eq!(slices(&eino).await.body, json!({ "slices": 6 }));
    assert_eq!(slices(&call_centre(&eino)).await.body, json!({ "slices": 0 }));
    assert_eq!(brief(&slices(&eino.with_cookie(None)).await), (401, "users/unauthorized"));
    assert_eq!(fault(&eino.post(CART_SLICES, &json!({})).await), (422, "request/invalid", "orderItems"));
});

// spec: T-61
store_contract!(whoever_follows_an_order_sees_what_it_would_bring_a_member, |db| async move {
    let shop = shop(0);
    let app = shop.setup().flag("--rate-factor=1").start(&db).await;
    let guest = CustomerPerson::stranger(&app, "guest");
    let line = |part: &str, quantity: u32| json!({ "partNumber": part, "quantity": quantity });
    let items = json!([line("pizza_102_3001", 2), line("pizza_101_3001", 2), line("drink_101_3001", 5), line("x", 9)]);
    let split = |id: &str| json!({ "campaignId": id, "campaignName": "x" });
    let slices = async |discounts: Value| {
        let payment = json!({ "paymentMethod": "scheme", "discountDetails": discounts });
        let body = json!({ "orderItems": items, "paymentDetails": payment });
        guest.post(TRACKING_SLICES, &body).await.body["slices"].clone()
    };
    assert_eq!(slices(json!({ "orderPaymentDetails": { "splitPayments": [] } })).await, 6);
    let one = json!({ "orderPaymentDetails": { "splitPayments": [split("etu-pizza"), split("kesa")] } });
    assert_eq!(slices(one).await, 5, "a free pizza takes the unit with fewest off");
    assert_eq!(slices(json!({ "campaigns": [split("etu-pizza")], "splitPayments": [split("etu-pizza")] })).await, 4);
    assert_eq!(guest.post(TRACKING_SLICES, &json!({ "orderItems": [] })).await.body, json!({ "slices": 0 }));
    let mut last = guest.post(TRACKING_SLICES, &json!({ "orderItems": [] })).await;
    for _ in 0..60 {
        last = guest.post(TRACKING_SLICES, &json!({ "orderItems": [] })).await;
    }
    assert_eq!(brief(&last), (429, "request/too-many"));
});

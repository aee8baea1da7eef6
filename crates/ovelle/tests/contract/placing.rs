//! Placing orders: every refusal, in its order, and what an order becomes.

use reqwest::Response;
use serde_json::{Value, json};
use testkit::{
    app::TestApp,
    kitchen::{Answer, Registered},
    store_contract,
};

use crate::{
    carts::{STAFF_TOKEN, cart, example, line, post, post_as},
    folder::Folder,
    get, tracking_path,
};

const ORDER: &str = "/api/commerce/v2/shoppingcart/order";
const BEER: &str = "3090";

/// The contract's example with a beer, gift cards and codes.
pub(crate) fn folder() -> Folder {
    let campaigns = json!([
        { "campaignId": "kesa", "kind": "amount", "name": "Kesäetu", "amount": 5 },
        { "campaignId": "kortti", "kind": "prepaid", "name": "Ennakko", "amount": 12.9, "source": "campaign", "promotionCode": "ennakko" },
    ]);
    let codes = json!([{ "code": "kerran", "campaignId": "kesa", "limit": 1 }]);
    let payment = json!({ "giftCards": [
        { "number": "1111", "pin": "22", "balance": 100 }, { "number": "3333", "pin": "44", "balance": 5 },
    ] });
    let folder = example(&campaigns, &[("codes.json", codes), ("payment.json", payment)]);
    let mut menu: Value =
        serde_json::from_str(include_str!("../../../chain/tests/fixtures/example/menu.json")).expect("JSON");
    let beer = json!({
        "productId": BEER, "productCategoryId": "alcohol", "name": "Olut", "ingredients": [],
        "sizes": [{ "sizeId": "100", "price": 6 }],
    });
    menu["products"].as_array_mut().unwrap().push(beer);
    menu["categories"].as_array_mut().unwrap().push(json!({ "id": "alcohol", "name": "Alkoholi" }));
    folder.write("menu.json", &menu);
    folder
}

pub(crate) async fn started(db: &testkit::db::TestDb, folder: &Folder) -> TestApp {
    folder.setup("2026-11-24 18:00").flag(&format!("--staff-token={STAFF_TOKEN}")).start(db).await
}

fn contact() -> Value {
    json!({ "firstName": "Aino", "lastName": "Virtanen", "phoneNumber": "040 123 4567", "email": "aino@example.fi" })
}

/// A pizza to be fetched, with other fields in the place of the usual ones.
pub(crate) fn pickup(fields: &Value) -> Value {
    let mut order = cart("pickup", &[line("a", "3001", "101", 1, &[])], &json!({ "paymentMethod": "scheme" }));
    order["deliveryContact"] = contact();
    for (name, value) in fields.as_object().unwrap() {
        order[name] = value.clone();
    }
    order
}

fn delivered(place: &Value) -> Value {
    let mut contact = contact();
    for (name, value) in
        json!({ "street": "Liisankatu 12", "postalCode": "00170", "city": "Helsinki" }).as_object().unwrap()
    {
        contact[name] = value.clone();
    }
    for (name, value) in place.as_object().unwrap() {
        contact[name] = value.clone();
    }
    pickup(&json!({ "orderType": "delivery", "deliveryContact": contact }))
}

async fn refused(app: &TestApp, order: &Value) -> (u16, String) {
    let answer = post(app, ORDER, order).await;
    (answer.status.as_u16(), answer.code().to_owned())
}

pub(crate) async fn placed(app: &TestApp, order: &Value) -> Value {
    let answer = post(app, ORDER, order).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.body
}

async fn with_key(app: &TestApp, order: &Value, key: &str) -> Response {
    let call = app.http.post(app.url(ORDER)).header("Idempotency-Key", key).body(order.to_string());
    call.send().await.unwrap()
}

pub(crate) fn registered(placed: &Value) -> Registered {
    let text = |name: &str| placed[name].as_str().unwrap().to_owned();
    Registered { id: text("orderId"), key: text("orderKey") }
}

// spec: CK-04
store_contract!(an_order_is_the_cart_and_what_is_sent_beside_it, |db| async move {
    let folder =
        example(&json!([]), &[("settings.json", json!({ "deliveryServiceFee": { "shops": ["12"], "amount": 0.99 } }))]);
    let app = started(&db, &folder).await;
    let mut order = delivered(&json!({}));
    let beside = json!({
        "redirectUrl": app.url("/tilaus/tulos?a=1"), "googleRecaptchaToken": "x", "analyticsData": from_a_letter(),
        "hasDeliveryServiceFee": true, "grandTotal": 21.8,
    });
    order.as_object_mut().unwrap().extend(beside.as_object().unwrap().clone());
    let answer = placed(&app, &order).await;
    let placed = registered(&answer);
    assert_eq!((&answer["orderID"], &answer["grandTotal"]), (&json!(placed.id), &json!(21.8)));
    assert!(placed.key.len() > 20, "{answer}");
    let id = placed.id.parse().unwrap();
    let papers = app.node().store().checkouts().papers(id).await.unwrap().unwrap();
    let record: Value = serde_json::from_str(papers.record.get()).unwrap();
    let fees = (&record["cart"]["pricingDetails"]["shippingChargesTotal"], &record["cart"]["deliveryServiceFee"]);
    assert_eq!(fees, (&json!(7.91), &json!(0.99)));
    let page = answer["payment"]["redirectUrl"].as_str().unwrap();
    let chosen = app.http.post(page).body("choice=pay").send().await.unwrap();
    assert_eq!(chosen.url().query(), Some(&*format!("a=1&status=OK&orderid={}&order-key={}", placed.id, placed.key)));
    for (field, value) in [("redirectUrl", json!("https://evil.example/")), ("hasDeliveryServiceFee", json!("yes"))] {
        order[field] = value;
        assert_eq!(post(&app, ORDER, &order).await.field(), field);
        order[field] = beside[field].clone();
    }
});

/// What a page sends of where its customer came from.
fn from_a_letter() -> Value {
    json!({ "utm_source": "kirje", "consent": { "version": 1, "at": "2026-11-24T10:00:00Z", "marketing": true } })
}

// spec: CK-35
store_contract!(where_one_came_from_is_kept_by_leave_alone_and_refuses_no_order, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let with_more = |more: Value| {
        let mut data = from_a_letter();
        data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        data
    };
    let kept =
        "{\"consent\":{\"at\":\"2026-11-24T10:00:00Z\",\"marketing\":true,\"version\":1},\"utm_source\":\"kirje\"}";
    for (data, expected) in [
        (from_a_letter(), Some(kept)),
        (with_more(json!({ "email": "aino@example.fi" })), Some(kept)),
        (json!({ "utm_source": "kirje" }), None),
        (with_more(json!({ "consent": { "version": 1, "at": "2026-11-24T10:00:00Z", "marketing": false } })), None),
        (json!("x"), None),
        (json!({ "a": "x".repeat(5000) }), None),
    ] {
        let answer = placed(&app, &pickup(&json!({ "analyticsData": data, "paymentMethod": "onsite" }))).await;
        let id = registered(&answer).id.parse().unwrap();
        let analytics = app.node().store().checkouts().analytics(id).await.unwrap();
        let analytics = analytics.map(|data| serde_json::from_str::<Value>(data.get()).unwrap().to_string());
        assert_eq!(analytics.as_deref(), expected, "{data}");
        app.clock.turn(jiff::SignedDuration::from_secs(11));
    }
});

// spec: CK-02
store_contract!(an_order_is_placed_and_waits_for_its_money, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let more = json!({ "redirectUrl": app.url("/tilaus/tulos?a=1"), "googleRecaptchaToken": "x", "analyticsData": { "utm": "a" } });
    let placed = placed(&app, &pickup(&more)).await;
    let order = registered(&placed);
    assert_eq!(placed["orderID"], placed["orderId"]);
    let page = placed["payment"]["redirectUrl"].as_str().unwrap().to_owned();
    assert!(page.starts_with(&app.url("/testimaksu/")), "{page}");
    let wanted = json!({
        "orderID": order.id, "orderId": order.id, "orderKey": order.key, "paymentStatus": 1, "grandTotal": 12.9,
        "payable": 12.9, "payment": { "action": "redirect", "amount": 12.9, "redirectUrl": page, "errorCode": null },
        "trackingUrl": app.url(&format!("/tilaus/{}?orderKey={}", order.id, order.key)),
        "expiresAt": "2026-11-24T16:30:00Z",
    });
    assert_eq!(placed, wanted);
    assert_eq!(get(&app, &tracking_path(&order)).await.code(), "order/not-received");
    let chosen = app.http.post(&page).body("choice=pay").send().await.unwrap();
    assert_eq!(chosen.url().query(), Some(&*format!("a=1&status=OK&orderid={}&order-key={}", order.id, order.key)));
    let tracked = get(&app, &tracking_path(&order)).await.body;
    let row = &tracked["orderItems"][0];
    assert_eq!(
        (&tracked["orderInfo"]["status"], &row["name"], &row["itemPrice"]),
        (&json!(0), &json!("Testipizza"), &json!(12.9))
    );
});

// spec: CC-06
store_contract!(what_is_paid_elsewhere_is_made_at_once, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let onsite = placed(&app, &pickup(&json!({ "paymentMethod": "onsite" }))).await;
    let none = json!({ "action": "none", "amount": 12.9, "redirectUrl": null, "errorCode": null });
    assert_eq!((&onsite["paymentStatus"], &onsite["payment"], &onsite["expiresAt"]), (&json!(1), &none, &Value::Null));
    assert_eq!(get(&app, &tracking_path(&registered(&onsite))).await.body["orderInfo"]["status"], 0);

    let mut by_phone = pickup(&json!({}));
    by_phone.as_object_mut().unwrap().remove("paymentMethod");
    by_phone["deliveryContact"].as_object_mut().unwrap().remove("email");
    let cash = Answer::read(post_as(&app, ORDER, Some(STAFF_TOKEN), &by_phone).await).await;
    assert_eq!(cash.status, 201, "{}", cash.body);
    assert_eq!((&cash.body["grandTotal"], &cash.body["payment"]["action"]), (&json!(13.89), &json!("none")));
    let tracked = get(&app, &tracking_path(&registered(&cash.body))).await.body;
    assert_eq!(tracked["payment"]["paymentMethod"], "cod");
    assert_eq!(post(&app, ORDER, &by_phone).await.field(), "paymentMethod");

    let card =
        json!({ "paymentMethod": "giftcard", "paymentOption": { "giftCard": { "number": "1111", "pin": "22" } } });
    let gift = placed(&app, &pickup(&card)).await;
    assert_eq!((&gift["paymentStatus"], &gift["payment"]["amount"]), (&json!(2), &json!(0)));
    let prepaid = placed(&app, &pickup(&json!({ "promotionCodes": ["ennakko"] }))).await;
    assert_eq!(
        (&prepaid["payable"], &prepaid["paymentStatus"], &prepaid["payment"]["action"]),
        (&json!(0), &json!(2), &json!("none"))
    );
    let wallet = placed(&app, &pickup(&json!({ "paymentMethod": "applepay" }))).await;
    assert_eq!(
        wallet["payment"],
        json!({ "action": "wallet", "amount": 12.9, "redirectUrl": null, "errorCode": null })
    );
});

// spec: PY-08
store_contract!(methods_and_gift_cards_are_refused_in_their_order, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let by = |method: &str| pickup(&json!({ "paymentMethod": method }));
    for (method, status, code) in [
        ("cod", 409, "payment/method-not-available"),
        ("gold", 409, "payment/method-not-available"),
        ("edenred", 401, "payment/login-required"),
    ] {
        assert_eq!(refused(&app, &by(method)).await, (status, code.to_owned()), "{method}");
    }
    let lines = json!([line("a", "3001", "101", 1, &[]), line("b", BEER, "100", 1, &[])]);
    let beer = |method: &str| pickup(&json!({ "paymentMethod": method, "orderItems": lines }));
    assert_eq!(refused(&app, &beer("onsite")).await, (409, "payment/method-not-allowed-with-alcohol".to_owned()));
    assert_eq!(refused(&app, &beer("klarna")).await, (409, "payment/klarna-alcohol".to_owned()));
    assert_eq!(refused(&app, &beer("scheme")).await, (409, "alcohol/not-allowed".to_owned()), "a guest");
    let with_card = |method: &str, number: &str, pin: &str| {
        pickup(&json!({ "paymentMethod": method, "paymentOption": { "giftCard": { "number": number, "pin": pin } } }))
    };
    for (method, number, pin, code) in [
        ("klarna", "1111", "22", "payment/gift-card-combination"),
        ("NetsPrepaidCard", "1111", "22", "payment/gift-card-combination"),
        ("googlepay", "1111", "22", "payment/split-not-allowed"),
        ("scheme", "1111", "23", "payment/gift-card-invalid"),
        ("scheme", "9999", "22", "payment/gift-card-invalid"),
        ("giftcard", "3333", "44", "payment/complementary-method-missing"),
    ] {
        assert_eq!(refused(&app, &with_card(method, number, pin)).await, (409, code.to_owned()), "{method} {number}");
    }
    assert_eq!(post(&app, ORDER, &by("giftcard")).await.field(), "paymentOption.giftCard");
    assert_eq!(post(&app, ORDER, &by("ebanking_FI")).await.field(), "paymentOption.issuer");
    let split = placed(&app, &with_card("scheme", "3333", "44")).await;
    assert_eq!((&split["payable"], &split["payment"]["amount"]), (&json!(12.9), &json!(7.9)));
});

store_contract!(a_door_is_where_its_address_is, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let unknown = delivered(&json!({ "street": "Olematon katu 1" }));
    assert_eq!(refused(&app, &unknown).await, (409, "delivery/address-unknown".to_owned()));
    for (field, value, rule) in
        [("street", "Liisankatu", "invalid"), ("postalCode", "0017", "invalid"), ("city", "", "required")]
    {
        let answer = post(&app, ORDER, &delivered(&json!({ field: value }))).await;
        let found = (answer.field().to_owned(), answer.body["metadata"]["rule"].clone());
        assert_eq!(found, (format!("deliveryContact.{field}"), json!(rule)));
    }
    let known = delivered(&json!({ "street": "Olematon katu 1", "coordinates": { "lat": 60.175, "lng": 24.95 } }));
    assert_eq!(placed(&app, &known).await["grandTotal"], 21.8);
    // A fee that a token holds is of its place, also where none is sent.
    let token = async |lat: f64, lng: f64| {
        let body = json!({ "shopId": "12", "zoneId": "12-1", "coordinates": { "lat": lat, "lng": lng } });
        post(&app, "/api/pricing/delivery-price-token", &body).await.body["token"].clone()
    };
    let mut order = delivered(&json!({ "firstName": "Eino", "phoneNumber": "04011" }));
    order["deliveryPriceToken"] = token(60.165, 24.925).await;
    assert_eq!(refused(&app, &order).await, (409, "delivery/address-unknown".to_owned()), "2 km away");
    order["deliveryPriceToken"] = token(60.1741, 24.9536).await;
    assert_eq!(placed(&app, &order).await["grandTotal"], 21.8);
});

// spec: CK-03
store_contract!(what_is_wrong_with_the_cart_refuses_the_order, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let gone = pickup(&json!({ "orderItems": [line("a", "9", "101", 1, &[]), line("b", "3001", "101", 1, &[])] }));
    let answer = post(&app, ORDER, &gone).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (409, "product/not-found"));
    let messages = answer.body["metadata"]["messages"].as_array().unwrap();
    assert_eq!((messages.len(), &messages[0]["metadata"]["item"]["uuid"]), (1, &json!("a")));
    assert_eq!(refused(&app, &pickup(&json!({ "orderItems": [] }))).await, (409, "cart/empty".to_owned()));
    let code = pickup(&json!({ "promotionCodes": ["olematon"] }));
    assert_eq!(
        refused(&app, &code).await,
        (409, "campaign/code-not-found".to_owned()),
        "nobody pays more than they saw"
    );
    let seen = pickup(&json!({ "grandTotal": 12.89 }));
    let answer = post(&app, ORDER, &seen).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (409, "order/price-changed"));
    assert_eq!(answer.body["metadata"]["grandTotal"], 12.9);
    let forged =
        json!({ "grandTotal": 12.9, "hasPhoneOrderFee": true, "customerSegment": 2, "payable": 0, "buyerId": 1 });
    assert_eq!(placed(&app, &pickup(&forged)).await["grandTotal"], 12.9, "only the server decides money");
    for (fields, field) in [
        (json!({ "redirectUrl": "https://evil.example/" }), "redirectUrl"),
        (json!({ "grandTotal": 12.901 }), "grandTotal"),
        (json!({ "grandTotal": 12.900001 }), "grandTotal"),
        (json!({ "grandTotal": 12.899999 }), "grandTotal"),
        (json!({ "grandTotal": -12.9 }), "grandTotal"),
        (json!({ "paymentMethod": null }), "paymentMethod"),
    ] {
        assert_eq!(post(&app, ORDER, &pickup(&fields)).await.field(), field);
    }
    app.clock.turn_to(crate::folder::at("2026-11-24 23:00"));
    assert_eq!(refused(&app, &pickup(&json!({}))).await, (409, "shop/is-closed".to_owned()));
});

// spec: CK-09
store_contract!(the_same_order_within_seconds_is_refused, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let order = pickup(&json!({ "paymentMethod": "onsite" }));
    placed(&app, &order).await;
    let again = post_as(&app, ORDER, None, &order).await;
    assert_eq!(again.headers()["retry-after"], "10");
    let again = Answer::read(again).await;
    assert_eq!((again.status.as_u16(), again.code()), (409, "order/duplicate"));
    assert_eq!(again.body["message"], "Duplicate order within threshold detected");
    let lines = |all: Value| pickup(&json!({ "paymentMethod": "onsite", "orderItems": all }));
    let (drink, pizza) = (line("b", "3020", "100", 2, &[]), line("a", "3001", "102", 1, &["1305"]));
    placed(&app, &lines(json!([pizza, drink]))).await;
    let mut mixed = line("x", "3001", "102", 1, &[]);
    mixed["ingredients"].as_array_mut().unwrap().insert(0, json!({ "ingredientId": "1305", "quantity": 1 }));
    let one = line("y", "3020", "100", 1, &[]);
    let mut two = one.clone();
    two["uuid"] = json!("z");
    for same in [json!([drink, pizza]), json!([one, mixed, two])] {
        assert_eq!(refused(&app, &lines(same.clone())).await, (409, "order/duplicate".to_owned()), "{same}");
    }
    app.clock.turn(jiff::SignedDuration::from_secs(9));
    assert_eq!(refused(&app, &order).await, (409, "order/duplicate".to_owned()));
    app.clock.turn(jiff::SignedDuration::from_secs(1));
    placed(&app, &order).await;
});

store_contract!(one_intent_is_one_order, |db| async move {
    let folder = folder();
    let app = std::sync::Arc::new(started(&db, &folder).await);
    let order = pickup(&json!({ "promotionCodes": ["kerran"] }));
    let mut calls = Vec::new();
    for _ in 0..50 {
        let (app, order) = (std::sync::Arc::clone(&app), order.clone());
        calls.push(tokio::spawn(async move {
            let answer = with_key(&app, &order, "one-intent-of-the-tests").await;
            (answer.status().as_u16(), answer.text().await.unwrap())
        }));
    }
    let mut answers = Vec::new();
    for call in calls {
        answers.push(call.await.unwrap());
    }
    answers.dedup();
    assert_eq!((answers.len(), answers[0].0), (1, 201), "fifty equal answers: {answers:?}");
    assert_eq!(refused(&app, &order).await, (409, "campaign/limit-reached".to_owned()));
    let changed = pickup(&json!({ "paymentMethod": "onsite" }));
    let other = Answer::read(with_key(&app, &changed, "one-intent-of-the-tests").await).await;
    assert_eq!((other.status.as_u16(), other.code()), (422, "request/idempotency-mismatch"));
});

store_contract!(a_code_that_was_given_back_can_be_used, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let with_code = |phone: &str| {
        let mut order = pickup(&json!({ "promotionCodes": ["kerran"] }));
        order["deliveryContact"]["phoneNumber"] = json!(phone);
        order
    };
    let first = placed(&app, &with_code("04010")).await;
    assert_eq!(first["grandTotal"], 7.9);
    assert_eq!(refused(&app, &with_code("04011")).await, (409, "campaign/limit-reached".to_owned()));
    let cancel = json!({ "orderId": first["orderId"], "orderKey": first["orderKey"] });
    assert_eq!(post(&app, "/api/commerce/v2/order/cancel", &cancel).await.status, 200);
    assert_eq!(placed(&app, &with_code("04012")).await["grandTotal"], 7.9);
});

store_contract!(too_many_orders_from_one_address_wait, |db| async move {
    let folder = folder();
    let setup = folder.setup("2026-11-24 18:00").flag("--rate-factor=1").flag("--orders-per-address=2");
    let app = setup.start(&db).await;
    for phone in ["04010", "04011"] {
        let mut order = pickup(&json!({ "paymentMethod": "onsite" }));
        order["deliveryContact"]["phoneNumber"] = json!(phone);
        placed(&app, &order).await;
    }
    assert_eq!(refused(&app, &pickup(&json!({}))).await, (429, "request/too-many".to_owned()));
});

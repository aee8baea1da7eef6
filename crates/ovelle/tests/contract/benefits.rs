//! Codes of benefits: what they take off, who may use them, that each is used once, and when it comes back.

use std::{sync::Arc, time::Duration};

use domain::ids::CustomerId;
use jiff::SignedDuration;
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use testkit::{book, db::TestDb, kitchen::Answer, loyalty::give, store_contract};

use crate::{
    carts::{CART, STAFF_TOKEN, cart, codes, example, line, post, post_as, price_as},
    folder::Folder,
    money::{ORDER, pickup},
    money_under_fire::{choose, path_of, registered, status_of},
    people::{Peopled, Somebody},
};

const AINO: CustomerId = CustomerId(1);
/// Aino's, with two zeroes that she may read as letters.
const PIZZA: &str = "7q2m9x4t8w300";
const MONEY: &str = "7q2m9x4t8w301";
const DELIVERY: &str = "7q2m9x4t8w302";
/// Of a type that the chain has no campaign for.
const UNUSUAL: &str = "7q2m9x4t8w303";
/// Nobody's, so everybody's.
const SORRY: &str = "7q2m9x4t8w304";
/// A code of the files that may be used once.
const OF_THE_FILES: &str = "7q2m9x4t8w305";

/// The campaigns of benefits as the built-in chain has them, and a code of the files.
fn folder() -> Folder {
    let campaigns = json!([
        { "campaignId": "kesa", "kind": "amount", "name": "Kesäetu", "amount": 5 },
        { "campaignId": "etu-pizza", "kind": "freeProduct", "name": "Ilmainen pizza", "benefitType": "freePizza",
          "categories": ["pizza"], "sizes": ["101"] },
        { "campaignId": "etu-kuljetus", "kind": "freeDelivery", "name": "Ilmainen kuljetus", "benefitType": "freeDelivery40",
          "minimumOrderValue": 40, "orderTypes": ["delivery"] },
        { "campaignId": "lahja-5", "kind": "prepaid", "name": "5 € lahjaksi", "benefitType": "giftCard5", "amount": 5,
          "source": "loyalty" },
    ]);
    let of_the_files = json!([{ "code": OF_THE_FILES, "campaignId": "kesa", "personal": true }]);
    example(&campaigns, &[("codes.json", of_the_files)])
}

async fn started(db: &TestDb, folder: &Folder) -> Peopled {
    let setup = folder.setup("2026-11-24 18:00").flag(&format!("--staff-token={STAFF_TOKEN}"));
    let app = setup.start(db).await;
    let member = |name| Somebody { name, born: None, joins: true };
    let people = Peopled::register(app, &[member("aino"), member("eino")]).await;
    for (code, owner, kind) in [
        (PIZZA, Some(AINO), "freePizza"),
        (MONEY, Some(AINO), "giftCard5"),
        (DELIVERY, Some(AINO), "freeDelivery40"),
        (UNUSUAL, Some(AINO), "freeCandy"),
        (SORRY, None, "giftCard5"),
    ] {
        give(db.url(), code, owner, kind).await;
    }
    people
}

/// A pizza and a drink with codes.
fn order(codes: &[&str]) -> Value {
    let lines = [line("a", "3001", "101", 1, &[]), line("b", "3020", "100", 1, &[])];
    pickup("04010", &json!({ "promotionCodes": codes, "orderItems": lines }))
}

/// Places an order as somebody, with a key of its own so that it is never taken for the one before.
async fn try_place(app: &Peopled, who: Option<&str>, key: &str, order: &Value) -> Answer {
    let who = who.map(|name| app.bearer(name));
    let call = app.http.post(app.url(ORDER)).header("Idempotency-Key", key).body(order.to_string());
    Answer::read(who.into_iter().fold(call, RequestBuilder::bearer_auth).send().await.unwrap()).await
}

async fn placed(app: &Peopled, key: &str, order: &Value) -> Value {
    let answer = try_place(app, Some("aino"), key, order).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.body
}

/// Whether Aino's pizza is free to her, as the cart says it.
async fn is_free(app: &Peopled) -> bool {
    let priced = price_as(app, Some(app.bearer("aino")), &order(&[PIZZA])).await;
    let (is_free, said) = (priced["promotionCodes"] == json!([PIZZA]), codes(&priced));
    assert_eq!(said, if is_free { vec![] } else { vec!["campaign/personal-code-invalid"] });
    is_free
}

/// Waits until the sweep has given the code back.
async fn becomes_free(app: &Peopled) {
    for _ in 0..200 {
        if is_free(app).await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the code stays used");
}

store_contract!(a_benefit_takes_off_what_it_is_worth_and_says_so, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let explained = async |order: &Value| -> Value {
        post_as(&app, &format!("{CART}?explain=1"), Some(app.bearer("aino")), order).await.json().await.unwrap()
    };
    let priced = explained(&order(&["7Q2M-9X4T-8W3O o"])).await;
    assert_eq!((codes(&priced), &priced["promotionCodes"]), (vec![], &json!([PIZZA])), "as she writes it");
    let pizza = &priced["orderItems"][0];
    assert_eq!((&pizza["discount"], &pizza["discountedPrice"]), (&json!(12.9), &json!(0)));
    let steps = json!([
        { "step": "base", "id": "101", "name": "Normaali", "quantity": 1, "amount": 12.9 },
        { "step": "campaign", "id": "etu-pizza", "name": "Ilmainen pizza", "quantity": 1, "amount": -12.9 },
    ]);
    assert_eq!(pizza["explanation"], steps);
    let named = json!([{ "campaignId": "etu-pizza", "campaignName": "Ilmainen pizza", "promotionCode": PIZZA, "discount": 12.9 }]);
    assert_eq!(priced["discountDetails"]["campaigns"], named);
    assert_eq!((&priced["pricingDetails"]["grandTotal"], &priced["payable"]), (&json!(3.5), &json!(3.5)));
    let item = json!({
        "shopId": "12", "deliveryType": "pickup", "promotionCodes": [PIZZA], "item": line("a", "3001", "101", 1, &[]),
    });
    let item =
        Answer::read(post_as(&app, "/api/pricing/pricing/cart-item", Some(app.bearer("aino")), &item).await).await.body;
    assert_eq!((&item["price"], &item["discountedPrice"]), (&json!(12.9), &json!(0)), "in the editor too");

    let both = explained(&order(&[PIZZA, MONEY])).await;
    let gift = json!([{ "step": "prepaid", "id": "lahja-5", "name": "5 € lahjaksi", "quantity": 1, "amount": -3.5 }]);
    assert_eq!(both["explanation"], gift, "no more than is left to pay");
    assert_eq!((&both["pricingDetails"]["loyaltyPrepaidTotal"], &both["payable"]), (&json!(3.5), &json!(0)));

    let delivered = |quantity| {
        let fields = json!({ "promotionCodes": [DELIVERY], "deliveryContact": { "coordinates": { "lat": 60.17, "lng": 24.95 } } });
        cart("delivery", &[line("a", "3001", "101", quantity, &[])], &fields)
    };
    let small = explained(&delivered(3)).await;
    assert_eq!((codes(&small), &small["pricingDetails"]["shippingChargesTotal"]), (vec![], &json!(8.9)));
    assert_eq!(small["promotionCodes"], json!([DELIVERY]), "it waits for a larger order");
    assert_eq!(small["notApplicableCampaigns"][0]["metadata"]["missing"], 1.3);
    let large = explained(&delivered(4)).await;
    let steps: Vec<_> = large["explanation"].as_array().unwrap().iter().map(|step| step["step"].clone()).collect();
    assert_eq!((steps, &large["payable"]), (vec![json!("delivery"), json!("free-delivery")], &json!(51.6)));
});

store_contract!(a_benefit_is_its_owners, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let invalid = "campaign/personal-code-invalid";
    for (who, code, refusal) in [
        (None, PIZZA, Some(invalid)),
        (Some("eino"), PIZZA, Some(invalid)),
        (Some("aino"), "7q2m9x4t8w3ff", Some(invalid)),
        (Some("aino"), UNUSUAL, Some("campaign/generic")),
        (Some("aino"), PIZZA, None),
        (Some(STAFF_TOKEN), PIZZA, None),
        (None, SORRY, None),
        (Some("eino"), SORRY, None),
    ] {
        let priced = price_as(&app, who.map(|name| app.bearer(name)), &order(&[code])).await;
        let held = if refusal.is_some() { json!([]) } else { json!([code]) };
        assert_eq!((codes(&priced), &priced["promotionCodes"]), (Vec::from_iter(refusal), &held), "{who:?} {code}");
        let Some(refusal) = refusal else { continue };
        assert_eq!(priced["payable"], 16.4, "{who:?} {code}");
        let refused = try_place(&app, who, &format!("{code}-of-{}", who.unwrap_or("nobody")), &order(&[code])).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (409, refusal), "{who:?} {code}");
        assert_eq!(refused.body["metadata"]["messages"][0]["metadata"], json!({ "promotionCode": code }));
    }
    assert_eq!(book::orders(db.url()).await, []);

    let by_phone = try_place(&app, Some(STAFF_TOKEN), "by-the-telephone", &order(&[PIZZA])).await;
    assert_eq!((by_phone.status.as_u16(), &by_phone.body["grandTotal"]), (201, &json!(4.49)), "{}", by_phone.body);
    assert!(!is_free(&app).await, "who rang has used it");
    let again = try_place(&app, Some("aino"), "the-same-code-again", &order(&[PIZZA])).await;
    assert_eq!((again.status.as_u16(), again.code()), (409, invalid));
    assert_eq!(again.body["message"], "Koodia ei löydy tai se on jo käytetty.");
    let guests = try_place(&app, None, "a-guest-is-consoled", &order(&[SORRY])).await;
    assert_eq!((guests.status.as_u16(), &guests.body["payable"]), (201, &json!(11.4)));
    let spent = try_place(&app, Some("eino"), "another-is-too-late", &order(&[SORRY])).await;
    assert_eq!((spent.status.as_u16(), spent.code()), (409, invalid));
});

store_contract!(a_code_that_nobody_was_given_is_no_benefit, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    for code in [PIZZA, SORRY] {
        assert_eq!(codes(&crate::carts::price(&app, &order(&[code])).await), ["campaign/personal-code-invalid"]);
    }
});

store_contract!(of_many_orders_with_one_personal_code_one_is_taken, |db| async move {
    let folder = folder();
    let app = Arc::new(started(&db, &folder).await);
    for code in [PIZZA, OF_THE_FILES] {
        let mut calls = Vec::new();
        for number in 0..100 {
            let (app, key, order) = (Arc::clone(&app), format!("parallel-{code}-{number}"), order(&[code]));
            calls.push(tokio::spawn(async move {
                let mut answer = try_place(&app, Some("aino"), &key, &order).await;
                // Whoever waited too long for a connection comes again, as a page does.
                for _ in 0..9 {
                    if answer.status == 503 {
                        answer = try_place(&app, Some("aino"), &key, &order).await;
                    }
                }
                answer
            }));
        }
        let mut taken = 0;
        for call in calls {
            let answer = call.await.unwrap();
            if answer.status == 201 {
                taken += 1;
                continue;
            }
            let wanted = (409, "campaign/personal-code-invalid");
            assert_eq!((answer.status.as_u16(), answer.code()), wanted, "{}", answer.body);
        }
        assert_eq!(taken, 1, "{code}");
    }
    book::settles(db.url(), 10).await;
});

store_contract!(a_benefit_that_took_no_effect_stays_unused, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let drink = json!([line("b", "3020", "100", 1, &[])]);
    let mut without = order(&[PIZZA]);
    without["orderItems"] = drink;
    let refused = try_place(&app, Some("aino"), "without-a-pizza", &without).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (409, "campaign/not-applicable"));
    let mut small = order(&[DELIVERY]);
    small["orderType"] = json!("delivery");
    let door = json!({ "street": "Liisankatu 12", "postalCode": "00170", "city": "Helsinki" });
    small["deliveryContact"].as_object_mut().unwrap().extend(door.as_object().unwrap().clone());
    let small = placed(&app, "under-forty-euros", &small).await;
    assert_eq!(small["grandTotal"], 25.3, "with its delivery");
    let uses = app.node().store().checkouts().code_uses(&[PIZZA.to_owned(), DELIVERY.to_owned()]).await.unwrap();
    assert!(uses.is_empty(), "{uses:?}");
});

store_contract!(a_benefit_of_an_order_that_is_not_paid_comes_back, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let first = placed(&app, "paid-in-vain-first", &order(&[PIZZA, MONEY])).await;
    assert_eq!((&first["payable"], &first["paymentStatus"]), (&json!(0), &json!(2)), "all of it is given");
    assert!(!is_free(&app).await);
    app.kitchen().report_status(&registered(&first).id, 13).await;
    becomes_free(&app).await;

    let second = placed(&app, "paid-in-vain-second", &order(&[PIZZA])).await;
    choose(&app, &path_of(&second), "choice=refuse&code=1041107").await;
    assert!(!is_free(&app).await, "it waits for another try to pay");
    let whose = json!({ "orderId": second["orderId"], "orderKey": second["orderKey"] });
    let given_up =
        Answer::read(post_as(&app, "/api/commerce/v2/order/cancel", Some(app.bearer("aino")), &whose).await).await;
    assert_eq!((given_up.status.as_u16(), &given_up.body["paymentStatus"]), (200, &json!(3)));
    assert!(is_free(&app).await);

    placed(&app, "paid-in-vain-third", &order(&[PIZZA])).await;
    assert!(!is_free(&app).await);
    app.clock.turn(SignedDuration::from_mins(30));
    becomes_free(&app).await;
    book::settles(db.url(), 10).await;
    let stages: Vec<_> = book::orders(db.url()).await.into_iter().map(|(_, stage)| stage).collect();
    assert_eq!(stages, ["ended", "ended", "rejected"]);
});

store_contract!(a_benefit_of_an_order_that_is_taken_back_comes_back_once, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let paid = async |key: &str| {
        let placed = placed(&app, key, &order(&[PIZZA])).await;
        choose(&app, &path_of(&placed), "choice=pay").await;
        assert_eq!(status_of(&app, &registered(&placed)).await, 0);
        registered(&placed).id
    };
    let refund = async |order: &str, key: &str, body: Value| {
        let call = app.http.post(app.url(&format!("/api/staff/orders/{order}/refund"))).bearer_auth(STAFF_TOKEN);
        let answer = Answer::read(call.header("Idempotency-Key", key).json(&body).send().await.unwrap()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    };
    let rejected = paid("taken-back-first").await;
    app.kitchen().report_status(&rejected, 13).await;
    becomes_free(&app).await;

    let cold = paid("taken-back-second").await;
    refund(&cold, "refund-of-a-part", json!({ "amount": 1, "reason": "Pizza oli kylmä." })).await;
    assert!(!is_free(&app).await, "a part leaves the pizza eaten");
    refund(&cold, "refund-of-the-rest", json!({ "reason": "Kaikki meni pieleen." })).await;
    assert!(is_free(&app).await, "with all the money it comes back too");

    let third = paid("taken-back-third").await;
    app.kitchen().report_status(&cold, 13).await;
    book::settles(db.url(), 10).await;
    assert!(!is_free(&app).await, "what was given back once is another order's now");
    app.kitchen().report_status(&third, 13).await;
    becomes_free(&app).await;
    book::settles(db.url(), 10).await;
});

store_contract!(a_used_code_of_the_files_does_not_come_back_with_the_money, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let placed = placed(&app, "a-code-of-the-files", &order(&[OF_THE_FILES])).await;
    choose(&app, &path_of(&placed), "choice=pay").await;
    let path = format!("/api/staff/orders/{}/refund", registered(&placed).id);
    let call = app.http.post(app.url(&path)).bearer_auth(STAFF_TOKEN).header("Idempotency-Key", "refund-of-all");
    let refunded = Answer::read(call.json(&json!({ "reason": "x" })).send().await.unwrap()).await;
    assert_eq!((refunded.status.as_u16(), &refunded.body["paymentStatus"]), (200, &json!(3)));
    let priced = post(&app, CART, &order(&[OF_THE_FILES])).await.body;
    assert_eq!(codes(&priced), ["campaign/personal-code-invalid"], "only an order that is cancelled gives it back");
    book::settles(db.url(), 10).await;
});

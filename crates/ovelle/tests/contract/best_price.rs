//! The best lawful price, over HTTP (docs/spec/ordering.md, "The best lawful price").

use domain::ids::CustomerId;
use serde_json::{Value, json};
use testkit::{app::TestApp, book, db::TestDb, kitchen::Answer, loyalty::give_until, store_contract};

use crate::{
    carts::{CART, STAFF_TOKEN, cart, example, line, post, post_as, price_as},
    folder::{Folder, at},
    get, header,
    money::{ORDER, pickup},
    people::{Peopled, Somebody},
    schema::{assert_fits, validator},
};

const BEST: &str = "/api/pricing/pricing/customer/best";
const AINO: CustomerId = CustomerId(1);
const PIZZA: &str = "7q2m9x4t8w300";
const LATER: &str = "7q2m9x4t8w301";
const MONEY: &str = "7q2m9x4t8w302";

/// Coupons of the pizza, a free delivery, benefits, a code that nobody lists, and one of a member's.
fn folder() -> Folder {
    example(
        &json!([
            { "campaignId": "kotiin", "kind": "freeDelivery", "name": "Ilmainen kuljetus", "minimumOrderValue": 25 },
            { "campaignId": "kymmenys", "kind": "percent", "name": "Kymmenys", "percent": 10, "products": ["3001"],
              "isCoupon": true, "promotionCode": "kymmenys" },
            { "campaignId": "pizza", "kind": "productPrice", "name": "Pizza 8,90 €", "price": 8.9, "products": ["3001"],
              "sizes": ["101"], "isCoupon": true, "promotionCode": "pizza890" },
            { "campaignId": "salainen", "kind": "amount", "name": "Salainen", "amount": 6, "promotionCode": "salainen" },
            { "campaignId": "jasenten", "kind": "percent", "name": "Jäsenten", "percent": 90, "products": ["3001"],
              "isLoyalty": true, "isCoupon": true, "promotionCode": "jasenten", "paymentMethods": ["mobilepay"] },
            { "campaignId": "etu-pizza", "kind": "freeProduct", "name": "Ilmainen pizza", "benefitType": "freePizza",
              "categories": ["pizza"], "sizes": ["101"] },
            { "campaignId": "lahja-5", "kind": "prepaid", "name": "5 € lahjaksi", "benefitType": "giftCard5", "amount": 5,
              "source": "loyalty" },
        ]),
        &[],
    )
}

async fn started(db: &TestDb, folder: &Folder) -> Peopled {
    let setup = folder.setup("2026-11-24 18:00").flag(&format!("--staff-token={STAFF_TOKEN}"));
    let somebody = |name| Somebody { name, born: None, joins: true };
    let people = Peopled::register(setup.start(db).await, &[somebody("aino"), somebody("eino")]).await;
    for (code, kind, until) in [
        (LATER, "freePizza", "2027-02-01T21:59:59Z"),
        (PIZZA, "freePizza", "2027-01-01T21:59:59Z"),
        (MONEY, "giftCard5", "2027-01-01T21:59:59Z"),
    ] {
        give_until(db.url(), code, Some(AINO), kind, until).await;
    }
    people
}

fn pizzas(order_type: &str, count: u32, codes: &[&str]) -> Value {
    let fields = json!({ "promotionCodes": codes, "paymentMethod": "scheme" });
    cart(order_type, &[line("a", "3001", "101", count, &[])], &fields)
}

async fn best_as(app: &Peopled, who: Option<&str>, cart: &Value) -> Value {
    let answer = Answer::read(post_as(app, BEST, who.map(|name| app.bearer(name)), cart).await).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

async fn best_as_guest(app: &TestApp, cart: &Value) -> Value {
    let answer = post(app, BEST, cart).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

store_contract!(the_best_price_says_its_codes_why_and_what_is_missing, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let best = best_as(&app, None, &pizzas("delivery", 2, &["kymmenys"])).await;
    // Without codes the goods cost over 25 €, and are brought for nothing: two coupons take off less than that costs.
    let wanted = json!({
        "codes": [], "payable": 25.8, "saving": 6.32, "complete": true, "missing": [],
        "reasons": [{ "campaignId": "kotiin", "name": "Ilmainen kuljetus", "amount": 8.9 }],
    });
    assert_eq!(best, wanted);
    let best = best_as(&app, None, &pizzas("pickup", 2, &["salainen"])).await;
    let wanted = json!({
        "codes": ["pizza890", "kymmenys", "salainen"], "payable": 14.51, "saving": 5.29, "complete": true, "missing": [],
        "reasons": [
            { "code": "pizza890", "name": "Pizza 8,90 €", "amount": 4 },
            { "code": "kymmenys", "name": "Kymmenys", "amount": 1.29 },
            { "code": "salainen", "name": "Salainen", "amount": 6 }],
    });
    assert_eq!(best, wanted, "a code that nobody lists is there where it was sent");
    let best = best_as(&app, None, &pizzas("delivery", 1, &[])).await;
    assert_eq!((&best["codes"], &best["payable"]), (&json!(["pizza890"]), &json!(17.8)));
    assert_eq!(best["missing"], json!([{ "name": "Ilmainen kuljetus", "missing": 16.1 }]));
    let mut with_codes = pizzas("delivery", 1, &[]);
    with_codes["promotionCodes"] = best["codes"].clone();
    assert_eq!(price_as(&app, None, &with_codes).await["payable"], best["payable"], "so it costs");
    let document = get(&app, "/api/openapi.json").await.body;
    assert_fits(&validator(&document, "FoundBestPrice"), &best);
    let response = post_as(&app, BEST, None, &with_codes).await;
    assert_eq!(header(&response, "cache-control"), "no-store");
});

store_contract!(what_somebody_owns_counts_for_them_and_nothing_is_taken, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let one = pizzas("pickup", 1, &[]);
    let of = async |who: Option<&str>| {
        let best = best_as(&app, who, &one).await;
        json!([best["codes"], best["payable"]])
    };
    assert_eq!(of(Some("aino")).await, json!([[PIZZA], 0]), "the one that expires first");
    assert_eq!(of(Some("eino")).await, json!([["pizza890"], 8.9]), "the benefits are hers");
    assert_eq!(of(None).await, json!([["pizza890"], 8.9]));
    assert_eq!(of(Some(STAFF_TOKEN)).await, json!([["pizza890"], 9.89]), "the call centre has none of its own");
    assert_eq!(of(Some("aino")).await, json!([[PIZZA], 0]), "nothing was taken");
    let two = best_as(&app, Some("aino"), &pizzas("pickup", 2, &[])).await;
    assert_eq!((&two["codes"], &two["payable"]), (&json!([PIZZA, "pizza890", MONEY]), &json!(3.9)));
    let three = pizzas("pickup", 2, &[PIZZA, LATER]);
    assert_eq!(best_as(&app, Some("aino"), &three).await["payable"], 0, "who sends two has two");

    // An order takes it: then the other is proposed.
    let order = pickup("04010", &json!({ "promotionCodes": [PIZZA] }));
    assert_eq!(Answer::read(post_as(&app, ORDER, Some(app.bearer("aino")), &order).await).await.status, 201);
    assert_eq!(of(Some("aino")).await, json!([[LATER], 0]));
    book::settles(db.url(), 10).await;
});

store_contract!(codes_that_are_sent_are_looked_up_and_counted_as_in_the_cart, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").flag("--rate-factor=1").start(&db).await;
    let guess = |codes: &[&str]| pizzas("pickup", 1, codes);
    let best = async |codes: &[&str]| {
        let best = post(&app, BEST, &guess(codes)).await;
        assert_eq!(best.status, 200, "{}", best.body);
        json!([best.body["codes"], best.body["payable"], best.body["saving"]])
    };
    let (coupon, none) = (json!([["pizza890"], 8.9, 4]), json!([[], 12.9, 0]));
    assert_eq!(best(&["a1", "a2", "a3", "a4", "a5"]).await, coupon, "there are none of these");
    assert_eq!(best(&["a1", "b1", "b2", "b3", "b4"]).await, coupon, "one of them was counted");
    assert_eq!(best(&["b5"]).await, none, "ten: now no cart would take a code");
    assert_eq!(best(&["salainen"]).await, none, "it is not looked up");
    assert_eq!(best(&[]).await, none);
    let priced = post(&app, CART, &guess(&["salainen"])).await.body;
    assert_eq!(priced["validationResult"]["messages"][0]["messageCode"], "campaign/too-many-attempts", "one count");
    app.clock.turn(jiff::SignedDuration::from_mins(10));
    assert_eq!(best(&[]).await, coupon);
});

store_contract!(ten_searches_a_minute_and_caller, |db| async move {
    let folder = folder();
    let setup = || folder.setup("2026-11-24 18:00").flag("--rate-factor=1").flag("--trusted-proxies=127.0.0.1");
    let one = setup().start(&db).await;
    let other = setup().clock(&one.clock).start(&db).await;
    let search = async |app: &TestApp, address: &str| {
        let call = app.http.post(app.url(BEST)).header("x-forwarded-for", address).json(&pizzas("pickup", 1, &[]));
        call.send().await.unwrap()
    };
    for number in 0..10 {
        let app = if number % 2 == 0 { &one } else { &other };
        assert_eq!(search(app, "192.0.2.1").await.status(), 200);
    }
    let refused = search(&one, "192.0.2.1").await;
    assert_eq!((refused.status().as_u16(), header(&refused, "retry-after")), (429, "60"));
    assert_eq!(Answer::read(refused).await.code(), "request/too-many");
    assert_eq!(search(&other, "192.0.2.2").await.status(), 200, "another caller");
    assert_eq!(post(&one, CART, &pizzas("pickup", 1, &[])).await.status, 200, "the cart has no count");
    one.clock.turn(jiff::SignedDuration::from_mins(1));
    assert_eq!(search(&one, "192.0.2.1").await.status(), 200);
});

store_contract!(what_is_no_cart_or_cannot_be_ordered_is_answered_as_that, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let mut nowhere = pizzas("pickup", 1, &[]);
    nowhere["shopId"] = json!("99");
    let unknown = post(&app, BEST, &nowhere).await;
    assert_eq!((unknown.status.as_u16(), unknown.field()), (422, "shopId"));
    let beyond = post(&app, BEST, &pizzas("pickup", 1, &["a", "b", "c", "d", "e", "f"])).await;
    assert_eq!((beyond.status.as_u16(), beyond.field()), (422, "promotionCodes"));
    app.clock.turn_to(at("2026-11-24 23:00"));
    let closed = best_as(&app, None, &pizzas("pickup", 1, &["salainen"])).await;
    let wanted = json!({
        "codes": ["salainen"], "payable": 6.9, "saving": 0, "complete": true, "missing": [],
        "reasons": [{ "code": "salainen", "name": "Salainen", "amount": 6 }],
    });
    assert_eq!(closed, wanted, "no cart is valid now");
});

// Coupons hold from 14 to 22 by the clock of Helsinki, when the order is for (OP-06).
store_contract!(a_coupon_is_proposed_where_it_holds_when_the_order_is_for, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let codes = async |preorder: Option<&str>| {
        let mut one = pizzas("pickup", 1, &[]);
        one["preOrderTime"] = json!(preorder);
        best_as_guest(&app, &one).await["codes"].clone()
    };
    assert_eq!(codes(None).await, json!([]), "it is lunch");
    assert_eq!(codes(Some("2026-11-24 18:00")).await, json!(["pizza890"]), "a preorder for after it");
    assert_eq!(codes(Some("2026-11-25 12:00")).await, json!([]));
    app.clock.turn_to(at("2026-11-24 14:00"));
    assert_eq!(codes(None).await, json!(["pizza890"]));
    assert_eq!(codes(Some("2026-11-25 12:00")).await, json!([]));
});

store_contract!(a_code_of_which_no_use_is_left_is_not_proposed, |db| async move {
    let campaigns = json!([
        { "campaignId": "iso", "kind": "amount", "name": "Iso", "amount": 4 },
        { "campaignId": "pieni", "kind": "amount", "name": "Pieni", "amount": 3, "isCoupon": true, "promotionCode": "pieni",
          "products": ["3001"] },
    ]);
    let codes = json!([
        { "code": "yksi", "campaignId": "iso", "limit": 1 },
        { "code": PIZZA, "campaignId": "iso", "personal": true },
    ]);
    let folder = example(&campaigns, &[("codes.json", codes)]);
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    for code in ["yksi", PIZZA] {
        let best = async || {
            let best = best_as_guest(&app, &pizzas("pickup", 1, &[code])).await;
            json!([best["codes"], best["payable"], best["saving"]])
        };
        assert_eq!(best().await, json!([[code, "pieni"], 5.9, 3]));
        let order = pickup("04010", &json!({ "promotionCodes": [code] }));
        assert_eq!(post(&app, ORDER, &order).await.status, 201);
        assert_eq!(best().await, json!([["pieni"], 9.9, 3]), "{code}");
    }
    book::settles(db.url(), 10).await;
});

//! Who prices a cart, and what differs for them.

use std::slice::from_ref;

use jiff::SignedDuration;
use reqwest::RequestBuilder;
use serde_json::{Value, json};
use testkit::{app::CHAIN_KEY, db::TestDb, kitchen::Answer, store_contract};

use crate::{
    carts::{CART, STAFF_TOKEN, cart, codes, example, line, post_as, price_as},
    folder::{Folder, shop},
    header,
    people::{Peopled, Somebody},
};

/// Campaigns for some people alone, a bottle of beer, and a restaurant more that sells nothing on the web.
fn folder() -> Folder {
    let campaigns = json!([
        { "campaignId": "omille", "kind": "amount", "name": "Omille", "amount": 1, "promotionCode": "omille", "requireLogIn": true },
        { "campaignId": "jasenille", "kind": "amount", "name": "Jäsenille", "amount": 2, "promotionCode": "jasenille", "isLoyalty": true },
    ]);
    let mut menu: Value =
        serde_json::from_str(include_str!("../../../chain/tests/fixtures/example/menu.json")).expect("JSON");
    menu["categories"].as_array_mut().expect("a list").push(json!({ "id": "alcohol", "name": "Alkoholi" }));
    let beer = json!({ "productId": "9005", "productCategoryId": "alcohol", "name": "Olut", "sizes": [{ "sizeId": "100", "price": 6 }], "ingredients": [] });
    menu["products"].as_array_mut().expect("a list").push(beer);
    let restaurants =
        json!([shop("12", "Kaisaniemi", &json!({})), shop("14", "Ei verkossa", &json!({ "hasWebsale": false }))]);
    example(&campaigns, &[("menu.json", menu), ("restaurants.json", restaurants)])
}

/// A server with a customer, a member and an adult.
async fn started(db: &TestDb, now: &str, folder: &Folder) -> Peopled {
    let app = folder.setup(now).flag(&format!("--staff-token={STAFF_TOKEN}")).start(db).await;
    let people = [
        Somebody { name: "customer", born: None, joins: false },
        Somebody { name: "member", born: Some("2009-11-24"), joins: true },
        Somebody { name: "adult", born: Some("2008-11-24"), joins: false },
    ];
    Peopled::register(app, &people).await
}

store_contract!(everybody_can_browse_and_order, |db| async move {
    let folder = folder();
    let app = started(&db, "2026-11-24 18:00", &folder).await;
    for who in [None, Some("customer"), Some("member"), Some(STAFF_TOKEN)] {
        let bearer = who.map(|name| app.bearer(name));
        for path in ["shops", "shops/12/menu?orderType=pickup", "shops/12/products/3001?orderType=pickup"] {
            let call = app.http.get(app.url(&format!("/api/commerce/v2/{path}")));
            let call = bearer.into_iter().fold(call, RequestBuilder::bearer_auth);
            assert_eq!(call.send().await.expect("the server answers").status(), 200, "{who:?} {path}");
        }
        let contact = json!({ "firstName": "Aino", "phoneNumber": "040 123 4567", "email": "aino@example.fi" });
        let fields = json!({ "paymentMethod": if who == Some(STAFF_TOKEN) { "cod" } else { "onsite" }, "deliveryContact": contact });
        let order = cart("pickup", &[line("a", "3001", "101", 1, &[])], &fields);
        let placed = Answer::read(post_as(&app, "/api/commerce/v2/shoppingcart/order", bearer, &order).await).await;
        // They are one person to the rule of orders that are sent twice.
        app.clock.turn(SignedDuration::from_secs(11));
        assert_eq!(placed.status, 201, "{who:?}: {}", placed.body);
    }
});

store_contract!(each_kind_of_caller_has_its_own_rules, |db| async move {
    let folder = folder();
    let app = started(&db, "2026-11-24 18:00", &folder).await;
    let order = |lines: &[Value], fields: Value| cart("pickup", lines, &fields);
    let pizza = line("a", "3001", "101", 1, &[]);
    let beer = line("b", "9005", "100", 1, &[]);
    for (who, of_their_own, of_members, beers, phone_fee) in [
        (None, 0, 0, 0, 0.0),
        (Some(CHAIN_KEY), 0, 0, 0, 0.0),
        (Some("customer"), 1, 0, 0, 0.0),
        (Some("adult"), 1, 0, 1, 0.0),
        (Some("member"), 1, 2, 0, 0.0),
        (Some(STAFF_TOKEN), 1, 0, 0, 0.99),
    ] {
        let price = async |cart: Value| price_as(&app, who.map(|name| app.bearer(name)), &cart).await;
        let pizza = from_ref(&pizza);
        let fee = price(order(pizza, json!({}))).await;
        assert_eq!(fee["phoneOrderFee"].as_f64(), Some(phone_fee), "{who:?}");
        for (code, off) in [("omille", of_their_own), ("jasenille", of_members)] {
            let priced = price(order(pizza, json!({ "promotionCodes": [code] }))).await;
            assert_eq!(priced["pricingDetails"]["lineItemDiscountsTotal"], off, "{who:?} {code}");
            let said = if off == 0 { vec!["campaign/login-required"] } else { vec![] };
            assert_eq!(codes(&priced), said, "{who:?} {code}");
        }
        let priced = price(order(from_ref(&beer), json!({}))).await;
        assert_eq!(priced["orderItems"].as_array().map(Vec::len), Some(beers), "{who:?}");
        let delivered = price(cart("delivery", from_ref(&beer), &json!({}))).await;
        assert!(codes(&delivered).contains(&"alcohol/no-delivery"), "{who:?}");
    }
    let fee = async |fields: Value| {
        price_as(&app, Some(STAFF_TOKEN), &order(from_ref(&pizza), fields)).await["phoneOrderFee"].clone()
    };
    assert_eq!(fee(json!({ "hasPhoneOrderFee": false })).await, 0, "the call centre leaves it out");
    assert_eq!(fee(json!({ "hasPhoneOrderFee": true })).await, 0.99);
    assert_eq!(fee(json!({ "shopId": "14" })).await, 0, "where nothing is sold on the web");
    let mine = json!({ "customerSegment": 2, "hasPhoneOrderFee": true, "buyerId": "7", "deliveryContact": { "subscribedToLoyalty": true } });
    let claims = price_as(&app, None, &order(&[pizza], mine)).await;
    assert_eq!(claims["phoneOrderFee"], 0, "nobody else's word counts");
});

store_contract!(who_turns_of_age_on_the_day_of_a_preorder_may_have_a_beer, |db| async move {
    let folder = folder();
    let app = started(&db, "2026-11-23 18:00", &folder).await;
    let beer = [line("b", "9005", "100", 1, &[])];
    let lines = async |due: Value| {
        let cart = cart("pickup", &beer, &json!({ "preOrderTime": due }));
        price_as(&app, Some(app.bearer("adult")), &cart).await["orderItems"].as_array().map(Vec::len)
    };
    assert_eq!(lines(json!(null)).await, Some(0));
    assert_eq!(lines(json!("2026-11-24 18:00")).await, Some(1));
});

store_contract!(a_credential_that_nobody_has_is_no_guest, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let cart = cart("pickup", &[], &json!({}));
    let stranger = Answer::read(post_as(&app, CART, Some("stranger"), &cart).await).await;
    assert_eq!((stranger.status.as_u16(), stranger.code()), (401, "users/unauthorized"));
    let stale = app.http.post(app.url(CART)).header("cookie", "ovelle=ended").body(cart.to_string());
    let stale = stale.send().await.unwrap();
    assert!(header(&stale, "set-cookie").starts_with("ovelle=;"), "{}", header(&stale, "set-cookie"));
    let stale = Answer::read(stale).await;
    assert_eq!((stale.status.as_u16(), stale.code()), (401, "users/unauthorized"), "a stale session is no guest here");
});

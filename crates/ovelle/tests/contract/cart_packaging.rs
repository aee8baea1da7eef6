//! Delivery without packaging: when it may be had, and what it takes off.

use serde_json::{Value, json};
use testkit::{app::TestApp, store_contract};

use crate::{
    carts::{CART, cart, example, line, post},
    folder::{at, shop},
};

// spec: CK-22
store_contract!(packaging_is_left_out_where_everything_allows_it, |db| async move {
    let restaurants = json!([
        shop("12", "Kaisaniemi", &json!({ "deliveryWithoutPackaging": true })),
        shop("13", "Nokia", &json!({}))
    ]);
    let settings = json!({ "withoutPackaging": { "enabled": true, "discount": 0.5, "endWeekday": 3 } });
    let free = json!([{ "campaignId": "ilmainen", "kind": "freeDelivery", "name": "Ilmainen kuljetus", "minimumOrderValue": 40 }]);
    let mut menu: Value =
        serde_json::from_str(include_str!("../../../chain/tests/fixtures/example/menu.json")).unwrap();
    let bottle = json!({ "productId": "3025", "productCategoryId": "drink", "name": "Pullo", "ingredients": [],
        "sizes": [{ "sizeId": "900", "price": 2 }] });
    menu["products"].as_array_mut().unwrap().push(bottle);
    let files = [("restaurants.json", restaurants), ("settings.json", settings), ("menu.json", menu)];
    let folder = example(&free, &files);
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let medium = |quantity| line("a", "3001", "101", quantity, &[]);
    let asked = |order_type: &str, lines: &[Value], fields: Value| {
        let mut cart = cart(order_type, lines, &json!({ "deliveryWithoutPackaging": true }));
        for (name, value) in fields.as_object().unwrap() {
            cart[name] = value.clone();
        }
        cart
    };
    let of_app = async |app: &TestApp, cart: Value| {
        let priced = post(app, CART, &cart).await.body;
        let is = |name: &str| priced[name].as_bool().unwrap_or_else(|| panic!("{name} in {priced}"));
        let fee = priced["pricingDetails"]["shippingChargesTotal"].as_f64().unwrap();
        (is("deliveryWithoutPackagingAvailable"), is("deliveryWithoutPackaging"), fee)
    };
    let of = async |cart: Value| of_app(&app, cart).await;
    assert_eq!(of(asked("delivery", &[medium(1)], json!({}))).await, (true, true, 8.4));
    let unasked = asked("delivery", &[medium(2)], json!({ "deliveryWithoutPackaging": false }));
    assert_eq!(of(unasked).await, (true, false, 8.9));
    let large = line("b", "3001", "102", 1, &[]);
    for (why, cart, fee) in [
        ("it is fetched", asked("pickup", &[medium(1)], json!({})), 0.0),
        ("the restaurant does not do it", asked("delivery", &[medium(1)], json!({ "shopId": "13" })), 8.9),
        ("it is for later", asked("delivery", &[medium(1)], json!({ "preOrderTime": "2026-11-25 18:00" })), 8.9),
        ("a family pizza needs its box", asked("delivery", &[medium(1), large], json!({})), 8.9),
        ("a bottle is of no size", asked("delivery", &[medium(1), line("d", "3025", "900", 1, &[])], json!({})), 8.9),
        ("three are too many", asked("delivery", &[medium(3)], json!({})), 8.9),
        (
            "nothing is left of the fee",
            asked("delivery", &[medium(2), line("c", "3020", "100", 5, &[])], json!({})),
            0.0,
        ),
        ("there is no pizza", asked("delivery", &[line("c", "3020", "100", 1, &[])], json!({})), 8.9),
    ] {
        assert_eq!(of(cart).await, (false, false, fee), "{why}");
    }
    app.clock.turn_to(at("2026-11-27 18:00"));
    assert_eq!(of(asked("delivery", &[medium(1)], json!({}))).await, (false, false, 8.9), "after the last weekday");
    for (rule, found) in [
        (json!({ "enabled": true, "discount": 0.5 }), (true, true, 8.4)),
        (json!({ "enabled": false, "discount": 0.5 }), (false, false, 8.9)),
    ] {
        folder.write("settings.json", &json!({ "withoutPackaging": rule }));
        let app = folder.setup("2026-11-27 18:00").start(&db).await;
        assert_eq!(of_app(&app, asked("delivery", &[medium(1)], json!({}))).await, found, "{rule}");
    }
});

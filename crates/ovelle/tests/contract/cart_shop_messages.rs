//! What is said of a cart as a whole, and why its restaurant does not take it: rows 1 to 10 of the table of messages.

use serde_json::{Value, json};
use testkit::{app::TestApp, store_contract};

use crate::{
    carts::{cart, example, line, price},
    folder::{Folder, at, daily, shop},
};

/// A restaurant that is open 10–22, delivers 11–21 and sells on the web until 21:30; and others, each of which lacks something.
fn folder() -> Folder {
    let hours = json!({ "shopOpeningHours": [daily(1, "10:00", "22:00"), daily(2, "11:00", "21:00"), daily(4, "10:00", "21:30")] });
    let restaurants = json!([
        shop("12", "Kaisaniemi", &hours),
        shop("13", "Suljettu", &json!({ "isActive": false, "hasWebsale": false })),
        shop("14", "Ei verkossa", &json!({ "hasWebsale": false })),
        shop("15", "Ei listalla", &json!({ "externalId": "8888" })),
        shop("16", "Ei kuljeta", &json!({ "hasDelivery": false, "hasEatin": false })),
        shop("17", "Ei ennakkoon", &json!({ "acceptsPreorders": false })),
    ]);
    example(&json!([]), &[("restaurants.json", restaurants)])
}

fn message(code: &str, text: &str, display_kind: u8, metadata: &Value) -> Value {
    json!({ "messageCode": code, "message": text, "displayKind": display_kind, "metadata": metadata })
}

/// The messages of a cart with a line in it, with these fields.
async fn messages(app: &TestApp, order_type: &str, fields: &Value) -> Value {
    let priced = price(app, &cart(order_type, &[line("a", "3001", "101", 1, &[])], fields)).await;
    let messages = priced["validationResult"]["messages"].clone();
    assert_eq!(priced["validationResult"]["isValid"], messages == json!([]));
    assert_eq!(priced["orderItems"][0]["price"], 12.9, "it is priced all the same");
    messages
}

const NO_DELIVERY: &str = "Väliaikaisesti ei kuljetusta";
const NO_PREORDER: &str = "Ravintola ei ota vastaan ennakkotilauksia valitulle ajalle.";

// spec: ER-06
store_contract!(a_cart_without_lines_is_empty, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let empty = message("cart/empty", "Ostoskorisi on tyhjä.", 2, &json!({}));
    let priced = price(&app, &cart("delivery", &[], &json!({}))).await;
    assert_eq!(priced["validationResult"], json!({ "isValid": false, "messages": [empty] }));
    assert_eq!(
        (&priced["payable"], &priced["pricingDetails"]["shippingChargesTotal"]),
        (&json!(0), &json!(0)),
        "no fee"
    );
    let gone = price(&app, &cart("pickup", &[line("a", "nothing", "101", 1, &[])], &json!({}))).await;
    assert_eq!(gone["validationResult"]["messages"][0], empty, "nor one that nothing is left of");
    assert_eq!(gone["orderItems"], json!([]));
});

// spec: CK-17, ER-07, ER-08, ER-10, ER-11, ER-12
store_contract!(a_restaurant_says_why_it_takes_no_order_now, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let of = async |order_type: &str, shop: &str| messages(&app, order_type, &json!({ "shopId": shop })).await;
    for (order_type, shop, code, text) in [
        ("pickup", "13", "shop/offline", "Ravintola on suljettu"),
        ("pickup", "14", "shop/not-online", "Väliaikaisesti ei verkkokauppatilauksia"),
        ("pickup", "15", "shop/not-online", "Väliaikaisesti ei verkkokauppatilauksia"),
        ("delivery", "16", "shop/delivery-method-not-available", NO_DELIVERY),
        ("eatin", "16", "shop/delivery-method-not-available", "Toimitustapa ei ole käytettävissä tässä ravintolassa."),
    ] {
        assert_eq!(of(order_type, shop).await, json!([message(code, text, 1, &json!({}))]), "{shop}");
    }
    assert_eq!(of("delivery", "12").await, json!([]));
    app.clock.turn_to(at("2026-11-24 21:00"));
    let not_now = message("shop/delivery/not-possible-at-the-time", NO_DELIVERY, 2, &json!({}));
    assert_eq!(of("delivery", "12").await, json!([not_now]));
    let later = json!({ "preOrderTime": "2026-11-25 10:30" });
    let not_then = message("shop/delivery/not-possible-at-the-time", NO_PREORDER, 1, &json!({}));
    assert_eq!(messages(&app, "delivery", &later).await, json!([not_then]), "a banner");
    assert_eq!(of("pickup", "12").await, json!([]));
    app.clock.turn_to(at("2026-11-24 21:30"));
    let closed = "Valitettavasti valitsemasi ravintola ei ole enää auki. Valitse toinen ravintola ja yritä uudelleen.";
    for order_type in ["delivery", "pickup", "eatin"] {
        assert_eq!(of(order_type, "12").await, json!([message("shop/is-closed", closed, 2, &json!({}))]));
    }
});

// spec: ER-13, OS-69, OS-72
store_contract!(a_restaurant_says_why_it_takes_no_preorder, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let of = async |order_type: &str, shop: &str, time: &str| {
        messages(&app, order_type, &json!({ "shopId": shop, "preOrderTime": time })).await
    };
    let too_soon = "Valitsemasi aika on liian lähellä. Valitse myöhempi aika.";
    let first = |time: &str| json!({ "firstTime": time });
    for (order_type, shop, time, wanted) in [
        ("pickup", "12", "2026-11-24 14:10", message("preorder/time-not-valid", NO_PREORDER, 1, &json!({}))),
        ("pickup", "12", "2026-12-01 14:00", message("preorder/time-not-valid", NO_PREORDER, 1, &json!({}))),
        ("pickup", "12", "2026-11-24 13:00", message("preorder/too-soon", too_soon, 1, &first("2026-11-24 13:15"))),
        ("pickup", "12", "2026-11-20 14:00", message("preorder/too-soon", too_soon, 1, &first("2026-11-24 13:15"))),
        ("pickup", "17", "2026-11-24 13:00", message("preorder/too-soon", too_soon, 1, &json!({ "firstTime": null }))),
        (
            "delivery",
            "12",
            "2026-11-25 10:30",
            message("shop/delivery/not-possible-at-the-time", NO_PREORDER, 1, &json!({})),
        ),
        ("delivery", "12", "2026-11-25 11:15", message("preorder/not-available", NO_PREORDER, 1, &json!({}))),
        ("pickup", "12", "2026-11-24 21:45", message("preorder/not-available", NO_PREORDER, 1, &json!({}))),
        ("pickup", "17", "2026-11-24 14:00", message("preorder/not-available", NO_PREORDER, 1, &json!({}))),
    ] {
        assert_eq!(of(order_type, shop, time).await, json!([wanted]), "{order_type} {shop} {time}");
    }
    for (order_type, time) in
        [("pickup", "2026-11-24 13:15"), ("pickup", "2026-11-24 21:30"), ("delivery", "2026-11-25 11:30")]
    {
        assert_eq!(of(order_type, "12", time).await, json!([]), "{order_type} {time}");
    }
});

// spec: ER-14
store_contract!(an_address_outside_of_all_areas_costs_what_the_restaurant_says, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let to = |lat: f64| json!({ "deliveryContact": { "coordinates": { "lat": lat, "lng": 24.95 } } });
    let outside = message(
        "shop/delivery/outside-of-range",
        "Osoitteesi on liian kaukana hakemastasi ravintolasta.",
        1,
        &json!({}),
    );
    assert_eq!(messages(&app, "delivery", &to(60.25)).await, json!([outside]));
    assert_eq!(messages(&app, "delivery", &to(60.17)).await, json!([]));
    assert_eq!(messages(&app, "pickup", &to(60.25)).await, json!([]), "nobody goes there");
    // After a reason of the restaurant's own.
    app.clock.turn_to(at("2026-11-24 22:30"));
    let both = messages(&app, "delivery", &to(60.25)).await;
    assert_eq!((&both[0]["messageCode"], &both[1]), (&json!("shop/is-closed"), &outside));
});

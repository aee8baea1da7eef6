//! Delivery fees that a token holds for a cart, and what is said where it does not.

use serde_json::{Value, json};
use testkit::{app::TestApp, store_contract};

use crate::{
    carts::{cart, example, line, post, price},
    folder::{Folder, at},
};

const TOKEN: &str = "/api/pricing/delivery-price-token";

/// An area in which delivery costs a euro more from 18 to 19.
fn folder() -> Folder {
    let areas = json!([{
        "shopId": "12", "zoneId": "12-1", "polygon": [[24.92, 60.16], [24.98, 60.16], [24.98, 60.19], [24.92, 60.19]],
        "fee": 8.9, "preorderFee": 5.9, "timedFees": [{ "from": "18:00", "until": "19:00", "fee": 9.9 }],
    }]);
    example(&json!([]), &[("areas.json", areas)])
}

fn here() -> Value {
    json!({ "lat": 60.1741, "lng": 24.9536 })
}

async fn token(app: &TestApp, due: &Value) -> Value {
    let body = json!({ "shopId": "12", "zoneId": "12-1", "deliveryZoneVersion": "V1", "coordinates": here(), "preorderDateTime": due });
    let answer = post(app, TOKEN, &body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body["token"].clone()
}

/// What delivery costs a cart with these fields, and the code and kind of its only message, if there is one.
async fn delivery(app: &TestApp, fields: &Value) -> (f64, Value) {
    let priced = price(app, &cart("delivery", &[line("a", "3001", "101", 1, &[])], fields)).await;
    let messages = &priced["validationResult"]["messages"];
    assert!(messages.as_array().is_some_and(|all| all.len() < 2), "{messages}");
    (priced["pricingDetails"]["shippingChargesTotal"].as_f64().expect("a fee"), messages[0].clone())
}

// spec: PR-09
store_contract!(a_token_holds_its_fee_until_it_is_too_old, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 17:58").start(&db).await;
    let held = token(&app, &json!(null)).await;
    let sent = json!({ "deliveryPriceToken": held, "deliveryContact": { "coordinates": here() } });
    assert_eq!(delivery(&app, &sent).await, (8.9, json!(null)));
    app.clock.turn_to(at("2026-11-24 18:12"));
    assert_eq!(delivery(&app, &sent).await, (8.9, json!(null)), "though it costs 9.90 by now");
    assert_eq!(
        delivery(&app, &json!({ "deliveryPriceToken": held })).await,
        (8.9, json!(null)),
        "the token's own place counts"
    );
    assert_eq!(delivery(&app, &json!({ "deliveryContact": { "coordinates": here() } })).await, (9.9, json!(null)));
    app.clock.turn_to(at("2026-11-24 18:13"));
    let text = "Kuljetusmaksu on muuttunut. Tarkista se ja yritä uudelleen.";
    let said = |code: &str| json!({ "messageCode": code, "message": text, "displayKind": 2, "metadata": {} });
    assert_eq!(delivery(&app, &sent).await, (9.9, said("delivery/price-token-expired")));

    let other = json!({ "shopId": "12", "zoneId": "12-1", "coordinates": here() });
    for (field, value, status) in [("shopId", "99", 422), ("zoneId", "12-9", 422), ("deliveryZoneVersion", "V2", 409)] {
        let mut other = other.clone();
        other[field] = json!(value);
        assert_eq!(post(&app, TOKEN, &other).await.status, status, "{field}");
    }
    let held = token(&app, &json!(null)).await;
    let forged = held.as_str().unwrap().replace(&held.as_str().unwrap()[8..9], "-");
    let elsewhere = json!({ "coordinates": { "lat": 60.1742, "lng": 24.9536 } });
    for fields in [
        json!({ "deliveryPriceToken": forged, "deliveryContact": { "coordinates": here() } }),
        json!({ "deliveryPriceToken": "", "deliveryContact": { "coordinates": here() } }),
        json!({ "deliveryPriceToken": held, "deliveryContact": elsewhere }),
    ] {
        assert_eq!(delivery(&app, &fields).await, (9.9, said("delivery/price-token-invalid")), "{fields}");
    }
    let later = json!({ "deliveryPriceToken": held, "deliveryContact": { "coordinates": here() }, "preOrderTime": "2026-11-25 18:00" });
    assert_eq!(delivery(&app, &later).await.1, said("delivery/price-token-invalid"), "it is of another time");
    let of_then = json!({ "deliveryPriceToken": token(&app, &json!("2026-11-25 20:00")).await, "preOrderTime": "2026-11-25 20:00" });
    assert_eq!(delivery(&app, &of_then).await, (5.9, json!(null)));
});

//! What of a cart is refused before it is priced: each fault with its path.

use serde_json::{Value, json};
use testkit::store_contract;

use crate::carts::{CART, cart, example, line, post};

store_contract!(what_does_not_fit_is_named_by_its_path, |db| async move {
    let folder = example(&json!([]), &[]);
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let of = |fields: Value| cart("pickup", &[line("a", "3001", "101", 1, &[])], &fields);
    let of_line = |field: &str, value: Value| {
        let mut other = line("d", "3001", "101", 1, &[]);
        other[field] = value;
        let usual = |uuid| line(uuid, "3001", "101", 1, &[]);
        cart("pickup", &[usual("a"), usual("b"), usual("c"), other], &json!({}))
    };
    let many =
        |length: usize| -> Vec<Value> { (0..length).map(|at| line(&at.to_string(), "3020", "100", 1, &[])).collect() };
    for (body, path) in [
        (json!([]), ""),
        (json!({}), "shopId"),
        (json!({ "shopId": "12", "orderItems": [] }), "deliveryType"),
        (json!({ "shopId": "12", "deliveryType": 0 }), "orderItems"),
        (of(json!({ "shopId": "99" })), "shopId"),
        (of(json!({ "shopId": 12 })), "shopId"),
        (of(json!({ "orderType": "drone" })), "orderType"),
        (of(json!({ "preOrderTime": "2026-11-24T18:00" })), "preOrderTime"),
        (of(json!({ "preOderTime": "2027-03-28 03:30" })), "preOderTime"),
        (of(json!({ "promotionCodes": vec!["a"; 6] })), "promotionCodes"),
        (of(json!({ "promotionCodes": ["a", "b".repeat(65)] })), "promotionCodes[1]"),
        (of(json!({ "avoidAllergens": ["milk", "gold"] })), "avoidAllergens"),
        (of(json!({ "shippingInstruction": "ä".repeat(501) })), "shippingInstruction"),
        (of(json!({ "deliveryContact": { "apartmentNumber": "1".repeat(21) } })), "deliveryContact.apartmentNumber"),
        (of(json!({ "deliveryContact": { "email": 7 } })), "deliveryContact.email"),
        (of(json!({ "deliveryContact": { "coordinates": { "lat": 60.17 } } })), "deliveryContact.coordinates.lng"),
        (cart("pickup", &many(51), &json!({})), "orderItems"),
        (of_line("uuid", json!("b")), "orderItems[3].uuid"),
        (of_line("uuid", json!("d".repeat(65))), "orderItems[3].uuid"),
        (of_line("productId", json!(3001)), "orderItems[3].productId"),
        (of_line("quantity", json!(0)), "orderItems[3].quantity"),
        (of_line("quantity", json!(100)), "orderItems[3].quantity"),
        (
            of_line("ingredients", json!([{ "ingredientId": "1201", "quantity": 21 }])),
            "orderItems[3].ingredients[0].quantity",
        ),
        (of_line("ingredients", json!([{ "quantity": 1 }])), "orderItems[3].ingredients[0].ingredientId"),
        (
            of_line("ingredients", json!(vec![json!({ "ingredientId": "1301", "quantity": 1 }); 41])),
            "orderItems[3].ingredients",
        ),
    ] {
        let answer = post(&app, CART, &body).await;
        assert_eq!((answer.status.as_u16(), answer.code(), answer.field()), (422, "request/invalid", path), "{body}");
    }
    assert_eq!(post(&app, CART, &cart("pickup", &many(50), &json!({}))).await.status, 200);
    let unread = json!({
        "orderID": 7, "buyerId": {}, "redirectToOrderTracking": 3, "notApplicableCampaigns": "x", "globalCampaigns": 1,
        "customerSegment": 2, "colour": "red", "deliveryContact": { "deliveryDistance": "far", "subscribedToLoyalty": "yes" },
    });
    assert_eq!(post(&app, CART, &of(unread)).await.body, post(&app, CART, &of(json!({}))).await.body);
    for query in ["?sf=perhaps", "?explain=2"] {
        let answer = post(&app, &format!("{CART}{query}"), &of(json!({}))).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, &query[1..query.find('=').unwrap()]));
    }
});

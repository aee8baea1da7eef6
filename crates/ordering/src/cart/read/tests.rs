use domain::order::OrderType;
use pricing::CartIngredient;
use serde_json::{Value, json};
use server::extract::from_json;

use super::*;

fn read(body: &Value) -> Result<ReadCart, ApiError> {
    from_json::<CartBody>(body.to_string().as_bytes()).and_then(CartBody::read)
}

/// A cart of a line, with other fields in the place of its own.
fn cart(fields: &Value) -> Value {
    let mut cart = json!({
        "shopId": "12", "deliveryType": 1,
        "orderItems": [{ "uuid": "a", "productId": "3001", "sizeId": "101", "quantity": 2 }],
    });
    for (name, value) in fields.as_object().unwrap() {
        cart[name] = value.clone();
    }
    cart
}

/// A line of a cart, with other fields in the place of its own.
fn lines(fields: &Value) -> Value {
    let mut line = cart(&json!({}))["orderItems"][0].clone();
    for (name, value) in fields.as_object().unwrap() {
        line[name] = value.clone();
    }
    json!({ "orderItems": [line] })
}

fn field(fields: &Value) -> String {
    match read(&cart(fields)) {
        Ok(_) => "none".to_owned(),
        Err(error) => error.body().metadata["field"].as_str().unwrap().to_owned(),
    }
}

#[test]
fn what_is_out_of_bounds_is_named_by_its_path() {
    let long = |length: usize| "ä".repeat(length);
    let many = |length: usize| -> Vec<Value> {
        let line = |at: usize| json!({ "uuid": at.to_string(), "productId": "1", "sizeId": "1", "quantity": 1 });
        (0..length).map(line).collect()
    };
    let doses = |length: usize, quantity: i64| {
        let one = json!({ "ingredientId": "1201", "quantity": quantity });
        lines(&json!({ "ingredients": vec![one; length] }))
    };
    let contact = |name: &str, value: Value| json!({ "deliveryContact": { name: value } });
    for (within, beyond, path) in [
        (json!({ "shopId": "99" }), json!({ "shopId": "x" }), "shopId"),
        (json!({ "shopId": "1" }), json!({ "shopId": 12 }), "shopId"),
        (json!({ "paymentMethod": long(64) }), json!({ "paymentMethod": long(65) }), "paymentMethod"),
        (json!({ "promotionCodes": [long(64)] }), json!({ "promotionCodes": ["a", long(65)] }), "promotionCodes[1]"),
        (json!({ "promotionCodes": vec!["a"; 5] }), json!({ "promotionCodes": vec!["a"; 6] }), "promotionCodes"),
        (json!({ "promotionCodes": [" a "] }), json!({ "promotionCodes": [" "] }), "promotionCodes[0]"),
        (json!({ "avoidAllergens": ["milk"] }), json!({ "avoidAllergens": ["milk", "gold"] }), "avoidAllergens"),
        (json!({ "deliveryPriceToken": null }), json!({ "deliveryPriceToken": long(501) }), "deliveryPriceToken"),
        (
            json!({ "shippingInstruction": long(500) }),
            json!({ "shippingInstruction": long(501) }),
            "shippingInstruction",
        ),
        (json!({ "additionalInfo": long(500) }), json!({ "additionalInfo": long(501) }), "additionalInfo"),
        (json!({ "paymentMethod": "" }), json!({ "paymentMethod": "a\u{0}b" }), "paymentMethod"),
        (json!({ "promotionCodes": ["a\u{200b}"] }), json!({ "promotionCodes": ["a\u{1b}"] }), "promotionCodes[0]"),
        (contact("firstName", json!(long(500))), contact("firstName", json!(long(501))), "deliveryContact.firstName"),
        (contact("city", json!("")), contact("city", json!(7)), "deliveryContact.city"),
        (
            contact("apartmentNumber", json!(long(20))),
            contact("apartmentNumber", json!(long(21))),
            "deliveryContact.apartmentNumber",
        ),
        (
            contact("coordinates", json!({ "lat": 90, "lng": -180 })),
            contact("coordinates", json!({ "lat": 90.1, "lng": 0 })),
            "deliveryContact.coordinates.lat",
        ),
        (
            contact("coordinates", json!(null)),
            contact("coordinates", json!({ "lat": 60 })),
            "deliveryContact.coordinates.lng",
        ),
        (json!({ "orderItems": many(50) }), json!({ "orderItems": many(51) }), "orderItems"),
        (lines(&json!({ "uuid": long(64) })), lines(&json!({ "uuid": long(65) })), "orderItems[0].uuid"),
        (lines(&json!({ "uuid": "a" })), lines(&json!({ "uuid": "\u{1b}@" })), "orderItems[0].uuid"),
        (lines(&json!({ "uuid": "" })), lines(&json!({ "uuid": "a\u{202e}" })), "orderItems[0].uuid"),
        (lines(&json!({ "productId": "nobody's" })), lines(&json!({ "productId": null })), "orderItems[0].productId"),
        (lines(&json!({ "sizeId": "" })), lines(&json!({ "sizeId": long(65) })), "orderItems[0].sizeId"),
        (lines(&json!({ "quantity": 1 })), lines(&json!({ "quantity": 0 })), "orderItems[0].quantity"),
        (lines(&json!({ "quantity": 99 })), lines(&json!({ "quantity": 100 })), "orderItems[0].quantity"),
        (lines(&json!({ "quantity": 2 })), lines(&json!({ "quantity": 2.5 })), "orderItems[0].quantity"),
        (lines(&json!({ "comboId": long(64) })), lines(&json!({ "comboId": long(65) })), "orderItems[0].comboId"),
        (
            lines(&json!({ "comboCampaignCode": " " })),
            lines(&json!({ "comboCampaignCode": long(65) })),
            "orderItems[0].comboCampaignCode",
        ),
        (lines(&json!({ "addedFrom": "menu" })), lines(&json!({ "addedFrom": long(501) })), "orderItems[0].addedFrom"),
        (doses(40, 20), doses(41, 20), "orderItems[0].ingredients"),
        (doses(1, 0), doses(1, 21), "orderItems[0].ingredients[0].quantity"),
        (doses(1, 1), doses(1, -1), "orderItems[0].ingredients[0].quantity"),
    ] {
        assert_eq!(field(&within), "none", "{within}");
        assert_eq!(field(&beyond), path, "{beyond}");
    }
}

#[test]
fn a_line_has_a_name_of_its_own() {
    let twice = json!([cart(&json!({}))["orderItems"][0], cart(&json!({}))["orderItems"][0]]);
    assert_eq!(field(&json!({ "orderItems": twice })), "orderItems[1].uuid");
}

#[test]
fn what_must_be_there_is_named() {
    let without = |name: &str| {
        let mut cart = cart(&json!({}));
        cart.as_object_mut().unwrap().remove(name);
        read(&cart).unwrap_err().body().metadata["field"].clone()
    };
    assert_eq!(["shopId", "deliveryType", "orderItems"].map(without), ["shopId", "deliveryType", "orderItems"]);
    for name in ["uuid", "productId", "sizeId", "quantity"] {
        let mut cart = cart(&json!({}));
        cart["orderItems"][0].as_object_mut().unwrap().remove(name);
        let error = read(&cart).unwrap_err();
        assert_eq!(error.body().metadata["field"], format!("orderItems[0].{name}"));
    }
}

// spec: CK-33, CK-34
#[test]
fn each_name_has_its_spellings() {
    let wanted = |fields: &Value| {
        let mut cart = cart(fields);
        if cart["deliveryType"] == 1 {
            cart.as_object_mut().unwrap().remove("deliveryType");
        }
        read(&cart).map(|read| (read.cart.order_type.as_str(), read.due.map(|due| due.strftime("%H:%M").to_string())))
    };
    for (fields, order_type) in [
        (json!({ "orderType": "eatin" }), "eatin"),
        (json!({ "deliveryMethod": 2 }), "eatin"),
        (json!({ "deliveryType": "0" }), "pickup"),
        (json!({ "orderType": "delivery", "deliveryType": "drone" }), "delivery"),
        (json!({ "orderType": null, "deliveryType": 0 }), "pickup"),
    ] {
        assert_eq!(wanted(&fields).unwrap().0, order_type, "{fields}");
    }
    for (fields, due) in [
        (json!({ "preOrderTime": "2026-11-24 18:00" }), Some("18:00")),
        (json!({ "preOrderTime": null, "preOderTime": "2026-11-24 18:15" }), Some("18:15")),
        (json!({ "preorderDateTime": "2026-11-24 18:30", "preorderTime": "2026-11-24 18:45" }), Some("18:45")),
        (json!({ "preOrderTime": "", "preorderTime": "2026-11-24 18:45" }), None),
        (json!({}), None),
    ] {
        let read = read(&cart(&fields)).unwrap();
        assert_eq!(read.due.map(|due| due.strftime("%H:%M").to_string()).as_deref(), due, "{fields}");
    }
    assert_eq!(field(&json!({ "deliveryType": "drone" })), "deliveryType");
    assert_eq!(field(&json!({ "deliveryType": true })), "deliveryType");
    assert_eq!(field(&json!({ "orderType": 3 })), "orderType");
    assert_eq!(field(&json!({ "preOrderTime": "2027-03-28 03:30" })), "preOrderTime");
    assert_eq!(field(&json!({ "preorderTime": "tomorrow" })), "preorderTime");
    assert_eq!(field(&json!({ "preorderDateTime": 5 })), "preorderDateTime");
}

// spec: PR-03, PR-04, PR-05
#[test]
fn a_cart_is_read_whole() {
    let fields = json!({
        "promotionCodes": ["KESÄ 5", "kesä5", "oi2m-4k7q-9x1c-b"], "hasPhoneOrderFee": false, "avoidAllergens": ["nuts", "nuts"],
        "shopId": "14", "paymentMethod": "scheme", "preOrderTime": "2026-11-24 18:00", "deliveryWithoutPackaging": true,
        "deliveryPriceToken": "v1.x", "shippingInstruction": "Ovikoodi 2480", "grandTotal": "much",
        "orderID": 7, "buyerId": [], "notApplicableCampaigns": {}, "globalCampaigns": 3, "redirectToOrderTracking": "no",
        "deliveryContact": {
            "firstName": "Aino", "lastName": "Virtanen", "phoneNumber": "040 123 4567", "email": "aino@example.fi", "street": "Liisankatu 12",
            "apartmentNumber": "B 7", "postalCode": "00170", "city": "Helsinki", "coordinates": { "lat": 60.1, "lng": 24.9 },
            "emailMarketingPermission": true, "smsMarketingPermission": false, "deliveryDistance": "far", "subscribedToLoyalty": 3,
        },
        "orderItems": [{
            "uuid": "a", "productId": "3001", "sizeId": "101", "quantity": 4, "comboId": "x", "comboCampaignCode": "PARI", "addedFrom": "menu",
            "ingredients": [{ "ingredientId": "1201", "quantity": 1 }, { "ingredientId": "1201", "quantity": 2, "addedFrom": "extra" }],
        }],
    });
    let read = read(&cart(&fields)).unwrap();
    let codes: Vec<_> = read.cart.promotion_codes.iter().map(PromotionCode::as_str).collect();
    assert_eq!(codes, ["kesä5", "012m4k7q9x1cb"], "small letters, no blanks, none twice");
    let cart = &read.cart;
    assert_eq!(
        (cart.shop.0, cart.order_type, cart.avoid_allergens.as_slice()),
        (14, OrderType::Delivery, &[Allergen::Nuts][..])
    );
    assert!(cart.declines_phone_order_fee && cart.without_packaging);
    assert_eq!(cart.coordinates, LatLng::new(60.1, 24.9).ok());
    let due = read.due.map(|due| due.strftime("%H:%M").to_string());
    let texts = [cart.payment_method.as_deref(), read.price_token.as_deref(), due.as_deref()];
    assert_eq!(texts, ["scheme", "v1.x", "18:00"].map(Some));
    let text = |text: &str| Some(text.to_owned());
    let contact = Contact {
        instruction: Some(("Ovikoodi 2480".to_owned(), "shippingInstruction")),
        first_name: text("Aino"),
        last_name: text("Virtanen"),
        phone_number: text("040 123 4567"),
        email: text("aino@example.fi"),
        street: text("Liisankatu 12"),
        apartment_number: text("B 7"),
        postal_code: text("00170"),
        city: text("Helsinki"),
        email_marketing_permission: Some(true),
        sms_marketing_permission: Some(false),
    };
    assert_eq!(read.contact, contact);
    let line = &cart.lines[0];
    assert_eq!((&*line.id, line.product.as_str(), line.size.as_str(), line.quantity), ("a", "3001", "101", 4));
    assert_eq!(line.combo.as_ref().map(|combo| &*combo.id), Some("x"));
    assert_eq!(line.combo.as_ref().and_then(|combo| combo.code.as_ref()).map(PromotionCode::as_str), Some("pari"));
    let dose = |one: &CartIngredient| (one.ingredient.to_string(), one.quantity, one.added_from.clone());
    let doses: Vec<_> = line.ingredients.iter().flatten().map(dose).collect();
    assert_eq!(doses, [("1201".to_owned(), 1, None), ("1201".to_owned(), 2, text("extra"))]);
}

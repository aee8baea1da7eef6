//! What people write: nothing hides in what is printed, mailed or sent to a kitchen.

use deps::Clock;
use domain::{
    order::Customer,
    staff::{Role, Roles},
};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    kitchen::{Answer, Registered},
    staff::StaffClient,
    store_contract,
};

use crate::{
    carts::{CART, cart, codes, example, line, post},
    folder::Folder,
    track, tracking_path,
};

const ORDER: &str = "/api/commerce/v2/shoppingcart/order";
/// A character of each kind that may not be written, and one of which nothing is seen.
const HIDDEN: [&str; 10] =
    ["\u{0}", "\u{1b}", "\u{7f}", "\t", "\u{202e}", "\u{2067}", "\u{200b}", "\u{200d}", "\u{feff}", "\u{ad}"];

fn folder() -> Folder {
    let campaigns =
        json!([{ "campaignId": "kesa", "kind": "amount", "name": "Kesäetu", "amount": 5, "promotionCode": "kesä5" }]);
    example(&campaigns, &[])
}

/// A delivery, with other fields in the place of the usual ones of its contact, and of its own.
fn delivery(contact: &Value, fields: &Value) -> Value {
    let mut order = cart("delivery", &[line("a", "3001", "101", 1, &[])], &json!({ "paymentMethod": "scheme" }));
    order["deliveryContact"] = json!({
        "firstName": "Aino", "lastName": "Virtanen", "phoneNumber": "040 123 4567", "email": "aino@example.fi",
        "street": "Liisankatu 12", "apartmentNumber": "B 7", "postalCode": "00170", "city": "Helsinki",
        "coordinates": { "lat": 60.1741, "lng": 24.9536 },
    });
    for (name, value) in contact.as_object().unwrap() {
        order["deliveryContact"][name] = value.clone();
    }
    for (name, value) in fields.as_object().unwrap() {
        order[name] = value.clone();
    }
    order
}

/// The field that refuses an order, and its rule.
async fn fault(app: &TestApp, order: &Value) -> (String, String) {
    let answer = post(app, ORDER, order).await;
    assert_eq!(answer.status, 422, "{order}: {}", answer.body);
    (answer.field().to_owned(), answer.body["metadata"]["rule"].as_str().unwrap_or_default().to_owned())
}

async fn placed(app: &TestApp, order: &Value) -> Registered {
    let answer = post(app, ORDER, order).await;
    assert_eq!(answer.status, 201, "{order}: {}", answer.body);
    let text = |name: &str| answer.body[name].as_str().unwrap().to_owned();
    Registered { id: text("orderId"), key: text("orderKey") }
}

/// Who ordered, as their order keeps it.
async fn customer(app: &TestApp, order: &str) -> Value {
    let order = app.node().store().orders().by_id(order.parse().unwrap()).await.unwrap().unwrap();
    let Customer { name, phone, street_address, apartment_number, city, postal_code, shipping_instruction, .. } =
        order.customer;
    json!({
        "name": name, "phone": phone, "streetAddress": street_address, "apartmentNumber": apartment_number, "city": city,
        "postalCode": postal_code, "shippingInstruction": shipping_instruction,
    })
}

store_contract!(what_hides_in_an_order_refuses_it, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").flag("--orders-per-address=0").start(&db).await;
    for field in ["firstName", "lastName", "street", "apartmentNumber", "postalCode", "city"] {
        for hidden in HIDDEN.iter().chain(&["\n", "\r\n", "\u{2028}", "\u{85}"]) {
            let order = delivery(&json!({ field: format!("Ai{hidden}no 5") }), &json!({}));
            let wanted = (format!("deliveryContact.{field}"), "characters".to_owned());
            assert_eq!(fault(&app, &order).await, wanted, "{hidden:?}");
        }
    }
    for field in ["shippingInstruction", "additionalInfo"] {
        for hidden in HIDDEN {
            let order = delivery(&json!({}), &json!({ field: format!("Ovikoodi{hidden} 1234") }));
            assert_eq!(fault(&app, &order).await, (field.to_owned(), "characters".to_owned()), "{hidden:?}");
        }
    }
    for (contact, field, rule) in [
        (json!({ "street": "Liisankatu 12\n\nMaksusi on palautettu, avaa evil.example." }), "street", "characters"),
        (json!({ "firstName": "\u{200b}" }), "firstName", "characters"),
        (json!({ "firstName": " \u{a0} " }), "firstName", "required"),
        (json!({ "phoneNumber": "+-- --" }), "phoneNumber", "short"),
        (json!({ "phoneNumber": "040\u{1b}1234567" }), "phoneNumber", "characters"),
        (json!({ "email": "a@b..fi" }), "email", "invalid"),
        (json!({ "email": "a,c@d.fi" }), "email", "invalid"),
        (json!({ "email": "a..c@d.fi" }), "email", "invalid"),
        (json!({ "email": "a@d-.fi" }), "email", "invalid"),
        (json!({ "email": "a@d.fi\r\nBcc: b@d.fi" }), "email", "characters"),
    ] {
        let wanted = (format!("deliveryContact.{field}"), rule.to_owned());
        assert_eq!(fault(&app, &delivery(&contact, &json!({}))).await, wanted, "{contact}");
    }
    // A cart is priced while it is written.
    let cart = delivery(&json!({ "firstName": "\u{200b}" }), &json!({}));
    assert_eq!(post(&app, CART, &cart).await.status, 200);
});

store_contract!(what_was_written_is_kept_in_one_spelling, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").flag("--orders-per-address=0").start(&db).await;
    let contact = json!({
        "firstName": "  Aino  Ma\u{308}ki ", "lastName": "👩\u{200d}🍳", "phoneNumber": "\u{202d}040 123 4567\u{202c}",
        "email": "aino@m\u{e4}kel\u{e4}.fi", "street": "Liisankatu\u{a0}12", "apartmentNumber": " B  7 ",
    });
    let fields = json!({ "paymentMethod": "scheme", "additionalInfo": "Ovikoodi 1234 \r\n\r\n  soita " });
    let order = delivery(&contact, &fields);
    let answer = post(&app, ORDER, &order).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let page = answer.body["payment"]["redirectUrl"].as_str().unwrap();
    app.http.post(page).body("choice=pay").send().await.unwrap();
    let text = |name: &str| answer.body[name].as_str().unwrap().to_owned();
    let customer = customer(&app, &text("orderId")).await;
    for (name, written) in [
        ("name", "Aino Mäki 👩\u{200d}🍳"),
        ("phone", "040 123 4567"),
        ("streetAddress", "Liisankatu 12"),
        ("apartmentNumber", "B 7"),
        ("shippingInstruction", "Ovikoodi 1234\nsoita"),
    ] {
        assert_eq!(customer[name], written, "{name}: {customer}");
    }
    let mails = app.mails_of("order-receipt", 1).await;
    assert_eq!(mails[0]["to"], "aino@xn--mkel-load.fi", "{}", mails[0]);
    let both = delivery(
        &json!({ "phoneNumber": "040 765 4321" }),
        &json!({ "shippingInstruction": "a", "additionalInfo": "b\u{1b}" }),
    );
    placed(&app, &both).await;
});

store_contract!(a_code_is_one_however_it_is_written, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").flag("--orders-per-address=0").start(&db).await;
    for code in ["kesä5", "kesa\u{308}5", "KESA\u{308}-5", "ke\u{ad}sä\u{200b}5"] {
        let cart = cart("pickup", &[line("a", "3001", "101", 1, &[])], &json!({ "promotionCodes": [code] }));
        let priced = post(&app, CART, &cart).await.body;
        assert_eq!((codes(&priced), &priced["promotionCodes"]), (vec![], &json!(["kesä5"])), "{code:?}");
    }
    let cart = cart("pickup", &[], &json!({ "promotionCodes": ["a", "kes\u{1b}a"] }));
    let answer = post(&app, CART, &cart).await;
    let rule = &answer.body["metadata"]["rule"];
    assert_eq!((answer.status.as_u16(), answer.field(), rule), (422, "promotionCodes[1]", &json!("characters")));
});

store_contract!(what_a_kitchens_program_passes_on_is_cleaned, |db| async move {
    let app = TestApp::start(&db).await;
    let hidden = HIDDEN.concat();
    let registered = json!({
        "customer": {
            "name": format!(" Aino{hidden} "), "phone": format!("{hidden}+358 40 000 0000"),
            "streetAddress": "Vilhonkatu 4\nMaksettu", "city": "\u{202e}Helsinki", "postalCode": "00100\u{200b}",
            "apartmentNumber": "\u{200b}", "shippingInstruction": "Ovikoodi\u{1b} 2480\r\n\r\nsoita",
        },
        "orderItems": [{
            "name": "Pep\u{1b}peroni\u{0}", "quantity": 1, "itemPrice": 10, "sizeName": "Iso\u{200b}", "description": "a\nb",
            "ingredients": [{ "name": "Oliivi\u{7f}" }],
        }],
    });
    let order = app.kitchen().register(&registered).await;
    let (tracked, customer) = (track(&app, &order).await, customer(&app, &order.id).await);
    for (name, written) in [
        ("name", json!("Aino")),
        ("phone", json!("+358 40 000 0000")),
        ("streetAddress", json!("Vilhonkatu 4 Maksettu")),
        ("city", json!("Helsinki")),
        ("postalCode", json!("00100")),
        ("apartmentNumber", json!(null)),
        ("shippingInstruction", json!("Ovikoodi 2480\nsoita")),
    ] {
        assert_eq!(customer[name], written, "{name}: {customer}");
    }
    let item = &tracked["orderItems"][0];
    assert_eq!((&item["name"], &item["sizeName"]), (&json!("Pepperoni"), &json!("Iso")), "{item}");
    let note = json!({ "status": 13, "note": "Uuni\u{1b} on\nrikki." });
    assert_eq!(app.kitchen().try_report_status(&order.id, &note).await.status, 200);
    let told = track(&app, &order).await.to_string();
    assert!(told.contains("Uuni on rikki."), "{told}");
});

store_contract!(names_of_batches_and_cars_are_what_can_be_seen_of_them, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let kitchen = app.kitchen();
    let batch = "/api/dispatch/batches/il%E2%80%AEta%E2%80%8B-17";
    let put = json!({ "carId": "a\u{202e}uto\u{200b} 3\u{1b}", "stops": [order.id] });
    let answer = kitchen.call(Method::PUT, batch, &put).await;
    assert_eq!((&answer.body["batchId"], &answer.body["carId"]), (&json!("ilta-17"), &json!("auto 3")));
    assert_eq!(kitchen.call(Method::POST, "/api/dispatch/batches/ilta-17/depart", &json!({})).await.status, 200);
    let at = json!({ "lat": 60.17, "lng": 24.95, "at": app.clock.now() });
    let driven = kitchen.call(Method::POST, "/api/dispatch/cars/auto%E2%80%8B%203/positions", &at).await;
    assert_eq!(driven.body, json!({ "accepted": 1, "stale": 0 }));
    let seen = kitchen.call(Method::GET, &format!("/api/dispatch/orders/{}", order.id), &Value::Null).await.body;
    assert_eq!((&seen["batchId"], &seen["carId"]), (&json!("ilta-17"), &json!("auto 3")));
    for nameless in ["%E2%80%8B", "%00"] {
        let answer = kitchen.call(Method::PUT, &format!("/api/dispatch/batches/{nameless}"), &put).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, "batchId"), "{nameless}");
    }
});

store_contract!(a_letter_that_bears_ninety_marks_refuses_an_order, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 18:00").start(&db).await;
    let towering = format!("A{}ino", "\u{335}".repeat(90));
    let found = fault(&app, &delivery(&json!({ "firstName": towering }), &json!({}))).await;
    assert_eq!(found, ("deliveryContact.firstName".to_owned(), "characters".to_owned()));
    let named = json!({ "customer": {
        "name": towering, "streetAddress": "Vilhonkatu 4", "postalCode": "00100", "city": "Helsinki",
    } });
    let registered = app.kitchen().register(&named).await;
    let kept = customer(&app, &registered.id).await;
    assert_eq!(kept["name"], json!(format!("A{}ino", "\u{335}".repeat(8))));
});

store_contract!(what_a_person_of_a_restaurant_writes_hides_nothing, |db| async move {
    let app = Setup::default().start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut cook =
        StaffClient::let_in_as(&app, "kokki@ovelle.example", &[12], Roles::from_iter([Role::Restaurant])).await;
    cook.sign_in().await;
    let note = |note: &str| json!({ "reason": "other", "note": note });
    let reject = format!("/api/staff/orders/{}/reject", order.id);
    let refused = cook.call(Method::POST, &reject, &note("Uuni\u{1b} on rikki.")).await;
    let rule = refused.body["metadata"]["rule"].clone();
    assert_eq!((refused.status.as_u16(), refused.field(), rule), (422, "note", json!("characters")));
    let until = (app.clock.now() + jiff::SignedDuration::from_mins(30)).to_string();
    let pause = json!({ "until": until, "reason": "Kiire\u{202e}" });
    let refused = cook.call(Method::PUT, "/api/staff/restaurants/12/pause", &pause).await;
    let rule = refused.body["metadata"]["rule"].clone();
    assert_eq!((refused.status.as_u16(), refused.field(), rule), (422, "reason", json!("characters")));
    assert_eq!(cook.call(Method::POST, &reject, &note(" Uuni  on rikki. ")).await.status, 200);
    let text = format!("{}/feedback", tracking_path(&order));
    let give = async |text_of: &str| {
        let body = json!({ "rating": 1, "text": text_of }).to_string();
        Answer::read(app.http.post(app.url(&text)).body(body).send().await.unwrap()).await
    };
    assert_eq!(give("Huono\u{1b}").await.field(), "text");
    assert_eq!(give(" Huono.\n\n\n Ei enää. ").await.body["text"], "Huono.\nEi enää.");
});

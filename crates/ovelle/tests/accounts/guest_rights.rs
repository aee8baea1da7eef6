//! What a guest may ask for whose order is over: by its key and the number that they gave.

use jiff::SignedDuration;
use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::{app::TestApp, customer::CustomerPerson, kitchen::Registered, store_contract};

use crate::{
    brief,
    ordering::Shop,
    scene::{Somebody, order, said, traces},
};

const EXPORT: &str = "/api/commerce/v2/order/export";
const ERASE: &str = "/api/commerce/v2/order/erase";

fn asked(order: &Registered, phone: &str) -> Value {
    json!({ "orderId": order.id, "orderKey": order.key, "phone": phone })
}

/// A guest with an order to their door.
async fn guest(app: &TestApp) -> (CustomerPerson, Registered) {
    let guest = CustomerPerson::stranger(app, "nobody");
    let placed = order(&guest, app, "giftcard", 1).await;
    (guest, placed)
}

store_contract!(a_guest_has_and_erases_what_is_kept_of_them, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let (guest, placed) = guest(&app).await;
    app.mails_of("order-receipt", 1).await;
    for path in [EXPORT, ERASE] {
        let early = guest.post(path, &asked(&placed, "0407654321")).await;
        assert_eq!(brief(&early), (409, "users/open-orders"), "{path}");
    }
    app.kitchen().report_status(&placed.id, 11).await;
    // Long past the end of its tracking.
    app.clock.turn(SignedDuration::from_hours(72));
    assert_eq!(brief(&guest.get(&Somebody::tracking(&placed)).await), (410, "order/expired"));
    for phone in ["0407654321", "+358 40 765 4321"] {
        let export = guest.post(EXPORT, &asked(&placed, phone)).await;
        assert_eq!(export.status, StatusCode::OK, "{}", export.body);
        let (order, contact) = (&export.body["order"], &export.body["contact"]);
        assert_eq!((&order["orderId"], &order["status"]), (&json!(placed.id), &json!(11)));
        assert_eq!(
            (&contact["name"], &contact["apartmentNumber"]),
            (&json!("Zyxteria Qvantfors"), &json!("Xylofoni 7"))
        );
        assert_eq!(export.body["consents"][0], json!({ "what": "emailMarketing", "value": false }));
        assert_eq!(export.body["mails"], json!([]), "the receipt was sent");
        assert!(!export.body.to_string().contains(&placed.key));
    }
    for _ in 0..2 {
        assert_eq!(said(&guest.post(ERASE, &asked(&placed, "0407654321")).await), (204, ""));
    }
    assert_eq!(traces(&db.dump().await), []);
    assert_eq!(app.mails("order-receipt").len(), 0, "their mail is no file any more");
    assert_eq!(brief(&guest.post(EXPORT, &asked(&placed, "0407654321")).await), (410, "order/expired"));
});

store_contract!(another_number_is_a_wrong_key, |db| async move {
    let shop = Shop::new();
    let app = shop.setup().flag("--rate-factor=1").start(&db).await;
    let (guest, placed) = guest(&app).await;
    app.kitchen().report_status(&placed.id, 11).await;
    let foreign = Registered { key: "x".repeat(placed.key.len()), ..placed.clone() };
    for path in [EXPORT, ERASE] {
        for (order, phone) in [(&placed, "0401111111"), (&placed, ""), (&foreign, "0407654321")] {
            assert_eq!(
                brief(&guest.post(path, &asked(order, phone)).await),
                (404, "order/not-found"),
                "{path} {phone}"
            );
        }
    }
    let mut answered = Vec::new();
    for number in 0..8 {
        let guess = guest.post(EXPORT, &asked(&placed, &format!("04000000{number}"))).await;
        answered.push(guess.status.as_u16());
    }
    assert!(answered.contains(&429), "guessing goes on for ever: {answered:?}");
    assert!(traces(&db.dump().await).len() > 3, "nothing was taken away");
});

store_contract!(who_never_paid_may_be_forgotten_too, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let guest = CustomerPerson::stranger(&app, "nobody");
    let waiting = order(&guest, &app, "applepay", 1).await;
    let phone = "0407654321";
    assert_eq!(brief(&guest.post(ERASE, &asked(&waiting, phone)).await), (409, "users/open-orders"));
    let cancel = json!({ "orderId": waiting.id, "orderKey": waiting.key });
    assert_eq!(guest.post("/api/commerce/v2/order/cancel", &cancel).await.status, StatusCode::OK);
    assert_eq!(guest.post(EXPORT, &asked(&waiting, phone)).await.body["order"]["status"], Value::Null);
    assert_eq!(said(&guest.post(ERASE, &asked(&waiting, phone)).await), (204, ""));
    assert_eq!(traces(&db.dump().await), []);
    assert_eq!(brief(&guest.get(&Somebody::tracking(&waiting)).await), (410, "order/expired"));
});

store_contract!(an_order_of_the_dispatchers_has_the_same_rights, |db| async move {
    let app = TestApp::start(&db).await;
    let customer = json!({ "name": "Zyxteria Qvantfors", "phone": "+358 40 765 4321", "streetAddress": "Xylofonikatu 77",
        "city": "Helsinki", "postalCode": "00100" });
    let placed = app.kitchen().register(&json!({ "customer": customer })).await;
    let guest = CustomerPerson::stranger(&app, "nobody");
    app.kitchen().report_status(&placed.id, 11).await;
    let export = guest.post(EXPORT, &asked(&placed, "0407654321")).await;
    assert_eq!(export.body["contact"]["name"], "Zyxteria Qvantfors", "{}", export.body);
    assert_eq!(said(&guest.post(ERASE, &asked(&placed, "0407654321")).await), (204, ""));
    assert_eq!(traces(&db.dump().await), []);
});

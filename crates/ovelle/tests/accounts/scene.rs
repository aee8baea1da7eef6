//! Somebody of whom every table knows something, by words that nobody else has.

use domain::ids::CustomerId;
use jiff::SignedDuration;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::{NewCustomerToken, NewMessage, TokenPurpose};
use testkit::{
    app::TestApp,
    customer::CustomerPerson,
    db::{DumpedRow, TestDb},
    kitchen::{Answer, Registered},
    loyalty::{earn, give},
};

use crate::{
    keyed,
    ordering::{Shop, delivery, pizza, place},
};

pub(crate) const ERASE: &str = "/api/users/me/erase";
pub(crate) const EXPORT: &str = "/api/users/me/export";
pub(crate) const ME: &str = "/api/users/me";

/// Words that stand in the database because of this person alone.
pub(crate) const TRACES: [&str; 10] = [
    "Zyxteria",
    "Qvantfors",
    "0407654321",
    "040 765 4321",
    "zyxteria@ovelle.example",
    "uusi.zyx@ovelle.example",
    "Xylofoni",
    "Kummipoika Zaid",
    "zyxkampanja",
    "1987-06-05",
];

/// The person and what they ordered.
pub(crate) struct Somebody {
    pub(crate) person: CustomerPerson,
    /// Brought to their door, with words of theirs and of the kitchen.
    pub(crate) brought: Registered,
    /// Never paid, and ended.
    pub(crate) unpaid: Registered,
}

impl Somebody {
    /// Registers them, and lets them do all that leaves something behind. Their orders are over.
    pub(crate) async fn live(app: &TestApp) -> Self {
        let person = CustomerPerson::register(app, "zyxteria").await;
        let name = json!({
            "firstName": "Zyxteria", "lastName": "Qvantfors", "phone": "040 765 4321", "birthDate": "1987-06-05",
            "preferredPaymentMethod": { "id": "scheme" }, "smsMarketingPermission": true,
        });
        ok(&person.call(Method::PATCH, ME, &name).await);
        let email = json!({ "email": "uusi.zyx@ovelle.example", "currentPassword": person.password });
        ok(&person.call(Method::PATCH, ME, &email).await);
        let address = json!({
            "streetAddress": "Xylofonikatu 77", "apartmentNumber": "B 9", "zipCode": "00100", "city": "Helsinki",
            "extraInfo": "Kummipoika Zaid avaa", "latitude": "60.17", "longitude": "24.94",
        });
        ok(&keyed(&person, "/api/users/me/addresses", "address-of-zyxteria", &address).await);
        let _program = person.as_program().await;
        let brought = order(&person, app, "giftcard", 1).await;
        ok(&person.post("/api/commerce/v2/favourites/order", &json!(brought.id)).await);
        let failed = json!({ "status": 9, "note": "Zyxteria ei avannut", "staffNote": "Qvantfors nukkui" });
        app.kitchen().report_all(&brought.id, &[1, 3, 4, 8]).await;
        let answer = app.kitchen().try_report_status(&brought.id, &failed).await;
        assert!(answer.status.is_success(), "{}", answer.body);
        app.kitchen().report_all(&brought.id, &[8, 11]).await;
        let feedback = json!({ "rating": 2, "text": "T. Zyxteria Qvantfors" });
        let path = format!("/api/commerce/v2/order-tracking/{}/{}/feedback", brought.id, brought.key);
        ok(&person.post(&path, &feedback).await);
        let unpaid = order(&person, app, "applepay", 2).await;
        let cancel = json!({ "orderId": unpaid.id, "orderKey": unpaid.key });
        ok(&person.post("/api/commerce/v2/order/cancel", &cancel).await);
        unsent(app, &person).await;
        Self { person, brought, unpaid }
    }

    /// Lets them be in the loyalty programme, with a card, a benefit and a spin.
    async fn play(&self, db: &TestDb) {
        self.person.join().await;
        let id = CustomerId(self.person.id.parse().unwrap());
        earn(db.url(), id, 7, 2, 1).await;
        give(db.url(), "7q2m9x4t8w300", Some(id), "freePizza").await;
        ok(&keyed(&self.person, "/api/wheel/spin", "spin-of-zyxteria", &json!({ "clientSeed": "Zyxteria" })).await);
    }

    /// The path at which an order of theirs is tracked.
    pub(crate) fn tracking(order: &Registered) -> String {
        format!("/api/commerce/v2/order-tracking/{}/{}", order.id, order.key)
    }

    /// Erases the account.
    pub(crate) async fn erase(&self, key: &str) -> Answer {
        keyed(&self.person, ERASE, key, &self.confirmed()).await
    }

    /// What says that they mean it.
    pub(crate) fn confirmed(&self) -> Value {
        json!({ "confirm": "POISTA", "currentPassword": self.person.password })
    }
}

/// An order to their door, by a means of payment.
pub(crate) async fn order(person: &CustomerPerson, app: &TestApp, method: &str, quantity: u32) -> Registered {
    let mut order = delivery(&[pizza(quantity)]);
    for (field, text) in [
        ("firstName", "Zyxteria"),
        ("lastName", "Qvantfors"),
        ("phoneNumber", "040 765 4321"),
        ("email", "zyxteria@ovelle.example"),
        ("apartmentNumber", "Xylofoni 7"),
        ("shippingInstruction", "Kummipoika Zaid avaa"),
    ] {
        order["deliveryContact"][field] = text.into();
    }
    order["avoidAllergens"] = json!(["nuts"]);
    order["analyticsData"] = json!({
        "utm_campaign": "zyxkampanja", "consent": { "version": 1, "at": "2026-11-22T10:00:00Z", "marketing": true },
    });
    order["paymentMethod"] = method.into();
    if method != "giftcard" {
        order.as_object_mut().unwrap().remove("paymentOption");
    }
    place(person, app, &order).await
}

/// A mail to them and one about their order that wait to be sent.
async fn unsent(app: &TestApp, person: &CustomerPerson) {
    let (store, now) = (app.node().store(), deps::Clock::now(&app.clock));
    let ready_at = now + SignedDuration::from_hours(24 * 300);
    let payload =
        json!({ "kind": "password-changed", "to": "Zyxteria@ovelle.example", "subject": "", "text": "", "links": [] });
    let message = NewMessage { kind: "mail", payload, ready_at, created_at: now };
    let token = NewCustomerToken {
        sha256: [77; 32],
        purpose: TokenPurpose::UndoEmail,
        email: Some("zyxteria@ovelle.example".to_owned()),
        session: None,
        expires_at: ready_at,
    };
    let id = CustomerId(person.id.parse().unwrap());
    store.customers().add_token(id, token, message, now).await.unwrap();
}

fn ok(answer: &Answer) {
    assert!(answer.status.is_success(), "{}: {}", answer.status, answer.body);
}

/// Where words of the person stand, but in what tells them that they are erased.
pub(crate) fn traces(rows: &[DumpedRow]) -> Vec<(String, &'static str)> {
    let is_farewell = |row: &DumpedRow| row.table == "outbox" && !row.columns_with("account-erased").is_empty();
    let rows: Vec<_> = rows.iter().filter(|row| !is_farewell(row)).collect();
    let mut found = Vec::new();
    for trace in TRACES {
        for row in &rows {
            found.extend(row.columns_with(trace).into_iter().map(|column| (column, trace)));
        }
    }
    found
}

/// A shop, a node and somebody in it.
pub(crate) async fn somebody(db: &TestDb) -> (Shop, TestApp, Somebody) {
    let shop = Shop::new();
    let app = shop.start(db).await;
    let somebody = Somebody::live(&app).await;
    somebody.play(db).await;
    (shop, app, somebody)
}

/// The status and code of an answer without a body, or with one.
pub(crate) fn said(answer: &Answer) -> (u16, &str) {
    if answer.status == StatusCode::NO_CONTENT { (204, "") } else { crate::brief(answer) }
}

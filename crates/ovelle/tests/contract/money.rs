//! What follows from money: mails, refunds, the book; each held against the provider's own.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::TestApp,
    book,
    db::TestDb,
    kitchen::{Answer, Registered},
    store_contract,
};

use crate::{
    carts::{STAFF_TOKEN, cart, example, line, post, post_as},
    folder::Folder,
};

pub(crate) const ORDER: &str = "/api/commerce/v2/shoppingcart/order";

pub(crate) fn folder() -> Folder {
    let campaigns = json!([
        { "campaignId": "kesa", "kind": "amount", "name": "Kesäetu", "amount": 5, "promotionCode": "kesa5" },
        { "campaignId": "kortti", "kind": "amount", "name": "Korttietu", "amount": 2, "promotionCode": "kortti2",
          "paymentMethods": ["scheme", "applepay"] },
    ]);
    let payment = json!({ "giftCards": [{ "number": "3333", "pin": "44", "balance": 5 }] });
    example(&campaigns, &[("payment.json", payment)])
}

pub(crate) async fn started(db: &TestDb, folder: &Folder) -> TestApp {
    folder.setup("2026-11-24 18:00").flag(&format!("--staff-token={STAFF_TOKEN}")).start(db).await
}

/// A pizza to be fetched by somebody, with other fields in the place of the usual ones.
pub(crate) fn pickup(phone: &str, fields: &Value) -> Value {
    let mut order = cart("pickup", &[line("a", "3001", "101", 1, &[])], &json!({ "paymentMethod": "scheme" }));
    order["deliveryContact"] = json!({ "firstName": "Aino", "phoneNumber": phone, "email": "aino@example.fi" });
    for (name, value) in fields.as_object().unwrap() {
        order[name] = value.clone();
    }
    order
}

pub(crate) async fn placed(app: &TestApp, order: &Value) -> (Registered, Value) {
    let answer = post(app, ORDER, order).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let text = |name: &str| answer.body[name].as_str().unwrap().to_owned();
    (Registered { id: text("orderId"), key: text("orderKey") }, answer.body.clone())
}

/// An order that was paid at the provider's page.
pub(crate) async fn paid(app: &TestApp, order: &Value) -> Registered {
    let (order, body) = placed(app, order).await;
    let page = body["payment"]["redirectUrl"].as_str().unwrap();
    let chosen = app.http.post(page).body("choice=pay").send().await.unwrap();
    assert!(chosen.url().query().is_some_and(|query| query.contains("status=OK")), "{}", chosen.url());
    order
}

async fn refund(app: &TestApp, order: &str, key: &str, body: &Value) -> Answer {
    let call = app.http.post(app.url(&format!("/api/staff/orders/{order}/refund"))).bearer_auth(STAFF_TOKEN);
    Answer::read(call.header("Idempotency-Key", key).json(body).send().await.unwrap()).await
}

async fn ledger(app: &TestApp, query: &str) -> Answer {
    let call = app.http.request(Method::GET, app.url(&format!("/api/staff/ledger?{query}")));
    Answer::read(call.bearer_auth(STAFF_TOKEN).send().await.unwrap()).await
}

fn text_of(mail: &Value) -> String {
    mail["text"].as_str().unwrap().replace('\u{a0}', " ")
}

store_contract!(a_receipt_comes_when_the_kitchen_has_the_order, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let with_code = json!({ "promotionCodes": ["kesa5"], "avoidAllergens": ["milk"], "paymentMethod": "onsite" });
    let (onsite, _) = placed(&app, &pickup("04010", &with_code)).await;
    let mails = app.mails_of("order-receipt", 1).await;
    let names: Vec<&String> = mails[0].as_object().unwrap().keys().collect();
    assert_eq!(names, ["kind", "links", "subject", "text", "to"]);
    assert_eq!(
        (&mails[0]["kind"], &mails[0]["to"], &mails[0]["subject"]),
        (&json!("order-receipt"), &json!("aino@example.fi"), &json!(format!("Kuitti tilauksesta {}", onsite.id)))
    );
    let link = app.url(&format!("/tilaus/{}?orderKey={}", onsite.id, onsite.key));
    assert_eq!(mails[0]["links"], json!([link]));
    let text = text_of(&mails[0]);
    for wanted in
        ["24.11.2026 klo 18.00", "Testipizza", "VÄLTETTÄVÄ: MAITO", "Alennus", "−5,00 €", "7,90 €", "Maksetaan: "]
    {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    let (waiting, body) = placed(&app, &pickup("04011", &json!({}))).await;
    assert_eq!(app.mails("order-receipt").len(), 1, "nothing is received yet");
    let page = body["payment"]["redirectUrl"].as_str().unwrap();
    app.http.post(page).body("choice=pay").send().await.unwrap();
    let mails = app.mails_of("order-receipt", 2).await;
    let text = text_of(mails.iter().find(|mail| mail["subject"].as_str().unwrap().ends_with(&waiting.id)).unwrap());
    assert!(text.contains("Maksettu: ") && text.contains("YHTEENSÄ"), "{text}");
    book::settles(db.url(), 10).await;
});

// spec: CK-32
store_contract!(whether_offers_may_come_is_kept_with_the_contact, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    for (number, (fields, wanted)) in [
        (json!({ "emailMarketingPermission": true }), (true, false)),
        (json!({ "smsMarketingPermission": true }), (false, true)),
        (json!({}), (false, false)),
    ]
    .into_iter()
    .enumerate()
    {
        let mut order = pickup(&format!("0409{number}"), &json!({}));
        for (name, value) in fields.as_object().unwrap() {
            order["deliveryContact"][name] = value.clone();
        }
        let (order, _) = placed(&app, &order).await;
        let papers = app.node().store().checkouts().papers(order.id.parse().unwrap()).await.unwrap().unwrap();
        assert_eq!((papers.mail.email_marketing, papers.mail.sms_marketing), wanted, "{fields}");
    }
});

store_contract!(money_goes_back_in_parts_and_no_more_than_was_paid, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let split = json!({ "paymentOption": { "giftCard": { "number": "3333", "pin": "44" } } });
    let order = paid(&app, &pickup("04010", &split)).await;
    let part = json!({ "amount": 2.9, "reason": "Pizza oli kylmä." });
    let first = refund(&app, &order.id, "refund-key-1", &part).await;
    let wanted = json!({ "orderId": order.id, "refunded": 2.9, "refundedTotal": 2.9, "paymentStatus": 2 });
    assert_eq!((first.status.as_u16(), &first.body), (200, &wanted));
    assert_eq!(refund(&app, &order.id, "refund-key-1", &part).await.body, wanted, "the same intent is the same refund");
    let much = refund(&app, &order.id, "refund-key-2", &json!({ "amount": 10.01, "reason": "x" })).await;
    assert_eq!((much.status.as_u16(), much.code()), (409, "payment/refund-too-much"));
    assert_eq!(much.body["message"], "Summa on suurempi kuin maksettu.");
    let rest = refund(&app, &order.id, "refund-key-3", &json!({ "reason": "Kaikki meni pieleen." })).await;
    let wanted = json!({ "orderId": order.id, "refunded": 10, "refundedTotal": 12.9, "paymentStatus": 3 });
    assert_eq!((rest.status.as_u16(), &rest.body), (200, &wanted));
    let over = refund(&app, &order.id, "refund-key-4", &json!({ "reason": "x" })).await;
    assert_eq!((over.status.as_u16(), over.code()), (409, "payment/refund-too-much"));
    book::settles(db.url(), 10).await;
    let mails = app.mails_of("order-refund", 2).await;
    let first = text_of(&mails[0]);
    assert!(first.contains("Palautamme sinulle 2,90 €.") && first.contains("jää maksetuksi 10,00 €"), "{first}");
    assert!(text_of(&mails[1]).contains("koko summan, 10,00 €"), "{}", text_of(&mails[1]));
    // The gift card is as it was: it pays again.
    let (_, again) = placed(&app, &pickup("04011", &split)).await;
    assert_eq!(again["payment"]["amount"], 7.9);

    let (onsite, _) = placed(&app, &pickup("04012", &json!({ "paymentMethod": "onsite" }))).await;
    let never = refund(&app, &onsite.id, "refund-key-5", &json!({ "reason": "x" })).await;
    assert_eq!((never.status.as_u16(), never.code()), (409, "order/cannot-cancel"));
    let unknown = refund(&app, "999999", "refund-key-6", &json!({ "reason": "x" })).await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "order/not-found"));
    for (body, field) in [(json!({ "reason": " " }), "reason"), (json!({ "reason": "x", "amount": 0 }), "amount")] {
        assert_eq!(refund(&app, &order.id, "refund-key-7", &body).await.field(), field);
    }
    let keyless = post_as(&app, &format!("/api/staff/orders/{}/refund", order.id), Some(STAFF_TOKEN), &part).await;
    assert_eq!(Answer::read(keyless).await.field(), "Idempotency-Key");
});

store_contract!(many_who_refund_at_once_give_no_more_than_was_paid, |db| async move {
    let folder = folder();
    let app = std::sync::Arc::new(started(&db, &folder).await);
    let order = paid(&app, &pickup("04010", &json!({}))).await;
    let mut calls = Vec::new();
    for number in 0..10 {
        let (app, id) = (std::sync::Arc::clone(&app), order.id.clone());
        calls.push(tokio::spawn(async move {
            let body = json!({ "amount": 5, "reason": "x" });
            refund(&app, &id, &format!("parallel-{number}"), &body).await.status.as_u16()
        }));
    }
    let mut given = 0;
    for call in calls {
        given += usize::from(call.await.unwrap() == 200);
    }
    assert_eq!(given, 2, "two times five of 12,90");
    book::settles(db.url(), 10).await;
});

store_contract!(a_rejected_order_gives_its_money_back_once, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let split = json!({ "paymentOption": { "giftCard": { "number": "3333", "pin": "44" } } });
    let order = paid(&app, &pickup("04010", &split)).await;
    refund(&app, &order.id, "refund-key-1", &json!({ "amount": 1, "reason": "x" })).await;
    app.kitchen().try_report_status(&order.id, &json!({ "status": 13, "note": "Uuni hajosi." })).await;
    let mails = app.mails_of("order-refund", 2).await;
    assert!(text_of(&mails[1]).contains("koko summan, 11,90 €"), "{}", text_of(&mails[1]));
    book::settles(db.url(), 10).await;
    let day = &ledger(&app, "from=2026-11-24&to=2026-11-24").await.body[0];
    assert_eq!((&day["gross"], &day["paid"], &day["refunded"]), (&json!(0), &json!(12.9), &json!(12.9)));
});

store_contract!(the_book_says_what_each_day_came_to, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    paid(&app, &pickup("04010", &json!({ "promotionCodes": ["kesa5"] }))).await;
    placed(&app, &pickup("04011", &json!({ "paymentMethod": "onsite" }))).await;
    placed(&app, &pickup("04012", &json!({}))).await;
    app.clock.turn_to(crate::folder::at("2026-11-25 18:00"));
    let second = paid(&app, &pickup("04013", &json!({}))).await;
    refund(&app, &second.id, "refund-key-1", &json!({ "amount": 0.9, "reason": "x" })).await;
    book::settles(db.url(), 10).await;
    let rows = ledger(&app, "from=2026-11-24&to=2026-11-25").await.body;
    let wanted = json!([
        {
            "date": "2026-11-24", "restaurantId": "12", "gross": 25.8, "discounts": 5, "shipping": 0, "services": 0,
            "vat": [{ "percent": 14, "amount": rows[0]["vat"][0]["amount"] }], "paid": 7.9, "refunded": 0,
        },
        {
            "date": "2026-11-25", "restaurantId": "12", "gross": 12.9, "discounts": 0, "shipping": 0, "services": 0,
            "vat": [{ "percent": 14, "amount": 1.58 }], "paid": 12.9, "refunded": 0.9,
        },
    ]);
    assert_eq!(rows, wanted);
    assert_eq!(ledger(&app, "from=2026-11-25&to=2026-11-25&restaurantId=12").await.body, json!([wanted[1]]));
    assert_eq!(ledger(&app, "from=2026-11-26&to=2026-11-26").await.body, json!([]));
    for (query, field) in [
        ("to=2026-11-25", "from"),
        ("from=2026-11-25&to=x", "to"),
        ("from=2026-11-25&to=2026-11-24", "to"),
        ("from=2025-01-01&to=2026-11-24", "to"),
        ("from=2026-11-25&to=2026-11-25&restaurantId=x", "restaurantId"),
    ] {
        assert_eq!(ledger(&app, query).await.field(), field, "{query}");
    }
});

store_contract!(another_means_to_pay_must_go_with_the_price, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let (order, body) = placed(&app, &pickup("04010", &json!({ "promotionCodes": ["kortti2"] }))).await;
    assert_eq!(body["grandTotal"], 10.9);
    let pay = async |method: &str| {
        let body = json!({
            "orderId": order.id, "orderKey": order.key, "grandTotal": 10.9, "shopExternalId": "1012",
            "selectedPaymentMethod": method, "applePayToken": "test-ok",
        });
        post(&app, "/api/payments/pay", &body).await
    };
    let dearer = pay("mobilepay").await;
    assert_eq!((dearer.status.as_u16(), dearer.code()), (409, "order/price-changed"));
    assert_eq!(pay("applepay").await.body["action"], "completed");
    book::settles(db.url(), 10).await;
});

store_contract!(the_call_centre_orders_for_who_calls, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let contact = json!({ "firstName": "Aino" });
    let order = |on_behalf: Value| {
        let mut order = pickup("", &json!({ "deliveryContact": contact, "onBehalf": on_behalf }));
        order.as_object_mut().unwrap().remove("paymentMethod");
        order
    };
    let by_staff = async |order: &Value| Answer::read(post_as(&app, ORDER, Some(STAFF_TOKEN), order).await).await;
    let placed = by_staff(&order(json!({ "phone": "040 765 4321" }))).await;
    assert_eq!(placed.status, 201, "{}", placed.body);
    assert_eq!(placed.body["grandTotal"], 13.89, "with the fee of the telephone, in cash");
    let path = format!("/api/staff/orders/{}", placed.body["orderId"].as_str().unwrap());
    let shown = app.http.get(app.url(&path)).bearer_auth(STAFF_TOKEN).send().await.unwrap();
    assert!(shown.text().await.unwrap().contains("040 765 4321"));
    for (on_behalf, field) in [
        (json!({ "phone": "0" }), "onBehalf.phone"),
        (json!({}), "onBehalf.phone"),
        (json!({ "phone": "040 765 4321", "customerRef": "forged" }), "onBehalf.customerRef"),
    ] {
        assert_eq!(by_staff(&order(on_behalf)).await.field(), field);
    }
    let mut guest = pickup("04010", &json!({ "onBehalf": { "phone": "0", "customerRef": "x" } }));
    guest["paymentMethod"] = json!("onsite");
    let answer = post(&app, ORDER, &guest).await;
    assert_eq!((answer.status.as_u16(), &answer.body["grandTotal"]), (201, &json!(12.9)), "ignored, and no fee");
});

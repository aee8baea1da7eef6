//! Changing one's data, and the e-mail by which one signs in.

use jiff::SignedDuration;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    customer::CustomerPerson,
    kitchen::Answer,
    store_contract,
};

use crate::{brief, fault, in_link, ordering::Shop};

const ME: &str = "/api/users/me";
const CONFIRM: &str = "/api/users/confirmEmail";
const UNDO: &str = "/api/users/undoEmail";

async fn change(person: &CustomerPerson, body: &Value) -> Answer {
    person.call(Method::PATCH, ME, body).await
}

store_contract!(a_change_is_all_or_nothing, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let before = aino.get(ME).await.body;
    for (body, code, field) in [
        (json!({ "firstName": "Aina", "phone": "12" }), "phone/too-short", "phone"),
        (json!({ "firstName": "Aina", "lastName": "" }), "request/invalid", "lastName"),
        (json!({ "firstName": null }), "request/invalid", "firstName"),
        (json!({ "firstName": "Aina", "acceptedTerms": false }), "request/invalid", "acceptedTerms"),
        (json!({ "birthDate": "2001-02-29" }), "loyalty/birth-date-invalid", "birthDate"),
        (json!({ "preferredPaymentMethod": { "id": "shells" } }), "request/invalid", "preferredPaymentMethod.id"),
        (
            json!({ "preferredPaymentMethod": { "id": "cod", "option": "x".repeat(41) } }),
            "request/invalid",
            "preferredPaymentMethod.option",
        ),
    ] {
        assert_eq!(fault(&change(&aino, &body).await), (422, code, field));
    }
    assert_eq!(aino.get(ME).await.body, before);

    let body = json!({
        "firstName": " Aina ", "lastName": "Aaltonen", "phone": "+358 40-765 4321", "birthDate": "2000-02-29",
        "showLoyaltySignUpPage": false, "emailMarketingPermission": true, "smsMarketingPermission": true,
        "preferredPaymentMethod": { "id": "cod" }, "customerSegment": 2, "roles": ["books"],
    });
    let after = change(&aino, &body).await;
    assert_eq!(after.status, StatusCode::OK, "{}", after.body);
    let mut expected = before;
    for (field, value) in [
        ("firstName", json!("Aina")),
        ("lastName", json!("Aaltonen")),
        ("phone", json!("+358 40765 4321")),
        ("birthDate", json!("2000-02-29")),
        ("birthDateSet", json!(true)),
        ("showLoyaltySignUpPage", json!(false)),
        ("emailMarketingPermission", json!(true)),
        ("smsMarketingPermission", json!(true)),
        ("preferredPaymentMethod", json!({ "id": "cod", "option": null })),
    ] {
        expected[field] = value;
    }
    assert_eq!(after.body, expected);
    assert_eq!(change(&aino, &json!({ "birthDate": "2000-02-29" })).await.status, StatusCode::OK, "the same");
    let other = change(&aino, &json!({ "birthDate": "1999-01-01", "firstName": "Aino" })).await;
    assert_eq!(fault(&other), (409, "users/birth-date-set", "birthDate"));
    let none = change(&aino, &json!({ "preferredPaymentMethod": null })).await;
    expected["preferredPaymentMethod"] = Value::Null;
    assert_eq!(none.body, expected);
});

// spec: AC-19
store_contract!(each_page_sends_its_part_of_an_account, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let terms = |version: &str| json!({ "version": version, "mustAccept": true });
    shop.write("settings.json", &json!({ "terms": { "shop": terms("2"), "loyalty": terms("2") } }));
    let later = shop.setup().clock(&app.clock).start(&db).await;
    let aino = aino.at(&later);
    let flags = |user: &Value| [user["acceptedTerms"].clone(), user["acceptedLoyaltyTerms"].clone()];
    assert_eq!(flags(&aino.get(ME).await.body), [json!(false), json!(false)]);
    let mut expected = change(&aino, &json!({ "acceptedTerms": true, "termsVersion": "2" })).await.body;
    assert_eq!(flags(&expected), [json!(true), json!(false)]);

    let contact = json!({
        "firstName": "Aina", "lastName": "Aaltonen", "phone": "0407654321", "email": "aina@ovelle.example",
        "currentPassword": aino.password,
    });
    let changed = change(&aino, &contact).await;
    // Another e-mail waits until its owner has confirmed it.
    for (field, said) in
        [("firstName", "firstName"), ("lastName", "lastName"), ("phone", "phone"), ("pendingEmail", "email")]
    {
        expected[field] = contact[said].clone();
    }
    assert_eq!((changed.status, &changed.body), (StatusCode::OK, &expected));

    let born = json!({ "birthDate": "2000-02-29", "acceptedLoyaltyTerms": true, "showLoyaltySignUpPage": false });
    let mut sent = born.clone();
    sent["loyaltyTermsVersion"] = "2".into();
    let changed = change(&aino, &sent).await;
    for (field, value) in born.as_object().unwrap() {
        expected[field] = value.clone();
    }
    expected["birthDateSet"] = true.into();
    expected["terms"]["loyalty"] = changed.body["terms"]["loyalty"].clone();
    assert_eq!((changed.status, &changed.body), (StatusCode::OK, &expected));
    assert_eq!(aino.get(ME).await.body, expected, "it is kept");
});

store_contract!(another_address_counts_once_it_is_confirmed_and_can_be_undone, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let _eino = CustomerPerson::register(&app, "eino").await;
    let elsewhere = aino.as_program().await;
    let wish = |email: &str, password: &str| json!({ "email": email, "currentPassword": password });
    assert_eq!(change(&aino, &json!({ "email": "AINO@ovelle.example" })).await.body["pendingEmail"], Value::Null);
    let absent = change(&aino, &json!({ "email": "uusi@ovelle.example" })).await;
    assert_eq!(fault(&absent), (422, "request/invalid", "currentPassword"));
    let wrong = change(&aino, &wish("uusi@ovelle.example", "kuusi karhua")).await;
    assert_eq!(fault(&wrong), (422, "password/wrong", "currentPassword"));
    let taken = change(&aino, &wish("eino@ovelle.example", &aino.password)).await;
    assert_eq!(brief(&taken), (409, "users/email-taken"));
    for email in ["vanha@ovelle.example", "uusi@ovelle.example"] {
        let asked = change(&aino, &wish(email, &aino.password)).await;
        assert_eq!((asked.status, &asked.body["pendingEmail"]), (StatusCode::OK, &json!(email)), "{}", asked.body);
        assert_eq!(asked.body["email"], "aino@ovelle.example", "the old one counts");
    }
    let mails = app.mails_of("email-changed", 2).await;
    let of = |to: &str| mails.iter().find(|mail| mail["to"] == to).unwrap();
    let guest = CustomerPerson::stranger(&app, "aino");
    let first = json!({ "token": in_link(of("vanha@ovelle.example"), "token") });
    assert_eq!(brief(&guest.post(CONFIRM, &first).await), (410, "users/reset-expired"), "a second wish ends it");
    let second = json!({ "token": in_link(of("uusi@ovelle.example"), "token") });
    assert_eq!(guest.post(CONFIRM, &second).await.status, StatusCode::NO_CONTENT, "from another browser");
    assert_eq!(brief(&guest.post(CONFIRM, &second).await), (410, "users/reset-expired"));
    let me = aino.get(ME).await;
    assert_eq!((me.status, &me.body["email"]), (StatusCode::OK, &json!("uusi@ovelle.example")), "the asker stays");
    assert_eq!(me.body["pendingEmail"], Value::Null);
    assert_eq!(brief(&elsewhere.get(ME).await), (401, "users/unauthorized"));
    assert_eq!(brief(&guest.clone().sign_in().await), (401, "users/invalid-credentials"), "the old address is free");

    let told = app.mails_of("email-changed", 3).await;
    let told = told.iter().find(|mail| mail["to"] == "aino@ovelle.example").unwrap();
    let undo = json!({ "token": in_link(told, "undo") });
    app.clock.turn(SignedDuration::from_hours(7 * 24 - 1));
    assert_eq!(guest.post(UNDO, &undo).await.status, StatusCode::NO_CONTENT);
    assert_eq!(brief(&guest.post(UNDO, &undo).await), (410, "users/reset-expired"));
    assert_eq!(brief(&aino.get(ME).await), (401, "users/unauthorized"), "nobody stays");
    assert_eq!(guest.clone().sign_in().await.body["email"], "aino@ovelle.example");
});

store_contract!(an_address_that_was_taken_meanwhile_is_not_confirmed, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let body = json!({ "email": "uusi@ovelle.example", "currentPassword": aino.password });
    assert_eq!(change(&aino, &body).await.status, StatusCode::OK);
    let link = json!({ "token": in_link(&app.mails_of("email-changed", 1).await[0], "token") });
    CustomerPerson::register(&app, "uusi").await;
    assert_eq!(brief(&aino.post(CONFIRM, &link).await), (409, "users/email-taken"));
    assert_eq!(aino.get(ME).await.body["email"], "aino@ovelle.example");
    app.clock.turn(SignedDuration::from_hours(24));
    assert_eq!(brief(&aino.post(CONFIRM, &link).await), (410, "users/reset-expired"));
});

store_contract!(five_wishes_for_another_address_are_heard_in_a_day, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let _eino = CustomerPerson::register(&app, "eino").await;
    let wish = |email: String| json!({ "email": email, "currentPassword": aino.password });
    for n in 0..4 {
        let asked = change(&aino, &wish(format!("uusi{n}@ovelle.example"))).await;
        assert_eq!(asked.status, StatusCode::OK, "{}", asked.body);
    }
    assert_eq!(brief(&change(&aino, &wish("eino@ovelle.example".to_owned())).await), (409, "users/email-taken"));
    assert_eq!(brief(&change(&aino, &wish("uusi5@ovelle.example".to_owned())).await), (429, "request/too-many"));
});

//! The numbers that errors of the calls under `/api/users` have beside their codes.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{browser::Browser, customer::CustomerPerson, kitchen::Answer, store_contract};

use crate::identity::{LINK, presenting, token_of, with_provider};

/// What an error says besides its code.
fn numbered(answer: &Answer) -> (u16, &str, &Value) {
    let metadata = &answer.body["metadata"];
    if metadata["errorCode"].is_number() {
        assert_eq!(metadata["errorMessage"], answer.body["message"]);
        let others = metadata.as_object().unwrap().iter().filter(|(name, _)| !name.starts_with("error"));
        assert_eq!(metadata["errorData"], Value::Object(others.map(|(name, of)| (name.clone(), of.clone())).collect()));
    } else {
        assert!(metadata.get("errorMessage").is_none() && metadata.get("errorData").is_none(), "{metadata}");
    }
    (answer.status.as_u16(), answer.code(), &metadata["errorCode"])
}

store_contract!(a_users_error_has_its_number_its_words_and_its_data, |db| async move {
    let (server, app) = with_provider(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let eino = CustomerPerson::register(&app, "eino").await;
    let taken = json!({ "email": eino.email, "currentPassword": aino.password });
    let taken = aino.call(Method::PATCH, "/api/users/me", &taken).await;
    assert_eq!(numbered(&taken), (409, "users/email-taken", &json!(1_000_001)));
    assert_eq!(taken.body["metadata"]["errorData"], json!({ "field": "email" }));
    let link = json!({ "providerToken": "x", "provider": "olematon" });
    let unsupported = aino.post(LINK, &link).await;
    assert_eq!(numbered(&unsupported), (422, "users/provider-unsupported", &json!(1_000_002)));
    server.is("9", "vieras@ovelle.example");
    let mut browser = Browser::new(&app);
    let nobodys = presenting(&token_of(&mut browser, &server).await);
    let unknown = browser.post(LINK, &nobodys).await;
    assert_eq!(numbered(&unknown), (404, "users/provider-unknown", &json!(1_000_004)));
    let reset = json!({ "passwordResetToken": "x", "newPassword": "kuusi uutta kettua" });
    let expired = aino.post("/api/users/changeUserPassword", &reset).await;
    assert_eq!(numbered(&expired), (410, "users/reset-expired", &json!(1_000_005)));
    let without = aino.with_cookie(None).get("/api/users/me").await;
    assert_eq!(numbered(&without), (401, "users/unauthorized", &Value::Null), "no number stands for it");

    db.texts("ALTER TABLE customer_sessions RENAME TO lost").await;
    let fault = aino.get("/api/users/me").await;
    assert_eq!(numbered(&fault), (500, "service/error", &json!(1_000_000)));
    let elsewhere = aino.get("/api/staff/orders").await;
    assert_eq!(numbered(&elsewhere), (500, "service/error", &Value::Null), "of the calls under /api/users alone");
});

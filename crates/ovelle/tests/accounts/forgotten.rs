//! A password that was forgotten, and one that is changed.

use deps::Clock;
use jiff::SignedDuration;
use reqwest::StatusCode;
use serde_json::json;
use testkit::{
    app::{Setup, TestApp},
    customer::CustomerPerson,
    store_contract,
};

use crate::{brief, fault, in_link, keyed};

const ME: &str = "/api/users/me";
const FORGOTTEN: &str = "/api/users/sendForgotPasswordEmail";
const RESET: &str = "/api/users/changeUserPassword";
const PASSWORD: &str = "/api/users/me/password";

/// Asks for a link, and gives its token.
async fn token_of(app: &TestApp, person: &CustomerPerson, mails: usize) -> String {
    let answer = person.post(FORGOTTEN, &json!({ "email": person.email })).await;
    assert_eq!((answer.status, answer.body), (StatusCode::ACCEPTED, json!({})));
    in_link(app.mails_of("password-reset", mails).await.last().unwrap(), "passwordResetToken")
}

// spec: LG-33, LG-34
store_contract!(a_forgotten_password_is_set_anew_by_a_link_once, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let guest = CustomerPerson::stranger(&app, "aino");
    let token = token_of(&app, &guest, 1).await;
    assert_eq!(token.len(), 22);
    let mail = &app.mails("password-reset")[0];
    let link = mail["links"][0].as_str().unwrap();
    assert!(link.starts_with(&format!("{}/vaihda-salasana?passwordResetToken=", app.node().public_url())), "{link}");
    let ends = app.clock.now() + SignedDuration::from_mins(30);
    assert_eq!(in_link(mail, "expiresAt"), ends.as_millisecond().to_string());

    let weak = guest.post(RESET, &json!({ "passwordResetToken": token, "newPassword": "salasana" })).await;
    assert_eq!(fault(&weak), (422, "password/too-common", "newPassword"), "the link is not spent");
    let body = json!({ "passwordResetToken": token, "newPassword": "viisi valasta" });
    let answers = futures_util::future::join_all((0..20).map(|_| guest.post(RESET, &body))).await;
    let done = answers.iter().filter(|answer| answer.status == StatusCode::NO_CONTENT).count();
    let expired = answers.iter().filter(|answer| brief(answer) == (410, "users/reset-expired")).count();
    assert_eq!((done, expired), (1, 19));
    assert_eq!(brief(&aino.get(ME).await), (401, "users/unauthorized"), "all sessions have ended");
    assert_eq!(app.mails_of("password-changed", 1).await[0]["to"], "aino@ovelle.example");
    assert_eq!(brief(&guest.clone().sign_in().await), (401, "users/invalid-credentials"), "the old one");
    assert_eq!(guest.who_says(&guest.email, "viisi valasta").sign_in().await.status, StatusCode::OK);
});

store_contract!(a_link_ends_after_thirty_minutes_and_with_each_change, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let guest = CustomerPerson::stranger(&app, "aino");
    let (first, second) = (token_of(&app, &guest, 1).await, token_of(&app, &guest, 2).await);
    app.clock.turn(SignedDuration::from_secs(30 * 60 - 1));
    let body = json!({ "currentPassword": aino.password, "newPassword": "viisi valasta" });
    assert_eq!(aino.post(PASSWORD, &body).await.status, StatusCode::NO_CONTENT);
    for token in [first, second, "x".repeat(22)] {
        let answer = guest.post(RESET, &json!({ "passwordResetToken": token, "newPassword": "kuusi valasta" })).await;
        assert_eq!(brief(&answer), (410, "users/reset-expired"), "another password ends it");
    }
    let third = token_of(&app, &guest, 3).await;
    app.clock.turn(SignedDuration::from_mins(30));
    let answer = guest.post(RESET, &json!({ "passwordResetToken": third, "newPassword": "kuusi valasta" })).await;
    assert_eq!(brief(&answer), (410, "users/reset-expired"));
});

store_contract!(nobody_learns_who_has_an_account_and_nobody_is_flooded_with_links, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").start(&db).await;
    let guest = CustomerPerson::register(&app, "aino").await.with_cookie(None);
    for email in ["nobody@ovelle.example", &guest.email] {
        for _ in 0..4 {
            let answer = guest.post(FORGOTTEN, &json!({ "email": email })).await;
            assert_eq!((answer.status, answer.body), (StatusCode::ACCEPTED, json!({})));
        }
    }
    assert_eq!(fault(&guest.post(FORGOTTEN, &json!({ "email": "aino" })).await), (422, "request/invalid", "email"));
    for _ in 0..11 {
        guest.post(FORGOTTEN, &json!({ "email": "somebody@ovelle.example" })).await;
    }
    let last = guest.post(FORGOTTEN, &json!({ "email": guest.email })).await;
    assert_eq!(brief(&last), (429, "request/too-many"), "twenty an hour of one address");
    // After whoever registers now everything before is mailed.
    CustomerPerson::register(&app, "eino").await;
    app.mails_of("account-created", 2).await;
    assert_eq!(app.mails_of("password-reset", 3).await.len(), 3, "three an hour of one address to one recipient");
});

store_contract!(who_knows_the_password_changes_it_and_stays, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let elsewhere = aino.as_program().await;
    let change = |current: &str, new: &str| json!({ "currentPassword": current, "newPassword": new });
    let wrong = aino.post(PASSWORD, &change("kuusi karhua", "viisi valasta")).await;
    assert_eq!(fault(&wrong), (422, "password/wrong", "currentPassword"));
    let short = aino.post(PASSWORD, &change(&aino.password, "valas")).await;
    assert_eq!(fault(&short), (422, "password/too-short", "newPassword"));
    assert_eq!(short.body["message"], "Salasanassa oltava vähintään 6 merkkiä");
    let body = change(&aino.password, "viisi valasta");
    for _ in 0..2 {
        assert_eq!(keyed(&aino, PASSWORD, "change-of-aino", &body).await.status, StatusCode::NO_CONTENT, "once");
    }
    assert_eq!(aino.get(ME).await.status, StatusCode::OK);
    assert_eq!(brief(&elsewhere.get(ME).await), (401, "users/unauthorized"));
    assert_eq!(app.mails_of("password-changed", 1).await.len(), 1);
    let without_origin = app.http.post(app.url(PASSWORD)).header("cookie", aino.cookie.clone().unwrap());
    let foreign = without_origin.json(&body).send().await.unwrap();
    assert_eq!(foreign.status(), StatusCode::FORBIDDEN, "a cookie needs the proof of a page");
});

//! Who has an account: what answers, work and time do not tell.

use std::{collections::BTreeMap, time::Duration};

use reqwest::Response;
use serde_json::json;
use testkit::{
    app::{Setup, TestApp},
    customer::{CustomerPerson, captcha_token},
    kitchen::Answer,
    staff::StaffClient,
    store_contract,
};

use crate::{brief, failures::hashed};

const FORGOTTEN: &str = "/api/users/sendForgotPasswordEmail";

/// All of an answer but its own number and moment.
async fn whole(response: Response) -> (u16, BTreeMap<String, String>, String) {
    let mut headers = BTreeMap::new();
    for (name, value) in response.headers() {
        headers.insert(name.to_string(), value.to_str().unwrap().to_owned());
    }
    headers.retain(|name, _| !["x-request-id", "date"].contains(&name.as_str()));
    (response.status().as_u16(), headers, response.text().await.unwrap())
}

store_contract!(a_forgotten_password_is_answered_before_anything_is_known_of_it, |db| async move {
    let app = TestApp::start(&db).await;
    CustomerPerson::register(&app, "known").await;
    CustomerPerson::register(&app, "erased").await;
    StaffClient::let_in(&app, "staff@ovelle.example", &[]).await;
    let erased = "UPDATE customers SET erased_at = created_at WHERE email = 'erased@ovelle.example' RETURNING email";
    assert_eq!(db.texts(erased).await.len(), 1);
    let ask = async |name: &str| {
        let body = json!({ "email": format!("{name}@ovelle.example") });
        let call = app.http.post(app.url(FORGOTTEN)).json(&body).send();
        whole(tokio::time::timeout(Duration::from_secs(20), call).await.expect("an answer").unwrap()).await
    };
    let unknown = ask("unknown").await;
    assert_eq!((unknown.0, unknown.2.as_str()), (202, "{}"));
    for name in ["erased", "staff"] {
        assert_eq!(ask(name).await, unknown, "{name}");
    }
    // What is done for an account is not done yet as it is answered.
    let failpoints = app.node().store().failpoints();
    failpoints.arm("a reset link is mailed");
    assert_eq!(ask("known").await, unknown);
    tokio::time::timeout(Duration::from_secs(20), failpoints.reached()).await.expect("a mail is being made");
    assert_eq!(app.mails("password-reset").len(), 0);
    failpoints.release();
    assert_eq!(app.mails_of("password-reset", 1).await[0]["to"], "known@ovelle.example");
});

store_contract!(whoever_asks_by_registering_pays_a_captcha_for_each_address, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").start(&db).await;
    let other = Setup::default().flag("--rate-factor=1").clock(&app.clock).start(&db).await;
    CustomerPerson::register(&app, "aino").await;
    let ask = async |node: &TestApp, name: &str, token: &str| {
        let mut body = CustomerPerson::stranger(node, name).registration();
        body["googleRecaptchaToken"] = token.into();
        let call = node.http.post(node.url("/api/users/register")).header("origin", node.url("")).json(&body);
        call.send().await.unwrap()
    };
    let of_login = captcha_token(&app, "login").await;
    for token in ["short", &"x".repeat(300), &of_login] {
        let taken = whole(ask(&app, "aino", token).await).await;
        assert_eq!(taken, whole(ask(&app, "nobody", token).await).await, "{token}");
        assert_eq!(taken.0, 403);
    }
    let before = hashed(&app).await;
    let token = captcha_token(&app, "register").await;
    let taken = Answer::read(ask(&app, "aino", &token).await).await;
    assert_eq!(brief(&taken), (409, "users/email-taken"));
    assert_eq!(hashed(&app).await, before, "nobody makes a node hash by an address that is taken");
    for node in [&other, &app] {
        let spent = Answer::read(ask(node, "nobody", &token).await).await;
        assert_eq!(brief(&spent), (403, "captcha/failed"), "one answer a captcha, at all nodes");
    }
});

store_contract!(nobodys_mailbox_is_flooded_from_many_networks, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").flag("--trusted-proxies=127.0.0.1").start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let ask = async |email: &str, from: usize| {
        let call = app.http.post(app.url(FORGOTTEN)).header("x-forwarded-for", format!("2001:db8:1:{from}::1"));
        assert_eq!(call.json(&json!({ "email": email })).send().await.unwrap().status(), 202);
    };
    for from in 0..6 {
        for _ in 0..2 {
            ask(&aino.email, from).await;
        }
    }
    let eino = CustomerPerson::register(&app, "eino").await;
    ask(&eino.email, 0).await;
    let mails = app.mails_of("password-reset", 11).await;
    let to = |email: &str| mails.iter().filter(|mail| mail["to"] == email).count();
    assert_eq!((to(&aino.email), to(&eino.email)), (10, 1), "ten an hour and recipient");
});

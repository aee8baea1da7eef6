//! The second factor of the staff.

use deps::Clock;
use domain::totp::{TotpSecret, TotpStep};
use futures_util::future::join_all;
use jiff::SignedDuration;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    kitchen::Answer,
    staff::{StaffClient, cookie_of},
    store_contract,
};

use crate::brief;

const TOTP: &str = "/api/users/staff/totp";
const CONFIRM: &str = "/api/users/staff/totp/confirm";
const STAFF_ME: &str = "/api/users/staff/me";
const SIGN_INS: [&str; 3] = ["/api/users/staff/sign-in", "/api/users/login", "/api/users/token"];

/// The secret that an app reads.
pub(crate) fn secret(text: &str) -> TotpSecret {
    let values = text.bytes().map(|letter| match letter {
        b'A'..=b'Z' => letter - b'A',
        digit => digit - b'2' + 26,
    });
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for value in values {
        bits = (bits << 5) | u32::from(value);
        count += 5;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 0xff).unwrap());
        }
    }
    TotpSecret::new(bytes.try_into().unwrap())
}

/// The code that the app shows now.
pub(crate) fn code(app: &TestApp, secret: &TotpSecret) -> String {
    secret.code(TotpStep::at(app.clock.now()))
}

async fn sign_in(app: &TestApp, path: &str, person: &StaffClient, code: Option<&str>) -> Answer {
    let mut body = json!({ "email": person.email, "password": person.password });
    if let Some(code) = code {
        body["code"] = code.into();
    }
    let call = app.http.post(app.url(path)).header("origin", app.url("")).json(&body);
    Answer::read(call.send().await.unwrap()).await
}

/// Sets a second factor up: the secret, and the recovery codes.
async fn set_up(app: &TestApp, person: &StaffClient, with: Option<&str>) -> (TotpSecret, Vec<String>) {
    let mut body = json!({ "currentPassword": person.password });
    if let Some(with) = with {
        body["code"] = with.into();
    }
    let made = person.call(Method::POST, TOTP, &body).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    let text = made.body["secret"].as_str().unwrap();
    let uri = made.body["uri"].as_str().unwrap();
    assert!(uri.starts_with(&format!("otpauth://totp/Ovelle:{}?secret={text}&", person.email)), "{uri}");
    let rows = made.body["qrCode"].as_array().unwrap();
    assert!(rows.len() >= 21 && rows.iter().all(|row| row.as_str().unwrap().len() == rows.len()), "{rows:?}");
    let secret = secret(text);
    let confirmed = person.call(Method::POST, CONFIRM, &json!({ "code": code(app, &secret) })).await;
    assert_eq!(confirmed.status, StatusCode::OK, "{}", confirmed.body);
    let codes = confirmed.body["recoveryCodes"].as_array().unwrap();
    (secret, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
}

store_contract!(who_has_a_second_factor_gives_a_code_each_time_another, |db| async move {
    let app = TestApp::start(&db).await;
    let other = TestApp::start(&db).await;
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    let elsewhere = {
        let mut elsewhere = kaisa.with_cookie(None);
        elsewhere.sign_in().await;
        elsewhere
    };
    let (secret, _) = set_up(&app, &kaisa, None).await;
    assert_eq!(kaisa.get(STAFF_ME).await.status, StatusCode::OK);
    assert_eq!(brief(&elsewhere.get(STAFF_ME).await), (401, "staff/unauthorized"), "the other sessions end");
    let used = code(&app, &secret);
    assert_eq!(brief(&sign_in(&other, SIGN_INS[0], &kaisa, Some(&used)).await), (401, "staff/code-invalid"), "once");
    for (n, path) in SIGN_INS.iter().enumerate() {
        app.clock.turn(SignedDuration::from_secs(30));
        other.clock.turn(SignedDuration::from_secs(30));
        for absent in [None, Some(""), Some(" ")] {
            let answer = sign_in(&app, path, &kaisa, absent).await;
            assert_eq!(
                (brief(&answer), &answer.body["message"]),
                ((401, "staff/code-required"), &json!("Anna vahvistuskoodi."))
            );
        }
        let wrong = sign_in(&app, path, &kaisa, Some("000000")).await;
        assert_eq!(
            (brief(&wrong), &wrong.body["message"]),
            ((401, "staff/code-invalid"), &json!("Vahvistuskoodi ei kelpaa."))
        );
        let shown = code(&app, &secret);
        let nodes = [&app, &other];
        let tried = join_all((0..6).map(|at| sign_in(nodes[at % 2], path, &kaisa, Some(&shown)))).await;
        let opened = tried.iter().filter(|answer| answer.status == StatusCode::OK).count();
        assert_eq!(opened, 1, "{path}: of many with one code one is let in");
        if n == 2 {
            continue;
        }
        // Failures of before would slow it down.
        app.clock.turn(SignedDuration::from_mins(15));
        other.clock.turn(SignedDuration::from_mins(15));
    }
});

store_contract!(a_code_is_asked_for_after_the_right_password_only, |db| async move {
    let app = TestApp::start(&db).await;
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    let (secret, _) = set_up(&app, &kaisa, None).await;
    app.clock.turn(SignedDuration::from_secs(30));
    let mut guess = kaisa.clone();
    guess.password = "another word".to_owned();
    for (path, expected) in
        SIGN_INS.iter().zip(["staff/wrong-password", "users/invalid-credentials", "users/invalid-credentials"])
    {
        let answer = sign_in(&app, path, &guess, Some(&code(&app, &secret))).await;
        assert_eq!(brief(&answer), (401, expected), "{path}");
    }
    assert_eq!(
        sign_in(&app, SIGN_INS[0], &kaisa, Some(&code(&app, &secret))).await.status,
        StatusCode::OK,
        "not spent"
    );
    // Wrong codes are failures; an absent one is none.
    for _ in 0..10 {
        assert_eq!(brief(&sign_in(&app, SIGN_INS[0], &kaisa, None).await), (401, "staff/code-required"));
    }
    for _ in 0..5 {
        assert_eq!(brief(&sign_in(&app, SIGN_INS[0], &kaisa, Some("000000")).await), (401, "staff/code-invalid"));
    }
    assert_eq!(brief(&sign_in(&app, SIGN_INS[0], &kaisa, Some("000000")).await), (429, "users/too-many-attempts"));
});

store_contract!(a_recovery_code_is_good_once, |db| async move {
    let app = TestApp::start(&db).await;
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    let (_, codes) = set_up(&app, &kaisa, None).await;
    assert_eq!(codes.len(), 10);
    assert_eq!(db.texts("SELECT CAST(count(*) AS TEXT) FROM staff_recovery_codes").await, ["10"]);
    let typed = codes[0].to_uppercase().replace('-', " ");
    let tried = join_all((0..4).map(|_| sign_in(&app, SIGN_INS[1], &kaisa, Some(&typed)))).await;
    assert_eq!(tried.iter().filter(|answer| answer.status == StatusCode::OK).count(), 1);
    app.clock.turn(SignedDuration::from_mins(15));
    assert_eq!(sign_in(&app, SIGN_INS[0], &kaisa, Some(&codes[1])).await.status, StatusCode::OK);
    assert_eq!(brief(&sign_in(&app, SIGN_INS[0], &kaisa, Some(&codes[1])).await), (401, "staff/code-invalid"));
});

store_contract!(another_secret_needs_a_code_of_the_old_one_which_counts_until_it_is_confirmed, |db| async move {
    let app = TestApp::start(&db).await;
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    let right = json!({ "currentPassword": kaisa.password });
    let wrong = kaisa.call(Method::POST, TOTP, &json!({ "currentPassword": "another word" })).await;
    assert_eq!((brief(&wrong), wrong.field()), ((422, "password/wrong"), "currentPassword"));
    assert_eq!(
        brief(&kaisa.call(Method::POST, CONFIRM, &json!({ "code": "000000" })).await),
        (401, "staff/code-invalid")
    );
    let (old, old_codes) = set_up(&app, &kaisa, None).await;
    app.clock.turn(SignedDuration::from_mins(1));
    assert_eq!(brief(&kaisa.call(Method::POST, TOTP, &right).await), (401, "staff/code-required"));
    let mut with_wrong = right.clone();
    with_wrong["code"] = "000000".into();
    assert_eq!(brief(&kaisa.call(Method::POST, TOTP, &with_wrong).await), (401, "staff/code-invalid"));
    let mut with_code = right.clone();
    with_code["code"] = code(&app, &old).into();
    let made = kaisa.call(Method::POST, TOTP, &with_code).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    let new = secret(made.body["secret"].as_str().unwrap());
    app.clock.turn(SignedDuration::from_mins(1));
    assert_eq!(brief(&sign_in(&app, SIGN_INS[0], &kaisa, Some(&code(&app, &new))).await), (401, "staff/code-invalid"));
    assert_eq!(
        sign_in(&app, SIGN_INS[0], &kaisa, Some(&code(&app, &old))).await.status,
        StatusCode::OK,
        "the old one counts"
    );
    app.clock.turn(SignedDuration::from_mins(1));
    let by_old = kaisa.call(Method::POST, CONFIRM, &json!({ "code": code(&app, &old) })).await;
    assert_eq!(brief(&by_old), (401, "staff/code-invalid"));
    let confirmed = kaisa.call(Method::POST, CONFIRM, &json!({ "code": code(&app, &new) })).await;
    assert_eq!(confirmed.status, StatusCode::OK, "{}", confirmed.body);
    app.clock.turn(SignedDuration::from_mins(15));
    for gone in [&code(&app, &old), &old_codes[0]] {
        assert_eq!(brief(&sign_in(&app, SIGN_INS[0], &kaisa, Some(gone)).await), (401, "staff/code-invalid"));
    }
    assert_eq!(sign_in(&app, SIGN_INS[0], &kaisa, Some(&code(&app, &new))).await.status, StatusCode::OK);
});

store_contract!(where_it_is_required_nobody_does_anything_before_they_have_set_it_up, |db| async move {
    let app = Setup::default().flag("--staff-totp=required").start(&db).await;
    let mut kaisa = StaffClient::let_in_as(&app, "kaisa@ovelle.example", &[], domain::staff::Roles::all()).await;
    let roles = json!(["callcentre", "restaurant", "dispatch"]);
    let half = json!({ "email": kaisa.email, "restaurantIds": [], "roles": roles, "mustChangePassword": false, "totpSetup": true });
    let body = json!({ "email": kaisa.email, "password": kaisa.password });
    let login = app.http.post(app.url(SIGN_INS[1])).header("origin", app.url("")).json(&body).send().await.unwrap();
    let by_login = kaisa.with_cookie(cookie_of(&login));
    assert_eq!(Answer::read(login).await.body, json!({ "user": null, "roles": roles, "totpSetup": true }));
    let token = sign_in(&app, SIGN_INS[2], &kaisa, None).await.body;
    assert_eq!((&token["user"], &token["totpSetup"]), (&json!(null), &json!(true)));
    let signed_in = kaisa.sign_in().await;
    assert_eq!((signed_in.status, &signed_in.body), (StatusCode::OK, &half));
    assert_eq!(kaisa.get(STAFF_ME).await.body, half);
    let order = app.kitchen().register(&json!({})).await;
    for who in [&kaisa, &by_login] {
        for (method, path, body) in [
            (Method::GET, "/api/staff/orders".to_owned(), Value::Null),
            (Method::GET, format!("/api/staff/orders/{}", order.id), Value::Null),
            (Method::POST, format!("/api/staff/orders/{}/accept", order.id), json!({})),
            (Method::GET, "/api/staff/restaurants/12/state".to_owned(), Value::Null),
            (Method::PUT, "/api/staff/restaurants/12/busy".to_owned(), json!({ "minutes": 10 })),
            (Method::GET, "/api/staff/ledger".to_owned(), Value::Null),
            (Method::POST, "/api/users/staff/live-token".to_owned(), Value::Null),
            (
                Method::POST,
                "/api/users/staff/password".to_owned(),
                json!({ "password": "x", "newPassword": "kirahvi-kello-7" }),
            ),
            (Method::GET, "/api/users/me".to_owned(), Value::Null),
        ] {
            assert_eq!(brief(&who.call(method, &path, &body).await), (403, "staff/totp-setup"), "{path}");
        }
        let session = who.get("/api/users/session").await;
        assert_eq!((session.status, session.body), (StatusCode::OK, json!({ "user": null, "roles": [] })));
    }
    let methods = "/api/commerce/v2/shoppingcart/payments?shopId=12&deliveryMethod=delivery";
    assert!(!kaisa.get(methods).await.body.to_string().contains("\"cod\""), "a guest to the shop");
    assert_eq!(by_login.call(Method::POST, "/api/users/logout", &json!({})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(brief(&by_login.get(STAFF_ME).await), (401, "staff/unauthorized"));
    set_up(&app, &kaisa, None).await;
    assert_eq!(kaisa.get("/api/staff/orders").await.status, StatusCode::OK, "the session goes on, and is whole");
    assert_eq!(kaisa.get(STAFF_ME).await.body.get("totpSetup"), None);
});

store_contract!(whoever_lost_it_gets_it_taken_away_and_is_signed_out, |db| async move {
    let app = TestApp::start(&db).await;
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    let (_, codes) = set_up(&app, &kaisa, None).await;
    let staff = app.node().store().staff();
    let id = staff.by_email(&kaisa.email.parse().unwrap()).await.unwrap().unwrap().id;
    staff.reset_totp(id).await.unwrap();
    assert_eq!(brief(&kaisa.get(STAFF_ME).await), (401, "staff/unauthorized"));
    assert_eq!(sign_in(&app, SIGN_INS[0], &kaisa, None).await.status, StatusCode::OK);
    let mut again = kaisa.with_cookie(None);
    again.sign_in().await;
    set_up(&app, &again, None).await;
    assert_eq!(brief(&sign_in(&app, SIGN_INS[0], &kaisa, Some(&codes[0])).await), (401, "staff/code-invalid"));
    // Who comes back after they were removed comes without it.
    let email = kaisa.email.parse().unwrap();
    assert!(staff.remove(&email, app.clock.now()).await.unwrap());
    let back = StaffClient::let_in(&app, "kaisa@ovelle.example", &[]).await;
    assert_eq!(sign_in(&app, SIGN_INS[0], &back, None).await.status, StatusCode::OK);
});

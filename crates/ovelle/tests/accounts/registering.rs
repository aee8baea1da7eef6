//! Registering, signing in, signing out.

use jiff::SignedDuration;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    customer::{CustomerPerson, captcha_token},
    kitchen::Answer,
    staff::cookie_of,
    store_contract,
};

use crate::{brief, fault};

const SESSION: &str = "/api/users/session";
const ME: &str = "/api/users/me";
const REGISTER: &str = "/api/users/register";

// spec: LG-35
store_contract!(whoever_registers_is_signed_in_and_comes_back, |db| async move {
    let app = TestApp::start(&db).await;
    let mut aino = CustomerPerson::stranger(&app, "aino");
    assert_eq!(aino.get(SESSION).await.body, json!({ "user": null, "roles": [] }));
    let response = aino.ask_to_register(&app).await;
    assert_eq!(response.status(), StatusCode::CREATED);
    let line = response.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(line.ends_with("; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax"), "{line}");
    aino.cookie = cookie_of(&response);
    let user = Answer::read(response).await.body;
    let id = user["userId"].as_str().unwrap();
    let expected = json!({
        "userId": id, "firstName": "Aino", "lastName": "Aalto", "email": "aino@ovelle.example", "phone": "040 123 4567",
        "pendingEmail": null, "addresses": [], "primaryAddress": null, "socialLoginLinked": false, "hasPassword": true,
        "acceptedTerms": true, "acceptedLoyaltyTerms": true, "subscribedToLoyalty": false,
        "showLoyaltySignUpPage": true, "birthDate": "1970-01-01", "birthDateSet": false, "customerSegment": 1,
        "favouriteOrderId": null, "preferredPaymentMethod": null, "emailMarketingPermission": false,
        "smsMarketingPermission": false, "loyalty": null, "unusedBenefits": 0, "activeOrders": 0,
        "terms": { "shop": { "version": "1", "acceptedVersion": "1", "mustAccept": false },
                   "loyalty": { "version": "1", "acceptedVersion": "1", "mustAccept": false } },
    });
    assert_eq!(user, expected);
    assert_eq!(aino.get(ME).await.body, expected);
    assert_eq!(aino.get(SESSION).await.body, json!({ "user": expected, "roles": [] }));

    assert_eq!(aino.post("/api/users/logout", &json!({})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(brief(&aino.get(ME).await), (401, "users/unauthorized"));
    assert_eq!(aino.post("/api/users/logout", &json!({})).await.status, StatusCode::NO_CONTENT, "again");
    assert_eq!(aino.sign_in().await.body, expected);
    assert_eq!(aino.get(ME).await.body, expected);
    let program = aino.as_program().await;
    assert_eq!(program.get(ME).await.body, expected);

    let wrong = aino.who_says(&aino.email, "seitsemän susea");
    let stranger = CustomerPerson::stranger(&app, "eino");
    for mut somebody in [wrong, stranger] {
        assert_eq!(brief(&somebody.sign_in().await), (401, "users/invalid-credentials"));
    }
});

store_contract!(an_address_is_one_persons_and_twenty_at_once_are_one_account, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::stranger(&app, "aino");
    let mut asked = Vec::new();
    for n in 0..20 {
        let spelling = if n % 2 == 0 { "AINO@ovelle.example" } else { "aino@OVELLE.example" };
        asked.push(aino.who_says(spelling, &aino.password));
    }
    let answers = futures_util::future::join_all(asked.iter().map(|person| person.ask_to_register(&app))).await;
    let mut codes = Vec::new();
    for response in answers {
        let answer = Answer::read(response).await;
        codes.push((answer.status.as_u16(), answer.body["messageCode"].as_str().unwrap_or_default().to_owned()));
    }
    codes.sort();
    assert_eq!(codes[0], (201, String::new()));
    assert!(codes[1..].iter().all(|code| *code == (409, "users/email-taken".to_owned())), "{codes:?}");
});

store_contract!(the_same_call_again_is_the_same_account_for_ten_minutes, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::stranger(&app, "aino");
    let register = |key: &'static str, body: Value| {
        let (app, aino) = (&app, &aino);
        async move {
            let mut body = body;
            body["googleRecaptchaToken"] = captcha_token(app, "register").await.into();
            let call = aino.ask(Method::POST, REGISTER, &body).header("Idempotency-Key", key);
            call.send().await.expect("the server answers")
        }
    };
    let first = register("account-of-aino", aino.registration()).await;
    assert_eq!(first.status(), StatusCode::CREATED);
    let (cookie, first) = (cookie_of(&first), Answer::read(first).await.body);
    let again = register("account-of-aino", aino.registration()).await;
    let (other, replayed) = (cookie_of(&again), again.headers().contains_key("idempotent-replayed"));
    let again = Answer::read(again).await;
    assert_eq!((again.status, replayed, &again.body), (StatusCode::CREATED, true, &first), "with another captcha");
    assert!(other.is_some() && other != cookie, "a session of its own");
    let me = aino.with_cookie(other).get(ME).await;
    assert_eq!(me.body, first);
    let mut changed = aino.registration();
    changed["firstName"] = "Eino".into();
    let mismatch = Answer::read(register("account-of-aino", changed).await).await;
    assert_eq!(brief(&mismatch), (422, "request/idempotency-mismatch"));
    let taken = Answer::read(register("another-key-of-aino", aino.registration()).await).await;
    assert_eq!(brief(&taken), (409, "users/email-taken"));

    app.clock.turn(SignedDuration::from_mins(10));
    let last = register("account-of-aino", aino.registration()).await;
    assert_eq!(last.status(), StatusCode::CREATED);
    app.clock.turn(SignedDuration::from_secs(1));
    let late = Answer::read(register("account-of-aino", aino.registration()).await).await;
    assert_eq!(brief(&late), (409, "users/email-taken"));
});

store_contract!(a_repeated_call_opens_nothing_after_a_change_of_password, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::stranger(&app, "aino");
    let register = async || {
        let mut body = aino.registration();
        body["googleRecaptchaToken"] = captcha_token(&app, "register").await.into();
        let call = aino.ask(Method::POST, REGISTER, &body).header("Idempotency-Key", "account-of-aino");
        call.send().await.expect("the server answers")
    };
    let made = aino.with_cookie(cookie_of(&register().await));
    let body = json!({ "currentPassword": aino.password, "newPassword": "viisi valasta" });
    assert_eq!(made.post("/api/users/me/password", &body).await.status, StatusCode::NO_CONTENT);
    let again = register().await;
    assert!(cookie_of(&again).is_none());
    assert_eq!(brief(&Answer::read(again).await), (409, "users/email-taken"));
});

store_contract!(a_captcha_is_solved_for_one_thing_once_and_soon, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").start(&db).await;
    let aino = CustomerPerson::stranger(&app, "aino");
    let register = async |token: &str| {
        let mut body = aino.registration();
        body["googleRecaptchaToken"] = token.into();
        aino.post(REGISTER, &body).await
    };
    let mut without = aino.registration();
    without["googleRecaptchaToken"] = Value::Null;
    let absent = aino.post(REGISTER, &without).await;
    assert_eq!(fault(&absent), (422, "request/invalid", "googleRecaptchaToken"));
    let of_login = captcha_token(&app, "login").await;
    let late = captcha_token(&app, "register").await;
    app.clock.turn(SignedDuration::from_secs(120));
    for token in ["short", &"x".repeat(300), &of_login, &late] {
        assert_eq!(brief(&register(token).await), (403, "captcha/failed"));
    }
    let token = captcha_token(&app, "register").await;
    assert!((251..=512).contains(&token.len()), "{}", token.len());
    assert_eq!(register(&token).await.status, StatusCode::CREATED);
    let eino = CustomerPerson::stranger(&app, "eino");
    let mut body = eino.registration();
    body["googleRecaptchaToken"] = token.into();
    assert_eq!(brief(&eino.post(REGISTER, &body).await), (403, "captcha/failed"), "it is spent");
});

store_contract!(an_address_gets_two_hundred_challenges_an_hour, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").start(&db).await;
    let aino = CustomerPerson::stranger(&app, "aino");
    let ask = async || aino.post("/api/users/captcha", &json!({ "action": "login" })).await;
    for _ in 0..200 {
        assert_eq!(ask().await.status, StatusCode::OK);
    }
    assert_eq!(brief(&ask().await), (429, "request/too-many"));
    app.clock.turn(SignedDuration::from_hours(1));
    assert_eq!(ask().await.status, StatusCode::OK);
});

store_contract!(a_cookie_is_given_to_our_own_pages_alone_and_never_kept, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let eino = CustomerPerson::register(&app, "eino").await;
    let body = json!({ "email": aino.email, "password": aino.password });
    for path in ["/api/users/login", "/api/users/logout", "/api/users/logout-all"] {
        let from_nowhere = app.http.post(app.url(path)).json(&body).send().await.unwrap();
        let foreign = app.http.post(app.url(path)).header("origin", "https://evil.example").json(&body);
        for response in [from_nowhere, foreign.send().await.unwrap()] {
            assert!(cookie_of(&response).is_none());
            assert_eq!(brief(&Answer::read(response).await), (403, "request/foreign-page"), "{path}");
        }
    }
    // Whoever planted a cookie has nothing of the session that comes after it.
    let mut planted = eino.who_says(&aino.email, &aino.password);
    assert_eq!(planted.sign_in().await.body["email"], "aino@ovelle.example");
    assert_ne!(planted.cookie, eino.cookie);
    assert_eq!(brief(&eino.get(ME).await), (401, "users/unauthorized"), "the session that the browser had has ended");
    assert_eq!(aino.post("/api/users/logout-all", &json!({})).await.status, StatusCode::NO_CONTENT);
    for session in [&aino, &planted] {
        assert_eq!(brief(&session.get(ME).await), (401, "users/unauthorized"));
    }
});

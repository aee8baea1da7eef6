//! Signing in elsewhere: there and back, and what a provider may say on the way.

use jiff::SignedDuration;
use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    browser::{Browser, location_of},
    clock::FakeClock,
    customer::captcha_token,
    db::TestDb,
    identity_server::{IdentityAnswers, IdentityServer, Signing, person},
    kitchen::Answer,
    store_contract,
};

use crate::{brief, fault};

pub(crate) const START: &str = "/api/users/identity/oidc/start";
pub(crate) const LINK: &str = "/api/users/linkProvider";
pub(crate) const REGISTER: &str = "/api/users/registerWithProvider";
pub(crate) const ME: &str = "/api/users/me";

/// A provider, and a node whose people sign in there.
pub(crate) async fn with_provider(db: &TestDb) -> (IdentityServer, TestApp) {
    let clock = FakeClock::default();
    let server = IdentityServer::start(&clock).await;
    server.is("1", "aino@ovelle.example");
    let app = setup(&server, &clock).start(db).await;
    (server, app)
}

/// A node whose people sign in there.
pub(crate) fn setup(server: &IdentityServer, clock: &FakeClock) -> Setup {
    server.flags().iter().fold(Setup::default().clock(clock), |setup, flag| setup.flag(flag))
}

/// The path of an absolute address, with its query.
pub(crate) fn path_of(address: &str) -> String {
    let rest = address.split_once("://").expect("an absolute address").1;
    rest[rest.find('/').expect("a path")..].to_owned()
}

/// Goes there and comes back: where the page is told what came of it.
pub(crate) async fn there_and_back(browser: &mut Browser, server: &IdentityServer, start: &str) -> String {
    let there = location_of(&browser.get(start).await);
    let back = browser.get(&path_of(&server.agree(&there))).await;
    assert_eq!((back.status(), back.headers()["cache-control"].to_str().unwrap()), (StatusCode::FOUND, "no-store"));
    location_of(&back)
}

/// What a fragment says under this name.
pub(crate) fn said(location: &str, name: &str) -> Option<String> {
    let fragment = location.split_once('#').expect("a fragment").1;
    fragment.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}="))).map(str::to_owned)
}

/// Goes there and comes back with a token.
pub(crate) async fn token_of(browser: &mut Browser, server: &IdentityServer) -> String {
    let location = there_and_back(browser, server, START).await;
    said(&location, "providerToken").unwrap_or_else(|| panic!("{location}"))
}

pub(crate) fn presenting(token: &str) -> Value {
    json!({ "providerToken": token, "provider": "oidc" })
}

/// Registers with what a browser came back with.
pub(crate) async fn register(app: &TestApp, browser: &mut Browser, token: &str) -> Answer {
    let mut body = presenting(token);
    body["googleRecaptchaToken"] = captcha_token(app, "register").await.into();
    browser.post(REGISTER, &body).await
}

/// Somebody who registers with their account at a provider.
pub(crate) async fn registered(app: &TestApp, server: &IdentityServer) -> (Browser, String) {
    let mut browser = Browser::new(app);
    let token = token_of(&mut browser, server).await;
    let made = register(app, &mut browser, &token).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
    (browser, made.body["userId"].as_str().unwrap().to_owned())
}

// spec: LG-36, LG-37
store_contract!(somebody_signs_in_elsewhere_registers_and_comes_back, |db| async move {
    let (server, app) = with_provider(&db).await;
    let mut browser = Browser::new(&app);
    let identity = Answer::read(browser.get("/api/users/identity").await).await;
    assert_eq!(identity.body["providers"], json!([{ "id": "oidc", "name": "Tunnus", "startUrl": START }]));
    let there = browser.get(START).await;
    assert_eq!(there.status(), StatusCode::FOUND);
    let there = location_of(&there);
    assert!(there.starts_with(&format!("{}/authorize?", server.issuer())), "{there}");
    for part in ["response_type=code", "scope=openid+email+profile", "code_challenge_method=S256", "&nonce=", "state="]
    {
        assert!(there.contains(part), "{there}");
    }
    assert!(!there.contains("prompt="), "{there}");
    let again = location_of(&browser.get(&format!("{START}?rerequest=1")).await);
    assert!(again.contains("&prompt=consent"), "{again}");

    let token = token_of(&mut browser, &server).await;
    let unknown = browser.post(LINK, &presenting(&token)).await;
    assert_eq!(brief(&unknown), (404, "users/provider-unknown"));
    assert_eq!(unknown.body["metadata"]["errorCode"], 1_000_004);
    let without = browser.post(REGISTER, &presenting(&token)).await;
    assert_eq!(fault(&without), (422, "request/invalid", "googleRecaptchaToken"));
    let mut body = presenting(&token);
    body["googleRecaptchaToken"] = "x".repeat(300).into();
    assert_eq!(brief(&browser.post(REGISTER, &body).await), (403, "captcha/failed"));
    let made = register(&app, &mut browser, &token).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
    for (name, value) in [
        ("firstName", json!("Aino")),
        ("lastName", json!("Aalto")),
        ("email", json!("aino@ovelle.example")),
        ("phone", json!("")),
        ("acceptedTerms", json!(false)),
        ("acceptedLoyaltyTerms", json!(false)),
        ("socialLoginLinked", json!(true)),
        ("hasPassword", json!(false)),
        ("birthDateSet", json!(false)),
    ] {
        assert_eq!(made.body[name], value, "{name}");
    }
    assert_eq!(app.mails_of("account-created", 1).await[0]["to"], "aino@ovelle.example");
    assert_eq!(Answer::read(browser.get(ME).await).await.body["userId"], made.body["userId"]);

    let mut other = Browser::new(&app);
    let token = token_of(&mut other, &server).await;
    let signed_in = other.post(LINK, &presenting(&token)).await;
    assert_eq!((signed_in.status, &signed_in.body["userId"]), (StatusCode::OK, &made.body["userId"]));
    assert_eq!(other.named("ovelle-known").len(), 1, "it is known from now on");
    assert_eq!(Answer::read(other.get(ME).await).await.status, StatusCode::OK);
});

store_contract!(names_are_cut_and_absent_ones_are_empty, |db| async move {
    let (server, app) = with_provider(&db).await;
    let mut claims = person("2", "eino@ovelle.example");
    claims["given_name"] = "Å".repeat(80).into();
    claims["family_name"] = Value::Null;
    server.answer(IdentityAnswers { claims, ..IdentityAnswers::default() });
    let (mut browser, _) = registered(&app, &server).await;
    let me = Answer::read(browser.get(ME).await).await.body;
    assert_eq!((&me["firstName"], &me["lastName"]), (&json!("Å".repeat(50)), &json!("")));
});

// spec: LG-44
store_contract!(what_a_provider_does_not_say_is_asked_for_and_what_it_refuses_too, |db| async move {
    let (server, app) = with_provider(&db).await;
    let mut browser = Browser::new(&app);
    let without = |name: &str, value: Value| {
        let mut claims = person("1", "aino@ovelle.example");
        claims[name] = value;
        IdentityAnswers { claims, ..IdentityAnswers::default() }
    };
    for answers in [
        without("email", Value::Null),
        without("email", json!("no address")),
        without("email_verified", Value::Null),
        without("email_verified", json!(false)),
        IdentityAnswers { refuses: true, ..without("sub", json!("1")) },
    ] {
        let named = format!("{answers:?}");
        server.answer(answers);
        let location = there_and_back(&mut browser, &server, START).await;
        assert_eq!(location, "/kirjaudu#identity=missing-permissions", "{named}");
    }
    server.answer(IdentityAnswers { signing: Signing::Forged, ..without("sub", json!("1")) });
    let forged = there_and_back(&mut browser, &server, START).await;
    assert_eq!(forged, "/kirjaudu#identity=invalid-credentials");
    for (error, told) in [("access_denied", "declined"), ("server_error", "error")] {
        let there = location_of(&browser.get(START).await);
        let state = there.split("state=").nth(1).unwrap().split('&').next().unwrap();
        let back = format!("/api/users/identity/oidc/callback?error={error}&state={state}");
        assert_eq!(location_of(&browser.get(&back).await), format!("/kirjaudu#identity={told}"));
    }
    assert_eq!(browser.named("ovelle-oidc-"), [""; 0], "what has ended leaves nothing behind");
});

store_contract!(a_token_that_does_not_hold_signs_nobody_in, |db| async move {
    let (server, app) = with_provider(&db).await;
    let mut browser = Browser::new(&app);
    let now = deps::Clock::now(&app.clock).as_second();
    let other = "http://127.0.0.1:1";
    let with = |claims: &[(&str, Value)]| {
        let mut all = person("1", "aino@ovelle.example");
        claims.iter().for_each(|(name, value)| all[*name] = value.clone());
        IdentityAnswers { claims: all, ..IdentityAnswers::default() }
    };
    let honest = with(&[]);
    for bad in [
        with(&[("iss", json!(other))]),
        with(&[("iss", Value::Null)]),
        with(&[("aud", json!("another-client"))]),
        with(&[("aud", json!(["ovelle-tests", "another-client"]))]),
        with(&[("azp", json!("another-client"))]),
        with(&[("nonce", json!("another"))]),
        with(&[("nonce", Value::Null)]),
        with(&[("exp", json!(now - 61))]),
        with(&[("iat", json!(now + 61))]),
        with(&[("exp", Value::Null)]),
        IdentityAnswers { signing: Signing::Forged, ..honest.clone() },
        IdentityAnswers { signing: Signing::Nothing, ..honest.clone() },
        IdentityAnswers { signing: Signing::ClientSecret, ..honest.clone() },
        IdentityAnswers { signing: Signing::Newer, ..honest.clone() },
    ] {
        let named = format!("{bad:?}");
        server.answer(bad);
        let location = there_and_back(&mut browser, &server, START).await;
        assert_eq!(location, "/kirjaudu#identity=invalid-credentials", "{named}");
    }
    for good in [honest, with(&[("exp", json!(now - 59))]), with(&[("iat", json!(now + 59))])] {
        let named = format!("{good:?}");
        server.answer(good);
        let location = there_and_back(&mut browser, &server, START).await;
        assert_eq!(said(&location, "identity").as_deref(), Some("token"), "{named}");
    }
});

store_contract!(keys_are_read_anew_for_an_unknown_one_at_most_once_a_minute, |db| async move {
    let (server, app) = with_provider(&db).await;
    let mut browser = Browser::new(&app);
    token_of(&mut browser, &server).await;
    let claims = person("1", "aino@ovelle.example");
    server.answer(IdentityAnswers { signing: Signing::Newer, claims, ..IdentityAnswers::default() });
    for _ in 0..3 {
        let location = there_and_back(&mut browser, &server, START).await;
        assert_eq!(location, "/kirjaudu#identity=invalid-credentials");
    }
    assert_eq!((server.asked("keys"), server.asked("metadata")), (1, 1), "a moment after they were read");
    app.clock.turn(SignedDuration::from_mins(1));
    token_of(&mut browser, &server).await;
    token_of(&mut browser, &server).await;
    assert_eq!((server.asked("keys"), server.asked("metadata")), (2, 1));
});

store_contract!(a_provider_that_is_away_or_leads_elsewhere_is_an_error, |db| async move {
    let (server, app) = with_provider(&db).await;
    let mut browser = Browser::new(&app);
    let claims = person("1", "aino@ovelle.example");
    let honest = IdentityAnswers { claims, ..IdentityAnswers::default() };
    let error = "/kirjaudu#identity=error";
    for before in [
        IdentityAnswers { is_away: true, ..honest.clone() },
        IdentityAnswers { calls_itself: Some("http://127.0.0.1:1".to_owned()), ..honest.clone() },
    ] {
        server.answer(before);
        assert_eq!(location_of(&browser.get(START).await), error);
        app.clock.turn(SignedDuration::from_secs(2));
    }
    let elsewhere = IdentityServer::start(&app.clock).await;
    elsewhere.is("1", "aino@ovelle.example");
    for at_exchange in [
        IdentityAnswers { redirects_to: Some(format!("{}/token", elsewhere.issuer())), ..honest.clone() },
        IdentityAnswers { is_endless: true, ..honest.clone() },
    ] {
        server.answer(honest.clone());
        let there = location_of(&browser.get(START).await);
        let back = path_of(&server.agree(&there));
        server.answer(at_exchange);
        assert_eq!(location_of(&browser.get(&back).await), error);
    }
    assert_eq!(elsewhere.asked("token"), 0, "no secret goes where a provider points");
    assert_eq!(location_of(&browser.get("/api/users/identity/none/start").await), error);
});

//! Somebody else's account by way of a provider: each way that was thought of is closed.

use jiff::SignedDuration;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{
    browser::{Browser, location_of},
    clock::FakeClock,
    customer::CustomerPerson,
    identity_server::{IdentityAnswers, IdentityServer, person},
    kitchen::Answer,
    staff::StaffClient,
    store_contract,
};

use crate::{
    brief,
    identity::{
        LINK, ME, REGISTER, START, path_of, presenting, register, registered, said, setup, there_and_back, token_of,
        with_provider,
    },
};

const ERROR: &str = "/kirjaudu#identity=error";

store_contract!(an_answer_is_of_use_to_the_browser_that_asked_once, |db| async move {
    let clock = FakeClock::default();
    let server = IdentityServer::start(&clock).await;
    server.is("1", "aino@ovelle.example");
    let public = "--public-url=http://shop.example";
    let app = setup(&server, &clock).flag(public).start(&db).await;
    let node = setup(&server, &clock).flag(public).start(&db).await;
    let mut browser = Browser::new(&app);

    let there = location_of(&browser.get(START).await);
    let back = path_of(&server.agree(&there));
    assert_eq!(location_of(&Browser::new(&app).get(&back).await), ERROR, "another browser");
    let mut strangers = Browser::new(&app);
    strangers.get(START).await;
    assert_eq!(location_of(&strangers.get(&back).await), ERROR, "one with an attempt of its own");
    assert_eq!(location_of(&browser.get(&back.replace("/oidc/", "/other/")).await), ERROR, "another provider's");
    let mut at_node = browser.at(&node);
    let location = location_of(&at_node.get(&back).await);
    assert_eq!(said(&location, "identity").as_deref(), Some("token"), "another node takes it");
    assert_eq!(location_of(&at_node.get(&back).await), ERROR, "once");
    assert_eq!(location_of(&browser.get(&back).await), ERROR, "over all nodes");
    let token = said(&location, "providerToken").unwrap();
    assert_eq!(brief(&at_node.post(LINK, &presenting(&token)).await), (404, "users/provider-unknown"));

    let there = location_of(&browser.get(START).await);
    let state = there.split("state=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    let cookie = format!("ovelle-oidc-{}", &state[..8]);
    let another = browser.cookies.iter().find(|(name, _)| **name != cookie).map(|(_, value)| value.clone());
    let mut mixed = browser.clone();
    mixed.cookies.insert(cookie, another.unwrap_or_else(|| "x".to_owned()));
    assert_eq!(location_of(&mixed.get(&path_of(&server.agree(&there))).await), ERROR, "a cookie of another attempt");
    clock.turn(SignedDuration::from_mins(10));
    assert_eq!(location_of(&browser.get(&path_of(&server.agree(&there))).await), ERROR, "after ten minutes");
});

store_contract!(whoever_answers_for_another_provider_gets_no_code, |db| async move {
    let (server, app) = with_provider(&db).await;
    let mut browser = Browser::new(&app);
    let claims = person("1", "aino@ovelle.example");
    let sends_back_as = Some("https://another.example".to_owned());
    server.answer(IdentityAnswers { sends_back_as, claims, ..IdentityAnswers::default() });
    assert_eq!(there_and_back(&mut browser, &server, START).await, ERROR);
    assert_eq!(server.asked("token"), 0);
});

store_contract!(a_browser_has_five_attempts_at_most, |db| async move {
    let (server, app) = with_provider(&db).await;
    let mut browser = Browser::new(&app);
    let first = location_of(&browser.get(START).await);
    for n in 2..8 {
        app.clock.turn(SignedDuration::from_secs(1));
        browser.get(START).await;
        assert_eq!(browser.named("ovelle-oidc-").len(), n.min(5));
    }
    assert_eq!(location_of(&browser.get(&path_of(&server.agree(&first))).await), ERROR, "the oldest is forgotten");
    token_of(&mut browser, &server).await;
});

store_contract!(a_token_is_good_for_five_tries_of_its_own_browser_in_ten_minutes, |db| async move {
    let (server, app) = with_provider(&db).await;
    let mut browser = Browser::new(&app);
    let refused = (401, "users/invalid-credentials");
    let token = token_of(&mut browser, &server).await;
    let mut strangers = Browser::new(&app);
    token_of(&mut strangers, &server).await;
    for _ in 0..6 {
        assert_eq!(brief(&strangers.post(LINK, &presenting(&token)).await), refused, "another browser's");
    }
    let other = json!({ "providerToken": token, "provider": "facebook" });
    let unsupported = browser.post(LINK, &other).await;
    assert_eq!(brief(&unsupported), (422, "users/provider-unsupported"));
    assert_eq!(unsupported.body["metadata"]["errorCode"], 1_000_002);
    for _ in 0..5 {
        assert_eq!(brief(&browser.post(LINK, &presenting(&token)).await), (404, "users/provider-unknown"));
    }
    assert_eq!(brief(&browser.post(LINK, &presenting(&token)).await), refused, "the sixth");
    assert_eq!(brief(&register(&app, &mut browser, &token).await), refused);

    let token = token_of(&mut browser, &server).await;
    assert_eq!(register(&app, &mut browser, &token).await.status, StatusCode::CREATED);
    let mut without_session = browser.clone();
    without_session.cookies.remove("ovelle");
    assert_eq!(brief(&without_session.post(LINK, &presenting(&token)).await), refused, "it has opened an account");

    let token = token_of(&mut without_session, &server).await;
    app.clock.turn(SignedDuration::from_mins(10));
    assert_eq!(brief(&without_session.post(LINK, &presenting(&token)).await), refused, "ten minutes are over");
});

store_contract!(an_account_with_the_same_address_is_linked_by_who_knows_its_password, |db| async move {
    let (server, app) = with_provider(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let mut browser = Browser::new(&app);
    let token = token_of(&mut browser, &server).await;
    assert_eq!(brief(&browser.post(LINK, &presenting(&token)).await), (409, "users/link-password"));
    assert_eq!(brief(&register(&app, &mut browser, &token).await), (409, "users/email-taken"));
    let with = |token: &str, password: &str| {
        let mut body = presenting(token);
        body["password"] = password.into();
        body
    };
    let wrong = browser.post(LINK, &with(&token, "kuusi karhua")).await;
    assert_eq!(brief(&wrong), (401, "users/invalid-credentials"));
    assert!(browser.named("ovelle-known").is_empty() && !browser.cookies.contains_key("ovelle"));
    let linked = browser.post(LINK, &with(&token, &aino.password)).await;
    assert_eq!((linked.status, &linked.body["userId"]), (StatusCode::OK, &json!(aino.id)));
    assert_eq!(linked.body["socialLoginLinked"], true);
    assert_eq!(app.mails_of("provider-linked", 1).await[0]["to"], "aino@ovelle.example");
    assert_eq!(Answer::read(browser.get(ME).await).await.body["userId"], aino.id);

    let kaisa = StaffClient::let_in(&app, "kaisa@ovelle.example", &[]).await;
    server.is("2", &kaisa.email);
    let mut staffs = Browser::new(&app);
    let token = token_of(&mut staffs, &server).await;
    let staff = staffs.post(LINK, &with(&token, &kaisa.password)).await;
    assert_eq!(brief(&staff), (409, "users/provider-taken"), "staff have no provider");
    server.is("3", "eino@ovelle.example");
    registered(&app, &server).await;
    server.is("4", "eino@ovelle.example");
    let mut foreign = Browser::new(&app);
    let token = token_of(&mut foreign, &server).await;
    let taken = foreign.post(LINK, &with(&token, "anything")).await;
    assert_eq!(brief(&taken), (409, "users/provider-taken"), "an account without a password is nobody else's to link");
});

store_contract!(guessing_a_password_while_linking_waits_as_signing_in_does, |db| async move {
    let (server, app) = with_provider(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let mut browser = Browser::new(&app);
    for n in 0..6 {
        let mut body = presenting(&token_of(&mut browser, &server).await);
        body["password"] = if n < 5 { "kuusi karhua" } else { &aino.password }.into();
        let expected = if n < 5 { (401, "users/invalid-credentials") } else { (429, "users/too-many-attempts") };
        assert_eq!(brief(&browser.post(LINK, &body).await), expected, "{n}");
    }
});

store_contract!(nobody_links_their_own_identity_to_somebody_else, |db| async move {
    let (server, app) = with_provider(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let mut victim = Browser::new(&app);
    let (name, value) = aino.cookie.as_deref().unwrap().split_once('=').unwrap();
    victim.cookies.insert(name.to_owned(), value.to_owned());
    server.is("666", "attacker@evil.example");
    let mut token = presenting(&token_of(&mut victim, &server).await);
    token["password"] = aino.password.clone().into();
    let forced = victim.post(LINK, &token).await;
    assert_eq!(brief(&forced), (403, "users/forbidden"), "nobody asked for a link");
    let by_get = there_and_back(&mut victim, &server, &format!("{START}?intent=link")).await;
    assert!(by_get.starts_with("/kirjaudu#"), "a link of a foreign page asks for none: {by_get}");
    let post = format!("{START}?intent=link");
    for (header, site) in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")] {
        let call = app.http.post(app.url(&post)).header("cookie", aino.cookie.as_deref().unwrap());
        let answer = Answer::read(call.header(header, site).send().await.unwrap()).await;
        assert_eq!(brief(&answer), (403, "request/foreign-page"));
    }

    let other = victim.clone();
    let asked = victim.send(Method::POST, &post, &Value::Null).await;
    assert_eq!(asked.status(), StatusCode::SEE_OTHER);
    let back = location_of(&victim.get(&path_of(&server.agree(&location_of(&asked)))).await);
    assert!(back.starts_with("/asiakastili/omat-tiedot#identity=token&"), "{back}");
    let mut token = presenting(&said(&back, "providerToken").unwrap());
    token["password"] = aino.password.clone().into();
    let mut renewed = victim.clone();
    renewed.cookies.insert(name.to_owned(), aino.clone().signed_in_again().await);
    assert_eq!(brief(&renewed.post(LINK, &token).await), (403, "users/forbidden"), "another session asked");
    renewed.cookies.remove(name);
    assert_eq!(brief(&renewed.post(LINK, &token).await), (401, "users/unauthorized"), "a guest asked for no link");
    assert_eq!(brief(&other.clone().post(LINK, &token).await), (401, "users/invalid-credentials"), "another browser");
    let call = app.http.post(app.url(LINK)).header("cookie", aino.cookie.as_deref().unwrap());
    let call = call.header("origin", "https://evil.example").header("content-type", "application/json");
    let foreign = Answer::read(call.body(token.to_string()).send().await.unwrap()).await;
    assert_eq!(brief(&foreign), (403, "request/foreign-page"));
    assert_eq!(Answer::read(victim.get(ME).await).await.body["socialLoginLinked"], false);
});

store_contract!(an_id_token_by_itself_is_a_programs_alone_and_of_this_client, |db| async move {
    let (server, app) = with_provider(&db).await;
    let (_, id) = registered(&app, &server).await;
    let program = async |path: &str, body: &Value| {
        let call = app.http.post(app.url(path)).header("content-type", "application/json");
        call.body(body.to_string()).send().await.unwrap()
    };
    let refused = (401, "users/invalid-credentials");
    let raw = server.raw_token();
    let response = program(LINK, &presenting(&raw)).await;
    assert!(response.headers().get("set-cookie").is_none());
    let answer = Answer::read(response).await;
    assert_eq!((answer.status, &answer.body["user"]["userId"]), (StatusCode::OK, &json!(id)));
    let bearer = answer.body["token"].as_str().unwrap();
    let me = app.http.get(app.url(ME)).bearer_auth(bearer).send().await.unwrap();
    assert_eq!(me.status(), StatusCode::OK);
    app.clock.turn(SignedDuration::from_secs(1));
    assert_eq!(brief(&Answer::read(program(LINK, &presenting(&raw)).await).await), refused, "once");

    let now = deps::Clock::now(&app.clock).as_second();
    let with = |claims: &[(&str, Value)]| {
        let mut all = person("1", "aino@ovelle.example");
        claims.iter().for_each(|(name, value)| all[*name] = value.clone());
        IdentityAnswers { claims: all, ..IdentityAnswers::default() }
    };
    for bad in [
        with(&[("aud", json!("another-client"))]),
        with(&[("aud", json!(["ovelle-tests", "another-client"]))]),
        with(&[("azp", json!("another-client"))]),
        with(&[("iss", json!("https://another.example"))]),
        with(&[("email_verified", json!(false))]),
        with(&[("iat", json!(now - 601)), ("exp", json!(now + 600))]),
        with(&[("exp", json!(now - 61))]),
        IdentityAnswers { signing: testkit::identity_server::Signing::Nothing, ..with(&[]) },
        IdentityAnswers { signing: testkit::identity_server::Signing::Forged, ..with(&[]) },
    ] {
        let named = format!("{bad:?}");
        server.answer(bad);
        let token = server.raw_token();
        assert_eq!(brief(&Answer::read(program(LINK, &presenting(&token)).await).await), refused, "{named}");
    }

    server.answer(with(&[("jti", json!("fresh"))]));
    let raw = server.raw_token();
    let mut browser = Browser::new(&app);
    assert_eq!(brief(&browser.post(LINK, &presenting(&raw)).await), refused, "no browser brings one");
    for (header, says) in [("sec-fetch-site", "cross-site"), ("cookie", "a=b"), ("referer", "https://evil.example/")] {
        let call = app.http.post(app.url(LINK)).header("content-type", "application/json").header(header, says);
        let answer = Answer::read(call.body(presenting(&raw).to_string()).send().await.unwrap()).await;
        assert_eq!(brief(&answer), (403, "request/foreign-page"), "{header}");
    }
    let call = app.http.post(app.url(LINK)).bearer_auth(bearer).header("content-type", "application/json");
    let answer = Answer::read(call.body(presenting(&raw).to_string()).send().await.unwrap()).await;
    assert_eq!(brief(&answer), (403, "users/forbidden"), "who is signed in links from `start` alone");
    assert_eq!(brief(&browser.post(REGISTER, &presenting(&raw)).await).0, 422);
});

store_contract!(the_way_back_leads_to_pages_of_ours_alone, |db| async move {
    let (server, app) = with_provider(&db).await;
    let mut browser = Browser::new(&app);
    for (asked, told) in [
        ("%2Fostoskori%3Fa%3Db", Some("%2Fostoskori%3Fa%3Db")),
        ("%2F%2Fevil.example", None),
        ("%2F%5Cevil.example", None),
        ("https%3A%2F%2Fevil.example", None),
        ("javascript%3Aalert(1)", None),
        ("%2F%09%2Fevil.example", None),
        ("%2F..%2F%2Fevil.example", None),
        ("%2Fapi%2Fusers%2Flogout", None),
        ("%2Fkirjaudu", None),
        ("%2F%26identity%3Dtoken%26providerToken%3Dx", Some("%2F%26identity%3Dtoken%26providerToken%3Dx")),
    ] {
        let location = there_and_back(&mut browser, &server, &format!("{START}?returnTo={asked}")).await;
        assert!(location.starts_with("/kirjaudu#identity=token&provider=oidc&providerToken="), "{location}");
        assert_eq!(said(&location, "returnTo").as_deref(), told, "{asked}");
        assert_eq!(location.matches("providerToken=").count(), 1, "{location}");
    }
});

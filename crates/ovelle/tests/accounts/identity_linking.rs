//! What links an account to a provider, and what ends that.

use jiff::SignedDuration;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{
    app::TestApp,
    browser::{Browser, location_of},
    customer::CustomerPerson,
    identity_server::IdentityServer,
    kitchen::Answer,
    store_contract,
};

use crate::{
    brief,
    identity::{LINK, ME, START, path_of, presenting, registered, said, there_and_back, token_of, with_provider},
    in_link,
};

const UNLINK: &str = "/api/users/me/provider/oidc";
const RESET: &str = "/api/users/changeUserPassword";

/// The browser of somebody who has registered with a password.
pub(crate) fn browser_of(app: &TestApp, person: &CustomerPerson) -> Browser {
    let mut browser = Browser::new(app);
    let (name, value) = person.cookie.as_deref().expect("a session").split_once('=').expect("a cookie");
    browser.cookies.insert(name.to_owned(), value.to_owned());
    browser
}

/// Asks for a link as the details page does, and comes back with its token.
pub(crate) async fn asked_link(browser: &mut Browser, server: &IdentityServer) -> Value {
    let asked = browser.send(Method::POST, &format!("{START}?intent=link"), &Value::Null).await;
    assert_eq!(asked.status(), StatusCode::SEE_OTHER);
    let back = location_of(&browser.get(&path_of(&server.agree(&location_of(&asked)))).await);
    presenting(&said(&back, "providerToken").unwrap_or_else(|| panic!("{back}")))
}

pub(crate) fn with_password(mut body: Value, password: &str) -> Value {
    body["password"] = password.into();
    body
}

/// Gives an account a password by a link in a mail.
pub(crate) async fn reset(app: &TestApp, email: &str, mails: usize, password: &str) {
    let guest = CustomerPerson::stranger(app, "guest");
    guest.post("/api/users/sendForgotPasswordEmail", &json!({ "email": email })).await;
    let token = in_link(app.mails_of("password-reset", mails).await.last().unwrap(), "passwordResetToken");
    let answer = guest.post(RESET, &json!({ "passwordResetToken": token, "newPassword": password })).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.body);
}

store_contract!(who_is_signed_in_links_with_their_password, |db| async move {
    let (server, app) = with_provider(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let mut browser = browser_of(&app, &aino);
    server.is("1", "elsewhere@id.example");
    let guest = CustomerPerson::stranger(&app, "guest");
    guest.post("/api/users/sendForgotPasswordEmail", &json!({ "email": aino.email })).await;
    let reset_token = in_link(&app.mails_of("password-reset", 1).await[0], "passwordResetToken");

    let token = asked_link(&mut browser, &server).await;
    assert_eq!(brief(&browser.post(LINK, &token).await), (409, "users/link-password"));
    let wrong = browser.post(LINK, &with_password(token.clone(), "kuusi karhua")).await;
    assert_eq!(brief(&wrong), (401, "users/invalid-credentials"));
    let linked = browser.post(LINK, &with_password(token, &aino.password)).await;
    assert_eq!((linked.status, &linked.body["socialLoginLinked"]), (StatusCode::OK, &json!(true)));
    assert_eq!(linked.body["email"], "aino@ovelle.example", "its own address stays");
    let mail = &app.mails_of("provider-linked", 1).await[0];
    assert!(mail["to"] == "aino@ovelle.example" && mail["text"].as_str().unwrap().contains("Tunnus"), "{mail}");
    let ended = json!({ "passwordResetToken": reset_token, "newPassword": "viisi valasta" });
    assert_eq!(brief(&guest.post(RESET, &ended).await), (410, "users/reset-expired"), "a link ends reset links");

    let again = asked_link(&mut browser, &server).await;
    let again = browser.post(LINK, &with_password(again, &aino.password)).await;
    assert_eq!(again.status, StatusCode::OK, "theirs already");
    let eino = CustomerPerson::register(&app, "eino").await;
    let mut other = browser_of(&app, &eino);
    let taken = asked_link(&mut other, &server).await;
    let taken = other.post(LINK, &with_password(taken, &eino.password)).await;
    assert_eq!(brief(&taken), (409, "users/provider-taken"));
    server.is("2", "second@id.example");
    let second = asked_link(&mut browser, &server).await;
    let second = browser.post(LINK, &with_password(second, &aino.password)).await;
    assert_eq!(brief(&second), (409, "users/provider-taken"), "one of a provider");

    server.is("1", "elsewhere@id.example");
    let mut elsewhere = Browser::new(&app);
    let token = token_of(&mut elsewhere, &server).await;
    assert_eq!(elsewhere.post(LINK, &presenting(&token)).await.body["userId"], aino.id);
    let wish = json!({ "email": "uusi@ovelle.example", "currentPassword": aino.password });
    let wish = Answer::read(elsewhere.send(Method::PATCH, ME, &wish).await).await;
    assert_eq!(wish.status, StatusCode::OK, "the address is its owner's own word: {}", wish.body);
});

store_contract!(who_has_no_password_links_soon_after_signing_in, |db| async move {
    let (server, app) = with_provider(&db).await;
    let (mut browser, _) = registered(&app, &server).await;
    let open_terms = browser.send(Method::POST, &format!("{START}?intent=link"), &Value::Null).await;
    assert_eq!(brief(&Answer::read(open_terms).await), (403, "users/terms-required"));
    let accepted = browser.send(Method::PATCH, ME, &json!({ "acceptedTerms": true })).await;
    assert_eq!(accepted.status(), StatusCode::OK);
    app.clock.turn(SignedDuration::from_secs(15 * 60 - 1));
    let token = asked_link(&mut browser, &server).await;
    assert_eq!(browser.post(LINK, &token).await.status, StatusCode::OK);
    let late = asked_link(&mut browser, &server).await;
    app.clock.turn(SignedDuration::from_secs(1));
    assert_eq!(brief(&browser.post(LINK, &late).await), (403, "users/sign-in-again"));
});

store_contract!(a_link_ends_unless_nothing_else_opens_the_account, |db| async move {
    let (server, app) = with_provider(&db).await;
    let (mut browser, id) = registered(&app, &server).await;
    let unlink =
        async |browser: &mut Browser| Answer::read(browser.send(Method::DELETE, UNLINK, &Value::Null).await).await;
    assert_eq!(brief(&unlink(&mut browser).await), (409, "users/last-sign-in"));
    reset(&app, "aino@ovelle.example", 1, "viisi valasta").await;
    let token = token_of(&mut browser, &server).await;
    let mut anew = browser.clone();
    anew.cookies.remove("ovelle");
    assert_eq!(anew.post(LINK, &presenting(&token)).await.body["userId"], id, "the same address: the link stays");
    let wish = json!({ "email": "uusi@ovelle.example", "currentPassword": "viisi valasta" });
    let locked = Answer::read(anew.send(Method::PATCH, ME, &wish).await).await;
    assert_eq!(brief(&locked), (403, "users/email-locked"), "the address is the provider's");
    for _ in 0..2 {
        assert_eq!(unlink(&mut anew).await.status, StatusCode::NO_CONTENT, "idempotent");
    }
    assert_eq!(app.mails_of("provider-linked", 1).await.len(), 1, "told once");
    let other = Answer::read(anew.send(Method::DELETE, "/api/users/me/provider/none", &Value::Null).await).await;
    assert_eq!(brief(&other), (422, "users/provider-unsupported"));
    assert_eq!(Answer::read(anew.get(ME).await).await.body["socialLoginLinked"], false);
    let free = Answer::read(anew.send(Method::PATCH, ME, &wish).await).await;
    assert_eq!((free.status, &free.body["pendingEmail"]), (StatusCode::OK, &json!("uusi@ovelle.example")));
    let mut later = Browser::new(&app);
    let token = token_of(&mut later, &server).await;
    assert_eq!(brief(&later.post(LINK, &presenting(&token)).await), (409, "users/link-password"));
});

store_contract!(a_reset_ends_links_whose_address_is_not_the_accounts, |db| async move {
    let (server, app) = with_provider(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let mut thief = browser_of(&app, &aino);
    server.is("666", "thief@evil.example");
    let token = asked_link(&mut thief, &server).await;
    assert_eq!(thief.post(LINK, &with_password(token, &aino.password)).await.status, StatusCode::OK);
    reset(&app, &aino.email, 1, "viisi valasta").await;
    assert_eq!(Answer::read(thief.get(ME).await).await.status, StatusCode::UNAUTHORIZED);
    let token = token_of(&mut thief, &server).await;
    assert_eq!(brief(&thief.post(LINK, &presenting(&token)).await), (404, "users/provider-unknown"));
});

store_contract!(an_account_follows_its_providers_address_where_that_is_free, |db| async move {
    let (server, app) = with_provider(&db).await;
    let (_, id) = registered(&app, &server).await;
    CustomerPerson::register(&app, "eino").await;
    let sign_in = async |email: &str| {
        server.is("1", email);
        let mut browser = Browser::new(&app);
        let token = token_of(&mut browser, &server).await;
        browser.post(LINK, &presenting(&token)).await
    };
    let taken = sign_in("eino@ovelle.example").await;
    assert_eq!((&taken.body["userId"], &taken.body["email"]), (&json!(id), &json!("aino@ovelle.example")));
    let followed = sign_in("aina@ovelle.example").await;
    assert_eq!((&followed.body["userId"], &followed.body["email"]), (&json!(id), &json!("aina@ovelle.example")));
    let mut told: Vec<_> =
        app.mails_of("email-changed", 2).await.iter().map(|mail| mail["to"].as_str().unwrap().to_owned()).collect();
    told.sort();
    assert_eq!(told, ["aina@ovelle.example", "aino@ovelle.example"]);
    let freed = CustomerPerson::stranger(&app, "aino");
    assert_eq!(freed.ask_to_register(&app).await.status(), StatusCode::CREATED, "the old one is free");
});

store_contract!(the_same_again_with_its_key_is_done_once_and_signs_in, |db| async move {
    let (server, app) = with_provider(&db).await;
    let mut browser = Browser::new(&app);
    let token = token_of(&mut browser, &server).await;
    let mut made = Vec::new();
    for _ in 0..2 {
        let mut body = presenting(&token);
        body["googleRecaptchaToken"] = testkit::customer::captcha_token(&app, "register").await.into();
        let call = browser.ask(Method::POST, "/api/users/registerWithProvider", &body);
        let response = call.header("idempotency-key", "register-of-aino").send().await.unwrap();
        assert_eq!(response.status(), StatusCode::CREATED);
        assert!(response.headers().get_all("set-cookie").iter().any(|line| line.as_bytes().starts_with(b"ovelle=")));
        made.push(Answer::read(response).await.body["userId"].clone());
    }
    assert_eq!(made[0], made[1]);
    assert_eq!(app.mails_of("account-created", 1).await.len(), 1);

    let token = token_of(&mut browser, &server).await;
    let link = async |browser: &Browser, key: &str| {
        let call = browser.ask(Method::POST, LINK, &presenting(&token)).header("idempotency-key", key);
        call.send().await.unwrap()
    };
    for _ in 0..2 {
        let response = link(&browser, "link-of-aino").await;
        let mut signed_in = browser.clone();
        signed_in.keep(&response);
        assert_eq!(
            (response.status(), Answer::read(response).await.body["userId"].clone()),
            (StatusCode::OK, made[0].clone())
        );
        assert_eq!(Answer::read(signed_in.get(ME).await).await.status, StatusCode::OK);
    }
    let another = Answer::read(link(&browser, "link-of-another").await).await;
    assert_eq!(brief(&another), (401, "users/invalid-credentials"), "another key is another call");
    let stranger = Answer::read(link(&Browser::new(&app), "link-of-aino").await).await;
    assert_eq!(brief(&stranger), (401, "users/invalid-credentials"), "another browser gets no session");
});

store_contract!(twenty_at_once_with_one_identity_are_one_account, |db| async move {
    let (server, app) = with_provider(&db).await;
    let mut calls = Vec::new();
    for _ in 0..20 {
        let mut browser = Browser::new(&app);
        let mut body = presenting(&token_of(&mut browser, &server).await);
        body["googleRecaptchaToken"] = testkit::customer::captcha_token(&app, "register").await.into();
        calls.push((browser, body));
    }
    let sent = calls.iter().map(|(browser, body)| async move {
        let call = browser.ask(Method::POST, "/api/users/registerWithProvider", body);
        Answer::read(call.send().await.unwrap()).await
    });
    let answers = futures_util::future::join_all(sent).await;
    let made = answers.iter().filter(|answer| answer.status == StatusCode::CREATED).count();
    let taken = answers.iter().filter(|answer| brief(answer) == (409, "users/email-taken")).count();
    assert_eq!((made, taken), (1, 19));
});

store_contract!(who_declines_the_terms_is_signed_out_everywhere, |db| async move {
    let (server, app) = with_provider(&db).await;
    let (mut browser, _) = registered(&app, &server).await;
    let location = there_and_back(&mut browser, &server, START).await;
    assert!(location.contains("identity=token"), "{location}");
    let declined = browser.send(Method::POST, "/api/users/me/decline", &json!({})).await;
    assert_eq!(declined.status(), StatusCode::NO_CONTENT);
    assert_eq!(Answer::read(browser.get(ME).await).await.status, StatusCode::UNAUTHORIZED);
});

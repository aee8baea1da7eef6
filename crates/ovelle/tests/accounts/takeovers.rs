//! Somebody else's account by way of a provider, of the staff or of the telephone.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{
    app::TestApp,
    browser::{Browser, location_of},
    customer::CustomerPerson,
    identity_server::{IdentityServer, respelt},
    kitchen::Answer,
    shop::PLACING,
    staff::StaffClient,
    store_contract,
};

use crate::{
    addresses::ADDRESSES,
    brief,
    history::DETAILS,
    identity::{LINK, ME, START, path_of, presenting, register, registered, setup, token_of, with_provider},
    identity_linking::{browser_of, with_password},
    ordering::{Shop, delivery, pizza},
    scene::EXPORT,
    search_customers::search,
};

const FORGOTTEN: &str = "/api/users/sendForgotPasswordEmail";

/// A program presents a token.
async fn by_program(app: &TestApp, token: &str) -> Answer {
    let call = app.http.post(app.url(LINK)).header("content-type", "application/json");
    Answer::read(call.body(presenting(token).to_string()).send().await.unwrap()).await
}

store_contract!(an_id_token_is_taken_once_however_it_is_spelt, |db| async move {
    let (server, app) = with_provider(&db).await;
    let node = setup(&server, &app.clock).start(&db).await;
    let (_, id) = registered(&app, &server).await;
    let raw = server.raw_token();
    let [other, padded] = respelt(&raw);
    let first = by_program(&app, &other).await;
    assert_eq!((first.status, &first.body["user"]["userId"]), (StatusCode::OK, &json!(id)), "{}", first.body);
    for (at, token) in [(&app, &other), (&app, &raw), (&app, &padded), (&node, &raw), (&node, &padded)] {
        assert_eq!(brief(&by_program(at, token).await), (401, "users/invalid-credentials"), "it was taken");
    }
});

store_contract!(the_subject_of_another_issuer_is_somebody_else, |db| async move {
    let (server, app) = with_provider(&db).await;
    registered(&app, &server).await;
    let mut of_before = Browser::new(&app);
    let token = token_of(&mut of_before, &server).await;

    // The operator goes to another provider, with whom somebody has the same number.
    let other = IdentityServer::start(&app.clock).await;
    other.is("1", "attacker@evil.example");
    let moved = setup(&other, &app.clock).start(&db).await;
    let mut attacker = Browser::new(&moved);
    let theirs = token_of(&mut attacker, &other).await;
    assert_eq!(brief(&attacker.post(LINK, &presenting(&theirs)).await), (404, "users/provider-unknown"));
    let at_moved = of_before.at(&moved).post(LINK, &presenting(&token)).await;
    assert_eq!(brief(&at_moved), (401, "users/invalid-credentials"), "what another issuer said");

    // Each gives out codes of its own alone.
    let asked = other.asked("token");
    let there = location_of(&attacker.get(START).await);
    let back = location_of(&attacker.get(&path_of(&server.agree(&there))).await);
    assert_eq!(back, "/kirjaudu#identity=error");
    assert_eq!(other.asked("token"), asked, "no code of one goes to the other");
});

store_contract!(nobody_becomes_one_of_the_staff_by_a_reset_or_a_link, |db| async move {
    let (server, app) = with_provider(&db).await;
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    let thief = CustomerPerson::register(&app, "thief").await;
    for email in [&kaisa.email, &thief.email] {
        let answer = thief.post(FORGOTTEN, &json!({ "email": email })).await;
        assert_eq!((answer.status, answer.body), (StatusCode::ACCEPTED, json!({})));
    }
    assert_eq!(app.mails_of("password-reset", 1).await[0]["to"], thief.email, "staff get none");
    let same = thief.who_says(&kaisa.email, "kuusi kettua").ask_to_register(&app).await;
    assert_eq!(brief(&Answer::read(same).await), (409, "users/email-taken"));
    let wish = json!({ "email": "KAISA@ovelle.example", "currentPassword": thief.password });
    assert_eq!(brief(&thief.call(Method::PATCH, ME, &wish).await), (409, "users/email-taken"));

    // A provider that says their address, to a browser, to a program, and of somebody who has an account.
    server.is("1", &kaisa.email);
    let mut browser = Browser::new(&app);
    let token = token_of(&mut browser, &server).await;
    for body in [presenting(&token), with_password(presenting(&token), &kaisa.password)] {
        assert_eq!(brief(&browser.post(LINK, &body).await), (409, "users/provider-taken"));
    }
    assert_eq!(brief(&register(&app, &mut browser, &token).await), (409, "users/email-taken"));
    assert_eq!(brief(&by_program(&app, &server.raw_token()).await), (409, "users/provider-taken"));
    server.is("2", "eino@ovelle.example");
    registered(&app, &server).await;
    server.is("2", &kaisa.email);
    let mut einos = Browser::new(&app);
    let token = token_of(&mut einos, &server).await;
    assert_eq!(einos.post(LINK, &presenting(&token)).await.body["email"], "eino@ovelle.example");

    // Nor does their own session link anything.
    let mut own = Browser::new(&app);
    let (name, value) = kaisa.cookie.as_deref().unwrap().split_once('=').unwrap();
    own.cookies.insert(name.to_owned(), value.to_owned());
    let asked = own.send(Method::POST, &format!("{START}?intent=link"), &Value::Null).await;
    assert_eq!(brief(&Answer::read(asked).await), (403, "users/forbidden"));
    server.is("3", &kaisa.email);
    let token = token_of(&mut own, &server).await;
    assert_eq!(brief(&own.post(LINK, &presenting(&token)).await), (403, "users/forbidden"));
    let linked = db.texts("SELECT email FROM customer_identities").await;
    assert_eq!(linked, ["kaisa@ovelle.example"], "the provider's word of Eino, which opens Eino's account alone");
    assert_eq!(kaisa.clone().sign_in().await.status, StatusCode::OK);
});

store_contract!(signing_in_elsewhere_takes_no_session_that_was_planted, |db| async move {
    let (server, app) = with_provider(&db).await;
    let thief = CustomerPerson::register(&app, "thief").await;
    let mut victim = browser_of(&app, &thief);
    let planted = victim.cookies["ovelle"].clone();
    let token = token_of(&mut victim, &server).await;
    assert_eq!(brief(&victim.post(LINK, &presenting(&token)).await), (403, "users/forbidden"), "nor a link to it");
    assert_eq!(register(&app, &mut victim, &token).await.status, StatusCode::CREATED);
    assert_ne!(victim.cookies["ovelle"], planted);
    assert_eq!(brief(&thief.get(ME).await), (401, "users/unauthorized"), "it has ended");

    let planted = "0".repeat(64);
    victim.cookies.insert("ovelle".to_owned(), planted.clone());
    let token = token_of(&mut victim, &server).await;
    assert_eq!(victim.post(LINK, &presenting(&token)).await.status, StatusCode::OK);
    assert_ne!(victim.cookies["ovelle"], planted);
    let planted = thief.with_cookie(Some(format!("ovelle={planted}")));
    assert_eq!(brief(&planted.get(ME).await), (401, "users/unauthorized"));
});

store_contract!(an_account_with_somebody_elses_number_does_not_learn_their_door, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    // The number that the victim calls from.
    let thief = CustomerPerson::register(&app, "thief").await;
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    let found = search(&kaisa, "040 123 4567").await.body;
    let mut order = delivery(&[pizza(1)]);
    for field in ["paymentMethod", "paymentOption"] {
        order.as_object_mut().unwrap().remove(field);
    }
    order["onBehalf"] = json!({ "phone": "040 123 4567", "customerRef": found["customers"][0]["customerRef"] });
    for (field, text) in [
        ("firstName", "Zyxteria"),
        ("lastName", "Qvantfors"),
        ("email", "soittaja@ovelle.example"),
        ("street", "Liisankatu 14"),
        ("apartmentNumber", "Z 99"),
    ] {
        order["deliveryContact"][field] = text.into();
    }
    order["additionalInfo"] = "Ovikoodi 9876".into();
    let placed = kaisa.call(Method::POST, PLACING, &order).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.body);
    let (id, key) = (placed.body["orderId"].as_str().unwrap(), placed.body["orderKey"].as_str().unwrap());
    app.kitchen().report_all(id, &[1, 3, 4, 8]).await;
    let failed = json!({ "status": 9, "note": "Zyxteria ei avannut", "staffNote": "Qvantfors nukkui" });
    assert!(app.kitchen().try_report_status(id, &failed).await.status.is_success());
    app.kitchen().report_all(id, &[8, 11]).await;
    let feedback = json!({ "rating": 2, "text": "T. Zyxteria Qvantfors" });
    let path = format!("/api/commerce/v2/order-tracking/{id}/{key}/feedback");
    assert!(thief.with_cookie(None).post(&path, &feedback).await.status.is_success());

    let secrets = ["Zyxteria", "Qvantfors", "soittaja", "Liisankatu", "Z 99", "9876", key];
    let mut read = Vec::new();
    for path in [
        ME,
        ADDRESSES,
        DETAILS,
        "/api/commerce/v2/customers/orders/latest?limit=10",
        "/api/commerce/v2/customers/me/reorder",
        &format!("/api/commerce/v2/customers/orders/{id}"),
    ] {
        read.push((path.to_owned(), thief.ask(Method::GET, path, &Value::Null)));
    }
    let proof = json!({ "currentPassword": thief.password });
    for path in [EXPORT.to_owned(), format!("{EXPORT}?format=html")] {
        read.push((path.clone(), thief.ask(Method::POST, &path, &proof)));
    }
    for (path, call) in read {
        let answer = call.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let text = answer.text().await.unwrap();
        for secret in secrets {
            assert!(!text.contains(secret), "{secret} of {path}: {text}");
        }
    }
    assert!(thief.get(DETAILS).await.body.to_string().contains(id), "what was ordered is theirs to see");
    for name in ["cancel", "DetailsByKey", "export", "erase"] {
        let body = json!({ "orderId": id, "orderKey": "x".repeat(key.len()), "phone": "0401234567" });
        let answer = thief.post(&format!("/api/commerce/v2/order/{name}"), &body).await;
        assert_eq!(brief(&answer), (404, "order/not-found"), "{name}");
    }
});

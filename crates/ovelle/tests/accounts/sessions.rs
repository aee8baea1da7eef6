//! How many sessions one person has, how they end, and what they may do meanwhile.

use deps::{Chance, Clock};
use domain::customer::SessionChannel;
use futures_util::future::join_all;
use jiff::SignedDuration;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::session::Token;
use store::{NewCustomerSession, NewSession, SignInAccount};
use testkit::{
    app::TestApp,
    board::BoardPage,
    customer::CustomerPerson,
    kitchen::Answer,
    staff::{StaffClient, cookie_of},
    store_contract,
};

use crate::{brief, sent};

const ME: &str = "/api/users/me";
const STAFF_ME: &str = "/api/users/staff/me";

/// A session that has just begun, as if somebody's password had been checked.
async fn begin(app: &TestApp, email: &str, chance: &Chance, channel: SessionChannel) -> String {
    let (store, token, now) = (app.node().store(), Token::new(chance), app.clock.now());
    let account = store.customers().by_sign_in_email(email, now).await.unwrap().unwrap();
    let begun = match account {
        SignInAccount::Customer(customer) => {
            let new = NewCustomerSession { sha256: token.fingerprint(), channel };
            store.sessions().add_customer(customer.id, customer.password_hash, new, now).await
        }
        SignInAccount::Staff(staff) => {
            store.staff().add_session(NewSession { staff: &staff, sha256: token.fingerprint(), channel, now }).await
        }
    };
    begun.unwrap().expect("a session");
    token.reveal().to_owned()
}

async fn status_of(app: &TestApp, path: &str, channel: SessionChannel, token: &str) -> u16 {
    let call = app.http.get(app.url(path));
    let call = match channel {
        SessionChannel::Cookie => call.header("cookie", format!("ovelle={token}")),
        SessionChannel::Bearer => call.bearer_auth(token),
    };
    call.send().await.unwrap().status().as_u16()
}

store_contract!(a_person_has_twenty_sessions_of_each_channel_and_the_longest_unused_ends, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let kaisa = StaffClient::let_in(&app, "kaisa@ovelle.example", &[]).await;
    assert_eq!(aino.post("/api/users/logout", &json!({})).await.status, StatusCode::NO_CONTENT);
    let chance = Chance::seeded(5);
    for (email, path) in [(&aino.email, ME), (&kaisa.email, STAFF_ME)] {
        let mut tokens = Vec::new();
        for n in 0..40 {
            let channel = if n % 2 == 0 { SessionChannel::Cookie } else { SessionChannel::Bearer };
            tokens.push((channel, begin(&app, email, &chance, channel).await));
            app.clock.turn(SignedDuration::from_secs(1));
        }
        // The first of each is used, so that the second is unused for longest.
        app.clock.turn(SignedDuration::from_mins(6));
        for (channel, token) in &tokens[..2] {
            assert_eq!(status_of(&app, path, *channel, token).await, 200);
        }
        for channel in [SessionChannel::Cookie, SessionChannel::Bearer] {
            tokens.push((channel, begin(&app, email, &chance, channel).await));
        }
        for (n, (channel, token)) in tokens.iter().enumerate() {
            let expected = if n == 2 || n == 3 { 401 } else { 200 };
            assert_eq!(status_of(&app, path, *channel, token).await, expected, "{email}: {n}");
        }
    }
});

store_contract!(of_many_who_sign_in_at_once_twenty_stay, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let kaisa = StaffClient::let_in(&app, "kaisa@ovelle.example", &[]).await;
    let chance = Chance::seeded(6);
    for (email, path) in [(&aino.email, ME), (&kaisa.email, STAFF_ME)] {
        let begun = join_all((0..40).map(|_| begin(&app, email, &chance, SessionChannel::Cookie))).await;
        let mut stay = 0;
        for token in begun {
            stay += u16::from(status_of(&app, path, SessionChannel::Cookie, &token).await == 200);
        }
        assert_eq!(stay, 20, "{email}");
    }
});

store_contract!(a_sign_in_ends_the_session_that_the_browser_sent_and_keeps_no_cookie_of_it, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    let planted = "ovelle=0000000000000000000000000000000000000000000000000000000000000000".to_owned();
    // A customer where the staff was signed in, the staff where a customer was, and each where nobody was.
    let mut after_staff = aino.with_cookie(kaisa.cookie.clone());
    assert_eq!(after_staff.sign_in().await.status, StatusCode::OK);
    assert_eq!(brief(&kaisa.get(STAFF_ME).await), (401, "staff/unauthorized"));
    let mut after_customer = kaisa.with_cookie(after_staff.cookie.clone());
    assert_eq!(after_customer.sign_in().await.status, StatusCode::OK);
    assert_eq!(brief(&after_staff.get(ME).await), (401, "users/unauthorized"));
    let response = aino.with_cookie(after_customer.cookie.clone()).with_name("eino").ask_to_register(&app).await;
    let cookie = cookie_of(&response);
    assert_eq!(response.status(), StatusCode::CREATED);
    assert_eq!(brief(&after_customer.get(STAFF_ME).await), (401, "staff/unauthorized"), "registering signs in too");
    let mut fixed = vec![cookie, after_customer.cookie, after_staff.cookie];
    for person in [&aino.with_cookie(Some(planted.clone())), &aino.with_cookie(None)] {
        let mut person = person.clone();
        assert_eq!(person.sign_in().await.status, StatusCode::OK);
        fixed.push(person.cookie);
    }
    let mut staff = kaisa.with_cookie(Some(planted.clone()));
    assert_eq!(staff.sign_in().await.status, StatusCode::OK);
    fixed.push(staff.cookie);
    fixed.push(Some(planted.clone()));
    let count = fixed.len();
    fixed.sort();
    fixed.dedup();
    assert_eq!(fixed.len(), count, "each sign-in has a token of its own");
    assert_eq!(brief(&aino.with_cookie(Some(planted)).get(ME).await), (401, "users/unauthorized"));
});

store_contract!(a_live_line_ends_with_the_session_that_opened_it, |db| async move {
    let app = TestApp::start(&db).await;
    for path in ["/api/users/logout", "/api/users/logout-all", "/api/users/staff/sign-out"] {
        let name = path.rsplit_once('/').unwrap().1;
        let kaisa = StaffClient::signed_in(&app, &format!("{name}@ovelle.example"), &[]).await;
        let mut page = BoardPage::open(&app, &kaisa.live_token().await, &[]).await;
        let began = std::time::Instant::now();
        assert_eq!(kaisa.call(Method::POST, path, &json!({})).await.status, StatusCode::NO_CONTENT);
        assert_eq!(page.line.expect("error").await["code"], "board/session-ended", "{path}");
        assert!(began.elapsed() < std::time::Duration::from_secs(5), "{path}: {:?}", began.elapsed());
    }
});

store_contract!(a_changed_role_holds_from_the_next_call, |db| async move {
    let app = TestApp::start(&db).await;
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[12]).await;
    let busy = async || {
        let body = json!({ "minutes": 10 });
        let answer = kaisa.call(Method::PUT, "/api/staff/restaurants/12/busy", &body).await;
        (answer.status.as_u16(), answer.code().to_owned())
    };
    assert_eq!(kaisa.get(STAFF_ME).await.body["roles"], json!(["callcentre"]));
    assert_eq!(busy().await, (403, "staff/role-forbidden".to_owned()));
    assert_eq!(kaisa.get(ME).await.body["customerSegment"], 2);
    let changed = db.texts("UPDATE staff SET roles = '[\"restaurant\"]' RETURNING email").await;
    assert_eq!(changed, std::slice::from_ref(&kaisa.email));
    assert_eq!(kaisa.get(STAFF_ME).await.body["roles"], json!(["restaurant"]));
    assert_eq!(busy().await.0, 200);
    assert_eq!(brief(&kaisa.get(ME).await), (401, "users/unauthorized"), "a guest to the shop");
    assert_eq!(kaisa.get("/api/users/session").await.body, json!({ "user": null, "roles": ["restaurant"] }));
});

store_contract!(one_address_is_one_person_of_the_staff_or_a_customer, |db| async move {
    let app = TestApp::start(&db).await;
    let kaisa = StaffClient::let_in(&app, "kaisa@ovelle.example", &[]).await;
    let kitchen = StaffClient::let_in_as(
        &app,
        "keittio@ovelle.example",
        &[12],
        [domain::staff::Role::Restaurant].into_iter().collect(),
    )
    .await;
    let mut same = CustomerPerson::stranger(&app, "KAISA");
    let taken = Answer::read(same.ask_to_register(&app).await).await;
    assert_eq!(brief(&taken), (409, "users/email-taken"));
    let aino = CustomerPerson::register(&app, "aino").await;
    let new = store::NewStaff {
        email: "AINO@ovelle.example".parse().unwrap(),
        password_hash: String::new(),
        must_change: true,
        restaurants: Vec::new(),
        roles: domain::staff::Roles::default(),
        created_at: app.clock.now(),
    };
    let refused = app.node().store().staff().add(new).await;
    assert!(matches!(refused, Err(store::AddStaffError::EmailTaken)), "{refused:?}");
    assert_eq!(aino.get(ME).await.status, StatusCode::OK);

    // One door for both (LG-17).
    let agent = json!({
        "firstName": "Asiakaspalvelu", "lastName": "", "email": "asiakaspalvelu@ovelle.example", "phone": "",
        "pendingEmail": null, "addresses": [], "primaryAddress": null, "socialLoginLinked": false,
        "acceptedTerms": true, "acceptedLoyaltyTerms": true, "subscribedToLoyalty": false, "birthDateSet": false,
        "birthDate": "1970-01-01", "customerSegment": 2, "favouriteOrderId": null, "loyalty": null,
        "preferredPaymentMethod": { "id": "cod", "option": null }, "emailMarketingPermission": false,
        "smsMarketingPermission": false, "unusedBenefits": 0, "activeOrders": 0,
    });
    same = same.who_says(" Kaisa@Ovelle.example", &kaisa.password);
    let user = same.sign_in().await.body;
    for (field, value) in agent.as_object().unwrap() {
        assert_eq!(&user[field], value, "{field}");
    }
    assert!(user["userId"].as_str().unwrap().starts_with("staff-"), "{user}");
    assert_eq!(same.get(ME).await.body, user);
    assert_eq!(same.get("/api/users/session").await.body, json!({ "user": user, "roles": ["callcentre"] }));
    assert_eq!(brief(&same.call(Method::PATCH, ME, &json!({})).await), (403, "users/forbidden"));
    let mut cook = CustomerPerson::stranger(&app, "keittio").who_says(&kitchen.email, &kitchen.password);
    assert_eq!(cook.sign_in().await.body, json!({ "user": null, "roles": ["restaurant"] }));
    assert_eq!(cook.get("/api/users/session").await.body, json!({ "user": null, "roles": ["restaurant"] }));
    assert_eq!(brief(&cook.get(ME).await), (401, "users/unauthorized"));
    assert_eq!(cook.get(STAFF_ME).await.body["email"], "keittio@ovelle.example");
    let lost = same.with_cookie(None);
    let asked = lost.post("/api/users/sendForgotPasswordEmail", &json!({ "email": kaisa.email })).await;
    assert_eq!((asked.status, asked.body), (StatusCode::ACCEPTED, json!({})));
    let asked = lost.post("/api/users/sendForgotPasswordEmail", &json!({ "email": aino.email })).await;
    assert_eq!(asked.status, StatusCode::ACCEPTED);
    assert_eq!(app.mails_of("password-reset", 1).await[0]["to"], "aino@ovelle.example", "none to the staff");
    let customers = aino.ask(Method::POST, "/api/users/staff/sign-in", &Value::Null);
    let customers = customers.body(json!({ "email": aino.email, "password": aino.password }).to_string());
    assert_eq!(brief(&sent(customers, "content-type", "application/json").await), (401, "staff/wrong-password"));
});

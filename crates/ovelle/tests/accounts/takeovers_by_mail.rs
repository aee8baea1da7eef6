//! Somebody else's account by way of its address: registered first, mistyped, changed by a thief, or by a link of another
//! purpose.

use jiff::SignedDuration;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use testkit::{
    app::TestApp,
    browser::Browser,
    customer::{CustomerPerson, captcha_token},
    kitchen::Answer,
    staff::cookie_of,
    store_contract,
};

use crate::{
    brief,
    identity::{LINK, ME, presenting, registered, token_of, with_provider},
    identity_linking::{asked_link, browser_of, reset, with_password},
    in_link,
    scene::ERASE,
};

const CONFIRM: &str = "/api/users/confirmEmail";
const UNDO: &str = "/api/users/undoEmail";
const FORGOTTEN: &str = "/api/users/sendForgotPasswordEmail";
const RESET: &str = "/api/users/changeUserPassword";
const PASSWORD: &str = "/api/users/me/password";

/// Registers with a key of the person's own: once, and the same again.
async fn register_by_key(app: &TestApp, person: &CustomerPerson) -> Response {
    let mut body = person.registration();
    body["googleRecaptchaToken"] = captcha_token(app, "register").await.into();
    let call = person.with_cookie(None).ask(Method::POST, "/api/users/register", &body);
    let key = person.email.replace(['@', '.'], "-");
    call.header("Idempotency-Key", key).send().await.expect("the server answers")
}

/// Tries the same registration again, which must open nothing.
async fn is_refused_again(app: &TestApp, person: &CustomerPerson) {
    let again = register_by_key(app, person).await;
    assert!(!again.headers().contains_key("set-cookie"));
    assert_eq!(brief(&Answer::read(again).await), (409, "users/email-taken"));
}

/// Asks for another address; the token of the mail to it.
async fn wish(app: &TestApp, person: &CustomerPerson, email: &str, mails: usize) -> String {
    let body = json!({ "email": email, "currentPassword": person.password });
    let asked = person.call(Method::PATCH, ME, &body).await;
    assert_eq!((asked.status, &asked.body["pendingEmail"]), (StatusCode::OK, &json!(email)), "{}", asked.body);
    let mails = app.mails_of("email-changed", mails).await;
    in_link(mails.iter().find(|mail| mail["to"] == email).expect("a mail to it"), "token")
}

async fn use_link(person: &CustomerPerson, path: &str, token: &str) -> (u16, String) {
    let body = match path {
        RESET => json!({ "passwordResetToken": token, "newPassword": "seitsemän susea" }),
        _ => json!({ "token": token }),
    };
    let answer = person.post(path, &body).await;
    let code = answer.body["messageCode"].as_str().unwrap_or_default().to_owned();
    (answer.status.as_u16(), code)
}

fn opens_nothing() -> (u16, String) {
    (410, "users/reset-expired".to_owned())
}

fn is_done() -> (u16, String) {
    (204, String::new())
}

store_contract!(whoever_registered_somebodys_address_first_loses_all_of_it_by_a_reset, |db| async move {
    let (server, app) = with_provider(&db).await;
    let thief = CustomerPerson::stranger(&app, "aino");
    let made = register_by_key(&app, &thief).await;
    assert_eq!(made.status(), StatusCode::CREATED);
    let thief = thief.with_cookie(cookie_of(&made));
    let program = thief.as_program().await;
    server.is("666", "thief@evil.example");
    let mut browser = browser_of(&app, &thief);
    let link = with_password(asked_link(&mut browser, &server).await, &thief.password);
    assert_eq!(browser.post(LINK, &link).await.status, StatusCode::OK);
    let asked_before = asked_link(&mut browser, &server).await;
    let confirm = wish(&app, &thief, "thief@evil.example", 1).await;

    // Whose address it is takes it over.
    reset(&app, &thief.email, 1, "viisi valasta").await;
    let mut aino = thief.with_cookie(None).who_says(&thief.email, "viisi valasta");
    let user = aino.sign_in().await.body;
    assert_eq!((&user["email"], &user["socialLoginLinked"]), (&json!("aino@ovelle.example"), &json!(false)));
    assert_eq!(user["pendingEmail"], Value::Null);

    for session in [&thief, &program] {
        assert_eq!(brief(&session.get(ME).await), (401, "users/unauthorized"));
    }
    is_refused_again(&app, &thief).await;
    let refused = browser.post(LINK, &with_password(asked_before, &thief.password)).await;
    assert_eq!(brief(&refused), (401, "users/unauthorized"), "a link that was asked for before");
    browser.cookies.remove("ovelle");
    let token = token_of(&mut browser, &server).await;
    assert_eq!(brief(&browser.post(LINK, &presenting(&token)).await), (404, "users/provider-unknown"));
    assert_eq!(use_link(&thief, CONFIRM, &confirm).await, opens_nothing());
    assert_eq!(brief(&thief.clone().sign_in().await), (401, "users/invalid-credentials"));
    assert_eq!(aino.get(ME).await.body["email"], "aino@ovelle.example");
});

store_contract!(a_repeated_registration_opens_nothing_after_another_address_or_link, |db| async move {
    let (server, app) = with_provider(&db).await;
    let eino = CustomerPerson::stranger(&app, "eino");
    let eino = eino.with_cookie(cookie_of(&register_by_key(&app, &eino).await));
    let token = wish(&app, &eino, "uusi@ovelle.example", 1).await;
    assert_eq!(use_link(&eino, CONFIRM, &token).await, is_done());
    is_refused_again(&app, &eino).await;

    let aino = CustomerPerson::stranger(&app, "aino");
    let aino = aino.with_cookie(cookie_of(&register_by_key(&app, &aino).await));
    let mut browser = browser_of(&app, &aino);
    server.is("1", "elsewhere@id.example");
    let link = with_password(asked_link(&mut browser, &server).await, &aino.password);
    assert_eq!(browser.post(LINK, &link).await.status, StatusCode::OK);
    is_refused_again(&app, &aino).await;

    // Of an account that is erased nothing is kept that could be answered again.
    let leino = CustomerPerson::stranger(&app, "leino");
    let made = register_by_key(&app, &leino).await;
    let leino = leino.with_cookie(cookie_of(&made));
    let id = Answer::read(made).await.body["userId"].clone();
    let erased = leino.post(ERASE, &json!({ "confirm": "POISTA", "currentPassword": leino.password })).await;
    assert_eq!(erased.status, StatusCode::NO_CONTENT);
    let again = register_by_key(&app, &leino).await;
    assert!(!again.headers().contains_key("idempotent-replayed"));
    let again = Answer::read(again).await;
    assert_eq!(again.status, StatusCode::CREATED);
    assert_ne!(again.body["userId"], id, "it is another account");
});

store_contract!(a_mistyped_address_gives_its_owner_no_account_for_good, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let other = CustomerPerson::stranger(&app, "ainoo");
    let confirm = wish(&app, &aino, &other.email, 1).await;

    // Until the link is used the address opens nothing.
    assert_eq!(
        brief(&other.who_says(&other.email, &aino.password).sign_in().await),
        (401, "users/invalid-credentials")
    );
    let asked = other.post(FORGOTTEN, &json!({ "email": other.email })).await;
    assert_eq!(asked.status, StatusCode::ACCEPTED);
    other.post(FORGOTTEN, &json!({ "email": aino.email })).await;
    assert_eq!(app.mails_of("password-reset", 1).await[0]["to"], aino.email, "none to the other");

    // Whoever reads that mailbox uses it, gives the account a password, goes on to a third address, and takes the old one.
    assert_eq!(use_link(&other, CONFIRM, &confirm).await, is_done());
    app.clock.turn(SignedDuration::from_secs(1));
    reset(&app, &other.email, 2, "viisi karhua").await;
    let mut other = other.who_says(&other.email, "viisi karhua");
    assert_eq!(other.sign_in().await.status, StatusCode::OK);
    app.clock.turn(SignedDuration::from_secs(1));
    let third = wish(&app, &other, "third@evil.example", 3).await;
    assert_eq!(use_link(&other, CONFIRM, &third).await, is_done());
    let mails = app.mails_of("email-changed", 4).await;
    let undo_of = |to: &str| {
        in_link(mails.iter().find(|mail| mail["to"] == to && mail.to_string().contains("undo=")).unwrap(), "undo")
    };
    let (ainos, others) = (undo_of(&aino.email), undo_of("ainoo@ovelle.example"));
    let taken = CustomerPerson::stranger(&app, "aino").ask_to_register(&app).await;
    assert_eq!(brief(&Answer::read(taken).await), (409, "users/email-taken"), "the old address waits for its owner");
    app.clock.turn(SignedDuration::from_hours(7 * 24 - 1));
    other.post(FORGOTTEN, &json!({ "email": "third@evil.example" })).await;
    let mails = app.mails_of("password-reset", 3).await;
    let forgotten =
        in_link(mails.iter().find(|mail| mail["to"] == "third@evil.example").unwrap(), "passwordResetToken");

    // Its owner takes it back, and nothing of the other's opens it any more.
    let guest = aino.with_cookie(None);
    assert_eq!(use_link(&guest, UNDO, &ainos).await, is_done());
    assert_eq!(brief(&other.get(ME).await), (401, "users/unauthorized"));
    assert_eq!(use_link(&guest, UNDO, &others).await, opens_nothing());
    assert_eq!(use_link(&guest, RESET, &forgotten).await, opens_nothing());
    app.clock.turn(SignedDuration::from_secs(1));
    reset(&app, &aino.email, 4, "viisi valasta").await;
    for email in [aino.email.as_str(), "ainoo@ovelle.example", "third@evil.example"] {
        assert_eq!(brief(&guest.who_says(email, "viisi karhua").sign_in().await), (401, "users/invalid-credentials"));
    }
    let mut again = guest.who_says(&aino.email, "viisi valasta");
    assert_eq!(again.sign_in().await.body["userId"], aino.id);
});

store_contract!(an_address_that_can_be_taken_back_is_nobody_elses_meanwhile, |db| async move {
    let (server, app) = with_provider(&db).await;
    let (_, id) = registered(&app, &server).await;
    let eino = CustomerPerson::register(&app, "eino").await;
    let confirm = wish(&app, &eino, "uusi@ovelle.example", 1).await;
    assert_eq!(use_link(&eino, CONFIRM, &confirm).await, is_done());

    // Somebody whose provider says it is let in with the address that they have.
    server.is("1", &eino.email);
    let mut browser = Browser::new(&app);
    let token = token_of(&mut browser, &server).await;
    let aino = browser.post(LINK, &presenting(&token)).await;
    assert_eq!(aino.status, StatusCode::OK, "{}", aino.body);
    assert_eq!((&aino.body["userId"], &aino.body["email"]), (&json!(id), &json!("aino@ovelle.example")));
    let of_staff = store::NewStaff {
        email: eino.email.parse().unwrap(),
        password_hash: String::new(),
        must_change: true,
        restaurants: Vec::new(),
        roles: domain::staff::Roles::default(),
        created_at: deps::Clock::now(&app.clock),
    };
    let refused = app.node().store().staff().add(of_staff).await;
    assert!(matches!(refused, Err(store::AddStaffError::EmailTaken)), "{refused:?}");

    let mails = app.mails_of("email-changed", 2).await;
    let undo = in_link(mails.iter().find(|mail| mail["to"] == eino.email.as_str()).unwrap(), "undo");
    assert_eq!(use_link(&eino, UNDO, &undo).await, is_done());
    assert_eq!(eino.clone().sign_in().await.body["email"], "eino@ovelle.example");
});

store_contract!(a_wish_for_another_address_ends_with_the_password_of_who_made_it, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let mut thief = aino.with_cookie(None);
    assert_eq!(thief.sign_in().await.status, StatusCode::OK, "who knows the password");
    let confirm = wish(&app, &thief, "thief@evil.example", 1).await;
    let body = json!({ "currentPassword": aino.password, "newPassword": "viisi valasta" });
    assert_eq!(aino.post(PASSWORD, &body).await.status, StatusCode::NO_CONTENT);
    assert_eq!(aino.get(ME).await.body["pendingEmail"], Value::Null);
    assert_eq!(use_link(&thief, CONFIRM, &confirm).await, opens_nothing());

    let aino = aino.who_says(&aino.email, "viisi valasta");
    let own = wish(&app, &aino, "uusi@ovelle.example", 2).await;
    let body = json!({ "currentPassword": aino.password, "newPassword": "kuusi valasta" });
    assert_eq!(aino.post(PASSWORD, &body).await.status, StatusCode::NO_CONTENT);
    assert_eq!(use_link(&aino, CONFIRM, &own).await, is_done(), "one's own goes on");
});

store_contract!(a_link_opens_what_it_was_mailed_for_alone, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let guest = aino.with_cookie(None);
    let confirmed = wish(&app, &aino, "uusi@ovelle.example", 1).await;
    assert_eq!(use_link(&guest, CONFIRM, &confirmed).await, is_done());
    let mails = app.mails_of("email-changed", 2).await;
    let undo = in_link(mails.iter().find(|mail| mail["to"] == aino.email).unwrap(), "undo");
    let confirm = wish(&app, &aino, "toinen@ovelle.example", 3).await;
    guest.post(FORGOTTEN, &json!({ "email": "uusi@ovelle.example" })).await;
    let reset = in_link(&app.mails_of("password-reset", 1).await[0], "passwordResetToken");
    for (path, tokens) in [(RESET, [&confirm, &undo]), (CONFIRM, [&reset, &undo]), (UNDO, [&reset, &confirm])] {
        for token in tokens {
            assert_eq!(use_link(&guest, path, token).await, opens_nothing(), "{path}");
        }
    }
    assert_eq!(use_link(&guest, RESET, &reset).await, is_done(), "and is not spent by it");
    assert_eq!(use_link(&guest, CONFIRM, &confirm).await, opens_nothing(), "a reset ends wishes");
    assert_eq!(use_link(&guest, UNDO, &undo).await, is_done(), "but not what undoes a change");
});

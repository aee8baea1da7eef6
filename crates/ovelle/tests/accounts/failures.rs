//! Failures to sign in: what they cost whoever guesses, and whom they do not hinder.

use jiff::SignedDuration;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use testkit::{
    app::TestApp,
    customer::{CustomerPerson, captcha_token},
    kitchen::Answer,
    staff::{StaffClient, known_browser_of},
    store_contract,
};

use crate::{brief, fault};

const LOGIN: &str = "/api/users/login";
const TOKEN: &str = "/api/users/token";
const STAFF: &str = "/api/users/staff/sign-in";

/// A try to sign in by a browser that sends this cookie.
async fn try_at(app: &TestApp, path: &str, cookie: Option<&str>, body: &Value) -> Response {
    let call = app.http.post(app.url(path)).header("origin", app.url("")).json(body);
    let call = cookie.into_iter().fold(call, |call, cookie| call.header("cookie", cookie));
    call.send().await.expect("the server answers")
}

async fn came(response: Response) -> (u16, String, Option<String>) {
    let wait = response.headers().get("retry-after").map(|value| value.to_str().unwrap().to_owned());
    let answer = Answer::read(response).await;
    (answer.status.as_u16(), answer.code().to_owned(), wait)
}

fn by(email: &str, password: &str) -> Value {
    json!({ "email": email, "password": password })
}

fn slowed(seconds: &str) -> (u16, String, Option<String>) {
    (429, "users/too-many-attempts".to_owned(), Some(seconds.to_owned()))
}

fn wrong() -> (u16, String, Option<String>) {
    (401, "users/invalid-credentials".to_owned(), None)
}

store_contract!(a_browser_that_signed_in_is_judged_by_its_own_failures_alone, |db| async move {
    let app = TestApp::start(&db).await;
    let other = TestApp::start(&db).await;
    let aino = CustomerPerson::stranger(&app, "aino");
    let registered = aino.ask_to_register(&app).await;
    let line = registered.headers().get_all("set-cookie").iter().nth(1).unwrap().to_str().unwrap().to_owned();
    assert!(line.starts_with("ovelle-known=") && line.ends_with("; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax"));
    let known = known_browser_of(&registered).unwrap();
    assert!(!line.contains("aino"), "{line}");
    let (right, guess) = (by(&aino.email, &aino.password), by(" AINO@ovelle.example", "seitsemän susea"));

    for n in 0..5 {
        let node = [&app, &other][n % 2];
        assert_eq!(came(try_at(node, LOGIN, None, &guess).await).await, wrong(), "{n}");
    }
    for node in [&app, &other] {
        assert_eq!(came(try_at(node, LOGIN, None, &right).await).await, slowed("2"), "the right one too");
    }
    for path in [LOGIN, TOKEN] {
        let response = try_at(&other, path, Some(&known), &right).await;
        assert_eq!(response.status(), StatusCode::OK, "neither a wait nor a captcha keeps its owner out");
        assert_eq!(known_browser_of(&response).is_some(), path == LOGIN);
    }
    let forged = format!("{}A", &known[..known.len() - 1]);
    let forged = if forged == known { format!("{}B", &known[..known.len() - 1]) } else { forged };
    for stranger in [forged.as_str(), "ovelle-known=", "ovelle-known=x"] {
        assert_eq!(came(try_at(&app, LOGIN, Some(stranger), &right).await).await.0, 429, "{stranger}");
    }

    for n in 0..5 {
        let node = [&app, &other][n % 2];
        assert_eq!(came(try_at(node, LOGIN, Some(&known), &guess).await).await, wrong(), "{n}");
    }
    for node in [&app, &other] {
        assert_eq!(came(try_at(node, LOGIN, Some(&known), &right).await).await, slowed("2"), "its own count");
    }
    app.clock.turn(SignedDuration::from_secs(2));
    other.clock.turn(SignedDuration::from_secs(2));
    let after = try_at(&app, LOGIN, Some(&known), &right).await;
    assert_eq!(after.status(), StatusCode::OK, "never a captcha");
    let refused = Answer::read(try_at(&app, LOGIN, None, &right).await).await;
    assert_eq!(brief(&refused), (403, "captcha/required"), "who is not known needs one");
    let mut solved = right.clone();
    solved["googleRecaptchaToken"] = captcha_token(&app, "login").await.into();
    assert_eq!(try_at(&app, LOGIN, None, &solved).await.status(), StatusCode::OK);
});

store_contract!(a_browser_is_known_to_the_accounts_it_signed_in_to_for_half_a_year, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::stranger(&app, "aino");
    let known = known_browser_of(&aino.ask_to_register(&app).await).unwrap();
    let kaisa = StaffClient::let_in(&app, "kaisa@ovelle.example", &[]).await;
    let both = try_at(&app, STAFF, Some(&known), &by(&kaisa.email, &kaisa.password)).await;
    let both = known_browser_of(&both).unwrap();
    let eino = CustomerPerson::register(&app, "eino").await;
    let fail = async |email: &str| {
        for _ in 0..5 {
            assert_eq!(came(try_at(&app, LOGIN, None, &by(email, "x")).await).await, wrong());
        }
    };
    for email in [&aino.email, &kaisa.email, &eino.email] {
        fail(email).await;
    }
    for (who, password, cookie, status) in [
        (&aino.email, &aino.password, &known, 200),
        (&kaisa.email, &kaisa.password, &known, 429),
        (&aino.email, &aino.password, &both, 200),
        (&kaisa.email, &kaisa.password, &both, 200),
        (&eino.email, &eino.password, &both, 429),
    ] {
        assert_eq!(try_at(&app, LOGIN, Some(cookie), &by(who, password)).await.status(), status, "{who}");
    }
    app.clock.turn(SignedDuration::from_hours(180 * 24));
    fail(&aino.email).await;
    assert_eq!(try_at(&app, LOGIN, Some(&known), &by(&aino.email, &aino.password)).await.status(), 429);
});

store_contract!(whoever_tries_many_accounts_from_one_address_waits, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::stranger(&app, "aino");
    let known = known_browser_of(&aino.ask_to_register(&app).await).unwrap();
    let kaisa = StaffClient::let_in(&app, "kaisa@ovelle.example", &[]).await;
    for n in 0..20 {
        let sprayed = try_at(&app, STAFF, None, &by(&format!("{n}@ovelle.example"), "salasana1")).await;
        assert_eq!(came(sprayed).await.0, 401, "{n}");
    }
    for (path, body) in [
        (STAFF, by("20@ovelle.example", "salasana1")),
        (STAFF, by(&kaisa.email, &kaisa.password)),
        (LOGIN, by(&aino.email, &aino.password)),
        (TOKEN, by(&aino.email, &aino.password)),
    ] {
        assert_eq!(came(try_at(&app, path, None, &body).await).await, slowed("4"), "{path}");
    }
    assert_eq!(try_at(&app, LOGIN, Some(&known), &by(&aino.email, &aino.password)).await.status(), StatusCode::OK);
    app.clock.turn(SignedDuration::from_secs(4));
    assert_eq!(try_at(&app, STAFF, None, &by(&kaisa.email, &kaisa.password)).await.status(), StatusCode::OK);
});

store_contract!(after_five_failures_a_stranger_needs_a_captcha, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let right = by(&aino.email, &aino.password);
    // At five accounts from one address, of which Aino's is none.
    for n in 0..5 {
        assert_eq!(came(try_at(&app, LOGIN, None, &by(&format!("{n}@ovelle.example"), "x")).await).await, wrong());
    }
    for path in [LOGIN, TOKEN] {
        for _ in 0..7 {
            let asked = try_at(&app, path, None, &right).await;
            assert_eq!(brief(&Answer::read(asked).await), (403, "captcha/required"), "it counts for no failure");
        }
    }
    let solved = |token: String| {
        let mut body = right.clone();
        body["googleRecaptchaToken"] = token.into();
        body
    };
    let of_register = captcha_token(&app, "register").await;
    let token = captcha_token(&app, "login").await;
    for bad in ["short".to_owned(), of_register] {
        let refused = try_at(&app, LOGIN, None, &solved(bad)).await;
        assert_eq!(brief(&Answer::read(refused).await), (403, "captcha/failed"));
    }
    assert_eq!(try_at(&app, LOGIN, None, &solved(token.clone())).await.status(), StatusCode::OK);
    let spent = Answer::read(try_at(&app, LOGIN, None, &solved(token)).await).await;
    assert_eq!(brief(&spent), (403, "captcha/failed"), "once");
    app.clock.turn(SignedDuration::from_mins(15));
    assert_eq!(try_at(&app, LOGIN, None, &right).await.status(), StatusCode::OK, "they count for no longer");
});

store_contract!(a_wrong_present_password_is_a_failure_to_sign_in, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let change = json!({ "currentPassword": "seitsemän susea", "newPassword": "viisi valasta" });
    for _ in 0..5 {
        let answer = aino.post("/api/users/me/password", &change).await;
        assert_eq!(fault(&answer), (422, "password/wrong", "currentPassword"));
    }
    let slowed = aino.post("/api/users/me/password", &change).await;
    assert_eq!(brief(&slowed), (429, "users/too-many-attempts"));
    let right = by(&aino.email, &aino.password);
    assert_eq!(
        came(try_at(&app, LOGIN, None, &right).await).await.0,
        429,
        "one count for all that asks for a password"
    );
});

/// Whom a guess is made at.
const KINDS: [&str; 5] = ["known", "unknown", "linked", "erased", "staff"];

/// Passwords that a node has hashed since it began.
pub(crate) async fn hashed(app: &TestApp) -> u64 {
    let figures = app.http.get(app.url("/metrics")).send().await.unwrap().text().await.unwrap();
    let found = figures.lines().find_map(|line| line.strip_prefix("ovelle_passwords_hashed_total ")?.parse().ok());
    found.expect("the figure is there")
}

// By the clock either: an answer takes what its one hash takes.
store_contract!(nobody_learns_by_answer_or_work_who_has_an_account, |db| async move {
    let app = TestApp::start(&db).await;
    for name in ["known", "linked", "erased"] {
        CustomerPerson::register(&app, name).await;
    }
    StaffClient::let_in(&app, "staff@ovelle.example", &[]).await;
    let no_password = "UPDATE customers SET password_hash = NULL WHERE email = 'linked@ovelle.example' RETURNING email";
    let erased = "UPDATE customers SET erased_at = created_at WHERE email = 'erased@ovelle.example' RETURNING email";
    let free = "DELETE FROM sign_in_emails WHERE email = 'erased@ovelle.example' RETURNING email";
    for sql in [no_password, erased, free] {
        assert_eq!(db.texts(sql).await.len(), 1);
    }
    for (path, code) in
        [(LOGIN, "users/invalid-credentials"), (TOKEN, "users/invalid-credentials"), (STAFF, "staff/wrong-password")]
    {
        // Failures of before would slow it down.
        app.clock.turn(SignedDuration::from_mins(15));
        for kind in KINDS {
            let before = hashed(&app).await;
            let guessed = try_at(&app, path, None, &by(&format!("{kind}@ovelle.example"), "x")).await;
            assert!(!guessed.headers().contains_key("set-cookie"), "{path} {kind}");
            let answer = Answer::read(guessed).await;
            assert_eq!((brief(&answer), &answer.body["metadata"]), ((401, code), &json!({})), "{path} {kind}");
            assert_eq!(hashed(&app).await - before, 1, "{path} {kind}");
        }
    }
});

store_contract!(a_repeated_registration_opens_nothing_after_a_reset, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::stranger(&app, "aino");
    let register = async || {
        let mut body = aino.registration();
        body["googleRecaptchaToken"] = captcha_token(&app, "register").await.into();
        let call = aino.ask(Method::POST, "/api/users/register", &body).header("Idempotency-Key", "account-of-aino");
        call.send().await.expect("the server answers")
    };
    assert_eq!(register().await.status(), StatusCode::CREATED);
    aino.post("/api/users/sendForgotPasswordEmail", &json!({ "email": aino.email })).await;
    let token = crate::in_link(&app.mails_of("password-reset", 1).await[0], "passwordResetToken");
    let body = json!({ "passwordResetToken": token, "newPassword": "viisi valasta" });
    assert_eq!(aino.post("/api/users/changeUserPassword", &body).await.status, StatusCode::NO_CONTENT);
    let again = register().await;
    assert!(!again.headers().contains_key("set-cookie"));
    assert_eq!(brief(&Answer::read(again).await), (409, "users/email-taken"));
});

//! Passwords that are guessed: from many nodes and networks, by every call that asks for one, and in floods.

use std::{num::NonZero, thread::available_parallelism};

use futures_util::future::join_all;
use jiff::SignedDuration;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    clock::FakeClock,
    customer::CustomerPerson,
    staff::StaffClient,
    store_contract,
};

use crate::{
    brief, in_link,
    scene::{ERASE, EXPORT, ME},
};

const STAFF: &str = "/api/users/staff/sign-in";

/// A node behind a proxy that says who calls.
fn behind_a_proxy(clock: &FakeClock) -> Setup {
    Setup::default().clock(clock).flag("--rate-factor=1").flag("--trusted-proxies=127.0.0.1")
}

/// Somebody tries a password from an address.
async fn try_from(app: &TestApp, address: &str, email: &str, password: &str) -> Response {
    let body = json!({ "email": email, "password": password });
    let call = app.http.post(app.url(STAFF)).header("origin", app.url("")).header("x-forwarded-for", address);
    call.json(&body).send().await.expect("the server answers")
}

/// The status of an answer, and after how many seconds it may be tried again.
fn waits(response: &Response) -> (u16, Option<&str>) {
    (response.status().as_u16(), response.headers().get("retry-after").map(|value| value.to_str().unwrap()))
}

store_contract!(spraying_is_counted_by_network_over_nodes_and_restarts, |db| async move {
    let clock = FakeClock::default();
    let mut one = behind_a_proxy(&clock).start(&db).await;
    let other = behind_a_proxy(&clock).start(&db).await;
    let kaisa = StaffClient::let_in(&one, "kaisa@ovelle.example", &[]).await;
    for n in 0..20 {
        if n == 15 {
            one.leave().await;
            one = behind_a_proxy(&clock).start(&db).await;
        }
        let (node, from) = ([&one, &other][n % 2], format!("2001:db8:1:2::{n:x}"));
        let guess = try_from(node, &from, &format!("{n}@ovelle.example"), "salasana1").await;
        assert_eq!(waits(&guess), (401, None), "{n}");
    }
    for node in [&one, &other] {
        for (email, password) in [("20@ovelle.example", "salasana1"), (kaisa.email.as_str(), kaisa.password.as_str())] {
            let slowed = try_from(node, "2001:db8:1:2:ffff::1", email, password).await;
            assert_eq!(waits(&slowed), (429, Some("4")), "the right one too");
        }
    }
    let neighbour = try_from(&other, "2001:db8:1:3::1", &kaisa.email, &kaisa.password).await;
    assert_eq!(waits(&neighbour), (200, None), "another network");
});

/// The body of a call, with a password.
type BodyOf<'a> = &'a (dyn Fn(&str) -> Value + Sync);

store_contract!(each_call_that_asks_for_a_password_counts_as_signing_in, |db| async move {
    let app = TestApp::start(&db).await;
    let change = |password: &str| json!({ "currentPassword": password, "newPassword": "viisi valasta" });
    let wish = |password: &str| json!({ "currentPassword": password, "email": "uusi@ovelle.example" });
    let proof = |password: &str| json!({ "currentPassword": password, "confirm": "POISTA" });
    let calls: [(&str, Method, &str, BodyOf<'_>); 4] = [
        ("aino", Method::PATCH, ME, &wish),
        ("eino", Method::POST, "/api/users/me/password", &change),
        ("vaino", Method::POST, EXPORT, &proof),
        ("leino", Method::POST, ERASE, &proof),
    ];
    for (name, method, path, body) in calls {
        let mut person = CustomerPerson::register(&app, name).await;
        for _ in 0..5 {
            let guess = person.call(method.clone(), path, &body("seitsemän susea")).await;
            assert_eq!((brief(&guess), guess.field()), ((422, "password/wrong"), "currentPassword"), "{path}");
        }
        let right = person.call(method, path, &body(&person.password)).await;
        assert_eq!(brief(&right), (429, "users/too-many-attempts"), "{path}");
        assert_eq!(brief(&person.sign_in().await), (429, "users/too-many-attempts"), "{path}: one count");
    }
    let password = |password: &str| json!({ "password": password, "newPassword": "kirahvi-kello-7" });
    let totp = |password: &str| json!({ "currentPassword": password });
    let calls: [(&str, &str, BodyOf<'_>); 2] =
        [("kaisa", "/api/users/staff/password", &password), ("paavo", "/api/users/staff/totp", &totp)];
    for (name, path, body) in calls {
        let mut person = StaffClient::signed_in(&app, &format!("{name}@ovelle.example"), &[]).await;
        for _ in 0..5 {
            let guess = person.call(Method::POST, path, &body("another word")).await;
            assert_eq!(brief(&guess), (422, "password/wrong"), "{path}");
        }
        let right = person.call(Method::POST, path, &body(&person.password)).await;
        assert_eq!(brief(&right), (429, "users/too-many-attempts"), "{path}");
        assert_eq!(brief(&person.sign_in().await), (429, "users/too-many-attempts"), "{path}: one count");
    }
});

/// More than have room at a node, however many cores it has.
fn flood() -> usize {
    100 + available_parallelism().map_or(1, NonZero::get)
}

store_contract!(whoever_finds_a_node_flooded_comes_back_in_a_second_and_has_failed_nothing, |db| async move {
    let app = behind_a_proxy(&FakeClock::default()).start(&db).await;
    let kaisa = StaffClient::let_in(&app, "kaisa@ovelle.example", &[]).await;
    let mut turned_away = 0;
    for round in 0..40 {
        let guess = |n: usize| {
            let (from, email) = (format!("10.{round}.{}.{}", n / 250, n % 250), format!("{round}-{n}@ovelle.example"));
            let app = &app;
            async move { try_from(app, &from, &email, "salasana1").await.status().as_u16() }
        };
        let tries = (0..4).map(|n| {
            let (from, app, kaisa) = (format!("198.51.100.{n}"), &app, &kaisa);
            async move { try_from(app, &from, &kaisa.email, &kaisa.password).await }
        });
        let (first, second) = ((0..flood()).map(guess), (flood()..2 * flood()).map(guess));
        let (guesses, tries, others) = tokio::join!(join_all(first), join_all(tries), join_all(second));
        assert!(guesses.iter().chain(&others).all(|status| [401, 503].contains(status)), "round {round}");
        for response in tries {
            let is_turned_away = waits(&response) == (503, Some("1"));
            assert!(is_turned_away || waits(&response) == (200, None), "round {round}: {response:?}");
            // Whoever gets in has failed nothing any more.
            turned_away = if is_turned_away { turned_away + 1 } else { 0 };
        }
        if turned_away >= 8 {
            break;
        }
    }
    assert!(turned_away >= 8, "the node was never flooded");
    let after = try_from(&app, "198.51.100.1", &kaisa.email, &kaisa.password).await;
    assert_eq!(waits(&after), (200, None), "what was not judged is no failure");
});

/// The link that somebody asks for who forgot their password, of the one node that there is to mail it.
async fn forgotten(app: &TestApp, person: &CustomerPerson) -> String {
    person.with_cookie(None).post("/api/users/sendForgotPasswordEmail", &json!({ "email": person.email })).await;
    in_link(&app.mails_of("password-reset", 1).await[0], "passwordResetToken")
}

store_contract!(a_reset_link_is_used_once_over_all_nodes, |db| async move {
    let one = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&one, "aino").await;
    let token = forgotten(&one, &aino).await;
    let other = TestApp::start(&db).await;
    let guests = [aino.with_cookie(None), aino.with_cookie(None).at(&other)];
    let tries = (0..10).map(|n| {
        let body = json!({ "passwordResetToken": token, "newPassword": format!("{n} kettua ja susi") });
        let guest = &guests[n % 2];
        async move { guest.post("/api/users/changeUserPassword", &body).await }
    });
    let answers = join_all(tries).await;
    let done: Vec<usize> = (0..10).filter(|n| answers[*n].status == StatusCode::NO_CONTENT).collect();
    assert_eq!(done.len(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|answer| brief(answer) == (410, "users/reset-expired")).count(), 9);
    let mut owner = guests[1].who_says(&aino.email, &format!("{} kettua ja susi", done[0]));
    assert_eq!(owner.sign_in().await.status, StatusCode::OK, "the password is that of the one");
});

store_contract!(whoever_guesses_links_is_slowed_at_every_node, |db| async move {
    let clock = FakeClock::default();
    let one = behind_a_proxy(&clock).start(&db).await;
    let aino = CustomerPerson::register(&one, "aino").await;
    let token = forgotten(&one, &aino).await;
    let other = behind_a_proxy(&clock).start(&db).await;
    let guests = [aino.with_cookie(None), aino.with_cookie(None).at(&other)];
    let reset = |token: &str| json!({ "passwordResetToken": token, "newPassword": "viisi valasta" });
    for (path, body) in [
        ("/api/users/changeUserPassword", reset(&"x".repeat(22))),
        ("/api/users/confirmEmail", json!({ "token": "x".repeat(22) })),
    ] {
        for n in 0..10 {
            assert_eq!(brief(&guests[n % 2].post(path, &body).await), (410, "users/reset-expired"), "{path} {n}");
        }
        for guest in &guests {
            assert_eq!(brief(&guest.post(path, &body).await), (429, "request/too-many"), "{path}");
        }
    }
    let undone = guests[1].post("/api/users/undoEmail", &json!({ "token": "x" })).await;
    assert_eq!(brief(&undone), (429, "request/too-many"), "both links of an address have one count");
    let right = guests[1].post("/api/users/changeUserPassword", &reset(&token)).await;
    assert_eq!(right.status, StatusCode::NO_CONTENT, "who has the link is served all the same");
    clock.turn(SignedDuration::from_mins(1));
    let later = guests[0].post("/api/users/changeUserPassword", &reset(&token)).await;
    assert_eq!(brief(&later), (410, "users/reset-expired"));
});

//! Signing in, staying signed in, signing out.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use deps::Clock;
use domain::key::fingerprint;
use jiff::SignedDuration;
use reqwest::{Method, RequestBuilder, Response, header};
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    kitchen::Answer,
    staff::{StaffClient, cookie_of},
    store_contract,
};

use crate::{fetch, header};

pub(crate) const AINO: &str = "aino@ovelle.example";
pub(crate) const SIGN_IN: &str = "/api/users/staff/sign-in";
pub(crate) const SIGN_OUT: &str = "/api/users/staff/sign-out";
pub(crate) const ME: &str = "/api/users/staff/me";
pub(crate) const PASSWORD: &str = "/api/users/staff/password";
pub(crate) const LIVE_TOKEN: &str = "/api/users/staff/live-token";

pub(crate) fn brief(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.code())
}

/// A call of one of our own pages, still to be sent.
fn own_page(app: &TestApp, path: &str) -> RequestBuilder {
    app.http.post(app.url(path)).header(header::ORIGIN, app.url("")).header(header::CONTENT_TYPE, "application/json")
}

pub(crate) async fn sign_in(app: &TestApp, email: &str, password: &str) -> Response {
    let body = json!({ "email": email, "password": password }).to_string();
    own_page(app, SIGN_IN).body(body).send().await.expect("the server answers")
}

store_contract!(whoever_signs_in_gets_the_cookie_and_is_known, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = StaffClient::let_in(&app, AINO, &[12, 14]).await;
    let response = sign_in(&app, " Aino@Ovelle.Example", &aino.password).await;
    let line = header(&response, "set-cookie").to_owned();
    assert!(
        line.starts_with("ovelle=") && line.ends_with("; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax"),
        "{line}"
    );
    assert_eq!(header(&response, "cache-control"), "no-store");
    let expected = json!({ "email": AINO, "restaurantIds": ["12", "14"], "roles": ["callcentre"],
                           "mustChangePassword": false });
    let cookie = cookie_of(&response);
    assert_eq!(Answer::read(response).await.body, expected);
    let known = aino.with_cookie(cookie);
    let me = known.get(ME).await;
    assert_eq!((me.status.as_u16(), me.body), (200, expected));
    assert_eq!(brief(&aino.get(ME).await), (401, "staff/unauthorized"), "without the cookie");
    let forged = aino.with_cookie(Some(format!("ovelle={}", "0".repeat(64))));
    assert_eq!(brief(&forged.get(ME).await), (401, "staff/unauthorized"));
});

store_contract!(the_cookie_on_https_is_the_hosts_own, |db| async move {
    let app = Setup::default().flag("--public-url=https://ovelle.example").start(&db).await;
    let aino = StaffClient::let_in(&app, AINO, &[]).await;
    let response = sign_in(&app, AINO, &aino.password).await;
    let line = header(&response, "set-cookie");
    assert!(line.starts_with("__Host-ovelle=") && line.ends_with("; HttpOnly; SameSite=Lax; Secure"), "{line}");
    let token = cookie_of(&response).unwrap().split_once('=').unwrap().1.to_owned();
    let plain = aino.with_cookie(Some(format!("ovelle={token}")));
    assert_eq!(plain.get(ME).await.status, 401, "the other name is not believed");
    let own = aino.with_cookie(Some(format!("__Host-ovelle={token}")));
    assert_eq!(own.get(ME).await.status, 200);
});

store_contract!(a_wrong_address_is_answered_as_a_wrong_password, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = StaffClient::let_in(&app, AINO, &[]).await;
    let mut bodies = HashSet::new();
    for (email, password) in [
        (AINO, "wrong"),
        (AINO, ""),
        ("nobody@ovelle.example", aino.password.as_str()),
        ("no address", aino.password.as_str()),
        ("", ""),
    ] {
        let response = sign_in(&app, email, password).await;
        assert!(cookie_of(&response).is_none());
        let answer = Answer::read(response).await;
        assert_eq!(brief(&answer), (401, "staff/wrong-password"), "{email}");
        bodies.insert(answer.body.to_string());
    }
    assert_eq!(bodies.len(), 1, "not by a letter do they differ");
});

store_contract!(nobody_learns_by_the_clock_whether_an_address_is_known, |db| async move {
    let known = ["k0@ovelle.example", "k1@ovelle.example"];
    let unknown = ["u0@ovelle.example", "u1@ovelle.example"];
    let first = TestApp::start(&db).await;
    for email in known {
        StaffClient::let_in(&first, email, &[]).await;
    }
    let mut quickest = [Duration::MAX; 2];
    // The quickest of each: whatever else the machine does comes on top, and the more is tried, the less
    // of it. Without the same work an unknown address is answered twenty times as quickly, always.
    for _ in 0..10 {
        // Failures of before would slow it down.
        first.clock.turn(SignedDuration::from_mins(15));
        for turn in 0..4 {
            for (emails, quickest) in [known, unknown].iter().zip(&mut quickest) {
                let begun = Instant::now();
                assert_eq!(sign_in(&first, emails[turn % 2], "wrong").await.status(), 401);
                *quickest = begun.elapsed().min(*quickest);
            }
        }
        let [known, unknown] = quickest;
        if unknown * 2 > known && known * 2 > unknown {
            return;
        }
    }
    panic!("known and unknown: {quickest:?}");
});

store_contract!(what_does_not_fit_is_named, |db| async move {
    let app = TestApp::start(&db).await;
    let send =
        async |body: &str| Answer::read(own_page(&app, SIGN_IN).body(body.to_owned()).send().await.unwrap()).await;
    assert_eq!(brief(&send("{").await), (400, "request/not-json"));
    for (body, field) in [
        (json!({ "password": "x" }), "email"),
        (json!({ "email": AINO }), "password"),
        (json!({ "email": AINO, "password": 7 }), "password"),
        (json!({ "email": AINO, "password": "x".repeat(1025) }), "password"),
    ] {
        let answer = send(&body.to_string()).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{body}");
    }
});

store_contract!(five_failures_slow_an_account_down_and_lock_nobody_out, |db| async move {
    let app = TestApp::start(&db).await;
    let mut aino = StaffClient::let_in(&app, AINO, &[]).await;
    StaffClient::let_in(&app, "aapo@ovelle.example", &[]).await;
    for _ in 0..5 {
        assert_eq!(sign_in(&app, AINO, "wrong").await.status(), 401);
    }
    let refused = sign_in(&app, AINO, &aino.password).await;
    let wait: u64 = header(&refused, "retry-after").parse().unwrap();
    assert_eq!((refused.status().as_u16(), (1..=2).contains(&wait)), (429, true), "{wait} s");
    assert_eq!(Answer::read(refused).await.code(), "users/too-many-attempts");
    // An account that nobody has slows down in the same way.
    for _ in 0..5 {
        assert_eq!(sign_in(&app, "nobody@ovelle.example", "wrong").await.status(), 401);
    }
    assert_eq!(sign_in(&app, "nobody@ovelle.example", "wrong").await.status(), 429);
    app.clock.turn(SignedDuration::from_secs(2));
    assert_eq!(aino.sign_in().await.status, 200, "whoever waits gets in");
});

store_contract!(twenty_failures_slow_an_address_down, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = StaffClient::let_in(&app, AINO, &[]).await;
    for n in 0..20 {
        assert_eq!(sign_in(&app, &format!("{n}@ovelle.example"), "wrong").await.status(), 401);
    }
    let refused = sign_in(&app, AINO, &aino.password).await;
    assert_eq!((refused.status().as_u16(), header(&refused, "retry-after").is_empty()), (429, false));
});

store_contract!(a_session_ends_when_its_person_signs_out, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = StaffClient::signed_in(&app, AINO, &[]).await;
    let mut elsewhere = aino.with_cookie(None);
    assert_eq!(elsewhere.sign_in().await.status, 200);
    let response = aino.ask(Method::POST, SIGN_OUT, &Value::Null).send().await.unwrap();
    assert_eq!(
        (response.status().as_u16(), header(&response, "set-cookie").contains("ovelle=; Path=/; Max-Age=0")),
        (204, true)
    );
    assert_eq!(brief(&aino.get(ME).await), (401, "staff/unauthorized"));
    assert_eq!(elsewhere.get(ME).await.status, 200, "another session goes on");
    assert_eq!(aino.call(Method::POST, SIGN_OUT, &Value::Null).await.status, 204, "once more");
});

store_contract!(a_session_ends_by_itself, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = StaffClient::signed_in(&app, AINO, &[]).await;
    for _ in 0..3 {
        app.clock.turn(SignedDuration::from_hours(11));
        assert_eq!(aino.get(ME).await.status, 200, "used every eleven hours");
    }
    app.clock.turn(SignedDuration::from_hours(12));
    assert_eq!(aino.get(ME).await.status, 401, "idle for twelve");
    let mut aino = aino;
    aino.sign_in().await;
    for _ in 0..17 {
        app.clock.turn(SignedDuration::from_hours(9));
        assert_eq!(aino.get(ME).await.status, 200);
    }
    app.clock.turn(SignedDuration::from_hours(15));
    assert_eq!(aino.get(ME).await.status, 401, "seven days at most");
});

store_contract!(whoever_is_removed_is_out_at_once_on_every_node, |db| async move {
    let (app, other) = (TestApp::start(&db).await, TestApp::start(&db).await);
    let mut aino = StaffClient::signed_in(&app, AINO, &[]).await;
    assert_eq!(aino.at(&other).get(ME).await.status, 200);
    assert!(db.staff().remove(&AINO.parse().unwrap(), app.clock.now()).await.unwrap());
    for node in [&app, &other] {
        assert_eq!(brief(&aino.at(node).get(ME).await), (401, "staff/unauthorized"));
    }
    assert_eq!(brief(&aino.sign_in().await), (401, "staff/wrong-password"));
});

store_contract!(a_chosen_password_takes_the_place_of_the_old_one, |db| async move {
    let app = TestApp::start(&db).await;
    let here = StaffClient::signed_in(&app, AINO, &[]).await;
    let mut there = here.with_cookie(None);
    assert_eq!(there.sign_in().await.status, 200);
    let change = async |password: &str, new: &str| {
        here.call(Method::POST, PASSWORD, &json!({ "password": password, "newPassword": new })).await
    };
    for (password, new, code, field) in [
        (here.password.as_str(), "kR7#mq2", "password/too-short", "newPassword"),
        (&here.password, "Salasana123!", "password/too-common", "newPassword"),
        (&here.password, "ainoaino", "password/too-common", "newPassword"),
        (&here.password, &"x".repeat(1025), "password/too-long", "newPassword"),
        ("wrong", "kirahvi-kello-7", "password/wrong", "password"),
    ] {
        let answer = change(password, new).await;
        assert_eq!((answer.status.as_u16(), answer.code(), answer.field()), (422, code, field));
    }
    let missing = here.call(Method::POST, PASSWORD, &json!({ "password": "x" })).await;
    assert_eq!((missing.status.as_u16(), missing.field()), (422, "newPassword"));
    assert_eq!(there.get(ME).await.status, 200, "nothing has changed yet");

    let long = "äöå7".repeat(16);
    assert_eq!(change(&here.password, &long).await.status, 204);
    assert_eq!(here.get(ME).await.status, 200, "this session goes on");
    assert_eq!(there.get(ME).await.status, 401, "the others have ended");
    assert_eq!(brief(&there.sign_in().await), (401, "staff/wrong-password"));
    there.password = long.chars().take(63).collect();
    assert_eq!(there.sign_in().await.status, 401, "nothing was cut off");
    there.password = long;
    assert_eq!(there.sign_in().await.status, 200);
});

store_contract!(a_live_token_is_for_one_use_of_a_minute, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = StaffClient::signed_in(&app, AINO, &[12]).await;
    let answer = aino.call(Method::POST, LIVE_TOKEN, &Value::Null).await;
    let in_a_minute = app.clock.now() + SignedDuration::from_secs(60);
    assert_eq!((answer.status.as_u16(), &answer.body["expiresAt"]), (200, &json!(in_a_minute.to_string())));
    let names: Vec<&String> = answer.body.as_object().unwrap().keys().collect();
    assert_eq!(names, ["expiresAt", "token"]);
    let token = fingerprint(answer.body["token"].as_str().unwrap());
    let session = db.staff().use_live_token(&token, app.clock.now()).await.unwrap().expect("it opens");
    assert_eq!((session.email.as_str(), session.reach.bound().map(<[_]>::len)), (AINO, Some(1)));
    assert_eq!(db.staff().use_live_token(&token, app.clock.now()).await.unwrap(), None);
    assert_ne!(aino.live_token().await, aino.live_token().await);
});

store_contract!(a_flood_of_sign_ins_does_not_hold_up_the_others, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let flood: Vec<_> = (0..300)
        .map(|n| {
            let body = json!({ "email": format!("{n}@ovelle.example"), "password": "wrong" }).to_string();
            let call = own_page(&app, SIGN_IN).body(body);
            tokio::spawn(async move { call.send().await.map(|response| response.status().as_u16()) })
        })
        .collect();
    let mut slowest = Duration::ZERO;
    for n in 0..50 {
        let begun = Instant::now();
        let path = if n % 2 == 0 { "/healthz".to_owned() } else { crate::tracking_path(&order) };
        assert_eq!(fetch(&app, &path).await.status(), 200);
        slowest = slowest.max(begun.elapsed());
    }
    assert!(slowest < Duration::from_secs(3), "{slowest:?}");
    for call in flood {
        let status = call.await.unwrap().unwrap();
        assert!([401, 429, 503].contains(&status), "{status}");
    }
});

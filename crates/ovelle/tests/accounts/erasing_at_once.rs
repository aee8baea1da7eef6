//! An account that is erased while it is used: who comes after is 401, and nothing of them stays.

use futures_util::future::join_all;
use jiff::SignedDuration;
use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::{app::TestApp, customer::CustomerPerson, db::TestDb, kitchen::Answer, shop::PLACING, store_contract};

use crate::{
    brief, keyed,
    ordering::{Shop, pickup, pizza},
    scene::{ERASE, Somebody, said, somebody, traces},
};

/// Erases somebody while nineteen others call, each at one of two nodes. Gives what those were answered.
async fn erased_among<F>(
    db: &TestDb,
    shop: &Shop,
    app: &TestApp,
    zyx: &Somebody,
    call: impl Fn(CustomerPerson, usize) -> F,
) -> Vec<Answer>
where
    F: Future<Output = Answer>,
{
    let other = shop.setup().clock(&app.clock).start(db).await;
    let there = zyx.person.at(&other);
    let calls = join_all((0..19).map(|n| call(if n % 2 == 0 { zyx.person.clone() } else { there.clone() }, n)));
    let erasing = async {
        // Of many who give one account's password at once, some wait.
        for _ in 0..50 {
            let erased = zyx.erase("erasure-of-zyx").await;
            if erased.status != StatusCode::TOO_MANY_REQUESTS {
                return erased;
            }
            app.clock.turn(SignedDuration::from_secs(10));
        }
        panic!("nobody is erased for all the others");
    };
    let (erased, answers) = tokio::join!(erasing, calls);
    assert_eq!(said(&erased), (204, ""), "{}", erased.body);
    answers
}

/// Each was answered before the erasure, or with 401 after it.
fn before_or_401(answers: &[Answer], success: &[StatusCode]) {
    for answer in answers {
        let is_fine = success.contains(&answer.status) || answer.status == StatusCode::UNAUTHORIZED;
        assert!(is_fine, "{}: {}", answer.status, answer.body);
    }
}

store_contract!(addresses_at_once, |db| async move {
    let (shop, app, zyx) = somebody(&db).await;
    let call = |person: CustomerPerson, n: usize| async move {
        let address = json!({
            "streetAddress": format!("Xylofonikatu {n}"), "zipCode": "00100", "city": "Helsinki",
            "latitude": "60.17", "longitude": "24.94",
        });
        keyed(&person, "/api/users/me/addresses", &format!("address-number-{n}"), &address).await
    };
    let answers = erased_among(&db, &shop, &app, &zyx, call).await;
    before_or_401(&answers, &[StatusCode::CREATED]);
    assert_eq!(traces(&db.dump().await), []);
});

store_contract!(favourites_and_details_at_once, |db| async move {
    let (shop, app, zyx) = somebody(&db).await;
    let favourite = zyx.brought.id.clone();
    let call = |person: CustomerPerson, n: usize| {
        let favourite = favourite.clone();
        async move {
            match n % 3 {
                0 => person.call(reqwest::Method::PATCH, "/api/users/me", &json!({ "lastName": "Qvantfors" })).await,
                _ => person.post("/api/commerce/v2/favourites/order", &json!(favourite)).await,
            }
        }
    };
    let answers = erased_among(&db, &shop, &app, &zyx, call).await;
    before_or_401(&answers, &[StatusCode::OK, StatusCode::NO_CONTENT]);
    let dump = db.dump().await;
    assert_eq!(traces(&dump), []);
    assert!(dump.iter().filter(|row| row.table == "customers").all(|row| row.columns["favourite_order_id"].is_null()));
});

store_contract!(logins_at_once, |db| async move {
    let (shop, app, zyx) = somebody(&db).await;
    let login = json!({ "email": zyx.person.email, "password": zyx.person.password });
    let call = |person: CustomerPerson, n: usize| {
        let login = login.clone();
        let path = if n.is_multiple_of(3) { "/api/users/token" } else { "/api/users/login" };
        async move { person.with_cookie(None).post(path, &login).await }
    };
    let answers = erased_among(&db, &shop, &app, &zyx, call).await;
    let waits = [StatusCode::TOO_MANY_REQUESTS, StatusCode::FORBIDDEN, StatusCode::SERVICE_UNAVAILABLE];
    before_or_401(&answers, &[&[StatusCode::OK], &waits[..]].concat());
    let dump = db.dump().await;
    assert_eq!(traces(&dump), []);
    assert!(dump.iter().all(|row| row.table != "customer_sessions"), "no session outlives its account");
});

store_contract!(placings_at_once, |db| async move {
    let (_shop, app, zyx) = somebody(&db).await;
    app.clock.turn(SignedDuration::from_mins(1));
    let place = |n: u32| {
        let mut order = pickup(&[pizza(n)]);
        order["deliveryContact"]["firstName"] = "Zyxteria".into();
        let person = zyx.person.clone();
        async move { person.post(PLACING, &order).await }
    };
    let (erased, placed) = tokio::join!(zyx.erase("erasure-of-zyx"), join_all((1..20).map(place)));
    // Who owes at the counter for several is asked to call.
    before_or_401(&placed, &[StatusCode::CREATED, StatusCode::CONFLICT]);
    let made: Vec<_> = placed.iter().filter(|answer| answer.status == StatusCode::CREATED).collect();
    if erased.status == StatusCode::NO_CONTENT {
        assert!(made.is_empty(), "an erased account has an order that is not over");
    } else {
        assert_eq!(brief(&erased), (409, "users/open-orders"));
        assert!(!made.is_empty(), "nothing stood in its way");
        for order in made {
            app.kitchen().report_status(order.body["orderId"].as_str().unwrap(), 4).await;
        }
        assert_eq!(said(&zyx.erase("erasure-of-zyx").await), (204, ""));
    }
    assert_eq!(traces(&db.dump().await), []);
});

store_contract!(twenty_erasures_are_one, |db| async move {
    let (_shop, app, zyx) = somebody(&db).await;
    // As of somebody whom a provider signs in: so many passwords at once would wait.
    db.texts("UPDATE customers SET password_hash = NULL RETURNING email").await;
    let one_key = join_all((0..10).map(|_| zyx.erase("erasure-of-zyx")));
    let confirmed = zyx.confirmed();
    let others = join_all((0..10).map(|_| zyx.person.post(ERASE, &confirmed)));
    let (one_key, others) = tokio::join!(one_key, others);
    let done = |answers: &[Answer]| answers.iter().filter(|answer| answer.status == StatusCode::NO_CONTENT).count();
    before_or_401(&one_key, &[StatusCode::NO_CONTENT]);
    before_or_401(&others, &[StatusCode::NO_CONTENT]);
    // Either the key erased the account, and all who bear it are told so, or somebody without one was quicker.
    assert!(matches!((done(&one_key), done(&others)), (10, 0) | (0, 1)), "{} {}", done(&one_key), done(&others));
    assert_eq!(app.mails_of("account-erased", 1).await.len(), 1);
    let erased: Vec<Value> = db
        .dump()
        .await
        .into_iter()
        .filter(|row| row.table == "customers")
        .map(|row| row.columns["email"].clone())
        .collect();
    assert_eq!(erased, [json!("")]);
});

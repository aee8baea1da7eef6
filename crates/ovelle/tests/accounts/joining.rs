//! Joining and leaving the loyalty programme.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    customer::CustomerPerson,
    kitchen::Answer,
    staff::StaffClient,
    store_contract,
};

use crate::{brief, keyed, sent};

const JOIN: &str = "/api/loyalty/register";
const LEAVE: &str = "/api/loyalty/unregister";
const ME: &str = "/api/users/me";

async fn join(person: &CustomerPerson, body: &Value) -> Answer {
    person.post(JOIN, body).await
}

/// What of an account joining changes.
fn membership(user: &Value) -> Value {
    ["subscribedToLoyalty", "acceptedLoyaltyTerms", "birthDate", "birthDateSet", "showLoyaltySignUpPage"]
        .map(|field| user[field].clone())
        .into()
}

store_contract!(who_is_past_thirteen_joins_with_what_the_page_sends_at_once, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    // On the thirteenth birthday itself nobody is past it.
    let day = |text: &str| json!({ "birthDate": text, "acceptedLoyaltyTerms": true });
    let today = domain::board::day_of(deps::Clock::now(&app.clock));
    let thirteen = today.checked_sub(jiff::Span::new().years(13)).unwrap();
    let refused = join(&aino, &day(&thirteen.to_string())).await;
    assert_eq!((brief(&refused), &refused.body["metadata"]), ((422, "loyalty/too-young"), &json!({ "age": 13 })));
    assert!(refused.body["message"].as_str().unwrap().contains("yli 13-vuotias"), "{}", refused.body);
    assert_eq!(
        membership(&aino.get(ME).await.body),
        json!([false, true, "1970-01-01", false, true]),
        "nothing is kept"
    );
    for (body, code) in [
        (day("2001-02-29"), "loyalty/birth-date-invalid"),
        (json!({ "acceptedLoyaltyTerms": false }), "request/invalid"),
    ] {
        assert_eq!(brief(&join(&aino, &body).await), (422, code));
    }
    let born = thirteen.yesterday().unwrap().to_string();
    let joined = join(&aino, &day(&born)).await;
    let expected = json!([true, true, born, true, false]);
    assert_eq!((joined.status.as_u16(), membership(&joined.body)), (200, expected.clone()));
    let again = join(&aino, &json!({})).await;
    assert_eq!((again.status.as_u16(), membership(&again.body)), (200, expected), "a member stays one");
    assert_eq!(brief(&join(&aino, &day("1990-01-01")).await), (409, "users/birth-date-set"));
});

store_contract!(who_joins_bare_says_their_age_later_and_is_held_to_it, |db| async move {
    let app = Setup::default().flag("--loyalty-age=20").start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    aino.join().await;
    let young = json!({ "birthDate": "2010-01-01" });
    let refused = aino.call(Method::PATCH, ME, &young).await;
    assert_eq!((brief(&refused), &refused.body["metadata"]["age"]), ((422, "loyalty/too-young"), &json!(20)));
    aino.is_born("1990-01-01").await;

    let eino = CustomerPerson::register(&app, "eino").await;
    eino.is_born("2010-01-01").await;
    assert_eq!(brief(&join(&eino, &json!({})).await), (422, "loyalty/too-young"), "an age that is known is judged");
    assert_eq!(eino.get(ME).await.body["subscribedToLoyalty"], false);
});

store_contract!(whoever_leaves_is_no_member_and_may_join_again, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let nothing = json!({});
    assert_eq!(brief(&aino.post(LEAVE, &nothing).await), (404, "loyalty/not-member"));
    aino.join().await;
    for _ in 0..2 {
        assert_eq!(keyed(&aino, LEAVE, "leaving-for-good", &nothing).await.status, 204);
    }
    assert_eq!(aino.get(ME).await.body["subscribedToLoyalty"], false);
    aino.join().await;
    assert_eq!(keyed(&aino, LEAVE, "leaving-for-good", &nothing).await.status, 204, "it was done with this key");
    assert_eq!(aino.get(ME).await.body["subscribedToLoyalty"], true);

    let guest = aino.with_cookie(None);
    let agent = StaffClient::signed_in(&app, "agentti@ovelle.example", &[]).await;
    for path in [JOIN, LEAVE] {
        assert_eq!(brief(&guest.post(path, &nothing).await), (401, "users/unauthorized"));
        let refused = agent.call(Method::POST, path, &nothing).await;
        assert_eq!(brief(&refused), (403, "users/forbidden"));
        let foreign = sent(aino.ask(Method::POST, path, &nothing), "origin", "https://evil.example").await;
        assert_eq!(brief(&foreign), (403, "request/foreign-page"));
    }
});

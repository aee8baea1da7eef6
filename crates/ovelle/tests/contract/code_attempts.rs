//! Attempts at codes: who guesses is not told of any for a while, whoever shares their address (docs/spec/people.md,
//! "Attempts at codes").

use jiff::SignedDuration;
use reqwest::RequestBuilder;
use serde_json::json;
use testkit::{app::TestApp, db::TestDb, kitchen::Answer, store_contract};

use crate::{
    carts::{CART, cart, codes, example, line},
    folder::Folder,
    money::{ORDER, pickup},
    people::{Peopled, Somebody},
};

const NOT_FOUND: &str = "campaign/code-not-found";
const INVALID: &str = "campaign/personal-code-invalid";
const MANY: &str = "campaign/too-many-attempts";
const HOME: &str = "192.0.2.1";

fn folder() -> Folder {
    let campaigns =
        json!([{ "campaignId": "kesa", "kind": "amount", "name": "Kesäetu", "amount": 5, "promotionCode": "kesa5" }]);
    example(&campaigns, &[])
}

/// Two nodes with the limits of the contract, the first with some people.
async fn two(db: &TestDb, folder: &Folder) -> (Peopled, TestApp) {
    let setup = || folder.setup("2026-11-24 18:00").flag("--rate-factor=1").flag("--trusted-proxies=127.0.0.1");
    let one = setup().start(db).await;
    let other = setup().clock(&one.clock).start(db).await;
    let somebody = |name| Somebody { name, born: None, joins: false };
    let people = ["aino", "eino", "irja", "olli"].map(somebody);
    (Peopled::register(one, &people).await, other)
}

/// What somebody at an address is told of codes: as somebody by this bearer, or as a guest.
async fn told(app: &TestApp, bearer: Option<&str>, address: &str, tried: &[&str]) -> Vec<String> {
    let cart = cart("pickup", &[line("a", "3001", "101", 1, &[])], &json!({ "promotionCodes": tried }));
    let call = app.http.post(app.url(CART)).header("x-forwarded-for", address).body(cart.to_string());
    let call = bearer.into_iter().fold(call, RequestBuilder::bearer_auth);
    let answer = Answer::read(call.send().await.unwrap()).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    codes(&answer.body).into_iter().map(str::to_owned).collect()
}

/// Five codes of these names that there are none of, three in the form of a personal one.
fn wrong(name: &str) -> Vec<String> {
    let personal = (0..3).map(|number| format!("7q2m9x4t8w{name}{number}"));
    (0..2).map(|number| format!("arvaus-{name}-{number}")).chain(personal).collect()
}

async fn guess(app: &TestApp, bearer: Option<&str>, address: &str, name: &str) -> Vec<String> {
    let tried = wrong(name);
    told(app, bearer, address, &tried.iter().map(String::as_str).collect::<Vec<_>>()).await
}

store_contract!(a_session_has_its_own_count_and_an_address_one_for_all_of_its, |db| async move {
    let folder = folder();
    let (one, other) = two(&db, &folder).await;
    let both = [NOT_FOUND, NOT_FOUND, INVALID, INVALID, INVALID];
    for (who, names) in [("aino", ["00", "01"]), ("eino", ["02", "03"]), ("irja", ["04", "05"])] {
        let bearer = Some(one.bearer(who));
        assert_eq!(told(&other, bearer, HOME, &["kesa5"]).await, [""; 0], "{who} has guessed nothing");
        assert_eq!(guess(&one, bearer, HOME, names[0]).await, both, "{who}");
        assert_eq!(guess(&other, bearer, HOME, names[0]).await, both, "{who}: the same ones count once");
        assert_eq!(guess(&other, bearer, HOME, names[1]).await, both, "{who}");
        assert_eq!(told(&one, bearer, HOME, &["kesa5"]).await, [MANY], "{who}: what there is, too");
        assert_eq!(told(&one, bearer, "192.0.2.7", &["kesa5"]).await, [MANY], "{who}, wherever they are");
    }
    let olli = Some(one.bearer("olli"));
    assert_eq!(told(&one, olli, HOME, &["kesa5"]).await, [MANY], "thirty of an address");
    assert_eq!(told(&other, None, HOME, &["kesa5"]).await, [MANY]);
    assert_eq!(told(&one, None, "192.0.2.2", &["kesa5"]).await, [""; 0], "a guest somewhere else");
    assert_eq!(told(&one, None, HOME, &[]).await, [""; 0], "without codes");

    one.clock.turn(SignedDuration::from_mins(10));
    let aino = Some(one.bearer("aino"));
    assert_eq!(told(&other, aino, "192.0.2.2", &["kesa5"]).await, [""; 0], "of a session ten in ten minutes");
    assert_eq!(told(&other, aino, HOME, &["kesa5"]).await, [MANY], "of an address thirty in an hour");
    one.clock.turn(SignedDuration::from_mins(50));
    assert_eq!(told(&one, olli, HOME, &["kesa5"]).await, [""; 0]);
});

store_contract!(a_placing_is_an_attempt_as_a_cart_is, |db| async move {
    let folder = folder();
    let (one, other) = two(&db, &folder).await;
    let place = async |tried: &[String]| {
        let order = pickup("04010", &json!({ "promotionCodes": tried, "paymentMethod": "onsite" }));
        let call = other.http.post(other.url(ORDER)).header("x-forwarded-for", HOME).body(order.to_string());
        let answer = Answer::read(call.send().await.unwrap()).await;
        let code = if answer.status == 201 { String::new() } else { answer.code().to_owned() };
        (answer.status.as_u16(), code)
    };
    assert_eq!(place(&wrong("00")).await, (409, NOT_FOUND.to_owned()));
    assert_eq!(guess(&one, None, HOME, "01").await.len(), 5);
    assert_eq!(place(&["kesa5".to_owned()]).await, (409, MANY.to_owned()));
    assert_eq!(place(&[]).await, (201, String::new()), "without codes it is taken");
});

//! Calls that take an `Idempotency-Key`, sent again to another node after their answer was lost: the same answer, and one
//! effect (docs/spec/people.md, "Idempotency-Key").

use std::{collections::BTreeSet, pin::Pin};

use futures_util::future::join_all;
use jiff::SignedDuration;
use reqwest::{Method, RequestBuilder, header::HeaderName};
use serde_json::{Value, json};
use testkit::{
    app::TestApp,
    browser::Browser,
    clock::FakeClock,
    customer::{CustomerPerson, captcha_token},
    db::TestDb,
    identity_server::IdentityServer,
    kitchen::Answer,
    loyalty::earn,
    store_contract,
};

use crate::{
    addresses::{ADDRESSES, address},
    at_nodes::{mails_of, two_nodes},
    fault,
    identity::{LINK, REGISTER as REGISTER_WITH_PROVIDER, presenting, token_of},
    in_link,
    ordering::{Shop, pickup, pizza, place},
    reordering::FAVOURITE,
    scene::{ERASE, ME},
};

const REGISTER: &str = "/api/users/register";
const PASSWORD: &str = "/api/users/me/password";
const RESET: &str = "/api/users/changeUserPassword";
const CONFIRM: &str = "/api/users/confirmEmail";
const LEAVE: &str = "/api/loyalty/unregister";
const SPIN: &str = "/api/wheel/spin";

/// Calls whose keys docs/spec/ordering.md speaks of: `second_tries` and `hanging_up` of the contract hold them.
const OF_ORDERING: [&str; 2] = ["/api/commerce/v2/shoppingcart/order", "/api/staff/orders/{orderId}/refund"];

/// Two nodes, and who signs people in elsewhere.
struct Scene {
    db: TestDb,
    nodes: [TestApp; 2],
    server: IdentityServer,
    _shop: Shop,
}

/// Who calls.
#[derive(Clone)]
enum Sender {
    Person(CustomerPerson),
    Browser(Browser),
}

/// What undoes or overtakes the effect before the call comes again: it must not be done a second time.
type Meanwhile = for<'s> fn(&'s Scene, &'s Sender) -> Pin<Box<dyn Future<Output = ()> + Send + 's>>;

/// A call that is sent twice at once, then again, then with another body.
struct KeyedCall {
    path: &'static str,
    sender: Sender,
    body: Value,
    /// A body that the key was not given for; none where the call reads no further once it was made.
    other: Option<Value>,
    /// Each sending brings a captcha of its own.
    has_captcha: bool,
    status: u16,
    /// What it is answered whose first answer died with its node.
    after_a_death: u16,
    /// What the database says of the effect, and what that is once it was made, where a test can know it.
    effect: (&'static str, Option<Vec<&'static str>>),
    meanwhile: Option<Meanwhile>,
    /// The mails that one effect sends.
    mails: Option<(&'static str, usize)>,
}

impl Scene {
    async fn set(db: &TestDb) -> Self {
        let (shop, clock) = (Shop::new(), FakeClock::default());
        let server = IdentityServer::start(&clock).await;
        let flags = server.flags();
        let setup = || flags.iter().fold(shop.setup().clock(&clock), |setup, flag| setup.flag(flag));
        let nodes = two_nodes(db, setup).await;
        Self { db: db.clone(), nodes, server, _shop: shop }
    }

    async fn person(&self, name: &str) -> CustomerPerson {
        CustomerPerson::register(&self.nodes[0], name).await
    }

    /// A browser that came back from the provider, with its token.
    async fn came(&self, subject: &str, email: &str) -> (Browser, Value) {
        self.server.is(subject, email);
        let mut browser = Browser::new(&self.nodes[0]);
        let token = token_of(&mut browser, &self.server).await;
        (browser, presenting(&token))
    }

    /// Sends a call to a node; the answer, and whether it says that it was given before.
    async fn send(&self, call: &KeyedCall, node: usize, key: &str, body: &Value) -> (Answer, bool) {
        let mut body = body.clone();
        if call.has_captcha {
            body["googleRecaptchaToken"] = captcha_token(&self.nodes[node], "register").await.into();
        }
        let asked = call.sender.ask(&self.nodes[node], call.path, &body).header("Idempotency-Key", key);
        let response = asked.send().await.expect("the server answers");
        let is_replayed = response.headers().contains_key(HeaderName::from_static("idempotent-replayed"));
        (Answer::read(response).await, is_replayed)
    }

    async fn effect(&self, call: &KeyedCall) -> Vec<String> {
        self.db.texts(call.effect.0).await
    }

    /// Holds a call to what a key promises.
    async fn hold(&self, call: KeyedCall) {
        let KeyedCall { path, status, .. } = &call;
        let key = format!("key-of-{}", path.rsplit('/').next().unwrap().to_lowercase());
        let sent = join_all([0, 1].map(|node| self.send(&call, node, &key, &call.body))).await;
        for (answer, _) in &sent {
            assert_eq!((answer.status.as_u16(), &answer.body), (*status, &sent[0].0.body), "{path}: {}", answer.body);
        }
        if let Some(once) = &call.effect.1 {
            assert_eq!(self.effect(&call).await, *once, "{path}: once");
        }
        if let Some(meanwhile) = call.meanwhile {
            meanwhile(self, &call.sender).await;
        }
        let before = self.effect(&call).await;
        for node in [1, 0] {
            let (answer, is_replayed) = self.send(&call, node, &key, &call.body).await;
            assert_eq!((answer.status.as_u16(), &answer.body), (*status, &sent[0].0.body), "{path}: again");
            assert!(is_replayed || call.other.is_none(), "{path}: it says that it was given before");
            assert_eq!(self.effect(&call).await, before, "{path}: nothing is done again");
        }
        if let Some(other) = &call.other {
            let (answer, _) = self.send(&call, 1, &key, other).await;
            assert_eq!(fault(&answer).1, "request/idempotency-mismatch", "{path}: {}", answer.body);
            assert_eq!(answer.status, 422, "{path}");
        }
        for misfit in ["short", "with spaces in it", &"x".repeat(129)] {
            let (answer, _) = self.send(&call, 0, misfit, &call.body).await;
            assert_eq!(fault(&answer), (422, "request/invalid", "Idempotency-Key"), "{path}: {misfit}");
        }
        assert_eq!(self.effect(&call).await, before, "{path}: what is refused does nothing");
        if call.other.is_some() {
            // As of a node that died after it had written the effect, and before it kept the answer.
            self.db.texts("UPDATE idempotency_keys SET status = NULL, answer = NULL RETURNING 'lost'").await;
            self.nodes[0].clock.turn(SignedDuration::from_secs(11));
            let (answer, _) = self.send(&call, 1, &key, &call.body).await;
            assert_eq!(answer.status.as_u16(), call.after_a_death, "{path}: {}", answer.body);
            assert_eq!(self.effect(&call).await, before, "{path}: nothing is done again by another node");
        }
        if let Some((kind, count)) = call.mails {
            mails_of(&self.nodes, kind, count).await;
        }
    }
}

impl Sender {
    fn ask(&self, node: &TestApp, path: &str, body: &Value) -> RequestBuilder {
        match self {
            Self::Person(person) => person.at(node).ask(Method::POST, path, body),
            Self::Browser(browser) => browser.at(node).ask(Method::POST, path, body),
        }
    }

    fn person(&self) -> &CustomerPerson {
        let Self::Person(person) = self else { panic!("a browser is nobody in particular") };
        person
    }
}

/// A call of somebody that is made as it comes, and in whose way nothing comes.
fn call(path: &'static str, sender: Sender, body: Value, status: u16) -> KeyedCall {
    let (effect, mails) = (("SELECT password_hash FROM customers", None), None);
    let (after_a_death, other, meanwhile, has_captcha) = (status, None, None, false);
    KeyedCall { path, sender, body, other, has_captcha, status, after_a_death, effect, meanwhile, mails }
}

/// A body with another value in a field.
fn with(body: &Value, field: &str, value: &str) -> Option<Value> {
    let mut other = body.clone();
    other[field] = value.into();
    Some(other)
}

fn done(answer: &Answer) {
    assert!(answer.status.is_success(), "{}: {}", answer.status, answer.body);
}

store_contract!(an_account_is_made_once, |db| async move {
    let scene = Scene::set(&db).await;
    let new = CustomerPerson::stranger(&scene.nodes[0], "new");
    let body = new.registration();
    scene
        .hold(KeyedCall {
            other: with(&body, "firstName", "Eino"),
            has_captcha: true,
            effect: ("SELECT email FROM customers", Some(vec!["new@ovelle.example"])),
            mails: Some(("account-created", 1)),
            ..call(REGISTER, Sender::Person(new), body, 201)
        })
        .await;
    let (browser, body) = scene.came("1", "came@ovelle.example").await;
    scene
        .hold(KeyedCall {
            other: with(&body, "providerToken", "another"),
            has_captcha: true,
            effect: ("SELECT subject FROM customer_identities", Some(vec!["1"])),
            mails: Some(("account-created", 2)),
            ..call(REGISTER_WITH_PROVIDER, Sender::Browser(browser), body, 201)
        })
        .await;
    let (browser, mut body) = scene.came("2", "new@ovelle.example").await;
    body["password"] = "kuusi kettua new".into();
    scene
        .hold(KeyedCall {
            other: with(&body, "password", "kuusi karhua"),
            effect: ("SELECT subject FROM customer_identities ORDER BY subject", Some(vec!["1", "2"])),
            mails: Some(("provider-linked", 1)),
            ..call(LINK, Sender::Browser(browser), body, 200)
        })
        .await;
});

store_contract!(a_password_and_an_address_for_signing_in_are_changed_once, |db| async move {
    let scene = Scene::set(&db).await;
    let aino = scene.person("aino").await;
    let body = json!({ "currentPassword": aino.password, "newPassword": "viisi valasta" });
    scene
        .hold(KeyedCall {
            other: with(&body, "newPassword", "kuusi valasta"),
            // Another one still, which the repeated call does not take back.
            meanwhile: Some(|_, sender| {
                Box::pin(async move {
                    let body = json!({ "currentPassword": "viisi valasta", "newPassword": "kuusi valasta" });
                    done(&sender.person().post(PASSWORD, &body).await);
                })
            }),
            mails: Some(("password-changed", 2)),
            ..call(PASSWORD, Sender::Person(aino.clone()), body, 204)
        })
        .await;
    assert_eq!(aino.who_says(&aino.email, "kuusi valasta").sign_in().await.status, 200);

    aino.post("/api/users/sendForgotPasswordEmail", &json!({ "email": aino.email })).await;
    let token = in_link(&mails_of(&scene.nodes, "password-reset", 1).await[0], "passwordResetToken");
    let body = json!({ "passwordResetToken": token, "newPassword": "seitsemän valasta" });
    let guest = aino.with_cookie(None);
    scene
        .hold(KeyedCall {
            other: with(&body, "newPassword", "kahdeksan valasta"),
            mails: Some(("password-changed", 3)),
            ..call(RESET, Sender::Person(guest.clone()), body, 204)
        })
        .await;
    let mut aino = guest.who_says(&aino.email, "seitsemän valasta");
    assert_eq!(aino.sign_in().await.status, 200);

    let wish = json!({ "email": "uusi@ovelle.example", "currentPassword": aino.password });
    done(&aino.call(Method::PATCH, ME, &wish).await);
    let body = json!({ "token": in_link(&mails_of(&scene.nodes, "email-changed", 1).await[0], "token") });
    scene
        .hold(KeyedCall {
            other: with(&body, "token", "another"),
            effect: ("SELECT email FROM customers", Some(vec!["uusi@ovelle.example"])),
            mails: Some(("email-changed", 2)),
            ..call(CONFIRM, Sender::Person(aino), body, 204)
        })
        .await;
});

store_contract!(what_a_customer_keeps_with_the_shop_is_kept_once, |db| async move {
    let scene = Scene::set(&db).await;
    let aino = scene.person("aino").await;
    let body = address("Liisankatu 12");
    scene
        .hold(KeyedCall {
            other: with(&body, "streetAddress", "Vilhonkatu 4"),
            // It was deleted meanwhile, and does not come back.
            after_a_death: 404,
            effect: ("SELECT street FROM customer_addresses", Some(vec!["Liisankatu 12"])),
            meanwhile: Some(|_, sender| {
                Box::pin(async move {
                    let kept = sender.person().get(ADDRESSES).await.body;
                    let path = format!("{ADDRESSES}/{}", kept[0]["addressId"].as_str().unwrap());
                    done(&sender.person().call(Method::DELETE, &path, &Value::Null).await);
                })
            }),
            ..call(ADDRESSES, Sender::Person(aino.clone()), body, 201)
        })
        .await;

    let placed = place(&aino, &scene.nodes[0], &pickup(&[pizza(1)])).await;
    scene
        .hold(KeyedCall {
            other: Some(json!({ "orderId": placed.id })),
            effect: (
                "SELECT email FROM customers WHERE favourite_order_id IS NOT NULL",
                Some(vec!["aino@ovelle.example"]),
            ),
            meanwhile: Some(|_, sender| {
                Box::pin(async move { done(&sender.person().call(Method::DELETE, FAVOURITE, &Value::Null).await) })
            }),
            ..call(FAVOURITE, Sender::Person(aino.clone()), json!(placed.id), 204)
        })
        .await;

    aino.is_born("1990-05-17").await;
    aino.join().await;
    earn(scene.db.url(), aino.id.parse().unwrap(), 1, 0, 3).await;
    scene
        .hold(KeyedCall {
            other: Some(json!({ "clientSeed": "pizza" })),
            effect: ("SELECT CAST(nonce AS TEXT) FROM wheel_spins", Some(vec!["0"])),
            ..call(SPIN, Sender::Person(aino.clone()), json!({}), 200)
        })
        .await;
    scene
        .hold(KeyedCall {
            other: Some(json!({ "sure": true })),
            effect: ("SELECT email FROM customers WHERE joined_at IS NOT NULL", Some(vec![])),
            meanwhile: Some(|_, sender| Box::pin(async move { sender.person().join().await })),
            ..call(LEAVE, Sender::Person(aino.clone()), json!({}), 204)
        })
        .await;
    scene.nodes[0].kitchen().report_all(&placed.id, &[1, 3, 4]).await;
    scene
        .hold(KeyedCall {
            effect: ("SELECT CAST(count(*) AS TEXT) FROM sign_in_emails", Some(vec!["0"])),
            // The address is free, and whoever takes it is somebody else.
            meanwhile: Some(|scene, _| {
                Box::pin(async move { drop(CustomerPerson::register(&scene.nodes[1], "aino").await) })
            }),
            mails: Some(("account-erased", 1)),
            ..call(
                ERASE,
                Sender::Person(aino.clone()),
                json!({ "confirm": "POISTA", "currentPassword": aino.password }),
                204,
            )
        })
        .await;
});

store_contract!(a_key_is_its_callers, |db| async move {
    let scene = Scene::set(&db).await;
    let (aino, beata) = (scene.person("aino").await, scene.person("beata").await);
    let body = address("Liisankatu 12");
    let made = |person: CustomerPerson| call(ADDRESSES, Sender::Person(person), json!({}), 201);
    let (one, other) = (made(aino.clone()), made(beata.clone()));
    let (first, _) = scene.send(&one, 0, "a-key-of-both", &body).await;
    let (second, is_replayed) = scene.send(&other, 1, "a-key-of-both", &body).await;
    assert_eq!((second.status.as_u16(), is_replayed), (201, false), "{}", second.body);
    assert_ne!(first.body["addressId"], second.body["addressId"]);
    assert_eq!(beata.get(ADDRESSES).await.body, json!([second.body]));
});

/// The paths of the calls that docs/spec/people.md marks with **I**.
fn marked() -> BTreeSet<String> {
    let page = include_str!("../../../../docs/spec/people.md");
    // It needs a key, where the others may have one.
    let mut found: BTreeSet<String> =
        page.contains("`POST {wheel}/spin` **I!**").then(|| SPIN.to_owned()).into_iter().collect();
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let parts: Vec<_> = line.split(" **I**").collect();
        for before in &parts[..parts.len() - 1] {
            let name = before.trim_end_matches('`').rsplit('`').next().unwrap();
            let (method, path) = name.split_once(' ').unwrap();
            assert_eq!(method, "POST", "{line}");
            let path = path.replace('…', "{users}/me").replace("{users}", "/api/users");
            found.insert(path.replace("{commerce}", "/api/commerce").replace("{loyalty}", "/api/loyalty"));
        }
    }
    found
}

#[test]
fn every_call_that_takes_a_key_is_sent_again() {
    let held =
        [REGISTER, PASSWORD, RESET, CONFIRM, LEAVE, LINK, REGISTER_WITH_PROVIDER, ADDRESSES, FAVOURITE, ERASE, SPIN];
    let held: BTreeSet<String> = held.map(str::to_owned).into();
    let document: Value = serde_json::from_str(include_str!("../../../../web/src/api/openapi.json")).unwrap();
    let takes = |call: &Value| {
        let mut asked = call["parameters"].as_array().into_iter().flatten();
        asked.any(|asked| asked["name"] == "Idempotency-Key")
    };
    let paths = document["paths"].as_object().unwrap().iter();
    let documented = paths.filter(|(_, item)| item.as_object().unwrap().values().any(takes)).map(|(path, _)| path);
    let documented: BTreeSet<String> =
        documented.filter(|path| !OF_ORDERING.contains(&path.as_str())).cloned().collect();
    assert_eq!(held, documented, "each call that takes a key has its row");
    assert_eq!(marked(), documented, "the specification marks them");
}

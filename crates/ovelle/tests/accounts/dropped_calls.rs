//! The calls that are given up, each made anew for somebody who was not there before.

use std::pin::Pin;

use deps::Clock;
use domain::{ids::CustomerId, key::fingerprint};
use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};
use store::{NewCustomerToken, NewMessage, TokenPurpose};
use testkit::{
    app::TestApp,
    browser::{Browser, location_of},
    clock::FakeClock,
    customer::{CustomerPerson, captcha_token},
    db::TestDb,
    identity_server::IdentityServer,
    kitchen::Registered,
    loyalty::earn,
    shop::PLACING,
    staff::StaffClient,
};

use crate::{
    addresses::{ADDRESSES, add, address},
    identity::{LINK, REGISTER as REGISTER_WITH_PROVIDER, START, path_of, presenting, token_of},
    ordering::{Shop, pickup, pizza, place},
    reordering::FAVOURITE,
    scene::{ERASE, EXPORT, ME},
    search_customers::{SEARCH, search},
    second_factor::{code, secret},
};

/// A node, its shop, and who signs people in elsewhere.
pub(crate) struct Scene {
    pub(crate) app: TestApp,
    db: TestDb,
    server: IdentityServer,
    _shop: Shop,
}

/// A call that its caller gives up.
pub(crate) struct GivenUp {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) body: Value,
    pub(crate) cookie: Option<String>,
    pub(crate) bearer: Option<String>,
    pub(crate) key: Option<String>,
}

type Made<'s> = Pin<Box<dyn Future<Output = GivenUp> + Send + 's>>;

/// An operation of the document.
pub(crate) struct Row {
    pub(crate) operation: &'static str,
    /// Makes the call for somebody new, by this number.
    pub(crate) made: for<'s> fn(&'s Scene, usize) -> Made<'s>,
    /// What it is answered, and what it may be answered when it comes again without a key.
    pub(crate) answers: &'static [u16],
}

macro_rules! rows {
    ($(($operation:ident, $answers:expr, |$scene:ident, $name:ident| $call:expr)),* $(,)?) => {
        &[$(Row {
            operation: stringify!($operation),
            made: |$scene, n| Box::pin(async move {
                let $name = format!("{}{n}", stringify!($operation).to_lowercase());
                $call.await
            }),
            answers: &$answers,
        },)*]
    };
}

/// Every call that writes, but those of `ELSEWHERE`.
pub(crate) const ROWS: &[Row] = rows![
    (register, [201], |scene, name| register(scene, name)),
    (registerWithProvider, [201], |scene, name| register_with_provider(scene, name)),
    (linkProvider, [200], |scene, name| link_provider(scene, name)),
    (startLink, [303], |scene, name| start_link(scene, name)),
    (finishIdentity, [302], |scene, name| finish_identity(scene, name)),
    (unlinkProvider, [204], |scene, name| unlink_provider(scene, name)),
    (login, [200], |scene, name| by_password(scene, name, "/api/users/login")),
    (makeBearerToken, [200], |scene, name| by_password(scene, name, "/api/users/token")),
    (logout, [204], |scene, name| posted(scene, name, "/api/users/logout")),
    (logoutEverywhere, [204], |scene, name| posted(scene, name, "/api/users/logout-all")),
    (sendForgotPasswordEmail, [202], |scene, name| forgotten(scene, name)),
    (resetPassword, [204], |scene, name| reset_password(scene, name)),
    (confirmEmail, [204], |scene, name| email_link(scene, name, TokenPurpose::ConfirmEmail)),
    (undoEmail, [204, 410], |scene, name| email_link(scene, name, TokenPurpose::UndoEmail)),
    (changeMe, [200], |scene, name| change_me(scene, name)),
    (changeOwnPassword, [204], |scene, name| change_own_password(scene, name)),
    (declineTerms, [204, 401], |scene, name| posted(scene, name, "/api/users/me/decline")),
    (exportMe, [200], |scene, name| export_me(scene, name)),
    (eraseMe, [204], |scene, name| erase_me(scene, name)),
    (joinLoyalty, [200], |scene, name| posted(scene, name, "/api/loyalty/register")),
    (leaveLoyalty, [204], |scene, name| leave_loyalty(scene, name)),
    (setWelcomeModal, [204], |scene, name| modal(scene, name, "setWelcomeModal", json!({ "showWelcomeModal": false }))),
    (setPrizeModal, [204], |scene, name| modal(scene, name, "setPrizeModal", json!({ "showPrizeModal": true }))),
    (spinWheel, [200], |scene, name| spin(scene, name)),
    (spinWheelByBearer, [200], |scene, name| spin_by_bearer(scene, name)),
    (addAddress, [201], |scene, name| add_address(scene, name)),
    (changeAddress, [200], |scene, name| of_address(scene, name, Method::PUT, "")),
    (makeAddressPrimary, [200], |scene, name| of_address(scene, name, Method::POST, "/primary")),
    (removeAddress, [204, 404], |scene, name| of_address(scene, name, Method::DELETE, "")),
    (setFavouriteOrder, [204], |scene, name| set_favourite(scene, name)),
    (removeFavouriteOrder, [204], |scene, name| remove_favourite(scene, name)),
    (placeOrder, [201], |scene, name| order_on_behalf(scene, name)),
    (eraseOrder, [204], |scene, name| erase_order(scene, name)),
    (searchCustomers, [200], |scene, name| search_customers(scene, name)),
    (signInStaff, [200], |scene, name| sign_in_staff(scene, name)),
    (signOutStaff, [204], |scene, name| by_staff(scene, name, "sign-out", Value::Null)),
    (makeLiveToken, [200], |scene, name| by_staff(scene, name, "live-token", Value::Null)),
    (makeStaffTotp, [200], |scene, name| make_totp(scene, name)),
    (confirmStaffTotp, [200, 401], |scene, name| confirm_totp(scene, name)),
    (changeStaffPassword, [204, 422], |scene, name| change_staff_password(scene, name)),
];

impl Scene {
    pub(crate) async fn set(db: &TestDb) -> Self {
        let (shop, clock) = (Shop::new(), FakeClock::default());
        let server = IdentityServer::start(&clock).await;
        let setup = server.flags().iter().fold(shop.setup().clock(&clock), |setup, flag| setup.flag(flag));
        Self { app: setup.start(db).await, db: db.clone(), server, _shop: shop }
    }

    async fn person(&self, name: &str) -> CustomerPerson {
        CustomerPerson::register(&self.app, name).await
    }

    async fn staff(&self, name: &str) -> StaffClient {
        StaffClient::signed_in(&self.app, &format!("{name}@ovelle.example"), &[]).await
    }

    /// A browser back from the provider with a token, for an identity of this name.
    async fn came(&self, name: &str) -> (Browser, Value) {
        self.server.is(name, &format!("{name}@ovelle.example"));
        let mut browser = Browser::new(&self.app);
        let token = token_of(&mut browser, &self.server).await;
        (browser, presenting(&token))
    }
}

fn given_up(method: Method, path: impl Into<String>, body: Value, cookie: Option<String>) -> GivenUp {
    GivenUp { method, path: path.into(), body, cookie, bearer: None, key: None }
}

fn cookies_of(browser: &Browser) -> Option<String> {
    let pairs: Vec<_> = browser.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    Some(pairs.join("; "))
}

/// The same with a key of its own.
fn with_key(call: GivenUp, name: &str) -> GivenUp {
    GivenUp { key: Some(format!("key-of-{name}")), ..call }
}

async fn register(scene: &Scene, name: String) -> GivenUp {
    let mut body = CustomerPerson::stranger(&scene.app, &name).registration();
    body["googleRecaptchaToken"] = captcha_token(&scene.app, "register").await.into();
    with_key(given_up(Method::POST, "/api/users/register", body, None), &name)
}

async fn register_with_provider(scene: &Scene, name: String) -> GivenUp {
    let (browser, mut body) = scene.came(&name).await;
    body["googleRecaptchaToken"] = captcha_token(&scene.app, "register").await.into();
    with_key(given_up(Method::POST, REGISTER_WITH_PROVIDER, body, cookies_of(&browser)), &name)
}

async fn link_provider(scene: &Scene, name: String) -> GivenUp {
    let person = scene.person(&name).await;
    let (browser, mut body) = scene.came(&name).await;
    body["password"] = person.password.into();
    with_key(given_up(Method::POST, LINK, body, cookies_of(&browser)), &name)
}

async fn start_link(scene: &Scene, name: String) -> GivenUp {
    given_up(Method::POST, format!("{START}?intent=link"), Value::Null, scene.person(&name).await.cookie)
}

async fn finish_identity(scene: &Scene, name: String) -> GivenUp {
    scene.server.is(&name, &format!("{name}@ovelle.example"));
    let mut browser = Browser::new(&scene.app);
    let there = location_of(&browser.get(START).await);
    given_up(Method::GET, path_of(&scene.server.agree(&there)), Value::Null, cookies_of(&browser))
}

async fn unlink_provider(scene: &Scene, name: String) -> GivenUp {
    let person = scene.person(&name).await;
    let (mut browser, mut body) = scene.came(&name).await;
    body["password"] = person.password.into();
    let linked = browser.post(LINK, &body).await;
    assert_eq!(linked.status, 200, "{}", linked.body);
    given_up(Method::DELETE, "/api/users/me/provider/oidc", Value::Null, cookies_of(&browser))
}

async fn by_password(scene: &Scene, name: String, path: &str) -> GivenUp {
    let person = scene.person(&name).await;
    given_up(Method::POST, path, json!({ "email": person.email, "password": person.password }), None)
}

/// A call without anything to say.
async fn posted(scene: &Scene, name: String, path: &str) -> GivenUp {
    given_up(Method::POST, path, json!({}), scene.person(&name).await.cookie)
}

async fn forgotten(scene: &Scene, name: String) -> GivenUp {
    let person = scene.person(&name).await;
    given_up(Method::POST, "/api/users/sendForgotPasswordEmail", json!({ "email": person.email }), None)
}

/// A link of a mail, as if it had come: its token.
async fn link(scene: &Scene, person: &CustomerPerson, purpose: TokenPurpose) -> String {
    let (store, now) = (scene.app.node().store(), scene.app.clock.now());
    let token = format!("link-of-{}", person.id);
    let payload = json!({ "kind": "password-reset", "to": person.email, "subject": "", "text": "", "links": [] });
    let message = NewMessage { kind: "mail", payload, ready_at: now, created_at: now };
    let new = NewCustomerToken {
        sha256: fingerprint(&token),
        purpose,
        email: Some(format!("new-{}@ovelle.example", person.id)),
        session: None,
        expires_at: now + SignedDuration::from_mins(30),
    };
    store.customers().add_token(CustomerId(person.id.parse().unwrap()), new, message, now).await.unwrap();
    token
}

async fn reset_password(scene: &Scene, name: String) -> GivenUp {
    let token = link(scene, &scene.person(&name).await, TokenPurpose::Reset).await;
    let body = json!({ "passwordResetToken": token, "newPassword": "viisi valasta" });
    with_key(given_up(Method::POST, "/api/users/changeUserPassword", body, None), &name)
}

async fn email_link(scene: &Scene, name: String, purpose: TokenPurpose) -> GivenUp {
    let token = link(scene, &scene.person(&name).await, purpose).await;
    let path = if purpose == TokenPurpose::UndoEmail { "undoEmail" } else { "confirmEmail" };
    let call = given_up(Method::POST, format!("/api/users/{path}"), json!({ "token": token }), None);
    if purpose == TokenPurpose::ConfirmEmail { with_key(call, &name) } else { call }
}

async fn change_me(scene: &Scene, name: String) -> GivenUp {
    let person = scene.person(&name).await;
    let body = json!({
        "firstName": "Eino", "emailMarketingPermission": true, "email": format!("new-{name}@ovelle.example"),
        "currentPassword": person.password,
    });
    given_up(Method::PATCH, ME, body, person.cookie)
}

async fn change_own_password(scene: &Scene, name: String) -> GivenUp {
    let person = scene.person(&name).await;
    let body = json!({ "currentPassword": person.password, "newPassword": "viisi valasta" });
    with_key(given_up(Method::POST, "/api/users/me/password", body, person.cookie), &name)
}

async fn export_me(scene: &Scene, name: String) -> GivenUp {
    let person = scene.person(&name).await;
    given_up(Method::POST, EXPORT, json!({ "currentPassword": person.password }), person.cookie)
}

async fn erase_me(scene: &Scene, name: String) -> GivenUp {
    let person = scene.person(&name).await;
    add(&person, &address("Liisankatu 12")).await;
    let body = json!({ "confirm": "POISTA", "currentPassword": person.password });
    with_key(given_up(Method::POST, ERASE, body, person.cookie), &name)
}

async fn leave_loyalty(scene: &Scene, name: String) -> GivenUp {
    let person = scene.person(&name).await;
    person.join().await;
    with_key(given_up(Method::POST, "/api/loyalty/unregister", json!({}), person.cookie), &name)
}

async fn modal(scene: &Scene, name: String, call: &str, body: Value) -> GivenUp {
    let person = scene.person(&name).await;
    person.join().await;
    given_up(Method::POST, format!("/api/loyalty/member/{call}"), body, person.cookie)
}

/// Somebody with spins.
async fn spinner(scene: &Scene, name: &str) -> CustomerPerson {
    let person = scene.person(name).await;
    person.is_born("1990-05-17").await;
    person.join().await;
    earn(scene.db.url(), CustomerId(person.id.parse().unwrap()), 1, 0, 5).await;
    person
}

async fn spin(scene: &Scene, name: String) -> GivenUp {
    let person = spinner(scene, &name).await;
    with_key(given_up(Method::POST, "/api/wheel/spin", json!({}), person.cookie), &name)
}

async fn spin_by_bearer(scene: &Scene, name: String) -> GivenUp {
    let program = spinner(scene, &name).await.as_program().await;
    GivenUp { bearer: program.bearer, ..given_up(Method::GET, "/api/wheel/spin", Value::Null, None) }
}

async fn add_address(scene: &Scene, name: String) -> GivenUp {
    let person = scene.person(&name).await;
    with_key(given_up(Method::POST, ADDRESSES, address("Uusikatu 1"), person.cookie), &name)
}

async fn of_address(scene: &Scene, name: String, method: Method, rest: &str) -> GivenUp {
    let person = scene.person(&name).await;
    add(&person, &address("Liisankatu 12")).await;
    let second = add(&person, &address("Vilhonkatu 4")).await;
    let body = if method == Method::DELETE { Value::Null } else { address("Uusikatu 1") };
    given_up(method, format!("{ADDRESSES}/{second}{rest}"), body, person.cookie)
}

async fn set_favourite(scene: &Scene, name: String) -> GivenUp {
    let person = scene.person(&name).await;
    let placed = order_of(scene, &person).await;
    with_key(given_up(Method::POST, FAVOURITE, json!(placed.id), person.cookie), &name)
}

async fn remove_favourite(scene: &Scene, name: String) -> GivenUp {
    let person = scene.person(&name).await;
    let placed = order_of(scene, &person).await;
    assert_eq!(person.post(FAVOURITE, &json!(placed.id)).await.status, 204);
    given_up(Method::DELETE, FAVOURITE, Value::Null, person.cookie)
}

async fn order_on_behalf(scene: &Scene, name: String) -> GivenUp {
    let (person, agent) = (scene.person(&name).await, scene.staff(&format!("agent-{name}")).await);
    let phone = phone_of(&person);
    let called = person.call(Method::PATCH, ME, &json!({ "phone": phone })).await;
    assert_eq!(called.status, 200, "{}", called.body);
    let found = search(&agent, &phone).await.body;
    let mut order = pickup(&[pizza(1)]);
    order.as_object_mut().unwrap().remove("paymentMethod");
    order["deliveryContact"]["phoneNumber"] = phone.as_str().into();
    order["onBehalf"] = json!({ "customerRef": found["customers"][0]["customerRef"], "phone": phone });
    with_key(given_up(Method::POST, PLACING, order, agent.cookie), &name)
}

/// An order of theirs.
async fn order_of(scene: &Scene, person: &CustomerPerson) -> Registered {
    let mut order = pickup(&[pizza(1)]);
    order["deliveryContact"]["phoneNumber"] = phone_of(person).into();
    order["deliveryContact"]["email"] = person.email.as_str().into();
    place(person, &scene.app, &order).await
}

/// A number of their own.
fn phone_of(person: &CustomerPerson) -> String {
    format!("040{:07}", person.id.parse::<u32>().unwrap())
}

async fn erase_order(scene: &Scene, _name: String) -> GivenUp {
    let order = scene.app.kitchen().register(&json!({})).await;
    scene.app.kitchen().report_all(&order.id, &[1, 3, 11]).await;
    let body = json!({ "orderId": order.id, "orderKey": order.key, "phone": "040 000 0000" });
    given_up(Method::POST, "/api/commerce/v2/order/erase", body, None)
}

async fn search_customers(scene: &Scene, name: String) -> GivenUp {
    let agent = scene.staff(&format!("agent-{name}")).await;
    given_up(Method::POST, SEARCH, json!({ "phone": "0501112222" }), agent.cookie)
}

async fn sign_in_staff(scene: &Scene, name: String) -> GivenUp {
    let person = StaffClient::let_in(&scene.app, &format!("{name}@ovelle.example"), &[]).await;
    let body = json!({ "email": person.email, "password": person.password });
    given_up(Method::POST, "/api/users/staff/sign-in", body, None)
}

async fn by_staff(scene: &Scene, name: String, path: &str, body: Value) -> GivenUp {
    given_up(Method::POST, format!("/api/users/staff/{path}"), body, scene.staff(&name).await.cookie)
}

async fn make_totp(scene: &Scene, name: String) -> GivenUp {
    let person = scene.staff(&name).await;
    given_up(Method::POST, "/api/users/staff/totp", json!({ "currentPassword": person.password }), person.cookie)
}

async fn confirm_totp(scene: &Scene, name: String) -> GivenUp {
    let person = scene.staff(&name).await;
    let body = json!({ "currentPassword": person.password });
    let made = person.call(Method::POST, "/api/users/staff/totp", &body).await.body;
    let code = code(&scene.app, &secret(made["secret"].as_str().unwrap()));
    given_up(Method::POST, "/api/users/staff/totp/confirm", json!({ "code": code }), person.cookie)
}

async fn change_staff_password(scene: &Scene, name: String) -> GivenUp {
    let person = scene.staff(&name).await;
    let body = json!({ "password": person.password, "newPassword": "kirahvi-kello-7" });
    given_up(Method::POST, "/api/users/staff/password", body, person.cookie)
}

//! Everybody who may call, each with what they have to show.

use std::sync::Mutex;

use deps::{Chance, Clock};
use domain::{
    customer::SessionChannel,
    key::fingerprint,
    order::Source,
    staff::{Role, Roles},
};
use jiff::SignedDuration;
use serde_json::{Value, json};
use server::session::Token;
use store::{NewCustomerSession, NewDispatchKey, NewSession};
use testkit::{
    app::{BOUND_KEY, CHAIN_KEY, FOREIGN, TestApp},
    board::STAFF_TOKEN,
    customer::CustomerPerson,
    db::TestDb,
    kitchen::Registered,
    shop::PLACING,
    staff::StaffClient,
};

/// A key that reaches the other restaurant alone.
const FOREIGN_KEY: &str = "foreign-key-of-the-tests";
/// A key that was taken back.
const REVOKED_KEY: &str = "revoked-key-of-the-tests";

/// Somebody who calls. The columns of the tables, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    /// Nobody in particular.
    Nobody,
    /// Whoever holds the order's key.
    Customer,
    /// Whoever holds the key of another order.
    Stranger,
    /// Signed in to an account of the shop, of which the order is not.
    Account,
    /// Signed in, for the whole chain, and there for the call centre alone.
    CallCentre,
    /// Signed in, for the order's restaurant, with every role.
    Here,
    /// Signed in, for another restaurant, with every role.
    Elsewhere,
    /// Somebody whose session has ended.
    Expired,
    /// The configured token of the staff.
    Machine,
    /// A dispatch key for the whole chain.
    Chain,
    /// A dispatch key for the order's restaurant.
    Bound,
    /// A dispatch key for another restaurant.
    Foreign,
    /// A dispatch key that was taken back.
    Revoked,
    /// A customer of whom an order and an address are that are asked for.
    Owner,
    /// A program of theirs.
    Program,
    /// Another customer.
    Other,
    /// Another customer, in the loyalty programme.
    Member,
    /// Another customer, in the loyalty programme, who has terms to accept.
    OpenTerms,
    /// Signed in, for the order's restaurant, with its role alone.
    Kitchen,
    /// Signed in, for the order's restaurant, as a dispatcher alone.
    Dispatcher,
}

impl Who {
    /// All of them.
    pub(crate) const ALL: [Self; 13] = [
        Self::Nobody,
        Self::Customer,
        Self::Stranger,
        Self::Account,
        Self::CallCentre,
        Self::Here,
        Self::Elsewhere,
        Self::Expired,
        Self::Machine,
        Self::Chain,
        Self::Bound,
        Self::Foreign,
        Self::Revoked,
    ];
    /// Those whom their account or their one role sets apart.
    pub(crate) const PEOPLE: [Self; 7] =
        [Self::Owner, Self::Program, Self::Other, Self::Member, Self::OpenTerms, Self::Kitchen, Self::Dispatcher];
}

/// What somebody shows with a call.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pass {
    /// For `Authorization: Bearer`.
    pub(crate) bearer: Option<String>,
    /// `name=token` of a session.
    pub(crate) cookie: Option<String>,
    /// The key of an order.
    pub(crate) key: Option<String>,
}

impl Pass {
    /// What they have, where one thing alone can be shown: in a path or a frame.
    pub(crate) fn secret(&self) -> &str {
        let token = self.cookie.as_deref().and_then(|cookie| cookie.split_once('=')).map(|(_, token)| token);
        self.key.as_deref().or(self.bearer.as_deref()).or(token).unwrap_or("nothing-to-show")
    }
}

/// The people of a test, let in once; each call gets a session of its own.
pub(crate) struct Cast {
    people: [StaffClient; 5],
    customers: [CustomerPerson; 4],
    /// What the first of the customers has ordered.
    pub(crate) placed: Registered,
    /// The number of an address of theirs.
    address: Mutex<String>,
    expired: String,
    stranger: String,
    chance: Chance,
}

impl Cast {
    /// Lets everybody in. Half a day passes, so that one session has ended by itself.
    pub(crate) async fn gather(app: &TestApp, db: &TestDb) -> Self {
        let only = |role| [role].into_iter().collect::<Roles>();
        let people = [
            StaffClient::let_in(app, "all@ovelle.example", &[]).await,
            StaffClient::let_in_as(app, "here@ovelle.example", &[12], Roles::all()).await,
            StaffClient::let_in_as(app, "elsewhere@ovelle.example", &[14], Roles::all()).await,
            StaffClient::let_in_as(app, "kitchen@ovelle.example", &[12], only(Role::Restaurant)).await,
            StaffClient::let_in_as(app, "dispatcher@ovelle.example", &[12], only(Role::Dispatch)).await,
        ];
        let customers = [
            CustomerPerson::register(app, "account").await,
            CustomerPerson::register(app, "other").await,
            CustomerPerson::register(app, "member").await,
            CustomerPerson::register(app, "open-terms").await,
        ];
        customers[2].join().await;
        customers[3].join().await;
        // As of whoever came by a provider and was not asked yet.
        let opened =
            "UPDATE customers SET terms_version = NULL WHERE email = 'open-terms@ovelle.example' RETURNING email";
        assert_eq!(db.texts(opened).await.len(), 1);
        let placed = place(&customers[0]).await;
        let chance = Chance::seeded(11);
        let expired = session(app, &chance, &people[0]).await;
        app.clock.turn(SignedDuration::from_hours(13));
        let store = app.node().store();
        for (name, key, restaurants) in [("foreign", FOREIGN_KEY, &[FOREIGN][..]), ("revoked", REVOKED_KEY, &[][..])] {
            let restaurants = restaurants.iter().map(|id| id.parse().unwrap()).collect();
            let sha256 = fingerprint(key);
            let (name, created_at) = (name.to_owned(), app.clock.now());
            let key = NewDispatchKey { name, sha256, restaurants, source: Source::Dispatch, created_at };
            store.dispatch_keys().add(key).await.unwrap();
        }
        assert!(store.dispatch_keys().revoke("revoked", app.clock.now()).await.unwrap());
        let stranger = app.kitchen().register(&json!({})).await.key;
        Self { people, customers, placed, address: Mutex::default(), expired, stranger, chance }
    }

    /// Lets the first of the customers have an address, where the one that they had is gone.
    pub(crate) async fn keep_address(&self, app: &TestApp) {
        let owner = &self.customers[0];
        let owner = owner.with_cookie(Some(session_of(app, &self.chance, owner, SessionChannel::Cookie).await));
        let kept = owner.post("/api/users/me/addresses", &address()).await;
        kept.body["addressId"].as_str().expect("an address").clone_into(&mut self.address.lock().unwrap());
    }

    /// The number of an address of the first of the customers.
    pub(crate) fn address(&self) -> String {
        self.address.lock().unwrap().clone()
    }

    /// The person that somebody is, where they are one who can sign in.
    pub(crate) fn person(&self, who: Who) -> Option<&StaffClient> {
        let index = match who {
            Who::CallCentre => 0,
            Who::Here => 1,
            Who::Elsewhere => 2,
            Who::Kitchen => 3,
            Who::Dispatcher => 4,
            _ => return None,
        };
        Some(&self.people[index])
    }

    /// The customer that somebody is.
    fn customer(&self, who: Who) -> Option<&CustomerPerson> {
        let index = match who {
            Who::Account | Who::Owner | Who::Program => 0,
            Who::Other => 1,
            Who::Member => 2,
            Who::OpenTerms => 3,
            _ => return None,
        };
        Some(&self.customers[index])
    }

    /// The e-mail and the password by which somebody signs in, or tries to: those of nobody else.
    pub(crate) fn login(&self, who: Who) -> (String, String) {
        match (self.person(who), self.customer(who)) {
            (Some(person), _) => (person.email.clone(), person.password.clone()),
            (_, Some(customer)) => (customer.email.clone(), customer.password.clone()),
            (None, None) => (format!("{who:?}@ovelle.example"), "x".to_owned()),
        }
    }

    /// What somebody shows who wants something of an order.
    pub(crate) async fn pass(&self, app: &TestApp, who: Who, order: &Registered) -> Pass {
        let bearer = match who {
            Who::Machine => Some(STAFF_TOKEN.to_owned()),
            Who::Chain => Some(CHAIN_KEY.to_owned()),
            Who::Bound => Some(BOUND_KEY.to_owned()),
            Who::Foreign => Some(FOREIGN_KEY.to_owned()),
            Who::Revoked => Some(REVOKED_KEY.to_owned()),
            Who::Program => Some(session_of(app, &self.chance, &self.customers[0], SessionChannel::Bearer).await),
            _ => None,
        };
        let cookie = match (self.person(who), self.customer(who)) {
            (Some(person), _) => Some(session(app, &self.chance, person).await),
            (_, Some(customer)) if bearer.is_none() => {
                Some(session_of(app, &self.chance, customer, SessionChannel::Cookie).await)
            }
            _ => (who == Who::Expired).then(|| self.expired.clone()),
        };
        let key = match who {
            Who::Customer => Some(order.key.clone()),
            Who::Stranger => Some(self.stranger.clone()),
            Who::Owner | Who::Program => Some(self.placed.key.clone()),
            _ => None,
        };
        Pass { bearer, cookie, key }
    }

    /// What somebody shows on a live line in the place of an order's key: a token made for it, where
    /// they can have one.
    pub(crate) async fn live_token(&self, app: &TestApp, who: Who, order: &Registered) -> String {
        let pass = self.pass(app, who, order).await;
        match self.person(who) {
            Some(person) => person.with_cookie(pass.cookie).live_token().await,
            None => pass.secret().to_owned(),
        }
    }
}

/// A session that has just begun. No password is checked, which would cost a hash each time.
async fn session(app: &TestApp, chance: &Chance, person: &StaffClient) -> String {
    let (store, token) = (app.node().store(), Token::new(chance));
    let staff = store.staff().by_email(&person.email.parse().unwrap()).await.unwrap().unwrap();
    let new = NewSession {
        staff: &staff,
        sha256: token.fingerprint(),
        channel: SessionChannel::Cookie,
        now: app.clock.now(),
    };
    store.staff().add_session(new).await.unwrap().unwrap();
    format!("ovelle={}", token.reveal())
}

/// A session of a customer's own account, begun now: a cookie, or a program's token.
async fn session_of(app: &TestApp, chance: &Chance, person: &CustomerPerson, channel: SessionChannel) -> String {
    let (store, token, now) = (app.node().store(), Token::new(chance), app.clock.now());
    let account = store.customers().by_id(person.id.parse().unwrap(), now).await.unwrap().unwrap();
    let new = NewCustomerSession { sha256: token.fingerprint(), channel };
    store.sessions().add_customer(account.id, account.password_hash, new, now).await.unwrap().unwrap();
    if channel == SessionChannel::Bearer { token.reveal().to_owned() } else { format!("ovelle={}", token.reveal()) }
}

/// What a customer orders, to be fetched.
async fn place(person: &CustomerPerson) -> Registered {
    let placed = person.post(PLACING, &order("040 555 0000")).await;
    assert_eq!(placed.status, 201, "{}", placed.body);
    let text = |name: &str| placed.body[name].as_str().unwrap().to_owned();
    Registered { id: text("orderId"), key: text("orderKey") }
}

/// An order to be fetched, as a page sends it.
pub(crate) fn order(phone: &str) -> Value {
    let line = json!({ "uuid": "a", "productId": "3001", "sizeId": "101", "quantity": 1 });
    let contact = json!({ "firstName": "Aino", "phoneNumber": phone, "email": "aino@example.fi" });
    json!({
        "shopId": "12", "orderType": "pickup", "orderItems": [line], "paymentMethod": "onsite", "deliveryContact": contact,
    })
}

/// An address as a customer sends it.
pub(crate) fn address() -> Value {
    json!({
        "streetAddress": "Vilhonkatu 4", "zipCode": "00100", "city": "Helsinki", "latitude": "60.17", "longitude": "24.94",
    })
}

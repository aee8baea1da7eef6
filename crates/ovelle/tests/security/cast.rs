//! Everybody who may call, each with what they have to show.

use deps::{Chance, Clock};
use domain::key::fingerprint;
use domain::{order::Source, staff::Roles};
use jiff::SignedDuration;
use server::session::Token;
use store::{NewDispatchKey, NewSession};
use testkit::{
    app::{BOUND_KEY, CHAIN_KEY, FOREIGN, TestApp},
    board::STAFF_TOKEN,
    kitchen::Registered,
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
}

impl Who {
    /// All of them.
    pub(crate) const ALL: [Self; 12] = [
        Self::Nobody,
        Self::Customer,
        Self::Stranger,
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
}

/// What somebody shows with a call.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pass {
    /// For `Authorization: Bearer`.
    pub(crate) bearer: Option<String>,
    /// `name=token` of a session.
    pub(crate) cookie: Option<String>,
}

impl Pass {
    /// What they have, where one thing alone can be shown: in a path or a frame.
    pub(crate) fn secret(&self) -> &str {
        let token = self.cookie.as_deref().and_then(|cookie| cookie.split_once('=')).map(|(_, token)| token);
        self.bearer.as_deref().or(token).unwrap_or("nothing-to-show")
    }
}

/// The people of a test, let in once; each call gets a session of its own.
pub(crate) struct Cast {
    people: [StaffClient; 3],
    expired: String,
    stranger: String,
    chance: Chance,
}

impl Cast {
    /// Lets everybody in. Half a day passes, so that one session has ended by itself.
    pub(crate) async fn gather(app: &TestApp) -> Self {
        let people = [
            StaffClient::let_in(app, "all@ovelle.example", &[]).await,
            StaffClient::let_in_as(app, "here@ovelle.example", &[12], Roles::all()).await,
            StaffClient::let_in_as(app, "elsewhere@ovelle.example", &[14], Roles::all()).await,
        ];
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
        let stranger = app.kitchen().register(&serde_json::json!({})).await.key;
        Self { people, expired, stranger, chance }
    }

    /// The person that somebody is, where they are one who can sign in.
    pub(crate) fn person(&self, who: Who) -> Option<&StaffClient> {
        let index = match who {
            Who::CallCentre => 0,
            Who::Here => 1,
            Who::Elsewhere => 2,
            _ => return None,
        };
        Some(&self.people[index])
    }

    /// What somebody shows who wants something of an order.
    pub(crate) async fn pass(&self, app: &TestApp, who: Who, order: &Registered) -> Pass {
        let bearer = match who {
            Who::Nobody | Who::CallCentre | Who::Here | Who::Elsewhere | Who::Expired => None,
            Who::Customer => Some(order.key.as_str()),
            Who::Stranger => Some(self.stranger.as_str()),
            Who::Machine => Some(STAFF_TOKEN),
            Who::Chain => Some(CHAIN_KEY),
            Who::Bound => Some(BOUND_KEY),
            Who::Foreign => Some(FOREIGN_KEY),
            Who::Revoked => Some(REVOKED_KEY),
        };
        let cookie = match self.person(who) {
            Some(person) => Some(session(app, &self.chance, person).await),
            None => (who == Who::Expired).then(|| self.expired.clone()),
        };
        Pass { bearer: bearer.map(str::to_owned), cookie }
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
    let new = NewSession { staff: &staff, sha256: token.fingerprint(), now: app.clock.now() };
    store.staff().add_session(new).await.unwrap().unwrap();
    format!("ovelle={}", token.reveal())
}

//! What the routes of accounts work on.

use std::{ops::Deref, sync::Arc, time::Duration};

use axum::{extract::FromRef, http::HeaderValue};
use chain::CurrentChain;
use deps::{Deps, StaffCaller};
use domain::{board::day_of, customer::SESSION_LONGEST, ids::CustomerId};
use jiff::Timestamp;
use loyalty::LoyaltyProgramme;
use mail::Post;
use payments::Payments;
use providers::identity::{IdentityClient, StandInIdentity};
use server::{
    idempotency::Idempotency,
    order_keys::OrderKeys,
    origin::AllowedOrigins,
    password::Passwords,
    rate_limits::RateLimits,
    second_factor::SecondFactor,
    security::SecurityLog,
    session::{SessionCookie, Token},
    sign_in_attempts::SignInAttempts,
    turns::Turns,
};
use store::{MemberAge, StoreError};

use crate::{Captcha, address::listed, terms::KnownTerms, user::User};

/// What an installation sets of its accounts (docs/spec/people.md, "Settings").
#[derive(Debug, Clone)]
pub struct AccountSettings {
    /// The fewest characters of a customer's password.
    pub password_min: usize,
    /// The age that somebody has passed who joins the loyalty programme, in years.
    pub loyalty_age: u8,
    /// The same of the wheel.
    pub wheel_age: u8,
}

/// What the routes of accounts work on. A clone is one count: each request makes several.
#[derive(Clone)]
pub struct Customers(Arc<CustomersParts>);

/// The parts of [`Customers`].
pub struct CustomersParts {
    pub deps: Deps,
    pub chain: CurrentChain,
    pub settings: AccountSettings,
    pub passwords: Passwords,
    /// Who says that somebody is no machine.
    pub captcha: Captcha,
    /// Where people may sign in besides; none where the operator names none.
    pub identity: Option<IdentityClient>,
    /// The embedded stand-in, where it is that one.
    pub stand_in: Option<StandInIdentity>,
    /// Tries to sign in.
    pub attempts: SignInAttempts,
    /// The second factor of the staff.
    pub second_factor: SecondFactor,
    pub cookie: SessionCookie,
    /// From where browsers may make changing calls.
    pub origins: AllowedOrigins,
    /// What absolute links begin with, without a slash at the end.
    pub public_url: Arc<str>,
    /// Who ends orders that wait for their money, and tells those who watch orders.
    pub payments: Payments,
    /// Who takes mails, and may hold some.
    pub post: Arc<dyn Post>,
    /// Whose order a key opens.
    pub order_keys: OrderKeys,
    /// Who is told of exports and erasures.
    pub security: SecurityLog,
    /// Calls that are made once, however often they are sent with one key.
    pub idempotency: Idempotency,
    /// What is counted over all nodes.
    pub rate_limits: RateLimits,
    /// Whose cards, spins and benefits are shown and ended with the account.
    pub loyalty: LoyaltyProgramme,
    /// Of those who register one address or use one link at once, one does at a time: the others cost no hash.
    pub turns: Turns<[u8; 32]>,
}

impl From<CustomersParts> for Customers {
    fn from(parts: CustomersParts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for Customers {
    type Target = CustomersParts;

    fn deref(&self) -> &CustomersParts {
        &self.0
    }
}

impl FromRef<Customers> for Deps {
    fn from_ref(customers: &Customers) -> Self {
        customers.deps.clone()
    }
}

impl FromRef<Customers> for SessionCookie {
    fn from_ref(customers: &Customers) -> Self {
        customers.cookie
    }
}

impl FromRef<Customers> for AllowedOrigins {
    fn from_ref(customers: &Customers) -> Self {
        customers.origins.clone()
    }
}

impl Customers {
    /// Somebody's account as the wire shows it; none where it was erased.
    pub(crate) async fn user(&self, id: CustomerId) -> Result<Option<User>, StoreError> {
        let now = self.deps.clock.now();
        let store = &self.deps.store;
        let Some(customer) = store.customers().by_id(id, now).await? else { return Ok(None) };
        let known = KnownTerms::read(store).await?;
        let addresses = listed(&store.customers().addresses(id).await?);
        let active_orders = store.checkouts().open_of_customer(id, now).await?;
        let summary = self.loyalty.summary(id).await?;
        Ok(Some(User::new(&customer, &known.of_customer(&customer), addresses, active_orders, summary)))
    }

    /// The same of somebody of the call centre.
    pub(crate) async fn call_centre_user(&self, caller: &StaffCaller) -> Result<User, StoreError> {
        Ok(User::of_call_centre(caller, &KnownTerms::read(&self.deps.store).await?.of_nobody()))
    }
}

impl Customers {
    /// The same by the number of whoever of the staff it is.
    pub(crate) async fn user_of_staff(&self, number: i64) -> Result<User, StoreError> {
        Ok(User::of_call_centre_person(number, &KnownTerms::read(&self.deps.store).await?.of_nobody()))
    }

    /// How old the members of the loyalty programme are.
    pub(crate) fn member_age(&self, now: Timestamp) -> MemberAge {
        MemberAge { years: self.settings.loyalty_age, today: day_of(now) }
    }

    /// `Set-Cookie` of a customer's session.
    pub(crate) fn give_cookie(&self, token: &Token) -> HeaderValue {
        self.cookie.give(token, Duration::try_from(SESSION_LONGEST).unwrap_or_default())
    }
}

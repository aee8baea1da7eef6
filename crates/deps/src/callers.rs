//! Who makes a request: the credentials it carries, and the caller they belong to (decision 029).

use std::fmt;

use async_trait::async_trait;
use domain::{
    Actor, Reach, Reporter,
    ids::{CustomerId, StaffId},
    staff::Roles,
};
use jiff::{Timestamp, civil::Date};
use store::{StaffSession, StoreError};

/// The credentials that a request carries. `Debug` does not print them.
#[derive(Clone, Copy, Default)]
pub struct Credentials<'a> {
    /// The token of `Authorization: Bearer`. If present, it alone counts.
    pub bearer: Option<&'a str>,
    /// The token of the session cookie.
    pub session: Option<&'a str>,
}

impl fmt::Debug for Credentials<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credentials(…)")
    }
}

/// Who makes a request.
#[derive(Debug, Clone)]
pub enum Caller {
    /// Anybody without credentials.
    Guest,
    /// A signed-in customer.
    Customer(CustomerCaller),
    /// A member of staff.
    Staff(StaffCaller),
    /// A member of staff who must set up a second factor before anything else.
    TotpSetup(StaffSession),
    /// A machine with a dispatch key.
    Key(Reporter),
}

/// A signed-in customer, with what the shop's rules ask of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CustomerCaller {
    pub id: CustomerId,
    /// The number of their session.
    pub session_id: i64,
    /// When they signed in.
    pub signed_in_at: Timestamp,
    /// Whether terms hold that they have not accepted.
    pub has_open_terms: bool,
    /// Whether they joined the loyalty programme.
    pub is_member: bool,
    /// None where they have not said it.
    pub birth_date: Option<Date>,
}

/// A member of staff: a signed-in person, or whoever presents the configured token.
#[derive(Debug, Clone)]
pub enum StaffCaller {
    /// A person with a session.
    Person(StaffSession),
    /// A machine or a test, treated as a call-centre user who sees the whole chain.
    Token,
}

impl Caller {
    /// Who they are; none of a guest.
    #[must_use]
    pub fn actor(&self) -> Option<Actor> {
        match self {
            Self::Guest => None,
            Self::Customer(customer) => Some(Actor::Customer(customer.id)),
            Self::Staff(staff) => Some(staff.actor()),
            Self::TotpSetup(session) => Some(Actor::Staff(StaffId(session.staff_id))),
            Self::Key(reporter) => Some(reporter.actor.clone()),
        }
    }
}

impl StaffCaller {
    /// The name under which logs and histories record them.
    #[must_use]
    pub fn actor(&self) -> Actor {
        match self {
            Self::Person(session) => Actor::Staff(StaffId(session.staff_id)),
            Self::Token => Actor::StaffToken,
        }
    }

    /// Their roles.
    #[must_use]
    pub fn roles(&self) -> Roles {
        match self {
            Self::Person(session) => session.roles,
            Self::Token => Roles::default(),
        }
    }

    /// The restaurants they may see.
    #[must_use]
    pub fn reach(&self) -> Reach {
        match self {
            Self::Person(session) => session.reach.clone(),
            Self::Token => Reach::all(),
        }
    }
}

/// Resolves credentials to a caller.
#[async_trait]
pub trait Callers: Send + Sync {
    /// Who makes the request. An unknown token is a [`Caller::Guest`]; each operation refuses what a guest may not do.
    ///
    /// # Errors
    /// If the database cannot be read.
    async fn caller(&self, credentials: Credentials<'_>) -> Result<Caller, StoreError>;
}

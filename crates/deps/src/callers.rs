//! Who calls: what a request says of its caller, and who that is.

use std::fmt;

use async_trait::async_trait;
use domain::{
    Actor, Reach, Reporter,
    ids::{CustomerId, StaffId},
    staff::Roles,
};
use store::{StaffSession, StoreError};

/// What a request says of its caller. Not printed.
#[derive(Clone, Copy, Default)]
pub struct Credentials<'a> {
    /// The token of `Authorization: Bearer`. Where there is one it counts alone.
    pub bearer: Option<&'a str>,
    /// The token of the session cookie.
    pub session: Option<&'a str>,
}

impl fmt::Debug for Credentials<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credentials(…)")
    }
}

/// Who calls.
#[derive(Debug, Clone)]
pub enum Caller {
    /// Nobody in particular.
    Guest,
    /// A customer who is signed in.
    Customer(CustomerId),
    /// Somebody of the staff.
    Staff(StaffCaller),
    /// A machine with a dispatch key.
    Key(Reporter),
}

/// Somebody of the staff: who is signed in, or whoever comes with the configured token.
#[derive(Debug, Clone)]
pub enum StaffCaller {
    /// A person, by their session.
    Person(StaffSession),
    /// A machine or a test, as a call-centre user who sees the whole chain.
    Token,
}

impl StaffCaller {
    /// What logs and histories know them by.
    #[must_use]
    pub fn actor(&self) -> Actor {
        match self {
            Self::Person(session) => Actor::Staff(StaffId(session.staff_id)),
            Self::Token => Actor::StaffToken,
        }
    }

    /// What they are there for.
    #[must_use]
    pub fn roles(&self) -> Roles {
        match self {
            Self::Person(session) => session.roles,
            Self::Token => Roles::default(),
        }
    }

    /// The restaurants that they see.
    #[must_use]
    pub fn reach(&self) -> Reach {
        match self {
            Self::Person(session) => session.reach.clone(),
            Self::Token => Reach::all(),
        }
    }
}

/// Makes of what a request says the caller that it comes from.
#[async_trait]
pub trait Callers: Send + Sync {
    /// Who calls. A token that nobody has is a [`Caller::Guest`]: what that may not do is refused where it is asked for.
    ///
    /// # Errors
    /// Where the database cannot be asked.
    async fn caller(&self, credentials: Credentials<'_>) -> Result<Caller, StoreError>;
}

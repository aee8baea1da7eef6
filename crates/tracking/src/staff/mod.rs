//! The staff on live lines: whose token it is, what they may see, and the end of their sessions.

mod seats;
mod token;

use std::net::IpAddr;

use domain::{Reach, error::Code};
use store::StaffSession;

pub(crate) use seats::{Right, Seats, Watches};
pub use token::StaffToken;

use crate::{
    dispatch_key::fingerprint,
    hub::{Hub, Road, join::Refused},
};

/// Somebody of the staff, as far as a line must know them.
#[derive(Debug, Clone)]
pub(crate) struct Person {
    /// By what right they watch.
    pub(crate) right: Right,
    /// What logs know them by.
    name: String,
    /// The restaurants of which they may see what they have.
    pub(crate) reach: Reach,
}

impl Person {
    fn of_session(session: &StaffSession) -> Self {
        let name = session.staff_id.to_string();
        let right = Right::Session { id: session.session_id, email: session.email.clone() };
        Self { right, name, reach: session.reach.clone() }
    }

    /// Whoever comes with the configured token: a machine, a test.
    fn of_the_call_centre() -> Self {
        Self { right: Right::Token, name: "token".to_owned(), reach: Reach::all() }
    }

    /// What logs know them by.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

impl Hub {
    /// Whose live token this is. It is used up by the asking. A wrong one counts as a wrong order key does.
    pub(crate) async fn person_of(&self, token: &str, caller: IpAddr) -> Result<Person, Refused> {
        let parts = self.parts();
        if parts.staff_token.as_ref().is_some_and(|configured| configured.opens(token)) {
            return Ok(Person::of_the_call_centre());
        }
        let session = parts.store.use_live_token(&fingerprint(token), parts.clock.now()).await?;
        match session {
            Some(session) => Ok(Person::of_session(&session)),
            None => Err(self.wrong(Code::BoardUnauthorized, caller, Road::Line, token)),
        }
    }
}

//! The staff on live connections: whose token it is, what they may see, and the end of their sessions.

mod subscriptions;
mod token;

use std::borrow::Cow;

use domain::{Actor, Reach, ids::StaffId};
use store::StaffSession;

pub(crate) use subscriptions::{Right, StaffSubscriptions, Watches};
pub use token::StaffToken;

/// Somebody of the staff, as far as a connection must know them.
#[derive(Debug, Clone)]
pub(crate) struct StaffViewer {
    /// By what right they watch.
    pub(crate) right: Right,
    /// Who they are.
    pub(crate) actor: Actor,
    /// Restaurants that they may see.
    pub(crate) reach: Reach,
}

impl StaffViewer {
    pub(crate) fn of_session(session: &StaffSession) -> Self {
        let actor = Actor::Staff(StaffId(session.staff_id));
        let right = Right::Session { id: session.session_id, email: session.email.clone() };
        Self { right, actor, reach: session.reach.clone() }
    }

    /// Whoever comes with the configured token: a machine, a test.
    pub(crate) fn of_the_call_centre() -> Self {
        Self { right: Right::Token, actor: Actor::StaffToken, reach: Reach::all() }
    }

    /// What logs know them by.
    pub(crate) fn name(&self) -> Cow<'_, str> {
        self.actor.name()
    }
}

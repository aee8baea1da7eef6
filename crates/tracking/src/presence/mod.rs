//! Who is looking at which order right now: customers at their own, the staff at those that they have
//! open. It is said on boards and beside an opened order, decides nothing, and is kept nowhere but in
//! memory.
//!
//! Each node knows its own (`audience`) and says it to the others over the bus, which forgets what
//! a node said that has gone.

mod audience;
mod polls;

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::{ids::OrderId, staff::Email};

pub(crate) use audience::{Audience, Openers, Watchers};

/// Who is looking at an order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Presence {
    /// Whether its customer is: by a line, or by polls.
    pub watched: bool,
    /// The staff who have it open.
    pub opened_by: BTreeSet<Email>,
}

/// Who is looking at which orders; those that are not named are looked at by nobody.
pub type Presences = HashMap<OrderId, Presence>;

/// What is being looked at, on one node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Looks {
    /// The orders that their customers look at.
    pub watched: HashSet<OrderId>,
    /// The orders that somebody of the staff has open, each with who.
    pub opened: HashSet<(OrderId, Email)>,
}

impl Looks {
    /// Whether nobody looks at anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.watched.is_empty() && self.opened.is_empty()
    }

    /// What is looked at here and not there.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self {
            watched: self.watched.difference(&other.watched).copied().collect(),
            opened: self.opened.difference(&other.opened).cloned().collect(),
        }
    }

    /// Looks at what the other does, too.
    pub fn extend(&mut self, other: Self) {
        self.watched.extend(other.watched);
        self.opened.extend(other.opened);
    }

    /// Says of these orders who looks at them.
    pub fn tell(&self, orders: &HashSet<OrderId>, presences: &mut Presences) {
        for order in orders.iter().filter(|order| self.watched.contains(order)) {
            presences.entry(*order).or_default().watched = true;
        }
        for (order, email) in self.opened.iter().filter(|(order, _)| orders.contains(order)) {
            presences.entry(*order).or_default().opened_by.insert(email.clone());
        }
    }
}

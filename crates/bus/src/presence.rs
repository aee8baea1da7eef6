//! Who is looking at which order, as nodes tell each other. It decides nothing and is kept nowhere but in memory.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::{ids::OrderId, staff::Email};

/// Who is looking at an order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Presence {
    /// Whether its customer is: by a connection, or by polls.
    pub watched: bool,
    /// The staff who have it open.
    pub opened_by: BTreeSet<Email>,
}

/// Who is looking at which orders; those that are not named are looked at by nobody.
pub type Presences = HashMap<OrderId, Presence>;

/// Who is looking through one node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Viewers {
    /// The orders that their customers look at.
    pub watched: HashSet<OrderId>,
    /// The orders that somebody of the staff has open, each with who.
    pub opened: HashSet<(OrderId, Email)>,
}

impl Viewers {
    /// Whether nobody looks at anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.watched.is_empty() && self.opened.is_empty()
    }

    /// Those who are here and not there.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self {
            watched: self.watched.difference(&other.watched).copied().collect(),
            opened: self.opened.difference(&other.opened).cloned().collect(),
        }
    }

    /// Adds others.
    pub fn extend(&mut self, other: Self) {
        self.watched.extend(other.watched);
        self.opened.extend(other.opened);
    }

    /// Adds those who look at these orders.
    pub fn add_to(&self, orders: &HashSet<OrderId>, presences: &mut Presences) {
        for order in orders.iter().filter(|order| self.watched.contains(order)) {
            presences.entry(*order).or_default().watched = true;
        }
        for (order, email) in self.opened.iter().filter(|(order, _)| orders.contains(order)) {
            presences.entry(*order).or_default().opened_by.insert(email.clone());
        }
    }
}

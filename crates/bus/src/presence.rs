//! Who is viewing which order, as nodes share it. It decides nothing and is kept only in memory (decision 016).

use std::collections::{HashMap, HashSet};

use async_trait::async_trait;
use domain::{ids::OrderId, presence::Presence, staff::Email};

/// Who is viewing which orders; orders without an entry have no viewers.
pub type Presences = HashMap<OrderId, Presence>;

/// Who knows the viewers of all nodes, this one's among them.
#[async_trait]
pub trait PresenceReader: Send + Sync {
    /// Who is viewing these orders, on any node; while the bus is away, on this one. Answers within half a second.
    async fn presences(&self, orders: &[OrderId]) -> Presences;
}

/// The viewers connected to one node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Viewers {
    /// Orders that their customers are viewing.
    pub watched: HashSet<OrderId>,
    /// Orders that a member of staff has open, each with that member.
    pub opened: HashSet<(OrderId, Email)>,
}

impl Viewers {
    /// Whether there are no viewers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.watched.is_empty() && self.opened.is_empty()
    }

    /// The viewers that `other` does not have.
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

    /// Adds the viewers of these orders to `presences`.
    pub fn add_to(&self, orders: &HashSet<OrderId>, presences: &mut Presences) {
        for order in orders.iter().filter(|order| self.watched.contains(order)) {
            presences.entry(*order).or_default().watched = true;
        }
        for (order, email) in self.opened.iter().filter(|(order, _)| orders.contains(order)) {
            presences.entry(*order).or_default().opened_by.insert(email.clone());
        }
    }
}

//! Boards: the orders of some restaurants as they stand, for the staff ([`BoardRow`]) and for
//! kitchens ([`domain::order::Order`]).
//!
//! A board is state, not a log. Each node keeps the rows of the boards that are watched on it, in
//! memory. This node's own commits, the bus and the sweep only say which orders have changed; those are read
//! again, for all boards at once. A connection is sent what changed since its last frame, once that is written:
//! a slow one gets fewer, larger steps.

mod delta_cache;
mod fleet;
mod key;
mod kind;
mod listening;
mod log;
mod registry;
mod rows;
mod swept_to;
mod topic;

use std::collections::HashSet;

use bus::RowNews;
use domain::{board::BoardRow, ids::RestaurantId, order::Order};
use store::BoardChanges;

pub(crate) use fleet::{BoardFleet, Fleets};
pub(crate) use key::Key;
pub(crate) use kind::BoardKind;
pub(crate) use listening::ListenedRestaurants;
pub(crate) use registry::Registry;
pub(crate) use swept_to::SweptTo;
pub(crate) use topic::{Board, BoardAdmission};

/// The family of all topics of boards: the staff's, the kitchens' and their cars'.
pub(crate) const FAMILY: &str = "board";

/// The boards of a node.
#[derive(Debug, Default)]
pub(crate) struct Boards {
    pub(crate) staff: Registry<BoardRow>,
    pub(crate) kitchens: Registry<Order>,
    pub(crate) fleets: Fleets,
    pub(crate) listening: ListenedRestaurants,
    pub(crate) swept_to: SweptTo,
}

impl Boards {
    /// Something has changed; what it is now is read soon.
    pub(crate) fn receive(&self, news: &RowNews) {
        self.staff.receive(news);
        self.kitchens.receive(news);
    }

    /// The restaurants of all boards.
    pub(crate) fn restaurants(&self) -> Vec<RestaurantId> {
        let mut all = HashSet::new();
        self.staff.all().iter().for_each(|board| all.extend(board.restaurants()));
        self.kitchens.all().iter().for_each(|board| all.extend(board.restaurants()));
        all.into_iter().collect()
    }

    /// These have changed.
    pub(crate) fn mark_changed(&self, changes: &BoardChanges) {
        for order in &changes.orders {
            self.receive(&RowNews::new(order.id, order.restaurant_id, order.rev));
        }
    }
}

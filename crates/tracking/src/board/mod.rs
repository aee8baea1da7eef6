//! Boards: the orders of some restaurants as they stand, for the staff ([`store::BoardRow`]) and for
//! kitchens ([`domain::order::Order`]).
//!
//! A board is state, not a log. Each node keeps the rows of the boards that are watched on it, in
//! memory; whatever says that an order has changed (this node's own commits, the bus, the sweep) is a
//! bell only, and what rings is read again, for all boards at once. A line is told what has changed
//! since it was last told, when that has been written: a slow one gets fewer, larger steps.

mod display;
mod fleet;
mod flush;
mod key;
mod kind;
mod leads;
mod listening;
mod log;
mod rows;
mod shelf;
mod sweep;
mod watch;

use domain::order::Order;
use store::BoardRow;

use crate::bus::RowNews;
use fleet::Fleets;
use listening::Listening;
use shelf::Shelf;
use sweep::SweptTo;

/// The boards of a node.
#[derive(Debug, Default)]
pub(crate) struct Boards {
    staff: Shelf<BoardRow>,
    kitchens: Shelf<Order>,
    fleets: Fleets,
    listening: Listening,
    swept_to: SweptTo,
}

impl Boards {
    /// Something has changed; what it says now is read soon.
    pub(crate) fn hear(&self, news: &RowNews) {
        self.staff.hear(news);
        self.kitchens.hear(news);
    }
}

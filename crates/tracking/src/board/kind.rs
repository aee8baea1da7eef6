//! The two kinds of boards: what they read, what they show, and how a connection is told.

use std::fmt::Display;

use domain::{
    board::{BoardRow, BoardTimes, Window, due},
    estimate::Estimate,
    ids::{OrderId, RestaurantId, Rev},
    order::Order,
    presence::Presence,
};
use jiff::Timestamp;
use live::Version;
use protocol::payload::{BoardOrder, KitchenRow};
use serde::Serialize;
use store::{Store, StoreError};

use super::log::Change;

/// The most bytes of orders that a kitchen's connection is sent in one step. More follows when they are
/// written.
const KITCHEN_STEP: usize = 256 * 1024;

/// What an order of a board is to the board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts {
    pub(crate) id: OrderId,
    pub(crate) restaurant: RestaurantId,
    pub(crate) rev: Rev,
    pub(crate) times: BoardTimes,
    pub(crate) promised_at: Option<Timestamp>,
    pub(crate) estimate: Option<Estimate>,
}

/// What a connection is told in one step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BoardUpdate {
    /// The frames.
    pub(crate) texts: Vec<String>,
    /// Up to which version they lead.
    pub(crate) to: Version,
}

/// An order as a kind of board keeps it.
pub(crate) trait BoardKind: PartialEq + Send + Sync + std::fmt::Debug + Sized + 'static {
    /// Whether it says who is looking at the orders.
    const IS_ATTENDED: bool;

    /// What decides which orders are shown.
    fn window(now: Timestamp) -> Window;

    /// Reads what boards of these restaurants show, at most `limit`.
    fn read(
        store: &Store,
        restaurants: &[RestaurantId],
        window: &Window,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Self>, StoreError>> + Send;

    /// Reads some orders.
    fn read_some(store: &Store, orders: &[OrderId]) -> impl Future<Output = Result<Vec<Self>, StoreError>> + Send;

    /// What it is to the board.
    fn facts(&self) -> Facts;

    /// It as a frame shows it, with who is looking at it.
    fn text(&self, late: bool, presence: &Presence) -> String;

    /// The frames of what has changed up to the version `to`, oldest first; they may lead less far.
    fn step<'a>(changes: impl Iterator<Item = Change<'a, OrderId>>, to: Version) -> BoardUpdate;
}

/// The staff's board: one frame, whatever its length.
impl BoardKind for BoardRow {
    const IS_ATTENDED: bool = true;

    fn window(now: Timestamp) -> Window {
        Window::of_today(now)
    }

    async fn read(
        store: &Store,
        restaurants: &[RestaurantId],
        window: &Window,
        limit: u32,
    ) -> Result<Vec<Self>, StoreError> {
        store.boards().shown(restaurants, window, limit).await
    }

    async fn read_some(store: &Store, orders: &[OrderId]) -> Result<Vec<Self>, StoreError> {
        store.boards().rows(orders).await
    }

    fn facts(&self) -> Facts {
        Facts {
            id: self.id,
            restaurant: self.restaurant_id,
            rev: self.rev,
            times: self.times(),
            promised_at: self.promised_at,
            estimate: self.estimate,
        }
    }

    fn text(&self, late: bool, presence: &Presence) -> String {
        encode(&BoardOrder::judged(self, presence, late))
    }

    fn step<'a>(changes: impl Iterator<Item = Change<'a, OrderId>>, to: Version) -> BoardUpdate {
        BoardUpdate { texts: vec![two_lists("board", "orders", changes)], to }
    }
}

/// A kitchen's orders: a frame for each, no more than fit into a step.
impl BoardKind for Order {
    const IS_ATTENDED: bool = false;

    fn window(now: Timestamp) -> Window {
        Window::of_all(now)
    }

    async fn read(
        store: &Store,
        restaurants: &[RestaurantId],
        window: &Window,
        limit: u32,
    ) -> Result<Vec<Self>, StoreError> {
        store.boards().kitchen(restaurants, window, limit).await
    }

    async fn read_some(store: &Store, orders: &[OrderId]) -> Result<Vec<Self>, StoreError> {
        store.boards().kitchen_rows(orders).await
    }

    fn facts(&self) -> Facts {
        Facts {
            id: self.id,
            restaurant: self.restaurant.id,
            rev: self.rev,
            times: BoardTimes {
                due: due(self.promised_at, self.pre_order_time, self.placed_at),
                over_at: self.over_at,
                expires_at: self.expires_at,
            },
            promised_at: self.promised_at,
            estimate: self.estimate,
        }
    }

    fn text(&self, late: bool, _: &Presence) -> String {
        encode(&KitchenRow::judged(self, late))
    }

    fn step<'a>(changes: impl Iterator<Item = Change<'a, OrderId>>, to: Version) -> BoardUpdate {
        let (mut texts, mut bytes) = (Vec::new(), 0);
        for change in changes {
            if bytes >= KITCHEN_STEP {
                // The changes come by version, so that all before this one have been told.
                return BoardUpdate { texts, to: change.version - 1 };
            }
            // A kitchen is not told of orders that have left: it saw them become over.
            let Some(text) = change.text else { continue };
            let text = format!(r#"{{"type":"order","order":{text}}}"#);
            bytes += text.len();
            texts.push(text);
        }
        BoardUpdate { texts, to }
    }
}

/// A frame of what is there, in a list of this name, and of what has left.
pub(crate) fn two_lists<'a, K: Display + 'a>(
    kind: &str,
    name: &str,
    changes: impl Iterator<Item = Change<'a, K>>,
) -> String {
    let (mut there, mut removed) = (String::new(), String::new());
    for change in changes {
        let list = if change.text.is_some() { &mut there } else { &mut removed };
        if !list.is_empty() {
            list.push(',');
        }
        match change.text {
            Some(text) => list.push_str(text),
            None => list.push_str(&encode(&change.key.to_string())),
        }
    }
    format!(r#"{{"type":"{kind}","{name}":[{there}],"removed":[{removed}]}}"#)
}

pub(crate) fn encode(row: &impl Serialize) -> String {
    serde_json::to_string(row).expect("rows are plain data with string keys")
}

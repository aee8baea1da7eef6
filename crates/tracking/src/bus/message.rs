//! What is said on the bus.

use domain::{
    car::Sighting,
    ids::{OrderId, RestaurantId, Rev, Seq},
};
use serde::{Deserialize, Serialize};

use crate::{
    line::{Frame, FrameKind},
    protocol::{EndFrame, EndReason, EstimateFrame, ServerFrame, StatusFrame},
};

/// Anything that is said on the bus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Message {
    /// On an order's topic: a committed change of it.
    Order(Announcement),
    /// On a restaurant's topic: one of its orders has changed.
    Row(RowNews),
    /// On a car's topic: where it was last seen.
    Car(Sighting),
}

/// That an order has changed. What it says now is read from the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowNews {
    order: i64,
    restaurant: i64,
    rev: i64,
}

impl RowNews {
    /// That an order has reached this state.
    #[must_use]
    pub fn new(order: OrderId, restaurant: RestaurantId, rev: Rev) -> Self {
        Self { order: order.0, restaurant: restaurant.0, rev: rev.0 }
    }

    /// The order.
    #[must_use]
    pub fn order(&self) -> OrderId {
        OrderId(self.order)
    }

    /// Its restaurant.
    #[must_use]
    pub fn restaurant(&self) -> RestaurantId {
        RestaurantId(self.restaurant)
    }

    /// Number of the state that it stands at.
    #[must_use]
    pub fn rev(&self) -> Rev {
        Rev(self.rev)
    }
}

/// A committed change of an order, encoded once for every watcher on every node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    order: i64,
    restaurant: i64,
    seq: i64,
    rev: i64,
    /// What happened.
    pub news: News,
}

/// What happened to an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum News {
    /// It took a status: the encoded frame, and that of the end where it is final.
    Status {
        /// The status frame.
        frame: String,
        /// The end frame.
        end: Option<String>,
    },
    /// It changed without a new status: the encoded estimate, where that is what changed.
    Change {
        /// The estimate frame.
        estimate: Option<String>,
    },
}

impl Announcement {
    /// A new status.
    #[must_use]
    pub fn status(order: OrderId, restaurant: RestaurantId, frame: StatusFrame, end: Option<EndReason>) -> Self {
        let (seq, rev) = (frame.seq, frame.rev);
        let end = end.map(|reason| end_text(order, reason));
        let frame = encode(&ServerFrame::Status(frame));
        Self { order: order.0, restaurant: restaurant.0, seq, rev, news: News::Status { frame, end } }
    }

    /// A change without a new status.
    #[must_use]
    pub fn change(
        order: OrderId,
        restaurant: RestaurantId,
        seq: Seq,
        rev: Rev,
        estimate: Option<EstimateFrame>,
    ) -> Self {
        let estimate = estimate.map(|frame| encode(&ServerFrame::Estimate(frame)));
        Self { order: order.0, restaurant: restaurant.0, seq: seq.0, rev: rev.0, news: News::Change { estimate } }
    }

    /// The order.
    #[must_use]
    pub fn order(&self) -> OrderId {
        OrderId(self.order)
    }

    /// Its restaurant.
    #[must_use]
    pub fn restaurant(&self) -> RestaurantId {
        RestaurantId(self.restaurant)
    }

    /// Number of the status that it stands at.
    #[must_use]
    pub fn seq(&self) -> Seq {
        Seq(self.seq)
    }

    /// Number of the state that it stands at.
    #[must_use]
    pub fn rev(&self) -> Rev {
        Rev(self.rev)
    }

    /// The frames that watchers get.
    pub(crate) fn frames(&self) -> impl Iterator<Item = Frame> {
        let (order, seq, rev) = (self.order(), self.seq(), self.rev());
        let (first, end) = match &self.news {
            News::Status { frame, end } => {
                (Some(Frame::encoded(frame.clone(), FrameKind::Status(order, seq, rev))), end.clone())
            }
            News::Change { estimate } => {
                (estimate.clone().map(|text| Frame::encoded(text, FrameKind::Estimate(order, rev))), None)
            }
        };
        first.into_iter().chain(end.map(|text| Frame::encoded(text, FrameKind::End(order))))
    }
}

fn encode(frame: &ServerFrame) -> String {
    Frame::answer(frame).text().to_string()
}

fn end_text(order: OrderId, reason: EndReason) -> String {
    encode(&ServerFrame::End(EndFrame { order_id: order.to_string(), reason }))
}

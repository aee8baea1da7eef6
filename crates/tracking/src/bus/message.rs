//! What is said on the bus.

use domain::{
    car::Sighting,
    ids::{CarId, OrderId, RestaurantId, Rev, Seq},
};
use serde::{Deserialize, Serialize};

use crate::{
    line::{CarTag, Frame, FrameKind},
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
    /// The car that may be shown from here on.
    car: Option<CarId>,
    /// Whether what may be shown of it is to be read anew.
    #[serde(default)]
    new_road: bool,
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
        let news = News::Status { frame, end };
        Self { order: order.0, restaurant: restaurant.0, seq, rev, car: None, new_road: false, news }
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
        let (order, restaurant, news) = (order.0, restaurant.0, News::Change { estimate });
        Self { order, restaurant, seq: seq.0, rev: rev.0, car: None, new_road: false, news }
    }

    /// The same, with the car that may be shown from here on; `new_road` where the batch's stops may
    /// have changed, so that what may be shown of it is to be read anew.
    #[must_use]
    pub fn showing(self, car: Option<CarId>, new_road: bool) -> Self {
        Self { car, new_road, ..self }
    }

    /// The car that may be shown from here on.
    #[must_use]
    pub fn car(&self) -> Option<&CarId> {
        self.car.as_ref()
    }

    /// Whether what may be shown of the car is to be read anew.
    #[must_use]
    pub fn has_new_road(&self) -> bool {
        self.new_road
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
        let car = self.car.as_ref().map(CarTag::from);
        let (first, end) = match &self.news {
            News::Status { frame, end } => {
                (Some(Frame::encoded(frame, FrameKind::Status(order, seq, rev, car))), end.clone())
            }
            News::Change { estimate } => {
                (estimate.as_ref().map(|text| Frame::encoded(text, FrameKind::Estimate(order, rev, car))), None)
            }
        };
        first.into_iter().chain(end.map(|text| Frame::encoded(&text, FrameKind::End(order))))
    }
}

fn encode(frame: &ServerFrame) -> String {
    Frame::answer(frame).text().to_string()
}

fn end_text(order: OrderId, reason: EndReason) -> String {
    encode(&ServerFrame::End(EndFrame { order_id: order.to_string(), reason }))
}

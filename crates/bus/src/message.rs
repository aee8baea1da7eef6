//! The messages between nodes. They carry events, never a client's frames (decision 008): each node encodes for its own
//! clients, and a node without watchers encodes nothing.

mod outlook;

use domain::{
    car::Sighting,
    ids::{CarId, OrderId, RestaurantId, Rev, Seq},
    order::{Source, Status},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use outlook::status_number;

pub use outlook::{BatchOutlook, OrderOutlook};

/// A message on the bus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BusMessage {
    /// On an order's topic: a committed change of it.
    Order(Announcement),
    /// On a restaurant's topic: one of its orders has changed.
    Row(RowNews),
    /// On a car's topic: where it was last seen.
    Car(Sighting),
    /// On the topic of what restaurants say: one of them said something.
    State(StateNews),
    /// On an order's topic: it no longer waits for its money.
    Checkout(CheckoutNews),
}

/// An order no longer waits for its money: its kitchen has it, or nobody pays it any more. Which, is read from the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckoutNews {
    order: i64,
}

impl CheckoutNews {
    /// An order was paid, or has ended unpaid.
    #[must_use]
    pub fn new(order: OrderId) -> Self {
        Self { order: order.0 }
    }

    /// The order.
    #[must_use]
    pub fn order(&self) -> OrderId {
        OrderId(self.order)
    }
}

/// A restaurant said something of itself. What it is, is read from the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateNews {
    restaurant: i64,
    rev: i64,
}

impl StateNews {
    /// A restaurant's state has reached `rev`.
    #[must_use]
    pub fn new(restaurant: RestaurantId, rev: Rev) -> Self {
        Self { restaurant: restaurant.0, rev: rev.0 }
    }

    /// The restaurant.
    #[must_use]
    pub fn restaurant(&self) -> RestaurantId {
        RestaurantId(self.restaurant)
    }

    /// The number of its newest state.
    #[must_use]
    pub fn rev(&self) -> Rev {
        Rev(self.rev)
    }
}

/// An order has changed. Its new state is read from the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowNews {
    order: i64,
    restaurant: i64,
    rev: i64,
}

impl RowNews {
    /// An order has reached the state `rev`.
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

    /// The number of its newest state.
    #[must_use]
    pub fn rev(&self) -> Rev {
        Rev(self.rev)
    }
}

/// A committed change of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    order: i64,
    restaurant: i64,
    seq: i64,
    rev: i64,
    /// The car that may be shown from here on.
    car: Option<CarId>,
    /// Whether the visibility of its position must be read again.
    #[serde(default)]
    car_visibility_changed: bool,
    /// What happened.
    pub news: OrderNews,
}

/// What happened to an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OrderNews {
    /// It took a status.
    Status(StatusNews),
    /// It changed without a new status; with its outlook if that has changed. Without one, what changed is feedback,
    /// which is read.
    Change(Option<OrderOutlook>),
}

/// A committed status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusNews {
    #[serde(with = "status_number")]
    pub status: Status,
    /// When it was reported to have happened.
    pub at: Timestamp,
    /// Who reported it.
    pub source: Source,
    /// A message to the customer.
    pub note: Option<String>,
    /// The order's estimate and batch as of this status.
    pub outlook: OrderOutlook,
}

impl Announcement {
    /// A new status.
    #[must_use]
    pub fn status(order: OrderId, restaurant: RestaurantId, seq: Seq, rev: Rev, news: StatusNews) -> Self {
        Self::new(order, restaurant, seq, rev, OrderNews::Status(news))
    }

    /// A change without a new status; with `outlook` if the estimate or the batch has changed.
    #[must_use]
    pub fn change(order: OrderId, restaurant: RestaurantId, seq: Seq, rev: Rev, outlook: Option<OrderOutlook>) -> Self {
        Self::new(order, restaurant, seq, rev, OrderNews::Change(outlook))
    }

    fn new(order: OrderId, restaurant: RestaurantId, seq: Seq, rev: Rev, news: OrderNews) -> Self {
        Self {
            order: order.0,
            restaurant: restaurant.0,
            seq: seq.0,
            rev: rev.0,
            car: None,
            car_visibility_changed: false,
            news,
        }
    }

    /// Adds the car that may be shown from here on; `car_visibility_changed` if the batch's stops may have changed, so
    /// that the visibility of its position must be read again.
    #[must_use]
    pub fn showing(self, car: Option<CarId>, car_visibility_changed: bool) -> Self {
        Self { car, car_visibility_changed, ..self }
    }

    /// The car that may be shown from here on.
    #[must_use]
    pub fn car(&self) -> Option<&CarId> {
        self.car.as_ref()
    }

    /// Whether the visibility of the car's position must be read again.
    #[must_use]
    pub fn car_visibility_changed(&self) -> bool {
        self.car_visibility_changed
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

    /// The number of its newest status.
    #[must_use]
    pub fn seq(&self) -> Seq {
        Seq(self.seq)
    }

    /// The number of its newest state.
    #[must_use]
    pub fn rev(&self) -> Rev {
        Rev(self.rev)
    }
}

#[cfg(test)]
mod tests {
    use domain::estimate::{Basis, Estimate};

    use super::*;

    fn second(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn an_announcement_comes_through_the_bus_as_it_was_sent() {
        let estimate = Estimate {
            made_at: second(1),
            arrival: second(60),
            earliest: second(50),
            latest: second(90),
            basis: Basis::Batch,
        };
        let batch = BatchOutlook { minutes: Some(12), updated_at: second(3), stops_before: 2 };
        let outlook = OrderOutlook { estimate: Some(estimate), batch: Some(batch) };
        let status = |status| StatusNews {
            status,
            at: second(2),
            source: Source::Driver,
            note: Some("Ovikoodi ei toimi".to_owned()),
            outlook,
        };
        let (order, restaurant) = (OrderId(10_234), RestaurantId(12));
        let statuses = Status::ALL.map(|of| Announcement::status(order, restaurant, Seq(7), Rev(9), status(of)));
        let changes = [None, Some(outlook), Some(OrderOutlook::default())]
            .map(|outlook| Announcement::change(order, restaurant, Seq(7), Rev(9), outlook));
        for news in statuses.into_iter().chain(changes) {
            let sent = BusMessage::Order(news.showing("auto-1".parse().ok(), true));
            let bytes = serde_json::to_vec(&sent).unwrap();
            assert_eq!(serde_json::from_slice::<BusMessage>(&bytes).unwrap(), sent);
        }
        let settled = BusMessage::Checkout(CheckoutNews::new(order));
        assert_eq!(serde_json::from_slice::<BusMessage>(&serde_json::to_vec(&settled).unwrap()).unwrap(), settled);
    }
}

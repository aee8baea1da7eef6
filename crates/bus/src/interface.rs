//! The interface between a node and the bus.

use std::fmt;

use async_trait::async_trait;
use bytes::Bytes;
use domain::{
    car::Sighting,
    ids::{CarId, OrderId, RestaurantId},
};
use tokio::sync::mpsc;

use crate::{BusMessage, Presences, Sightings, Viewers};

/// What can be listened to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Topic {
    /// An order's events and changes.
    Order(OrderId),
    /// A car's positions.
    Car(CarId),
    /// Which of a restaurant's orders have changed, for boards and kitchens.
    Restaurant(RestaurantId),
    /// What restaurants say of themselves; every node listens.
    States,
}

/// Its name, unique within an installation.
impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order(order) => write!(f, "order:{order}"),
            Self::Car(car) => write!(f, "car:{car}"),
            Self::Restaurant(restaurant) => write!(f, "restaurant:{restaurant}"),
            Self::States => f.write_str("states"),
        }
    }
}

/// An event from the bus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BusEvent {
    /// A [`BusMessage`] on a topic that this node listens to, encoded.
    Message(Bytes),
    /// The bus is up. Between a `Down` and an `Up` messages may have been lost.
    Up,
    /// The bus is down.
    Down,
}

/// Whether messages may be lost although the node listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listening {
    /// True if the subscription is not confirmed, as while the bus is down: messages published now may not be received.
    pub gap: bool,
}

/// One node's place on a bus.
#[async_trait]
pub trait Bus: Send + Sync {
    /// Publishes a message to the other nodes that listen to the topic. Never waits; may drop. Over Redis a node that
    /// listens also receives its own messages.
    fn publish(&self, topic: &Topic, message: &BusMessage);

    /// Listens to a topic; returns when messages published from now on are received, or immediately with a gap while
    /// the bus is down.
    async fn listen(&self, topic: &Topic) -> Listening;

    /// Stops listening to a topic.
    fn release(&self, topic: &Topic);

    /// Whether the bus is up.
    fn is_up(&self) -> bool;

    /// The events for this node. There is one receiver: the first call gets it.
    fn events(&self) -> Option<mpsc::Receiver<BusEvent>>;

    /// Keeps a sighting as the car's newest for [`domain::car::SHOWN_FOR`] and publishes it; does neither and returns
    /// false if one as new is known. While the bus is down only this node keeps it. Answers within half a second.
    async fn record_sighting(&self, sighting: &Sighting) -> bool;

    /// The newest sightings, if only this process keeps and receives them; then no other node is read or notified.
    fn kept_here(&self) -> Option<&Sightings> {
        None
    }

    /// Whether there is no other node.
    fn is_alone(&self) -> bool {
        self.kept_here().is_some()
    }

    /// The newest sighting of each of these cars, in no particular order: known to any node, or only to this one while
    /// the bus is down. Answers within half a second.
    async fn sightings(&self, cars: &[CarId]) -> Vec<Sighting>;

    /// The newest sighting of one car.
    async fn sighting(&self, car: &CarId) -> Option<Sighting> {
        self.sightings(std::slice::from_ref(car)).await.pop()
    }

    /// Publishes who began and who stopped viewing through this node; returns whether that succeeded. A node's viewers
    /// expire unless it [replaces them](Bus::replace_viewers) within 25 s.
    async fn change_viewers(&self, begun: &Viewers, ended: &Viewers) -> bool;

    /// Publishes all viewers of this node in place of those published before; returns whether that succeeded.
    async fn replace_viewers(&self, all: &Viewers) -> bool;

    /// Who views these orders through the other nodes; nobody while the bus is down. Answers within half a second.
    async fn presences(&self, orders: &[OrderId]) -> Presences;
}

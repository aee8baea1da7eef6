//! What a node asks of its place on a bus.

use std::fmt;

use async_trait::async_trait;
use bytes::Bytes;
use domain::{
    car::Sighting,
    ids::{CarId, OrderId, RestaurantId},
};
use tokio::sync::mpsc;

use crate::{Message, Presences, Sightings, Viewers};

/// What can be listened to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Topic {
    /// An order's events and changes.
    Order(OrderId),
    /// A car's positions.
    Car(CarId),
    /// Which of a restaurant's orders have changed, for boards and kitchens.
    Restaurant(RestaurantId),
}

/// Its name among an installation's topics.
impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order(order) => write!(f, "order:{order}"),
            Self::Car(car) => write!(f, "car:{car}"),
            Self::Restaurant(restaurant) => write!(f, "restaurant:{restaurant}"),
        }
    }
}

/// What a bus says to its node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BusEvent {
    /// A [`Message`] on a topic that this node listens to, encoded.
    Message(Bytes),
    /// The bus is there. Between a `Down` and an `Up` messages may have been lost.
    Up,
    /// The bus is away.
    Down,
}

/// Whether messages may have been lost before a subscription stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listening {
    /// True while the bus is away: what is said now is not heard.
    pub gap: bool,
}

/// One node's place on a bus.
#[async_trait]
pub trait Bus: Send + Sync {
    /// Says something to the other nodes that listen to the topic. Never waits; may drop. Over Redis the
    /// node hears itself, too, where it listens.
    fn publish(&self, topic: &Topic, message: &Message);

    /// Listens to a topic; answers when what is said from now on is heard, or at once with a gap
    /// while the bus is away.
    async fn listen(&self, topic: &Topic) -> Listening;

    /// Stops listening to a topic.
    fn release(&self, topic: &Topic);

    /// Whether the bus is there.
    fn is_up(&self) -> bool;

    /// What the bus says to this node. There is one receiver: the first call gets it.
    fn events(&self) -> Option<mpsc::Receiver<BusEvent>>;

    /// Keeps a sighting as the car's newest, for [`domain::car::SHOWN_FOR`], and tells the other nodes
    /// that listen to the car; false, and neither, where one as new is known. While the bus is away
    /// this node alone remembers it. Answers within half a second.
    async fn sight(&self, sighting: &Sighting) -> bool;

    /// Where the newest sightings are kept, where this process alone keeps and hears them: then nobody has to be asked or
    /// told of one.
    fn kept_here(&self) -> Option<&Sightings> {
        None
    }

    /// Whether there is no other node, to be told or asked.
    fn is_alone(&self) -> bool {
        self.kept_here().is_some()
    }

    /// The newest that is known of each of these cars, in no order: on any node, or while the bus is away
    /// on this one. Answers within half a second.
    async fn sightings(&self, cars: &[CarId]) -> Vec<Sighting>;

    /// The same of one car.
    async fn sighting(&self, car: &CarId) -> Option<Sighting> {
        self.sightings(std::slice::from_ref(car)).await.pop()
    }

    /// Tells the other nodes who begins and who ends to look through this one; whether they can know. What a node said is
    /// forgotten where it does not [say all](Bus::replace_viewers) again within 25 s.
    async fn change_viewers(&self, begun: &Viewers, ended: &Viewers) -> bool;

    /// Tells the other nodes all who look through this one, in the place of what was said before; whether they can know.
    async fn replace_viewers(&self, all: &Viewers) -> bool;

    /// Who looks at these orders through the other nodes; nobody while the bus is away. Answers within
    /// half a second.
    async fn presences(&self, orders: &[OrderId]) -> Presences;
}

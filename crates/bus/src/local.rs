//! The bus inside one process: a single node publishes to nobody, several nodes exchange messages through bounded
//! queues.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use bytes::Bytes;
use domain::{
    car::Sighting,
    ids::{CarId, OrderId},
};
use fastpath::Shrink;
use tokio::{sync::mpsc, time::Instant};

use crate::{Bus, BusEvent, BusMessage, Listening, Presences, Sightings, Topic, Viewers};

/// Messages that may wait for a node. One that does not fit is dropped; the sweep finds the change.
const QUEUE: usize = 4096;

/// One node's place on an in-process bus.
#[derive(Debug)]
pub struct LocalBus {
    me: usize,
    nodes: Arc<[LocalNode]>,
    sightings: Arc<Sightings>,
    events: Mutex<Option<mpsc::Receiver<BusEvent>>>,
}

#[derive(Debug)]
struct LocalNode {
    topics: Mutex<HashSet<Topic>>,
    viewers: Mutex<Viewers>,
    queue: mpsc::Sender<BusEvent>,
}

impl LocalBus {
    /// The bus of a single node.
    #[must_use]
    pub fn alone() -> Arc<Self> {
        Self::nodes(1).remove(0)
    }

    /// The places of `count` nodes on one bus.
    #[must_use]
    pub fn nodes(count: usize) -> Vec<Arc<Self>> {
        let (nodes, receivers): (Vec<_>, Vec<_>) = (0..count)
            .map(|_| {
                let (queue, events) = mpsc::channel(QUEUE);
                (LocalNode { topics: Mutex::default(), viewers: Mutex::default(), queue }, events)
            })
            .unzip();
        let nodes: Arc<[LocalNode]> = nodes.into();
        let sightings = Arc::new(Sightings::default());
        let place = |(me, events)| {
            let (nodes, sightings) = (Arc::clone(&nodes), Arc::clone(&sightings));
            Arc::new(Self { me, nodes, sightings, events: Mutex::new(Some(events)) })
        };
        receivers.into_iter().enumerate().map(place).collect()
    }

    fn others(&self) -> impl Iterator<Item = &LocalNode> {
        self.nodes.iter().enumerate().filter(|(index, _)| *index != self.me).map(|(_, node)| node)
    }
}

#[async_trait]
impl Bus for LocalBus {
    fn publish(&self, topic: &Topic, message: &BusMessage) {
        let mut listeners = self.others().filter(|node| lock(&node.topics).contains(topic)).peekable();
        if listeners.peek().is_none() {
            return;
        }
        let bytes = Bytes::from(serde_json::to_vec(message).expect("a message is plain data"));
        for node in listeners {
            if node.queue.try_send(BusEvent::Message(bytes.clone())).is_err() {
                tracing::warn!("a message for another node did not fit its queue");
            }
        }
    }

    async fn listen(&self, topic: &Topic) -> Listening {
        lock(&self.nodes[self.me].topics).insert(topic.clone());
        Listening { gap: false }
    }

    fn release(&self, topic: &Topic) {
        let mut topics = lock(&self.nodes[self.me].topics);
        topics.remove(topic);
        topics.shrink_if_sparse();
    }

    fn is_up(&self) -> bool {
        true
    }

    fn events(&self) -> Option<mpsc::Receiver<BusEvent>> {
        lock(&self.events).take()
    }

    async fn record_sighting(&self, sighting: &Sighting) -> bool {
        let is_new = self.sightings.keep(&Arc::new(sighting.clone()), Instant::now());
        if is_new && self.others().next().is_some() {
            self.publish(&Topic::Car(sighting.car.clone()), &BusMessage::Car(sighting.clone()));
        }
        is_new
    }

    fn kept_here(&self) -> Option<&Sightings> {
        (self.nodes.len() == 1).then_some(&*self.sightings)
    }

    async fn sightings(&self, cars: &[CarId]) -> Vec<Sighting> {
        let now = Instant::now();
        cars.iter().filter_map(|car| self.sightings.newest(car, now)).map(Arc::unwrap_or_clone).collect()
    }

    async fn sighting(&self, car: &CarId) -> Option<Sighting> {
        self.sightings.newest(car, Instant::now()).map(Arc::unwrap_or_clone)
    }

    async fn change_viewers(&self, begun: &Viewers, ended: &Viewers) -> bool {
        let mut viewers = lock(&self.nodes[self.me].viewers);
        *viewers = viewers.without(ended);
        viewers.extend(begun.clone());
        true
    }

    async fn replace_viewers(&self, all: &Viewers) -> bool {
        *lock(&self.nodes[self.me].viewers) = all.clone();
        true
    }

    async fn presences(&self, orders: &[OrderId]) -> Presences {
        let wanted = orders.iter().copied().collect();
        let mut presences = Presences::new();
        self.others().for_each(|node| lock(&node.viewers).add_to(&wanted, &mut presences));
        presences
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use domain::ids::{OrderId, RestaurantId, Rev};

    use super::*;
    use crate::RowNews;

    #[tokio::test]
    async fn a_node_that_does_not_receive_loses_what_does_not_fit() {
        let nodes = LocalBus::nodes(2);
        let topic = Topic::Order(OrderId(1));
        nodes[1].listen(&topic).await;
        for _ in 0..QUEUE + 10 {
            nodes[0].publish(&topic, &BusMessage::Row(RowNews::new(OrderId(1), RestaurantId(1), Rev(1))));
        }
        let mut received = nodes[1].events().unwrap();
        let mut count = 0;
        while received.try_recv().is_ok() {
            count += 1;
        }
        assert_eq!(count, QUEUE);
    }
}

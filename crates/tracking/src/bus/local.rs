//! The bus inside one process: one node has nobody to talk to, several nodes talk through bounded
//! queues.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::mpsc;

use super::{Announcement, Bus, BusEvent, Listening, Topic};

/// Messages that may wait for a node. What does not fit is dropped; the sweep finds it.
const QUEUE: usize = 4096;

/// One node's place on an in-process bus.
#[derive(Debug)]
pub struct LocalBus {
    me: usize,
    nodes: Arc<[Node]>,
    events: Mutex<Option<mpsc::Receiver<BusEvent>>>,
}

#[derive(Debug)]
struct Node {
    listens: Mutex<HashSet<Topic>>,
    queue: mpsc::Sender<BusEvent>,
}

impl LocalBus {
    /// The bus of a node that is alone.
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
                (Node { listens: Mutex::default(), queue }, events)
            })
            .unzip();
        let nodes: Arc<[Node]> = nodes.into();
        let place = |(me, events)| Arc::new(Self { me, nodes: Arc::clone(&nodes), events: Mutex::new(Some(events)) });
        receivers.into_iter().enumerate().map(place).collect()
    }

    fn others(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().enumerate().filter(|(index, _)| *index != self.me).map(|(_, node)| node)
    }
}

#[async_trait]
impl Bus for LocalBus {
    fn publish(&self, topic: Topic, message: &Announcement) {
        let mut listeners = self.others().filter(|node| lock(&node.listens).contains(&topic)).peekable();
        if listeners.peek().is_none() {
            return;
        }
        let bytes = Bytes::from(serde_json::to_vec(message).expect("an announcement is plain data"));
        for node in listeners {
            if node.queue.try_send(BusEvent::Message(bytes.clone())).is_err() {
                tracing::warn!("a message for another node did not fit its queue");
            }
        }
    }

    async fn listen(&self, topic: Topic) -> Listening {
        lock(&self.nodes[self.me].listens).insert(topic);
        Listening { gap: false }
    }

    fn release(&self, topic: Topic) {
        lock(&self.nodes[self.me].listens).remove(&topic);
    }

    fn is_up(&self) -> bool {
        true
    }

    fn events(&self) -> Option<mpsc::Receiver<BusEvent>> {
        lock(&self.events).take()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use domain::ids::{OrderId, RestaurantId, Rev, Seq};

    use super::*;

    fn change(order: i64) -> Announcement {
        Announcement::change(OrderId(order), RestaurantId(1), Seq(0), Rev(1), None)
    }

    #[tokio::test]
    async fn the_others_hear_what_they_listen_to() {
        let nodes = LocalBus::nodes(2);
        let mut heard = nodes[1].events().unwrap();
        assert!(nodes[1].events().is_none(), "there is one receiver");
        let topic = Topic::Order(OrderId(1));
        nodes[0].publish(topic, &change(1));
        nodes[1].listen(topic).await;
        nodes[1].publish(topic, &change(3));
        nodes[0].publish(topic, &change(2));
        let Some(BusEvent::Message(bytes)) = heard.recv().await else { panic!("a message comes") };
        assert_eq!(serde_json::from_slice::<Announcement>(&bytes).unwrap(), change(2));
        nodes[1].release(topic);
        nodes[0].publish(topic, &change(4));
        assert!(heard.try_recv().is_err());
    }

    #[tokio::test]
    async fn a_node_that_does_not_hear_loses_what_does_not_fit() {
        let nodes = LocalBus::nodes(2);
        let topic = Topic::Order(OrderId(1));
        nodes[1].listen(topic).await;
        for _ in 0..QUEUE + 10 {
            nodes[0].publish(topic, &change(1));
        }
        let mut heard = nodes[1].events().unwrap();
        let mut count = 0;
        while heard.try_recv().is_ok() {
            count += 1;
        }
        assert_eq!(count, QUEUE);
    }
}

//! The bus inside one process: one node has nobody to talk to, several nodes talk through bounded
//! queues.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use domain::{
    car::{SHOWN_FOR, Sighting},
    ids::{CarId, OrderId},
};
use tokio::{sync::mpsc, time::Instant};

use super::{Bus, BusEvent, Listening, Message, Topic};
use crate::{
    by_car::ByCar,
    near::{head_of, look_at},
    presence::{Looks, Presences},
    spare::Spare,
};

/// Messages that may wait for a node. What does not fit is dropped; the sweep finds it.
const QUEUE: usize = 4096;

/// One node's place on an in-process bus.
#[derive(Debug)]
pub struct LocalBus {
    me: usize,
    nodes: Arc<[Node]>,
    sightings: Arc<Sightings>,
    events: Mutex<Option<mpsc::Receiver<BusEvent>>>,
}

#[derive(Debug)]
struct Node {
    listens: Mutex<HashSet<Topic>>,
    looks: Mutex<Looks>,
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
                (Node { listens: Mutex::default(), looks: Mutex::default(), queue }, events)
            })
            .unzip();
        let nodes: Arc<[Node]> = nodes.into();
        let sightings = Arc::new(Sightings::default());
        let place = |(me, events)| {
            let (nodes, sightings) = (Arc::clone(&nodes), Arc::clone(&sightings));
            Arc::new(Self { me, nodes, sightings, events: Mutex::new(Some(events)) })
        };
        receivers.into_iter().enumerate().map(place).collect()
    }

    fn others(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().enumerate().filter(|(index, _)| *index != self.me).map(|(_, node)| node)
    }
}

#[async_trait]
impl Bus for LocalBus {
    fn publish(&self, topic: &Topic, message: &Message) {
        let mut listeners = self.others().filter(|node| lock(&node.listens).contains(topic)).peekable();
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
        lock(&self.nodes[self.me].listens).insert(topic.clone());
        Listening { gap: false }
    }

    fn release(&self, topic: &Topic) {
        let mut listens = lock(&self.nodes[self.me].listens);
        listens.remove(topic);
        listens.give_back();
    }

    fn is_up(&self) -> bool {
        true
    }

    fn events(&self) -> Option<mpsc::Receiver<BusEvent>> {
        lock(&self.events).take()
    }

    async fn sight(&self, sighting: &Sighting) -> bool {
        let is_new = self.sightings.keep(&Arc::new(sighting.clone()), Instant::now());
        if is_new && self.others().next().is_some() {
            self.publish(&Topic::Car(sighting.car.clone()), &Message::Car(sighting.clone()));
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

    async fn look(&self, begun: &Looks, ended: &Looks) -> bool {
        let mut looks = lock(&self.nodes[self.me].looks);
        *looks = looks.without(ended);
        looks.extend(begun.clone());
        true
    }

    async fn look_anew(&self, all: &Looks) -> bool {
        *lock(&self.nodes[self.me].looks) = all.clone();
        true
    }

    async fn looks(&self, orders: &[OrderId]) -> Presences {
        let asked = orders.iter().copied().collect();
        let mut presences = Presences::new();
        self.others().for_each(|node| lock(&node.looks).tell(&asked, &mut presences));
        presences
    }
}

/// The newest sighting of each car, in this process.
#[derive(Debug, Default)]
pub struct Sightings(Mutex<Kept>);

type Kept = ByCar<(Instant, Arc<Sighting>)>;

impl Sightings {
    /// Keeps a sighting unless one as new is known. What may no longer be shown is forgotten.
    pub(crate) fn keep(&self, sighting: &Arc<Sighting>, now: Instant) -> bool {
        let mut kept = lock(&self.0);
        match kept.get_mut(&sighting.car) {
            Some((_, known)) if known.position.at >= sighting.position.at => return false,
            Some(known) => *known = (now, Arc::clone(sighting)),
            None => Self::insert(&mut kept, sighting, now),
        }
        true
    }

    /// Looks at what is known of cars; see [`crate::near`].
    pub(crate) fn look_at<'a>(&self, cars: impl Iterator<Item = &'a CarId>) {
        let kept = lock(&self.0);
        let known = cars.filter_map(|car| kept.get(car));
        look_at(known.map(|(_, known)| head_of(known) + known.outside.len()));
    }

    /// Keeps what follows from what is known of a car, if something does.
    pub(crate) fn renew(
        &self,
        car: &CarId,
        now: Instant,
        next: impl FnOnce(Option<&Sighting>) -> Option<Sighting>,
    ) -> Option<Arc<Sighting>> {
        let mut kept = lock(&self.0);
        if let Some((since, known)) = kept.get_mut(car) {
            let shown = (now.duration_since(*since) < KEPT).then_some(&**known);
            let newest = Arc::new(next(shown)?);
            (*since, *known) = (now, Arc::clone(&newest));
            return Some(newest);
        }
        let newest = Arc::new(next(None)?);
        Self::insert(&mut kept, &newest, now);
        Some(newest)
    }

    fn insert(kept: &mut Kept, newest: &Arc<Sighting>, now: Instant) {
        kept.retain(|_, (since, _)| now.duration_since(*since) < KEPT);
        kept.give_back();
        kept.insert(newest.car.clone(), (now, Arc::clone(newest)));
    }

    /// The newest sighting of a car.
    pub(crate) fn newest(&self, car: &CarId, now: Instant) -> Option<Arc<Sighting>> {
        let kept = lock(&self.0);
        let (since, sighting) = kept.get(car)?;
        (now.duration_since(*since) < KEPT).then(|| Arc::clone(sighting))
    }
}

/// For how long a sighting is kept.
const KEPT: Duration = Duration::from_secs(SHOWN_FOR.as_secs().unsigned_abs());

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use domain::ids::{OrderId, RestaurantId, Rev};

    use super::*;
    use crate::bus::RowNews;

    #[tokio::test]
    async fn a_node_that_does_not_hear_loses_what_does_not_fit() {
        let nodes = LocalBus::nodes(2);
        let topic = Topic::Order(OrderId(1));
        nodes[1].listen(&topic).await;
        for _ in 0..QUEUE + 10 {
            nodes[0].publish(&topic, &Message::Row(RowNews::new(OrderId(1), RestaurantId(1), Rev(1))));
        }
        let mut heard = nodes[1].events().unwrap();
        let mut count = 0;
        while heard.try_recv().is_ok() {
            count += 1;
        }
        assert_eq!(count, QUEUE);
    }
}

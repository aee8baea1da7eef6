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

type Kept = ByCar<KeptSighting>;

/// A sighting, and until when it is shown.
#[derive(Debug)]
struct KeptSighting {
    newest: Arc<Sighting>,
    until: Instant,
}

impl Sightings {
    /// Keeps a sighting unless one as new is known. What may no longer be shown is forgotten.
    pub(crate) fn keep(&self, sighting: &Arc<Sighting>, now: Instant) -> bool {
        let mut all = lock(&self.0);
        match all.get_mut(&sighting.car) {
            Some(kept) if kept.newest.position.at >= sighting.position.at => return false,
            Some(kept) => *kept = KeptSighting::new(sighting, now),
            None => Self::insert(&mut all, sighting, now),
        }
        true
    }

    /// Looks at what is known of cars; see [`crate::near`].
    pub(crate) fn look_at<'a>(&self, cars: impl Iterator<Item = &'a CarId>) {
        let all = lock(&self.0);
        let kept = cars.filter_map(|car| all.get(car));
        look_at(kept.map(KeptSighting::look));
    }

    /// Keeps what follows from what is known of a car, if something does.
    pub(crate) fn renew(
        &self,
        car: &CarId,
        now: Instant,
        next: impl FnOnce(Option<&Sighting>) -> Option<Sighting>,
    ) -> Option<Arc<Sighting>> {
        let mut all = lock(&self.0);
        if let Some(kept) = all.get_mut(car) {
            let newest = Arc::new(next(kept.shown(now))?);
            *kept = KeptSighting::new(&newest, now);
            return Some(newest);
        }
        let newest = Arc::new(next(None)?);
        Self::insert(&mut all, &newest, now);
        Some(newest)
    }

    fn insert(all: &mut Kept, newest: &Arc<Sighting>, now: Instant) {
        all.retain(|_, kept| now < kept.until);
        all.give_back();
        all.insert(newest.car.clone(), KeptSighting::new(newest, now));
    }

    /// The newest sighting of a car.
    pub(crate) fn newest(&self, car: &CarId, now: Instant) -> Option<Arc<Sighting>> {
        let all = lock(&self.0);
        all.get(car).filter(|kept| now < kept.until).map(|kept| Arc::clone(&kept.newest))
    }
}

impl KeptSighting {
    fn new(newest: &Arc<Sighting>, now: Instant) -> Self {
        Self { newest: Arc::clone(newest), until: now + KEPT }
    }

    /// Looks at all of it: the next is written over it soon.
    fn look(&self) -> usize {
        let Sighting { car, position, outside } = &*self.newest;
        let figures = [position.heading_deg, position.accuracy_m].map(|figure| usize::from(figure.is_some()));
        head_of(&self.newest) + car.as_str().len() + figures.iter().sum::<usize>() + outside.len()
    }

    /// It, if it is shown still.
    fn shown(&self, now: Instant) -> Option<&Sighting> {
        (now < self.until).then_some(&*self.newest)
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

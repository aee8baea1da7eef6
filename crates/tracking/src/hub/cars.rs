//! The cars that a node listens to: those which carry one of its watched orders to the door.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bus::Topic;
use domain::{car::Sighting, ids::CarId};
use fastpath::{
    CarMap, Shrink,
    prefetch::{prefetch, touch},
};
use live::SourceTag;
use orders::newest_sightings;
use smallvec::SmallVec;
use tokio::{sync::OnceCell, time::Instant};

use super::{
    Hub, TENDED_AT_A_TIME,
    topic::{self as order, FrameDelivery, Now},
};
use crate::source_tag;

/// An order whose read is not yet told follows its car for as long before that is doubted.
const PATIENCE: Duration = Duration::from_secs(10);

/// All cars that this node listens to.
#[derive(Default)]
pub(super) struct ListenedCars(Mutex<CarMap<ListenedCar>>);

/// A car that this node listens to.
struct ListenedCar {
    tag: SourceTag,
    seen: Option<Arc<Sighting>>,
    /// The orders that it carries; mostly one.
    followers: SmallVec<[CarFollower; 1]>,
    /// Whether the bus was asked for it.
    listening: Arc<OnceCell<()>>,
}

/// A watched order that a car carries.
struct CarFollower {
    topic: Arc<order::OrderTopic>,
    since: Instant,
}

/// What was seen of a car, and an order to which it is to be shown.
type ToShow<'a> = (&'a Arc<Sighting>, SourceTag, Arc<order::OrderTopic>);

impl ListenedCar {
    fn new(car: &CarId) -> Self {
        Self { tag: source_tag(car), seen: None, followers: SmallVec::new(), listening: Arc::default() }
    }

    /// Reads what its next position needs, so that it is in the cache; see [`fastpath::prefetch`].
    fn touch(&self) -> usize {
        self.seen.as_ref().map_or(0, touch)
            + self.followers.iter().map(|CarFollower { topic, .. }| touch(topic) + topic.touch()).sum::<usize>()
    }

    /// Remembers the newest; false where it is not newer.
    fn see(&mut self, sighting: &Arc<Sighting>) -> bool {
        let is_new = self.seen.as_ref().is_none_or(|seen| seen.position.at < sighting.position.at);
        if is_new {
            self.seen = Some(Arc::clone(sighting));
        }
        is_new
    }

    fn follow(&mut self, topic: &Arc<order::OrderTopic>) {
        let follower = CarFollower { topic: Arc::clone(topic), since: Instant::now() };
        match self.followers.iter_mut().find(|known| known.topic.order == topic.order) {
            Some(known) => *known = follower,
            None => self.followers.push(follower),
        }
    }
}

impl ListenedCars {
    fn lock(&self) -> MutexGuard<'_, CarMap<ListenedCar>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all(&self) -> Vec<CarId> {
        self.lock().keys().cloned().collect()
    }
}

impl Hub {
    /// Shows this node's watchers where a car was seen.
    pub fn see(&self, sighting: &Arc<Sighting>) {
        self.see_all(std::slice::from_ref(sighting), Instant::now());
    }

    /// The same of several cars, or of one several times, in this order; they were to be shown since then.
    ///
    /// They are gone through kind by kind: cars, orders, connections; see [`fastpath::prefetch`].
    pub(crate) fn see_all(&self, sightings: &[Arc<Sighting>], since: Instant) {
        let now = Now { day: self.0.parts.deps.clock.now(), at: since };
        let topics = self.see_cars(sightings);
        let mut deliveries = SmallVec::<[FrameDelivery<'_>; 1]>::with_capacity(topics.len());
        deliveries.extend(topics.iter().filter_map(|(sighting, tag, topic)| topic.see(sighting, *tag, now)));
        prefetch(deliveries.iter().flat_map(FrameDelivery::recipients).map(|connection| connection.touch()));
        let Some(kind) = deliveries.first().map(FrameDelivery::kind) else { return };
        // Counted together: of what is told together, the time of the last is kept anyhow.
        let written = deliveries.into_iter().map(FrameDelivery::send_uncounted).sum();
        self.metrics().wrote(kind.news(), since, written);
    }

    /// Remembers what is new, with the orders to which it is to be shown.
    fn see_cars<'a>(&self, sightings: &'a [Arc<Sighting>]) -> SmallVec<[ToShow<'a>; 1]> {
        let mut topics = SmallVec::with_capacity(sightings.len());
        let mut cars = self.0.cars.lock();
        prefetch(sightings.iter().filter_map(|sighting| cars.get(&sighting.car)).map(ListenedCar::touch));
        for sighting in sightings {
            if let Some(car) = cars.get_mut(&sighting.car)
                && car.see(sighting)
            {
                let tag = car.tag;
                let follows = |follower: &CarFollower| (sighting, tag, Arc::clone(&follower.topic));
                topics.extend(car.followers.iter().map(follows));
            }
        }
        topics
    }

    /// The newest that is known of a car, on this node or any other.
    pub(crate) async fn sighting(&self, car: &CarId) -> Option<Arc<Sighting>> {
        newest_sightings(&**self.bus(), self, std::slice::from_ref(car)).await.remove(car)
    }

    /// The newest sightings of these cars that were received on this node.
    pub(super) fn seen_here(&self, cars: &[CarId]) -> Vec<Arc<Sighting>> {
        let known = self.0.cars.lock();
        cars.iter().filter_map(|car| known.get(car)?.seen.clone()).collect()
    }

    /// Listens to a car for an order; with the newest that is known of it.
    pub(super) async fn follow(&self, car: &CarId, topic: &Arc<order::OrderTopic>) -> Option<Arc<Sighting>> {
        let listening = {
            let mut cars = self.0.cars.lock();
            let followed = cars.entry(car.clone()).or_insert_with(|| ListenedCar::new(car));
            followed.follow(topic);
            Arc::clone(&followed.listening)
        };
        let subject = Topic::Car(car.clone());
        listening.get_or_init(|| self.listen(&subject)).await;
        let seen = self.0.cars.lock().get(car).and_then(|car| car.seen.clone());
        if seen.is_some() {
            return seen;
        }
        let kept = Arc::new(self.0.parts.bus.sighting(car).await?);
        let mut cars = self.0.cars.lock();
        let Some(followed) = cars.get_mut(car) else { return Some(kept) };
        followed.see(&kept);
        followed.seen.clone()
    }

    /// Asks where the cars are: what was said of them meanwhile was not heard.
    pub(super) async fn ask_for_cars(&self) {
        for sighting in self.0.parts.bus.sightings(&self.0.cars.all()).await {
            self.see(&Arc::new(sighting));
        }
    }

    /// Stops listening to cars that carry nothing which is watched here.
    pub(super) async fn tend_cars(&self) {
        for cars in self.0.cars.all().chunks(TENDED_AT_A_TIME) {
            cars.iter().for_each(|car| self.tend_car(car));
            // Others get their turn between two slices.
            tokio::task::yield_now().await;
        }
        self.0.cars.lock().shrink_if_sparse();
    }

    fn tend_car(&self, car: &CarId) {
        let is_watched = |topic: &Arc<order::OrderTopic>| {
            self.topics().get(&topic.order).is_some_and(|watched| Arc::ptr_eq(watched, topic))
        };
        let mut cars = self.0.cars.lock();
        let Some(ListenedCar { followers, .. }) = cars.get_mut(car) else { return };
        followers.retain(|CarFollower { topic, since }| {
            since.elapsed() < PATIENCE || (is_watched(topic) && topic.may_follow(car))
        });
        if followers.is_empty() {
            cars.remove(car);
            self.0.parts.bus.release(&Topic::Car(car.clone()));
        }
    }
}

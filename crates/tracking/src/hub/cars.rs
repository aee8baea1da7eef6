//! The cars that a node listens to: those which carry one of its watched orders to the door.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use domain::{car::Sighting, ids::CarId};
use smallvec::SmallVec;
use tokio::{sync::OnceCell, time::Instant};

use super::{
    Hub, TENDED_AT_A_TIME,
    topic::{self as order, Now, Telling},
};
use crate::{
    bus::Topic,
    by_car::ByCar,
    line::CarTag,
    near::{head_of, look_at},
    spare::Spare,
};

/// An order whose read is not yet told follows its car for as long before that is doubted.
const PATIENCE: Duration = Duration::from_secs(10);
/// Cars in one question to the bus.
const ASKED_AT_A_TIME: usize = 500;

/// All cars that this node listens to.
#[derive(Default)]
pub(super) struct Cars(Mutex<ByCar<Car>>);

/// A car that this node listens to.
struct Car {
    tag: CarTag,
    seen: Option<Arc<Sighting>>,
    /// The orders that it carries; mostly one.
    followers: SmallVec<[Follower; 1]>,
    /// Whether the bus was asked for it.
    listening: Arc<OnceCell<()>>,
}

/// A watched order that a car carries.
struct Follower {
    topic: Arc<order::Topic>,
    since: Instant,
}

/// What was seen of a car, and an order to which it is to be shown.
type ToShow<'a> = (&'a Arc<Sighting>, CarTag, Arc<order::Topic>);

impl Car {
    fn new(car: &CarId) -> Self {
        Self { tag: CarTag::from(car), seen: None, followers: SmallVec::new(), listening: Arc::default() }
    }

    /// Looks at what its next position needs; see [`crate::near`].
    fn look(&self) -> usize {
        self.seen.as_ref().map_or(0, head_of)
            + self.followers.iter().map(|Follower { topic, .. }| head_of(topic) + topic.look()).sum::<usize>()
    }

    /// Remembers the newest; false where it is not newer.
    fn see(&mut self, sighting: &Arc<Sighting>) -> bool {
        let is_new = self.seen.as_ref().is_none_or(|seen| seen.position.at < sighting.position.at);
        if is_new {
            self.seen = Some(Arc::clone(sighting));
        }
        is_new
    }

    fn follow(&mut self, topic: &Arc<order::Topic>) {
        let follower = Follower { topic: Arc::clone(topic), since: Instant::now() };
        match self.followers.iter_mut().find(|known| known.topic.order == topic.order) {
            Some(known) => *known = follower,
            None => self.followers.push(follower),
        }
    }
}

impl Cars {
    fn lock(&self) -> MutexGuard<'_, ByCar<Car>> {
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
    /// They are gone through kind by kind: cars, orders, lines; see [`crate::near`].
    pub(crate) fn see_all(&self, sightings: &[Arc<Sighting>], since: Instant) {
        let now = Now { day: self.0.parts.clock.now(), at: since };
        let topics = self.see_cars(sightings);
        let mut tellings = SmallVec::<[Telling<'_>; 1]>::with_capacity(topics.len());
        tellings.extend(topics.iter().filter_map(|(sighting, tag, topic)| topic.see(sighting, *tag, now)));
        look_at(tellings.iter().flat_map(Telling::lines).map(|line| line.look()));
        let Some(kind) = tellings.first().map(Telling::kind) else { return };
        // Counted together: of what is told together, the time of the last is kept anyhow.
        let written = tellings.into_iter().map(Telling::tell_uncounted).sum();
        self.metrics().wrote(kind, since, written);
    }

    /// Remembers what is new, with the orders to which it is to be shown.
    fn see_cars<'a>(&self, sightings: &'a [Arc<Sighting>]) -> SmallVec<[ToShow<'a>; 1]> {
        let mut topics = SmallVec::with_capacity(sightings.len());
        let mut cars = self.0.cars.lock();
        look_at(sightings.iter().filter_map(|sighting| cars.get(&sighting.car)).map(Car::look));
        for sighting in sightings {
            if let Some(car) = cars.get_mut(&sighting.car)
                && car.see(sighting)
            {
                let tag = car.tag;
                let follows = |follower: &Follower| (sighting, tag, Arc::clone(&follower.topic));
                topics.extend(car.followers.iter().map(follows));
            }
        }
        topics
    }

    /// The newest that is known of a car, on this node or any other.
    pub async fn sighting(&self, car: &CarId) -> Option<Sighting> {
        let kept = self.0.parts.bus.sighting(car).await;
        let seen = self.0.cars.lock().get(car).and_then(|car| car.seen.clone());
        match (kept, seen) {
            (Some(kept), Some(seen)) if seen.position.at > kept.position.at => Some(Arc::unwrap_or_clone(seen)),
            (kept, seen) => kept.or_else(|| seen.map(Arc::unwrap_or_clone)),
        }
    }

    /// The same of many cars; those that were not seen are left out.
    pub async fn sightings(&self, cars: &[CarId]) -> HashMap<CarId, Sighting> {
        let mut newest: HashMap<CarId, Sighting> = HashMap::new();
        for chunk in cars.chunks(ASKED_AT_A_TIME) {
            let kept = self.0.parts.bus.sightings(chunk).await;
            newest.extend(kept.into_iter().map(|sighting| (sighting.car.clone(), sighting)));
            // News do not wait for all of them.
            tokio::task::yield_now().await;
        }
        let known = self.0.cars.lock();
        for car in cars {
            let Some(seen) = known.get(car).and_then(|car| car.seen.clone()) else { continue };
            if newest.get(car).is_none_or(|kept| seen.position.at > kept.position.at) {
                newest.insert(car.clone(), Arc::unwrap_or_clone(seen));
            }
        }
        drop(known);
        newest
    }

    /// Listens to a car for an order; with the newest that is known of it.
    pub(super) async fn follow(&self, car: &CarId, topic: &Arc<order::Topic>) -> Option<Arc<Sighting>> {
        let listening = {
            let mut cars = self.0.cars.lock();
            let followed = cars.entry(car.clone()).or_insert_with(|| Car::new(car));
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
    pub(super) async fn look_for_cars(&self) {
        for sighting in self.0.parts.bus.sightings(&self.0.cars.all()).await {
            self.see(&Arc::new(sighting));
        }
    }

    /// Stops listening to cars that carry nothing which is watched here.
    pub(super) async fn tend_cars(&self) {
        for cars in self.0.cars.all().chunks(TENDED_AT_A_TIME) {
            cars.iter().for_each(|car| self.tend_car(car));
            // News do not wait for all of them.
            tokio::task::yield_now().await;
        }
        self.0.cars.lock().give_back();
    }

    fn tend_car(&self, car: &CarId) {
        let is_watched = |topic: &Arc<order::Topic>| {
            self.topics().get(&topic.order).is_some_and(|watched| Arc::ptr_eq(watched, topic))
        };
        let mut cars = self.0.cars.lock();
        let Some(Car { followers, .. }) = cars.get_mut(car) else { return };
        followers.retain(|Follower { topic, since }| {
            since.elapsed() < PATIENCE || (is_watched(topic) && topic.may_follow(car))
        });
        if followers.is_empty() {
            cars.remove(car);
            self.0.parts.bus.release(&Topic::Car(car.clone()));
        }
    }
}

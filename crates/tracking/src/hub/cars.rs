//! The cars that a node listens to: those which carry one of its watched orders to the door.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use domain::{car::Sighting, ids::CarId};
use jiff::Timestamp;
use smallvec::SmallVec;
use tokio::{sync::OnceCell, time::Instant};

use super::{Hub, TENDED_AT_A_TIME, topic as order};
use crate::{bus::Topic, by_car::ByCar, line::CarTag, spare::Spare};

/// An order whose read is not yet told follows its car for as long before that is doubted.
const PATIENCE: Duration = Duration::from_secs(10);
/// Cars in one question to the bus.
const ASKED_AT_A_TIME: usize = 500;

/// All cars that this node listens to.
#[derive(Default)]
pub(super) struct Cars(Mutex<ByCar<Arc<Car>>>);

/// A car that this node listens to.
struct Car {
    id: CarId,
    tag: CarTag,
    state: Mutex<CarState>,
    listening: OnceCell<()>,
}

#[derive(Default)]
struct CarState {
    /// The orders that it carries; mostly one or two.
    followers: SmallVec<[Follower; 2]>,
    seen: Option<Arc<Sighting>>,
}

/// A watched order that a car carries.
struct Follower {
    topic: Arc<order::Topic>,
    since: Instant,
}

impl CarState {
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

impl Car {
    fn new(car: &CarId) -> Self {
        Self { id: car.clone(), tag: CarTag::from(car), state: Mutex::default(), listening: OnceCell::new() }
    }

    fn lock(&self) -> MutexGuard<'_, CarState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cars {
    fn lock(&self) -> MutexGuard<'_, ByCar<Arc<Car>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all(&self) -> Vec<Arc<Car>> {
        self.lock().values().cloned().collect()
    }
}

impl Hub {
    /// Shows this node's watchers where a car was seen.
    pub fn see(&self, sighting: &Arc<Sighting>) {
        self.see_at(sighting, self.0.parts.clock.now());
    }

    /// The same, where the time of day is known already.
    pub(crate) fn see_at(&self, sighting: &Arc<Sighting>, now: Timestamp) {
        let car = self.0.cars.lock().get(&sighting.car).cloned();
        let Some(car) = car else { return };
        let topics: SmallVec<[Arc<order::Topic>; 2]> = {
            let mut state = car.lock();
            if !state.see(sighting) {
                return;
            }
            state.followers.iter().map(|follower| Arc::clone(&follower.topic)).collect()
        };
        topics.iter().for_each(|topic| topic.see(sighting, car.tag, now));
    }

    /// A car's name as this node has it in memory already, where it listens to the car.
    pub(crate) fn name_of(&self, car: &CarId) -> CarId {
        self.0.cars.lock().get_key_value(car).map_or(car, |(name, _)| name).clone()
    }

    /// The newest that is known of a car, on this node or any other.
    pub async fn sighting(&self, car: &CarId) -> Option<Sighting> {
        let kept = self.0.parts.bus.sighting(car).await;
        let seen = self.0.cars.lock().get(car).and_then(|car| car.lock().seen.clone());
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
            let Some(seen) = known.get(car).and_then(|car| car.lock().seen.clone()) else { continue };
            if newest.get(car).is_none_or(|kept| seen.position.at > kept.position.at) {
                newest.insert(car.clone(), Arc::unwrap_or_clone(seen));
            }
        }
        drop(known);
        newest
    }

    /// Listens to a car for an order; with the newest that is known of it.
    pub(super) async fn follow(&self, car: &CarId, topic: &Arc<order::Topic>) -> Option<Arc<Sighting>> {
        let followed = {
            let mut cars = self.0.cars.lock();
            let followed = Arc::clone(cars.entry(car.clone()).or_insert_with(|| Arc::new(Car::new(car))));
            followed.lock().follow(topic);
            followed
        };
        let subject = Topic::Car(car.clone());
        followed.listening.get_or_init(|| self.listen(&subject)).await;
        if followed.lock().seen.is_none()
            && let Some(sighting) = self.0.parts.bus.sighting(car).await
        {
            followed.lock().see(&Arc::new(sighting));
        }
        followed.lock().seen.clone()
    }

    /// Asks where the cars are: what was said of them meanwhile was not heard.
    pub(super) async fn look_for_cars(&self) {
        let cars: Vec<CarId> = self.0.cars.all().iter().map(|car| car.id.clone()).collect();
        for sighting in self.0.parts.bus.sightings(&cars).await {
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

    fn tend_car(&self, car: &Arc<Car>) {
        let is_watched = |topic: &Arc<order::Topic>| {
            self.topics().get(&topic.order).is_some_and(|watched| Arc::ptr_eq(watched, topic))
        };
        let is_left = {
            let mut state = car.lock();
            state.followers.retain(|follower| {
                let Follower { topic, since } = follower;
                since.elapsed() < PATIENCE || (is_watched(topic) && topic.may_follow(&car.id))
            });
            state.followers.is_empty()
        };
        if is_left {
            let mut cars = self.0.cars.lock();
            let is_known = cars.get(&car.id).is_some_and(|known| Arc::ptr_eq(known, car));
            // Somebody may have come meanwhile.
            if is_known && car.lock().followers.is_empty() {
                cars.remove(&car.id);
                self.0.parts.bus.release(&Topic::Car(car.id.clone()));
            }
        }
    }
}

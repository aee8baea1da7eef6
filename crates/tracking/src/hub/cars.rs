//! The cars that a node listens to: those which carry one of its watched orders to the door.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use domain::{
    car::Sighting,
    ids::{CarId, OrderId},
};
use tokio::{sync::OnceCell, time::Instant};

use super::Hub;
use crate::{bus::Topic, spare::Spare};

/// An order whose read is not yet told follows its car for as long before that is doubted.
const PATIENCE: Duration = Duration::from_secs(10);
/// Cars in one question to the bus.
const ASKED_AT_A_TIME: usize = 500;

/// All cars that this node listens to.
#[derive(Default)]
pub(super) struct Cars(Mutex<HashMap<CarId, Arc<Car>>>);

/// A car that this node listens to.
#[derive(Default)]
struct Car {
    state: Mutex<CarState>,
    listening: OnceCell<()>,
}

#[derive(Default)]
struct CarState {
    /// The orders that it carries, and since when they follow it.
    orders: HashMap<OrderId, Instant>,
    seen: Option<Sighting>,
}

impl CarState {
    /// Remembers the newest; false where it is not newer.
    fn see(&mut self, sighting: &Sighting) -> bool {
        let is_new = self.seen.as_ref().is_none_or(|seen| seen.position.at < sighting.position.at);
        if is_new {
            self.seen = Some(sighting.clone());
        }
        is_new
    }
}

impl Car {
    fn lock(&self) -> MutexGuard<'_, CarState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cars {
    fn lock(&self) -> MutexGuard<'_, HashMap<CarId, Arc<Car>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all(&self) -> Vec<(CarId, Arc<Car>)> {
        self.lock().iter().map(|(id, car)| (id.clone(), Arc::clone(car))).collect()
    }
}

impl Hub {
    /// Shows this node's watchers where a car was seen.
    pub fn see(&self, sighting: &Sighting) {
        let car = self.0.cars.lock().get(&sighting.car).cloned();
        let Some(car) = car else { return };
        let orders: Vec<OrderId> = {
            let mut state = car.lock();
            if !state.see(sighting) {
                return;
            }
            state.orders.keys().copied().collect()
        };
        let now = self.0.parts.clock.now();
        for order in orders {
            let topic = self.topics().get(&order).cloned();
            if let Some(topic) = topic {
                topic.see(sighting, now);
            }
        }
    }

    /// The newest that is known of a car, on this node or any other.
    pub async fn sighting(&self, car: &CarId) -> Option<Sighting> {
        let kept = self.0.parts.bus.sighting(car).await;
        let seen = self.0.cars.lock().get(car).and_then(|car| car.lock().seen.clone());
        match (kept, seen) {
            (Some(kept), Some(seen)) if seen.position.at > kept.position.at => Some(seen),
            (kept, seen) => kept.or(seen),
        }
    }

    /// The same of many cars; those that were not seen are left out.
    pub async fn sightings(&self, cars: &[CarId]) -> HashMap<CarId, Sighting> {
        let mut newest: HashMap<CarId, Sighting> = HashMap::new();
        for chunk in cars.chunks(ASKED_AT_A_TIME) {
            let kept = self.0.parts.bus.sightings(chunk).await;
            newest.extend(kept.into_iter().map(|sighting| (sighting.car.clone(), sighting)));
        }
        let known = self.0.cars.lock();
        for car in cars {
            let Some(seen) = known.get(car).and_then(|car| car.lock().seen.clone()) else { continue };
            if newest.get(car).is_none_or(|kept| seen.position.at > kept.position.at) {
                newest.insert(car.clone(), seen);
            }
        }
        drop(known);
        newest
    }

    /// Listens to a car for an order; with the newest that is known of it.
    pub(super) async fn follow(&self, car: &CarId, order: OrderId) -> Option<Sighting> {
        let followed = {
            let mut cars = self.0.cars.lock();
            let followed = Arc::clone(cars.entry(car.clone()).or_default());
            followed.lock().orders.insert(order, Instant::now());
            followed
        };
        let topic = Topic::Car(car.clone());
        followed.listening.get_or_init(|| self.listen(&topic)).await;
        if followed.lock().seen.is_none()
            && let Some(sighting) = self.0.parts.bus.sighting(car).await
        {
            followed.lock().see(&sighting);
        }
        followed.lock().seen.clone()
    }

    /// Asks where the cars are: what was said of them meanwhile was not heard.
    pub(super) async fn look_for_cars(&self) {
        let cars: Vec<CarId> = self.0.cars.all().into_iter().map(|(id, _)| id).collect();
        for sighting in self.0.parts.bus.sightings(&cars).await {
            self.see(&sighting);
        }
    }

    /// Stops listening to cars that carry nothing which is watched here.
    pub(super) fn tend_cars(&self) {
        for (id, car) in self.0.cars.all() {
            let mut state = car.lock();
            let follows = |order: &OrderId| {
                let topic = self.topics().get(order).cloned();
                topic.is_some_and(|topic| topic.may_follow(&id))
            };
            state.orders.retain(|order, since| since.elapsed() < PATIENCE || follows(order));
            if state.orders.is_empty() {
                drop(state);
                let mut cars = self.0.cars.lock();
                // Somebody may have come meanwhile.
                if car.lock().orders.is_empty() {
                    cars.remove(&id);
                    self.0.parts.bus.release(&Topic::Car(id));
                }
            }
        }
        self.0.cars.lock().give_back();
    }
}

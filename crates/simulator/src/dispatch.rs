//! Who travels together: orders of one restaurant that are ready about the same time share a car.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::{
    batch::{BatchPlan, BatchPlanner, Parcel},
    city_time::Seconds,
    parameters::CityParameters,
    receiver::silence,
    wire::CityPoint,
};

/// How long the first order waits for others. Shorter than a kitchen takes, so that whoever can still join has been
/// placed by the time the first is ready.
pub(crate) const WAITING: Seconds = 330;
/// The most stops of a batch.
const MAX_STOPS: usize = 3;
/// Batches draw from streams of their own, far from those of the orders.
const FIRST_STREAM: u64 = 1 << 32;

/// The dispatch of the chain.
pub(crate) struct CityDispatch {
    parameters: CityParameters,
    next_number: u64,
    /// By restaurant.
    counters: BTreeMap<String, Counter>,
}

/// Where a restaurant's parcels wait for a car.
struct Counter {
    place: CityPoint,
    /// In the order in which they are ready.
    parcels: Vec<Parcel>,
    /// When each of the restaurant's cars is back.
    cars: Vec<Seconds>,
}

impl CityDispatch {
    pub(crate) fn new(parameters: CityParameters) -> Self {
        Self { parameters, next_number: 0, counters: BTreeMap::new() }
    }

    /// An order will be ready.
    pub(crate) fn add(&mut self, restaurant_id: &str, place: CityPoint, parcel: Parcel) {
        let counter = || Counter { place, parcels: Vec::new(), cars: Vec::new() };
        let counter = self.counters.entry(restaurant_id.to_owned()).or_insert_with(counter);
        let place = counter.parcels.partition_point(|other| other.ready_at <= parcel.ready_at);
        counter.parcels.insert(place, parcel);
    }

    /// When the next batch begins: its first order is ready.
    pub(crate) fn due(&self) -> Option<Seconds> {
        self.first().map(|(at, _)| at)
    }

    /// The next batch.
    pub(crate) fn take(&mut self) -> Option<BatchPlan> {
        let (at, restaurant_id) = self.first().map(|(at, restaurant)| (at, restaurant.to_owned()))?;
        let counter = self.counters.get_mut(&restaurant_id)?;
        let together = counter.parcels.iter().take(MAX_STOPS).take_while(|parcel| parcel.ready_at <= at + WAITING);
        // Whoever came along would be too late, or too early, has a car of its own.
        let (count, chance, steps, trajectory) = (1..=together.count()).rev().find_map(|count| {
            let parcels = &counter.parcels[..count];
            // By its first order, so that a batch stays as it is whatever others do.
            let mut chance = ChaCha8Rng::seed_from_u64(self.parameters.seed);
            chance.set_stream(FIRST_STREAM + parcels[0].order);
            let (steps, trajectory) = BatchPlanner { chance: &mut chance, parcels, counter: counter.place }.plan()?;
            Some((count, chance, steps, trajectory))
        })?;
        counter.parcels.drain(..count);
        let number = self.next_number;
        self.next_number += 1;
        let mut chance = chance;
        let silence = silence(&mut chance, &trajectory, self.parameters.speed);
        let car = counter.send(at, trajectory.end());
        Some(BatchPlan { number, at, restaurant_id, car, steps, trajectory, silence })
    }

    fn first(&self) -> Option<(Seconds, &str)> {
        let firsts = self.counters.iter().filter_map(|(id, counter)| Some((counter.parcels.first()?.ready_at, id)));
        firsts.min().map(|(at, id)| (at, id.as_str()))
    }
}

impl Counter {
    /// Sends a car that is at home; another one is bought where none is. Answers which, from 1.
    fn send(&mut self, at: Seconds, back: Seconds) -> usize {
        let free = self.cars.iter().position(|free_at| *free_at <= at);
        let car = free.unwrap_or_else(|| {
            self.cars.push(back);
            self.cars.len() - 1
        });
        self.cars[car] = back;
        car + 1
    }
}

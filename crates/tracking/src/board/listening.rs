//! Counts the boards that need the news of each restaurant.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, PoisonError},
};

use bus::{Bus, Topic};
use domain::ids::RestaurantId;

/// By how many boards each restaurant is needed.
#[derive(Debug, Default)]
pub(crate) struct ListenedRestaurants(Mutex<HashMap<RestaurantId, usize>>);

impl ListenedRestaurants {
    /// One board more needs these.
    pub(crate) fn add(&self, restaurants: &HashSet<RestaurantId>) {
        let mut needed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        restaurants.iter().for_each(|restaurant| *needed.entry(*restaurant).or_default() += 1);
    }

    /// One board no longer needs these.
    pub(crate) fn release(&self, bus: &dyn Bus, restaurants: &HashSet<RestaurantId>) {
        let mut needed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for restaurant in restaurants {
            let Some(count) = needed.get_mut(restaurant) else { continue };
            *count -= 1;
            if *count == 0 {
                needed.remove(restaurant);
                bus.release(&Topic::Restaurant(*restaurant));
            }
        }
    }
}

//! The restaurants whose news this node hears for its boards: each as long as any board needs it.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, PoisonError},
};

use domain::ids::RestaurantId;
use futures_util::future::join_all;

use crate::{
    bus::{Bus, Topic},
    hub::Hub,
};

/// By how many boards each restaurant is needed.
#[derive(Debug, Default)]
pub(super) struct Listening(Mutex<HashMap<RestaurantId, usize>>);

impl Listening {
    /// Hears these from now on, for one board.
    pub(super) async fn listen(&self, hub: &Hub, restaurants: &HashSet<RestaurantId>) {
        {
            let mut needed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            restaurants.iter().for_each(|restaurant| *needed.entry(*restaurant).or_default() += 1);
        }
        // Also those that another board listens to: its own question may still be on its way.
        join_all(restaurants.iter().map(|restaurant| async { hub.listen(&Topic::Restaurant(*restaurant)).await }))
            .await;
    }

    /// One board no longer needs these.
    pub(super) fn release(&self, bus: &dyn Bus, restaurants: &HashSet<RestaurantId>) {
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

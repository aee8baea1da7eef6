//! Keeps the cars of boards up to date.

use std::{collections::HashSet, sync::Arc};

use domain::ids::CarId;
use live::{Connection, StateTopicId};
use tokio::time::{MissedTickBehavior, interval};

use crate::{
    board::{BoardFleet, Key},
    hub::Hub,
};

impl Hub {
    /// Shows the boards that asked for them where their cars are, once a second; does nothing while none
    /// asks.
    pub(crate) async fn run_fleets(self) {
        let fleets = &self.boards().fleets;
        let mut ticks = interval(self.limits().board_cars);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.stopped() => return,
            }
            let watched = fleets.watched();
            if watched.is_empty() {
                tokio::select! {
                    () = fleets.notify.notified() => {}
                    () = self.stopped() => return,
                }
                continue;
            }
            self.look_for_fleets(&watched).await;
        }
    }

    /// Lets a connection that watches a board see its cars, too.
    pub(crate) async fn watch_fleet(&self, key: &Key, connection: &Arc<dyn Connection>, board: StateTopicId) {
        let fleet = self.boards().fleets.enter(key);
        self.look_for_fleets(std::slice::from_ref(&fleet)).await;
        fleet.admit(connection, board);
    }

    /// Asks where all their cars are, in one question, and tells what has changed.
    async fn look_for_fleets(&self, fleets: &[Arc<BoardFleet>]) {
        let staff = &self.boards().staff;
        let cars: Vec<_> = fleets.iter().map(|fleet| staff.get(&fleet.key).map(|board| board.cars())).collect();
        let asked: HashSet<CarId> = cars.iter().flatten().flatten().cloned().collect();
        let sightings = self.bus().sightings(&asked.into_iter().collect::<Vec<_>>()).await;
        let now = self.deps().clock.now();
        for (fleet, cars) in fleets.iter().zip(cars) {
            fleet.show(&cars.unwrap_or_default(), &sightings, now);
            fleet.feed_all();
        }
    }
}

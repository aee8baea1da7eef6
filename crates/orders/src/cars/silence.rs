//! Cars that have fallen silent: their word no longer counts, the batch's does.

use std::sync::Arc;

use domain::ids::CarId;
use store::StoreError;

use super::ReportingCars;

impl ReportingCars {
    /// Looks for silent cars, now and then, until the node leaves. Every node does: whichever node a
    /// car reported to may be gone.
    pub(crate) async fn run_silence(self: Arc<Self>) {
        loop {
            tokio::select! {
                () = tokio::time::sleep(self.parts.limits.silence) => {}
                () = self.stop.cancelled() => return,
            }
            self.forget_the_gone();
            if let Err(error) = self.look_for_silence().await {
                tracing::warn!(error = %domain::error::chain(&error), "silent cars could not be looked for");
            }
        }
    }

    async fn look_for_silence(&self) -> Result<(), StoreError> {
        let deps = &self.parts.deps;
        let word = deps.store.cars().on_a_cars_word().await?;
        let mut cars: Vec<CarId> = word.iter().map(|(_, car)| car.clone()).collect();
        cars.sort_unstable();
        cars.dedup();
        let sightings = self.newest_sightings(&cars).await;
        for (order, car) in word {
            let now = deps.clock.now();
            let sighting = sightings.get(&car);
            let is_heard = sighting.is_some_and(|sighting| sighting.position.is_fresh(now));
            // While the bus is away a car may well report to another node.
            let is_certain = self.parts.bus.is_up() || sighting.is_some();
            if is_heard || !is_certain {
                continue;
            }
            if let Some(changed) = deps.store.cars().lose(order, &car, now).await? {
                self.forget(&car);
                self.announcer.estimate(&changed);
            }
        }
        Ok(())
    }
}

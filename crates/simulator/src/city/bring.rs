//! A batch from its first order to the car's return.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tokio::{sync::oneshot, time::Instant};
use tracing::warn;

use super::{CityError, OrderIdReceiver, OrderProgress, Run, given_up};
use crate::{
    batch::{BatchPlan, BatchStep},
    client::CallRefusal,
    receiver::Receiver,
    retry::RetryPauses,
    wire::{BatchRequest, PositionRequest},
};

/// Receivers draw from streams of their own, far from those of orders and batches.
const RECEIVERS: u64 = 1 << 33;
/// What receivers say of themselves, metres.
const ACCURACY: f64 = 5.0;
/// Metres a second in kilometres an hour.
const KMH: f64 = 3.6;

/// A batch under way.
struct Trip<'a> {
    run: &'a Run,
    plan: &'a BatchPlan,
    batch_id: String,
    car_id: &'a str,
    backoff: RetryPauses,
    /// Orders that have not left their kitchen yet.
    awaited: HashMap<u64, OrderIdReceiver>,
    /// The server's numbers of those that have, and are not at their end.
    aboard: BTreeMap<u64, String>,
    /// Those that the server knows to be in this batch.
    loaded: BTreeSet<String>,
}

impl Run {
    /// Does everything that a batch takes, each at its time, while its car says where it is.
    pub(super) async fn bring(
        &self,
        plan: &BatchPlan,
        awaited: HashMap<u64, OrderIdReceiver>,
    ) -> Result<(), CityError> {
        let car_id = format!("{}-{}-{}", self.city.prefix(), plan.restaurant_id, plan.car);
        let trip = Trip {
            run: self,
            plan,
            batch_id: format!("{}-batch-{}", self.name, plan.number),
            car_id: &car_id,
            backoff: self.city.backoff(u64::MAX - plan.number),
            awaited,
            aboard: BTreeMap::new(),
            loaded: BTreeSet::new(),
        };
        let (departs, departed) = oneshot::channel();
        tokio::try_join!(trip.act(departs), self.report(plan, &car_id, departed)).map(drop)
    }

    /// Says where the car is, from its departure until it is back.
    async fn report(&self, plan: &BatchPlan, car_id: &str, departed: oneshot::Receiver<()>) -> Result<(), CityError> {
        // A batch whose orders were all cancelled does not leave.
        if departed.await.is_err() {
            return Ok(());
        }
        let mut chance = ChaCha8Rng::seed_from_u64(self.city.options.seed);
        chance.set_stream(RECEIVERS + plan.number);
        let mut receiver = Receiver::new(chance);
        loop {
            let moment = self.pace.moment(Instant::now());
            if moment > seconds(plan.trajectory.end()) {
                return Ok(());
            }
            let is_silent = plan
                .silence
                .as_ref()
                .is_some_and(|span| (seconds(*span.start())..seconds(*span.end())).contains(&moment));
            if !is_silent {
                let position = self.position(plan, moment, &receiver);
                if let Err(refusal) = self.city.api.position(car_id, &position).await {
                    return given_up(&refusal, car_id);
                }
            }
            // Counted from the answer: what a machine slept through is not reported afterwards.
            tokio::time::sleep(receiver.pause(self.pace.speed())).await;
        }
    }

    fn position(&self, plan: &BatchPlan, moment: f64, receiver: &Receiver) -> PositionRequest {
        let spot = plan.trajectory.at(moment);
        let place = receiver.sees(spot.place, moment / self.pace.speed());
        PositionRequest {
            lat: place.lat,
            lng: place.lng,
            at: (self.city.options.clock)(),
            heading_deg: spot.heading_deg.map(f64::round),
            // As those see it who watch on the wall's time.
            speed_kmh: (spot.metres_per_second * self.pace.speed() * KMH).round(),
            accuracy_m: ACCURACY,
        }
    }
}

impl Trip<'_> {
    async fn act(mut self, departs: oneshot::Sender<()>) -> Result<(), CityError> {
        let mut departs = Some(departs);
        for act in &self.plan.steps {
            tokio::time::sleep_until(self.run.pace.instant(act.at())).await;
            match act {
                BatchStep::Aboard(_, stops) => self.load(stops).await?,
                BatchStep::Depart(_) => {
                    if let Some(departs) = departs.take().filter(|_| !self.aboard.is_empty()) {
                        self.depart(departs).await?;
                    }
                    departs = None;
                }
                BatchStep::Update(order, update) => {
                    let Some(order_id) = self.aboard.get(order).cloned() else { continue };
                    if self.run.update_status(&order_id, *order, update, &mut self.backoff).await?
                        == OrderProgress::Ended
                    {
                        self.aboard.remove(order);
                    }
                }
            }
        }
        Ok(())
    }

    /// Puts orders aboard, in the order in which they are brought. Those that never leave their kitchen, or that
    /// somebody has cancelled since, stay behind.
    async fn load(&mut self, stops: &[u64]) -> Result<(), CityError> {
        for order in stops {
            if let Some(arrival) = self.awaited.remove(order)
                && let Ok(order_id) = arrival.await
            {
                if let Some(at) = self.plan.over_at(*order) {
                    let wall = (self.run.city.options.clock)();
                    self.run.city.running.set_arrival(&order_id, self.run.pace.wall(at, Instant::now(), wall));
                }
                self.aboard.insert(*order, order_id);
            }
        }
        loop {
            let stops: Vec<String> = stops.iter().filter_map(|order| self.aboard.get(order).cloned()).collect();
            if stops.is_empty() {
                return Ok(());
            }
            let batch = BatchRequest { car_id: self.car_id, stops: &stops };
            match self.run.city.api.put_batch(&self.batch_id, &batch, &mut self.backoff).await {
                Ok(()) => {
                    for order_id in stops {
                        self.run.city.running.set_status(&order_id, 6);
                        if self.loaded.insert(order_id.clone()) {
                            self.run.city.watchers.pushed_along(&order_id, 5);
                            self.run.city.watchers.pushed_along(&order_id, 6);
                        }
                    }
                    return Ok(());
                }
                Err(CallRefusal::Moved { order: Some(moved), .. }) if stops.contains(&moved) => {
                    warn!(order_id = moved, "an order does not travel along");
                    self.leave_behind(&moved);
                }
                Err(refusal) => {
                    stops.iter().for_each(|order_id| self.leave_behind(order_id));
                    return given_up(&refusal, &self.batch_id);
                }
            }
        }
    }

    async fn depart(&mut self, departs: oneshot::Sender<()>) -> Result<(), CityError> {
        if let Err(refusal) = self.run.city.api.depart(&self.batch_id, &mut self.backoff).await {
            let left: Vec<String> = self.aboard.values().cloned().collect();
            left.iter().for_each(|order_id| self.leave_behind(order_id));
            return given_up(&refusal, &self.batch_id);
        }
        for order_id in self.aboard.values() {
            self.run.city.running.set_status(order_id, 8);
            self.run.city.watchers.pushed_along(order_id, 8);
        }
        // Who waits for it lives as long as this.
        let _heard = departs.send(());
        Ok(())
    }

    fn leave_behind(&mut self, order_id: &str) {
        self.run.city.running.remove(order_id);
        self.run.city.watchers.leave(order_id);
        self.aboard.retain(|_, known| known != order_id);
    }
}

#[expect(clippy::cast_precision_loss, reason = "a city lives for less than 2^53 seconds")]
fn seconds(at: crate::city_time::Seconds) -> f64 {
    at as f64
}

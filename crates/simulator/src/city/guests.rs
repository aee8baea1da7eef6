//! What people order in the shop themselves: who tries a demo sees their own pizza baked and brought.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tokio::{sync::oneshot, task::JoinSet, time::Instant};

use super::{CityError, OrderProgress, Run, ended_well, given_up};
use crate::{
    batch::{BatchPlan, BatchPlanner, DoorAnswer, Parcel},
    city_time::{Seconds, in_the_city},
    customer::Exchange,
    lifecycle::{Lifecycle, Outcome, StageDurations, StageTimes, StatusUpdate, until_ready},
    preorder,
    wire::{OpenOrder, ShopRow, WireOrderType},
};

/// How long a restaurant's counter is not looked at, so that the server has little to do for those who order nothing.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);
/// Guests' orders draw from streams of their own, far from all others, and have numbers far from those of the plan.
const FIRST_NUMBER: u64 = 1 << 40;
/// Their cars too.
const FIRST_CAR: usize = 1_000;
/// From this status on an order has left its kitchen.
pub(super) const LEFT: i16 = 5;

/// What becomes of a guest's order: what its kitchen says, and the car that brings it.
struct Service {
    number: u64,
    updates: Vec<StatusUpdate>,
    batch: Option<BatchPlan>,
}

impl Run {
    /// Takes up what others than the city's own customers order in the shop, for as long as the city lives.
    pub(super) async fn serve_guests(self: Arc<Self>, shops: Vec<ShopRow>) -> Result<(), CityError> {
        if !self.city.options.serves_guests {
            return Ok(());
        }
        let (mut known, mut services, mut numbers) = (HashSet::new(), JoinSet::new(), FIRST_NUMBER..);
        let mut backoff = self.city.backoff(FIRST_NUMBER);
        loop {
            for shop in &shops {
                let open = match self.city.api.open_orders(&shop.restaurant_id, &mut backoff).await {
                    Ok(open) => open,
                    Err(refusal) => given_up(&refusal, &shop.restaurant_id).map(|()| Vec::new())?,
                };
                let guests = open.into_iter().filter(|order| self.is_of_a_guest(order));
                for (order, number) in guests.filter(|order| known.insert(order.order_id.clone())).zip(&mut numbers) {
                    let (run, service) = (Arc::clone(&self), self.service(&order, shop, number));
                    services.spawn(async move { run.serve(&order.order_id, service).await });
                }
                tokio::time::sleep(BETWEEN_LOOKS).await;
            }
            while let Some(ended) = services.try_join_next() {
                ended_well(ended)?;
            }
        }
    }

    /// Whether it still has to be made, for somebody who is no customer of the city's own. What a shop elsewhere has named
    /// is that shop's business.
    fn is_of_a_guest(&self, order: &OpenOrder) -> bool {
        let phone = order.customer.phone.as_deref().unwrap_or_default();
        let is_ours = phone.starts_with(&Exchange::of(&self.city.prefix()).prefix());
        order.external_id.is_none() && order.status < LEFT && !is_ours
    }

    /// Plans as for every order: its restaurant's minutes, and a car of its own.
    fn service(&self, order: &OpenOrder, shop: &ShopRow, number: u64) -> Service {
        let mut chance = ChaCha8Rng::seed_from_u64(self.city.options.seed);
        chance.set_stream(number);
        let is_delivery = order.order_type == WireOrderType::Delivery;
        let durations = StageDurations::of(shop.usual_minutes(order.order_type), is_delivery).drawn(&mut chance);
        let is_driven = is_delivery && !shop.no_delivery_tracking;
        let outcome = if is_driven { Outcome::Batched } else { Outcome::Served { road: durations.road } };
        let Lifecycle { updates, done_at } =
            Lifecycle::drawn(&mut chance, self.stage_times(order, shop, durations), outcome, is_delivery);
        let parcel = Parcel {
            order: number,
            ready_at: done_at,
            road: durations.road,
            place: order.customer.coordinates.unwrap_or(shop.coordinates()),
            door: DoorAnswer::Opens,
        };
        let written = is_driven
            .then(|| BatchPlanner { chance: &mut chance, parcels: &[parcel], counter: shop.coordinates() }.plan());
        let batch = written.flatten().map(|(steps, trajectory)| BatchPlan {
            number,
            at: done_at,
            restaurant_id: shop.restaurant_id.clone(),
            car: FIRST_CAR + usize::try_from(number - FIRST_NUMBER).unwrap_or_default(),
            steps,
            trajectory,
            silence: None,
        });
        let updates = updates.into_iter().filter(|update| update.status > order.status).collect();
        Service { number, updates, batch }
    }

    /// When its kitchen does what. A preorder is accepted at once, and begun in good time.
    fn stage_times(&self, order: &OpenOrder, shop: &ShopRow, durations: StageDurations) -> StageTimes {
        let now = self.now();
        let accepted_at = now + durations.accepting;
        let begun_at = accepted_at + durations.waiting;
        let speed = self.pace.speed();
        let in_good_time = order.pre_order_time.map_or(begun_at, |asked| {
            let ahead = asked.as_second() - (self.city.options.clock)().as_second();
            now + in_the_city(ahead, speed) - preorder::lead(durations, speed)
        });
        let making_at = begun_at.max(in_good_time);
        let baking_at = making_at + durations.making;
        let done_at = baking_at + durations.baking;
        let until_ready = until_ready(done_at + durations.road - accepted_at, shop.way(durations.road > 0));
        StageTimes { accepted_at, making_at, baking_at, done_at, until_ready }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a city lives for less than 2^53 seconds")]
    fn now(&self) -> Seconds {
        self.pace.moment(Instant::now()).ceil() as Seconds
    }

    /// Makes its kitchen's status updates, each at its time, and has it brought.
    async fn serve(&self, order_id: &str, service: Service) -> Result<(), CityError> {
        let Service { number, updates, batch } = service;
        let mut backoff = self.city.backoff(number);
        for update in &updates {
            if self.update_status(order_id, number, update, &mut backoff).await? == OrderProgress::Ended {
                return Ok(());
            }
        }
        let Some(batch) = batch else { return Ok(()) };
        let (handover, arrival) = oneshot::channel();
        drop(handover.send(order_id.to_owned()));
        self.bring(&batch, HashMap::from([(number, arrival)])).await
    }
}

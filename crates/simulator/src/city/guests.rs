//! What people order in the shop themselves: who tries a demo sees their own pizza baked and brought.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tokio::{sync::oneshot, task::JoinSet, time::Instant};

use super::{CityError, Pressed, Run, ended_well, given_up};
use crate::{
    batch::{BatchPlan, Door, Parcel, Script},
    course::{Course, Fate, Needs, Press, Start, course, until_ready},
    customer::Exchange,
    plan::{Seconds, in_the_city},
    preorder,
    wire::{OpenOrder, OrderType, Shop},
};

/// How long a restaurant's counter is not looked at, so that the server has little to do for those who order nothing.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);
/// Guests' orders draw from streams of their own, far from all others, and have numbers far from those of the plan.
const FIRST_NUMBER: u64 = 1 << 40;
/// Their cars too.
const FIRST_CAR: usize = 1_000;
/// From this status on an order has left its kitchen.
pub(super) const LEFT: i16 = 5;

/// What becomes of a guest's order: what its kitchen presses, and the car that brings it.
struct Service {
    number: u64,
    presses: Vec<Press>,
    batch: Option<BatchPlan>,
}

impl Run {
    /// Takes up what others than the city's own customers order in the shop, for as long as the city lives.
    pub(super) async fn serve_guests(self: Arc<Self>, shops: Vec<Shop>) -> Result<(), CityError> {
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
    fn service(&self, order: &OpenOrder, shop: &Shop, number: u64) -> Service {
        let mut chance = ChaCha8Rng::seed_from_u64(self.city.options.seed);
        chance.set_stream(number);
        let is_delivery = order.order_type == OrderType::Delivery;
        let needs = Needs::of(shop.usual_minutes(order.order_type), is_delivery).drawn(&mut chance);
        let is_driven = is_delivery && !shop.no_delivery_tracking;
        let fate = if is_driven { Fate::Driven } else { Fate::Served { road: needs.road } };
        let Course { presses, done_at } = course(&mut chance, self.start(order, shop, needs), fate, is_delivery);
        let parcel = Parcel {
            order: number,
            ready_at: done_at,
            road: needs.road,
            place: order.customer.coordinates.unwrap_or(shop.coordinates()),
            door: Door::Opens,
        };
        let written =
            is_driven.then(|| Script { chance: &mut chance, parcels: &[parcel], counter: shop.coordinates() }.write());
        let batch = written.flatten().map(|(acts, way)| BatchPlan {
            number,
            at: done_at,
            restaurant_id: shop.restaurant_id.clone(),
            car: FIRST_CAR + usize::try_from(number - FIRST_NUMBER).unwrap_or_default(),
            acts,
            way,
            silence: None,
        });
        let presses = presses.into_iter().filter(|press| press.status > order.status).collect();
        Service { number, presses, batch }
    }

    /// When its kitchen does what. A preorder is accepted at once, and begun in good time.
    fn start(&self, order: &OpenOrder, shop: &Shop, needs: Needs) -> Start {
        let now = self.now();
        let accepted_at = now + needs.accepting;
        let begun_at = accepted_at + needs.waiting;
        let speed = self.pace.speed();
        let in_good_time = order.pre_order_time.map_or(begun_at, |asked| {
            let ahead = asked.as_second() - (self.city.options.clock)().as_second();
            now + in_the_city(ahead, speed) - preorder::lead(needs, speed)
        });
        let making_at = begun_at.max(in_good_time);
        let baking_at = making_at + needs.making;
        let done_at = baking_at + needs.baking;
        let until_ready = until_ready(done_at + needs.road - accepted_at, shop.way(needs.road > 0));
        Start { accepted_at, making_at, baking_at, done_at, until_ready }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a city lives for less than 2^53 seconds")]
    fn now(&self) -> Seconds {
        self.pace.moment(Instant::now()).ceil() as Seconds
    }

    /// Makes its kitchen's presses, each at its time, and has it brought.
    async fn serve(&self, order_id: &str, service: Service) -> Result<(), CityError> {
        let Service { number, presses, batch } = service;
        let mut backoff = self.city.backoff(number);
        for press in &presses {
            if self.press(order_id, number, press, &mut backoff).await? == Pressed::Ended {
                return Ok(());
            }
        }
        let Some(batch) = batch else { return Ok(()) };
        let (handover, arrival) = oneshot::channel();
        drop(handover.send(order_id.to_owned()));
        self.bring(&batch, HashMap::from([(number, arrival)])).await
    }
}

//! Who orders what, and what the kitchens make of it: an endless sequence of orders, from a seed alone.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::{
    addresses::Addresses,
    basket::basket,
    batch::{DoorAnswer, Parcel},
    city_time::{Seconds, whole_seconds},
    customer::customer,
    delivery_area::DeliveryArea,
    demand::USUAL_ORDERS_PER_MINUTE,
    kitchen::{KitchenQueues, KitchenSlot},
    lifecycle::{Lifecycle, Outcome, StageDurations, StageTimes, StatusUpdate, until_ready},
    menu::CityMenu,
    parameters::CityParameters,
    preorder::{Preorder, PreorderHorizon},
    promise::Promise,
    wire::{CityPoint, OrderedItem, OrderingCustomer, ShopRow, WireOrderType},
};

/// The longest that an order can be under way that is not for later; so long before 0 the sequence begins.
pub(crate) const WARM_UP: Seconds = 150 * 60;
/// An order for later is counted as one for so long, whichever meal it is for.
const LATER: Seconds = 12 * 60 * 60;
/// How even the sequence of orders is: each gap is within this share of the mean.
const UNEVENNESS: f64 = 0.4;
/// Between two orders of the sequence there is now and then one more, which fills no place in it.
const SOON_SHARE: f64 = 0.04;
const LATER_SHARE: f64 = 0.04;
const CANCELLED_SHARE: f64 = 0.06;
/// Preorders wait for long: more of them than this at a time would be all that one sees.
const MAX_SOON: f64 = 2.0;
const MAX_LATER: f64 = 4.0;
/// Of the deliveries, how many find the door shut.
const SHUT_SHARE: f64 = 0.06;
/// Of the deliveries, how many go out of the same kitchen as the one before: some of them travel together.
const SAME_KITCHEN_SHARE: f64 = 0.58;
/// Restaurants with so many known houses around are where the life is; the others see an order now and then.
const MANY_HOUSES: usize = 100;
/// Among so many orders no two have the same name, and no two neighbours the same dish.
const REMEMBERED: usize = 24;
/// So often somebody is drawn again who was there just now.
const MAX_DRAWS: usize = 8;

/// Everything about one order, before it happens.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OrderPlan {
    /// Counts from 0, also over those that are over before the city opens.
    pub(crate) number: u64,
    /// When it is placed.
    pub(crate) at: Seconds,
    pub(crate) restaurant_id: String,
    pub(crate) restaurant_name: String,
    pub(crate) order_type: WireOrderType,
    /// The time asked for.
    pub(crate) preorder_at: Option<Seconds>,
    /// Minutes on the wall from its placing in which the shop promised it; none where that is left to the server.
    pub(crate) promised_minutes: Option<u32>,
    /// Whether that is too early.
    pub(crate) is_hasty: bool,
    pub(crate) customer: OrderingCustomer,
    /// Where its door is, of a delivery.
    pub(crate) place: Option<CityPoint>,
    pub(crate) items: Vec<OrderedItem>,
    /// What its kitchen says; and everything else too, unless it is brought in a batch.
    pub(crate) updates: Vec<StatusUpdate>,
    /// When it leaves its kitchen; unless it is brought, it is over then (docs/spec/hub.md, "When an order is over"),
    /// and an update may follow.
    pub(crate) done_at: Seconds,
    /// What is to be brought in a batch.
    pub(crate) parcel: Option<Parcel>,
}

impl OrderPlan {
    /// When the last of its status updates is made.
    pub(crate) fn ends_at(&self) -> Seconds {
        self.updates.iter().map(|update| update.at).max().unwrap_or(self.done_at)
    }

    /// Comes so much later, with all that is done to it.
    fn put_off(&mut self, seconds: Seconds) {
        self.at += seconds;
        self.done_at += seconds;
        self.updates.iter_mut().for_each(|update| update.at += seconds);
        if let Some(parcel) = &mut self.parcel {
            parcel.ready_at += seconds;
        }
    }
}

/// An endless iterator over the orders of the city, in the order of their placing.
pub(crate) struct OrderStream {
    parameters: CityParameters,
    /// By how much some of them come later than they would.
    delays: BTreeMap<u64, Seconds>,
    /// How many times as many orders there are as in the usual city.
    times: f64,
    menu: Arc<CityMenu>,
    shops: Vec<ShopRow>,
    /// Of each shop.
    kitchens: Vec<KitchenQueues>,
    delivery_areas: Vec<DeliveryArea>,
    chance: ChaCha8Rng,
    next_at: Seconds,
    next_number: u64,
    last_took_the_road: bool,
    /// The restaurant of the last delivery.
    last_shop: Option<usize>,
    /// When those preorders that may still be open are over.
    preorders: Vec<(PreorderHorizon, Seconds)>,
    /// Names of those who ordered last.
    names: VecDeque<String>,
    last_dish: String,
    planned: VecDeque<OrderPlan>,
}

impl OrderStream {
    /// For these restaurants; `None` where none of them is in business.
    pub(crate) fn new(
        parameters: CityParameters,
        shops: Vec<ShopRow>,
        menu: Arc<CityMenu>,
        delays: BTreeMap<u64, Seconds>,
    ) -> Option<Self> {
        let shops: Vec<ShopRow> = shops.into_iter().filter(|shop| shop.is_active).collect();
        let times = parameters.orders_per_minute / USUAL_ORDERS_PER_MINUTE;
        let addresses = Addresses::built_in();
        (!shops.is_empty()).then(|| Self {
            parameters,
            delays,
            times,
            menu,
            kitchens: vec![KitchenQueues::for_times_the_orders(times); shops.len()],
            delivery_areas: shops.iter().map(|shop| DeliveryArea::of(shop, &addresses)).collect(),
            shops,
            chance: ChaCha8Rng::seed_from_u64(parameters.seed),
            next_at: -WARM_UP,
            next_number: 0,
            last_took_the_road: false,
            last_shop: None,
            preorders: Vec::new(),
            names: VecDeque::new(),
            last_dish: String::new(),
            planned: VecDeque::new(),
        })
    }

    /// One place in the sequence: an order, and perhaps an extra one before the next.
    fn plan_on(&mut self) {
        let at = self.next_at;
        let mean_gap = 60.0 / (self.parameters.orders_per_minute * self.parameters.demand_factor_at(at));
        let gap = mean_gap * self.chance.random_range(1.0 - UNEVENNESS..=1.0 + UNEVENNESS);
        self.next_at += whole_seconds(gap).max(1);
        let (order_type, shop) = self.regular();
        let outcome = self.outcome(order_type, shop);
        self.order(at, order_type, shop, outcome, None);

        let between = at + whole_seconds(gap / 2.0);
        let lot: f64 = self.chance.random();
        if lot < SOON_SHARE {
            self.preorder(between, PreorderHorizon::Soon, MAX_SOON);
        } else if lot < SOON_SHARE + LATER_SHARE {
            self.preorder(between, PreorderHorizon::Later, MAX_LATER);
        } else if lot < SOON_SHARE + LATER_SHARE + CANCELLED_SHARE {
            let (order_type, shop) = self.any();
            self.order(between, order_type, shop, Outcome::Cancelled, None);
        }
    }

    fn preorder(&mut self, at: Seconds, ahead: PreorderHorizon, most: f64) {
        self.preorders.retain(|(_, over_at)| *over_at > at);
        let waiting = self.preorders.iter().filter(|(other, _)| *other == ahead).count();
        if f64::from(u32::try_from(waiting).unwrap_or(u32::MAX)) < (most * self.times).max(1.0) {
            let (order_type, shop) = self.any();
            let outcome = self.outcome(order_type, shop);
            self.order(at, order_type, shop, outcome, Some(ahead));
        }
    }

    /// Two of three orders take the road, and never two in a row do not: so somebody is always on the way.
    fn regular(&mut self) -> (WireOrderType, usize) {
        let takes_the_road = !self.last_took_the_road || self.chance.random_bool(0.5);
        self.last_took_the_road = takes_the_road;
        let tracked = if takes_the_road { self.tracked_shop() } else { None };
        tracked.map_or_else(|| self.off_the_road(), |shop| (WireOrderType::Delivery, shop))
    }

    fn tracked_shop(&mut self) -> Option<usize> {
        let again = self.chance.random_bool(SAME_KITCHEN_SHARE);
        if !again || self.last_shop.is_none() {
            self.last_shop = self.shop(WireOrderType::Delivery, |shop| !shop.no_delivery_tracking);
        }
        self.last_shop
    }

    fn off_the_road(&mut self) -> (WireOrderType, usize) {
        let lot: f64 = self.chance.random();
        if lot < 0.15
            && let Some(shop) = self.shop(WireOrderType::Delivery, |shop| shop.no_delivery_tracking)
        {
            return (WireOrderType::Delivery, shop);
        }
        let order_type = if lot < 0.65 { WireOrderType::Pickup } else { WireOrderType::Eatin };
        let shop = self.shop(order_type, |_| true).expect("there is a shop, and each of them has a counter");
        (order_type, shop)
    }

    fn any(&mut self) -> (WireOrderType, usize) {
        if self.chance.random_bool(0.5)
            && let Some(shop) = self.shop(WireOrderType::Delivery, |_| true)
        {
            return (WireOrderType::Delivery, shop);
        }
        self.off_the_road()
    }

    /// Some restaurant that can serve this type of order, most often one where the life is.
    fn shop(&mut self, order_type: WireOrderType, fits: impl Fn(&ShopRow) -> bool) -> Option<usize> {
        let houses = |at: usize| self.delivery_areas[at].len();
        let serves =
            |at: usize| order_type != WireOrderType::Delivery || (self.shops[at].has_delivery && houses(at) > 0);
        let able: Vec<usize> = (0..self.shops.len()).filter(|at| serves(*at) && fits(&self.shops[*at])).collect();
        let weight = |at: &usize| if houses(*at) >= MANY_HOUSES { 6 } else { 1 };
        able.choose_weighted(&mut self.chance, weight).ok().copied()
    }

    fn outcome(&self, order_type: WireOrderType, shop: usize) -> Outcome {
        let is_driven = order_type == WireOrderType::Delivery && !self.shops[shop].no_delivery_tracking;
        let road = self.durations(order_type, shop).road;
        if is_driven { Outcome::Batched } else { Outcome::Served { road } }
    }

    /// How long it takes a restaurant, as it says itself.
    fn minutes(&self, order_type: WireOrderType, shop: usize) -> u32 {
        self.shops[shop].usual_minutes(order_type)
    }

    fn durations(&self, order_type: WireOrderType, shop: usize) -> StageDurations {
        StageDurations::of(self.minutes(order_type, shop), order_type == WireOrderType::Delivery)
    }

    fn order(
        &mut self,
        at: Seconds,
        order_type: WireOrderType,
        shop: usize,
        outcome: Outcome,
        ahead: Option<PreorderHorizon>,
    ) {
        let number = self.next_number;
        self.next_number += 1;
        // Each order has its own chance, so that a change to one leaves the others as they are.
        let mut chance = ChaCha8Rng::seed_from_u64(self.parameters.seed);
        chance.set_stream(number + 1);

        let durations = self.durations(order_type, shop);
        let preorder = ahead.map(|ahead| ahead.times(&mut chance, at, durations, &self.parameters));
        let (stages, waited) = self.stage_times(at, shop, durations.drawn(&mut chance), preorder);
        let is_delivery = order_type == WireOrderType::Delivery;
        let Lifecycle { updates, done_at } = Lifecycle::drawn(&mut chance, stages, outcome, is_delivery);
        let house = if is_delivery { self.delivery_areas[shop].house(&mut chance) } else { None };
        let parcel = house.filter(|_| outcome == Outcome::Batched).map(|house| {
            let door = door(&mut chance);
            Parcel { order: number, ready_at: done_at, road: durations.road, place: house.coordinates, door }
        });
        let minutes = self.minutes(order_type, shop);
        let promise = Promise::drawn(&mut chance, minutes);
        let was_before = at <= self.parameters.opens_at;
        let is_promised = preorder.is_none() && (was_before || promise.is_hasty());
        let city = self.shops[shop].city.as_str();
        let customer = drawn_until(
            &mut chance,
            |chance| customer(chance, self.parameters.exchange, house.map(|house| (house, city))),
            |one| !self.names.contains(&one.name),
        );
        let items = drawn_until(
            &mut chance,
            |chance| basket(chance, &self.menu, order_type),
            |items| items.first().is_some_and(|item| item.name != self.last_dish),
        );
        let mut order = OrderPlan {
            number,
            at,
            restaurant_id: self.shops[shop].restaurant_id.clone(),
            restaurant_name: self.shops[shop].display_name.clone(),
            order_type,
            preorder_at: preorder.map(|times| times.asked),
            promised_minutes: is_promised.then(|| promise.made_before(minutes, waited)),
            is_hasty: preorder.is_none() && promise.is_hasty(),
            customer,
            place: house.map(|house| house.coordinates),
            items,
            updates,
            done_at,
            parcel,
        };
        if let Some(delay) = self.delays.get(&number) {
            order.put_off(*delay);
        }
        self.remember(&order, ahead, at);
        self.planned.push_back(order);
    }

    /// Remembers what others are to differ from, whenever the city opens.
    fn remember(&mut self, order: &OrderPlan, ahead: Option<PreorderHorizon>, at: Seconds) {
        self.names.push_back(order.customer.name.clone());
        if self.names.len() > REMEMBERED {
            self.names.pop_front();
        }
        self.last_dish = order.items.first().map(|item| item.name.clone()).unwrap_or_default();
        let until = |ahead| if ahead == PreorderHorizon::Later { at + LATER } else { order.done_at };
        self.preorders.extend(ahead.map(|ahead| (ahead, until(ahead))));
    }

    /// When its kitchen does what, and how long the order waits for it.
    fn stage_times(
        &mut self,
        at: Seconds,
        shop: usize,
        durations: StageDurations,
        preorder: Option<Preorder>,
    ) -> (StageTimes, Seconds) {
        let StageDurations { accepting, waiting, making, baking, .. } = durations;
        let accepted_at = at + accepting;
        let turn = match preorder {
            // A preorder is begun when its time comes, whoever else waits.
            Some(Preorder { making_at, .. }) => KitchenSlot { making_at, baking_at: making_at + making, waited: 0 },
            None => self.kitchens[shop].take(accepted_at + waiting, making, baking),
        };
        let KitchenSlot { making_at, baking_at, waited } = turn;
        let done_at = baking_at + baking;
        let until_ready = until_ready(done_at + durations.road - accepted_at, self.shops[shop].way(durations.road > 0));
        (StageTimes { accepted_at, making_at, baking_at, done_at, until_ready }, waited)
    }
}

/// Draws until it is right, or until it was tried often enough.
fn drawn_until<T>(chance: &mut ChaCha8Rng, draw: impl Fn(&mut ChaCha8Rng) -> T, is_right: impl Fn(&T) -> bool) -> T {
    let mut drawn = draw(chance);
    for _ in 1..MAX_DRAWS {
        if is_right(&drawn) {
            break;
        }
        drawn = draw(chance);
    }
    drawn
}

impl Iterator for OrderStream {
    type Item = OrderPlan;

    fn next(&mut self) -> Option<OrderPlan> {
        while self.planned.is_empty() {
            self.plan_on();
        }
        self.planned.pop_front()
    }
}

fn door(chance: &mut ChaCha8Rng) -> DoorAnswer {
    if !chance.random_bool(SHUT_SHARE) {
        return DoorAnswer::Opens;
    }
    if chance.random_bool(0.6) { DoorAnswer::OpensLater } else { DoorAnswer::StaysShut }
}

//! Who orders what, and what the kitchens make of it: an endless row of orders, from a seed alone.

use std::collections::VecDeque;

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::{
    addresses::{Addresses, House},
    basket::basket,
    batch::{Door, Parcel},
    course::{ACCEPTING, Course, Fate, MAKING, Press, READING, Start, course},
    customer::customer,
    kitchen::Kitchen,
    menu::Menu,
    plan::Seconds,
    way::metres,
    wire::{Customer, Item, OrderType, Shop},
};

/// The longest that an order can be under way, preorders included; so long before 0 the row begins.
pub(crate) const WARM_UP: Seconds = 150 * 60;
/// How far ahead preorders are placed.
const PREORDERED: std::ops::RangeInclusive<Seconds> = 60 * 60..=100 * 60;
/// How long before its time a preorder is begun: for a door, for a counter.
const DELIVERY_LEAD: Seconds = 26 * 60;
const COUNTER_LEAD: Seconds = 11 * 60;
/// About how long a drive takes.
const ROAD: Seconds = 10 * 60;
/// How even the row of orders is: each gap is within this share of the mean.
const UNEVENNESS: f64 = 0.2;
/// Between two orders of the row there is now and then one more, which fills no place in it.
const PREORDER_SHARE: f64 = 0.08;
/// They wait for long: more than this many at a time would be all that one sees.
const MAX_PREORDERS: usize = 2;
const CANCELLED_SHARE: f64 = 0.07;
/// Of the deliveries, how many find the door shut.
const SHUT_SHARE: f64 = 0.06;
/// Of the deliveries, how many go out of the same kitchen as the one before: some of them travel together.
const SAME_KITCHEN_SHARE: f64 = 0.5;
/// A city with this many known houses is where the life is; the others see an order now and then.
const MANY_HOUSES: usize = 100;

/// Everything about one order, before it happens.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OrderPlan {
    /// Counts from 0, also over those that are over before the city opens.
    pub(crate) number: u64,
    /// When it is placed.
    pub(crate) at: Seconds,
    pub(crate) restaurant_id: String,
    pub(crate) restaurant_name: String,
    pub(crate) order_type: OrderType,
    /// The time asked for.
    pub(crate) preorder_at: Option<Seconds>,
    pub(crate) customer: Customer,
    pub(crate) items: Vec<Item>,
    /// What its kitchen presses; and everything else too, unless it is brought in a batch.
    pub(crate) presses: Vec<Press>,
    /// When it leaves its kitchen; unless it is brought, it is over then (contract, "Statuses"), and a press may follow.
    pub(crate) done_at: Seconds,
    /// What is to be brought in a batch.
    pub(crate) parcel: Option<Parcel>,
}

/// An endless iterator over the orders of the city, in the order of their placing.
pub(crate) struct Orders {
    seed: u64,
    mean_gap: f64,
    menu: Menu,
    addresses: Addresses,
    shops: Vec<Shop>,
    kitchens: Vec<Kitchen>,
    chance: ChaCha8Rng,
    next_at: Seconds,
    next_number: u64,
    last_took_the_road: bool,
    /// The restaurant of the last delivery.
    last_shop: Option<usize>,
    /// When those preorders that may still be open are over.
    preorders_over_at: Vec<Seconds>,
    planned: VecDeque<OrderPlan>,
}

impl Orders {
    /// For these restaurants; `None` where none of them is in business.
    pub(crate) fn new(seed: u64, orders_per_minute: f64, shops: Vec<Shop>) -> Option<Self> {
        let shops: Vec<Shop> = shops.into_iter().filter(|shop| shop.is_active).collect();
        (!shops.is_empty()).then(|| Self {
            seed,
            mean_gap: 60.0 / orders_per_minute.clamp(0.01, 60.0),
            menu: Menu::built_in(),
            addresses: Addresses::built_in(),
            kitchens: vec![Kitchen::default(); shops.len()],
            shops,
            chance: ChaCha8Rng::seed_from_u64(seed),
            next_at: -WARM_UP,
            next_number: 0,
            last_took_the_road: false,
            last_shop: None,
            preorders_over_at: Vec::new(),
            planned: VecDeque::new(),
        })
    }

    /// One place in the row: an order, and perhaps an extra one before the next.
    fn plan_on(&mut self) {
        let at = self.next_at;
        let gap = self.mean_gap * self.chance.random_range(1.0 - UNEVENNESS..=1.0 + UNEVENNESS);
        self.next_at += whole_seconds(gap).max(1);
        let (order_type, shop) = self.regular();
        let fate = self.fate(order_type, shop);
        let order = self.order(at, order_type, shop, fate, false);
        self.planned.push_back(order);

        let between = at + whole_seconds(gap / 2.0);
        let lot: f64 = self.chance.random();
        if lot < PREORDER_SHARE {
            self.preorder(between);
        } else if lot < PREORDER_SHARE + CANCELLED_SHARE {
            let (order_type, shop) = self.any();
            let order = self.order(between, order_type, shop, Fate::Cancelled, false);
            self.planned.push_back(order);
        }
    }

    fn preorder(&mut self, at: Seconds) {
        self.preorders_over_at.retain(|over_at| *over_at > at);
        if self.preorders_over_at.len() < MAX_PREORDERS {
            let (order_type, shop) = self.any();
            let fate = self.fate(order_type, shop);
            let order = self.order(at, order_type, shop, fate, true);
            self.preorders_over_at.push(order.done_at + ROAD);
            self.planned.push_back(order);
        }
    }

    /// Two of three orders take the road, and never two in a row do not: so somebody is always on the way.
    fn regular(&mut self) -> (OrderType, usize) {
        let takes_the_road = !self.last_took_the_road || self.chance.random_bool(0.5);
        self.last_took_the_road = takes_the_road;
        let tracked = if takes_the_road { self.tracked_shop() } else { None };
        tracked.map_or_else(|| self.off_the_road(), |shop| (OrderType::Delivery, shop))
    }

    fn tracked_shop(&mut self) -> Option<usize> {
        let again = self.chance.random_bool(SAME_KITCHEN_SHARE);
        if !again || self.last_shop.is_none() {
            self.last_shop = self.shop(OrderType::Delivery, |shop| !shop.no_delivery_tracking);
        }
        self.last_shop
    }

    fn off_the_road(&mut self) -> (OrderType, usize) {
        let lot: f64 = self.chance.random();
        if lot < 0.15
            && let Some(shop) = self.shop(OrderType::Delivery, |shop| shop.no_delivery_tracking)
        {
            return (OrderType::Delivery, shop);
        }
        let order_type = if lot < 0.65 { OrderType::Pickup } else { OrderType::Eatin };
        let shop = self.shop(order_type, |_| true).expect("there is a shop, and each of them has a counter");
        (order_type, shop)
    }

    fn any(&mut self) -> (OrderType, usize) {
        if self.chance.random_bool(0.5)
            && let Some(shop) = self.shop(OrderType::Delivery, |_| true)
        {
            return (OrderType::Delivery, shop);
        }
        self.off_the_road()
    }

    /// Some restaurant that can serve this type of order, most often one where the life is.
    fn shop(&mut self, order_type: OrderType, fits: impl Fn(&Shop) -> bool) -> Option<usize> {
        let houses = |at: usize| self.addresses.of(&self.shops[at].city).len();
        let serves = |at: usize| order_type != OrderType::Delivery || (self.shops[at].has_delivery && houses(at) > 0);
        let able: Vec<usize> = (0..self.shops.len()).filter(|at| serves(*at) && fits(&self.shops[*at])).collect();
        let weight = |at: &usize| if houses(*at) >= MANY_HOUSES { 6 } else { 1 };
        able.choose_weighted(&mut self.chance, weight).ok().copied()
    }

    fn fate(&self, order_type: OrderType, shop: usize) -> Fate {
        let is_driven = order_type == OrderType::Delivery && !self.shops[shop].no_delivery_tracking;
        if is_driven { Fate::Driven } else { Fate::Served }
    }

    fn order(&mut self, at: Seconds, order_type: OrderType, shop: usize, fate: Fate, is_preorder: bool) -> OrderPlan {
        let number = self.next_number;
        self.next_number += 1;
        // Each order has its own chance, so that a change to one leaves the others as they are.
        let mut chance = ChaCha8Rng::seed_from_u64(self.seed);
        chance.set_stream(number + 1);

        let preorder_at = is_preorder.then(|| at + chance.random_range(PREORDERED));
        let start = self.start(&mut chance, at, order_type, shop, preorder_at);
        let is_delivery = order_type == OrderType::Delivery;
        let Course { presses, done_at } = course(&mut chance, start, fate, is_delivery);
        let shop = &self.shops[shop];
        let houses = self.addresses.of(&shop.city);
        let house = if is_delivery { far_house(&mut chance, shop, houses) } else { None };
        let parcel = house.filter(|_| fate == Fate::Driven).map(|house| {
            let door = door(&mut chance);
            Parcel { order: number, ready_at: done_at, place: house.coordinates, door }
        });
        OrderPlan {
            number,
            at,
            restaurant_id: shop.restaurant_id.clone(),
            restaurant_name: shop.display_name.clone(),
            order_type,
            preorder_at,
            customer: customer(&mut chance, house.map(|house| (house, shop.city.as_str()))),
            items: basket(&mut chance, &self.menu, order_type),
            presses,
            done_at,
            parcel,
        }
    }

    fn start(
        &mut self,
        chance: &mut ChaCha8Rng,
        at: Seconds,
        order_type: OrderType,
        shop: usize,
        preorder_at: Option<Seconds>,
    ) -> Start {
        let accepted_at = at + chance.random_range(ACCEPTING);
        let read_at = accepted_at + chance.random_range(READING);
        let making = chance.random_range(MAKING);
        let lead = if order_type == OrderType::Delivery { DELIVERY_LEAD } else { COUNTER_LEAD };
        let making_at = match preorder_at {
            // A preorder is begun when its time comes, whoever else waits.
            Some(asked) => asked - lead,
            None => self.kitchens[shop].take(read_at, making),
        };
        Start { accepted_at, making_at, baking_at: making_at + making }
    }
}

impl Iterator for Orders {
    type Item = OrderPlan;

    fn next(&mut self) -> Option<OrderPlan> {
        while self.planned.is_empty() {
            self.plan_on();
        }
        self.planned.pop_front()
    }
}

/// Of two houses the farther one: whoever lives next door fetches.
fn far_house<'h>(chance: &mut ChaCha8Rng, shop: &Shop, houses: &'h [House]) -> Option<&'h House> {
    let (one, other) = (houses.choose(chance)?, houses.choose(chance)?);
    let far = |house: &House| metres(shop.coordinates(), house.coordinates);
    Some(if far(one) < far(other) { other } else { one })
}

fn door(chance: &mut ChaCha8Rng) -> Door {
    if !chance.random_bool(SHUT_SHARE) {
        return Door::Opens;
    }
    if chance.random_bool(0.6) { Door::OpensLater } else { Door::StaysShut }
}

#[expect(clippy::cast_possible_truncation, reason = "a gap between orders is at most two hours")]
fn whole_seconds(seconds: f64) -> Seconds {
    seconds.round() as Seconds
}

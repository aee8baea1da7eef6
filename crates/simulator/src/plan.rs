//! What will happen in the city, in the order of time: orders, and the batches in which they are brought.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    iter::Peekable,
    sync::Arc,
};

use crate::{
    batch::BatchPlan,
    customer::Exchange,
    dispatch::Dispatch,
    menu::Menu,
    neighbourhood::lived_around,
    opening::{Opening, Story},
    orders::{OrderPlan, Orders},
    week::{WeekTime, bustle},
    wire::{Coordinates, Shop},
};

/// Seconds of the city's own time. It opens at 0 or soon after; what began before is already under way then.
pub(crate) type Seconds = i64;

/// Seconds on the wall as seconds of a city of this speed.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a few days at most")]
pub(crate) fn in_the_city(wall: Seconds, speed: f64) -> Seconds {
    (wall as f64 * speed).round() as Seconds
}

/// Orders in a minute of the usual city. Each is under way for some half an hour, so about twenty are, and a board shows
/// about thirty with those that have just ended.
pub(crate) const USUAL_PER_MINUTE: f64 = 0.7;

/// What a city is planned from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Terms {
    pub(crate) seed: u64,
    /// Which telephones its customers have.
    pub(crate) exchange: Exchange,
    /// In a quiet hour, minutes of the city.
    pub(crate) orders_per_minute: f64,
    /// How many times faster than the wall the city lives.
    pub(crate) speed: f64,
    /// When the city opens.
    pub(crate) opens_at: Seconds,
    /// What the clock on the wall shows then.
    pub(crate) wall: WeekTime,
}

impl Terms {
    /// Seconds on the wall as seconds of the city.
    pub(crate) fn in_the_city(&self, wall: Seconds) -> Seconds {
        in_the_city(wall, self.speed)
    }

    /// What the clock on the wall shows at a moment of the city.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a few days at most")]
    pub(crate) fn wall_at(&self, at: Seconds) -> WeekTime {
        self.wall.after(((at - self.opens_at) as f64 / self.speed).round() as Seconds)
    }

    /// How many times as many order at a moment as in a quiet hour. It is the hour that the city lives in: it opens
    /// with that of the wall and goes on at the city's own speed, so that whoever looks on sees a rush come and go.
    pub(crate) fn bustle_at(&self, at: Seconds) -> f64 {
        bustle(self.wall.after((at - self.opens_at).max(0)))
    }
}

#[cfg(test)]
impl Terms {
    /// A city as the demo's, on a Wednesday at two in the afternoon.
    pub(crate) fn usual(seed: u64) -> Self {
        let wall = WeekTime::of("2026-11-18T12:00:00Z".parse().expect("a time"));
        let exchange = Exchange::default();
        Self { seed, exchange, orders_per_minute: USUAL_PER_MINUTE, speed: 1.0, opens_at: 0, wall }
    }
}

/// Something that begins.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Planned {
    /// An order is placed.
    Order(Box<OrderPlan>),
    /// The first order of a batch is ready. All its orders were placed before.
    Batch(BatchPlan),
}

impl Planned {
    /// When it begins.
    pub(crate) fn at(&self) -> Seconds {
        match self {
            Self::Order(order) => order.at,
            Self::Batch(batch) => batch.at,
        }
    }
}

/// What happens in a city that is never opened, in the order in which it begins.
pub(crate) struct Row {
    orders: Peekable<Orders>,
    dispatch: Dispatch,
    counters: Vec<(String, Coordinates)>,
}

impl Row {
    /// For these restaurants; `None` where none of them is in business. Some orders come later than they would.
    fn new(terms: Terms, shops: Vec<Shop>, menu: Arc<Menu>, delays: BTreeMap<u64, Seconds>) -> Option<Self> {
        let counters = shops.iter().map(|shop| (shop.restaurant_id.clone(), shop.coordinates())).collect();
        let orders = Orders::new(terms, shops, menu, delays)?.peekable();
        Some(Self { orders, dispatch: Dispatch::new(terms), counters })
    }

    /// When something begins next.
    pub(crate) fn next_at(&mut self) -> Option<Seconds> {
        let order = self.orders.peek().map(|order| order.at);
        order.into_iter().chain(self.dispatch.due()).min()
    }
}

impl Iterator for Row {
    type Item = Planned;

    /// What begins next. Whoever can be in a batch has been placed before its first order is ready.
    fn next(&mut self) -> Option<Planned> {
        let next_order_at = self.orders.peek()?.at;
        if self.dispatch.due().is_some_and(|due| due < next_order_at) {
            return self.dispatch.take().map(Planned::Batch);
        }
        let order = self.orders.next()?;
        let counter = self.counters.iter().find(|(id, _)| *id == order.restaurant_id);
        if let (Some((id, place)), Some(parcel)) = (counter, &order.parcel) {
            self.dispatch.add(id, *place, parcel.clone());
        }
        Some(Planned::Order(Box::new(order)))
    }
}

/// An endless iterator over what happens, in the order in which it begins.
pub(crate) struct Plan {
    row: Row,
    opening: Opening,
    /// What is under way when the city opens, until it was told.
    under_way: VecDeque<Planned>,
}

impl Plan {
    /// Plans for these restaurants and what they sell; `None` where none of them is in business. The moment of its opening
    /// follows.
    pub(crate) fn new(terms: Terms, shops: Vec<Shop>, menu: Menu) -> Option<Self> {
        let menu = Arc::new(menu);
        let shops = lived_around(shops);
        // The same row twice: looked through for a good moment, then lived from there.
        let unopened = Terms { opens_at: Opening::LATEST, ..terms };
        let opening = Opening::find(&mut Row::new(unopened, shops.clone(), Arc::clone(&menu), BTreeMap::new())?);
        let mut row = Row::new(Terms { opens_at: opening.at, ..terms }, shops, menu, opening.delays.clone())?;
        let under_way = under_way(&mut row, opening.at);
        Some(Self { row, opening, under_way })
    }

    /// When the city opens.
    pub(crate) fn opens_at(&self) -> Seconds {
        self.opening.at
    }

    /// What is to be seen first, if there is such a thing.
    pub(crate) fn story(&self) -> Option<&Story> {
        self.opening.story.as_ref()
    }
}

/// What has begun by then, but for what nothing follows of any more: that is nobody's business.
fn under_way(row: &mut Row, opens_at: Seconds) -> VecDeque<Planned> {
    let (mut orders, mut batches) = (Vec::new(), Vec::new());
    while row.next_at().is_some_and(|at| at <= opens_at) {
        match row.next() {
            Some(Planned::Order(order)) => orders.push(order),
            Some(Planned::Batch(batch)) => batches.push(batch),
            None => break,
        }
    }
    let ended = |order: &OrderPlan| order.parcel.is_none() && order.ends_at() <= opens_at;
    let mut over: BTreeSet<u64> = orders.iter().filter(|order| ended(order)).map(|order| order.number).collect();
    for batch in &mut batches {
        for order in batch.orders() {
            if batch.ends_at(order).is_some_and(|at| at <= opens_at) {
                batch.forget(order);
                over.insert(order);
            }
        }
    }
    let orders = orders.into_iter().filter(|order| !over.contains(&order.number)).map(Planned::Order);
    let batches = batches.into_iter().filter(|batch| !batch.orders().is_empty()).map(Planned::Batch);
    let mut under_way: Vec<Planned> = orders.chain(batches).collect();
    under_way.sort_by_key(Planned::at);
    under_way.into()
}

impl Iterator for Plan {
    type Item = Planned;

    fn next(&mut self) -> Option<Planned> {
        self.under_way.pop_front().or_else(|| self.row.next())
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;

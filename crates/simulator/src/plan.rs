//! What will happen in the city, in the order of time: what is under way when it opens, and what begins after.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use crate::{
    city_time::Seconds,
    delivery_area::restaurants_with_houses,
    menu::CityMenu,
    opening::{FeaturedOrder, Opening},
    orders::OrderPlan,
    parameters::CityParameters,
    timeline::{PlannedEvent, Timeline},
    wire::ShopRow,
};

/// An endless iterator over what happens, in the order in which it begins.
pub(crate) struct CityPlan {
    timeline: Timeline,
    opening: Opening,
    /// What is under way when the city opens, until it was told.
    under_way: VecDeque<PlannedEvent>,
}

impl CityPlan {
    /// Plans for these restaurants and what they sell; `None` where none of them is in business. The moment of its opening
    /// follows.
    pub(crate) fn new(parameters: CityParameters, shops: Vec<ShopRow>, menu: CityMenu) -> Option<Self> {
        let menu = Arc::new(menu);
        let shops = restaurants_with_houses(shops);
        // The same timeline twice: looked through for a good moment, then lived from there.
        let unopened = CityParameters { opens_at: Opening::LATEST, ..parameters };
        let opening = Opening::find(&mut Timeline::new(unopened, shops.clone(), Arc::clone(&menu), BTreeMap::new())?);
        let mut timeline =
            Timeline::new(CityParameters { opens_at: opening.at, ..parameters }, shops, menu, opening.delays.clone())?;
        let under_way = under_way(&mut timeline, opening.at);
        Some(Self { timeline, opening, under_way })
    }

    /// When the city opens.
    pub(crate) fn opens_at(&self) -> Seconds {
        self.opening.at
    }

    /// What is to be seen first, if there is such a thing.
    pub(crate) fn featured_order(&self) -> Option<&FeaturedOrder> {
        self.opening.featured.as_ref()
    }
}

/// What has begun by then, but for what nothing follows of any more: that is nobody's business.
fn under_way(timeline: &mut Timeline, opens_at: Seconds) -> VecDeque<PlannedEvent> {
    let (mut orders, mut batches) = (Vec::new(), Vec::new());
    while timeline.next_at().is_some_and(|at| at <= opens_at) {
        match timeline.next() {
            Some(PlannedEvent::Order(order)) => orders.push(order),
            Some(PlannedEvent::Batch(batch)) => batches.push(batch),
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
    let orders = orders.into_iter().filter(|order| !over.contains(&order.number)).map(PlannedEvent::Order);
    let batches = batches.into_iter().filter(|batch| !batch.orders().is_empty()).map(PlannedEvent::Batch);
    let mut under_way: Vec<PlannedEvent> = orders.chain(batches).collect();
    under_way.sort_by_key(PlannedEvent::at);
    under_way.into()
}

impl Iterator for CityPlan {
    type Item = PlannedEvent;

    fn next(&mut self) -> Option<PlannedEvent> {
        self.under_way.pop_front().or_else(|| self.timeline.next())
    }
}

#[cfg(test)]
mod tests;

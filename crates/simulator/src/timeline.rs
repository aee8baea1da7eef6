//! What begins in a city that is never opened: orders, and the batches in which they are brought.

use std::{collections::BTreeMap, iter::Peekable, sync::Arc};

use crate::{
    batch::BatchPlan,
    city_time::Seconds,
    dispatch::CityDispatch,
    menu::CityMenu,
    orders::{OrderPlan, OrderStream},
    parameters::CityParameters,
    wire::{CityPoint, ShopRow},
};

/// Something that begins.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum PlannedEvent {
    /// An order is placed.
    Order(Box<OrderPlan>),
    /// The first order of a batch is ready. All its orders were placed before.
    Batch(BatchPlan),
}

impl PlannedEvent {
    /// When it begins.
    pub(crate) fn at(&self) -> Seconds {
        match self {
            Self::Order(order) => order.at,
            Self::Batch(batch) => batch.at,
        }
    }
}

/// What happens in a city that is never opened, in the order in which it begins.
pub(crate) struct Timeline {
    orders: Peekable<OrderStream>,
    dispatch: CityDispatch,
    counters: Vec<(String, CityPoint)>,
}

impl Timeline {
    /// For these restaurants; `None` where none of them is in business. Some orders come later than they would.
    pub(crate) fn new(
        parameters: CityParameters,
        shops: Vec<ShopRow>,
        menu: Arc<CityMenu>,
        delays: BTreeMap<u64, Seconds>,
    ) -> Option<Self> {
        let counters = shops.iter().map(|shop| (shop.restaurant_id.clone(), shop.coordinates())).collect();
        let orders = OrderStream::new(parameters, shops, menu, delays)?.peekable();
        Some(Self { orders, dispatch: CityDispatch::new(parameters), counters })
    }

    /// When something begins next.
    pub(crate) fn next_at(&mut self) -> Option<Seconds> {
        let order = self.orders.peek().map(|order| order.at);
        order.into_iter().chain(self.dispatch.due()).min()
    }
}

impl Iterator for Timeline {
    type Item = PlannedEvent;

    /// What begins next. Whoever can be in a batch has been placed before its first order is ready.
    fn next(&mut self) -> Option<PlannedEvent> {
        let next_order_at = self.orders.peek()?.at;
        if self.dispatch.due().is_some_and(|due| due < next_order_at) {
            return self.dispatch.take().map(PlannedEvent::Batch);
        }
        let order = self.orders.next()?;
        let counter = self.counters.iter().find(|(id, _)| *id == order.restaurant_id);
        if let (Some((id, place)), Some(parcel)) = (counter, &order.parcel) {
            self.dispatch.add(id, *place, parcel.clone());
        }
        Some(PlannedEvent::Order(Box::new(order)))
    }
}

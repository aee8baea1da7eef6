//! How a line comes to watch an order: the key is checked, the topic listened to, the order read once
//! for all who join, and the place given in the same breath as the state.

use std::{net::IpAddr, sync::Arc};

use domain::{error::Code, ids::OrderId, key::Salt};
use store::StoreError;

use super::{
    Hub,
    topic::{Admission, Joining, Topic},
    view::View,
};
use crate::{
    bus,
    line::{Frame, Line},
    protocol::{ErrorFrame, ServerFrame},
    session::Join,
};

/// How often a join reads again because something happened in between. Orders change a few times in
/// an hour; a join that is overtaken this often has met a fault.
const TRIES: usize = 16;

/// Why a line does not come to watch an order.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The client is told why.
    Because(Code),
    /// The database cannot be reached.
    Unavailable(StoreError),
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        Self::Unavailable(error)
    }
}

impl Hub {
    /// Subscribes a line to an order, or tells it why not.
    pub(crate) async fn join(&self, line: &Arc<dyn Line>, ask: &Join, caller: IpAddr) {
        line.with(&mut |state| state.set_asking(true));
        let joined = self.try_join(line, ask, caller).await;
        line.with(&mut |state| state.set_asking(false));
        let code = match joined {
            Ok(()) => return,
            Err(Refused::Because(code)) => code,
            Err(Refused::Unavailable(error)) => {
                tracing::warn!(error = %http::error::chain(&error), "a subscription could not be looked up");
                Code::Unavailable
            }
        };
        let frame = Frame::answer(&ServerFrame::Error(ErrorFrame::new(code, Some(ask.order_id.clone()))));
        line.with(&mut |state| {
            if code == Code::Unavailable {
                state.excuse();
            }
            state.tell(&frame);
        });
    }

    async fn try_join(&self, line: &Arc<dyn Line>, ask: &Join, caller: IpAddr) -> Result<(), Refused> {
        let order = self.check_key(&ask.order_id, &ask.order_key, caller).await?;
        self.check_room(line, order)?;
        let topic = self.enter(order);
        self.take_place(line, &topic, ask.since).await
    }

    /// One line watches a bounded number of orders; one it watches already begins anew.
    fn check_room(&self, line: &Arc<dyn Line>, order: OrderId) -> Result<(), Refused> {
        let mut others = 0;
        line.with(&mut |state| others = state.orders().filter(|watched| *watched != order).count());
        if others >= self.limits().orders_per_line { Err(Refused::Because(Code::TooManyOrders)) } else { Ok(()) }
    }

    async fn take_place(&self, line: &Arc<dyn Line>, topic: &Topic, since: Option<i64>) -> Result<(), Refused> {
        topic.listening.get_or_init(|| self.listen(topic.order)).await;
        for _ in 0..TRIES {
            let Some(view) = self.view_since(topic, since).await? else {
                return Err(Refused::Because(Code::OrderNotFound));
            };
            let now = self.0.parts.clock.now();
            match topic.admit(line, &view, since, now, self.limits()) {
                Admission::Admitted => return Ok(()),
                Admission::Full => return Err(Refused::Because(Code::TooManyWatchers)),
                Admission::Expired => return Err(Refused::Because(Code::OrderExpired)),
                Admission::Stale => {}
            }
        }
        tracing::error!(order = %topic.order, "a join was overtaken again and again");
        Err(Refused::Because(Code::Unavailable))
    }

    /// A `since` beyond what this node knows may come from the future, or from a node that has heard
    /// more than this one: the database says which.
    async fn view_since(&self, topic: &Topic, since: Option<i64>) -> Result<Option<Arc<View>>, StoreError> {
        let view = self.current_view(topic).await?;
        let is_beyond = |view: &Arc<View>| since.is_some_and(|since| since > view.order.seq.0);
        if !view.as_ref().is_some_and(is_beyond) {
            return Ok(view);
        }
        let _turn = topic.reading.lock().await;
        self.read(topic).await
    }

    async fn listen(&self, order: OrderId) {
        // A gap needs nothing here: the order is read after this, and the sweep runs when the bus is back.
        let _gap = self.0.parts.bus.listen(&bus::Topic::Order(order)).await;
    }

    /// The order whose key this is. An order that is not there takes the same time and answer as a
    /// wrong key.
    pub(crate) async fn check_key(&self, order_id: &str, key: &str, caller: IpAddr) -> Result<OrderId, Refused> {
        // No order has the number 0, so what is no number at all takes the same road.
        let order = order_id.parse().unwrap_or(OrderId(0));
        let row = self.key_row(order).await?;
        if self.0.parts.secrets.opens(key, order, row.as_ref().map(|(version, salt)| (*version, salt))) {
            return Ok(order);
        }
        match self.0.wrong_keys.count(caller) {
            Ok(()) => Err(Refused::Because(Code::OrderNotFound)),
            Err(_) => Err(Refused::Because(Code::TooMany)),
        }
    }

    async fn key_row(&self, order: OrderId) -> Result<Option<(u32, Salt)>, StoreError> {
        let warm = self.topics().get(&order).and_then(|topic| topic.any_view());
        if let Some(view) = warm {
            return Ok(Some((view.order.key_version, view.order.key_salt)));
        }
        let head = self.0.parts.store.order_head(order).await?;
        Ok(head.map(|head| (head.key_version, head.key_salt)))
    }

    /// The topic of an order, kept while the caller joins.
    fn enter(&self, order: OrderId) -> Joining {
        let mut topics = self.topics();
        topics.entry(order).or_insert_with(|| Arc::new(Topic::new(order, self.limits()))).begin_join()
    }

    /// The order as it stands: the last read where nothing happened since, else a new one. Those who
    /// wait for it share it.
    pub(super) async fn current_view(&self, topic: &Topic) -> Result<Option<Arc<View>>, StoreError> {
        if let Some(view) = topic.current_view() {
            return Ok(Some(view));
        }
        let _turn = topic.reading.lock().await;
        if let Some(view) = topic.current_view() {
            return Ok(Some(view));
        }
        self.read(topic).await
    }

    /// Reads the order and tells its lines what they miss of it.
    pub(super) async fn read(&self, topic: &Topic) -> Result<Option<Arc<View>>, StoreError> {
        let _permit = self.0.reads.acquire().await;
        self.metrics().snapshot_reads.inc();
        let Some(order) = self.0.parts.store.order(topic.order).await? else { return Ok(None) };
        let view = Arc::new(View::new(order));
        topic.absorb(&view, self.0.parts.clock.now());
        Ok(Some(view))
    }
}

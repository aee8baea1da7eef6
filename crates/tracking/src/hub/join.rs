//! How a connection comes to watch an order: the key is checked, the topic listened to, the order read once
//! for all who join, and the place given in the same breath as the state.

use std::{net::IpAddr, sync::Arc};

use domain::{SecurityKind, error::Code, ids::OrderId, key::Salt, order::Order};
use jiff::SignedDuration;
use live::{Connection, Frame};
use protocol::frames::{ErrorFrame, ServerFrame};
use server::{error::Refusal, order_keys::KeyRefused, security::Witness, wrong_keys::Transport};
use store::StoreError;
use tokio::time::Instant;

use super::{
    Hub,
    topic::{OrderAdmission, OrderJoin, OrderTopic},
    view::{Following, View, car_of},
};
use crate::{
    session::{Join, Pass},
    staff::{Right, Watches},
    topic_id,
};

/// For how long an order is told of that ended unpaid.
const KNOWN_AFTER_ITS_END: SignedDuration = SignedDuration::from_hours(24);

/// How often a join reads again because something happened in between. Orders change a few times in
/// an hour; a join that is overtaken this often has met a fault.
pub(super) const TRIES: usize = 16;

/// Why a connection does not come to watch an order.
#[derive(Debug)]
pub(crate) enum JoinRefusal {
    /// The client is told why.
    Because(Code),
    /// They are known and may not see it: to them it is as if it were not there.
    OutOfReach,
    /// Too many wrong keys came from where they are.
    TooMany,
    /// The database cannot be reached.
    Unavailable(StoreError),
}

/// Where a connection stands that may watch an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JoinState {
    /// It is told what happens.
    Watching,
    /// It will be, once the order is paid.
    Waiting,
}

impl From<StoreError> for JoinRefusal {
    fn from(error: StoreError) -> Self {
        Self::Unavailable(error)
    }
}

impl From<KeyRefused> for JoinRefusal {
    fn from(refused: KeyRefused) -> Self {
        match refused {
            KeyRefused::Wrong => Self::Because(Code::OrderNotFound),
            KeyRefused::TooMany(_) => Self::TooMany,
            KeyRefused::Unavailable(error) => Self::Unavailable(error),
        }
    }
}

impl JoinRefusal {
    /// What the client is told.
    pub(crate) fn code(self) -> Code {
        match self {
            Self::Because(code) => code,
            Self::OutOfReach => Code::OrderNotFound,
            Self::TooMany => Code::TooMany,
            Self::Unavailable(error) => {
                tracing::warn!(error = %domain::error::chain(&error), "a subscription could not be looked up");
                Code::Unavailable
            }
        }
    }
}

impl Hub {
    /// Subscribes a connection to an order, or tells it why not.
    pub(crate) async fn join(&self, connection: &Arc<dyn Connection>, ask: &Join, caller: IpAddr, witness: &Witness) {
        connection.with(&mut |state| state.set_asking(true));
        let joined = self.try_join(connection, ask, caller, witness).await;
        connection.with(&mut |state| state.set_asking(false));
        if let Err(refused) = joined {
            self.refuse(connection, refused, Some(ask.order_id.clone()), witness);
        }
    }

    /// Tells a connection why something that it asked for cannot be had.
    pub(crate) fn refuse(
        &self,
        connection: &Arc<dyn Connection>,
        refused: JoinRefusal,
        order_id: Option<String>,
        witness: &Witness,
    ) {
        let witnessed = matches!(refused, JoinRefusal::OutOfReach).then_some(SecurityKind::RoleRefused);
        let code = refused.code();
        let what = if order_id.is_some() { "order" } else { "board" };
        witness.refused(Refusal { code, witnessed }, || what.to_owned());
        let frame = Frame::answer(&ServerFrame::Error(ErrorFrame::new(code, order_id)));
        connection.with(&mut |state| {
            if code == Code::Unavailable {
                state.waive_first_subscription();
            }
            state.send(&frame);
        });
    }

    async fn try_join(
        &self,
        connection: &Arc<dyn Connection>,
        ask: &Join,
        caller: IpAddr,
        witness: &Witness,
    ) -> Result<(), JoinRefusal> {
        let (order, right) = self.open(ask, caller, witness).await?;
        self.check_room(connection, order)?;
        // By whose right the order is watched from now on: also where it was watched already, and still
        // is if its state cannot be read.
        let take_right = || match right.clone() {
            Some(right) => self.staff_subscriptions().take(connection, Watches::Order(order), right),
            None => self.staff_subscriptions().give_up(connection.id(), Watches::Order(order)),
        };
        take_right();
        let topic = self.enter(order);
        if self.take_place(connection, &topic, ask.since).await? == JoinState::Waiting {
            // Nobody of the staff gets here: an order that is not paid is shown to none of them.
            return Ok(());
        }
        // The sweep may have removed the right while the connection had no place yet.
        take_right();
        match &right {
            None => self.viewers().begin(order, None),
            Some(right) => right.email().into_iter().for_each(|email| self.viewers().begin(order, Some(email.clone()))),
        }
        Ok(())
    }

    /// The order that a client may watch, and the right of the staff by which it may, where it has no key.
    async fn open(
        &self,
        ask: &Join,
        caller: IpAddr,
        witness: &Witness,
    ) -> Result<(OrderId, Option<Right>), JoinRefusal> {
        let token = match &ask.pass {
            Pass::Key(key) => {
                return Ok((self.check_key(&ask.order_id, key, caller, Transport::Connection).await?, None));
            }
            Pass::Token(token) => token,
        };
        let person = self.person_of(token, caller, witness).await?;
        let not_found = JoinRefusal::Because(Code::OrderNotFound);
        let Ok(order) = ask.order_id.parse() else { return Err(not_found) };
        let head = self.0.parts.deps.store.orders().head(order).await?;
        let Some(head) = head else { return Err(not_found) };
        if !person.reach.includes(head.restaurant_id) {
            return Err(JoinRefusal::OutOfReach);
        }
        tracing::info!(staff = &*person.name(), %order, "an order is watched by the staff");
        Ok((order, Some(person.right)))
    }

    /// One connection watches a bounded number of orders; one it watches already begins anew.
    fn check_room(&self, connection: &Arc<dyn Connection>, order: OrderId) -> Result<(), JoinRefusal> {
        let mut others = 0;
        connection.with(&mut |state| others = state.topics().filter(|watched| *watched != topic_id(order)).count());
        if others >= self.limits().orders_per_connection {
            Err(JoinRefusal::Because(Code::TooManyOrders))
        } else {
            Ok(())
        }
    }

    async fn take_place(
        &self,
        connection: &Arc<dyn Connection>,
        topic: &Arc<OrderTopic>,
        since: Option<i64>,
    ) -> Result<JoinState, JoinRefusal> {
        let subject = bus::Topic::Order(topic.order);
        topic.listening.get_or_init(|| self.listen(&subject)).await;
        for _ in 0..TRIES {
            let Some(view) = self.view_since(topic, since).await? else {
                return match self.code_of_missing(topic.order).await? {
                    Code::OrderNotReceived => {
                        self.wait_for_money(connection, topic).await.map_err(JoinRefusal::Because)?;
                        Ok(JoinState::Waiting)
                    }
                    code => Err(JoinRefusal::Because(code)),
                };
            };
            let now = self.0.parts.deps.clock.now();
            match topic.admit(connection, &view, since, now, self.limits()) {
                OrderAdmission::Admitted => return Ok(JoinState::Watching),
                OrderAdmission::Full => return Err(JoinRefusal::Because(Code::TooManyWatchers)),
                OrderAdmission::Expired => return Err(JoinRefusal::Because(Code::OrderExpired)),
                OrderAdmission::Stale | OrderAdmission::Gone => {}
            }
        }
        tracing::error!(order = %topic.order, "a join was overtaken again and again");
        Err(JoinRefusal::Because(Code::Unavailable))
    }

    /// What whoever watches an order is told that is not in the hub: it waits for its money, or has waited in vain.
    pub(crate) async fn code_of_missing(&self, order: OrderId) -> Result<Code, StoreError> {
        let deps = &self.0.parts.deps;
        let Some(checkout) = deps.store.checkouts().by_id(order).await? else { return Ok(Code::OrderNotFound) };
        Ok(match checkout.payment.ended_at {
            _ if checkout.is_forgotten => Code::OrderExpired,
            None => Code::OrderNotReceived,
            Some(ended) if deps.clock.now().duration_since(ended) < KNOWN_AFTER_ITS_END => Code::OrderExpiredUnpaid,
            Some(_) => Code::OrderExpired,
        })
    }

    /// A `since` beyond what this node knows may come from the future, or from a node that has heard
    /// more than this one: the database says which.
    async fn view_since(&self, topic: &Arc<OrderTopic>, since: Option<i64>) -> Result<Option<Arc<View>>, StoreError> {
        let view = self.current_view(topic).await?;
        let is_beyond = |view: &Arc<View>| since.is_some_and(|since| since > view.order.seq.0);
        if !view.as_ref().is_some_and(is_beyond) {
            return Ok(view);
        }
        let _turn = topic.reading.lock().await;
        self.read(topic).await
    }

    /// Listens to a topic. A gap needs nothing here: what the topic is about is read after this, and
    /// the sweep runs when the bus is back. For the same reason a bus that hangs is not waited for.
    pub(crate) async fn listen(&self, topic: &bus::Topic) {
        let listening = self.0.parts.bus.listen(topic);
        if tokio::time::timeout(self.limits().listening, listening).await.is_err() {
            tracing::warn!("the bus did not confirm a subscription in time");
        }
    }

    /// The order whose key this is. An order that is not there takes the same time and answer as a
    /// wrong key.
    pub(crate) async fn check_key(
        &self,
        order_id: &str,
        key: &str,
        caller: IpAddr,
        transport: Transport,
    ) -> Result<OrderId, KeyRefused> {
        self.order_keys().open(order_id, key, caller, transport, |order| self.warm_key_row(order)).await
    }

    fn warm_key_row(&self, order: OrderId) -> Option<(u32, Salt)> {
        let view = self.topics().get(&order).and_then(|topic| topic.any_view())?;
        Some((view.order.key_version, view.order.key_salt))
    }

    /// The topic of an order, kept while the caller joins.
    fn enter(&self, order: OrderId) -> OrderJoin {
        let mut topics = self.topics();
        topics
            .entry(order)
            .or_insert_with(|| Arc::new(OrderTopic::new(order, self.limits(), &self.0.parts.metrics)))
            .begin_join()
    }

    /// The order as it stands: the last read where nothing happened since, else a new one. Those who
    /// wait for it share it.
    pub(super) async fn current_view(&self, topic: &Arc<OrderTopic>) -> Result<Option<Arc<View>>, StoreError> {
        if let Some(view) = topic.current_view() {
            return Ok(Some(view));
        }
        let _turn = topic.reading.lock().await;
        if let Some(view) = topic.current_view() {
            return Ok(Some(view));
        }
        self.read(topic).await
    }

    /// Reads the order and tells its connections what they miss of it, and where its car is.
    pub(super) async fn read(&self, topic: &Arc<OrderTopic>) -> Result<Option<Arc<View>>, StoreError> {
        let Some(view) = self.read_view(topic.order).await? else { return Ok(None) };
        let sighting = match &view.following {
            Some(following) => self.follow(&following.car, topic).await,
            None => None,
        };
        topic.absorb(&view, sighting.as_ref(), self.0.parts.deps.clock.now());
        self.keep_view(topic.order, &view);
        Ok(Some(view))
    }

    /// The car that an order's customer may see, with the doors at which they may not.
    pub(crate) async fn following(&self, order: &Order) -> Result<Option<Following>, StoreError> {
        let Some(car) = car_of(order) else { return Ok(None) };
        let deps = &self.0.parts.deps;
        let stops = deps.store.cars().stops_of(car, deps.clock.now()).await?;
        Ok(Following::of(order, &stops))
    }

    async fn read_view(&self, order: OrderId) -> Result<Option<Arc<View>>, StoreError> {
        let _permit = self.0.reads.acquire().await;
        self.metrics().snapshot_reads.inc();
        let (store, started) = (&self.0.parts.deps.store, Instant::now());
        let Some(order) = store.orders().by_id(order).await? else { return Ok(None) };
        let following = self.following(&order).await?;
        self.metrics().snapshot_read_seconds.observe(started.elapsed().as_secs_f64());
        Ok(Some(Arc::new(View::new(order, following))))
    }
}

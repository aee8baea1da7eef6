//! One mechanism mends every fault: watched orders are compared with the database, and what is ahead
//! is read and told, in order.

use std::sync::Arc;

use bus::{BusEvent, BusMessage, LogThrottle};
use domain::ids::OrderId;
use fastpath::Shrink;
use futures_util::{TryStreamExt, stream};
use store::{StoreError, SweepHead};
use tokio::{
    sync::mpsc,
    time::{Instant, MissedTickBehavior, interval_at},
};

use super::{
    Hub, TENDED_AT_A_TIME,
    topic::{OrderTopic, Tended},
};

/// Orders that a sweep mends at a time. Fewer of them read at a time; the others wait for the bus, half a second at most.
pub(super) const MENDED_AT_A_TIME: usize = 64;

impl Hub {
    /// Compares all watched orders with the database, every sweep.
    pub(super) async fn run_sweep(self) {
        let sweep = self.limits().sweep;
        let mut sweeps = interval_at(Instant::now() + sweep, sweep);
        sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = sweeps.tick() => {}
                () = self.0.stop.cancelled() => return,
            }
            self.sweep_orders().await;
        }
    }

    /// Receives from the other nodes.
    pub(super) async fn run_bus(self, mut events: mpsc::Receiver<BusEvent>) {
        let not_understood = LogThrottle::default();
        loop {
            let event = tokio::select! {
                event = events.recv() => event,
                () = self.0.stop.cancelled() => return,
            };
            match event {
                Some(BusEvent::Message(bytes)) => match serde_json::from_slice::<BusMessage>(&bytes) {
                    Ok(message) => self.receive(message),
                    Err(error) if not_understood.is_due() => {
                        tracing::warn!(%error, "a message on the bus was not understood")
                    }
                    Err(_) => {}
                },
                Some(BusEvent::Up) => {
                    self.0.health.set_bus_away(false);
                    self.shops().catch_up();
                    // In a task of its own: what is said meanwhile is received.
                    let hub = self.clone();
                    self.0.tasks.spawn(async move {
                        tokio::join!(
                            hub.sweep_orders(),
                            hub.sweep_boards(),
                            hub.ask_for_cars(),
                            hub.announce_all_viewers()
                        );
                    });
                }
                Some(BusEvent::Down) => self.0.health.set_bus_away(true),
                None => return,
            }
        }
    }

    fn receive(&self, message: BusMessage) {
        match message {
            BusMessage::Order(news) => self.announce(&news),
            BusMessage::Car(sighting) => self.see(&Arc::new(sighting)),
            BusMessage::Row(news) => self.announce_row(&news),
            BusMessage::State(news) => self.shops().state_changed(news),
            BusMessage::Checkout(news) => self.announce_settled(&news),
        }
    }

    /// Waits a moment for a status that was overtaken, then reads what is missing.
    pub(super) async fn mend_jump(&self, topic: &Arc<OrderTopic>) {
        tokio::time::sleep(self.limits().jump).await;
        topic.repaired();
        self.metrics().jumps.inc();
        if let Err(error) = self.current_view(topic).await {
            // The sweep asks again.
            tracing::warn!(%error, "a missing status could not be read");
        }
    }

    /// Reads what was announced and not told: which car may be shown, and where; feedback.
    pub(super) async fn read_news(&self, topic: &Arc<OrderTopic>) {
        if let Err(error) = self.current_view(topic).await {
            // The sweep reads it, and no position is shown until then.
            tracing::warn!(%error, "an order that has changed could not be read");
        }
    }

    /// One sweep of all that is watched.
    pub async fn sweep(&self) {
        self.announce_viewers().await;
        tokio::join!(self.sweep_orders(), self.sweep_boards());
    }

    /// One sweep of the watched orders. What it finds is spread over the sweep's time where it asks
    /// more than once.
    async fn sweep_orders(&self) {
        let started = Instant::now();
        let (watched, awaited) = self.tend_topics().await;
        self.tend_cars().await;
        self.0.connections.tidy();
        let mut is_away = false;
        let chunks = watched.chunks(self.limits().sweep_chunk);
        let pause = self.limits().sweep / u32::try_from(chunks.len().max(1)).unwrap_or(u32::MAX);
        for (turn, chunk) in chunks.enumerate() {
            if turn > 0 {
                tokio::time::sleep(pause).await;
            }
            if let Err(error) = self.sweep_chunk(chunk).await {
                tracing::warn!(%error, "a sweep failed");
                is_away = true;
                self.0.health.set_database_away(true);
            }
        }
        if let Err(error) = self.sweep_waiting(&awaited).await {
            tracing::warn!(%error, "a sweep of the orders that wait for their money failed");
            is_away = true;
        }
        if watched.is_empty() {
            is_away = self.0.parts.deps.store.ping().await.is_err();
        }
        self.0.health.set_database_away(is_away);
        self.metrics().database_up.set((!is_away).into());
        self.metrics().sweep_seconds.observe(started.elapsed().as_secs_f64());
    }

    async fn sweep_chunk(&self, watched: &[Arc<OrderTopic>]) -> Result<(), StoreError> {
        let ids: Vec<OrderId> = watched.iter().map(|topic| topic.order).collect();
        if self.stand_as_told(watched, &ids).await? {
            return Ok(());
        }
        let heads = self.0.parts.deps.store.orders().heads(&ids).await?;
        let now = self.0.parts.deps.clock.now();
        let topics = heads.into_iter().filter_map(|head| {
            let topic = self.topics().get(&head.id).cloned()?;
            let is_behind = topic.sent().is_some_and(|sent| is_ahead(&head, sent));
            if is_behind {
                self.metrics().repairs.inc();
            }
            (is_behind || topic.lacks_visibility() || head.expires_at <= now).then_some(Ok(topic))
        });
        // Beside each other: an order whose car must be asked for at a bus that is frozen holds up no other.
        let mend = |topic: Arc<OrderTopic>| async move { self.mend(&topic).await };
        stream::iter(topics).try_for_each_concurrent(MENDED_AT_A_TIME, mend).await
    }

    /// Whether the connections were sent all that is stored of these orders, by the sums of their `seq` and `rev`. These
    /// only grow, and what was sent is stored, so equal sums mean equal orders. It nearly always holds.
    async fn stand_as_told(&self, watched: &[Arc<OrderTopic>], ids: &[OrderId]) -> Result<bool, StoreError> {
        let Some(told) = watched.iter().map(|topic| topic.stands_at()).collect::<Option<Vec<_>>>() else {
            return Ok(false);
        };
        let (seq, rev) = told.iter().fold((0, 0), |(seq, rev), told| (seq + told.0.0, rev + told.1.0));
        let sum = self.0.parts.deps.store.orders().head_sum(ids).await?;
        let has_expired = sum.first_expiry.is_none_or(|expiry| expiry <= self.0.parts.deps.clock.now());
        Ok((sum.orders, sum.seq, sum.rev) == (told.len(), seq, rev) && !has_expired)
    }

    /// Reads an order again, which tells its connections what they miss of it, its end too. An order that
    /// cannot be read does not hold up the others.
    async fn mend(&self, topic: &Arc<OrderTopic>) -> Result<(), StoreError> {
        let _turn = topic.reading.lock().await;
        match self.read(topic).await {
            Err(error) if !error.is_unavailable() => {
                tracing::error!(order = %topic.order, error = %domain::error::chain(&error), "an order cannot be read");
                Ok(())
            }
            read => read.map(drop),
        }
    }

    /// Drops the topics that nobody needs, and lists the watched ones, and those whose order is waited for.
    async fn tend_topics(&self) -> (Vec<Arc<OrderTopic>>, Vec<Arc<OrderTopic>>) {
        let all: Vec<Arc<OrderTopic>> = self.topics().values().cloned().collect();
        let (mut watched, mut awaited) = (Vec::with_capacity(all.len()), Vec::new());
        for topics in all.chunks(TENDED_AT_A_TIME) {
            for topic in topics {
                let (tended, is_awaited) = topic.tend(self.limits());
                match tended {
                    Tended::Watched => watched.push(Arc::clone(topic)),
                    Tended::Warm => {}
                    Tended::Idle => self.drop_idle(topic),
                }
                if is_awaited {
                    awaited.push(Arc::clone(topic));
                }
            }
            // News do not wait for all of them.
            tokio::task::yield_now().await;
        }
        let mut topics = self.topics();
        topics.shrink_if_sparse();
        self.metrics().topics.set(i64::try_from(topics.len()).unwrap_or(i64::MAX));
        drop(topics);
        self.0.views.tidy();
        (watched, awaited)
    }

    /// Drops a topic, unless somebody has come meanwhile.
    fn drop_idle(&self, topic: &Arc<OrderTopic>) {
        let mut topics = self.topics();
        let is_known = topics.get(&topic.order).is_some_and(|known| Arc::ptr_eq(known, topic));
        if is_known && topic.is_idle(self.limits()) {
            topics.remove(&topic.order);
            self.0.parts.bus.release(&bus::Topic::Order(topic.order));
        }
    }
}

/// Whether the database has something that the watchers were not told.
fn is_ahead(head: &SweepHead, told: (domain::ids::Seq, domain::ids::Rev)) -> bool {
    head.seq > told.0 || head.rev > told.1
}

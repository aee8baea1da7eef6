//! Who watches which orders on this node, and how they are sent what happened.
//!
//! The database is the truth and the bus only says that something changed: whatever is announced, reordered, doubled or
//! lost, each connection is sent each committed status once, in order. A topic's connections learn of it in three ways:
//! by announcements ([`Hub::announce`]), by the reads of joining connections, and by the sweep, which finds what both missed.

mod announced;
mod boards;
mod cars;
mod health;
pub(crate) mod join;
mod presence;
mod progress;
mod repair;
mod sessions;
mod subscribers;
#[cfg(test)]
mod tests;
mod topic;
pub(crate) mod view;
mod view_cache;
mod waiting;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use bus::{Announcement, Bus, RowNews};
use deps::Deps;
use domain::ids::OrderId;
use jiff::SignedDuration;
use live::{Connection, ConnectionId, Connections, Recipients};
use metrics::Metrics;
use server::{
    ApiError,
    order_keys::OrderKeys,
    rate_limits::{NamedLimit, RateLimits},
};
use tokio::sync::Semaphore;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    Limits, Shops,
    board::Boards,
    staff::{StaffSubscriptions, StaffToken, Watches},
    topic_id,
    viewers::LocalViewers,
};
use cars::ListenedCars;
use topic::OrderTopic;
use view_cache::ViewCache;

pub use health::Health;

pub(crate) use announced::frames_of;

/// Topics, and cars, that are looked after before news get their turn.
const TENDED_AT_A_TIME: usize = 256;

/// Words of a customer on one order (docs/spec/hub.md, "Feedback, geocoding and drive times").
const FEEDBACK: NamedLimit = NamedLimit { name: "feedback", most: 20, window: SignedDuration::from_mins(1) };

/// What a hub is made of.
#[derive(Clone)]
pub struct HubParts {
    /// Store, clock, chance, secrets.
    pub deps: Deps,
    /// How other nodes are heard.
    pub bus: Arc<dyn Bus>,
    /// Every bound.
    pub limits: Limits,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// The configured token of the staff, if there is one.
    pub staff_token: Option<StaffToken>,
    /// What may be watched of restaurants.
    pub shops: Arc<dyn Shops>,
    /// What is counted over all nodes.
    pub rate_limits: RateLimits,
    /// What opens orders.
    pub order_keys: OrderKeys,
}

/// The hub of one node. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct Hub(Arc<HubInner>);

struct HubInner {
    parts: HubParts,
    connections: Connections,
    topics: Mutex<HashMap<OrderId, Arc<OrderTopic>>>,
    views: ViewCache,
    cars: ListenedCars,
    boards: Boards,
    staff_subscriptions: StaffSubscriptions,
    viewers: LocalViewers,
    /// Snapshot reads at a time.
    reads: Semaphore,
    health: Health,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Hub {
    /// Starts a hub, with its tick, its sweep and its ear on the bus.
    #[must_use]
    pub fn start(parts: HubParts) -> Self {
        // It was opened a moment ago.
        parts.metrics.database_up.set(1);
        let chance = parts.deps.chance.clone();
        let inner = HubInner {
            connections: Connections::new(parts.limits.live.clone(), Arc::clone(&parts.metrics), chance),
            reads: Semaphore::new(parts.limits.snapshot_reads),
            health: Health::new(parts.bus.is_up()),
            topics: Mutex::default(),
            views: ViewCache::default(),
            cars: ListenedCars::default(),
            boards: Boards::default(),
            staff_subscriptions: StaffSubscriptions::default(),
            viewers: LocalViewers::default(),
            tasks: TaskTracker::new(),
            stop: CancellationToken::new(),
            parts,
        };
        let hub = Self(Arc::new(inner));
        hub.spawn_tasks();
        hub
    }

    fn spawn_tasks(&self) {
        let HubInner { tasks, connections, stop, parts, .. } = &*self.0;
        let delayed = self.clone();
        tasks.spawn(connections.clone().run_tick(move || delayed.health().is_delayed(), stop.clone()));
        tasks.spawn(self.clone().run_sweep());
        tasks.spawn(self.clone().run_staff_boards());
        tasks.spawn(self.clone().run_kitchens());
        tasks.spawn(self.clone().run_board_sweep());
        tasks.spawn(self.clone().run_fleets());
        tasks.spawn(self.clone().run_viewers());
        if let Some(events) = parts.bus.events() {
            tasks.spawn(self.clone().run_bus(events));
        }
    }

    /// Lets the boards of this node know that an order has changed.
    pub fn announce_row(&self, news: &RowNews) {
        self.0.boards.receive(news);
    }

    /// Sends the connections of this node a committed change.
    pub fn announce(&self, news: &Announcement) {
        let topic = self.topics().get(&news.order()).cloned();
        let Some(topic) = topic else { return };
        let received = topic.receive(news);
        let hub = self.clone();
        if received.has_jump {
            self.0.tasks.spawn(async move { hub.mend_jump(&topic).await });
        } else if received.needs_read {
            self.0.tasks.spawn(async move { hub.read_news(&topic).await });
        }
    }

    /// How the node is.
    #[must_use]
    pub fn health(&self) -> &Health {
        &self.0.health
    }

    /// The connections of this node.
    #[must_use]
    pub fn connections(&self) -> &Connections {
        &self.0.connections
    }

    /// The bounds it keeps.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.0.parts.limits
    }

    /// What is counted.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.0.parts.metrics
    }

    /// Store, clock, chance, secrets.
    #[must_use]
    pub fn deps(&self) -> &Deps {
        &self.0.parts.deps
    }

    /// How other nodes are heard.
    #[must_use]
    pub fn bus(&self) -> &Arc<dyn Bus> {
        &self.0.parts.bus
    }

    /// What may be watched of restaurants.
    pub(crate) fn shops(&self) -> &dyn Shops {
        &*self.0.parts.shops
    }

    /// What opens orders.
    fn order_keys(&self) -> &OrderKeys {
        &self.0.parts.order_keys
    }

    /// The boards that are watched on this node.
    fn boards(&self) -> &Boards {
        &self.0.boards
    }

    /// What is watched by the right of the staff.
    fn staff_subscriptions(&self) -> &StaffSubscriptions {
        &self.0.staff_subscriptions
    }

    /// Who is looking through this node.
    fn viewers(&self) -> &LocalViewers {
        &self.0.viewers
    }

    /// The connections that watch these orders, where there are any.
    fn watchers_of(&self, orders: &[OrderId]) -> Vec<(OrderId, Recipients)> {
        let topics = self.topics();
        let watched = orders.iter().filter_map(|order| topics.get(order).map(|topic| (*order, topic.watchers())));
        watched.filter(|(_, watchers)| !watchers.is_empty()).collect()
    }

    /// The connections that watch any order.
    fn all_watchers(&self) -> Vec<(OrderId, Recipients)> {
        let watched = self.topics().iter().map(|(order, topic)| (*order, topic.watchers())).collect::<Vec<_>>();
        watched.into_iter().filter(|(_, watchers)| !watchers.is_empty()).collect()
    }

    /// Counts a word of a customer on their order.
    pub(crate) async fn count_feedback(&self, order: OrderId) -> Result<(), ApiError> {
        self.0.parts.rate_limits.count(FEEDBACK, &order.to_string()).await
    }

    /// Ends when the hub does.
    async fn stopped(&self) {
        self.0.stop.cancelled().await;
    }

    /// Ends a connection's subscription to an order, as its client asked.
    pub(crate) fn unsubscribe(&self, connection: &Arc<dyn Connection>, order: OrderId) {
        connection.with(&mut |state| {
            state.unsubscribe(topic_id(order));
        });
        self.staff_subscriptions().give_up(connection.id(), Watches::Order(order));
        self.leave(connection.id(), order);
    }

    /// Takes a connection out of an order that it watches.
    pub fn leave(&self, connection: ConnectionId, order: OrderId) {
        let topic = self.topics().get(&order).cloned();
        if let Some(topic) = topic {
            topic.remove(connection);
        }
    }

    /// Ends the hub's own tasks; its connections are sent away by [`Connections::drain`].
    pub async fn stop(&self) {
        self.0.stop.cancel();
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    fn topics(&self) -> std::sync::MutexGuard<'_, HashMap<OrderId, Arc<OrderTopic>>> {
        self.0.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

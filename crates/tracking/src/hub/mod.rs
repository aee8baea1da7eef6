//! The hub: who watches what on this node, and how they are told.
//!
//! The database is the truth and the bus is only a bell: whatever is announced, reordered, doubled
//! or lost, each line is told each committed status once, in order. Three roads lead to a topic's
//! lines: announcements ([`Hub::announce`]), reads of the order by joining lines, and the sweep, which
//! mends whatever the other two missed.

mod cars;
mod health;
pub(crate) mod join;
mod lines;
mod progress;
mod repair;
#[cfg(test)]
mod tests;
mod topic;
pub(crate) mod view;
mod view_cache;
mod wrong_keys;

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use domain::{error::Code, ids::OrderId, key::Secrets};
use server::{Chance, SharedClock};
use store::Store;
use tokio::{sync::Semaphore, time::Instant};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

pub use health::Health;
pub use lines::{NoSeat, Seat};

use crate::{
    board::Boards,
    bus::{Announcement, Bus, RowNews},
    limits::Limits,
    line::{Line, LineId},
    metrics::Metrics,
    presence::{Audience, Watchers},
    staff::{Seats, StaffToken, Watches},
};
use cars::Cars;
use join::Refused;
use lines::Lines;
use topic::Topic;
use view_cache::ViewCache;
pub(crate) use wrong_keys::Road;
use wrong_keys::WrongKeys;

/// Topics, and cars, that are looked after before news get their turn.
const TENDED_AT_A_TIME: usize = 256;

/// What a hub is made of.
#[derive(Clone)]
pub struct HubParts {
    /// Where the truth stands.
    pub store: Store,
    /// How other nodes are heard.
    pub bus: Arc<dyn Bus>,
    /// The time of day.
    pub clock: SharedClock,
    /// What order keys are made with.
    pub secrets: Secrets,
    /// Every bound.
    pub limits: Limits,
    /// Chance.
    pub chance: Chance,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// The configured token of the staff, if there is one.
    pub staff_token: Option<StaffToken>,
}

/// The hub of one node.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    parts: HubParts,
    topics: Mutex<HashMap<OrderId, Arc<Topic>>>,
    views: ViewCache,
    cars: Cars,
    boards: Boards,
    seats: Seats,
    audience: Audience,
    lines: Lines,
    /// Snapshot reads at a time.
    reads: Semaphore,
    /// Rows read at a time for their keys alone.
    key_reads: Semaphore,
    wrong_keys: WrongKeys,
    health: Health,
    started: Instant,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Hub {
    /// Starts a hub, with its tick, its sweep and its ear on the bus.
    #[must_use]
    pub fn start(parts: HubParts) -> Self {
        parts.metrics.lines_limit.set(i64::try_from(parts.limits.sockets).unwrap_or(i64::MAX));
        // It was opened a moment ago.
        parts.metrics.database_up.set(1);
        let inner = Inner {
            lines: Lines::new(&parts.limits),
            reads: Semaphore::new(parts.limits.snapshot_reads),
            key_reads: Semaphore::new(parts.limits.key_reads),
            wrong_keys: WrongKeys::new(parts.limits.wrong_keys_per_minute),
            health: Health::new(parts.bus.is_up()),
            topics: Mutex::default(),
            views: ViewCache::default(),
            cars: Cars::default(),
            boards: Boards::default(),
            seats: Seats::default(),
            audience: Audience::default(),
            started: Instant::now(),
            tasks: TaskTracker::new(),
            stop: CancellationToken::new(),
            parts,
        };
        let hub = Self(Arc::new(inner));
        hub.0.tasks.spawn(hub.clone().run_tick());
        hub.0.tasks.spawn(hub.clone().run_sweep());
        hub.0.tasks.spawn(hub.clone().run_staff_boards());
        hub.0.tasks.spawn(hub.clone().run_kitchens());
        hub.0.tasks.spawn(hub.clone().run_board_sweep());
        hub.0.tasks.spawn(hub.clone().run_fleets());
        hub.0.tasks.spawn(hub.clone().run_audience());
        if let Some(events) = hub.0.parts.bus.events() {
            hub.0.tasks.spawn(hub.clone().run_bus(events));
        }
        hub
    }

    /// Tells the boards of this node that an order has changed.
    pub fn announce_row(&self, news: &RowNews) {
        self.0.boards.hear(news);
    }

    /// Tells the lines of this node of a committed change.
    pub fn announce(&self, news: &Announcement) {
        let topic = self.topics().get(&news.order()).cloned();
        let Some(topic) = topic else { return };
        let heard = topic.hear(news);
        let hub = self.clone();
        if heard.has_jump {
            self.0.tasks.spawn(async move { hub.mend_jump(&topic).await });
        } else if heard.needs_road {
            self.0.tasks.spawn(async move { hub.read_road(&topic).await });
        }
    }

    /// How the node is.
    #[must_use]
    pub fn health(&self) -> &Health {
        &self.0.health
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

    /// The parts it was made of.
    #[must_use]
    pub fn parts(&self) -> &HubParts {
        &self.0.parts
    }

    /// The boards that are watched on this node.
    pub(crate) fn boards(&self) -> &Boards {
        &self.0.boards
    }

    /// What is watched by the right of the staff.
    pub(crate) fn seats(&self) -> &Seats {
        &self.0.seats
    }

    /// Who is looking through this node.
    pub(crate) fn audience(&self) -> &Audience {
        &self.0.audience
    }

    /// The lines before these orders, where there are any.
    pub(crate) fn watchers_of(&self, orders: &[OrderId]) -> Vec<(OrderId, Watchers)> {
        let topics = self.topics();
        let watched = orders.iter().filter_map(|order| topics.get(order).map(|topic| (*order, topic.watchers())));
        watched.filter(|(_, watchers)| !watchers.is_empty()).collect()
    }

    /// The lines before all orders that are watched.
    pub(crate) fn all_watchers(&self) -> Vec<(OrderId, Watchers)> {
        let watched = self.topics().iter().map(|(order, topic)| (*order, topic.watchers())).collect::<Vec<_>>();
        watched.into_iter().filter(|(_, watchers)| !watchers.is_empty()).collect()
    }

    /// Counts a wrong key or token: what it is answered with.
    pub(crate) fn wrong(&self, code: Code, caller: IpAddr, road: Road, guess: impl Hash) -> Refused {
        let is_within = self.0.wrong_keys.is_within(caller, road, guess);
        Refused::Because(if is_within { code } else { Code::TooMany })
    }

    /// Ends when the hub does.
    pub(crate) async fn stopped(&self) {
        self.0.stop.cancelled().await;
    }

    /// Ends a line's subscription to an order, as its client asked.
    pub(crate) fn unsubscribe(&self, line: &Arc<dyn Line>, order: OrderId) {
        line.with(&mut |state| {
            state.unsubscribe(order);
        });
        self.seats().give_up(line.id(), Watches::Order(order));
        self.leave(line.id(), order);
    }

    /// Takes a line out of an order that it watches.
    pub fn leave(&self, line: LineId, order: OrderId) {
        let topic = self.topics().get(&order).cloned();
        if let Some(topic) = topic {
            topic.remove(line);
        }
    }

    /// Ends the hub's own tasks; its lines are sent away by [`Hub::drain`].
    pub async fn stop(&self) {
        self.0.stop.cancel();
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    fn topics(&self) -> std::sync::MutexGuard<'_, HashMap<OrderId, Arc<Topic>>> {
        self.0.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

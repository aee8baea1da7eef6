//! The hub's metrics, in Prometheus' format. `docs/operating.md` explains what each of them means to an operator.

mod hops;

use prometheus_client::{
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};
use tokio::time::Instant;

pub use hops::{ByNews, Hops, Latency, NewsHops};

/// The hub's metrics. Their names begin with `ovelle_`.
#[derive(Debug)]
pub struct Metrics {
    pub connections: Gauge,
    /// The highest number of connections allowed.
    pub connections_limit: Gauge,
    /// Connections refused because the node or the client's address already has too many.
    pub connections_refused: Counter,
    /// Orders that are watched or still cached.
    pub topics: Gauge,
    /// Boards and kitchens that are watched or still cached.
    pub boards: Gauge,
    /// Orders read again for boards because a notification came in.
    pub board_rows: Counter,
    /// Committed statuses.
    pub statuses: Counter,
    /// Registered orders.
    pub orders: Counter,
    /// Car positions that were newer than the ones known.
    pub positions: Counter,
    pub positions_disbelieved: Disbelieved,
    /// Frames written to the kernel.
    pub frames: Counter,
    /// Reads of an order for its watchers.
    pub snapshot_reads: Counter,
    /// Orders for which a sweep found a newer state than their watchers had been sent.
    pub repairs: Counter,
    /// Statuses that arrived before an earlier one.
    pub jumps: Counter,
    /// Connections closed because they read too slowly.
    pub slow_connections: Counter,
    /// 1 while the database answers.
    pub database_up: Gauge,
    /// 1 while the node is leaving.
    pub draining: Gauge,
    /// Seconds that a sweep takes.
    pub sweep_seconds: Histogram,
    /// Seconds that the database takes to commit a reported status.
    pub commit_seconds: Histogram,
    /// Seconds that the database takes to read an order for its watchers.
    pub snapshot_read_seconds: Histogram,
    pub hops: Hops,
    pub bus: BusMetrics,
}

/// The kinds of news that are timed from hop to hop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewsKind {
    /// An event of a topic, delivered once and in order: a status.
    Event,
    /// A value of which only the newest counts: a position.
    Signal,
}

/// Positions that were newer than what was known and did not move their car, by the reason.
#[derive(Debug)]
pub struct Disbelieved {
    /// Too uncertain.
    pub vague: Counter,
    /// Farther away than a car drives.
    pub leap: Counter,
}

impl Disbelieved {
    fn register(registry: &mut Registry) -> Self {
        let reasons = Family::<[(&'static str, &'static str); 1], Counter>::default();
        registry.register("positions_disbelieved", "Car positions that were not believed", reasons.clone());
        let counter = |reason| reasons.get_or_create_owned(&[("reason", reason)]);
        Self { vague: counter("vague"), leap: counter("leap") }
    }
}

/// The bus's metrics.
#[derive(Debug, Clone, Default)]
pub struct BusMetrics {
    /// 1 while the bus is reachable.
    pub up: Gauge,
    /// Messages published to other nodes.
    pub published: Counter,
    /// Messages lost on this node, outgoing or incoming.
    pub dropped: Counter,
    /// Messages received from other nodes.
    pub received: Counter,
    /// Connections made after the first.
    pub reconnects: Counter,
}

impl BusMetrics {
    fn register(registry: &mut Registry) -> Self {
        let metrics = Self::default();
        registry.register("bus_up", "Whether the bus between nodes is reachable", metrics.up.clone());
        registry.register("bus_published", "Messages published to other nodes", metrics.published.clone());
        registry.register("bus_dropped", "Messages lost on this node", metrics.dropped.clone());
        registry.register("bus_received", "Messages received from the bus", metrics.received.clone());
        registry.register("bus_reconnects", "Connections to the bus after the first", metrics.reconnects.clone());
        metrics
    }
}

impl Metrics {
    /// Counts a frame that `connections` have written completely. If it is news of an order, also observes the time
    /// since it was `due`.
    pub fn wrote(&self, news: Option<NewsKind>, due: Instant, connections: u64) {
        if connections == 0 {
            return;
        }
        self.frames.inc_by(connections);
        let hops = match news {
            Some(NewsKind::Event) => &self.hops.status,
            Some(NewsKind::Signal) => &self.hops.position,
            None => return,
        };
        hops.write.observe_many(due.elapsed(), connections);
    }

    /// Creates the metrics and adds them to a registry.
    #[must_use]
    pub fn register(registry: &mut Registry) -> Self {
        let registry = registry.sub_registry_with_prefix("ovelle");
        let seconds = || Histogram::new([0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5]);
        let metrics = Self {
            connections: Gauge::default(),
            connections_limit: Gauge::default(),
            connections_refused: Counter::default(),
            topics: Gauge::default(),
            boards: Gauge::default(),
            board_rows: Counter::default(),
            statuses: Counter::default(),
            orders: Counter::default(),
            positions: Counter::default(),
            positions_disbelieved: Disbelieved::register(registry),
            frames: Counter::default(),
            snapshot_reads: Counter::default(),
            repairs: Counter::default(),
            jumps: Counter::default(),
            slow_connections: Counter::default(),
            database_up: Gauge::default(),
            draining: Gauge::default(),
            sweep_seconds: seconds(),
            commit_seconds: seconds(),
            snapshot_read_seconds: seconds(),
            hops: Hops::default(),
            bus: BusMetrics::register(registry),
        };
        metrics.name(registry);
        metrics
    }

    fn name(&self, registry: &mut Registry) {
        let metrics = self;
        registry.register("live_lines", "Open live connections", metrics.connections.clone());
        registry.register(
            "live_lines_limit",
            "The highest number of live connections allowed",
            metrics.connections_limit.clone(),
        );
        registry.register(
            "live_lines_refused",
            "Connections refused because there are too many",
            metrics.connections_refused.clone(),
        );
        registry.register("watched_orders", "Watched orders on this node", metrics.topics.clone());
        registry.register("watched_boards", "Watched boards and kitchens on this node", metrics.boards.clone());
        registry.register("board_rows", "Orders read again for boards", metrics.board_rows.clone());
        registry.register("statuses_committed", "Statuses committed by this node", metrics.statuses.clone());
        registry.register("orders_registered", "Orders registered by this node", metrics.orders.clone());
        registry.register("positions", "Car positions that were newer than the ones known", metrics.positions.clone());
        registry.register("frames_sent", "Live frames written to the kernel", metrics.frames.clone());
        registry.register("snapshot_reads", "Reads of an order for its watchers", metrics.snapshot_reads.clone());
        registry.register(
            "sweep_repairs",
            "Watched orders that a sweep found behind the database",
            metrics.repairs.clone(),
        );
        registry.register("status_jumps", "Statuses that arrived before an earlier one", metrics.jumps.clone());
        registry.register(
            "slow_lines_closed",
            "Connections closed because they read too slowly",
            metrics.slow_connections.clone(),
        );
        registry.register("database_up", "Whether the database answers", metrics.database_up.clone());
        registry.register("draining", "Whether the node is leaving", metrics.draining.clone());
        registry.register("sweep_seconds", "Seconds that a sweep takes", metrics.sweep_seconds.clone());
        let help = "Seconds that the database takes to commit a reported status";
        registry.register("commit_seconds", help, metrics.commit_seconds.clone());
        let help = "Seconds that the database takes to read an order for its watchers";
        registry.register("snapshot_read_seconds", help, metrics.snapshot_read_seconds.clone());
        registry.register("hop_seconds", "Seconds that news takes from hop to hop", metrics.hops.clone());
    }
}

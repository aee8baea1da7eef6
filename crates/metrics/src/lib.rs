//! What the hub counts, in Prometheus' form. What each figure means to an operator is said in `docs/operating.md`.

mod hops;

use prometheus_client::{
    metrics::{counter::Counter, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};
use tokio::time::Instant;

pub use hops::{ByNews, Hops, Latency, Way};

/// The hub's figures. Names begin with `ovelle_`.
#[derive(Debug)]
pub struct Metrics {
    /// Open live connections.
    pub connections: Gauge,
    /// The most connections that there may be.
    pub connections_limit: Gauge,
    /// Connections refused because the node or their address has too many.
    pub connections_refused: Counter,
    /// Watched orders, and those kept warm.
    pub topics: Gauge,
    /// Watched boards and kitchens, and those kept warm.
    pub boards: Gauge,
    /// Orders that were read again for boards because something rang.
    pub board_rows: Counter,
    /// Committed statuses.
    pub statuses: Counter,
    /// Registered orders.
    pub orders: Counter,
    /// Positions of cars that were news.
    pub positions: Counter,
    /// Frames handed to the kernel.
    pub frames: Counter,
    /// Reads of an order for its watchers.
    pub snapshot_reads: Counter,
    /// Orders that a sweep found ahead of what was told.
    pub repairs: Counter,
    /// Statuses that were overtaken by a later one.
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
    /// How long news take from hop to hop.
    pub hops: Hops,
    /// The bus.
    pub bus: BusMetrics,
}

/// News whose way is timed from hop to hop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// An event of a topic, delivered once and in order: a status.
    Event,
    /// A value of which only the newest counts: a position.
    Signal,
}

/// What the bus counts.
#[derive(Debug, Clone, Default)]
pub struct BusMetrics {
    /// 1 while the bus is there.
    pub up: Gauge,
    /// Messages said to other nodes.
    pub published: Counter,
    /// Messages that were lost on this node, on their way out or in.
    pub dropped: Counter,
    /// Messages heard.
    pub received: Counter,
    /// Connections after the first.
    pub reconnects: Counter,
}

impl BusMetrics {
    fn register(registry: &mut Registry) -> Self {
        let metrics = Self::default();
        registry.register("bus_up", "Whether the bus between nodes is there", metrics.up.clone());
        registry.register("bus_published", "Messages said to other nodes", metrics.published.clone());
        registry.register("bus_dropped", "Messages lost on this node", metrics.dropped.clone());
        registry.register("bus_received", "Messages heard on the bus", metrics.received.clone());
        registry.register("bus_reconnects", "Connections to the bus after the first", metrics.reconnects.clone());
        metrics
    }
}

impl Metrics {
    /// Counts a frame that `connections` have written to its last byte, and how long that took since it was `due`, where
    /// it is news of an order.
    pub fn wrote(&self, news: Option<News>, due: Instant, connections: u64) {
        if connections == 0 {
            return;
        }
        self.frames.inc_by(connections);
        let way = match news {
            Some(News::Event) => &self.hops.status,
            Some(News::Signal) => &self.hops.position,
            None => return,
        };
        way.write.observe_many(due.elapsed(), connections);
    }

    /// Makes the figures and names them in a registry.
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
        registry.register("live_lines", "Open live lines", metrics.connections.clone());
        registry.register(
            "live_lines_limit",
            "The most live lines that there may be",
            metrics.connections_limit.clone(),
        );
        registry.register("live_lines_refused", "Lines refused as too many", metrics.connections_refused.clone());
        registry.register("watched_orders", "Watched orders on this node", metrics.topics.clone());
        registry.register("watched_boards", "Watched boards and kitchens on this node", metrics.boards.clone());
        registry.register("board_rows", "Orders read again for boards", metrics.board_rows.clone());
        registry.register("statuses_committed", "Statuses committed by this node", metrics.statuses.clone());
        registry.register("orders_registered", "Orders registered by this node", metrics.orders.clone());
        registry.register("positions", "Positions of cars that were news to this node", metrics.positions.clone());
        registry.register("frames_sent", "Live frames handed to the kernel", metrics.frames.clone());
        registry.register("snapshot_reads", "Reads of an order for its watchers", metrics.snapshot_reads.clone());
        registry.register("sweep_repairs", "Watched orders that a sweep found behind", metrics.repairs.clone());
        registry.register("status_jumps", "Statuses that came before an earlier one", metrics.jumps.clone());
        registry.register("slow_lines_closed", "Lines closed as too slow", metrics.slow_connections.clone());
        registry.register("database_up", "Whether the database answers", metrics.database_up.clone());
        registry.register("draining", "Whether the node is leaving", metrics.draining.clone());
        registry.register("sweep_seconds", "Seconds that a sweep takes", metrics.sweep_seconds.clone());
        let help = "Seconds that the database takes to commit a reported status";
        registry.register("commit_seconds", help, metrics.commit_seconds.clone());
        let help = "Seconds that the database takes to read an order for its watchers";
        registry.register("snapshot_read_seconds", help, metrics.snapshot_read_seconds.clone());
        registry.register("hop_seconds", "Seconds that news take from hop to hop", metrics.hops.clone());
    }
}

//! Every bound of watching, in one place.

use std::time::Duration;

/// What an order costs at most, and how long things may take.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Those of connections.
    pub live: live::LiveLimits,
    /// Those of an order's life.
    pub orders: orders::OrderLimits,
    /// Connections that watch one order; 0 = no limit.
    pub sockets_per_order: usize,
    /// Orders that one connection watches.
    pub orders_per_connection: usize,
    /// Restaurants that one connection watches beside its orders.
    pub shops_per_connection: usize,
    /// Subscriptions that a connection may ask for at once; what it asks for besides waits.
    pub subscriptions_at_once: u32,
    /// Then it may ask for one in each of these.
    pub subscription_every: Duration,
    /// The largest frame from a client, in bytes.
    pub client_frame: usize,
    /// Missed statuses that are sent one by one; above it one snapshot comes.
    pub missed_statuses: usize,
    /// Snapshot reads at a time on this node. Together with `key_reads` fewer than PostgreSQL has
    /// connections: a storm waits for its turn as long as it takes, but for a connection half a second,
    /// and reports wait behind it.
    pub snapshot_reads: usize,
    /// Orders looked up at a time for their keys alone.
    pub key_reads: usize,
    /// How often watched orders are compared with the database.
    pub sweep: Duration,
    /// Orders in one question of the sweep.
    pub sweep_chunk: usize,
    /// How long a jump in `seq` is held back before it is repaired.
    pub jump: Duration,
    /// How long the bus may take to confirm a subscription before the order is read all the same.
    pub listening: Duration,
    /// How long changes of boards are gathered before they are read.
    pub board_flush: Duration,
    /// How often boards are told of their cars.
    pub board_cars: Duration,
    /// How often a board is read whole.
    pub board_reread: Duration,
    /// Orders of one board, and changed orders of one question; above it a board counts as too large.
    pub board_rows: u32,
    /// The longest frame of a board, in bytes.
    pub board_bytes: usize,
    /// How long a topic without watchers is kept warm.
    pub unwatched: Duration,
    /// Statuses that are held back behind a jump, and frames that wait to be told to an order's connections.
    pub held: usize,
    /// Wrong order keys by one address in a minute.
    pub wrong_keys_per_minute: u32,
    /// Geocodings by one address in a minute, and as many drive estimates.
    pub places_per_minute: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            live: live::LiveLimits::default(),
            orders: orders::OrderLimits::default(),
            sockets_per_order: 50,
            orders_per_connection: 32,
            shops_per_connection: 4,
            subscriptions_at_once: 64,
            subscription_every: Duration::from_millis(100),
            client_frame: 4 * 1024,
            missed_statuses: 32,
            snapshot_reads: 8,
            key_reads: 4,
            sweep: Duration::from_secs(2),
            sweep_chunk: 500,
            jump: Duration::from_millis(50),
            listening: Duration::from_secs(1),
            board_flush: Duration::from_millis(100),
            board_cars: Duration::from_secs(1),
            board_reread: Duration::from_secs(60),
            board_rows: 20_000,
            board_bytes: 4 * 1024 * 1024,
            unwatched: Duration::from_secs(30),
            held: 64,
            wrong_keys_per_minute: 10,
            places_per_minute: 30,
        }
    }
}

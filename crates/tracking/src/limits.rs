//! Every bound of the hub, in one place.

use std::time::Duration;

use jiff::SignedDuration;

/// What an order costs at most, and how long things may take.
#[derive(Debug, Clone)]
pub struct Limits {
    /// How long after its end an order can still be tracked.
    pub tracking_ttl: SignedDuration,
    /// Lines on this node; 0 = none may be refused for their number.
    pub sockets: usize,
    /// Lines from one address (IPv6: one /64); 0 = no limit.
    pub sockets_per_address: usize,
    /// Lines that watch one order; 0 = no limit.
    pub sockets_per_order: usize,
    /// Orders that one line watches.
    pub orders_per_line: usize,
    /// Silence after which a beat is sent.
    pub beat: Duration,
    /// Time in which a new line must subscribe to something.
    pub first_subscription: Duration,
    /// Bad frames that a line forgives.
    pub bad_frames: u8,
    /// The largest frame from a client, in bytes.
    pub client_frame: usize,
    /// The largest frame from a caller of the dispatch line, in bytes.
    pub dispatch_frame: usize,
    /// Calls of one dispatch line that are in work; above it the line is not read.
    pub dispatch_work: usize,
    /// Frames that wait on a line before it counts as too slow.
    pub queued_frames: usize,
    /// Bytes that wait on a line before it counts as too slow.
    pub queued_bytes: usize,
    /// Bytes that wait on a line before its own frames are no longer read.
    pub deaf_bytes: usize,
    /// How long one write may be stuck, and how long a close is tried.
    pub stuck_write: Duration,
    /// Missed statuses that are sent one by one; above it one snapshot comes.
    pub missed_statuses: usize,
    /// Snapshot reads at a time on this node. Together with `key_reads` fewer than PostgreSQL has
    /// connections: a storm waits for its turn as long as it takes, but for a connection half a second,
    /// and presses wait behind it.
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
    /// How often orders are looked for whose car has fallen silent.
    pub silence: Duration,
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
    /// Statuses that are held back behind a jump, and frames that wait to be told to an order's lines.
    pub held: usize,
    /// Wrong order keys by one address in a minute.
    pub wrong_keys_per_minute: u32,
    /// Geocodings by one address in a minute, and as many drive estimates.
    pub places_per_minute: u32,
    /// Over how long the lines are sent away when the node leaves.
    pub drain: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            tracking_ttl: SignedDuration::from_hours(24),
            sockets: 50_000,
            sockets_per_address: 1_000,
            sockets_per_order: 50,
            orders_per_line: 32,
            beat: Duration::from_secs(15),
            first_subscription: Duration::from_secs(10),
            bad_frames: 3,
            client_frame: 4 * 1024,
            dispatch_frame: 64 * 1024,
            dispatch_work: 64,
            queued_frames: 64,
            queued_bytes: 64 * 1024,
            deaf_bytes: 32 * 1024,
            stuck_write: Duration::from_secs(5),
            missed_statuses: 32,
            snapshot_reads: 8,
            key_reads: 4,
            sweep: Duration::from_secs(2),
            sweep_chunk: 500,
            jump: Duration::from_millis(50),
            listening: Duration::from_secs(1),
            silence: Duration::from_secs(5),
            board_flush: Duration::from_millis(100),
            board_cars: Duration::from_secs(1),
            board_reread: Duration::from_secs(60),
            board_rows: 20_000,
            board_bytes: 4 * 1024 * 1024,
            unwatched: Duration::from_secs(30),
            held: 64,
            wrong_keys_per_minute: 10,
            places_per_minute: 30,
            drain: Duration::from_secs(20),
        }
    }
}

//! Publishes this node's messages through a bounded queue, so that no caller waits for Redis.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use metrics::BusMetrics;
use redis::RedisResult;
use tokio::sync::mpsc;

use super::{
    Parts,
    connection::{CommandConnection, reason},
};
use crate::LogThrottle;

/// Messages that may wait for Redis.
const QUEUE: usize = 4096;
/// Messages sent in one pipeline.
const BATCH: usize = 256;

/// The sending end of the queue.
pub(super) struct PublishQueue {
    queue: mpsc::Sender<OutgoingMessage>,
    /// Messages that did not fit since that was last logged.
    overflow: AtomicU64,
    metrics: BusMetrics,
}

/// A message on its way.
pub(super) struct OutgoingMessage {
    channel: String,
    payload: Vec<u8>,
}

impl PublishQueue {
    pub(super) fn new(metrics: BusMetrics) -> (Self, mpsc::Receiver<OutgoingMessage>) {
        let (queue, receiver) = mpsc::channel(QUEUE);
        (Self { queue, overflow: AtomicU64::new(0), metrics }, receiver)
    }

    /// Queues a message, or drops it if the queue is full.
    pub(super) fn put(&self, channel: String, payload: Vec<u8>) {
        if self.queue.try_send(OutgoingMessage { channel, payload }).is_err() {
            self.metrics.dropped.inc();
            self.overflow.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn log_overflow(&self, throttle: &LogThrottle) {
        if self.overflow.load(Ordering::Relaxed) > 0 && throttle.is_due() {
            let dropped = self.overflow.swap(0, Ordering::Relaxed);
            tracing::warn!(dropped, "messages for other nodes did not fit the queue");
        }
    }
}

/// Sends what is queued, in order.
pub(super) async fn run(parts: Arc<Parts>, mut queue: mpsc::Receiver<OutgoingMessage>) {
    let (publisher, metrics) = (&parts.publisher, &parts.metrics);
    let (overflows, failures) = (LogThrottle::default(), LogThrottle::default());
    let mut batch = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut batch, BATCH).await > 0 {
        let count = u64::try_from(batch.len()).unwrap_or(u64::MAX);
        let sent = send(&parts.commands, &mut batch).await;
        // A node that misses a dropped message finds the change in the database.
        let counted = if matches!(sent, Ok(true)) { &metrics.published } else { &metrics.dropped };
        counted.inc_by(count);
        if let Err(error) = sent
            && failures.is_due()
        {
            tracing::warn!(reason = reason(&error), "messages could not be published");
        }
        publisher.log_overflow(&overflows);
    }
}

/// Sends and empties a batch; false if there is no connection.
async fn send(commands: &CommandConnection, batch: &mut Vec<OutgoingMessage>) -> RedisResult<bool> {
    let messages = batch.drain(..);
    let Some(mut connection) = commands.connection() else { return Ok(false) };
    let mut pipe = redis::pipe();
    for OutgoingMessage { channel, payload } in messages {
        pipe.cmd("PUBLISH").arg(channel).arg(payload).ignore();
    }
    pipe.query_async::<()>(&mut connection).await?;
    Ok(true)
}

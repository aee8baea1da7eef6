//! Who watches an order.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use serde_json::json;
use tokio::time::{Instant, sleep};

use super::{
    Notes,
    comeback::ReturningWatcher,
    frame::ReceivedFrame,
    line::{LineEvent, LiveLine},
};
use crate::{checker::Observation, kitchen::Registered};

/// How a watcher reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// At once.
    Steady,
    /// It reads nothing for a while after its first snapshot, and then as the others.
    Naps {
        /// For how long.
        nap: Duration,
        /// Bytes that its kernel takes meanwhile.
        buffer: u32,
    },
}

/// Before the greeting has said otherwise.
pub(super) const USUAL_BEAT: u64 = 15;
/// Before the greeting has come.
pub(super) const UNGREETED: Duration = Duration::from_secs(5);
/// After which somebody asks again who was told that it cannot be had now.
pub(super) const ASKS_AGAIN: Duration = Duration::from_millis(500);

/// One watcher of one order.
pub(super) struct LoadWatcher {
    pub(super) order: Registered,
    pub(super) notes: Arc<Notes>,
    pub(super) pace: Pace,
    pub(super) begun: Instant,
    /// The door that its present line leads through.
    pub(super) door: usize,
}

impl ReturningWatcher for LoadWatcher {
    async fn watch(&mut self, address: SocketAddr, door: usize) -> Option<u16> {
        self.door = door;
        let mut line = LiveLine::open(address, self.pace).await?;
        let close = if self.subscribe(&mut line).await { self.read(&mut line).await } else { None };
        if self.notes.has_ended() {
            line.close().await;
        } else {
            self.note(Observation::Lost { close });
        }
        close
    }

    fn is_over(&self) -> bool {
        self.notes.has_ended()
    }
}

impl LoadWatcher {
    fn note(&self, seen: Observation) {
        self.notes.write(self.begun.elapsed(), self.door, seen);
    }

    /// Asks with the `since` of what it has; false where the line has ended.
    async fn subscribe(&self, line: &mut LiveLine) -> bool {
        let since = self.notes.known();
        self.note(Observation::Asked { since });
        let (id, key) = (&self.order.id, &self.order.key);
        let mut ask = json!({ "type": "subscribe", "topic": "order", "orderId": id, "orderKey": key });
        if let Some(since) = since {
            ask["since"] = json!(since);
        }
        line.say(&ask).await
    }

    /// Reads until the line or the order has ended.
    async fn read(&mut self, line: &mut LiveLine) -> Option<u16> {
        // A line is dead after two beats of silence, and one without greeting sooner.
        let mut silence = UNGREETED;
        loop {
            let text = match line.next(silence).await {
                LineEvent::Text(text) => text,
                LineEvent::End(close) => return close,
            };
            let frame =
                ReceivedFrame::read(&text).unwrap_or_else(|error| panic!("no frame of the contract: {error}: {text}"));
            assert!(!frame.has_negative_minutes(), "no frame of the contract: {text}");
            if frame.is_hello() {
                silence = Duration::from_secs(2 * frame.beat_seconds.unwrap_or(USUAL_BEAT));
            }
            let Some(seen) = frame.seen() else { continue };
            let is_passing = matches!(&seen, Observation::Error { code } if code == "service/unavailable");
            self.note(seen);
            if self.notes.has_ended() {
                return Some(1000);
            }
            if let (Pace::Naps { nap, .. }, Some(_)) = (self.pace, self.notes.known()) {
                self.pace = Pace::Steady;
                sleep(nap).await;
            }
            if is_passing {
                // On the same line, after a moment, as for a line that could not be had.
                sleep(ASKS_AGAIN).await;
                if !self.subscribe(line).await {
                    return None;
                }
            }
        }
    }
}

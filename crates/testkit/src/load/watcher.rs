//! Who watches: one order on one line at a time, coming back as the contract's "The client's duty" says.

use std::{sync::Arc, time::Duration};

use rand::{RngExt, rngs::StdRng};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::{
    Doors, Notes,
    frame::Frame,
    line::{Came, Line},
};
use crate::{checker::Seen, kitchen::Registered};

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

/// The first back-off, doubled with each failure.
const FIRST_WAIT: f64 = 0.5;
const LONGEST_WAIT: f64 = 20.0;
/// A line that stood for so long is forgotten as a failure.
const STABLE: Duration = Duration::from_secs(30);
/// Before the greeting has said otherwise.
const USUAL_BEAT: u64 = 15;

/// One watcher.
pub(super) struct Watcher {
    pub(super) order: Registered,
    pub(super) notes: Arc<Notes>,
    pub(super) doors: Doors,
    /// The door that it knocks at next.
    pub(super) door: usize,
    pub(super) pace: Pace,
    pub(super) chance: StdRng,
    pub(super) begun: Instant,
}

impl Watcher {
    /// Watches until it is told to stop, or was told the end.
    pub(super) async fn run(mut self, stop: CancellationToken) {
        let mut failures = 0;
        loop {
            let opened = Instant::now();
            let ended = tokio::select! {
                ended = self.watch() => ended,
                () = stop.cancelled() => return,
            };
            if self.notes.has_ended() {
                return;
            }
            if opened.elapsed() >= STABLE {
                failures = 0;
            }
            let wait = self.wait_after(ended, failures);
            failures += 1;
            self.door = (self.door + 1) % self.doors.len();
            tokio::select! {
                () = sleep(wait) => {}
                () = stop.cancelled() => return,
            }
        }
    }

    /// When to come back (contract, close codes and "The client's duty").
    fn wait_after(&mut self, close: Option<u16>, failures: i32) -> Duration {
        let seconds = match close {
            Some(1012) => self.chance.random_range(0.0..5.0),
            Some(4429) => self.chance.random_range(10.0..30.0),
            _ => {
                let most = (FIRST_WAIT * 2_f64.powi(failures.min(10))).min(LONGEST_WAIT);
                self.chance.random_range(0.0..most)
            }
        };
        Duration::from_secs_f64(seconds)
    }

    fn note(&self, seen: Seen) {
        self.notes.write(self.begun.elapsed(), self.door, seen);
    }

    /// Watches on one line until that ends; its close code.
    async fn watch(&mut self) -> Option<u16> {
        let mut line = Line::open(self.doors.address(self.door), self.pace).await?;
        let since = self.notes.known();
        self.note(Seen::Asked { since });
        if !line.subscribe(&self.order, since).await {
            self.note(Seen::Lost { close: None });
            return None;
        }
        let close = self.read(&mut line).await;
        if self.notes.has_ended() {
            line.close().await;
        } else {
            self.note(Seen::Lost { close });
        }
        close
    }

    /// Reads until the line or the order has ended.
    async fn read(&mut self, line: &mut Line) -> Option<u16> {
        // A line is dead after two beats of silence, and one without greeting sooner.
        let mut silence = Duration::from_secs(5);
        loop {
            let text = match line.next(silence).await {
                Came::Text(text) => text,
                Came::End(close) => return close,
            };
            let frame = Frame::read(&text).unwrap_or_else(|error| panic!("no frame of the contract: {error}: {text}"));
            if frame.is_hello() {
                silence = Duration::from_secs(2 * frame.beat_seconds.unwrap_or(USUAL_BEAT));
            }
            let Some(seen) = frame.seen() else { continue };
            let is_passing = matches!(&seen, Seen::Error { code } if code == "service/unavailable");
            self.note(seen);
            if self.notes.has_ended() {
                return Some(1000);
            }
            if let (Pace::Naps { nap, .. }, Some(_)) = (self.pace, self.notes.known()) {
                self.pace = Pace::Steady;
                sleep(nap).await;
            }
            if is_passing {
                // Asks again on the same line, after a moment, as for a line that could not be had.
                sleep(Duration::from_millis(500)).await;
                let since = self.notes.known();
                self.note(Seen::Asked { since });
                if !line.subscribe(&self.order, since).await {
                    return None;
                }
            }
        }
    }
}

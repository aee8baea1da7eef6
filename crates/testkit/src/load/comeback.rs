//! Coming back, as docs/spec/hub.md, "The client's duty" says.

use std::{net::SocketAddr, time::Duration};

use rand::{RngExt, rngs::StdRng};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::NodeAddresses;

/// The first back-off, doubled with each failure.
const FIRST_WAIT: f64 = 0.5;
const LONGEST_WAIT: f64 = 20.0;
/// A line that stood for so long is forgotten as a failure.
const STABLE: Duration = Duration::from_secs(30);

/// Somebody who watches something, on one line at a time.
pub(super) trait ReturningWatcher: Send {
    /// Watches on one line, by the door of this number, until that ends; its close code.
    fn watch(&mut self, address: SocketAddr, door: usize) -> impl Future<Output = Option<u16>> + Send;

    /// Whether there is nothing more to watch.
    fn is_over(&self) -> bool;
}

/// Where somebody knocks, and by which chance.
pub(super) struct Comeback {
    pub(super) doors: NodeAddresses,
    /// The door that is knocked at next.
    pub(super) door: usize,
    pub(super) chance: StdRng,
}

impl Comeback {
    /// Watches until that is over or it is told to stop, on another node after each line's end.
    pub(super) async fn keep<W: ReturningWatcher>(mut self, mut watching: W, stop: CancellationToken) {
        let mut failures = 0;
        loop {
            let opened = Instant::now();
            let close = tokio::select! {
                close = watching.watch(self.doors.address(self.door), self.door) => close,
                () = stop.cancelled() => return,
            };
            if watching.is_over() {
                return;
            }
            if opened.elapsed() >= STABLE {
                failures = 0;
            }
            let wait = self.wait_after(close, failures);
            failures += 1;
            self.door = (self.door + 1) % self.doors.len();
            tokio::select! {
                () = sleep(wait) => {}
                () = stop.cancelled() => return,
            }
        }
    }

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
}

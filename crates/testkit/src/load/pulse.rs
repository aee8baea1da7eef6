//! How late the machine itself is: a load that shares two cores with a compiler arrives when it may.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{task::JoinHandle, time::Instant};

/// How often the pulse is felt.
const EVERY: Duration = Duration::from_millis(20);

/// Measures by how much a short sleep was too long; ends when dropped.
#[derive(Debug)]
pub struct Pulse {
    longest: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl Pulse {
    pub(super) fn start() -> Self {
        let longest = Arc::new(AtomicU64::new(0));
        let noted = Arc::clone(&longest);
        let task = tokio::spawn(async move {
            loop {
                let asleep = Instant::now();
                tokio::time::sleep(EVERY).await;
                let late = asleep.elapsed().saturating_sub(EVERY);
                noted.fetch_max(u64::try_from(late.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
            }
        });
        Self { longest, task }
    }

    /// The longest that anything had to wait for the machine since the beginning.
    #[must_use]
    pub fn longest(&self) -> Duration {
        Duration::from_micros(self.longest.load(Ordering::Relaxed))
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.task.abort();
    }
}

//! Keeps one session with Redis open whenever Redis is reachable.

use std::{sync::Arc, time::Duration};

use deps::Chance;
use tokio::time::{Instant, sleep};

use super::{Parts, connection::reason, session::RedisSession};

/// The first and the longest wait before connecting again.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));
/// A session that lasted this long resets the backoff.
const STEADY: Duration = Duration::from_secs(5);

/// Opens the next session whenever one ends, with a growing wait while Redis cannot be reached.
pub(super) async fn supervise(parts: Arc<Parts>) {
    let mut backoff = Backoff::default();
    let mut sessions = 0_u64;
    let mut is_outage_logged = false;
    loop {
        match RedisSession::open(&parts).await {
            Ok(session) => {
                let began = Instant::now();
                sessions += 1;
                if sessions > 1 {
                    parts.metrics.reconnects.inc();
                }
                tracing::info!(sessions, "connected to Redis");
                let error = session.until_broken().await;
                tracing::warn!(reason = reason(&error), "the connection to Redis is lost");
                is_outage_logged = true;
                if began.elapsed() >= STEADY {
                    backoff = Backoff::default();
                }
            }
            // Logged once per outage.
            Err(error) if !is_outage_logged => {
                tracing::warn!(reason = reason(&error), "Redis cannot be reached");
                is_outage_logged = true;
            }
            Err(error) => tracing::debug!(reason = reason(&error), "Redis still cannot be reached"),
        }
        sleep(backoff.next(&parts.chance)).await;
    }
}

/// Waits that double, with jitter, so that nodes do not reconnect in step.
#[derive(Debug)]
struct Backoff(Duration);

impl Default for Backoff {
    fn default() -> Self {
        Self(BACKOFF.0)
    }
}

impl Backoff {
    /// The next wait: between half of the current backoff and all of it.
    fn next(&mut self, chance: &Chance) -> Duration {
        let half = self.0 / 2;
        self.0 = (self.0 * 2).min(BACKOFF.1);
        half + Duration::from_micros(chance.below(u64::try_from(half.as_micros()).unwrap_or(u64::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_second() {
        let (mut backoff, chance) = (Backoff::default(), Chance::seeded(1));
        for due in [50, 100, 200, 400, 800, 1000, 1000] {
            let wait = backoff.next(&chance);
            assert!(wait >= Duration::from_millis(due) / 2 && wait <= Duration::from_millis(due), "{wait:?} of {due}");
        }
    }
}

//! The time of day of nodes that share a database: the database's, so that they agree on what is over and what has
//! expired however wrong their machines' clocks are (hub: monotonic timers, database time for expiry).

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use deps::{Clock, SharedClock, SystemClock};
use jiff::Timestamp;
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
    metrics::gauge::ConstGauge,
    registry::Registry,
};
use store::{Store, StoreError};
use tokio_util::sync::CancellationToken;

use crate::config::ClockSource;

/// How often the database is asked: two clocks drift apart by some milliseconds in a minute at most.
const PERIOD: Duration = Duration::from_secs(10);
/// A difference that is smaller is left, µs: an answer that took its time says no more, and time is not to go back for it.
const LEFT: i64 = 20_000;
/// So far off its machine's clock is worth a line in the log, µs.
const WORTH_TELLING: i64 = 5_000_000;

/// The clock of a node: the one that it was given, else the database's where nodes share it and the setting says so, else the
/// machine's. With what has to run for it. How far the machine's clock is off is put among the figures.
///
/// # Errors
/// Where the database does not answer.
pub(crate) async fn choose(
    given: Option<SharedClock>,
    source: ClockSource,
    store: &Store,
    registry: &mut Registry,
) -> Result<(SharedClock, Option<DatabaseClock>), StoreError> {
    let database = match (&given, source) {
        (None, ClockSource::Database) if store.is_shared() => Some(DatabaseClock::start(store).await?),
        _ => None,
    };
    registry.register_collector(Box::new(Ahead(database.clone())));
    let clock: SharedClock = match (given, database.clone()) {
        (Some(clock), _) => clock,
        (None, Some(clock)) => Arc::new(clock),
        (None, None) => Arc::new(SystemClock),
    };
    Ok((clock, database))
}

/// The database's time, carried on by the machine's monotonic clock. While the database is away it goes on alone.
#[derive(Debug, Clone)]
pub(crate) struct DatabaseClock(Arc<ClockInner>);

#[derive(Debug)]
struct ClockInner {
    begun: Instant,
    /// The database's time at `begun`, µs since 1970.
    origin: AtomicI64,
}

impl DatabaseClock {
    /// Asks a database for its time.
    ///
    /// # Errors
    /// Where it does not answer.
    async fn start(store: &Store) -> Result<Self, StoreError> {
        let begun = Instant::now();
        let clock = Self(Arc::new(ClockInner { begun, origin: AtomicI64::new(0) }));
        let (origin, _) = clock.ask(store).await?;
        clock.0.origin.store(origin, Ordering::Relaxed);
        clock.tell_difference();
        Ok(clock)
    }

    /// Follows the database's time until it is told to stop.
    pub(crate) async fn run(self, store: Store, stop: CancellationToken) {
        loop {
            tokio::select! {
                () = tokio::time::sleep(PERIOD) => {}
                () = stop.cancelled() => return,
            }
            match self.ask(&store).await {
                Ok((origin, uncertain)) => self.follow(origin, uncertain),
                // Whoever needs the database says so.
                Err(error) => tracing::debug!(%error, "the database did not say what time it is"),
            }
        }
    }

    /// What the origin is by the database's answer, and how far it may be off, µs.
    async fn ask(&self, store: &Store) -> Result<(i64, i64), StoreError> {
        let asked = self.elapsed();
        let time = store.time().await?.as_microsecond();
        let half = (self.elapsed() - asked) / 2;
        Ok((time - asked - half, half))
    }

    fn follow(&self, origin: i64, uncertain: i64) {
        let off = origin - self.0.origin.load(Ordering::Relaxed);
        if off.abs() > uncertain + LEFT {
            self.0.origin.store(origin, Ordering::Relaxed);
            tracing::info!(by_ms = off / 1000, "the time of day was set by the database's");
            self.tell_difference();
        }
    }

    fn elapsed(&self) -> i64 {
        i64::try_from(self.0.begun.elapsed().as_micros()).unwrap_or(i64::MAX)
    }

    /// How far the machine's clock is ahead of the database's, µs.
    fn ahead(&self) -> i64 {
        SystemClock.now().as_microsecond() - self.now().as_microsecond()
    }

    fn tell_difference(&self) {
        let ahead = self.ahead();
        if ahead.abs() >= WORTH_TELLING {
            tracing::warn!(
                ahead_ms = ahead / 1000,
                "this machine's clock is not the database's; the database's is used"
            );
        }
    }
}

impl Clock for DatabaseClock {
    fn now(&self) -> Timestamp {
        let origin = self.0.origin.load(Ordering::Relaxed);
        Timestamp::from_microsecond(origin.saturating_add(self.elapsed())).unwrap_or(Timestamp::MAX)
    }
}

/// How far the machine's clock is ahead of the one that counts, whenever the figures are asked for; 0 where it is that one.
#[derive(Debug)]
struct Ahead(Option<DatabaseClock>);

impl Collector for Ahead {
    fn encode(&self, mut encoder: DescriptorEncoder) -> fmt::Result {
        let gauge = ConstGauge::new(self.0.as_ref().map_or(0.0, |clock| clock.ahead() as f64 / 1e6));
        let help = "Seconds by which the machine's clock is ahead of the database's";
        gauge.encode(encoder.encode_descriptor("ovelle_clock_ahead_seconds", help, None, gauge.metric_type())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(origin: i64) -> DatabaseClock {
        DatabaseClock(Arc::new(ClockInner { begun: Instant::now(), origin: AtomicI64::new(origin) }))
    }

    fn origin(clock: &DatabaseClock) -> i64 {
        clock.0.origin.load(Ordering::Relaxed)
    }

    #[test]
    fn it_follows_what_is_more_than_a_late_answer() {
        let clock = clock(1_000_000_000);
        for (asked, uncertain) in [(1_000_019_000, 0), (999_981_000, 0), (1_001_000_000, 990_000)] {
            clock.follow(asked, uncertain);
            assert_eq!(origin(&clock), 1_000_000_000, "{asked} ± {uncertain}");
        }
        clock.follow(4_600_000_000, 1_000);
        assert_eq!(origin(&clock), 4_600_000_000, "an hour ahead");
        clock.follow(1_000_000_000, 1_000);
        assert_eq!(origin(&clock), 1_000_000_000, "and back");
    }

    #[test]
    fn it_goes_on_by_itself() {
        let clock = clock(1_700_000_000_000_000);
        let first = clock.now();
        let mut later = clock.now();
        while later == first {
            later = clock.now();
        }
        assert!(later > first && first.as_second() == 1_700_000_000, "{first} {later}");
    }
}

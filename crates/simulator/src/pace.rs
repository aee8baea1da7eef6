//! The city's own time against that of the clock on the wall.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

use crate::city_time::Seconds;

/// Asked times are on the full five minutes, as a shop offers them.
const SLOT_SECONDS: i64 = 5 * 60;

/// How fast the city lives, and since when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CityPace {
    opened: Instant,
    /// Which moment of the city that was.
    opens_at: Seconds,
    speed: f64,
}

impl CityPace {
    /// A city that opens at `opened`, with the moment `opens_at` of its own time, and lives `speed` times as fast as the
    /// wall.
    pub(crate) fn new(opened: Instant, opens_at: Seconds, speed: f64) -> Self {
        Self { opened, opens_at, speed }
    }

    /// When a moment of the city comes. What was before it opened is due at once.
    #[expect(clippy::cast_precision_loss, reason = "a city lives for less than 2^53 seconds")]
    pub(crate) fn instant(&self, at: Seconds) -> Instant {
        self.opened + Duration::from_secs_f64(((at - self.opens_at) as f64 / self.speed).max(0.0))
    }

    /// What the wall shows at a moment of the city that is to come, where it shows `wall` at `now`.
    pub(crate) fn wall(&self, at: Seconds, now: Instant, wall: Timestamp) -> Timestamp {
        let ahead = SignedDuration::try_from(self.instant(at).saturating_duration_since(now)).unwrap_or_default();
        wall.saturating_add(ahead).unwrap_or(wall)
    }

    /// Which moment of the city it is, seconds.
    #[expect(clippy::cast_precision_loss, reason = "a city lives for less than 2^53 seconds")]
    pub(crate) fn moment(&self, now: Instant) -> f64 {
        self.opens_at as f64 + now.saturating_duration_since(self.opened).as_secs_f64() * self.speed
    }

    /// How long ago, on the wall, something was that began before the city opened; nothing for what came later.
    #[expect(clippy::cast_precision_loss, reason = "a city lives for less than 2^53 seconds")]
    pub(crate) fn age_at_opening(&self, at: Seconds) -> Duration {
        Duration::from_secs_f64(((self.opens_at - at) as f64 / self.speed).max(0.0))
    }

    /// How many times faster than the wall the city lives.
    pub(crate) fn speed(&self) -> f64 {
        self.speed
    }

    /// Whether it lives at the wall's pace.
    #[expect(clippy::float_cmp, reason = "the very number that was asked for")]
    pub(crate) fn is_the_walls(&self) -> bool {
        self.speed == 1.0
    }

    /// The time that a customer asks for, so that a moment of the city meets it: the next full five minutes. It is
    /// counted from `wall`, the time on the wall at `now`, since a machine that slept has lost time between the two.
    pub(crate) fn asked_time(&self, at: Seconds, now: Instant, wall: Timestamp) -> Timestamp {
        let seconds = self.wall(at, now, wall).as_second();
        let slot = (seconds + SLOT_SECONDS - 1).div_euclid(SLOT_SECONDS) * SLOT_SECONDS;
        Timestamp::from_second(slot).unwrap_or(wall)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_fast_city_waits_less() {
        let opened = Instant::now();
        let pace = CityPace::new(opened, 300, 6.0);
        assert_eq!((pace.instant(-500), pace.instant(300)), (opened, opened));
        assert_eq!((pace.age_at_opening(-300), pace.age_at_opening(400)), (Duration::from_secs(100), Duration::ZERO));
        tokio::time::sleep_until(pace.instant(3900)).await;
        assert_eq!(opened.elapsed(), Duration::from_secs(600));
        assert!((pace.moment(Instant::now()) - 3900.0).abs() < 1e-6);
    }

    #[tokio::test(start_paused = true)]
    async fn people_ask_for_round_times() {
        let wall: Timestamp = "2026-11-21T12:01:00Z".parse().unwrap();
        let opened = Instant::now();
        let pace = CityPace::new(opened, 0, 6.0);
        let asked = |at, now| pace.asked_time(at, now, wall).to_string();
        assert_eq!(asked(3600, opened), "2026-11-21T12:15:00Z");
        assert_eq!(asked(24 * 60, opened), "2026-11-21T12:05:00Z");
        assert_eq!(asked(3600, opened + Duration::from_secs(500)), "2026-11-21T12:05:00Z");
    }
}

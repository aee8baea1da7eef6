//! What a city is planned from.

use crate::{
    city_time::{Seconds, in_the_city, whole_seconds},
    customer::Exchange,
    demand::{WeekTime, demand_factor},
};

/// A seed, and how much happens how fast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CityParameters {
    pub(crate) seed: u64,
    /// Which telephones its customers have.
    pub(crate) exchange: Exchange,
    /// In a quiet hour, minutes of the city.
    pub(crate) orders_per_minute: f64,
    /// How many times faster than the wall the city lives.
    pub(crate) speed: f64,
    /// When the city opens.
    pub(crate) opens_at: Seconds,
    /// What the clock on the wall shows then.
    pub(crate) wall: WeekTime,
}

impl CityParameters {
    /// Seconds on the wall as seconds of the city.
    pub(crate) fn in_the_city(&self, wall: Seconds) -> Seconds {
        in_the_city(wall, self.speed)
    }

    /// What the clock on the wall shows at a moment of the city.
    #[expect(clippy::cast_precision_loss, reason = "a few days at most")]
    pub(crate) fn wall_at(&self, at: Seconds) -> WeekTime {
        self.wall.after(whole_seconds((at - self.opens_at) as f64 / self.speed))
    }

    /// How many times as many order at a moment as in a quiet hour. It is the hour that the city lives in: it opens
    /// with that of the wall and goes on at the city's own speed, so that whoever looks on sees a rush come and go.
    pub(crate) fn demand_factor_at(&self, at: Seconds) -> f64 {
        demand_factor(self.wall.after((at - self.opens_at).max(0)))
    }
}

#[cfg(test)]
impl CityParameters {
    /// A city as the demo's, on a Wednesday at two in the afternoon.
    pub(crate) fn usual(seed: u64) -> Self {
        let wall = WeekTime::of("2026-11-18T12:00:00Z".parse().expect("a time"));
        let exchange = Exchange::default();
        Self {
            seed,
            exchange,
            orders_per_minute: crate::demand::USUAL_ORDERS_PER_MINUTE,
            speed: 1.0,
            opens_at: 0,
            wall,
        }
    }
}

//! The city's own time, beside that of the clock on the wall.

/// Seconds of the city's own time. It opens at 0 or soon after; what began before is already under way then.
pub(crate) type Seconds = i64;

/// Seconds on the wall as seconds of a city of this speed.
#[expect(clippy::cast_precision_loss, reason = "a few days at most")]
pub(crate) fn in_the_city(wall: Seconds, speed: f64) -> Seconds {
    whole_seconds(wall as f64 * speed)
}

/// The nearest whole second.
#[expect(clippy::cast_possible_truncation, reason = "no city lives for 2^53 seconds")]
pub(crate) fn whole_seconds(seconds: f64) -> Seconds {
    seconds.round() as Seconds
}

//! Places on the earth, WGS 84 degrees.

use std::f64::consts::PI;

use geo::{Distance, HaversineMeasure, Point};
use serde::{Deserialize, Serialize};

/// Mean radius that distances are measured with, in metres (OS-56).
pub const EARTH_RADIUS_METRES: f64 = 6_377_830.0;

const EARTH: HaversineMeasure = HaversineMeasure::new(EARTH_RADIUS_METRES);

/// A point, in degrees; always finite and within range.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RawLatLng")]
pub struct LatLng {
    lat: f64,
    lng: f64,
}

/// A coordinate that lies outside the earth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OutOfRange {
    /// Latitude is not within −90…90.
    #[error("latitude must be within -90..90")]
    Lat,
    /// Longitude is not within −180…180.
    #[error("longitude must be within -180..180")]
    Lng,
}

impl LatLng {
    /// Makes a point of degrees.
    ///
    /// # Errors
    /// [`OutOfRange`] names the coordinate that is not finite or not on the earth.
    pub fn new(lat: f64, lng: f64) -> Result<Self, OutOfRange> {
        if !(-90.0..=90.0).contains(&lat) {
            return Err(OutOfRange::Lat);
        }
        if !(-180.0..=180.0).contains(&lng) {
            return Err(OutOfRange::Lng);
        }
        Ok(Self { lat, lng })
    }

    /// Latitude, degrees.
    #[must_use]
    pub fn lat(self) -> f64 {
        self.lat
    }

    /// Longitude, degrees.
    #[must_use]
    pub fn lng(self) -> f64 {
        self.lng
    }

    /// Great-circle distance to another point, in metres.
    #[must_use]
    pub fn metres_to(self, other: Self) -> f64 {
        let point = |at: Self| Point::new(at.lng, at.lat);
        // Nothing is farther than the other side; rounding makes no number of the way there.
        EARTH.distance(point(self), point(other)).min(PI * EARTH_RADIUS_METRES)
    }

    /// Whether another point is at most so many metres away; cheaper than [`Self::metres_to`] where that is clear.
    #[must_use]
    pub fn is_within(self, metres: f64, other: Self) -> bool {
        let (north, east) = ((other.lat - self.lat).abs(), (other.lng - self.lng).abs());
        let allowed = (metres / EARTH_RADIUS_METRES).to_degrees();
        // No way is shorter than its part to the north, and none longer than both parts on the equator.
        north <= allowed && (north + east <= allowed || self.metres_to(other) <= metres)
    }

    /// Whether this means "no coordinates": both zero (T-59).
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.lat == 0.0 && self.lng == 0.0
    }
}

#[derive(Deserialize)]
struct RawLatLng {
    lat: f64,
    lng: f64,
}

impl TryFrom<RawLatLng> for LatLng {
    type Error = OutOfRange;
    fn try_from(raw: RawLatLng) -> Result<Self, OutOfRange> {
        Self::new(raw.lat, raw.lng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(lat: f64, lng: f64) -> LatLng {
        LatLng::new(lat, lng).unwrap()
    }

    #[test]
    fn no_coordinates_are_both_zero() {
        assert!(at(0.0, 0.0).is_zero());
        assert!(![at(0.0, 24.9), at(60.1, 0.0), at(60.1, 24.9)].into_iter().any(LatLng::is_zero));
    }

    #[test]
    fn refuses_what_is_not_on_the_earth() {
        assert_eq!(LatLng::new(90.1, 0.0), Err(OutOfRange::Lat));
        assert_eq!(LatLng::new(f64::NAN, 0.0), Err(OutOfRange::Lat));
        assert_eq!(LatLng::new(0.0, -180.5), Err(OutOfRange::Lng));
        assert_eq!(LatLng::new(0.0, f64::INFINITY), Err(OutOfRange::Lng));
    }

    #[test]
    fn the_poles_and_the_date_line_are_on_the_earth() {
        for (lat, lng) in [(90.0, 180.0), (-90.0, -180.0)] {
            assert!(LatLng::new(lat, lng).is_ok(), "{lat} {lng}");
        }
    }

    #[test]
    fn what_is_exactly_so_far_away_is_within() {
        let (here, there) = (at(60.1699, 24.9384), at(60.1705, 24.9402));
        assert!(here.is_within(0.0, here));
        assert!(here.is_within(here.metres_to(there), there));
    }

    #[test]
    fn places_on_either_side_of_greenwich_are_not_near_each_other() {
        assert!(!at(60.17, 24.94).is_within(150.0, at(60.17, -24.94)));
        assert!(at(51.5, 0.001).is_within(150.0, at(51.5, -0.001)));
    }

    #[test]
    fn measures_helsinki_to_tampere() {
        let metres = at(60.1699, 24.9384).metres_to(at(61.4978, 23.7610));
        assert!((160_000.0..162_000.0).contains(&metres), "{metres}");
    }

    #[test]
    fn opposite_sides_of_the_earth_are_half_of_it_apart() {
        let half = PI * EARTH_RADIUS_METRES;
        for lat in (-900..=900).map(|tenth| f64::from(tenth) / 10.0) {
            let metres = at(lat, 24.9384).metres_to(at(-lat, 24.9384 - 180.0));
            assert!((metres - half).abs() < 1.0, "{lat}: {metres}");
        }
    }

    proptest! {
        #[test]
        fn within_is_what_the_distance_says(
            a in -80.0..80.0_f64, b in -180.0..180.0_f64, north in -0.01..0.01_f64, east in -0.01..0.01_f64, metres in 0.0..1500.0_f64,
        ) {
            let (p, q) = (at(a, b), at(a + north, (b + east).clamp(-180.0, 180.0)));
            let distance = p.metres_to(q);
            prop_assume!((distance - metres).abs() > 1e-3);
            prop_assert_eq!(p.is_within(metres, q), distance < metres);
        }

        #[test]
        fn distance_is_symmetric_and_not_negative(
            a in -90.0..90.0_f64, b in -180.0..180.0_f64, c in -90.0..90.0_f64, d in -180.0..180.0_f64,
        ) {
            let (p, q) = (at(a, b), at(c, d));
            prop_assert!(p.metres_to(q) >= 0.0);
            prop_assert!((p.metres_to(q) - q.metres_to(p)).abs() < 1e-6);
            prop_assert!(p.metres_to(p) < 1e-6);
        }
    }
}

//! Distances and headings in a town, where the earth is flat.

use crate::wire::CityPoint;

const METRES_PER_DEGREE: f64 = 111_195.0;

/// The place at this share of the straight line between two.
pub(crate) fn between(from: CityPoint, to: CityPoint, share: f64) -> CityPoint {
    let between = |a: f64, b: f64| a + (b - a) * share;
    CityPoint { lat: between(from.lat, to.lat), lng: between(from.lng, to.lng) }
}

/// Metres between two places of a town, as the crow flies.
pub(crate) fn metres(from: CityPoint, to: CityPoint) -> f64 {
    let (east, north) = apart(from, to);
    east.hypot(north)
}

/// The place so many metres east and north of another.
pub(crate) fn moved(place: CityPoint, east: f64, north: f64) -> CityPoint {
    let shorter = place.lat.to_radians().cos();
    CityPoint { lat: place.lat + north / METRES_PER_DEGREE, lng: place.lng + east / (METRES_PER_DEGREE * shorter) }
}

/// Degrees clockwise from north in which one place lies from another, from 0 to below 360.
pub(crate) fn heading(from: CityPoint, to: CityPoint) -> f64 {
    let (east, north) = apart(from, to);
    east.atan2(north).to_degrees().rem_euclid(360.0)
}

/// Metres to the east and to the north.
fn apart(from: CityPoint, to: CityPoint) -> (f64, f64) {
    let east = (to.lng - from.lng) * from.lat.to_radians().cos() * METRES_PER_DEGREE;
    (east, (to.lat - from.lat) * METRES_PER_DEGREE)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: CityPoint = CityPoint { lat: 60.17, lng: 24.94 };

    #[test]
    fn headings_are_those_of_a_compass() {
        let to = |east| heading(START, moved(START, east, 0.0)).round();
        assert_eq!([to(100.0), to(-100.0)], [90.0, 270.0]);
    }
}

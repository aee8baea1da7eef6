//! Where a car is at which moment. It drives straight from point to point.

use crate::{plan::Seconds, wire::Coordinates};

/// How fast a car comes nearer to a door, metres in a second of the city: corners, lights and one-way streets are in it.
/// At the usual speed of the city, four times that of the wall, it looks like 29 km/h.
const METRES_PER_SECOND: f64 = 2.0;
const METRES_PER_DEGREE: f64 = 111_195.0;

/// The way of a car: where it is at which moment, in order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Way(Vec<(Seconds, Coordinates)>);

/// A place on the way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spot {
    pub(crate) place: Coordinates,
    /// Degrees clockwise from north; none where it stands.
    pub(crate) heading_deg: Option<f64>,
    /// Metres in a second of the city.
    pub(crate) metres_per_second: f64,
}

impl Way {
    /// Stands at a place from this moment on.
    pub(crate) fn new(at: Seconds, place: Coordinates) -> Self {
        Self(vec![(at, place)])
    }

    /// Drives on to a place; answers when it is there.
    pub(crate) fn drive_to(&mut self, place: Coordinates) -> Seconds {
        let (left, from) = self.last();
        let there = left + whole_seconds(metres(from, place) / METRES_PER_SECOND);
        self.0.push((there, place));
        there
    }

    /// Stays where it is for so long; answers when it leaves.
    pub(crate) fn stay(&mut self, seconds: Seconds) -> Seconds {
        let (since, place) = self.last();
        self.0.push((since + seconds, place));
        since + seconds
    }

    /// When it begins.
    pub(crate) fn start(&self) -> Seconds {
        self.0[0].0
    }

    /// When it is at its end.
    pub(crate) fn end(&self) -> Seconds {
        self.last().0
    }

    /// Where it is at a moment: before the beginning at the beginning, after the end at the end.
    #[expect(clippy::cast_precision_loss, reason = "a city lives for less than 2^53 seconds")]
    pub(crate) fn at(&self, moment: f64) -> Spot {
        let standing = |place| Spot { place, heading_deg: None, metres_per_second: 0.0 };
        let next = self.0.partition_point(|(at, _)| *at as f64 <= moment);
        let (Some((from_at, from)), Some((to_at, to))) = (self.0.get(next.wrapping_sub(1)), self.0.get(next)) else {
            let (_, place) = if next == 0 { self.0[0] } else { self.last() };
            return standing(place);
        };
        let (began, took) = (*from_at as f64, (to_at - from_at) as f64);
        let share = (moment - began) / took;
        let between = |a: f64, b: f64| a + (b - a) * share;
        let place = Coordinates { lat: between(from.lat, to.lat), lng: between(from.lng, to.lng) };
        let metres = metres(*from, *to);
        if metres < 1.0 {
            return standing(place);
        }
        Spot { place, heading_deg: Some(heading(*from, *to)), metres_per_second: metres / took }
    }

    fn last(&self) -> (Seconds, Coordinates) {
        *self.0.last().expect("a way begins with a place")
    }
}

/// Metres between two places of a town, as the crow flies.
pub(crate) fn metres(from: Coordinates, to: Coordinates) -> f64 {
    let (east, north) = apart(from, to);
    east.hypot(north)
}

fn heading(from: Coordinates, to: Coordinates) -> f64 {
    let (east, north) = apart(from, to);
    east.atan2(north).to_degrees().rem_euclid(360.0)
}

/// Metres to the east and to the north. In a town the earth is flat.
fn apart(from: Coordinates, to: Coordinates) -> (f64, f64) {
    let east = (to.lng - from.lng) * from.lat.to_radians().cos() * METRES_PER_DEGREE;
    (east, (to.lat - from.lat) * METRES_PER_DEGREE)
}

/// At least one, so that no two points of a way are at the same moment.
#[expect(clippy::cast_possible_truncation, reason = "no car drives for longer than a day")]
fn whole_seconds(seconds: f64) -> Seconds {
    (seconds.ceil() as Seconds).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Coordinates = Coordinates { lat: 60.17, lng: 24.94 };

    fn north_of_start(metres: f64) -> Coordinates {
        Coordinates { lat: START.lat + metres / METRES_PER_DEGREE, ..START }
    }

    #[test]
    fn a_car_drives_stands_and_drives_on() {
        let mut way = Way::new(100, START);
        assert_eq!(way.drive_to(north_of_start(399.9)), 300);
        assert_eq!(way.stay(60), 360);
        assert_eq!(way.drive_to(START), 560);
        assert_eq!(way.end(), 560);
        let seen = |moment: f64| {
            let spot = way.at(moment);
            let (metres, heading) = (metres(START, spot.place).round(), spot.heading_deg.map(f64::round));
            (metres, heading, spot.metres_per_second)
        };
        assert_eq!(seen(0.0), (0.0, None, 0.0));
        assert_eq!((seen(200.0).0, seen(200.0).1), (200.0, Some(0.0)));
        assert!((seen(200.0).2 - 2.0).abs() < 0.01);
        assert_eq!(seen(330.0), (400.0, None, 0.0));
        assert_eq!((seen(460.5).0, seen(460.5).1), (199.0, Some(180.0)));
        assert_eq!(seen(9_000.0), (0.0, None, 0.0));
    }

    #[test]
    fn headings_are_those_of_a_compass() {
        let east = Coordinates { lng: START.lng + 0.01, ..START };
        let west = Coordinates { lng: START.lng - 0.01, ..START };
        assert_eq!([east, west].map(|to| heading(START, to).round()), [90.0, 270.0]);
    }

    #[test]
    fn no_two_moments_are_the_same() {
        let mut way = Way::new(0, START);
        assert_eq!(way.drive_to(START), 1);
    }
}

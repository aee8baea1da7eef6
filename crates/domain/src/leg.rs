//! A drive to a door: routed once, then scaled by what is left of its line (ARCHITECTURE.md, "From a status report to a
//! commit").

use crate::geo::LatLng;

/// So far from its line a car has taken another way, metres.
pub const OFF_THE_LINE_METRES: f64 = 200.0;
/// What a driver needs at a door before driving on, minutes. The figure is ours.
pub const HANDOVER_MINUTES: f64 = 2.0;

/// A routed drive.
#[derive(Debug, Clone, PartialEq)]
pub struct Leg {
    /// The way, from its beginning to the door; at least two points.
    line: Vec<LatLng>,
    /// Metres from each point of the line to its end.
    ahead: Vec<f64>,
    /// Minutes that the whole drive takes.
    minutes: f64,
    /// How long a degree of longitude is where it begins, in degrees of latitude: in a town the earth is flat.
    shrink: f64,
}

/// Where a car is on its leg.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OnLeg {
    pub minutes_left: f64,
    /// How far it is from the line, metres.
    pub metres_off: f64,
}

impl OnLeg {
    /// Whether the car has taken another way.
    #[must_use]
    pub fn has_left_the_line(&self) -> bool {
        self.metres_off > OFF_THE_LINE_METRES
    }
}

impl Leg {
    /// A drive from one place to another, along `line` where the router knows it.
    #[must_use]
    pub fn new(from: LatLng, to: LatLng, line: Vec<LatLng>, minutes: f64) -> Self {
        let line = if line.len() < 2 { vec![from, to] } else { line };
        let mut ahead = vec![0.0; line.len()];
        for index in (0..line.len() - 1).rev() {
            ahead[index] = ahead[index + 1] + line[index].metres_to(line[index + 1]);
        }
        let shrink = line[0].lat().to_radians().cos();
        Self { line, ahead, minutes: minutes.max(0.0), shrink }
    }

    /// Minutes that the whole drive takes.
    #[must_use]
    pub fn minutes(&self) -> f64 {
        self.minutes
    }

    /// What is left from the point of the line that is nearest to the place.
    #[must_use]
    pub fn from(&self, place: LatLng) -> OnLeg {
        let nearest = (0..self.line.len() - 1).map(|index| self.nearest_on(index, place));
        let Some(nearest) = nearest.min_by(|a, b| a.off.total_cmp(&b.off)) else {
            return OnLeg { minutes_left: 0.0, metres_off: 0.0 };
        };
        let Nearest { index, share, .. } = nearest;
        let (start, end) = (self.line[index], self.line[index + 1]);
        let between = |a: f64, b: f64| a + (b - a) * share;
        let point = LatLng::new(between(start.lat(), end.lat()), between(start.lng(), end.lng())).unwrap_or(start);
        let ahead = self.ahead[index + 1] + (self.ahead[index] - self.ahead[index + 1]) * (1.0 - share);
        let whole = self.ahead[0];
        let left = if whole > 0.0 { ahead / whole } else { 0.0 };
        OnLeg { minutes_left: self.minutes * left, metres_off: place.metres_to(point) }
    }

    /// The point of a segment that is nearest to a place. It is asked for each position of a car and each segment.
    fn nearest_on(&self, index: usize, place: LatLng) -> Nearest {
        let start = self.line[index];
        let flat = |point: LatLng| ((point.lng() - start.lng()) * self.shrink, point.lat() - start.lat());
        let ((x, y), (px, py)) = (flat(self.line[index + 1]), flat(place));
        let length = x * x + y * y;
        let share = if length > 0.0 { ((px * x + py * y) / length).clamp(0.0, 1.0) } else { 0.0 };
        let (dx, dy) = (px - x * share, py - y * share);
        Nearest { index, share, off: dx * dx + dy * dy }
    }
}

/// The nearest point of a segment.
struct Nearest {
    /// The segment.
    index: usize,
    /// How much of it lies before the point, 0…1.
    share: f64,
    /// The square of how far the place is off, in degrees of latitude.
    off: f64,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// So many metres north and east of a corner in Helsinki.
    fn at(north: f64, east: f64) -> LatLng {
        LatLng::new(60.17 + north / 111_300.0, 24.94 + east / 55_370.0).unwrap()
    }

    /// A kilometre north, then a kilometre east.
    fn round_the_corner() -> Leg {
        Leg::new(at(0.0, 0.0), at(1000.0, 1000.0), vec![at(0.0, 0.0), at(1000.0, 0.0), at(1000.0, 1000.0)], 8.0)
    }

    fn minutes_left(leg: &Leg, north: f64, east: f64) -> f64 {
        (leg.from(at(north, east)).minutes_left * 10.0).round() / 10.0
    }

    #[test]
    fn what_is_left_is_the_share_of_the_line() {
        let leg = round_the_corner();
        let left = [(0.0, 0.0), (500.0, 0.0), (1000.0, 0.0), (1000.0, 500.0), (1000.0, 1000.0)];
        assert_eq!(left.map(|(north, east)| minutes_left(&leg, north, east)), [8.0, 6.0, 4.0, 2.0, 0.0]);
    }

    #[test]
    fn off_the_line_the_nearest_street_counts() {
        let leg = round_the_corner();
        assert_eq!(minutes_left(&leg, 900.0, 300.0), 2.8, "a hundred metres south of the second");
        assert_eq!(minutes_left(&leg, 700.0, 100.0), 5.2, "a hundred metres east of the first");
    }

    #[test]
    fn a_car_beside_the_line_is_on_it_until_it_is_too_far() {
        let leg = round_the_corner();
        assert!(!leg.from(at(500.0, 190.0)).has_left_the_line());
        assert!(leg.from(at(500.0, 215.0)).has_left_the_line());
    }

    #[test]
    fn without_a_line_the_way_is_straight() {
        let leg = Leg::new(at(0.0, 0.0), at(0.0, 1000.0), Vec::new(), 4.0);
        assert_eq!(minutes_left(&leg, 0.0, 250.0), 3.0);
        assert_eq!(Leg::new(at(0.0, 0.0), at(0.0, 0.0), Vec::new(), 4.0).from(at(0.0, 0.0)).minutes_left, 0.0);
    }

    #[test]
    fn a_point_that_stands_twice_changes_nothing() {
        let line = [(0.0, 0.0), (1000.0, 0.0), (1000.0, 0.0), (1000.0, 1000.0)].map(|(north, east)| at(north, east));
        let leg = Leg::new(line[0], line[3], line.to_vec(), 8.0);
        let left = [(0.0, 0.0), (500.0, 0.0), (1000.0, 0.0), (1000.0, 500.0)];
        assert_eq!(left.map(|(north, east)| minutes_left(&leg, north, east)), [8.0, 6.0, 4.0, 2.0]);
    }

    proptest! {
        #[test]
        fn what_is_left_is_never_more_than_the_whole_nor_less_than_nothing(
            points in prop::collection::vec((-3000.0..3000.0_f64, -3000.0..3000.0_f64), 2..8),
            north in -3000.0..3000.0_f64, east in -3000.0..3000.0_f64, minutes in 0.0..90.0_f64,
        ) {
            let line: Vec<LatLng> = points.into_iter().map(|(north, east)| at(north, east)).collect();
            let leg = Leg::new(line[0], line[line.len() - 1], line, minutes);
            let on = leg.from(at(north, east));
            prop_assert!((-1e-9..=minutes + 1e-9).contains(&on.minutes_left), "{on:?}");
            prop_assert!(on.metres_off >= 0.0);
        }
    }
}

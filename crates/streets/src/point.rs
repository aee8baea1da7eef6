//! Places of a town, where the earth is flat.

/// Metres in a degree of latitude.
pub(crate) const METRES_PER_DEGREE: f64 = 111_195.0;

/// A place, WGS 84 degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lng: f64,
}

impl Point {
    /// Metres to another place of the same town, as the crow flies.
    #[must_use]
    pub fn metres_to(self, other: Self) -> f64 {
        let (east, north) = self.apart(other);
        east.hypot(north)
    }

    /// Metres to the east and to the north.
    fn apart(self, other: Self) -> (f64, f64) {
        let shorter = ((self.lat + other.lat) / 2.0).to_radians().cos();
        ((other.lng - self.lng) * shorter * METRES_PER_DEGREE, (other.lat - self.lat) * METRES_PER_DEGREE)
    }

    /// The place at this share (0…1) of the straight line to another.
    pub(crate) fn toward(self, other: Self, share: f64) -> Self {
        // Written so that both ends are met to the last bit.
        let between = |from: f64, to: f64| from * (1.0 - share) + to * share;
        Self { lat: between(self.lat, other.lat), lng: between(self.lng, other.lng) }
    }

    /// At which share (0…1) of the straight line from `a` to `b` one is nearest to this place.
    pub(crate) fn share_along(self, a: Self, b: Self) -> f64 {
        let ((east, north), (to_east, to_north)) = (a.apart(self), a.apart(b));
        let squared = to_east * to_east + to_north * to_north;
        if squared > 0.0 { ((east * to_east + north * to_north) / squared).clamp(0.0, 1.0) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_a_street_of_helsinki() {
        let (post_office, theatre) = (Point { lat: 60.17138, lng: 24.93836 }, Point { lat: 60.17217, lng: 24.94747 });
        assert!((post_office.metres_to(theatre) - 511.5).abs() < 1.0, "{}", post_office.metres_to(theatre));
    }

    #[test]
    fn what_lies_beyond_an_end_is_nearest_to_that_end() {
        let (a, b) = (Point { lat: 60.17, lng: 24.94 }, Point { lat: 60.17, lng: 24.95 });
        let share = |lat, lng| Point { lat, lng }.share_along(a, b);
        assert_eq!((share(60.18, 24.93), share(60.16, 24.96)), (0.0, 1.0));
        assert!((share(60.1701, 24.9425) - 0.25).abs() < 1e-3);
        assert_eq!(b.share_along(a, a), 0.0);
    }
}

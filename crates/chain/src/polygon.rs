//! Shapes on the map.

use domain::geo::LatLng;

/// A shape of at least three corners whose edges do not cross; the last corner is joined to the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Polygon(Vec<LatLng>);

/// Corners that make no shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAShape {
    /// Fewer than three corners.
    #[error("a polygon has at least 3 points")]
    TooFew,
    /// Two edges meet elsewhere than at a corner that they share.
    #[error("the polygon crosses itself between its points {0} and {1}")]
    Crosses(usize, usize),
}

impl Polygon {
    /// Makes a shape of its corners. A last corner that repeats the first, as GeoJSON has it, is left out.
    ///
    /// # Errors
    /// [`NotAShape`], with the edges that cross by their first corners, from 0.
    pub fn new(mut corners: Vec<LatLng>) -> Result<Self, NotAShape> {
        if corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        if corners.len() < 3 {
            return Err(NotAShape::TooFew);
        }
        let shape = Self(corners);
        shape.crossing().map_or(Ok(()), |(one, other)| Err(NotAShape::Crosses(one, other)))?;
        Ok(shape)
    }

    /// Its corners.
    #[must_use]
    pub fn corners(&self) -> &[LatLng] {
        &self.0
    }

    /// Whether it holds a point: even-odd over degrees, an edge is inside (contract ordering, "Areas").
    #[must_use]
    pub fn holds(&self, point: LatLng) -> bool {
        let mut is_inside = false;
        for (a, b) in self.edges() {
            if lies_on(point, a, b) {
                return true;
            }
            if (a.lat() > point.lat()) != (b.lat() > point.lat()) {
                let share = (point.lat() - a.lat()) / (b.lat() - a.lat());
                is_inside ^= point.lng() < a.lng() + share * (b.lng() - a.lng());
            }
        }
        is_inside
    }

    fn edges(&self) -> impl Iterator<Item = (LatLng, LatLng)> {
        let ends = self.0.iter().cycle().skip(1);
        self.0.iter().zip(ends).map(|(a, b)| (*a, *b))
    }

    /// The first two edges that meet elsewhere than in a corner they share.
    fn crossing(&self) -> Option<(usize, usize)> {
        let edges: Vec<_> = self.edges().collect();
        let last = edges.len() - 1;
        for (one, (a, b)) in edges.iter().enumerate() {
            if a == b {
                return Some((one, (one + 1) % edges.len()));
            }
            for (other, (c, d)) in edges.iter().enumerate().skip(one + 1) {
                let crosses = if other == one + 1 {
                    folds_back(*a, *b, *d)
                } else if one == 0 && other == last {
                    folds_back(*c, *d, *b)
                } else {
                    meet((*a, *b), (*c, *d))
                };
                if crosses {
                    return Some((one, other));
                }
            }
        }
        None
    }
}

/// Twice the area of a triangle, positive where it turns left.
fn turn(a: LatLng, b: LatLng, c: LatLng) -> f64 {
    (b.lng() - a.lng()) * (c.lat() - a.lat()) - (b.lat() - a.lat()) * (c.lng() - a.lng())
}

/// Whether a point lies on an edge, its ends included.
fn lies_on(point: LatLng, a: LatLng, b: LatLng) -> bool {
    turn(a, b, point) == 0.0
        && (a.lng().min(b.lng())..=a.lng().max(b.lng())).contains(&point.lng())
        && (a.lat().min(b.lat())..=a.lat().max(b.lat())).contains(&point.lat())
}

/// Whether an edge from `b` to `c` runs back over the one from `a` to `b`.
fn folds_back(a: LatLng, b: LatLng, c: LatLng) -> bool {
    turn(a, b, c) == 0.0 && (lies_on(c, a, b) || lies_on(a, b, c))
}

/// Whether two edges have a point in common.
fn meet((a, b): (LatLng, LatLng), (c, d): (LatLng, LatLng)) -> bool {
    let apart = |x: f64, y: f64| (x > 0.0 && y < 0.0) || (x < 0.0 && y > 0.0);
    (apart(turn(a, b, c), turn(a, b, d)) && apart(turn(c, d, a), turn(c, d, b)))
        || lies_on(c, a, b)
        || lies_on(d, a, b)
        || lies_on(a, c, d)
        || lies_on(b, c, d)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(lng: f64, lat: f64) -> LatLng {
        LatLng::new(lat, lng).unwrap()
    }

    fn shape(corners: &[(f64, f64)]) -> Result<Polygon, NotAShape> {
        Polygon::new(corners.iter().map(|(lng, lat)| at(*lng, *lat)).collect())
    }

    #[test]
    fn corners_that_make_no_shape_are_refused() {
        assert_eq!(shape(&[]), Err(NotAShape::TooFew));
        assert_eq!(shape(&[(0.0, 0.0), (1.0, 0.0)]), Err(NotAShape::TooFew));
        assert_eq!(shape(&[(0.0, 0.0), (1.0, 0.0), (0.0, 0.0)]), Err(NotAShape::TooFew), "closed, of two");
        assert_eq!(shape(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]), Err(NotAShape::Crosses(0, 2)));
        assert!(shape(&[(0.0, 0.0), (2.0, 0.0), (1.0, 0.0)]).is_err(), "a line");
        assert!(shape(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0)]).is_err(), "a corner twice");
        assert!(shape(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 0.0), (0.0, 4.0)]).is_err(), "a corner on an edge");
    }

    #[test]
    fn an_edge_and_a_corner_are_inside() {
        let square = shape(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0)]).unwrap();
        assert_eq!(square.corners().len(), 4);
        for (lng, lat, is_inside) in [
            (2.0, 2.0, true),
            (0.0, 0.0, true),
            (4.0, 2.0, true),
            (2.0, 4.0, true),
            (4.000_001, 2.0, false),
            (-1.0, 0.0, false),
            (5.0, 4.0, false),
        ] {
            assert_eq!(square.holds(at(lng, lat)), is_inside, "{lng} {lat}");
        }
    }

    #[test]
    fn a_bay_is_outside() {
        let bay = shape(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)]).unwrap();
        assert!(!bay.holds(at(2.0, 3.0)));
        assert!(bay.holds(at(2.0, 0.5)) && bay.holds(at(0.5, 2.0)) && bay.holds(at(2.0, 1.0)));
    }

    proptest! {
        #[test]
        fn a_triangle_holds_its_middle_and_its_corners(
            corners in proptest::collection::vec((-100_i16..100, -80_i16..80), 3),
        ) {
            let corners: Vec<_> = corners.into_iter().map(|(x, y)| (f64::from(x), f64::from(y))).collect();
            if let Ok(triangle) = shape(&corners) {
                let middle = |pick: fn(&(f64, f64)) -> f64| corners.iter().map(pick).sum::<f64>() / 3.0;
                prop_assert!(triangle.holds(at(middle(|c| c.0), middle(|c| c.1))));
                for (lng, lat) in corners {
                    prop_assert!(triangle.holds(at(lng, lat)));
                }
            }
        }
    }
}

//! Shapes on the map.

use domain::geo::LatLng;
use geo::{Coord, Intersects, Line};

/// A shape of at least three corners whose edges do not cross; the last corner is joined to the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Polygon {
    corners: Vec<LatLng>,
    shape: geo::Polygon,
}

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
        if corners.first() == corners.last() {
            corners.pop();
        }
        if corners.len() < 3 {
            return Err(NotAShape::TooFew);
        }
        let ring = corners.iter().map(|corner| coordinate(*corner)).collect();
        let shape = Self { shape: geo::Polygon::new(ring, Vec::new()), corners };
        shape.crossing().map_or(Ok(()), |(one, other)| Err(NotAShape::Crosses(one, other)))?;
        Ok(shape)
    }

    /// Its corners.
    #[must_use]
    pub fn corners(&self) -> &[LatLng] {
        &self.corners
    }

    /// Whether it holds a point: even-odd over degrees, an edge is inside (docs/spec/ordering.md, "Areas").
    #[must_use]
    pub fn holds(&self, point: LatLng) -> bool {
        self.shape.intersects(&coordinate(point))
    }

    /// From each corner to the next, the last one to the first.
    fn edges(&self) -> Vec<Line> {
        self.shape.exterior().lines().collect()
    }

    /// The first two edges that meet elsewhere than in a corner they share.
    fn crossing(&self) -> Option<(usize, usize)> {
        let edges = self.edges();
        let last = edges.len() - 1;
        for (one, edge) in edges.iter().enumerate() {
            if edge.start == edge.end {
                return Some((one, (one + 1) % edges.len()));
            }
            for (other, later) in edges.iter().enumerate().skip(one + 1) {
                let crosses = if other == one + 1 {
                    folds_back(*edge, *later)
                } else if one == 0 && other == last {
                    folds_back(*later, *edge)
                } else {
                    edge.intersects(later)
                };
                if crosses {
                    return Some((one, other));
                }
            }
        }
        None
    }
}

fn coordinate(point: LatLng) -> Coord {
    Coord { x: point.lng(), y: point.lat() }
}

/// Whether an edge runs back over the one that ends where it starts.
fn folds_back(edge: Line, next: Line) -> bool {
    edge.intersects(&next.end) || next.intersects(&edge.start)
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
        assert_eq!(shape(&[(0.0, 0.0)]), Err(NotAShape::TooFew));
        assert_eq!(shape(&[(0.0, 0.0), (1.0, 0.0)]), Err(NotAShape::TooFew));
        assert_eq!(shape(&[(0.0, 0.0), (1.0, 0.0), (0.0, 0.0)]), Err(NotAShape::TooFew), "closed, of two");
        assert_eq!(shape(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]), Err(NotAShape::Crosses(0, 2)));
        assert!(shape(&[(0.0, 0.0), (2.0, 0.0), (1.0, 0.0)]).is_err(), "a line");
        assert_eq!(
            shape(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0)]),
            Err(NotAShape::Crosses(0, 1)),
            "a corner twice"
        );
        assert_eq!(
            shape(&[(0.0, 0.0), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]),
            Err(NotAShape::Crosses(0, 1)),
            "the first corner twice"
        );
        assert_eq!(
            shape(&[(0.0, 0.0), (4.0, 0.0), (2.0, 0.0), (2.0, 2.0)]),
            Err(NotAShape::Crosses(0, 1)),
            "a way back"
        );
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

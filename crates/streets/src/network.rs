//! The streets as nodes and the straight edges between them.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::{Point, point::METRES_PER_DEGREE};

/// Who is further from every street is not at one, metres.
const REACH: f64 = 150.0;

/// Streets that cars can drive.
#[derive(Debug)]
pub struct Streets {
    nodes: Vec<Point>,
    edges: Vec<Edge>,
    /// The edges that may be driven from each node.
    ahead: Vec<Vec<usize>>,
}

/// A straight piece of a street.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) is_one_way: bool,
    pub(crate) metres: f64,
}

/// A place on a street.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// Where it is.
    pub place: Point,
    /// How far the place that was asked for is from it, metres.
    pub metres_off: f64,
    pub(crate) edge: usize,
    /// How much of the edge lies before it, 0…1.
    pub(crate) share: f64,
}

/// Why a text is no network of streets.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoStreets {
    #[error("not the JSON of streets")]
    Json(#[from] serde_json::Error),
    /// Its node does not exist, it leads nowhere, or its direction is neither 0 nor 1.
    #[error("edge {0} is no street")]
    Edge(usize),
}

/// `content/map/streets.json`.
#[derive(Deserialize)]
struct StreetsFile {
    nodes: Vec<(f64, f64)>,
    edges: Vec<(usize, usize, u8)>,
}

impl Streets {
    /// The streets of central Helsinki, which are compiled in.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Streets> = LazyLock::new(|| {
            Streets::read(include_str!("../../../content/map/streets.json")).expect("a test reads the same file")
        });
        &BUILT_IN
    }

    /// Reads a document in the form of `content/map/streets.json`.
    pub(crate) fn read(text: &str) -> Result<Self, NoStreets> {
        let document: StreetsFile = serde_json::from_str(text)?;
        let nodes: Vec<_> = document.nodes.into_iter().map(|(lat, lng)| Point { lat, lng }).collect();
        let (mut edges, mut ahead) = (Vec::new(), vec![Vec::new(); nodes.len()]);
        for (number, (from, to, oneway)) in document.edges.into_iter().enumerate() {
            let (Some(start), Some(end)) = (nodes.get(from), nodes.get(to)) else {
                return Err(NoStreets::Edge(number));
            };
            if from == to || oneway > 1 {
                return Err(NoStreets::Edge(number));
            }
            edges.push(Edge { from, to, is_one_way: oneway == 1, metres: start.metres_to(*end) });
            ahead[from].push(number);
            if oneway == 0 {
                ahead[to].push(number);
            }
        }
        Ok(Self { nodes, edges, ahead })
    }

    /// The nearest place on a street; none where every street is further than 150 m away.
    #[must_use]
    pub fn nearest(&self, point: Point) -> Option<Spot> {
        let near = (0..self.edges.len()).filter(|edge| self.may_reach(*edge, point));
        let spots = near.map(|edge| self.spot(edge, point));
        spots.min_by(|a, b| a.metres_off.total_cmp(&b.metres_off)).filter(|spot| spot.metres_off <= REACH)
    }

    /// Whether an edge may come as near to a point as [`REACH`]: most lie too far to the north or south.
    fn may_reach(&self, number: usize, point: Point) -> bool {
        let edge = self.edges[number];
        let (start, end) = (self.nodes[edge.from].lat, self.nodes[edge.to].lat);
        let reach = (REACH + 1.0) / METRES_PER_DEGREE;
        (start.min(end) - reach..=start.max(end) + reach).contains(&point.lat)
    }

    /// The place of an edge that is nearest to a point.
    fn spot(&self, number: usize, point: Point) -> Spot {
        let edge = self.edges[number];
        let (start, end) = (self.nodes[edge.from], self.nodes[edge.to]);
        let share = point.share_along(start, end);
        let place = start.toward(end, share);
        Spot { place, metres_off: place.metres_to(point), edge: number, share }
    }

    pub(crate) fn edge(&self, number: usize) -> Edge {
        self.edges[number]
    }

    #[cfg(test)]
    pub(crate) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    pub(crate) fn node(&self, number: usize) -> Point {
        self.nodes[number]
    }

    pub(crate) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Where one may drive from a node, and how far that is, metres.
    pub(crate) fn next(&self, node: usize) -> impl Iterator<Item = (usize, f64)> {
        self.ahead[node].iter().map(move |edge| {
            let edge = self.edges[*edge];
            (if edge.from == node { edge.to } else { edge.from }, edge.metres)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_street_within_reach_is_passed_over(lat in 60.13..60.23_f64, lng in 24.85..25.05_f64) {
            let (streets, point) = (Streets::built_in(), Point { lat, lng });
            let spots = (0..streets.edges.len()).map(|edge| streets.spot(edge, point));
            let nearest = spots.min_by(|a, b| a.metres_off.total_cmp(&b.metres_off));
            prop_assert_eq!(streets.nearest(point), nearest.filter(|spot| spot.metres_off <= REACH));
        }
    }

    #[test]
    fn the_built_in_streets_can_be_read() {
        let streets = Streets::built_in();
        assert!(streets.nodes.len() > 500 && streets.edges.len() > streets.nodes.len());
        assert!(streets.edges.iter().any(|edge| edge.is_one_way) && streets.edges.iter().any(|edge| !edge.is_one_way));
        assert!(streets.edges.iter().all(|edge| (0.4..500.0).contains(&edge.metres)));
    }

    #[test]
    fn what_is_no_street_is_refused() {
        for edges in ["[0,2,0]", "[1,1,0]", "[0,1,2]"] {
            let text = format!(r#"{{"nodes":[[60,24],[61,24]],"edges":[[1,0,1],{edges}]}}"#);
            assert!(matches!(Streets::read(&text), Err(NoStreets::Edge(1))), "{edges}");
        }
        assert!(matches!(Streets::read("{}"), Err(NoStreets::Json(_))));
    }

    #[test]
    fn a_place_is_put_onto_the_nearest_street() {
        // A street to the north and one to the east, from the same corner.
        let text = r#"{"nodes":[[60.17,24.94],[60.172,24.94],[60.17,24.944]],"edges":[[0,1,0],[0,2,1]]}"#;
        let streets = Streets::read(text).unwrap();
        let near = |lat, lng| streets.nearest(Point { lat, lng });
        let beside = near(60.171, 24.941).unwrap();
        assert!((beside.place.lng, beside.edge) == (24.94, 0) && (beside.share - 0.5).abs() < 1e-3, "{beside:?}");
        assert!((55.0..56.0).contains(&beside.metres_off), "{beside:?}");
        assert_eq!(near(60.1699, 24.946).unwrap().place, Point { lat: 60.17, lng: 24.944 });
        assert_eq!((near(60.1715, 24.943), near(61.5, 23.76)), (None, None));
    }

    #[test]
    fn the_doors_of_helsinki_stand_at_its_streets() {
        let reaches = |lat: f64, lng: f64| Streets::built_in().nearest(Point { lat, lng }).is_some();
        let rows = include_str!("../../../content/addresses.csv").lines().skip(1);
        let doors: Vec<bool> = rows
            .map(|row| {
                let fields: Vec<&str> = row.split(',').collect();
                reaches(fields[4].parse().unwrap(), fields[5].parse().unwrap())
            })
            .collect();
        let reached = doors.iter().filter(|reached| **reached).count();
        assert!(reached * 100 >= doors.len() * 97, "{reached} of {}", doors.len());

        let shops: Vec<serde_json::Value> =
            serde_json::from_str(include_str!("../../../content/restaurants.json")).unwrap();
        let place = |shop: &serde_json::Value| ["latitude", "longitude"].map(|field| shop[field].as_f64().unwrap());
        // Those outside the drawn streets have none to stand at.
        let is_drawn = |[lat, lng]: [f64; 2]| (60.1642..60.1791).contains(&lat) && (24.9352..24.9534).contains(&lng);
        let mut bring = shops.iter().filter(|shop| is_drawn(place(shop)) && shop["hasDelivery"] == true).peekable();
        assert!(bring.peek().is_some());
        for shop in bring {
            let [lat, lng] = place(shop);
            assert!(reaches(lat, lng), "{}", shop["displayName"]);
        }
    }
}

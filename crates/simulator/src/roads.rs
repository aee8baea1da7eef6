//! The roads that cars take.

use streets::{Point, Streets};

use crate::wire::CityPoint;

/// From kerb to kerb along the streets, where both ends are at one; else straight to where a car would stop.
pub(crate) fn road(from: CityPoint, to: CityPoint) -> Vec<CityPoint> {
    let way = Streets::built_in().way(point(from), point(to));
    way.map_or_else(|| vec![from, kerb(to)], |way| way.line.into_iter().map(coordinates).collect())
}

/// Where a car stops before a house: at the kerb, where there is a street.
pub(crate) fn kerb(house: CityPoint) -> CityPoint {
    Streets::built_in().nearest(point(house)).map_or(house, |spot| coordinates(spot.place))
}

/// Whether the streets around a place are known.
pub(crate) fn has_streets(place: CityPoint) -> bool {
    Streets::built_in().nearest(point(place)).is_some()
}

fn point(place: CityPoint) -> Point {
    Point { lat: place.lat, lng: place.lng }
}

fn coordinates(point: Point) -> CityPoint {
    CityPoint { lat: point.lat, lng: point.lng }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KAISANIEMI: CityPoint = CityPoint { lat: 60.17126, lng: 24.94785 };
    const BULEVARDI: CityPoint = CityPoint { lat: 60.16496, lng: 24.93833 };
    const TAMPERE: CityPoint = CityPoint { lat: 61.4979, lng: 23.7598 };

    #[test]
    fn a_road_leads_from_kerb_to_kerb() {
        let road = road(KAISANIEMI, BULEVARDI);
        assert!(road.len() > 10, "{}", road.len());
        assert_eq!((road.first(), road.last()), (Some(&kerb(KAISANIEMI)), Some(&kerb(BULEVARDI))));
        assert!(has_streets(KAISANIEMI));
    }

    #[test]
    fn where_no_streets_are_known_it_is_straight() {
        assert_eq!(road(KAISANIEMI, TAMPERE), [KAISANIEMI, TAMPERE]);
        assert_eq!(kerb(TAMPERE), TAMPERE);
        assert!(!has_streets(TAMPERE));
    }
}

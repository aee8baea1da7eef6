//! Who delivers to a point, over the index: the same as a look at every area of every restaurant.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use chain::Chain;
use domain::{geo::LatLng, ids::RestaurantId};
use proptest::prelude::*;
use serde_json::{Value, json};

fn shop(id: usize, lng: f64) -> Value {
    let id = (id + 1).to_string();
    json!({
        "shopId": id, "restaurantId": id, "externalId": id, "displayName": "A", "streetAddress": "B", "zip": "1",
        "city": "C", "phone": "1", "email": "e", "latitude": 60, "longitude": lng, "hasWebsale": true, "hasDelivery": true,
        "isActive": true, "noDeliveryTracking": false, "shopOpeningHours": [],
    })
}

fn chain(shops: usize, areas: &[Value]) -> Chain {
    let shops: Vec<Value> = (0..shops).map(|id| shop(id, 24.0)).collect();
    let (shops, areas) = (Value::from(shops).to_string(), Value::from(areas).to_string());
    Chain::of_texts(&[("restaurants.json", &shops), ("areas.json", &areas)])
        .unwrap_or_else(|faults| panic!("{:#?}", faults.0))
}

fn at(lat: f64, lng: f64) -> LatLng {
    LatLng::new(lat, lng).unwrap()
}

/// The restaurants and zones that take a point.
fn taking(chain: &Chain, point: LatLng) -> Vec<(RestaurantId, String)> {
    chain.areas_at(point).into_iter().map(|(shop, area)| (shop.id(), area.zone.to_string())).collect()
}

#[test]
fn edges_and_corners_are_inside_and_the_first_zone_counts() {
    let square = json!([[24, 60], [25, 60], [25, 61], [24, 61]]);
    let triangle = json!([[24, 60], [26, 60], [24, 62]]);
    let chain = chain(
        2,
        &[
            json!({ "shopId": "2", "zoneId": "near", "polygon": square, "fee": 5, "maxKm": 60 }),
            json!({ "shopId": "1", "zoneId": "square", "polygon": square, "fee": 5 }),
            json!({ "shopId": "2", "zoneId": "wide", "polygon": triangle, "fee": 9 }),
        ],
    );
    let found = |lat, lng| taking(&chain, at(lat, lng)).into_iter().map(|(_, zone)| zone).collect::<Vec<_>>();
    assert_eq!(found(60.0, 24.0), ["near", "square"], "a corner");
    assert_eq!(found(60.0, 24.5), ["near", "square"], "an edge");
    assert_eq!(found(61.0, 25.0), ["square", "wide"], "the slant, beyond what is near");
    assert_eq!(found(60.5, 25.000_001), ["wide"]);
    assert_eq!(found(61.25, 24.75), ["wide"], "on the slant");
    assert!(found(61.3, 24.8).is_empty() && found(59.999_999, 24.5).is_empty());
    let first = chain.area_of(chain.shop(RestaurantId(2)).unwrap(), at(60.0, 24.0)).unwrap();
    assert_eq!(first.zone.as_str(), "near");
}

proptest! {
    #[test]
    fn the_index_finds_what_a_look_at_every_area_finds(
        areas in prop::collection::vec((0..5_usize, 0..20_u8, 0..20_u8, 1..9_u8, 1..9_u8, prop::option::of(1..900_u16)), 0..40),
        (north, east) in (0..30_u8, 0..30_u8),
    ) {
        let degrees = |step: u8| f64::from(step) / 4.0;
        let areas: Vec<Value> = areas.iter().enumerate().map(|(zone, (shop, lat, lng, high, wide, most))| {
            let (south, west) = (60.0 + degrees(*lat), 22.0 + degrees(*lng));
            let (north, east) = (south + degrees(*high), west + degrees(*wide));
            // A corner is cut off, so that some edges slant.
            let polygon = json!([[west, south], [east, south], [east, north], [west + degrees(1) / 2.0, north]]);
            json!({ "shopId": (shop + 1).to_string(), "zoneId": zone.to_string(), "polygon": polygon, "fee": 5, "maxKm": most })
        }).collect();
        let chain = chain(5, &areas);
        let point = at(60.0 + degrees(north), 22.0 + degrees(east));
        let mut found = taking(&chain, point);
        found.sort();
        let first = |shop: &chain::Shop| {
            let area = chain.areas(shop.id()).find(|area| area.takes(point, shop.restaurant.location))?;
            Some((shop.id(), area.zone.to_string()))
        };
        let looked: Vec<_> = chain.shops().iter().filter_map(first).collect();
        prop_assert_eq!(found, looked);
    }
}

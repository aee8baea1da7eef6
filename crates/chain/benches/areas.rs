//! How long it takes to find who delivers to a point, among 1,000 areas of 60 corners; beside it a look at each area in turn.

#![expect(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

use std::{f64::consts::TAU, hint::black_box};

use chain::Chain;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use domain::{geo::LatLng, ids::RestaurantId};
use geo::{Coord, Intersects, LineString, Polygon};

const AREAS: u32 = 1_000;
const CORNERS: u32 = 60;
/// Areas in a row of the country.
const ROW: u32 = 40;

/// The corners of an area: a star around its place, which overlaps its neighbours.
fn corners(area: u32) -> Vec<[f64; 2]> {
    let (row, column) = (f64::from(area / ROW), f64::from(area % ROW));
    let (lng, lat) = (20.0 + column * 0.08, 60.0 + row * 0.04);
    let corner = |corner: u32| {
        let (angle, out) =
            (TAU * f64::from(corner) / f64::from(CORNERS), if corner.is_multiple_of(2) { 1.0 } else { 0.8 });
        [lng + 0.06 * out * angle.cos(), lat + 0.03 * out * angle.sin()]
    };
    (0..CORNERS).map(corner).collect()
}

/// One restaurant for each area.
fn chain() -> Chain {
    let shops: Vec<_> = (1..=AREAS)
        .map(|id| {
            let number = id.to_string();
            serde_json::json!({ "shopId": number, "restaurantId": number, "externalId": number, "displayName": number,
                "streetAddress": "Katu 1", "zip": "00100", "city": "Helsinki", "phone": "09 1", "email": "a@b.example",
                "latitude": 60.2, "longitude": 24.9, "hasWebsale": true, "hasDelivery": true, "isActive": true,
                "noDeliveryTracking": false, "shopOpeningHours": [] })
        })
        .collect();
    let areas: Vec<_> = (1..=AREAS)
        .map(|id| {
            serde_json::json!({ "shopId": id.to_string(), "zoneId": id.to_string(), "fee": 8.9, "polygon": corners(id - 1) })
        })
        .collect();
    let (shops, areas) = (serde_json::to_string(&shops).unwrap(), serde_json::to_string(&areas).unwrap());
    Chain::of_texts(&[("restaurants.json", &shops), ("areas.json", &areas)]).unwrap()
}

/// Points all over the country, some of them in no area.
fn points() -> Vec<LatLng> {
    let at = |turn: u32| {
        let (x, y) = (f64::from(turn) * 0.754_877_7 % 1.0, f64::from(turn) * 0.569_840_3 % 1.0);
        LatLng::new(59.95 + y * 1.1, 19.9 + x * 3.4).unwrap()
    };
    (0..1_000).map(at).collect()
}

fn areas(criterion: &mut Criterion) {
    let (chain, points) = (chain(), points());
    let plain: Vec<_> = (0..AREAS)
        .map(|area| {
            let ring: LineString = corners(area).into_iter().map(|[x, y]| Coord { x, y }).collect();
            (RestaurantId(i64::from(area) + 1), Polygon::new(ring, Vec::new()))
        })
        .collect();
    let linear = |point: &LatLng| {
        let point = Coord { x: point.lng(), y: point.lat() };
        plain.iter().filter(|(_, area)| area.intersects(&point)).map(|(shop, _)| *shop).collect::<Vec<_>>()
    };
    let indexed = |point: &LatLng| chain.areas_at(*point).iter().map(|(shop, _)| shop.id()).collect::<Vec<_>>();
    assert!(points.iter().all(|point| linear(point) == indexed(point)));
    assert!(points.iter().map(|point| linear(point).len()).sum::<usize>() > points.len());
    let mut group = criterion.benchmark_group("who delivers to a point");
    group.throughput(Throughput::Elements(points.len() as u64));
    group.bench_function("among 1,000 areas", |bench| {
        bench.iter(|| points.iter().map(|point| indexed(black_box(point)).len()).sum::<usize>());
    });
    group.bench_function("each area in turn", |bench| {
        bench.iter(|| points.iter().map(|point| linear(black_box(point)).len()).sum::<usize>());
    });
    group.finish();
}

criterion_group!(benches, areas);
criterion_main!(benches);

//! How long a position and its arrival take to work out.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use domain::{
    car::{Door, Position, PositionVisibility, Sighting, StopTurn, take},
    estimate::{Plan, car_estimate, kitchen_estimate},
    geo::LatLng,
    ids::{CarId, OrderId},
    leg::Leg,
    order::Status,
};
use jiff::{SignedDuration, Timestamp};

/// So many hundredths of a thousandth of a degree from a corner in Helsinki.
fn place(north: u32, east: u32) -> LatLng {
    LatLng::new(60.17 + f64::from(north) / 100_000.0, 24.94 + f64::from(east) / 100_000.0)
        .expect("a place on the earth")
}

fn estimates(criterion: &mut Criterion) {
    let now = Timestamp::UNIX_EPOCH;
    let plan = Plan { is_delivery: true, delivery_tracking: true, minutes: 40, pre_order_time: None };
    criterion.bench_function("estimate of a kitchen", |bench| {
        bench.iter(|| kitchen_estimate(black_box(&plan), black_box(Status::InOven), now));
    });
    criterion.bench_function("estimate from a car", |bench| bench.iter(|| car_estimate(black_box(8.5), now)));
    for points in [2, 100] {
        let line: Vec<LatLng> = (0..points).map(|index| place(index * 20, index % 7)).collect();
        let leg = Leg::new(line[0], line[line.len() - 1], line, 9.0);
        criterion.bench_function(&format!("what is left of a way of {points} points"), |bench| {
            bench.iter(|| leg.from(black_box(place(900, 3))));
        });
    }
    let door = |metres: u32| Door {
        order: OrderId(metres.into()),
        place: place(metres, 0),
        turn: StopTurn::attempt(0),
        done: None,
        until: None,
    };
    let doors = [500, 800].map(door);
    let visibility = PositionVisibility {
        stops_before: 1,
        others: doors.into(),
        door: Some(place(2_000, 0)),
        ..PositionVisibility::default()
    };
    let position = Position { place: place(970, 3), at: now, heading_deg: None, speed_kmh: None, accuracy_m: None };
    let car: CarId = "auto-1".parse().expect("a name");
    let seen = Sighting::new(None, car.clone(), position, &doors);
    criterion.bench_function("whether a car may be seen", |bench| {
        bench.iter(|| visibility.shown(black_box(&seen), now).is_some())
    });
    let next = Position { place: place(975, 3), at: now + SignedDuration::from_secs(1), ..position };
    criterion.bench_function("a position taken", |bench| {
        bench.iter(|| take(black_box(Some(&seen)), &car, black_box(next), &doors));
    });
}

criterion_group!(benches, estimates);
criterion_main!(benches);

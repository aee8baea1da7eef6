//! Who may see a car where, case by case and by a model; which positions are believed.

mod belief;
mod leaving;
mod model;
mod plain;
mod world;

use jiff::Timestamp;

use super::*;
use crate::ids::{BatchId, OrderId};

const ME: OrderId = OrderId(1);
const OTHER: OrderId = OrderId(2);

/// A place so many metres north of the first door.
fn north(metres: f64) -> LatLng {
    LatLng::new(60.17 + metres / 111_300.0, 24.94).unwrap()
}

fn second(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn position(metres: f64, at: i64) -> Position {
    Position { place: north(metres), at: second(at), heading_deg: None, speed_kmh: None, accuracy_m: None }
}

/// A door at so many metres, whose stop is to come or was done at a second.
fn door(order: OrderId, metres: f64, done: Option<i64>) -> Door {
    Door { order, place: north(metres), turn: StopTurn::attempt(0), done: done.map(second), until: None }
}

/// The other's door, at 0 m.
fn theirs(done: Option<i64>) -> Door {
    door(OTHER, 0.0, done)
}

fn mine() -> Door {
    door(ME, 1000.0, None)
}

/// A car that comes by, to the two doors.
fn seen(metres: f64, at: i64, previous: Option<&Sighting>, theirs: Door) -> Sighting {
    Sighting::new(previous, "auto-1".parse().unwrap(), position(metres, at), &[theirs, mine()])
}

/// A car's whole way, at seconds and places.
fn drive(mut car: Option<Sighting>, way: &[(i64, f64)], theirs: Door) -> Sighting {
    for (at, metres) in way {
        car = Some(seen(*metres, *at, car.as_ref(), theirs));
    }
    car.unwrap()
}

fn visibility(stops_before: u32, theirs: Door) -> PositionVisibility {
    PositionVisibility {
        stops_before,
        others: [theirs].into(),
        door: Some(mine().place),
        ..PositionVisibility::default()
    }
}

/// When the car was where it is shown a moment after it was seen.
fn shown_at(visibility: &PositionVisibility, sighting: &Sighting) -> Option<i64> {
    visibility.shown(sighting, sighting.position.at).map(|position| position.at.as_second())
}

#[test]
fn near_anothers_door_the_last_position_outside_stays() {
    let (to_come, mut car) = (theirs(None), None);
    for (metres, at, shown) in
        [(10.0, 0, None), (400.0, 10, Some(10)), (100.0, 20, Some(10)), (20.0, 30, Some(10)), (300.0, 40, Some(40))]
    {
        let sighting = seen(metres, at, car.as_ref(), to_come);
        for stops_before in [0, 1] {
            assert_eq!(shown_at(&visibility(stops_before, to_come), &sighting), shown, "{metres} m");
        }
        car = Some(sighting);
    }
}

#[test]
fn what_was_near_a_door_before_it_was_left_is_not_shown_after_it() {
    let (done, third) = (theirs(Some(5)), door(OrderId(3), 200.0, None));
    let doors = [done, third, mine()];
    let drive = |metres, at, previous| Sighting::new(previous, "auto-1".parse().unwrap(), position(metres, at), &doors);
    let there = drive(0.0, 10, None);
    let at_the_third = drive(190.0, 20, Some(&there));
    let visibility = PositionVisibility {
        stops_before: 1,
        others: [done, third].into(),
        door: Some(mine().place),
        ..PositionVisibility::default()
    };
    assert_eq!((at_the_third.trail.len(), shown_at(&visibility, &at_the_third)), (1, None));
}

#[test]
fn the_own_door_counts_once_it_is_the_next_and_the_last_was_left() {
    let (to_come, done) = (theirs(None), theirs(Some(15)));
    let near = |visibility: &PositionVisibility, sighting: &Sighting| {
        shown_at(&PositionVisibility { door: Some(north(120.0)), ..visibility.clone() }, sighting)
    };
    let at_both = seen(60.0, 10, None, to_come);
    assert_eq!(near(&visibility(1, to_come), &at_both), None, "it is not the next");
    assert_eq!(near(&visibility(0, to_come), &at_both), Some(10), "theirs comes later");
    let elsewhere = PositionVisibility { goes_elsewhere: true, ..visibility(0, to_come) };
    assert_eq!(near(&elsewhere, &at_both), None, "another batch is under way");
    assert_eq!(near(&visibility(0, done), &at_both), None, "theirs was reached and not left");
    let away = drive(Some(at_both), &[(20, 160.0)], done);
    assert_eq!(near(&visibility(0, done), &seen(60.0, 30, Some(&away), done)), Some(20), "one outside is not leaving");
    let left = drive(Some(away), &[(25, 160.0)], done);
    assert_eq!(near(&visibility(0, done), &seen(60.0, 30, Some(&left), done)), Some(30));
}

#[test]
fn of_the_doors_that_are_done_the_last_holds_up_who_comes_next() {
    let cancelled = |at| door(OrderId(3), 1100.0, Some(at));
    let way = |third: Door| {
        let doors = [theirs(Some(20)), third, mine()];
        let mut car = None;
        for (at, metres) in [(0, 400.0), (10, 5.0), (20, 5.0), (30, 300.0), (40, 400.0), (50, 990.0)] {
            car = Some(Sighting::new(car.as_ref(), "auto-1".parse().unwrap(), position(metres, at), &doors));
        }
        let others = [theirs(Some(20)), third].into();
        shown_at(
            &PositionVisibility { others, door: Some(mine().place), ..PositionVisibility::default() },
            &car.unwrap(),
        )
    };
    assert_eq!(way(cancelled(5)), Some(50));
    assert_eq!(way(cancelled(25)), Some(40), "as the last it has to be left");
}

#[test]
fn a_door_that_counts_no_more_holds_nobody_up() {
    let ended = Door { until: Some(second(1000)), ..theirs(Some(5)) };
    let comes_later = door(OrderId(3), 1100.0, None);
    let others = [ended, comes_later].into();
    let visibility = PositionVisibility { others, door: Some(mine().place), ..PositionVisibility::default() };
    let near_both = |at| Sighting::new(None, "auto-1".parse().unwrap(), position(1050.0, at), &[ended, comes_later]);
    assert_eq!([999, 1000].map(|at| shown_at(&visibility, &near_both(at))), [None, Some(1000)]);
}

#[test]
fn of_the_earlier_positions_that_may_be_seen_the_newest_is_shown() {
    let (left, to_come) = (theirs(Some(5)), door(OrderId(3), 260.0, None));
    let doors = [left, to_come, mine()];
    let mut car = None;
    for (at, metres) in [(10, 5.0), (20, 500.0), (30, 500.0), (40, 100.0), (50, 140.0)] {
        car = Some(Sighting::new(car.as_ref(), "auto-1".parse().unwrap(), position(metres, at), &doors));
    }
    let others = [left, to_come].into();
    let visibility =
        PositionVisibility { stops_before: 1, others, door: Some(mine().place), ..PositionVisibility::default() };
    let car = car.unwrap();
    assert_eq!((car.trail.len(), shown_at(&visibility, &car)), (2, Some(40)));
}

#[test]
fn away_from_all_doors_nothing_earlier_is_kept() {
    let near = seen(10.0, 10, Some(&seen(400.0, 0, None, theirs(None))), theirs(None));
    assert_eq!(near.trail.len(), 1);
    assert!(seen(300.0, 20, Some(&near), theirs(None)).trail.is_empty());
    let late = Sighting { position: position(10.0, 130), ..near };
    assert!(seen(20.0, 260, Some(&late), theirs(None)).trail.is_empty(), "nor what nobody is shown any more");
}

#[test]
fn at_the_only_door_the_last_position_outside_is_what_stays() {
    let drive = |metres, at, previous| {
        Sighting::new(previous, "auto-1".parse().unwrap(), position(metres, at), &[theirs(None)])
    };
    let outside = drive(400.0, 0, None);
    let there = drive(10.0, 10, Some(&outside));
    let still_there = drive(20.0, 20, Some(&there));
    for sighting in [there, still_there] {
        assert_eq!(*sighting.trail, [outside.position]);
    }
}

/// However many doors a car passes, what is kept of its way has a bound, and the way outside them all is kept longest.
#[test]
fn a_car_among_many_doors_keeps_a_few_positions() {
    let doors: Vec<Door> = (0..20).map(|at: i64| door(OrderId(at + 1), 20.0 * at as f64, None)).collect();
    let mut car = None;
    for at in 0..20 {
        let metres = if at == 0 { -400.0 } else { 20.0 * at as f64 };
        let seen = Sighting::new(car.as_ref(), "auto-1".parse().unwrap(), position(metres, at), &doors);
        assert_eq!(seen.trail.len(), usize::try_from(at).unwrap().min(8));
        assert!(at == 0 || seen.trail[0].at == second(0));
        car = Some(seen);
    }
}

#[test]
fn of_stops_that_are_gone_nothing_is_known() {
    let there = seen(5.0, 10, None, theirs(None));
    assert!(!there.visits.is_empty());
    let without_stops = Sighting::new(Some(&there), there.car.clone(), position(5.0, 20), &[]);
    assert!(without_stops.visits.is_empty());
}

#[test]
fn a_position_is_shown_for_two_minutes() {
    let position = position(0.0, 1000);
    assert!(position.is_fresh(second(1119)) && !position.is_fresh(second(1120)));
}

#[test]
fn it_travels_as_it_is() {
    let done = theirs(Some(0));
    let left = drive(None, &[(1, 0.0), (2, 160.0), (3, 400.0)], done);
    assert!(left.visits.had_left(&done, second(3)));
    let near_mine = seen(950.0, 20, Some(&left), done);
    let PositionVerdict::Leap(seen) = take(Some(&near_mine), &near_mine.car, position(5000.0, 21), &[]) else {
        panic!()
    };
    assert!(!seen.trail.is_empty() && !seen.visits.is_empty() && seen.doubted.is_some());
    let text = serde_json::to_string(&seen).unwrap();
    assert_eq!(serde_json::from_str::<Sighting>(&text).unwrap(), seen);
    // What an older node says of doors is not believed: it took one position outside for leaving.
    let older = text.replace("\"visits\"", "\"left\"");
    assert!(!serde_json::from_str::<Sighting>(&older).unwrap().visits.had_left(&done, second(3)));
}

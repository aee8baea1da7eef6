//! Who may see a car where, case by case and by a model; which positions are believed.

mod belief;
mod model;

use jiff::Timestamp;

use super::*;
use crate::ids::{OrderId, Seq};

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

/// The other's door, at 0 m, whose stop is to come or was done with a status at a second.
fn theirs(done: Option<(i64, i64)>) -> Door {
    let done = done.map(|(seq, at)| Done { seq: Seq(seq), at: second(at) });
    Door { order: OTHER, place: north(0.0), done }
}

fn mine() -> Door {
    Door { order: ME, place: north(1000.0), done: None }
}

/// A car that comes by, to the two doors.
fn seen(metres: f64, at: i64, previous: Option<&Sighting>, theirs: Door) -> Sighting {
    Sighting::new(previous, "auto-1".parse().unwrap(), position(metres, at), &[theirs, mine()])
}

fn road(stops_before: u32, theirs: Door) -> Road {
    Road { stops_before, others: [theirs].into(), door: Some(mine().place) }
}

fn shown_at(road: &Road, sighting: &Sighting) -> Option<i64> {
    road.shown(sighting).map(|position| position.at.as_second())
}

#[test]
fn near_anothers_door_the_last_position_outside_stays() {
    let (to_come, mut car) = (theirs(None), None);
    for (metres, at, shown) in
        [(10.0, 0, None), (400.0, 10, Some(10)), (100.0, 20, Some(10)), (20.0, 30, Some(10)), (300.0, 40, Some(40))]
    {
        let sighting = seen(metres, at, car.as_ref(), to_come);
        for stops_before in [0, 1] {
            assert_eq!(shown_at(&road(stops_before, to_come), &sighting), shown, "{metres} m");
        }
        car = Some(sighting);
    }
}

#[test]
fn a_door_is_shown_once_the_car_has_left_it_after_it_was_reached() {
    let (to_come, done) = (theirs(None), theirs(Some((3, 25))));
    let outside = seen(400.0, 10, None, to_come);
    let there = seen(5.0, 20, Some(&outside), to_come);
    assert_eq!(shown_at(&road(0, done), &there), Some(10), "a press alone shows nothing");
    let standing = seen(8.0, 30, Some(&there), done);
    assert_eq!(shown_at(&road(0, done), &standing), Some(10));
    let left = seen(200.0, 40, Some(&standing), done);
    let again = seen(9.0, 50, Some(&left), done);
    assert_eq!([&left, &again].map(|seen| shown_at(&road(0, done), seen)), [Some(40), Some(50)]);
    // Put back it is to come again, and done again it is to be left again.
    let (put_back, done_again) = (road(1, to_come), theirs(Some((5, 55))));
    assert_eq!([&put_back, &road(0, done_again)].map(|road| shown_at(road, &again)), [Some(40); 2]);
    let gone = seen(200.0, 60, Some(&again), done_again);
    assert_eq!(shown_at(&road(0, done_again), &seen(0.0, 70, Some(&gone), done_again)), Some(70));
}

#[test]
fn positions_that_come_late_do_not_count_as_leaving() {
    let done = theirs(Some((3, 100)));
    let before = seen(600.0, 50, None, theirs(None));
    let on_its_way = seen(300.0, 80, Some(&before), done);
    let there = seen(5.0, 95, Some(&on_its_way), done);
    assert_eq!(shown_at(&road(0, done), &there), Some(80));
    let left = seen(200.0, 99, Some(&there), done);
    assert_eq!(shown_at(&road(0, done), &seen(0.0, 120, Some(&left), done)), Some(120));
}

#[test]
fn what_was_near_a_door_before_it_was_left_is_not_shown_after_it() {
    let (done, third) = (theirs(Some((3, 5))), Door { order: OrderId(3), place: north(200.0), done: None });
    let doors = [done, third, mine()];
    let drive = |metres, at, previous| Sighting::new(previous, "auto-1".parse().unwrap(), position(metres, at), &doors);
    let there = drive(0.0, 10, None);
    let at_the_third = drive(190.0, 20, Some(&there));
    let road = Road { stops_before: 1, others: [done, third].into(), door: Some(mine().place) };
    assert_eq!((at_the_third.trail.len(), shown_at(&road, &at_the_third)), (1, None));
}

#[test]
fn the_own_door_counts_once_it_is_the_next_and_the_last_was_left() {
    let (to_come, done) = (theirs(None), theirs(Some((3, 15))));
    let near =
        |road: &Road, sighting: &Sighting| shown_at(&Road { door: Some(north(120.0)), ..road.clone() }, sighting);
    let at_both = seen(60.0, 10, None, to_come);
    assert_eq!(near(&road(1, to_come), &at_both), None, "it is not the next");
    assert_eq!(near(&road(0, to_come), &at_both), Some(10), "theirs comes later");
    assert_eq!(near(&road(0, done), &at_both), None, "theirs was reached and not left");
    let left = seen(160.0, 20, Some(&at_both), done);
    assert_eq!(near(&road(0, done), &seen(60.0, 30, Some(&left), done)), Some(30));
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
fn a_position_is_shown_for_two_minutes() {
    let position = position(0.0, 1000);
    assert!(position.is_fresh(second(1119)) && !position.is_fresh(second(1120)));
}

#[test]
fn it_travels_as_it_is() {
    let done = theirs(Some((3, 0)));
    let near_mine = seen(950.0, 20, Some(&seen(400.0, 10, None, done)), done);
    let Taken::Leap(seen) = take(Some(&near_mine), &near_mine.car, position(5000.0, 21), &[]) else { panic!() };
    assert!(!seen.trail.is_empty() && !seen.left.is_empty() && seen.doubted.is_some());
    let text = serde_json::to_string(&seen).unwrap();
    assert_eq!(serde_json::from_str::<Sighting>(&text).unwrap(), seen);
}

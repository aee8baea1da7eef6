//! When a door is left, and when nothing is shown, case by case.

use super::*;

/// Where the next customer sees the car after each position, by seconds; the other's stop is done at the second named.
fn shown(way: &[(i64, f64)], done: i64) -> Vec<Option<i64>> {
    let mut car = None;
    let step = |(at, metres): &(i64, f64)| {
        let theirs = theirs((*at >= done).then_some(done));
        let sighting = seen(*metres, *at, car.as_ref(), theirs);
        let shown = shown_at(&visibility(u32::from(theirs.done.is_none()), theirs), &sighting);
        car = Some(sighting);
        shown
    };
    way.iter().map(step).collect()
}

#[test]
fn a_door_is_shown_once_the_car_has_left_it_after_it_was_reached() {
    let way = [(10, 400.0), (20, 5.0), (30, 8.0), (40, 200.0), (50, 9.0), (60, 170.0), (70, 180.0), (80, 9.0)];
    let seen = [Some(10), Some(10), Some(10), Some(40), Some(40), Some(60), Some(70), Some(80)];
    assert_eq!(shown(&way, 25), seen, "two in a row are leaving, and then it may be passed");
}

#[test]
fn a_report_before_the_car_was_there_leaves_nothing() {
    let way =
        [(10, 400.0), (20, 200.0), (30, 180.0), (40, 160.0), (50, 5.0), (60, 5.0), (70, 200.0), (80, 300.0), (90, 5.0)];
    let seen = [Some(10), Some(20), Some(30), Some(40), Some(40), Some(40), Some(70), Some(80), Some(90)];
    assert_eq!(shown(&way, 20), seen);
}

#[test]
fn one_wild_position_is_not_leaving() {
    let way = [(10, 400.0), (20, 5.0), (30, 300.0), (40, 5.0), (50, 5.0), (60, 300.0), (70, 5.0)];
    let seen = [Some(10), Some(10), Some(30), Some(30), Some(30), Some(60), Some(60)];
    assert_eq!(shown(&way, 20), seen);
}

#[test]
fn what_was_outside_before_a_late_report_does_not_count() {
    let way = [(10, 400.0), (20, 5.0), (30, 200.0), (40, 300.0), (50, 5.0), (60, 300.0), (70, 300.0), (80, 5.0)];
    let seen = [Some(10), Some(10), Some(30), Some(40), Some(40), Some(60), Some(70), Some(80)];
    assert_eq!(shown(&way, 45), seen);
    let way = [(10, 5.0), (20, 200.0), (30, 200.0), (40, 200.0), (50, 5.0)];
    assert_eq!([30, 35].map(|done| shown(&way, done)[4]), [Some(50), Some(40)]);
}

#[test]
fn a_report_that_is_heard_late_counts_from_when_it_was() {
    let way = |done: i64| {
        let known = drive(None, &[(10, 5.0), (20, 200.0), (30, 200.0), (40, 200.0)], theirs(None));
        let heard = theirs(Some(done));
        shown_at(&visibility(0, heard), &drive(Some(known), &[(50, 5.0)], heard))
    };
    assert_eq!([20, 30, 31, 40].map(way), [Some(50), Some(50), Some(40), Some(40)]);
}

#[test]
fn positions_that_come_late_do_not_count_as_leaving() {
    let done = theirs(Some(100));
    let there = drive(Some(seen(600.0, 50, None, theirs(None))), &[(80, 300.0), (90, 200.0), (95, 5.0)], done);
    assert_eq!(shown_at(&visibility(0, done), &there), Some(90));
    let left = drive(Some(there), &[(98, 200.0), (99, 200.0), (101, 200.0)], done);
    assert_eq!(shown_at(&visibility(0, done), &seen(0.0, 110, Some(&left), done)), Some(101));
    let left = drive(Some(left), &[(110, 200.0)], done);
    assert_eq!(shown_at(&visibility(0, done), &seen(0.0, 120, Some(&left), done)), Some(120));
}

#[test]
fn a_door_that_the_car_never_came_to_counts_for_a_quarter_of_an_hour() {
    let pressed_at = 100;
    let mut way: Vec<(i64, f64)> = (0..10).map(|step| (step * 100, 500.0)).collect();
    way.extend([(999, 10.0), (1000, 10.0)]);
    assert_eq!(shown(&way, pressed_at)[10..], [Some(900), Some(900)], "it came before that");
    way[10..].copy_from_slice(&[(998, 500.0), (1000, 10.0)]);
    assert_eq!(shown(&way, pressed_at)[10..], [Some(998), Some(1000)]);
    // Nobody knows where a car was that was not watched.
    let done = theirs(Some(pressed_at));
    let unknown = seen(10.0, 2000, None, done);
    assert_eq!(shown_at(&visibility(0, done), &unknown), None);
    let once = drive(None, &[(2000, 500.0), (2010, 10.0)], done);
    assert_eq!(shown_at(&visibility(0, done), &once), Some(2000), "one outside is not leaving");
    let away = drive(None, &[(2000, 500.0), (2010, 300.0), (2020, 10.0)], done);
    assert_eq!(shown_at(&visibility(0, done), &away), Some(2020));
}

#[test]
fn what_is_put_back_is_to_come_again() {
    let (to_come, done) = (theirs(None), theirs(Some(25)));
    let there = drive(Some(seen(5.0, 10, None, to_come)), &[(30, 5.0), (40, 200.0), (50, 200.0), (60, 9.0)], done);
    assert_eq!(shown_at(&visibility(0, done), &there), Some(60));
    let again = |at: Option<i64>| Door { turn: StopTurn::attempt(1), ..theirs(at) };
    assert_eq!(shown_at(&visibility(1, again(None)), &there), Some(50));
    assert_eq!(shown_at(&visibility(0, again(Some(62))), &there), Some(50), "it was not seen there again");
    let away = drive(Some(drive(Some(there), &[(65, 200.0)], done)), &[(70, 300.0)], again(None));
    let back = drive(Some(away), &[(80, 160.0), (90, 160.0), (100, 5.0)], again(Some(75)));
    assert_eq!(
        shown_at(&visibility(0, again(Some(75))), &back),
        Some(90),
        "what was seen the first time does not count"
    );
}

#[test]
fn what_is_taken_out_where_the_car_stands_is_left_as_any_other() {
    let there = seen(5.0, 20, Some(&seen(400.0, 10, None, theirs(None))), theirs(None));
    let out = Door { turn: StopTurn::taken_out(second(25)), ..theirs(Some(25)) };
    assert_eq!(shown_at(&visibility(0, out), &there), Some(10));
    let away = drive(Some(there), &[(30, 5.0), (40, 200.0), (50, 5.0)], out);
    assert_eq!(shown_at(&visibility(0, out), &away), Some(40));
    let left = drive(Some(away), &[(60, 200.0), (70, 200.0), (80, 5.0)], out);
    assert_eq!(shown_at(&visibility(0, out), &left), Some(80));
    // Aboard again it is to come, and nothing of it is left.
    let again = drive(Some(left), &[(90, 5.0), (100, 5.0)], theirs(None));
    assert_eq!(shown_at(&visibility(0, theirs(Some(95))), &again), Some(70));
}

/// A stop of a batch, at so many metres.
fn stop(order: i64, batch: &str, metres: Option<f64>, behind: Option<i64>) -> Stop {
    Stop {
        order: OrderId(order),
        batch: batch.parse::<BatchId>().unwrap(),
        is_aboard: true,
        place: metres.map(north),
        turn: StopTurn::attempt(0),
        done: None,
        ended_at: None,
        behind: behind.map(OrderId),
        departed_at: Some(second(0)),
    }
}

fn visibility_of(stops: &[Stop]) -> PositionVisibility {
    PositionVisibility::new(ME, &"A".parse().unwrap(), 0, Some(north(1000.0)), stops)
}

#[test]
fn what_one_customer_may_see_follows_from_all_stops_of_the_car() {
    let own = stop(1, "A", Some(1000.0), None);
    let other = stop(2, "B", Some(0.0), None);
    let visibility = visibility_of(&[own.clone(), other.clone()]);
    assert_eq!((visibility.others.len(), visibility.goes_elsewhere, visibility.unseen.len()), (1, true, 0));
    let waiting = Stop { departed_at: None, ..other.clone() };
    assert!(!visibility_of(&[own.clone(), waiting]).goes_elsewhere, "it has not departed");
    let done = Stop { done: Some(second(9)), ended_at: Some(second(9)), ..other };
    let visibility = visibility_of(&[own.clone(), done.clone()]);
    assert_eq!((visibility.goes_elsewhere, visibility.others[0].until), (false, Some(second(9) + ENDED_FOR)));
    let open = Stop { order: OrderId(3), ..stop(3, "B", Some(500.0), Some(2)) };
    assert_eq!(visibility_of(&[own, done, open]).others[0].until, None, "the batch is open");
}

#[test]
fn a_door_that_was_left_stays_so_from_the_first_time_on() {
    let done = theirs(Some(15));
    let way = [(10, 5.0), (20, 200.0), (30, 200.0), (40, 5.0), (50, 200.0), (60, 200.0)];
    let back = drive(None, &way, done);
    assert_eq!([29, 30, 40].map(|at| back.visits.had_left(&done, second(at))), [false, true, true]);
}

#[test]
fn who_stood_at_a_door_when_it_became_a_stop_has_come_to_it() {
    let there = Sighting::new(None, "auto-1".parse().unwrap(), position(5.0, 10), &[]);
    let done = theirs(Some(15));
    let back = drive(Some(there), &[(20, 200.0), (30, 200.0), (40, 5.0)], done);
    assert_eq!(shown_at(&visibility(0, done), &back), Some(40));
}

#[test]
fn for_who_does_not_know_yet_that_it_was_done_it_is_to_come() {
    let there = drive(None, &[(10, 5.0), (20, 200.0), (30, 200.0), (40, 5.0)], theirs(Some(15)));
    assert_eq!(shown_at(&visibility(0, theirs(Some(15))), &there), Some(40));
    assert_eq!(shown_at(&visibility(1, theirs(None)), &there), Some(30));
}

#[test]
fn a_door_has_one_stop_the_present_one_or_the_last() {
    let former = |batch, out: i64| Stop {
        is_aboard: false,
        turn: StopTurn::taken_out(second(out)),
        done: Some(second(out)),
        ended_at: Some(second(out)),
        ..stop(2, batch, Some(0.0), None)
    };
    let aboard = stop(2, "C", Some(0.0), None);
    let turns = |stops: &[Stop]| doors_of(stops).iter().map(|door| door.turn).collect::<Vec<_>>();
    for stops in [[former("B", 5), aboard.clone()], [aboard, former("B", 5)]] {
        assert_eq!(turns(&stops), [StopTurn::attempt(0)]);
    }
    for stops in [[former("A", 5), former("B", 9)], [former("B", 9), former("A", 5)]] {
        assert_eq!(turns(&stops), [StopTurn::taken_out(second(9))]);
    }
}

#[test]
fn a_batch_has_ended_when_its_last_stop_has() {
    let ended = |order, at: i64| Stop {
        done: Some(second(at)),
        ended_at: Some(second(at)),
        ..stop(order, "B", Some(0.0), None)
    };
    for stops in [[ended(2, 5), ended(3, 9)], [ended(3, 9), ended(2, 5)]] {
        let until: Vec<_> = doors_of(&stops).iter().map(|door| door.until).collect();
        assert_eq!(until, [Some(second(9) + ENDED_FOR); 2]);
    }
}

#[test]
fn after_half_an_hour_a_door_counts_no_more() {
    let done = Stop { done: Some(second(10)), ended_at: Some(second(10)), ..stop(2, "B", Some(0.0), None) };
    let visibility = visibility_of(&[stop(1, "A", Some(1000.0), None), done]);
    let parked = |at| shown_at(&visibility, &seen(5.0, at, None, visibility.others[0]));
    assert_eq!((parked(1809), parked(1810)), (None, Some(1810)));
}

#[test]
fn a_stop_whose_door_nobody_knows_hides_the_car_in_its_turn() {
    let own = || stop(1, "A", Some(1000.0), Some(2));
    let shown = |stops: &[Stop], at: i64, now: i64| {
        let (visibility, position) =
            (visibility_of(stops), Sighting::new(None, "auto-1".parse().unwrap(), position(500.0, at), &[]));
        visibility.shown(&position, second(now)).is_some()
    };
    let first = Stop { departed_at: Some(second(100)), ..stop(2, "A", None, None) };
    let to_come = [first.clone(), own()];
    assert_eq!([(99, 99), (100, 100), (99, 100)].map(|(at, now)| shown(&to_come, at, now)), [true, false, false]);
    let done = [Stop { done: Some(second(200)), ..first.clone() }, own()];
    assert_eq!([(319, 319), (319, 320), (320, 320)].map(|(at, now)| shown(&done, at, now)), [false, false, true]);
    let waiting = [Stop { departed_at: None, ..first }, own()];
    assert!(shown(&waiting, 100, 100), "it has not departed");
    // Behind another stop it is the next once that is done.
    let before = stop(3, "A", Some(0.0), None);
    let behind = stop(2, "A", None, Some(3));
    assert!(shown(&[before.clone(), behind.clone(), own()], 300, 300));
    let before = Stop { done: Some(second(300)), ..before };
    assert_eq!([299, 300].map(|at| shown(&[before.clone(), behind.clone(), own()], at, at)), [true, false]);
    assert!(!shown(&[behind, own()], 300, 300), "what was before it is forgotten");
    // For its own customer it hides nothing.
    assert!(shown(&[Stop { departed_at: Some(second(0)), ..stop(1, "A", None, None) }], 10, 10));
}

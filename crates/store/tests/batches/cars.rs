//! What a car carries, and what its positions make of the orders in it.

use std::pin::Pin;

use domain::{
    car::{Stop, StopTurn},
    estimate::{Basis, Estimate},
    geo::LatLng,
    ids::{CarId, OrderId},
    order::{Customer, Status},
};
use jiff::{SignedDuration, Timestamp};
use store::{CarRun, Changed, NewOrder, PutBatch, Store};
use testkit::{order, store_contract};

use crate::{arrival, as_changed, at, basis, batch, deliveries, departure, read, report_at};

fn car(name: &str) -> CarId {
    name.parse().unwrap()
}

/// Made at a minute after noon, of a car that is so many minutes from the door.
fn from_the_car(made_at: i64, minutes: i64) -> Estimate {
    let arrival = at(made_at + minutes);
    let minute = SignedDuration::from_mins(1);
    Estimate { made_at: at(made_at), arrival, earliest: arrival - minute, latest: arrival + minute, basis: Basis::Car }
}

/// Batch, order, stop and status of each stop.
async fn run_of(db: &Store, name: &str) -> CarRun {
    db.cars().runs(&[car(name)]).await.unwrap().remove(&car(name)).transpose().unwrap().unwrap_or_default()
}

fn stops(run: &CarRun) -> Vec<(&str, OrderId, u32, i16)> {
    run.stops.iter().map(|stop| (stop.batch.as_str(), stop.order, stop.stop, stop.status.number())).collect()
}

// spec: T-54
store_contract!(a_cars_estimate_counts_while_it_delivers_the_order, |db| async move {
    let ids = deliveries(&db, &[Status::Finished]).await;
    let set = |name: &str, estimate| {
        let (store, car, id) = (db.store(), car(name), ids[0]);
        async move { store.cars().set_estimate(id, &car, estimate).await.unwrap() }
    };
    assert_eq!(set("1", from_the_car(1, 7)).await, None, "no batch");
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    assert_eq!(set("1", from_the_car(1, 7)).await, None, "not on its way");
    db.batches().depart(departure("A", at(1))).await.unwrap();
    let before = read(&db, ids[0]).await;
    assert_eq!(set("2", from_the_car(2, 7)).await, None, "another car");
    let changed = set("1", from_the_car(2, 7)).await.unwrap();
    let after = read(&db, ids[0]).await;
    assert_eq!((changed, after.estimate), (as_changed(&after), Some(from_the_car(2, 7))));
    assert_eq!((after.seq, after.rev), (before.seq, before.rev.next()));
    assert_eq!(set("1", from_the_car(2, 7)).await, None, "the same again");
    assert_eq!(set("1", from_the_car(1, 3)).await, None, "an older one");
    assert_eq!(read(&db, ids[0]).await, after);
    assert_eq!(db.cars().on_a_cars_word().await.unwrap(), [(ids[0], car("1"))]);
    report_at(&db, ids[0], Status::DeliveryFailed, at(9)).await;
    assert_eq!(set("1", from_the_car(10, 7)).await, None, "no longer on its way");
    assert_eq!(db.cars().on_a_cars_word().await.unwrap(), []);
});

// spec: T-55
store_contract!(a_car_that_falls_silent_leaves_the_batchs_word, |db| async move {
    let ids = deliveries(&db, &[Status::Finished, Status::Finished]).await;
    db.batches().put(batch("A", "1", &ids[..1])).await.unwrap();
    db.batches().put(PutBatch { estimated_minutes: None, ..batch("B", "2", &ids[1..]) }).await.unwrap();
    for (id, name, of_car) in [(ids[0], "A", "1"), (ids[1], "B", "2")] {
        db.batches().depart(departure(name, at(1))).await.unwrap();
        assert_eq!(db.cars().lose(id, &car(of_car), at(2)).await.unwrap(), None, "it has said nothing");
        db.cars().set_estimate(id, &car(of_car), from_the_car(3, 4)).await.unwrap().unwrap();
    }
    let before = read(&db, ids[0]).await;
    assert_eq!(db.cars().lose(ids[0], &car("2"), at(5)).await.unwrap(), None);
    assert_eq!(read(&db, ids[0]).await, before);
    let lost = db.cars().lose(ids[0], &car("1"), at(5)).await.unwrap().unwrap();
    let after = read(&db, ids[0]).await;
    assert_eq!((lost, after.rev), (as_changed(&after), before.rev.next()));
    assert_eq!((basis(&after), arrival(&after)), (Some(Basis::Batch), Some(16)));
    assert_eq!(db.cars().lose(ids[0], &car("1"), at(6)).await.unwrap(), None, "it was lost already");
    db.cars().lose(ids[1], &car("2"), at(5)).await.unwrap().unwrap();
    assert_eq!(basis(&read(&db, ids[1]).await), Some(Basis::Kitchen));
});

store_contract!(a_car_knows_better_than_a_plan, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 2]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    db.batches().depart(departure("A", at(1))).await.unwrap();
    db.cars().set_estimate(ids[0], &car("1"), from_the_car(2, 7)).await.unwrap().unwrap();
    let planned = PutBatch { estimated_minutes: Some(40), now: at(3), ..batch("A", "1", &ids) };
    db.batches().put(planned.clone()).await.unwrap();
    assert_eq!(read(&db, ids[0]).await.estimate, Some(from_the_car(2, 7)));
    assert_eq!(arrival(&read(&db, ids[1]).await), Some(41));
    // Taken out, it has no car whose word would count.
    db.batches().put(PutBatch { now: at(4), stops: ids[1..].to_vec(), ..planned }).await.unwrap();
    assert_eq!(basis(&read(&db, ids[0]).await), Some(Basis::Kitchen));
    assert_eq!(db.cars().on_a_cars_word().await.unwrap(), []);
});

store_contract!(a_car_carries_its_open_batches, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 5]).await;
    assert_eq!(run_of(&db, "1").await, CarRun::default());
    db.batches().put(batch("A", "1", &[ids[1], ids[0]])).await.unwrap();
    db.batches().put(batch("B", "1", &ids[2..4])).await.unwrap();
    db.batches().put(batch("C", "2", &ids[4..])).await.unwrap();
    db.batches().depart(departure("A", at(2))).await.unwrap();
    report_at(&db, ids[1], Status::Delivered, at(3)).await;
    let run = run_of(&db, "1").await;
    let expected = [("A", ids[1], 0, 11), ("A", ids[0], 1, 8), ("B", ids[2], 0, 6), ("B", ids[3], 1, 6)];
    assert_eq!(stops(&run), expected, "done stops too, while their batch is open");
    let (order, stop) = (read(&db, ids[0]).await, &run.stops[1]);
    assert_eq!((stop.restaurant, stop.restaurant_place), (order.restaurant.id, order.restaurant.location));
    assert_eq!((stop.door, stop.estimate), (order.customer.coordinates, order.estimate));
    assert_eq!((stop.departed_at, stop.expires_at), (Some(at(2)), order.expires_at));
    // The batch stays open while a stop of it has failed and may be tried again.
    report_at(&db, ids[0], Status::DeliveryFailed, at(4)).await;
    assert_eq!(run_of(&db, "1").await.stops.len(), 4);
    report_at(&db, ids[0], Status::BeingDelivered, at(5)).await;
    assert_eq!(stops(&run_of(&db, "1").await), expected);
    db.batches().put(batch("B", "2", &ids[2..4])).await.unwrap();
    assert_eq!(stops(&run_of(&db, "1").await), expected[..2]);
    assert_eq!(run_of(&db, "2").await.stops.len(), 3);
    // Many at once are what each is alone.
    let all = db.cars().runs(&["1", "2", "3"].map(car)).await.unwrap();
    assert_eq!(all.len(), 2, "one that carries nothing is left out");
    for name in ["1", "2"] {
        assert_eq!(*all[&car(name)].as_ref().unwrap(), run_of(&db, name).await);
    }
});

store_contract!(a_cars_mark_is_another_once_anything_of_it_is, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 3]).await;
    assert!(db.cars().marks(&[car("1")]).await.unwrap().is_empty());
    db.batches().put(batch("A", "1", &ids[..2])).await.unwrap();
    db.batches().put(batch("B", "2", &ids[2..])).await.unwrap();
    let both = [car("1"), car("2"), car("3")];
    let mut before = db.cars().marks(&both).await.unwrap();
    assert_eq!((before.len(), db.cars().marks(&both).await.unwrap()), (2, before.clone()));
    let stays = before[&car("2")].clone();
    let steps: [Step; 4] = [
        |db, _| Box::pin(async move { drop(db.batches().depart(departure("A", at(1))).await.unwrap()) }),
        |db, ids| Box::pin(async move { drop(report_at(db, ids[0], Status::Delivered, at(2)).await) }),
        |db, ids| {
            let estimate = from_the_car(9, 20);
            Box::pin(async move { drop(db.cars().set_estimate(ids[1], &car("1"), estimate).await.unwrap().unwrap()) })
        },
        |db, ids| Box::pin(async move { drop(db.cars().lose(ids[1], &car("1"), at(10)).await.unwrap().unwrap()) }),
    ];
    for (number, step) in steps.into_iter().enumerate() {
        step(&db, &ids).await;
        let after = db.cars().marks(&both).await.unwrap();
        assert_ne!(after[&car("1")], before[&car("1")], "step {number}");
        assert_eq!(after[&car("2")], stays);
        before = after;
    }
    // One that is over changes nothing of what lies ahead, until it is brought back.
    report_at(&db, ids[0], Status::ShowFeedback, at(10)).await;
    assert_eq!(db.cars().marks(&both).await.unwrap(), before);
    report_at(&db, ids[1], Status::Cancelled, at(11)).await;
    assert!(!db.cars().marks(&both).await.unwrap().contains_key(&car("1")));
});

type Step = for<'a> fn(&'a Store, &'a [OrderId]) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// What decides at a stop, in short: order, batch, whether it is aboard, when it was done and ended (minutes after noon),
/// and the stop before it.
type Short<'a> = (OrderId, &'a str, bool, Option<Timestamp>, Option<Timestamp>, Option<OrderId>);

fn short(stops: &[Stop]) -> Vec<Short<'_>> {
    let short = |stop: &Stop| {
        let batch = ["A", "B"].into_iter().find(|name| *name == stop.batch.as_str()).unwrap();
        (stop.order, batch, stop.is_aboard, stop.done, stop.ended_at, stop.behind)
    };
    stops.iter().map(short).collect()
}

async fn stops_of(db: &Store, name: &str, minute: i64) -> Vec<Stop> {
    db.cars().stops_of(&car(name), at(minute)).await.unwrap()
}

store_contract!(all_doors_of_a_car_count_whichever_batch_they_are_in, |db| async move {
    let mut ids = deliveries(&db, &[]).await;
    for coordinates in [LatLng::new(60.17, 24.94).ok(), None, LatLng::new(60.18, 24.95).ok()] {
        let customer = Customer { coordinates, ..order::customer() };
        ids.push(db.orders().register(NewOrder { customer, ..order::delivery(12) }).await.unwrap().order_id);
    }
    assert_eq!(stops_of(&db, "1", 0).await, []);
    db.batches().put(batch("A", "1", &ids[..2])).await.unwrap();
    db.batches().put(batch("B", "1", &ids[2..])).await.unwrap();
    db.batches().depart(departure("A", at(1))).await.unwrap();
    let stops = stops_of(&db, "1", 1).await;
    let to_come = |order, batch, behind| (order, batch, true, None, None, behind);
    let all = [to_come(ids[0], "A", None), to_come(ids[1], "A", Some(ids[0])), to_come(ids[2], "B", None)];
    assert_eq!(short(&stops), all);
    assert_eq!(stops.iter().map(|stop| stop.place.is_some()).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(stops.iter().map(|stop| stop.departed_at).collect::<Vec<_>>(), [Some(at(1)), Some(at(1)), None]);
    // A stop that is let go alone is under way, nobody knows since when.
    report_at(&db, ids[2], Status::BeingDelivered, at(2)).await;
    assert_eq!(stops_of(&db, "1", 2).await[2].departed_at, Some(Timestamp::MIN));
    // Failed it is done and keeps its batch open; put back it is to come again, another time.
    report_at(&db, ids[0], Status::DeliveryFailed, at(3)).await;
    let failed = &stops_of(&db, "1", 4).await[0];
    assert_eq!((failed.turn, failed.done, failed.ended_at), (StopTurn::attempt(0), Some(at(3)), None));
    report_at(&db, ids[0], Status::BeingDelivered, at(4)).await;
    let again = &stops_of(&db, "1", 5).await[0];
    assert_eq!((again.turn, again.done), (StopTurn::attempt(1), None));
    report_at(&db, ids[0], Status::DeliveryFailed, at(5)).await;
    report_at(&db, ids[0], Status::DeliveryFailedBatchCompleted, at(6)).await;
    let over = &stops_of(&db, "1", 7).await[0];
    assert_eq!((over.turn, over.done, over.ended_at), (StopTurn::attempt(1), Some(at(5)), Some(at(6))));
    // Half an hour after the last of its batch has ended nobody asks for them any more.
    report_at(&db, ids[1], Status::Delivered, at(10)).await;
    report_at(&db, ids[2], Status::Delivered, at(20)).await;
    let left = |minute| {
        let db = db.store();
        async move { stops_of(&db, "1", minute).await.len() }
    };
    assert_eq!([left(39).await, left(40).await, left(49).await, left(50).await], [3, 1, 1, 0]);
});

store_contract!(what_a_car_has_no_more_counts_on, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 4]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    db.batches().depart(departure("A", at(1))).await.unwrap();
    // Cancelled, taken out, moved to another car, and what stays.
    report_at(&db, ids[0], Status::Cancelled, at(2)).await;
    db.batches().put(PutBatch { now: at(3), ..batch("A", "1", &ids[2..]) }).await.unwrap();
    let out = |order, minute, behind| (order, "A", false, Some(at(minute)), Some(at(minute)), behind);
    let stays = |order, behind| (order, "A", true, None, None, behind);
    let stops = stops_of(&db, "1", 4).await;
    let expected = [out(ids[0], 2, None), out(ids[1], 3, None), stays(ids[2], None), stays(ids[3], Some(ids[2]))];
    let mut found = short(&stops);
    found.sort_unstable_by_key(|stop| stop.0);
    assert_eq!(found, expected);
    let turn = |order| stops.iter().find(|stop| stop.order == order).unwrap().turn;
    assert_eq!([turn(ids[0]), turn(ids[1])], [StopTurn::attempt(0), StopTurn::taken_out(at(3))]);
    for status in [Status::WaitingForDelivery, Status::InCar] {
        report_at(&db, ids[3], status, at(4)).await;
    }
    db.batches().put(PutBatch { now: at(5), ..batch("B", "2", &ids[3..]) }).await.unwrap();
    db.batches().depart(departure("B", at(6))).await.unwrap();
    report_at(&db, ids[3], Status::Delivered, at(7)).await;
    let moved = stops_of(&db, "1", 8).await.into_iter().find(|stop| stop.order == ids[3]).unwrap();
    let expected = (false, Some(at(5)), StopTurn::taken_out(at(5)), Some(ids[2]));
    assert_eq!((moved.is_aboard, moved.done, moved.turn, moved.behind), expected, "what the other car does is its own");
    let theirs = stops_of(&db, "2", 8).await;
    assert_eq!(short(&theirs), [(ids[3], "B", true, Some(at(7)), Some(at(7)), None)]);
    // As long as its batch is open, and half an hour after that.
    assert_eq!(stops_of(&db, "1", 100).await.len(), 4);
    report_at(&db, ids[2], Status::Delivered, at(101)).await;
    assert_eq!([stops_of(&db, "1", 130).await.len(), stops_of(&db, "1", 131).await.len()], [4, 0]);
    // The whole batch goes with another car: it has ended for this one.
    db.batches().put(PutBatch { now: at(200), ..batch("A", "3", &[]) }).await.unwrap();
    assert_eq!(short(&stops_of(&db, "1", 201).await).len(), 4);
    assert_eq!(stops_of(&db, "3", 201).await, []);
});

store_contract!(what_happens_in_one_batch_is_told_to_who_waits_for_the_cars_others, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 6]).await;
    db.batches().put(batch("A", "1", &ids[..2])).await.unwrap();
    db.batches().put(batch("B", "1", &ids[2..4])).await.unwrap();
    db.batches().put(batch("C", "2", &ids[4..])).await.unwrap();
    for name in ["A", "C"] {
        db.batches().depart(departure(name, at(1))).await.unwrap();
    }
    let told = |changed: &[Changed]| changed.iter().map(|changed| changed.order).collect::<Vec<_>>();
    let departed = db.batches().depart(departure("B", at(2))).await.unwrap();
    assert_eq!(told(&departed.changed), ids[..2]);
    assert_eq!(told(&db.batches().depart(departure("B", at(3))).await.unwrap().changed), [], "it has departed");
    let failed = report_at(&db, ids[0], Status::DeliveryFailed, at(4)).await;
    assert_eq!(told(&failed.changed), ids[1..4]);
    let back = report_at(&db, ids[0], Status::BeingDelivered, at(5)).await;
    assert_eq!(told(&back.changed), ids[1..4]);
    let put = db.batches().put(PutBatch { now: at(6), ..batch("B", "1", &ids[2..3]) }).await.unwrap();
    assert_eq!(told(&put.changed), ids[..4], "one of its own was taken out");
    let same = db.batches().put(PutBatch { now: at(7), ..batch("B", "1", &ids[2..3]) }).await.unwrap();
    assert_eq!(told(&same.changed), []);
    let before = read(&db, ids[0]).await;
    let cancelled = report_at(&db, ids[2], Status::Cancelled, at(8)).await;
    assert_eq!(told(&cancelled.changed), ids[..2]);
    assert_eq!(read(&db, ids[0]).await.rev, before.rev.next());
});

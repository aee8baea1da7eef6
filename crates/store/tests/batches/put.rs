//! Putting a batch together, and taking it apart.

use domain::{
    Actor,
    estimate::Basis,
    ids::{Rev, Seq},
    order::{Source, Status},
};
use store::PutBatch;
use testkit::{order, store_contract};

use crate::{
    arrival, as_changed, assert_gapless, at, basis, batch, deliveries, departure, place, places, read, read_all,
    report_at, told, walk,
};

store_contract!(orders_get_aboard_by_5_and_6_alone, |db| async move {
    let mut ids = deliveries(&db, &[Status::InOven, Status::InBatch, Status::InCar]).await;
    let put = db.batches().put(batch("A", "1", &[ids[2], ids[0], ids[1]])).await.unwrap();
    assert_eq!((put.batch.as_str(), put.car.as_str(), put.stops.as_slice()), ("A", "1", &[ids[2], ids[0], ids[1]][..]));
    let steps = vec![(ids[0], 5), (ids[0], 6), (ids[1], 6)];
    assert_eq!(told(&put), (steps, vec![ids[2]]));
    let orders = read_all(&db, &ids).await;
    assert_eq!(orders.iter().map(walk).collect::<Vec<_>>(), [vec![0, 3, 5, 6], vec![0, 5, 6], vec![0, 6]]);
    assert_eq!(places(&db, &ids).await, ["A 1 1/1", "A 1 2/2", "A 1 0/0"]);
    for order in &orders {
        assert_gapless(order);
        let travel = order.travel.as_ref().unwrap();
        assert_eq!((travel.minutes, travel.updated_at, travel.departed_at), (Some(15), at(0), None));
        assert_eq!((basis(order), arrival(order)), (Some(Basis::Batch), Some(15)));
        assert_eq!(db.orders().head(order.id).await.unwrap().unwrap().travel, order.travel);
        assert_eq!(db.boards().rows(&[order.id]).await.unwrap()[0].car.as_ref(), Some(&put.car));
    }
    // What was answered is what is read.
    let first = &orders[0];
    let of_first: Vec<_> = put.appended.iter().filter(|appended| appended.order == ids[0]).collect();
    let events: Vec<_> = of_first.iter().filter_map(|appended| appended.applied.clone()).collect();
    assert_eq!(first.history[2..], events);
    let last = of_first.last().unwrap();
    assert_eq!((last.seq, last.rev, last.estimate), (Seq(3), Rev(3), first.estimate));
    assert_eq!((first.rev, last.travel.as_ref()), (Rev(3), first.travel.as_ref()));
    assert_eq!(put.changed, [as_changed(&orders[2])]);
    let event = first.history.last().unwrap();
    assert_eq!((event.source, &event.actor, event.at), (Source::Dispatch, &Actor::key("dispatch"), at(0)));
    assert_eq!((event.batch.as_ref(), event.car.as_ref()), (Some(&put.batch), Some(&put.car)));
    // Nobody reported a step of the kitchen of one that was only registered.
    ids.push(db.orders().register(order::delivery(12)).await.unwrap().order_id);
    let put = db.batches().put(batch("A", "1", &[ids[2], ids[0], ids[1], ids[3]])).await.unwrap();
    assert_eq!(told(&put).0, [(ids[3], 5), (ids[3], 6)]);
    assert_eq!(walk(&read(&db, ids[3]).await), [0, 5, 6]);
});

store_contract!(the_same_again_changes_nothing, |db| async move {
    let ids = deliveries(&db, &[Status::InOven, Status::Finished]).await;
    let planned = PutBatch { estimated_minutes: None, planned: vec![Some(6), None], ..batch("A", "1", &ids) };
    db.batches().put(planned.clone()).await.unwrap();
    let before = read_all(&db, &ids).await;
    // A router may think otherwise an hour later; the plan is the one that stands.
    let again = PutBatch { now: at(60), planned: vec![Some(9), Some(9)], actor: Actor::key("other"), ..planned };
    let put = db.batches().put(again).await.unwrap();
    assert_eq!((told(&put), put.stops), ((vec![], vec![]), ids.clone()));
    assert_eq!(read_all(&db, &ids).await, before);
});

store_contract!(the_same_again_brings_back_who_went_back, |db| async move {
    let ids = deliveries(&db, &[Status::Finished, Status::Finished]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    report_at(&db, ids[1], Status::InBatch, at(1)).await;
    let other = read(&db, ids[0]).await;
    let put = db.batches().put(PutBatch { now: at(2), ..batch("A", "1", &ids) }).await.unwrap();
    assert_eq!(told(&put), (vec![(ids[1], 6)], vec![]));
    assert_eq!(read(&db, ids[0]).await, other);
});

store_contract!(who_is_taken_out_keeps_its_status_and_has_no_car, |db| async move {
    let ids = deliveries(&db, &[Status::Finished, Status::Finished, Status::Finished]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    let before = read_all(&db, &ids).await;
    let put = db.batches().put(PutBatch { now: at(4), ..batch("A", "1", &[ids[0], ids[2]]) }).await.unwrap();
    assert_eq!(told(&put), (vec![], ids.clone()));
    let after = read_all(&db, &ids).await;
    assert_eq!(places(&db, &ids).await, ["A 1 0/0", "none", "A 1 1/1"]);
    assert_eq!(put.changed, after.iter().map(as_changed).collect::<Vec<_>>());
    for (before, after) in before.iter().zip(&after) {
        assert_eq!((after.status, after.seq, after.rev), (Status::InCar, before.seq, before.rev.next()));
        assert_eq!(after.history, before.history);
    }
    assert_eq!((basis(&after[1]), after[1].estimate.unwrap().made_at), (Some(Basis::Kitchen), at(4)));
    // For the others the plan is the same, and so is when they are expected.
    assert_eq!((after[0].estimate, after[2].estimate), (before[0].estimate, before[2].estimate));
    assert!(after[0].travel.as_ref().unwrap().updated_at == at(4));
    // It comes back with the car that it had, and with none other.
    let back = db.batches().put(PutBatch { now: at(5), ..batch("B", "1", &[ids[1]]) }).await.unwrap();
    assert_eq!(told(&back), (vec![], vec![ids[1]]));
    db.batches().put(PutBatch { now: at(6), ..batch("B", "1", &[]) }).await.unwrap();
    let elsewhere = db.batches().put(PutBatch { now: at(7), ..batch("C", "2", &[ids[1]]) }).await.unwrap();
    assert_eq!(told(&elsewhere), (vec![(ids[1], 5), (ids[1], 6)], vec![]));
});

store_contract!(a_stop_that_is_done_stays_when_the_rest_is_planned_anew, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 3]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    db.batches().depart(departure("A", at(1))).await.unwrap();
    report_at(&db, ids[0], Status::Delivered, at(2)).await;
    let before = read_all(&db, &ids).await;
    let same = db.batches().put(PutBatch { now: at(3), ..batch("A", "1", &ids[1..]) }).await.unwrap();
    assert_eq!((told(&same), read_all(&db, &ids).await), ((vec![], vec![]), before.clone()));
    let turned = db.batches().put(PutBatch { now: at(4), ..batch("A", "1", &[ids[2], ids[1]]) }).await.unwrap();
    assert_eq!(told(&turned), (vec![], vec![ids[1], ids[2]]));
    assert_eq!(places(&db, &ids).await, ["A 1 0/0", "A 1 2/1", "A 1 1/0"]);
    assert_eq!(read(&db, ids[0]).await, before[0]);
    db.batches().put(PutBatch { now: at(5), ..batch("A", "1", &[]) }).await.unwrap();
    assert_eq!(places(&db, &ids).await, ["A 1 0/0", "none", "none"]);
});

store_contract!(another_order_of_stops_is_no_new_status, |db| async move {
    let ids = deliveries(&db, &[Status::Finished, Status::Finished, Status::Finished]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    let before = read_all(&db, &ids).await;
    let put = db.batches().put(PutBatch { now: at(1), ..batch("A", "1", &[ids[2], ids[0], ids[1]]) }).await.unwrap();
    assert_eq!(told(&put), (vec![], ids.clone()));
    assert_eq!(places(&db, &ids).await, ["A 1 1/1", "A 1 2/2", "A 1 0/0"]);
    for (before, after) in before.iter().zip(read_all(&db, &ids).await) {
        assert_eq!((after.seq, after.rev, after.estimate), (before.seq, before.rev.next(), before.estimate));
    }
});

store_contract!(two_plans_of_one_moment_are_two_plans, |db| async move {
    let ids = deliveries(&db, &[Status::Finished, Status::Finished]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    db.batches().put(batch("A", "1", &[ids[1], ids[0]])).await.unwrap();
    assert_eq!(places(&db, &ids).await, ["A 1 1/1", "A 1 0/0"]);
});

store_contract!(another_car_takes_over_by_way_of_the_batch, |db| async move {
    let ids = deliveries(&db, &[Status::Finished, Status::Finished, Status::Finished]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    report_at(&db, ids[1], Status::WaitingForDelivery, at(1)).await;
    report_at(&db, ids[2], Status::InBatch, at(1)).await;
    let put = db.batches().put(PutBatch { now: at(2), ..batch("A", "2", &ids) }).await.unwrap();
    let steps = vec![(ids[0], 5), (ids[0], 6), (ids[1], 6), (ids[1], 5), (ids[1], 6), (ids[2], 6)];
    assert_eq!(told(&put), (steps, vec![]));
    assert_eq!(places(&db, &ids).await, ["A 2 0/0", "A 2 1/1", "A 2 2/2"]);
    let history = read(&db, ids[0]).await.history;
    let cars: Vec<_> = history.iter().map(|event| event.car.as_ref().map(|car| car.as_str().to_owned())).collect();
    let some = |car: &str| Some(car.to_owned());
    assert_eq!(cars, [None, None, some("1"), some("1"), some("2"), some("2")]);
    // The same car of another batch is no other car.
    report_at(&db, ids[1], Status::WaitingForDelivery, at(3)).await;
    let put = db.batches().put(PutBatch { now: at(4), ..batch("B", "2", &[ids[1]]) }).await.unwrap();
    assert_eq!(told(&put), (vec![], ids.clone()));
    assert_eq!(read(&db, ids[1]).await.status, Status::WaitingForDelivery);
});

store_contract!(a_stop_of_another_batch_leaves_that_one, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 5]).await;
    db.batches().put(batch("B", "1", &ids[..4])).await.unwrap();
    db.batches().put(batch("A", "2", &ids[4..])).await.unwrap();
    let before = read_all(&db, &ids).await;
    let put = db.batches().put(PutBatch { now: at(3), ..batch("A", "2", &[ids[4], ids[1]]) }).await.unwrap();
    assert_eq!(told(&put), (vec![(ids[1], 5), (ids[1], 6)], vec![ids[0], ids[2], ids[3], ids[4]]));
    assert_eq!(places(&db, &ids).await, ["B 1 0/0", "A 2 1/1", "B 1 1/1", "B 1 2/2", "A 2 0/0"]);
    let after = read_all(&db, &ids).await;
    let unpressed: Vec<_> = [0, 2, 3, 4].map(|index| as_changed(&after[index])).into();
    assert_eq!(put.changed, unpressed);
    for index in [0, 2, 3, 4] {
        assert_eq!(after[index].rev, before[index].rev.next(), "whose customer sees another part of the way");
    }
    // Who lost a stop was not planned anew.
    assert_eq!(after[2].travel.as_ref().unwrap().updated_at, at(0));
    assert_eq!(place(after[1].travel.as_ref()), place(put.appended[1].travel.as_ref()));
});

store_contract!(each_stop_has_its_own_minutes_where_a_router_planned_them, |db| async move {
    let ids = deliveries(&db, &[Status::Finished, Status::Finished]).await;
    let planned = PutBatch { estimated_minutes: None, planned: vec![Some(6), Some(14)], ..batch("A", "1", &ids) };
    db.batches().put(planned.clone()).await.unwrap();
    let orders = read_all(&db, &ids).await;
    assert_eq!(orders.iter().map(arrival).collect::<Vec<_>>(), [Some(6), Some(14)]);
    // The dispatcher's word counts for all stops, and a new plan is counted from when it was made.
    let said = db.batches().put(PutBatch { estimated_minutes: Some(9), now: at(5), ..planned.clone() }).await.unwrap();
    assert_eq!(told(&said), (vec![], ids.clone()));
    let orders = read_all(&db, &ids).await;
    assert_eq!(orders.iter().map(arrival).collect::<Vec<_>>(), [Some(14), Some(14)]);
    assert_eq!(orders[1].travel.as_ref().unwrap().minutes, Some(9));
    // Without any minutes it is the kitchen's word that counts.
    db.batches().put(PutBatch { planned: vec![Some(8)], now: at(6), ..planned }).await.unwrap();
    let orders = read_all(&db, &ids).await;
    assert_eq!(orders.iter().map(basis).collect::<Vec<_>>(), [Some(Basis::Batch), Some(Basis::Kitchen)]);
    assert_eq!(arrival(&orders[0]), Some(14));
});

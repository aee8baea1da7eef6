//! Batches that depart, and batches that begin anew.

use domain::{
    Actor,
    estimate::Basis,
    order::{Source, Status},
};
use store::PutBatch;
use testkit::store_contract;

use crate::{arrival, as_changed, at, basis, batch, deliveries, departure, read, read_all, report_at, told, walk};

// spec: T-55
store_contract!(who_waits_for_its_batch_leaves_with_it, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 4]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    report_at(&db, ids[0], Status::InBatch, at(1)).await;
    report_at(&db, ids[2], Status::WaitingForDelivery, at(1)).await;
    report_at(&db, ids[3], Status::BeingDelivered, at(2)).await;
    assert_eq!(arrival(&read(&db, ids[3]).await), Some(17), "counted from when it left without its batch");
    let gone = db.batches().depart(departure("A", at(5))).await.unwrap();
    assert_eq!((gone.batch.as_str(), gone.car.as_str(), &gone.stops), ("A", "1", &ids));
    assert_eq!(told(&gone), (vec![(ids[0], 8), (ids[1], 8), (ids[2], 8)], vec![ids[3]]));
    let orders = read_all(&db, &ids).await;
    assert_eq!(walk(&orders[2]), [0, 4, 5, 6, 7, 8]);
    for order in &orders {
        let travel = order.travel.as_ref().unwrap();
        assert_eq!((travel.departed_at, travel.updated_at), (Some(at(5)), at(5)));
        assert_eq!(
            (order.status, basis(order), arrival(order)),
            (Status::BeingDelivered, Some(Basis::Batch), Some(20))
        );
    }
    assert_eq!(gone.changed, [as_changed(&orders[3])]);
    let event = orders[0].history.last().unwrap();
    assert_eq!((event.source, &event.actor, event.at), (Source::Driver, &Actor::key("driver"), at(5)));
    assert_eq!((event.batch.as_ref(), event.car.as_ref()), (Some(&gone.batch), Some(&gone.car)));
    // An order that is reported again on its way counts from the departure still, and never before now.
    report_at(&db, ids[0], Status::WaitingForDelivery, at(8)).await;
    assert_eq!(arrival(&read(&db, ids[0]).await), Some(23));
    report_at(&db, ids[0], Status::BeingDelivered, at(9)).await;
    assert_eq!(arrival(&read(&db, ids[0]).await), Some(20));
    report_at(&db, ids[0], Status::DeliveryFailed, at(30)).await;
    report_at(&db, ids[0], Status::BeingDelivered, at(40)).await;
    assert_eq!(arrival(&read(&db, ids[0]).await), Some(40));
});

store_contract!(a_batch_departs_once, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 3]).await;
    db.batches().put(batch("A", "1", &ids[..2])).await.unwrap();
    db.batches().depart(departure("A", at(5))).await.unwrap();
    let before = read_all(&db, &ids).await;
    let again = db.batches().depart(departure("A", at(6))).await.unwrap();
    assert_eq!((told(&again), again.stops), ((vec![], vec![]), ids[..2].to_vec()));
    assert_eq!(read_all(&db, &ids).await, before);
    // Who gets aboard later is let go with the moment that stands.
    db.batches().put(PutBatch { now: at(7), ..batch("A", "1", &ids) }).await.unwrap();
    let late = db.batches().depart(departure("A", at(8))).await.unwrap();
    assert_eq!(told(&late), (vec![(ids[2], 8)], vec![]));
    let order = read(&db, ids[2]).await;
    let travel = order.travel.as_ref().unwrap();
    assert_eq!((travel.departed_at, travel.updated_at), (Some(at(5)), at(7)));
    assert_eq!(arrival(&order), Some(20));
});

store_contract!(who_is_done_is_passed_over, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 4]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    let ends = [Status::DeliveryFailed, Status::DeliveryFailedBatchCompleted, Status::Delivered];
    for (id, end) in ids.iter().zip(ends) {
        report_at(&db, *id, end, at(1)).await;
    }
    let before = read_all(&db, &ids).await;
    let gone = db.batches().depart(departure("A", at(2))).await.unwrap();
    // One that failed may be tried again, so that it knows when its batch left.
    assert_eq!(told(&gone), (vec![(ids[3], 8)], vec![ids[0]]));
    let after = read_all(&db, &ids).await;
    assert_eq!(after[1..3], before[1..3]);
    assert_eq!((after[0].status, after[0].estimate), (Status::DeliveryFailed, None));
    assert_eq!(after[0].travel.as_ref().unwrap().departed_at, Some(at(2)));
});

store_contract!(a_batch_may_be_empty, |db| async move {
    let ids = deliveries(&db, &[Status::Finished]).await;
    let empty = db.batches().put(batch("A", "1", &[])).await.unwrap();
    assert_eq!((told(&empty), empty.stops), ((vec![], vec![]), vec![]));
    assert_eq!(told(&db.batches().depart(departure("A", at(1))).await.unwrap()), (vec![], vec![]));
    db.batches().put(PutBatch { now: at(2), ..batch("A", "1", &ids) }).await.unwrap();
    // Nobody was under way in it: it has yet to leave.
    assert_eq!(read(&db, ids[0]).await.travel.unwrap().departed_at, None);
    assert_eq!(told(&db.batches().depart(departure("A", at(3))).await.unwrap()), (vec![(ids[0], 8)], vec![]));
});

store_contract!(a_batch_whose_stops_are_done_begins_anew, |db| async move {
    let ids = deliveries(&db, &[Status::Finished, Status::Finished]).await;
    db.batches().put(batch("A", "1", &ids[..1])).await.unwrap();
    db.batches().depart(departure("A", at(1))).await.unwrap();
    report_at(&db, ids[0], Status::Delivered, at(20)).await;
    let put = db.batches().put(PutBatch { now: at(60), ..batch("A", "1", &ids[1..]) }).await.unwrap();
    assert_eq!(told(&put), (vec![(ids[1], 5), (ids[1], 6)], vec![ids[0]]));
    assert_eq!(read(&db, ids[1]).await.travel.unwrap().departed_at, None);
    db.batches().depart(departure("A", at(65))).await.unwrap();
    assert_eq!(arrival(&read(&db, ids[1]).await), Some(80));
});

store_contract!(a_batch_that_another_car_takes_over_has_yet_to_depart, |db| async move {
    let ids = deliveries(&db, &[Status::Finished]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    db.batches().depart(departure("A", at(1))).await.unwrap();
    report_at(&db, ids[0], Status::WaitingForDelivery, at(2)).await;
    db.batches().put(PutBatch { now: at(3), ..batch("A", "2", &ids) }).await.unwrap();
    let order = read(&db, ids[0]).await;
    assert_eq!((walk(&order), order.travel.unwrap().departed_at), (vec![0, 4, 5, 6, 8, 7, 6, 5, 6], None));
    db.batches().depart(departure("A", at(4))).await.unwrap();
    assert_eq!(read(&db, ids[0]).await.travel.unwrap().departed_at, Some(at(4)));
});

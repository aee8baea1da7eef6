//! What a report on one order's button does to the other stops of its batch.

use domain::order::{Order, Status};
use store::{Append, BatchError, PutBatch};
use testkit::{order::report, store_contract};

use crate::{as_changed, at, batch, deliveries, departure, places, read, read_all, report_at};

store_contract!(a_stop_that_is_done_brings_the_later_ones_nearer, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 4]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    db.batches().depart(departure("A", at(0))).await.unwrap();
    let before = read_all(&db, &ids).await;
    let done = report_at(&db, ids[1], Status::Delivered, at(3)).await;
    assert_eq!(places(&db, &ids).await, ["A 1 0/0", "A 1 1/1", "A 1 2/1", "A 1 3/2"]);
    let after = read_all(&db, &ids).await;
    assert_eq!(done.changed, [0, 2, 3].map(|stop| as_changed(&after[stop])));
    assert_eq!((after[2].rev, after[3].rev), (before[2].rev.next(), before[3].rev.next()));
    assert_eq!((after[2].seq, after[2].estimate), (before[2].seq, before[2].estimate));
    // For the one before it only where it may see the car is another.
    let first = Order { rev: after[0].rev, ..before[0].clone() };
    assert_eq!((&after[0], after[0].rev), (&first, before[0].rev.next()));
    // The plan is the one that it was.
    assert_eq!(after[2].travel.as_ref().unwrap().updated_at, at(0));
});

store_contract!(stops_that_are_done_in_one_call_are_counted_each, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 4]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    db.batches().depart(departure("A", at(0))).await.unwrap();
    let before = read_all(&db, &ids).await;
    let done = |index: usize, status| Append { now: at(3), ..report(ids[index], status) };
    let call = vec![done(2, Status::Delivered), done(0, Status::DeliveryFailed), done(1, Status::Delivered)];
    for outcome in db.orders().append_all(call).await {
        assert!(outcome.unwrap().applied.is_some());
    }
    assert_eq!(places(&db, &ids).await[3], "A 1 3/0");
    let last = read(&db, ids[3]).await;
    assert_eq!((last.seq, last.rev.0), (before[3].seq, before[3].rev.0 + 3));
});

store_contract!(a_stop_that_is_tried_again_counts_again, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 3]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    db.batches().depart(departure("A", at(0))).await.unwrap();
    report_at(&db, ids[0], Status::DeliveryFailed, at(1)).await;
    assert_eq!(places(&db, &ids).await, ["A 1 0/0", "A 1 1/0", "A 1 2/1"]);
    let again = report_at(&db, ids[0], Status::BeingDelivered, at(2)).await;
    assert_eq!(places(&db, &ids).await, ["A 1 0/0", "A 1 1/1", "A 1 2/2"]);
    assert_eq!(again.changed.iter().map(|changed| changed.order).collect::<Vec<_>>(), ids[1..]);
    // From failed to delivered it is done as before.
    report_at(&db, ids[0], Status::DeliveryFailed, at(3)).await;
    assert_eq!(report_at(&db, ids[0], Status::Delivered, at(4)).await.changed, []);
});

store_contract!(an_order_that_is_over_rests, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 3]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    report_at(&db, ids[1], Status::Delivered, at(1)).await;
    report_at(&db, ids[1], Status::ShowFeedback, at(2)).await;
    let over = read(&db, ids[1]).await;
    let done = report_at(&db, ids[0], Status::Delivered, at(3)).await;
    assert_eq!(done.changed.iter().map(|changed| changed.order).collect::<Vec<_>>(), ids[2..]);
    assert_eq!(read(&db, ids[1]).await, over);
});

store_contract!(a_cancelled_order_leaves_its_batch, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 4]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    let before = read_all(&db, &ids).await;
    let cancelled = report_at(&db, ids[1], Status::Cancelled, at(1)).await;
    assert_eq!((cancelled.travel, cancelled.over_at), (None, Some(at(1))));
    assert_eq!(places(&db, &ids).await, ["A 1 0/0", "none", "A 1 1/1", "A 1 2/2"]);
    let after = read_all(&db, &ids).await;
    let others = [0, 2, 3].map(|index| as_changed(&after[index]));
    assert_eq!(cancelled.changed, others, "also whose turn was before: one door less is to be kept");
    for index in [0, 2, 3] {
        assert_eq!((after[index].seq, after[index].rev), (before[index].seq, before[index].rev.next()));
        assert_eq!(after[index].travel.as_ref().unwrap().updated_at, at(0));
    }
    // The history knows what it left.
    let event = after[1].history.last().unwrap();
    assert_eq!(event.batch.as_ref().unwrap().as_str(), "A");
    // Named again, it is refused; without it the plan is one that stands already.
    let error = db.batches().put(batch("A", "1", &ids)).await.unwrap_err();
    assert!(matches!(error, BatchError::Refused { order, .. } if order == ids[1]));
    let rest = [ids[0], ids[2], ids[3]];
    let put = db.batches().put(PutBatch { now: at(2), ..batch("A", "1", &rest) }).await.unwrap();
    assert_eq!((put.appended, put.changed), (vec![], vec![]));
});

store_contract!(a_report_is_kept_with_the_batch_and_the_car_of_that_moment, |db| async move {
    let ids = deliveries(&db, &[Status::Finished]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    let waiting = report_at(&db, ids[0], Status::WaitingForDelivery, at(1)).await;
    let travel = waiting.travel.as_ref().unwrap();
    let event = waiting.applied.as_ref().unwrap();
    assert_eq!((event.batch.as_ref(), event.car.as_ref()), (Some(&travel.batch), Some(&travel.car)));
    db.batches().put(batch("A", "1", &[])).await.unwrap();
    let alone = report_at(&db, ids[0], Status::BeingDelivered, at(2)).await.applied.unwrap();
    assert_eq!((alone.batch, alone.car), (None, None));
    assert_eq!(read(&db, ids[0]).await.history[4..], [event.clone(), read(&db, ids[0]).await.history[5].clone()]);
});

store_contract!(a_report_that_changes_nothing_changes_no_neighbour, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 2]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    let done = Append { event_id: Some("e-1".to_owned()), now: at(1), ..report(ids[0], Status::DeliveryFailed) };
    assert_eq!(db.orders().append(done.clone()).await.unwrap().changed.len(), 1);
    let before = read_all(&db, &ids).await;
    assert_eq!(db.orders().append(done).await.unwrap().changed, []);
    assert!(db.orders().append(report(ids[0], Status::Cancelled)).await.is_err());
    assert_eq!(report_at(&db, ids[1], Status::WaitingForDelivery, at(2)).await.changed, []);
    let after = read_all(&db, &ids).await;
    assert_eq!((&after[0], after[1].seq), (&before[0], before[1].seq.next()));
});

store_contract!(presses_that_come_at_once_are_told_apart, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 6]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    let reporting = [Status::Delivered, Status::DeliveryFailed, Status::Cancelled, Status::WaitingForDelivery];
    let tasks: Vec<_> = (ids.iter().zip(reporting))
        .map(|(id, status)| {
            let (store, append) = (db.store(), report(*id, status));
            tokio::spawn(async move { store.orders().append(append).await.unwrap() })
        })
        .collect();
    for task in tasks {
        assert!(task.await.unwrap().applied.is_some());
    }
    let expected = ["A 1 0/0", "A 1 1/0", "none", "A 1 2/0", "A 1 3/1", "A 1 4/2"];
    assert_eq!(places(&db, &ids).await, expected);
});

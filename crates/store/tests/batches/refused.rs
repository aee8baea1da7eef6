//! Batches that stay as they were: all of it, or none.

use domain::{
    ids::OrderId,
    order::{OrderType, Status},
};
use store::{BatchError, Depart, NewOrder, PutBatch, Store};
use testkit::{
    order::{self, report},
    store_contract,
};

use crate::{at, batch, deliveries, departure, reach, read_all, report_at, told};

async fn an_order_of_14(store: &Store) -> OrderId {
    store.orders().register(order::delivery(14)).await.unwrap().order_id
}

/// Refused because of this order at this status.
async fn assert_refused(store: &Store, put: PutBatch, order: OrderId, from: Status) {
    let error = store.batches().put(put).await.unwrap_err();
    let expected = (order, from, Status::InCar);
    assert!(
        matches!(&error, BatchError::Refused { order, from, to } if (*order, *from, *to) == expected),
        "{error:?}, not {expected:?}"
    );
}

store_contract!(one_stop_that_cannot_get_aboard_holds_all_back, |db| async move {
    let ids = deliveries(&db, &[Status::InOven, Status::Delivered, Status::Finished]).await;
    let before = read_all(&db, &ids).await;
    assert_refused(&db, batch("A", "1", &ids), ids[1], Status::Delivered).await;
    assert_eq!(read_all(&db, &ids).await, before);
    // Not even the batch is there.
    assert!(matches!(db.batches().depart(departure("A", at(0))).await, Err(BatchError::UnknownBatch)));
    // A batch that stands stays as it is.
    db.batches().put(batch("A", "1", &[ids[0], ids[2]])).await.unwrap();
    let before = read_all(&db, &ids).await;
    assert_refused(&db, batch("A", "2", &[ids[2], ids[1]]), ids[1], Status::Delivered).await;
    assert_eq!(read_all(&db, &ids).await, before);
});

store_contract!(who_is_under_way_stays_where_it_is, |db| async move {
    let ids = deliveries(&db, &[Status::Finished, Status::Finished, Status::BeingDelivered]).await;
    db.batches().put(batch("A", "1", &ids[..2])).await.unwrap();
    report_at(&db, ids[0], Status::BeingDelivered, at(1)).await;
    for (name, car) in [("A", "2"), ("B", "1")] {
        assert_refused(&db, batch(name, car, &ids[..2]), ids[0], Status::BeingDelivered).await;
    }
    assert_refused(&db, batch("A", "1", &ids), ids[2], Status::BeingDelivered).await;
    // In this very batch with this very car it stays, and the others may come and go.
    let put = db.batches().put(PutBatch { now: at(2), ..batch("A", "1", &ids[..1]) }).await.unwrap();
    assert_eq!(told(&put), (vec![], vec![ids[0], ids[1]]));
});

store_contract!(what_is_past_its_delivery_gets_no_place, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 5]).await;
    db.batches().put(batch("A", "1", &ids)).await.unwrap();
    let ends = [
        vec![Status::DeliveryFailed],
        vec![Status::DeliveryFailedBatchCompleted],
        vec![Status::Delivered],
        vec![Status::Delivered, Status::ShowFeedback],
        vec![Status::Cancelled],
    ];
    for (id, walk) in ids.iter().zip(&ends) {
        for status in walk {
            report_at(&db, *id, *status, at(1)).await;
        }
    }
    for (id, walk) in ids.iter().zip(&ends) {
        assert_refused(&db, batch("A", "1", &[*id]), *id, *walk.last().unwrap()).await;
    }
});

store_contract!(what_is_fetched_or_eaten_there_has_no_car, |db| async move {
    let ids = deliveries(&db, &[Status::Finished]).await;
    for order_type in [OrderType::Pickup, OrderType::Eatin] {
        let fetched = db.orders().register(NewOrder { order_type, ..order::delivery(12) }).await.unwrap().order_id;
        db.orders().append(report(fetched, Status::InOven)).await.unwrap();
        assert_refused(&db, batch("A", "1", &[ids[0], fetched]), fetched, Status::InOven).await;
    }
});

store_contract!(a_key_takes_its_own_orders_alone, |db| async move {
    let ids = deliveries(&db, &[Status::Finished, Status::Finished]).await;
    let other = an_order_of_14(&db).await;
    let of_12 = |put: PutBatch| PutBatch { reach: reach(&[12]), ..put };
    let mixed = db.batches().put(of_12(batch("A", "1", &[ids[0], other]))).await.unwrap_err();
    assert!(matches!(mixed, BatchError::Foreign(Some(order)) if order == other), "{mixed:?}");
    let unknown = db.batches().put(of_12(batch("A", "1", &[ids[0], OrderId(99)]))).await.unwrap_err();
    assert!(matches!(unknown, BatchError::NotFound(OrderId(99))), "{unknown:?}");
    assert!(db.batches().put(of_12(batch("A", "1", &ids))).await.is_ok());

    // A batch in which others have orders is theirs, whoever asks: to put, to empty, to let go.
    db.batches().put(batch("B", "2", &[other])).await.unwrap();
    for stops in [&ids[..1], &[]] {
        let taken = db.batches().put(of_12(batch("B", "2", stops))).await.unwrap_err();
        assert!(matches!(taken, BatchError::ForeignBatch), "{taken:?}");
    }
    let gone = db.batches().depart(Depart { reach: reach(&[12]), ..departure("B", at(1)) }).await.unwrap_err();
    assert!(matches!(gone, BatchError::Foreign(None)), "{gone:?}");
    assert_eq!(db.orders().by_id(other).await.unwrap().unwrap().status, Status::InCar);
    assert!(db.batches().put(PutBatch { reach: reach(&[14, 12]), ..batch("B", "2", &[other, ids[0]]) }).await.is_ok());
});

store_contract!(an_order_has_one_place_in_a_batch, |db| async move {
    let ids = deliveries(&db, &[Status::Finished]).await;
    let before = read_all(&db, &ids).await;
    let twice = db.batches().put(batch("A", "1", &[ids[0], ids[0]])).await.unwrap_err();
    assert!(matches!(&twice, BatchError::Store(error) if !error.is_unavailable()), "{twice:?}");
    assert_eq!(read_all(&db, &ids).await, before);
});

//! Batches, departures and reports by many at once, on two nodes.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    batch::stops_before,
    ids::{OrderId, Rev},
    order::{Order, Status},
};
use store::{Append, AppendError, BatchError, Changed, PutBatch, Store};
use testkit::{order::report, store_contract};

use crate::{assert_gapless, at, batch, deliveries, departure, read_all};

/// Each state that was told to somebody.
type Told = Vec<(OrderId, Rev)>;

const BATCHES: [&str; 3] = ["A", "B", "C"];
const CARS: [&str; 2] = ["1", "2"];
const WALK: [Status; 6] = [
    Status::WaitingForDelivery,
    Status::BeingDelivered,
    Status::DeliveryFailed,
    Status::BeingDelivered,
    Status::Delivered,
    Status::Cancelled,
];

fn changes(changed: Vec<Changed>) -> Told {
    changed.into_iter().map(|changed| (changed.order, changed.rev)).collect()
}

/// The n-th thing that happens to these orders; refusals are answers too, failures are not.
async fn happen(store: Store, ids: Vec<OrderId>, n: usize) -> Told {
    let name = BATCHES[n % 3];
    let put = match n % 4 {
        0 => {
            // Overlapping stops in either direction, so that locks are asked for in every order.
            let mut stops: Vec<_> = ids.iter().copied().cycle().skip(n * 5 % ids.len()).take(3).collect();
            if n.is_multiple_of(8) {
                stops.reverse();
            }
            let car = CARS[n / 4 % 2];
            store.batches().put(PutBatch { now: at(1), ..batch(name, car, &stops) }).await
        }
        1 => store.batches().depart(departure(name, at(2))).await,
        _ => return happen_to_one(&store, ids[n * 7 % ids.len()], n).await,
    };
    match put {
        Ok(put) => {
            let mut told = changes(put.changed);
            told.extend(put.appended.iter().map(|appended| (appended.order, appended.rev)));
            told
        }
        Err(BatchError::Refused { .. } | BatchError::UnknownBatch) => Vec::new(),
        Err(error) => panic!("{error:?}"),
    }
}

async fn happen_to_one(store: &Store, id: OrderId, n: usize) -> Told {
    // Few are cancelled, so that batches keep some stops.
    let status = WALK[if n.is_multiple_of(23) { 5 } else { n % 5 }];
    match store.orders().append(Append { now: at(3), ..report(id, status) }).await {
        Ok(appended) => {
            let own = appended.applied.is_some().then_some((id, appended.rev));
            own.into_iter().chain(changes(appended.changed)).collect()
        }
        Err(AppendError::Refused(_)) => Vec::new(),
        Err(error) => panic!("{error:?}"),
    }
}

/// Every batch has its stops one after the other, all in one car, and counted right.
fn assert_counted(orders: &[Order]) {
    let mut batches: BTreeMap<_, Vec<&Order>> = BTreeMap::new();
    for order in orders {
        if let Some(travel) = &order.travel {
            batches.entry(&travel.batch).or_default().push(order);
        }
    }
    assert!(!batches.is_empty(), "nothing was left to be checked");
    for members in batches.values_mut() {
        let travel = |order: &Order| order.travel.clone().unwrap();
        members.sort_by_key(|order| travel(order).stop);
        let statuses: Vec<_> = members.iter().map(|order| order.status).collect();
        for ((stop, order), before) in (0..).zip(members.iter()).zip(stops_before(&statuses)) {
            assert_eq!((travel(order).stop, travel(order).car), (stop, travel(members[0]).car), "{order:?}");
            assert!(order.is_over() || travel(order).stops_before == before, "{before} before {order:?}");
        }
    }
}

store_contract!(whatever_comes_at_once_comes_one_after_the_other, |db| async move {
    let ids = deliveries(&db, &[Status::Finished; 14]).await;
    let other = db.another().await;
    let before = read_all(&db, &ids).await;
    let racing: Vec<_> = (0..200usize)
        .map(|n| tokio::spawn(happen(if n.is_multiple_of(3) { other.clone() } else { db.store() }, ids.clone(), n)))
        .collect();
    let mut told = Told::new();
    for task in racing {
        told.extend(task.await.unwrap());
    }
    let orders = read_all(&other, &ids).await;
    orders.iter().for_each(assert_gapless);
    assert_counted(&orders);
    // Each new state was told once, to the one who made it.
    told.sort_unstable();
    let expected = before
        .iter()
        .zip(&orders)
        .flat_map(|(before, order)| (before.rev.0 + 1..=order.rev.0).map(|rev| (order.id, Rev(rev))));
    assert_eq!(told, expected.collect::<Vec<_>>());
    other.close().await;
});

// Whoever lets a batch go that somebody is just making either does not know it yet or waits for it.
store_contract!(a_batch_departs_while_it_is_made, |db| async move {
    for round in 0..20 {
        let ids = deliveries(&db, &[Status::Finished; 3]).await;
        let name = format!("round-{round}");
        let racing: Vec<_> = (0..8usize)
            .map(|n| {
                let (store, name, mut stops) = (db.store(), name.clone(), ids.clone());
                tokio::spawn(async move {
                    stops.rotate_left(n % 3);
                    if n.is_multiple_of(2) {
                        store.batches().put(PutBatch { now: at(1), ..batch(&name, "1", &stops) }).await
                    } else {
                        store.batches().depart(departure(&name, at(2))).await
                    }
                })
            })
            .collect();
        for task in racing {
            let done = task.await.unwrap();
            assert!(matches!(done, Ok(_) | Err(BatchError::UnknownBatch | BatchError::Refused { .. })), "{done:?}");
        }
        db.batches().depart(departure(&name, at(3))).await.unwrap();
        let orders = read_all(&db, &ids).await;
        orders.iter().for_each(assert_gapless);
        assert_counted(&orders);
        let departed: BTreeSet<_> = orders.iter().map(|order| order.travel.clone().unwrap().departed_at).collect();
        assert!(departed.len() == 1 && !departed.contains(&None), "they left together: {departed:?}");
    }
});

//! Reading orders while they change, many at once, and damaged ones.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use domain::{
    ids::{OrderId, RestaurantId, Seq},
    order::{OrderType, Status},
};
use jiff::SignedDuration;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use store::{HeadSum, NewOrder, StoreError, SweepHead};
use testkit::{
    db::{DatabaseKind, TestDb},
    order::{self, report},
    store_contract,
};

/// Changes the database behind the store's back.
async fn damage(db: &TestDb, sql: &str) {
    let sql = AssertSqlSafe(sql);
    match db.kind() {
        DatabaseKind::Sqlite => {
            let mut connection = SqliteConnection::connect(db.url()).await.unwrap();
            sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        }
        DatabaseKind::Postgres => {
            let mut connection = PgConnection::connect(db.url()).await.unwrap();
            sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        }
    }
}

async fn an_order(db: &TestDb) -> OrderId {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    db.orders().register(order::delivery(12)).await.unwrap().order_id
}

store_contract!(an_order_is_of_one_moment_while_it_changes, |db| async move {
    let id = an_order(&db).await;
    let is_enough = Arc::new(AtomicBool::new(false));
    let (store, enough) = (db.another().await, Arc::clone(&is_enough));
    let writing = tokio::spawn(async move {
        for n in 0.. {
            if enough.load(Ordering::Acquire) {
                break;
            }
            let status = if n % 2 == 0 { Status::InCar } else { Status::WaitingForDelivery };
            store.orders().append(report(id, status)).await.unwrap();
        }
        store.close().await;
    });
    let mut seen = HashSet::new();
    while seen.len() < 60 {
        let order = db.orders().by_id(id).await.unwrap().unwrap();
        let last = order.history.last().unwrap();
        assert_eq!((last.seq, last.status), (order.seq, order.status));
        assert_eq!(order.history.len(), usize::try_from(order.seq.0).unwrap() + 1);
        let open = db.orders().open(RestaurantId(12), 10).await.unwrap();
        assert_eq!(open[0].history.last().map(|event| event.seq), Some(open[0].seq));
        seen.insert(order.seq);
    }
    is_enough.store(true, Ordering::Release);
    writing.await.unwrap();
});

store_contract!(a_head_is_the_order_without_its_contents, |db| async move {
    let id = an_order(&db).await;
    db.orders().append(report(id, Status::Delivered)).await.unwrap();
    let (order, head) = (db.orders().by_id(id).await.unwrap().unwrap(), db.orders().head(id).await.unwrap().unwrap());
    assert_eq!((head.id, head.restaurant_id, head.fulfilment), (id, RestaurantId(12), order.fulfilment()));
    assert_eq!((head.status, head.seq, head.rev), (order.status, order.seq, order.rev));
    assert_eq!((head.estimate, head.over_at, head.expires_at), (order.estimate, order.over_at, order.expires_at));
    assert_eq!((head.key_salt, head.key_version), (order.key_salt, order.key_version));
    assert_eq!(db.orders().head(OrderId(99)).await.unwrap(), None);
    assert_eq!(db.orders().by_id(OrderId(99)).await.unwrap(), None);
});

store_contract!(the_heads_of_five_thousand_orders_are_one_read, |db| async move {
    let first = an_order(&db).await;
    let store = db.store();
    let registering: Vec<_> = (0..200)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.orders().register(order::delivery(12)).await.unwrap().order_id })
        })
        .collect();
    let mut ids = vec![first];
    for task in registering {
        ids.push(task.await.unwrap());
    }
    let moved = db.orders().append(report(first, Status::InOven)).await.unwrap();
    let known = ids.len();
    ids.extend((1_000_000..).map(OrderId).take(5_000 - known));
    let mut heads = db.orders().heads(&ids).await.unwrap();
    heads.sort_by_key(|head| head.id);
    assert_eq!(heads.len(), known);
    assert_eq!(heads[0], SweepHead { id: first, seq: Seq(1), rev: moved.rev, expires_at: moved.expires_at });
    assert!(heads[1..].iter().all(|head| head.seq == Seq(0)));
    assert_eq!(db.orders().heads(&[]).await.unwrap(), []);
    let sum = db.orders().head_sum(&ids).await.unwrap();
    let (seq, rev) = heads.iter().fold((0, 0), |(seq, rev), head| (seq + head.seq.0, rev + head.rev.0));
    let first_expiry = heads.iter().map(|head| head.expires_at).min();
    assert_eq!(sum, HeadSum { orders: known, seq, rev, first_expiry });
    assert_eq!(db.orders().head_sum(&[]).await.unwrap(), HeadSum { orders: 0, seq: 0, rev: 0, first_expiry: None });
});

store_contract!(missed_events_are_read_in_order, |db| async move {
    let id = an_order(&db).await;
    for status in [Status::Accepted, Status::InMaking, Status::InOven] {
        db.orders().append(report(id, status)).await.unwrap();
    }
    let history = db.orders().by_id(id).await.unwrap().unwrap().history;
    assert_eq!(db.orders().events_after(id, Seq(1)).await.unwrap(), history[2..]);
    assert_eq!(db.orders().events_after(id, Seq(-1)).await.unwrap(), history);
    assert_eq!(db.orders().events_after(id, Seq(3)).await.unwrap(), []);
    assert_eq!(db.orders().events_after(OrderId(99), Seq(0)).await.unwrap(), []);
});

store_contract!(open_orders_come_by_their_promise, |db| async move {
    db.restaurants().save(&[order::restaurant(12), order::restaurant(14)]).await.unwrap();
    let promised = |minutes| NewOrder {
        schedule: order::schedule(Some(order::noon() + SignedDuration::from_mins(minutes))),
        ..order::delivery(12)
    };
    let late = db.orders().register(promised(90)).await.unwrap().order_id;
    let early = db.orders().register(promised(20)).await.unwrap().order_id;
    let mut asked = NewOrder { schedule: order::schedule(None), ..order::delivery(12) };
    asked.schedule.pre_order_time = Some(order::noon() + SignedDuration::from_mins(45));
    let asked = db.orders().register(asked).await.unwrap().order_id;
    let fetched = NewOrder { order_type: OrderType::Pickup, ..promised(10) };
    let fetched = db.orders().register(fetched).await.unwrap().order_id;
    let elsewhere = db.orders().register(order::delivery(14)).await.unwrap().order_id;
    let open = async |restaurant, limit| -> Vec<OrderId> {
        let orders = db.orders().open(RestaurantId(restaurant), limit).await.unwrap();
        orders.iter().map(|order| order.id).collect()
    };
    assert_eq!(open(12, 10).await, [fetched, early, asked, late]);
    assert_eq!(open(12, 2).await, [fetched, early]);
    db.orders().append(report(fetched, Status::Finished)).await.unwrap();
    db.orders().append(report(early, Status::Finished)).await.unwrap();
    assert_eq!(open(12, 10).await, [early, asked, late]);
    assert_eq!(open(14, 10).await, [elsewhere]);
});

store_contract!(a_value_that_cannot_be_read_is_named, |db| async move {
    let (bad, good) = (an_order(&db).await, an_order(&db).await);
    let named = |error: StoreError| match error {
        StoreError::Corrupt { table, column, row } => format!("{table}.{column} {row}"),
        error => panic!("{error:?}"),
    };
    damage(&db, &format!("UPDATE orders SET items = '{{\"a\":1}}' WHERE id = {bad}")).await;
    assert_eq!(named(db.orders().by_id(bad).await.unwrap_err()), format!("orders.items {bad}"));
    damage(&db, &format!("UPDATE orders SET items = '[]', status = 77 WHERE id = {bad}")).await;
    assert_eq!(named(db.orders().head(bad).await.unwrap_err()), format!("orders.status {bad}"));
    let (append, neighbour) =
        tokio::join!(db.orders().append(report(bad, Status::InOven)), db.orders().append(report(good, Status::InOven)));
    let store::AppendError::Store(error) = append.unwrap_err() else { panic!("the row cannot be judged") };
    assert_eq!(named(error), format!("orders.status {bad}"));
    assert!(neighbour.unwrap().applied.is_some());
    damage(&db, &format!("UPDATE order_events SET source = 'moon' WHERE order_id = {good} AND seq = 1")).await;
    assert_eq!(named(db.orders().by_id(good).await.unwrap_err()), format!("order_events.source {good}/1"));
});

store_contract!(an_event_that_should_not_be_there_harms_its_own_order_alone, |db| async move {
    let (bad, good) = (an_order(&db).await, an_order(&db).await);
    damage(
        &db,
        &format!(
            "INSERT INTO order_events (order_id, seq, status, recorded_at, source, actor_kind, actor_name) \
             SELECT order_id, 1, 3, recorded_at, source, actor_kind, actor_name FROM order_events \
             WHERE order_id = {bad}"
        ),
    )
    .await;
    let appends = (0..6).map(|n| {
        let (store, id) = (db.store(), if n % 2 == 0 { bad } else { good });
        let status = Status::ALL[2 + n / 2];
        tokio::spawn(async move { (id, store.orders().append(report(id, status)).await) })
    });
    let appends: Vec<_> = appends.collect();
    for task in appends {
        let (id, outcome) = task.await.unwrap();
        let is_transition = matches!(outcome, Err(store::AppendError::Refused(_)));
        assert!(if id == bad { outcome.is_err() } else { outcome.is_ok() || is_transition }, "{id}: {outcome:?}");
    }
    let kept = db.orders().by_id(good).await.unwrap().unwrap();
    // They come in any order, and of two that follow each other the lower one may take the higher one back.
    let last = kept.history.last().unwrap();
    assert_eq!((last.seq, last.status), (kept.seq, kept.status));
    assert!(kept.seq > Seq(0));
    assert_eq!(db.orders().head(bad).await.unwrap().unwrap().seq, Seq(0));
});

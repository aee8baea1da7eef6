//! A database that is away, locked or slow: unavailable within the call's time, and well again
//! without a restart.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    future::Future,
    pin::pin,
    task::{Context, Poll, Waker},
    time::Duration,
};

use domain::{ids::OrderId, order::Status};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use store::{Append, AppendError, Appended, Store, StoreConfig};
use testkit::{
    db::{DatabaseKind, TestDb},
    order::{self, report},
    store_contract,
};

/// A store that gives up soon.
async fn impatient(db: &TestDb, max_connections: u32) -> Store {
    let config = StoreConfig {
        max_connections,
        acquire_timeout: Duration::from_millis(200),
        statement_timeout: Duration::from_millis(150),
        ..StoreConfig::new(db.url())
    };
    Store::open(&config).await.unwrap()
}

async fn an_order(db: &TestDb) -> OrderId {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    db.orders().register(order::delivery(12)).await.unwrap().order_id
}

fn is_unavailable<T>(outcome: &Result<T, AppendError>) -> bool {
    matches!(outcome, Err(AppendError::Store(error)) if error.is_unavailable())
}

/// Sends a report until it is answered; an impatient store on a busy machine may take a few times.
async fn well_again(store: &Store, id: OrderId) -> Appended {
    for _ in 0..50 {
        let outcome = store.orders().append(report(id, Status::InOven)).await;
        if !is_unavailable(&outcome) {
            return outcome.unwrap();
        }
    }
    panic!("still unavailable");
}

/// Somebody else's open transaction, that holds an order's row.
enum Lock {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Lock {
    async fn take(db: &TestDb, order: OrderId) -> Self {
        match db.kind() {
            DatabaseKind::Sqlite => {
                let mut connection = SqliteConnection::connect(db.url()).await.unwrap();
                sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut connection).await.unwrap();
                Self::Sqlite(connection)
            }
            DatabaseKind::Postgres => {
                let mut connection = PgConnection::connect(db.url()).await.unwrap();
                let sql = AssertSqlSafe(format!("BEGIN; SELECT id FROM orders WHERE id = {order} FOR UPDATE"));
                sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
                Self::Postgres(connection)
            }
        }
    }

    async fn release(self) {
        match self {
            Self::Sqlite(connection) => connection.close().await.unwrap(),
            Self::Postgres(connection) => connection.close().await.unwrap(),
        }
    }
}

store_contract!(a_lock_is_unavailable_in_time_and_passes, |db| async move {
    let id = an_order(&db).await;
    let store = impatient(&db, 4).await;
    let lock = Lock::take(&db, id).await;
    let calls: Vec<_> = (0..8)
        .map(|n| {
            let (store, event_id) = (store.clone(), Some(format!("e-{n}")));
            tokio::spawn(async move { store.orders().append(Append { event_id, ..report(id, Status::InOven) }).await })
        })
        .collect();
    for call in calls {
        let outcome = call.await.unwrap();
        assert!(is_unavailable(&outcome), "{outcome:?}");
    }
    assert_eq!(store.orders().by_id(id).await.unwrap().unwrap().status, Status::Received);
    lock.release().await;
    // What was given up may still come to stand: it is one event in any case.
    let answer = well_again(&store, id).await;
    assert_eq!((answer.seq.0, answer.status), (1, Status::InOven));
    store.close().await;
});

store_contract!(a_caller_that_goes_away_leaves_the_order_whole, |db| async move {
    let id = an_order(&db).await;
    for polls in 0..24 {
        let status = if polls % 2 == 0 { Status::InCar } else { Status::WaitingForDelivery };
        let append = Append { event_id: Some(format!("e-{polls}")), ..report(id, status) };
        poll_and_drop(db.orders().append(append), polls).await;
        let kept = db.orders().by_id(id).await.unwrap().unwrap();
        assert_eq!(kept.history.last().map(|event| (event.seq, event.status)), Some((kept.seq, kept.status)));
    }
    assert_eq!(db.orders().append(report(id, Status::BeingDelivered)).await.unwrap().status, Status::BeingDelivered);
});

/// Polls a call so often, with other tasks in between, then drops it.
async fn poll_and_drop(call: impl Future, polls: usize) {
    let mut call = pin!(call);
    for _ in 0..polls {
        let polled = std::future::poll_fn(|context: &mut Context<'_>| Poll::Ready(call.as_mut().poll(context))).await;
        if polled.is_ready() {
            return;
        }
        tokio::task::yield_now().await;
    }
    // Once more without anybody to wake: as where a runtime drops a task.
    drop(call.as_mut().poll(&mut Context::from_waker(Waker::noop())));
}

store_contract!(lost_connections_are_replaced, |db| async move {
    let id = an_order(&db).await;
    let store = Store::open(&StoreConfig { max_connections: 2, ..StoreConfig::new(db.url()) }).await.unwrap();
    store.orders().append(report(id, Status::Accepted)).await.unwrap();
    if db.kind() == DatabaseKind::Postgres {
        let mut connection = PgConnection::connect(db.url()).await.unwrap();
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
            WHERE datname = current_database() AND pid <> pg_backend_pid()";
        sqlx::query(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
    // Each dead connection costs one call at most.
    let mut failed = 0;
    while let Err(error) = store.orders().append(report(id, Status::InOven)).await {
        let AppendError::Store(error) = error else { panic!("{error:?}") };
        assert!(error.is_unavailable(), "{error:?}");
        failed += 1;
        assert!(failed <= 2);
    }
    assert_eq!(store.orders().by_id(id).await.unwrap().unwrap().status, Status::InOven);
    store.close().await;
});

store_contract!(a_pool_without_connections_is_unavailable, |db| async move {
    let id = an_order(&db).await;
    let store = impatient(&db, 1).await;
    let lock = Lock::take(&db, id).await;
    let waiting = {
        let store = store.clone();
        tokio::spawn(async move { store.orders().append(report(id, Status::InOven)).await })
    };
    let outcome = store.orders().append(report(id, Status::InMaking)).await;
    assert!(is_unavailable(&outcome), "{outcome:?}");
    assert!(is_unavailable(&waiting.await.unwrap()));
    lock.release().await;
    well_again(&store, id).await;
    store.close().await;
});

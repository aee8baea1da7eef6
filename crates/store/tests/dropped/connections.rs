//! What the pool lends: nothing that another has left in the middle of something, nothing dead, nothing that takes no
//! writes.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use domain::{Actor, ids::OrderId, order::Status};
use futures_util::{
    StreamExt,
    future::{BoxFuture, join_all},
    stream,
};
use store::{Append, KeptAnswer, KeptKey, Store, StoreConfig};
use testkit::{
    db::{DatabaseKind, TestDb, end_connections},
    order::{self, report},
    proxy::Weather,
    store_contract,
};

use super::{Look, drop_after, scene::run};

/// Each way: a statement and its answer take 80 ms.
const FAR: Weather = Weather {
    delay: Duration::from_millis(40),
    jitter: Duration::ZERO,
    rate: None,
    is_stalled: false,
    is_swallowing: false,
    is_refusing: false,
    cut_within: None,
};

/// As an installation has it.
async fn usual(url: &str) -> Store {
    Store::open(&StoreConfig::new(url)).await.unwrap()
}

async fn orders(db: &TestDb, count: usize) -> Vec<OrderId> {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let mut ids = Vec::new();
    for _ in 0..count {
        ids.push(db.orders().register(order::delivery(12)).await.unwrap().order_id);
    }
    ids
}

/// Fills the pool: so many reads at once.
async fn warm(store: &Store, id: OrderId) {
    for read in join_all((0..16).map(|_| store.orders().head(id))).await {
        read.unwrap();
    }
}

// Each is answered on a connection that callers who went away had before.
store_contract!(what_is_answered_stands_while_others_go_away, |db| async move {
    if db.kind() == DatabaseKind::Sqlite {
        return;
    }
    let ids = orders(&db, 12).await;
    let (path, url) = db.path(1).await;
    let store = usual(&url).await;
    warm(&store, ids[0]).await;
    path.set(FAR);
    for round in 0..4 {
        let leaving = (0..8).map(|caller| {
            let store = store.clone();
            async move {
                let wait = Duration::from_millis(9 * caller);
                let _gone = tokio::time::timeout(wait, store.orders().register(order::delivery(12))).await;
            }
        });
        let reporting = ids.clone().into_iter().map(|id| {
            let status = if round % 2 == 0 { Status::InCar } else { Status::WaitingForDelivery };
            let append = Append { event_id: Some(format!("e-{round}")), ..report(id, status) };
            let store = store.clone();
            async move { (append.order.0, store.orders().append(append).await) }
        });
        // So few at a time that each is appended alone.
        let reporting = stream::iter(reporting).buffer_unordered(3).collect::<Vec<_>>();
        let (answers, _) = tokio::join!(reporting, join_all(leaving));
        let answered = answers.into_iter().filter_map(|(id, answer)| Some((id, answer.ok()?.seq.0)));
        let mut answered: Vec<(i64, i64)> = answered.collect();
        answered.sort_unstable();
        assert!(!answered.is_empty(), "some are answered");
        path.set(Weather::default());
        let mut look = Look::at(db.url()).await;
        look.settled().await;
        let (names, said): (Vec<i64>, Vec<i64>) = answered.into_iter().unzip();
        for ((seq, last_event), said) in look.seqs(&names).await.into_iter().zip(said) {
            assert!(seq >= said && last_event == seq, "{said} was answered, and {seq} with event {last_event} stands");
        }
        path.set(FAR);
    }
    store.close().await;
});

store_contract!(what_is_answered_stands_where_the_path_is_frozen, |db| async move {
    if db.kind() == DatabaseKind::Sqlite {
        return;
    }
    let ids = orders(&db, 12).await;
    let (path, url) = db.path(2).await;
    let store = usual(&url).await;
    warm(&store, ids[0]).await;
    // Whoever begins a transaction now waits for longer than the store lets a caller wait.
    path.set(Weather { is_stalled: true, ..Weather::default() });
    let waiting = join_all((0..12).map(|_| store.orders().register(order::delivery(12))));
    assert!(waiting.await.iter().all(Result::is_err), "they are answered in time");
    path.set(Weather::default());
    let reported = join_all(ids.iter().map(|id| store.orders().append(report(*id, Status::InOven)))).await;
    let answered = ids.iter().zip(reported).filter(|(_, answer)| answer.is_ok()).map(|(id, _)| id.0);
    let answered: Vec<i64> = answered.collect();
    let mut look = Look::at(db.url()).await;
    look.settled().await;
    assert_eq!(look.seqs(&answered).await, vec![(1, 1); answered.len()]);
    store.close().await;
});

store_contract!(no_connection_is_left_in_a_transaction, |db| async move {
    if db.kind() == DatabaseKind::Sqlite {
        return;
    }
    orders(&db, 1).await;
    let store = usual(db.url()).await;
    let mut look = Look::at(db.url()).await;
    for polls in 0..40 {
        drop_after(store.orders().register(order::delivery(12)), polls).await;
        look.settled().await;
    }
    store.close().await;
});

store_contract!(connections_that_have_ended_cost_no_read_and_no_write, |db| async move {
    if db.kind() == DatabaseKind::Sqlite {
        return;
    }
    let ids = orders(&db, 1).await;
    let store = usual(db.url()).await;
    warm(&store, ids[0]).await;
    end_connections(db.url()).await;
    for read in join_all((0..16).map(|_| store.orders().head(ids[0]))).await {
        assert!(read.unwrap().is_some());
    }
    end_connections(db.url()).await;
    for write in join_all((0..16).map(|_| store.orders().register(order::delivery(12)))).await {
        write.unwrap();
    }
    store.close().await;
});

store_contract!(sessions_that_take_no_writes_are_thrown_away, |db| async move {
    if db.kind() == DatabaseKind::Sqlite {
        return;
    }
    let ids = orders(&db, 1).await;
    let store = usual(db.url()).await;
    warm(&store, ids[0]).await;
    let no_writes = db.take_no_writes().await;
    let mut look = Look::at(db.url()).await;
    warm(&store, ids[0]).await;
    assert!(store.orders().register(order::delivery(12)).await.unwrap_err().is_unavailable());
    assert!(store.orders().append(report(ids[0], Status::InOven)).await.is_err());
    assert!(store.orders().head(ids[0]).await.unwrap().is_some(), "reads are answered");
    warm(&store, ids[0]).await;
    let stale = look.backends().await;
    assert!(stale.len() > 1, "the pool is full of sessions that take no writes: {stale:?}");
    no_writes.end().await;
    let over = Instant::now();
    let in_time = || assert!(over.elapsed() < Duration::from_secs(2), "writes are taken again after two seconds");
    for _ in 0..32 {
        while store.orders().register(order::delivery(12)).await.is_err() {
            in_time();
        }
    }
    while store.orders().append(report(ids[0], Status::InOven)).await.is_err() {
        in_time();
    }
    warm(&store, ids[0]).await;
    for write in join_all((0..32).map(|_| store.orders().register(order::delivery(12)))).await {
        write.unwrap();
    }
    let left = look.backends().await;
    assert!(left.iter().all(|pid| !stale.contains(pid)), "none of {stale:?} is lent again, but there are {left:?}");
    store.close().await;
});

// Opening them would cost what reads need, and mend nothing.
store_contract!(refused_writes_do_not_open_a_session_each, |db| async move {
    if db.kind() == DatabaseKind::Sqlite {
        return;
    }
    let ids = orders(&db, 1).await;
    let store = usual(db.url()).await;
    let no_writes = db.take_no_writes().await;
    let mut look = Look::at(db.url()).await;
    let mut sessions = HashSet::new();
    for at in 0..200 {
        match at % 3 {
            0 => drop(store.orders().register(order::delivery(12)).await.unwrap_err()),
            1 => drop(store.orders().append(report(ids[0], Status::InOven)).await.unwrap_err()),
            _ => drop(store.idempotency_keys().begin(run(at, 1), [7; 32], None, order::noon()).await.unwrap_err()),
        }
        assert!(store.orders().head(ids[0]).await.unwrap().is_some(), "reads are answered");
        sessions.extend(look.backends().await);
    }
    assert!(sessions.len() < 50, "{} sessions were opened for 200 writes", sessions.len());
    no_writes.end().await;
    store.close().await;
});

store_contract!(closing_waits_for_a_write_whose_caller_has_gone, |db| async move {
    orders(&db, 1).await;
    let mut look = match db.kind() {
        DatabaseKind::Sqlite => None,
        DatabaseKind::Postgres => Some(Look::at(db.url()).await),
    };
    let before = match &mut look {
        Some(look) => look.backends().await,
        None => Vec::new(),
    };
    let store = usual(db.url()).await;
    let mut names = Vec::new();
    for polls in 2..6 {
        let name = format!("n-{polls}");
        if drop_after(store.orders().register(order::named(12, &name)), polls).await.is_some() {
            names.push(name);
        }
    }
    store.close().await;
    if let Some(look) = &mut look {
        let closed = Instant::now();
        // A server ends a session a moment after it was told to.
        while look.backends().await.iter().any(|pid| !before.contains(pid)) {
            assert!(closed.elapsed() < Duration::from_secs(2), "more than the test's own connections are left");
            tokio::task::yield_now().await;
        }
    }
    assert!(store.orders().register(order::delivery(12)).await.unwrap_err().is_unavailable());
    for name in names {
        let found = db.orders().by_external_id(&Actor::key("shop"), &name).await.unwrap();
        assert!(found.is_some(), "{name} was answered");
    }
});

// An answer is a while under way, and its connection is cut meanwhile: what stands is told all the same.
store_contract!(a_statement_whose_answer_is_lost_answers_the_same_again, |db| async move {
    if db.kind() == DatabaseKind::Sqlite {
        return;
    }
    let ids = orders(&db, 1).await;
    let (path, url) = db.path(3).await;
    let store = usual(&url).await;
    let run = run(1, 1);
    let answer = KeptAnswer { status: 201, content_type: None, sealed: vec![7; 40] };
    let (claiming, keeping) = (store.clone(), store.clone());
    let claim = async move { claiming.idempotency_keys().begin(run, [2; 32], None, order::noon()).await };
    let keep = async move { keeping.idempotency_keys().keep_answer(run, answer).await };
    let writes: [(_, BoxFuture<'static, _>); 2] = [(false, Box::pin(claim)), (true, Box::pin(keep))];
    for (is_answered, write) in writes {
        warm(&store, ids[0]).await;
        path.set(FAR);
        let told = tokio::spawn(write);
        let stands = |kept: &Option<KeptKey>| kept.as_ref().is_some_and(|kept| kept.answer.is_some() == is_answered);
        while !stands(&db.idempotency_keys().by_name(&run.key).await.unwrap()) {
            tokio::task::yield_now().await;
        }
        path.cut_all();
        path.set(Weather::default());
        assert!(told.await.unwrap().unwrap(), "whoever asked has the key, and its answer is kept");
    }
    store.close().await;
});

// Whoever claimed a key has gone, and let it go again, before its connection turns out to be dead.
store_contract!(a_statement_whose_caller_has_gone_is_not_sent_again, |db| async move {
    if db.kind() == DatabaseKind::Sqlite {
        return;
    }
    let ids = orders(&db, 1).await;
    let (path, url) = db.path(4).await;
    let store = usual(&url).await;
    let run = run(1, 1);
    warm(&store, ids[0]).await;
    path.set(Weather { is_stalled: true, ..Weather::default() });
    let claimed = store.idempotency_keys().begin(run, [2; 32], None, order::noon()).await;
    assert!(claimed.unwrap_err().is_unavailable(), "it is answered in time");
    assert!(db.idempotency_keys().begin(run, [2; 32], None, order::noon()).await.unwrap());
    db.idempotency_keys().release(run, order::noon()).await.unwrap();
    path.cut_all();
    path.set(Weather::default());
    for _ in 0..20 {
        warm(&store, ids[0]).await;
        assert_eq!(db.idempotency_keys().by_name(&run.key).await.unwrap(), None, "nobody holds it");
    }
    store.close().await;
});

//! How many statements and transactions each operation costs: what docs/benchmarks.md, "Statements", says, and the bound
//! of a paid order. One test, because the counters are the process's.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write;

use domain::{
    Actor, Reach,
    ids::OrderId,
    order::{Source, Status},
    payment::PaymentState,
    rate_limit::RateLimit,
};
use jiff::{SignedDuration, Timestamp};
use store::{
    DatabaseWork, KeptAnswer, KeyRun, NewCheckout, NewTestPayment, PaymentReport, PlacedBy, PlacingBounds,
    ProviderWord, PutBatch, RateLogName, RefundAsked, Settle, SettleEvent, Store, StoreConfig, TakeMessages,
};
use testkit::{
    checkout::{self, new_try, session},
    db::{DatabaseKind, TestDb, run},
    order::{self, TTL, noon, report},
};

const BENCHMARKS: &str = include_str!("../../../docs/benchmarks.md");
/// The most that an order may take on PostgreSQL from the placing call to the kitchen, without its mail.
const PAID_ORDER: DatabaseWork = DatabaseWork { statements: 18, transactions: 3 };
const MINUTE: RateLimit = RateLimit { most: 10, window: SignedDuration::from_secs(60) };

/// What was measured, by operation.
type Costs = Vec<(&'static str, DatabaseWork)>;

#[test]
fn each_operation_costs_what_the_table_says() {
    let (mut sqlite, mut postgres) = (Costs::new(), Costs::new());
    for (kind, into) in [(DatabaseKind::Sqlite, &mut sqlite), (DatabaseKind::Postgres, &mut postgres)] {
        let (told, measured) = std::sync::mpsc::sync_channel(1);
        run(kind, move |db| async move { told.send(all_costs(db).await).unwrap() });
        // Nothing where there is no such database, which the run has said.
        into.extend(measured.try_iter().flatten());
    }
    if postgres.is_empty() {
        return;
    }
    let mut table = String::from(
        "| operation | PostgreSQL: statements | transactions | SQLite: statements | transactions |\n|---|---|---|---|---|\n",
    );
    for ((name, on_postgres), (_, on_sqlite)) in postgres.iter().zip(&sqlite) {
        let DatabaseWork { statements, transactions } = on_postgres;
        let (of_sqlite, in_sqlite) = (on_sqlite.statements, on_sqlite.transactions);
        writeln!(table, "| {name} | {statements} | {transactions} | {of_sqlite} | {in_sqlite} |").unwrap();
    }
    assert!(BENCHMARKS.contains(&table), "docs/benchmarks.md, \"Statements\", should have:\n{table}");
    let of_order = ["begin a key", "count two limits", "place, to be paid", "keep an answer", "report paid"];
    let sum = |of: fn(&DatabaseWork) -> u64| -> u64 {
        postgres.iter().filter(|(name, _)| of_order.contains(name)).map(|(_, work)| of(work)).sum()
    };
    assert!(sum(|work| work.statements) <= PAID_ORDER.statements, "{postgres:?}");
    assert!(sum(|work| work.transactions) <= PAID_ORDER.transactions, "{postgres:?}");
}

/// Does one after the other.
async fn all_costs(db: TestDb) -> Costs {
    let store = Store::open(&StoreConfig::new(db.url())).await.unwrap();
    store.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let mut costs = Costs::new();
    shop(&store, &mut costs).await;
    kitchen(&store, &mut costs).await;
    store.close().await;
    costs
}

/// Notes what was asked since then.
fn note(costs: &mut Costs, name: &'static str, before: DatabaseWork) {
    costs.push((name, DatabaseWork::so_far() - before));
}

async fn shop(store: &Store, costs: &mut Costs) {
    let run = KeyRun { key: [1; 32], run: [1; 16] };
    let before = DatabaseWork::so_far();
    assert!(store.idempotency_keys().begin(run, [2; 32], None, noon()).await.unwrap());
    note(costs, "begin a key", before);

    let names = [3, 4].map(|of| RateLogName { name: [of; 32], window: MINUTE.window }).to_vec();
    let before = DatabaseWork::so_far();
    let take =
        |logs: &mut [domain::rate_limit::RateLog]| logs.iter_mut().all(|log| log.take(MINUTE, noon(), 0).is_ok());
    assert!(store.rate_logs().change(names, noon(), take).await.unwrap());
    note(costs, "count two limits", before);

    let before = DatabaseWork::so_far();
    let order = store.checkouts().place(bounded(1, Some(run))).await.unwrap().id;
    note(costs, "place, to be paid", before);

    let answer = KeptAnswer { status: 201, content_type: None, sealed: vec![1] };
    let before = DatabaseWork::so_far();
    assert!(store.idempotency_keys().keep_answer(run, answer).await.unwrap());
    note(costs, "keep an answer", before);

    let before = DatabaseWork::so_far();
    let opened = NewTestPayment { session: session(1), order, amount: domain::money::Cents(2690) };
    store.test_payments().open(opened).await.unwrap();
    note(costs, "open a test payment", before);

    let before = DatabaseWork::so_far();
    settle(store, order, payment_report(1, PaymentState::Paid)).await;
    note(costs, "report paid", before);

    let before = DatabaseWork::so_far();
    settle(store, order, payment_report(1, PaymentState::Paid)).await;
    note(costs, "report paid again", before);

    let before = DatabaseWork::so_far();
    let take =
        TakeMessages { kinds: &[store::ORDER_RECEIPT], most: 16, lease: [7; 16], until: minute(5), now: minute(4) };
    let messages = store.outbox().take(take).await.unwrap();
    note(costs, "take mails", before);

    let before = DatabaseWork::so_far();
    assert!(store.outbox().told(&messages[0]).await.unwrap());
    note(costs, "note that a mail is sent", before);

    let asked = RefundAsked {
        order,
        amount: None,
        reason: "late".to_owned(),
        actor: Actor::key("dispatch"),
        run: None,
        now: minute(6),
    };
    let before = DatabaseWork::so_far();
    store.checkouts().refund(asked).await.unwrap();
    note(costs, "refund all", before);

    let second = store.checkouts().place(bounded(2, None)).await.unwrap().id;
    let before = DatabaseWork::so_far();
    settle(store, second, payment_report(2, PaymentState::Failed)).await;
    note(costs, "report failed", before);

    let before = DatabaseWork::so_far();
    settle(store, second, SettleEvent::Start(new_try(3))).await;
    note(costs, "try again", before);

    let before = DatabaseWork::so_far();
    settle(store, second, SettleEvent::Expire).await;
    note(costs, "expire", before);

    let before = DatabaseWork::so_far();
    store.checkouts().by_id(second).await.unwrap().unwrap();
    note(costs, "read a checkout", before);
}

async fn kitchen(store: &Store, costs: &mut Costs) {
    let before = DatabaseWork::so_far();
    let order = store.orders().register(order::named(12, "first")).await.unwrap().order_id;
    note(costs, "register an order", before);

    let before = DatabaseWork::so_far();
    store.orders().append(report(order, Status::InOven)).await.unwrap();
    note(costs, "report a status", before);

    let before = DatabaseWork::so_far();
    store.orders().by_id(order).await.unwrap().unwrap();
    note(costs, "read an order", before);

    let put = PutBatch {
        batch: "b-1".parse().unwrap(),
        car: "car-1".parse().unwrap(),
        stops: vec![order],
        estimated_minutes: Some(15),
        planned: Vec::new(),
        source: Source::Dispatch,
        actor: Actor::key("dispatch"),
        reach: Reach::all(),
        now: minute(2),
        ttl: TTL,
    };
    let before = DatabaseWork::so_far();
    store.batches().put(put).await.unwrap();
    note(costs, "put a batch", before);
}

/// From an address that is counted, as every guest's is.
fn bounded(name: u8, run: Option<KeyRun>) -> NewCheckout {
    let bounds = PlacingBounds { unpaid_of_caller: Some(5), unpaid_of_address: Some(20), ..PlacingBounds::default() };
    NewCheckout {
        first_try: Some(new_try(name)),
        placed_by: Some(PlacedBy { caller: [8; 32], address: [9; 32], bounds }),
        run,
        ..checkout::waiting(name)
    }
}

fn payment_report(name: u8, state: PaymentState) -> SettleEvent {
    let said = ProviderWord {
        provider: "test".to_owned(),
        event_id: format!("event {name}"),
        status: "Authorised".to_owned(),
    };
    SettleEvent::Report(PaymentReport {
        session: session(name),
        state,
        error_code: None,
        said: Some(said),
        schedule: order::schedule(Some(minute(45))),
    })
}

async fn settle(store: &Store, order: OrderId, event: SettleEvent) {
    store.checkouts().settle(Settle { order, event, now: minute(2) }).await.unwrap();
}

fn minute(minute: i64) -> Timestamp {
    noon() + SignedDuration::from_mins(minute)
}

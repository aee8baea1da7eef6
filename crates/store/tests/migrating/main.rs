//! A filled database of an older version, brought up to date: nothing of it is lost, and the store goes on with it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod rows;

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    Actor,
    batch::Travel,
    estimate::Basis,
    ids::{CustomerId, OrderId},
    money::Cents,
    order::{Customer, Order, Source, Status},
    payment::{PaymentStage, PaymentState, ProviderStatus, SessionId, SessionToken},
    staff::Roles,
};
use store::{
    Append, NewCheckout, NewOrder, NewTestPayment, NewTry, PaymentReport, PendingRefund, ProviderWord, PutBatch,
    RefundAsked, Settle, SettleEvent, Store, StoreConfig, TestMove,
};
use testkit::{
    checkout::{self, waiting},
    db::{DatabaseKind, OlderDb, TestDb},
    order::{customer, delivery, named, noon, report, restaurant, schedule},
    store_contract,
};

use rows::{Database, Row, Rows};

/// The numbers of the orders that it holds; 10,016 was given, too.
const ORDERS: std::ops::RangeInclusive<i64> = 10_001..=10_015;

/// A database as commit e9571b0 filled it.
async fn of_e9571b0(kind: DatabaseKind) -> OlderDb {
    let sql = match kind {
        DatabaseKind::Sqlite => include_str!("../fixtures/e9571b0.sqlite.sql"),
        DatabaseKind::Postgres => include_str!("../fixtures/e9571b0.postgres.sql"),
    };
    OlderDb::new(kind, sql).await.unwrap()
}

async fn order(db: &Store, id: i64) -> Order {
    db.orders().by_id(OrderId(id)).await.unwrap().unwrap()
}

/// A row as it is after the steps since: whoever had a key's name is that key, whoever is of the staff is of the call
/// centre, and nobody avoided anything.
fn brought_up_to_date(kind: DatabaseKind, table: &str, mut row: Row) -> Row {
    let spelled = |sqlite: &str, postgres: &str| match kind {
        DatabaseKind::Sqlite => sqlite.to_owned(),
        DatabaseKind::Postgres => postgres.to_owned(),
    };
    if let Some(name) = row.remove("key_name") {
        row.insert("actor_kind".to_owned(), spelled("'key'", "\"key\""));
        row.insert("actor_name".to_owned(), name);
    }
    if table == "orders" {
        row.insert("avoid_allergens".to_owned(), spelled("\"NULL\"", "null"));
        row.insert("during_pause".to_owned(), spelled("\"0\"", "false"));
        row.insert("without_packaging".to_owned(), spelled("\"0\"", "false"));
    }
    if table == "staff" {
        row.insert("roles".to_owned(), spelled("'[\"callcentre\"]'", "[\"callcentre\"]"));
        for of_totp in ["totp_secret", "totp_pending", "totp_confirmed_at", "totp_step"] {
            row.insert(of_totp.to_owned(), spelled("\"NULL\"", "null"));
        }
    }
    if table == "staff_sessions" {
        row.insert("is_bearer".to_owned(), spelled("\"0\"", "false"));
    }
    row
}

store_contract!(each_row_stays_field_by_field, |db| async move {
    let older = of_e9571b0(db.kind()).await;
    let before = Database::connect(older.url()).await.rows().await;
    assert_eq!(before["orders"].len(), ORDERS.count());
    let newer = older.open().await;
    let mut after = Database::connect(newer.url()).await.rows().await;
    // Tables that are new are empty.
    after.retain(|table, rows| before.contains_key(table) || !rows.is_empty());
    let up_to_date = |(table, rows): (String, Rows)| {
        let rows = rows.into_iter().map(|row| brought_up_to_date(db.kind(), &table, row)).collect();
        (table, rows)
    };
    let expected: BTreeMap<String, Rows> = before.into_iter().map(up_to_date).collect();
    let emails = after.remove("sign_in_emails").unwrap();
    assert_eq!(after, expected);
    assert_eq!(emails, emails_of_staff(db.kind(), &expected["staff"]));
    newer.finish().await;
});

/// By what those of the staff sign in who are still here.
fn emails_of_staff(kind: DatabaseKind, staff: &Rows) -> Rows {
    let null = match kind {
        DatabaseKind::Sqlite => "\"NULL\"",
        DatabaseKind::Postgres => "null",
    };
    let of = |person: &Row| {
        let columns = [("email", &person["email"]), ("staff_id", &person["id"]), ("customer_id", &null.to_owned())];
        columns.map(|(column, value)| (column.to_owned(), value.clone())).into()
    };
    staff.iter().filter(|person| person["removed_at"] == null).map(of).collect()
}

/// The table of an index, by the text that made it.
fn table_of(index: &str) -> &str {
    let (_, table) = index.split_once(" ON ").unwrap();
    table.split([' ', '(']).next().unwrap().trim_start_matches("public.")
}

store_contract!(indexes_stay_but_that_of_the_names_and_cancelled_ones_get_theirs, |db| async move {
    let older = of_e9571b0(db.kind()).await;
    let older_database = Database::connect(older.url()).await;
    let (mut before, tables) = (older_database.indexes().await, older_database.columns_of_all().await);
    let newer = older.open().await;
    let mut after = Database::connect(newer.url()).await.indexes().await;
    after.retain(|_, index| tables.contains_key(table_of(index)));
    let new = after.remove("orders_external_id").unwrap();
    assert!(new.contains("UNIQUE INDEX") && new.ends_with("(actor_kind, actor_name, external_id)"), "{new}");
    before.remove("orders_key_name_external_id_key");
    let cancelled = after.remove("orders_cancelled").unwrap();
    assert!(cancelled.contains("status = 13"), "{cancelled}");
    let of_car = after.remove("orders_of_car").unwrap();
    assert!(of_car.contains("(car_id, over_at)") && before.remove("orders_of_car").is_some(), "{of_car}");
    assert_eq!(after, before);
    newer.finish().await;
});

store_contract!(columns_keep_their_kinds_and_their_order, |db| async move {
    let older = of_e9571b0(db.kind()).await;
    let mut before = Database::connect(older.url()).await.columns_of_all().await;
    let newer = older.open().await;
    let mut after = Database::connect(newer.url()).await.columns_of_all().await;
    for table in ["orders", "order_events", "batches"] {
        let actor: Vec<_> = after[table].iter().filter(|column| column.starts_with("actor_")).cloned().collect();
        assert_eq!(actor.len(), 2, "{table}");
        assert!(
            actor.iter().all(|column| before[table].contains(&column.replace(&column[..10], "key_name"))),
            "{actor:?}"
        );
        before.get_mut(table).unwrap().retain(|column| !column.starts_with("key_name"));
        after.get_mut(table).unwrap().retain(|column| !column.starts_with("actor_"));
    }
    after.retain(|table, _| before.contains_key(table));
    after.get_mut("orders").unwrap().retain(|column| {
        !["avoid_allergens", "during_pause", "without_packaging"].iter().any(|new| column.starts_with(new))
    });
    for (table, new) in [("staff", ["roles", "totp_"].as_slice()), ("staff_sessions", &["is_bearer"])] {
        let is_new = |column: &String| new.iter().any(|new| column.starts_with(new));
        after.get_mut(table).unwrap().retain(|column| !is_new(column));
    }
    assert_eq!(after, before);
    newer.finish().await;
});

store_contract!(the_store_reads_all_of_it, |db| async move {
    let newer = of_e9571b0(db.kind()).await.open().await;
    let mut orders = Vec::new();
    for id in ORDERS {
        let order = order(&newer, id).await;
        let seqs: Vec<i64> = order.history.iter().map(|event| event.seq.0).collect();
        assert_eq!(seqs, (0..=order.seq.0).collect::<Vec<_>>(), "{id}");
        assert_eq!(order.history.last().unwrap().status, order.status, "{id}");
        orders.push(order);
    }
    let statuses: Vec<i16> = orders.iter().map(|order| order.status.number()).collect();
    assert_eq!(statuses, [0, 0, 4, 2, 11, 8, 6, 6, 9, 13, 6, 11, 3, 0, 12]);

    let noted = &orders[3].history[2];
    assert_eq!((noted.source, &noted.actor), (Source::Staff, &Actor::key("puhelinpalvelu")));
    assert_eq!(noted.note.as_deref(), Some("Hetki vielä, 'kiitos'."));
    assert_eq!(noted.event_id.as_deref(), Some("oven-2"));
    assert_eq!(orders[4].history[4].actor, Actor::key("kuski"));
    assert_eq!(orders[10].history[5].actor, Actor::key("ajo \"1\""));

    let place = |order: &Order| order.travel.as_ref().map(|travel| (travel.batch.to_string(), travel.stop));
    let places: Vec<_> = orders.iter().filter_map(place).collect();
    assert_eq!(places, [("A".to_owned(), 0), ("A".to_owned(), 1), ("Erä B".to_owned(), 0), ("C".to_owned(), 0)]);
    let bases: Vec<_> = orders.iter().filter_map(|order| Some((order.id.0, order.estimate?.basis))).collect();
    assert!(bases.contains(&(10_006, Basis::Car)) && bases.contains(&(10_007, Basis::Batch)), "{bases:?}");
    assert_eq!(
        orders[4].feedback.as_ref().map(|feedback| (feedback.rating, feedback.text.as_deref())),
        Some((3, None))
    );
    assert_eq!((orders[11].customer.name.as_deref(), orders[0].customer.name.as_deref()), (None, Some("Aino O'Äyräs")));
    assert_eq!(orders[12].items.len(), 3);
    assert_eq!(newer.dispatch_keys().all().await.unwrap().len(), 2);
    let staff = newer.staff().all().await.unwrap();
    assert_eq!(staff.iter().map(|person| person.roles).collect::<Vec<_>>(), [Roles::default(); 2]);
    newer.finish().await;
});

store_contract!(the_store_goes_on_with_it, |db| async move {
    let newer = of_e9571b0(db.kind()).await.open().await;
    // A number that was given is given to nobody else, also where its order is gone.
    assert_eq!(newer.orders().register(delivery(12)).await.unwrap().order_id, OrderId(10_017));

    // A name is still the order of whoever gave it, and of nobody else of another kind.
    let named = |actor| {
        let mut order = named(12, "W-1");
        order.origin.actor = actor;
        order
    };
    let known = newer.orders().register(named(Actor::key("kioski"))).await.unwrap();
    assert_eq!((known.order_id, known.created), (OrderId(10_002), false));
    assert!(newer.orders().register(named(Actor::System("kioski".into()))).await.unwrap().created);
    assert!(newer.orders().register(named(Actor::Customer(CustomerId(1)))).await.unwrap().created);

    // A known event changes nothing, a new one is appended.
    let oven = |event: &str, status| Append { event_id: Some(event.to_owned()), ..report(OrderId(10_004), status) };
    assert_eq!(newer.orders().append(oven("oven-1", Status::InOven)).await.unwrap().applied, None);
    assert_eq!(newer.orders().append(oven("oven-3", Status::InOven)).await.unwrap().seq.0, 3);

    // A batch of then takes a stop of now.
    let stops = vec![OrderId(10_009), OrderId(10_004)];
    let put = PutBatch {
        batch: "C".parse().unwrap(),
        car: "3".parse().unwrap(),
        stops,
        estimated_minutes: None,
        planned: Vec::new(),
        source: Source::Dispatch,
        actor: Actor::System("planner".into()),
        reach: domain::Reach::all(),
        now: noon(),
        ttl: testkit::order::TTL,
    };
    newer.orders().append(report(OrderId(10_009), Status::BeingDelivered)).await.unwrap();
    newer.batches().put(put).await.unwrap();
    let second = order(&newer, 10_004).await;
    assert_eq!(second.travel.as_ref().map(|Travel { stop, .. }| *stop), Some(1));
    assert_eq!(second.history.last().unwrap().actor, Actor::System("planner".into()));
    newer.finish().await;
});

store_contract!(items_and_payments_are_written_as_they_were, |db| async move {
    let newer = of_e9571b0(db.kind()).await.open().await;
    let mut again = BTreeMap::new();
    for id in ORDERS {
        let Order { items, payment, .. } = order(&newer, id).await;
        let new = newer.orders().register(NewOrder { items, payment, ..delivery(12) }).await.unwrap();
        again.insert(new.order_id.to_string(), id.to_string());
    }
    let rows = Database::connect(newer.url()).await.rows().await;
    let written: BTreeMap<String, [&String; 2]> =
        rows["orders"].iter().map(|row| (row["id"].replace('"', ""), [&row["items"], &row["payment"]])).collect();
    for (new, old) in &again {
        assert_eq!(written[new], written[old], "{old}");
    }
    newer.finish().await;
});

store_contract!(two_nodes_that_start_at_once_bring_it_up_to_date_once, |db| async move {
    let older = of_e9571b0(db.kind()).await;
    let config = StoreConfig::new(older.url());
    let opening: Vec<_> = (0..4)
        .map(|_| {
            let config = config.clone();
            tokio::spawn(async move { Store::open(&config).await })
        })
        .collect();
    for task in opening {
        let store = task.await.unwrap().unwrap();
        assert_eq!(order(&store, 10_015).await.history.len(), 13);
        store.close().await;
    }
    older.open().await.finish().await;
});

store_contract!(what_an_older_order_is_to_avoid_reaches_its_kitchen, |db| async move {
    db.restaurants().save(&[restaurant(12)]).await.unwrap();
    let made =
        |content| NewCheckout { stage: PaymentStage::OnSite, schedule: Some(schedule(None)), ..waiting(content) };
    let avoiding = db.checkouts().place(made(1)).await.unwrap().id;
    let mut plain = made(2);
    plain.customer.avoid_allergens.clear();
    let plain = db.checkouts().place(plain).await.unwrap().id;
    let elsewhere =
        db.orders().register(NewOrder { customer: Customer::default(), ..delivery(12) }).await.unwrap().order_id;
    let before = "ALTER TABLE orders DROP COLUMN avoid_allergens; \
        DELETE FROM _sqlx_migrations WHERE description LIKE '%avoid_allergens'";
    Database::connect(db.url()).await.run(before).await;
    let newer = db.another().await;
    for (id, wanted) in [(avoiding, customer().avoid_allergens), (plain, BTreeSet::new()), (elsewhere, BTreeSet::new())]
    {
        assert_eq!(order(&newer, id.0).await.customer.avoid_allergens, wanted, "{id}");
    }
    newer.close().await;
});

#[tokio::test]
async fn what_would_refer_to_nothing_stays_as_it_was() {
    let older = of_e9571b0(DatabaseKind::Sqlite).await;
    let database = Database::connect(older.url()).await;
    database.run("PRAGMA foreign_keys = OFF; UPDATE order_search SET order_id = 5 WHERE order_id = 10014").await;
    let before = database.rows().await;
    Store::open(&StoreConfig::new(older.url())).await.unwrap_err();
    assert_eq!(database.rows().await, before);
    database.run("UPDATE order_search SET order_id = 10014 WHERE order_id = 5").await;
    let newer: TestDb = older.open().await;
    assert_eq!(order(&newer, 10_014).await.status, Status::Received);
    newer.finish().await;
}

/// A token as an older version kept it, in clear, and the name under which its try stands since.
fn token(digits: &str) -> (SessionId, SessionId) {
    let text = digits.repeat(16);
    (SessionId::stored(&text).unwrap(), text.parse::<SessionToken>().unwrap().id())
}

store_contract!(tokens_of_tries_to_pay_become_digests, |db| async move {
    let (old, new) = token("0a");
    db.restaurants().save(&[restaurant(12)]).await.unwrap();
    let first_try = NewTry { sessions: vec![old], ..checkout::new_try(1) };
    let placed = NewCheckout { first_try: Some(first_try), ..waiting(1) };
    let id = db.checkouts().place(placed).await.unwrap().id;
    db.test_payments().open(NewTestPayment { session: old, order: id, amount: Cents(2690) }).await.unwrap();
    let paid = TestMove { status: ProviderStatus::Authorised, error_code: None, pays_at: None };
    db.test_payments().choose(old, paid).await.unwrap().unwrap();
    let word =
        |event: String| ProviderWord { provider: "test".to_owned(), event_id: event, status: "Authorised".to_owned() };
    let report = |session, state, event: String| {
        SettleEvent::Report(PaymentReport {
            session,
            state,
            error_code: None,
            said: Some(word(event)),
            schedule: schedule(None),
        })
    };
    let settle =
        async |db: &Store, event| db.checkouts().settle(Settle { order: id, event, now: noon() }).await.unwrap();
    settle(&db, report(old, PaymentState::Paid, format!("{}-Authorised", old.reveal()))).await;
    let asked = RefundAsked {
        order: id,
        amount: Some(Cents(100)),
        reason: "Pizza oli kylmä.".to_owned(),
        actor: Actor::StaffToken,
        run: None,
        now: noon(),
    };
    db.checkouts().refund(asked).await.unwrap();
    assert!(db.test_payments().refund(old, 1, Cents(100)).await.unwrap());
    // As it was before that step.
    Database::connect(db.url()).await.run("DELETE FROM _sqlx_migrations WHERE version = 22").await;

    let newer = db.another().await;
    let rows = Database::connect(db.url()).await.rows().await;
    let texts = format!("{rows:?}");
    assert!(!texts.contains(&old.reveal()), "no token stands anywhere");
    let read = newer.checkouts().by_id(id).await.unwrap().unwrap();
    assert_eq!(read.payment.tries[0].session, new);
    assert_eq!(newer.checkouts().by_session(new).await.unwrap().unwrap().id, id);
    let pending = PendingRefund { session: new, amount: Cents(100) };
    assert_eq!(newer.checkouts().pending_refund(id, 1).await.unwrap(), Some(pending));
    assert!(newer.test_payments().refund(new, 1, Cents(100)).await.unwrap(), "it was sent before");
    let again = report(new, PaymentState::Refunded, format!("{}-Authorised", new.reveal()));
    assert!(!settle(&newer, again).await.moved, "its word is known again");
    newer.close().await;
});

//! What boards and kitchens read.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use domain::{
    board::{OVER_FOR, Window},
    ids::{OrderId, RestaurantId, Rev},
    order::{OrderType, Schedule, Status},
};
use jiff::{SignedDuration, Timestamp};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use store::{Append, NewOrder, Store};
use testkit::{
    db::{DatabaseKind, TestDb},
    order::{self, noon, report},
    store_contract,
};

const HERE: [RestaurantId; 1] = [RestaurantId(12)];
const BOTH: [RestaurantId; 2] = [RestaurantId(12), RestaurantId(14)];
const ALL: u32 = 1_000;

async fn open(db: &TestDb) {
    db.restaurants().save(&[order::restaurant(12), order::restaurant(14)]).await.unwrap();
}

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

async fn register(db: &TestDb, new: NewOrder) -> OrderId {
    db.orders().register(new).await.unwrap().order_id
}

fn due(minutes: i64) -> NewOrder {
    NewOrder { schedule: schedule(minutes), ..order::delivery(12) }
}

/// Promised for a time that does not move the order's end.
fn schedule(minutes: i64) -> Schedule {
    let promised_at = Some(noon() + SignedDuration::from_mins(minutes));
    Schedule { promised_at, ..order::delivery(12).schedule }
}

fn today() -> Window {
    Window::of_today(noon())
}

async fn shown(store: &Store, restaurants: &[RestaurantId], window: &Window) -> Vec<OrderId> {
    let mut ids: Vec<_> =
        store.boards().shown(restaurants, window, ALL).await.unwrap().into_iter().map(|row| row.id).collect();
    ids.sort();
    ids
}

store_contract!(a_board_shows_what_is_open_and_due_today_of_its_restaurants, |db| async move {
    open(&db).await;
    let today_late = register(&db, due(9 * 60)).await;
    let old = register(&db, due(-60 * 24 * 3)).await;
    let tomorrow = register(&db, due(26 * 60)).await;
    let mut asked = due(0);
    asked.schedule.promised_at = None;
    asked.schedule.pre_order_time = Some(noon() + SignedDuration::from_hours(30));
    let asked = register(&db, asked).await;
    let mut unpromised = due(0);
    unpromised.schedule.promised_at = None;
    let unpromised = register(&db, unpromised).await;
    let elsewhere = register(&db, order::delivery(14)).await;
    assert_eq!(shown(&db, &HERE, &today()).await, [today_late, old, unpromised]);
    assert_eq!(shown(&db, &BOTH, &today()).await, [today_late, old, unpromised, elsewhere]);
    assert_eq!(shown(&db, &[RestaurantId(14), RestaurantId(14)], &today()).await, [elsewhere], "each row once");
    assert_eq!(shown(&db, &[], &today()).await, []);
    let kitchen = shown(&db, &HERE, &Window::of_all(noon())).await;
    assert_eq!(kitchen, [today_late, old, tomorrow, asked, unpromised]);
});

store_contract!(what_is_over_stays_for_a_while_and_what_expired_is_gone, |db| async move {
    open(&db).await;
    let (over, cancelled) = (register(&db, due(40)).await, register(&db, due(60 * 24 * 2)).await);
    db.orders().append(report(over, Status::Delivered)).await.unwrap();
    db.orders().append(report(cancelled, Status::Cancelled)).await.unwrap();
    let expired = Schedule { expires_at: noon(), ..schedule(40) };
    let expired = register(&db, NewOrder { schedule: expired, ..due(40) }).await;
    assert_eq!(shown(&db, &HERE, &today()).await, [over, cancelled], "whenever it was due");
    let in_time = noon() + OVER_FOR - SignedDuration::from_micros(1);
    assert_eq!(shown(&db, &HERE, &Window::of_today(in_time)).await, [over, cancelled]);
    assert_eq!(shown(&db, &HERE, &Window::of_today(noon() + OVER_FOR)).await, []);
    assert_eq!(db.boards().rows(&[expired]).await.unwrap().len(), 1, "a row is had by its number all the same");
});

store_contract!(a_row_is_the_order_in_short, |db| async move {
    open(&db).await;
    let id = register(&db, NewOrder { order_type: OrderType::Pickup, ..due(40) }).await;
    db.orders().append(report(id, Status::InOven)).await.unwrap();
    let order = db.orders().by_id(id).await.unwrap().unwrap();
    let row = db.boards().shown(&HERE, &today(), ALL).await.unwrap().remove(0);
    assert_eq!(db.boards().rows(&[id, OrderId(99)]).await.unwrap(), std::slice::from_ref(&row));
    assert_eq!((row.id, row.restaurant_id, row.order_type), (id, order.restaurant.id, order.order_type));
    assert_eq!((row.status, row.seq, row.rev), (order.status, order.seq, order.rev));
    assert_eq!((row.status_at, &row.car), (order.history.last().unwrap().at, &None));
    assert_eq!((row.placed_at, row.promised_at, row.pre_order_time), (order.placed_at, order.promised_at, None));
    assert_eq!((row.estimate, row.over_at, row.expires_at), (order.estimate, None, order.expires_at));
    assert_eq!((&row.customer_name, &row.customer_phone), (&order.customer.name, &order.customer.phone));
    assert_eq!((&row.street_address, &row.city), (&order.customer.street_address, &order.customer.city));
    assert_eq!((row.avoid_allergens.len(), &row.avoid_allergens), (2, &order.customer.avoid_allergens));
    assert!(row.without_packaging && order.customer.without_packaging);
    assert_eq!(row.times().due, order.promised_at.unwrap());
    assert!(!format!("{row:?}").contains("Esimerkki"), "a person is not printed");
});

store_contract!(a_row_says_since_when_it_stands_at_its_status, |db| async move {
    open(&db).await;
    let id = register(&db, due(40)).await;
    let status_at = async || db.boards().rows(&[id]).await.unwrap()[0].status_at;
    assert_eq!(status_at().await, noon());
    let reported = noon() - SignedDuration::from_mins(3);
    db.orders().append(Append { occurred_at: Some(reported), ..report(id, Status::InOven) }).await.unwrap();
    assert_eq!(status_at().await, reported, "as it was reported");
    let recorded = noon() + SignedDuration::from_mins(5);
    db.orders().append(Append { now: recorded, ..report(id, Status::Finished) }).await.unwrap();
    assert_eq!(status_at().await, recorded, "else as it was recorded");
});

store_contract!(a_kitchen_reads_the_same_orders_with_what_is_to_be_made, |db| async move {
    open(&db).await;
    let id = register(&db, due(40)).await;
    db.orders().append(report(id, Status::InOven)).await.unwrap();
    let mut order = db.orders().by_id(id).await.unwrap().unwrap();
    order.history = Vec::new();
    assert_eq!(db.boards().kitchen(&HERE, &Window::of_all(noon()), ALL).await.unwrap(), [order.clone()]);
    assert_eq!(db.boards().kitchen_rows(&[id]).await.unwrap(), [order]);
    assert_eq!(db.boards().kitchen(&[RestaurantId(14)], &Window::of_all(noon()), ALL).await.unwrap(), []);
});

store_contract!(no_more_rows_are_read_than_were_asked_for, |db| async move {
    open(&db).await;
    for _ in 0..4 {
        register(&db, due(40)).await;
    }
    assert_eq!(db.boards().shown(&HERE, &today(), 3).await.unwrap().len(), 3);
    assert_eq!(db.boards().kitchen(&HERE, &today(), 3).await.unwrap().len(), 3);
    assert_eq!(db.boards().changed(&HERE, &today(), Timestamp::UNIX_EPOCH, 3).await.unwrap().orders.len(), 3);
});

store_contract!(changes_are_found_by_the_databases_own_time, |db| async move {
    open(&db).await;
    let (one, two) = (register(&db, due(40)).await, register(&db, due(40)).await);
    let changed = async |since| {
        let changes = db.boards().changed(&HERE, &today(), since, ALL).await.unwrap();
        let mut orders: Vec<_> = changes.orders.iter().map(|order| (order.id, order.rev)).collect();
        orders.sort();
        (changes.at, orders)
    };
    let (first, all) = changed(Timestamp::UNIX_EPOCH).await;
    assert_eq!(all, [(one, Rev(0)), (two, Rev(0))]);
    // A database's clock may stand for a millisecond; what follows is to come after it.
    let passed = async |moment| while changed(moment).await.0 <= moment {};
    let (second, _) = changed(first).await;
    assert!(first <= second);
    passed(second).await;
    let reported = db.orders().append(report(two, Status::InOven)).await.unwrap();
    let (third, since) = changed(second).await;
    assert_eq!(since, [(two, reported.rev)]);
    passed(third).await;
    let over = db.orders().append(report(one, Status::Delivered)).await.unwrap();
    assert_eq!(changed(third).await.1, [(one, over.rev)], "what has just become over changed too");
    assert_eq!(db.boards().changed(&[RestaurantId(14)], &today(), first, ALL).await.unwrap().orders, []);
});

store_contract!(a_row_that_cannot_be_read_does_not_hold_up_the_others, |db| async move {
    open(&db).await;
    let (bad, good) = (register(&db, due(40)).await, register(&db, due(40)).await);
    damage(&db, &format!("UPDATE orders SET status = 77 WHERE id = {bad}")).await;
    assert_eq!(shown(&db, &HERE, &today()).await, [good]);
    assert_eq!(db.boards().rows(&[bad, good]).await.unwrap().len(), 1);
    assert_eq!(db.boards().kitchen_rows(&[bad, good]).await.unwrap().len(), 1);
});

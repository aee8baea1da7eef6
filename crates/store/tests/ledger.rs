//! The book of the shop.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use domain::{
    ids::{OrderId, RestaurantId},
    money::Cents,
    payment::{LedgerAmounts, LedgerEntry, LedgerVat},
};
use futures_util::future::join_all;
use jiff::civil::{Date, date};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use store::LedgerDay;
use testkit::{
    db::{DatabaseKind, TestDb},
    order::noon,
    store_contract,
};

const TUESDAY: Date = date(2026, 11, 24);

fn vat(rate: u32, cents: i64) -> LedgerVat {
    LedgerVat { rate, amount: Cents(cents) }
}

/// An order of 20 euros less 2, delivered for 8.90.
fn sale(order: i64, restaurant: i64, day: Date) -> LedgerEntry {
    LedgerEntry {
        order: OrderId(order),
        fact: "placed".to_owned(),
        restaurant: RestaurantId(restaurant),
        day,
        booked_at: noon(),
        amounts: LedgerAmounts {
            gross: Cents(2000),
            discounts: Cents(200),
            shipping: Cents(890),
            services: Cents(99),
            ..LedgerAmounts::default()
        },
        vat: vec![vat(1400, 330), vat(2550, 18)],
    }
}

fn payment(order: i64, restaurant: i64, day: Date) -> LedgerEntry {
    let amounts = LedgerAmounts { paid: Cents(2789), ..LedgerAmounts::default() };
    LedgerEntry { fact: "paid".to_owned(), amounts, vat: Vec::new(), ..sale(order, restaurant, day) }
}

fn refund(order: i64, restaurant: i64, number: u32, cents: i64) -> LedgerEntry {
    let amounts = LedgerAmounts { refunded: Cents(cents), ..LedgerAmounts::default() };
    let day = TUESDAY.tomorrow().unwrap();
    LedgerEntry { fact: format!("refund {number}"), amounts, vat: vec![vat(1400, -10)], ..sale(order, restaurant, day) }
}

store_contract!(days_are_summed_by_restaurant_and_rate, |db| async move {
    let wednesday = TUESDAY.tomorrow().unwrap();
    for entry in [
        sale(1, 12, TUESDAY),
        payment(1, 12, TUESDAY),
        sale(2, 12, TUESDAY),
        sale(3, 14, TUESDAY),
        payment(2, 12, wednesday),
        refund(1, 12, 1, 500),
        refund(1, 12, 2, 289),
    ] {
        assert!(db.ledger().book(entry).await.unwrap());
    }
    let sold = |orders: i64| LedgerAmounts {
        gross: Cents(2000 * orders),
        discounts: Cents(200 * orders),
        shipping: Cents(890 * orders),
        services: Cents(99 * orders),
        ..LedgerAmounts::default()
    };
    let taxes = |orders: i64| vec![vat(1400, 330 * orders), vat(2550, 18 * orders)];
    let day = |day, restaurant, amounts, vat| LedgerDay { day, restaurant: RestaurantId(restaurant), amounts, vat };
    let of_tuesday = [
        day(TUESDAY, 12, LedgerAmounts { paid: Cents(2789), ..sold(2) }, taxes(2)),
        day(TUESDAY, 14, sold(1), taxes(1)),
    ];
    let turned = LedgerAmounts { paid: Cents(2789), refunded: Cents(789), ..LedgerAmounts::default() };
    let of_wednesday = day(wednesday, 12, turned, vec![vat(1400, -20)]);
    let ledger = async |from, to, restaurant: Option<i64>| {
        db.ledger().days(from, to, restaurant.map(RestaurantId)).await.unwrap()
    };
    assert_eq!(ledger(TUESDAY, TUESDAY, None).await, of_tuesday);
    let both = [of_tuesday[0].clone(), of_wednesday.clone()];
    assert_eq!(ledger(TUESDAY, wednesday, Some(12)).await, both);
    assert_eq!(ledger(wednesday, wednesday, None).await, [of_wednesday]);
    assert!(ledger(wednesday, wednesday, Some(14)).await.is_empty());
    assert!(ledger(date(2026, 1, 1), TUESDAY.yesterday().unwrap(), None).await.is_empty());
});

store_contract!(a_fact_is_booked_once_however_often_it_is_told, |db| async move {
    let told = (0..20).map(|_| db.ledger().book(sale(1, 12, TUESDAY)));
    let booked = join_all(told).await.into_iter().filter(|booked| *booked.as_ref().unwrap()).count();
    assert_eq!(booked, 1);
    let days = db.ledger().days(TUESDAY, TUESDAY, None).await.unwrap();
    assert_eq!((days[0].amounts, days[0].vat.clone()), (sale(1, 12, TUESDAY).amounts, sale(1, 12, TUESDAY).vat));
});

/// Runs a statement beside the store, as an operator might; gives what the database says where it refuses.
async fn run_by_hand(db: &TestDb, sql: &str) -> Result<(), String> {
    let sql = AssertSqlSafe(sql.to_owned());
    let refused = match db.kind() {
        DatabaseKind::Sqlite => {
            let mut connection = SqliteConnection::connect(db.url()).await.unwrap();
            sqlx::query(sql).execute(&mut connection).await.err()
        }
        DatabaseKind::Postgres => {
            let mut connection = PgConnection::connect(db.url()).await.unwrap();
            sqlx::query(sql).execute(&mut connection).await.err()
        }
    };
    refused.map_or(Ok(()), |error| Err(error.to_string()))
}

store_contract!(what_is_booked_is_not_changed, |db| async move {
    assert!(db.ledger().book(sale(1, 12, TUESDAY)).await.unwrap());
    let before = db.ledger().days(TUESDAY, TUESDAY, None).await.unwrap();
    for sql in [
        "UPDATE ledger SET gross = 0",
        "DELETE FROM ledger_vat",
        "UPDATE ledger_vat SET amount = 0",
        "DELETE FROM ledger",
    ] {
        let refused = run_by_hand(&db, sql).await.unwrap_err();
        assert!(refused.contains("the ledger is not changed"), "{sql}: {refused}");
    }
    assert_eq!(db.ledger().days(TUESDAY, TUESDAY, None).await.unwrap(), before);
});

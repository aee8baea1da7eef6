//! The book of the shop: what was sold, paid and given back, and its sums by day and restaurant.
//!
//! Entries are added in the transaction that gives the reason for them, each fact of an order once, and never changed: the
//! tables refuse it. A day is one of Helsinki, and says when something happened, not when it was asked for.

use std::collections::BTreeMap;

use domain::{
    ids::RestaurantId,
    money::Cents,
    payment::{LedgerAmounts, LedgerEntry, LedgerVat},
};
use jiff::civil::Date;

use crate::{
    conn::Conn,
    error::StoreError,
    row::Row,
    sql::{Sql, SqlDialect},
    store::Store,
    ts::Ts,
    write_batch::{PREVIOUS, WriteBatch},
};

/// What a restaurant came to on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerDay {
    pub day: Date,
    pub restaurant: RestaurantId,
    pub amounts: LedgerAmounts,
    /// By rate, the lowest first.
    pub vat: Vec<LedgerVat>,
}

const ENTRY: &str = "INSERT INTO ledger (order_id, fact, restaurant_id, day, booked_at, gross, discounts, \
    shipping, services, paid, refunded) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
    ON CONFLICT (order_id, fact) DO NOTHING RETURNING id";
/// The tax of the entry just written, of a list of rates and amounts; nothing where that was booked before.
static VAT: Sql = Sql::new(|dialect| match dialect {
    SqlDialect::Sqlite => "INSERT INTO ledger_vat (entry_id, rate, amount) \
        SELECT e.id, v.value ->> 0, v.value ->> 1 FROM ledger e CROSS JOIN json_each($1) v \
        WHERE e.order_id = $2 AND e.fact = $3 AND changes() = 1"
        .to_owned(),
    SqlDialect::Postgres => format!(
        "INSERT INTO ledger_vat (entry_id, rate, amount) \
         SELECT e.id, (v.value ->> 0)::bigint, (v.value ->> 1)::bigint \
         FROM {PREVIOUS} e CROSS JOIN jsonb_array_elements($1::jsonb) v \
         WHERE $2::bigint IS NOT NULL AND $3::text IS NOT NULL"
    ),
});
const OF_DAYS: &str =
    "e.day >= $1 AND e.day <= $2 AND (CAST($3 AS BIGINT) IS NULL OR e.restaurant_id = CAST($3 AS BIGINT))";

static DAYS: Sql = Sql::new(|_| {
    format!(
        "SELECT e.day, e.restaurant_id, CAST(SUM(e.gross) AS BIGINT) AS gross, \
         CAST(SUM(e.discounts) AS BIGINT) AS discounts, CAST(SUM(e.shipping) AS BIGINT) AS shipping, \
         CAST(SUM(e.services) AS BIGINT) AS services, CAST(SUM(e.paid) AS BIGINT) AS paid, \
         CAST(SUM(e.refunded) AS BIGINT) AS refunded FROM ledger e WHERE {OF_DAYS} \
         GROUP BY e.day, e.restaurant_id ORDER BY e.day, e.restaurant_id"
    )
});

static VAT_OF_DAYS: Sql = Sql::new(|_| {
    format!(
        "SELECT e.day, e.restaurant_id, v.rate, CAST(SUM(v.amount) AS BIGINT) AS amount \
         FROM ledger e JOIN ledger_vat v ON v.entry_id = e.id WHERE {OF_DAYS} \
         GROUP BY e.day, e.restaurant_id, v.rate ORDER BY e.day, e.restaurant_id, v.rate"
    )
});

/// The book of a store.
#[derive(Debug, Clone, Copy)]
pub struct LedgerStore<'s>(&'s Store);

impl Store {
    /// The book of the shop.
    #[must_use]
    pub fn ledger(&self) -> LedgerStore<'_> {
        LedgerStore(self)
    }
}

impl LedgerStore<'_> {
    /// Books an entry whose reason stands already; false where it was booked before.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn book(self, entry: LedgerEntry) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(async move { book(conn, &entry).await })).await
    }

    /// The sums of days, the last one included, of one restaurant or of all: by day, then by restaurant.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn days(
        self,
        from: Date,
        to: Date,
        restaurant: Option<RestaurantId>,
    ) -> Result<Vec<LedgerDay>, StoreError> {
        let (from, to, restaurant) = (from.to_string(), to.to_string(), restaurant.map(|id| id.0));
        let read = self.0.read((from.as_str(), to.as_str(), restaurant), |conn, &(from, to, restaurant)| {
            Box::pin(async move {
                let days = conn.query(&DAYS).bind(from).bind(to).bind(restaurant).fetch_all().await?;
                Ok((days, conn.query(&VAT_OF_DAYS).bind(from).bind(to).bind(restaurant).fetch_all().await?))
            })
        });
        let (days, taxes) = read.await?;
        let mut of_day: BTreeMap<(Date, RestaurantId), Vec<LedgerVat>> = BTreeMap::new();
        for row in &taxes {
            let (day, restaurant, vat) = tax(row)?;
            of_day.entry((day, restaurant)).or_default().push(vat);
        }
        let mut days = days.iter().map(sums).collect::<Result<Vec<_>, _>>()?;
        for day in &mut days {
            day.vat = of_day.remove(&(day.day, day.restaurant)).unwrap_or_default();
        }
        Ok(days)
    }
}

/// Books an entry, in the transaction that gives the reason for it. Gives whether it is a new one.
pub(crate) async fn book(conn: &mut Conn<'_>, entry: &LedgerEntry) -> Result<bool, StoreError> {
    let mut batch = WriteBatch::new(conn);
    add_entry(&mut batch, entry)?;
    Ok(batch.execute(conn).await?.first() == Some(&1))
}

/// Books an entry with other writes.
pub(crate) fn add_entry(batch: &mut WriteBatch, entry: &LedgerEntry) -> Result<(), StoreError> {
    let LedgerEntry { amounts, vat, .. } = entry;
    batch
        .query(ENTRY)
        .bind(entry.order.0)
        .bind(entry.fact.as_str())
        .bind(entry.restaurant.0)
        .bind(entry.day.to_string())
        .bind(Ts::new(entry.booked_at))
        .bind(amounts.gross.0)
        .bind(amounts.discounts.0)
        .bind(amounts.shipping.0)
        .bind(amounts.services.0)
        .bind(amounts.paid.0)
        .bind(amounts.refunded.0);
    if !vat.is_empty() {
        let shares: Vec<(u32, i64)> = vat.iter().map(|share| (share.rate, share.amount.0)).collect();
        let shares = serde_json::to_string(&shares).map_err(StoreError::other)?;
        batch.query(&VAT).bind(shares).bind(entry.order.0).bind(entry.fact.as_str());
    }
    Ok(())
}

fn sums(row: &Row) -> Result<LedgerDay, StoreError> {
    let row = row.of("ledger", "day");
    let cents = |column| row.get(column).map(Cents);
    Ok(LedgerDay {
        day: row.parse("day", |day: String| day.parse().ok())?,
        restaurant: RestaurantId(row.get("restaurant_id")?),
        amounts: LedgerAmounts {
            gross: cents("gross")?,
            discounts: cents("discounts")?,
            shipping: cents("shipping")?,
            services: cents("services")?,
            paid: cents("paid")?,
            refunded: cents("refunded")?,
        },
        vat: Vec::new(),
    })
}

fn tax(row: &Row) -> Result<(Date, RestaurantId, LedgerVat), StoreError> {
    let row = row.of("ledger_vat", "day");
    let day = row.parse("day", |day: String| day.parse().ok())?;
    let rate = row.parse("rate", |rate: i64| u32::try_from(rate).ok())?;
    Ok((day, RestaurantId(row.get("restaurant_id")?), LedgerVat { rate, amount: Cents(row.get("amount")?) }))
}

//! The book of the shop: what was sold, paid and given back, and its sums by day and restaurant.
//!
//! Entries are added in the transaction that gives the reason for them, each fact of an order once, and never changed: the
//! tables refuse it. A day is one of Helsinki, and says when something happened, not when it was asked for.

use std::{collections::BTreeMap, ops::Neg};

use domain::{
    ids::{OrderId, RestaurantId},
    money::Cents,
};
use jiff::{Timestamp, civil::Date};

use crate::{
    connection::{reading, writing},
    error::StoreError,
    row::{self, Place, row},
    store::Store,
};

/// Amounts of an entry, or of a day; what an entry takes back is negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LedgerAmounts {
    /// The lines before discounts.
    pub gross: Cents,
    pub discounts: Cents,
    /// Delivery, after its discounts.
    pub shipping: Cents,
    pub services: Cents,
    pub paid: Cents,
    pub refunded: Cents,
}

impl Neg for LedgerAmounts {
    type Output = Self;

    fn neg(self) -> Self {
        let less = |amount: Cents| Cents(-amount.0);
        Self {
            gross: less(self.gross),
            discounts: less(self.discounts),
            shipping: less(self.shipping),
            services: less(self.services),
            paid: less(self.paid),
            refunded: less(self.refunded),
        }
    }
}

/// A tax by its rate, in hundredths of a percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LedgerVat {
    pub rate: u32,
    pub amount: Cents,
}

/// What is booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    pub order: OrderId,
    /// What happened to the order; the same again is not booked again.
    pub fact: String,
    pub restaurant: RestaurantId,
    /// The day in Helsinki.
    pub day: Date,
    /// The present moment.
    pub booked_at: Timestamp,
    pub amounts: LedgerAmounts,
    /// Each rate once.
    pub vat: Vec<LedgerVat>,
}

/// What a restaurant came to on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerDay {
    pub day: Date,
    pub restaurant: RestaurantId,
    pub amounts: LedgerAmounts,
    /// By rate, the lowest first.
    pub vat: Vec<LedgerVat>,
}

row! {
    struct DayRow of "ledger" by "day" named "" {
        day: String,
        restaurant_id: i64,
        gross: i64,
        discounts: i64,
        shipping: i64,
        services: i64,
        paid: i64,
        refunded: i64,
    }
}

row! {
    struct VatRow of "ledger_vat" by "day" named "" {
        day: String,
        restaurant_id: i64,
        rate: i64,
        amount: i64,
    }
}

impl DayRow {
    fn sums(self) -> Result<LedgerDay, StoreError> {
        let day = Place::new("ledger", &self.day).sound("day", self.day.parse().ok())?;
        let amounts = LedgerAmounts {
            gross: Cents(self.gross),
            discounts: Cents(self.discounts),
            shipping: Cents(self.shipping),
            services: Cents(self.services),
            paid: Cents(self.paid),
            refunded: Cents(self.refunded),
        };
        Ok(LedgerDay { day, restaurant: RestaurantId(self.restaurant_id), amounts, vat: Vec::new() })
    }
}

/// Whether an entry is a new one; mostly nobody minds.
pub(crate) struct IsNew(pub(crate) bool);

/// Books an entry, in the transaction that gives the reason for it. Gives whether it is a new one.
macro_rules! book {
    ($connection:expr, $entry:expr) => {{
        const ENTRY: &str = "INSERT INTO ledger (order_id, fact, restaurant_id, day, booked_at, gross, discounts, \
            shipping, services, paid, refunded) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
            ON CONFLICT (order_id, fact) DO NOTHING RETURNING id";
        const VAT: &str = "INSERT INTO ledger_vat (entry_id, rate, amount) VALUES ($1, $2, $3)";
        let ($crate::ledger::LedgerEntry { amounts, vat, .. }, connection) = (&$entry, $connection);
        let query = sqlx::query_scalar::<_, i64>(ENTRY)
            .bind($entry.order.0)
            .bind($entry.fact.as_str())
            .bind($entry.restaurant.0)
            .bind($entry.day.to_string())
            .bind($crate::ts::Ts::new($entry.booked_at))
            .bind(amounts.gross.0)
            .bind(amounts.discounts.0)
            .bind(amounts.shipping.0)
            .bind(amounts.services.0)
            .bind(amounts.paid.0)
            .bind(amounts.refunded.0);
        let id = query.fetch_optional(&mut *connection).await.map_err($crate::error::StoreError::from)?;
        if let Some(id) = id {
            for share in vat {
                let query = sqlx::query(VAT).bind(id).bind(i64::from(share.rate)).bind(share.amount.0);
                query.execute(&mut *connection).await.map_err($crate::error::StoreError::from)?;
            }
        }
        $crate::ledger::IsNew(id.is_some())
    }};
}
pub(crate) use book;

macro_rules! of_days {
    () => {
        "e.day >= $1 AND e.day <= $2 AND (CAST($3 AS BIGINT) IS NULL OR e.restaurant_id = CAST($3 AS BIGINT))"
    };
}

const DAYS: &str = concat!(
    "SELECT e.day, e.restaurant_id, CAST(SUM(e.gross) AS BIGINT) AS gross, \
     CAST(SUM(e.discounts) AS BIGINT) AS discounts, CAST(SUM(e.shipping) AS BIGINT) AS shipping, \
     CAST(SUM(e.services) AS BIGINT) AS services, CAST(SUM(e.paid) AS BIGINT) AS paid, \
     CAST(SUM(e.refunded) AS BIGINT) AS refunded FROM ledger e WHERE ",
    of_days!(),
    " GROUP BY e.day, e.restaurant_id ORDER BY e.day, e.restaurant_id"
);

const VAT_OF_DAYS: &str = concat!(
    "SELECT e.day, e.restaurant_id, v.rate, CAST(SUM(v.amount) AS BIGINT) AS amount \
     FROM ledger e JOIN ledger_vat v ON v.entry_id = e.id WHERE ",
    of_days!(),
    " GROUP BY e.day, e.restaurant_id, v.rate ORDER BY e.day, e.restaurant_id, v.rate"
);

impl Store {
    /// Books an entry whose reason stands already; false where it was booked before.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn book(&self, entry: LedgerEntry) -> Result<bool, StoreError> {
        writing!(self, connection => { Ok::<bool, StoreError>(book!(connection, entry).0) })
    }

    /// The sums of days, the last one included, of one restaurant or of all: by day, then by restaurant.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn ledger(
        &self,
        from: Date,
        to: Date,
        restaurant: Option<RestaurantId>,
    ) -> Result<Vec<LedgerDay>, StoreError> {
        let (from, to, restaurant) = (from.to_string(), to.to_string(), restaurant.map(|id| id.0));
        let (days, vat): (Vec<DayRow>, Vec<VatRow>) = reading!(self, connection => {
            let days = sqlx::query(DAYS).bind(&from).bind(&to).bind(restaurant).fetch_all(&mut *connection).await?;
            let vat = sqlx::query(VAT_OF_DAYS).bind(&from).bind(&to).bind(restaurant).fetch_all(connection).await?;
            Ok::<(Vec<DayRow>, Vec<VatRow>), StoreError>((row::all(&days)?, row::all(&vat)?))
        })?;
        let mut taxes: BTreeMap<(String, i64), Vec<LedgerVat>> = BTreeMap::new();
        for VatRow { day, restaurant_id, rate, amount } in vat {
            let rate = Place::new("ledger_vat", &day).sound("rate", u32::try_from(rate).ok())?;
            taxes.entry((day, restaurant_id)).or_default().push(LedgerVat { rate, amount: Cents(amount) });
        }
        let with_taxes = |row: DayRow| {
            let vat = taxes.remove(&(row.day.clone(), row.restaurant_id)).unwrap_or_default();
            row.sums().map(|day| LedgerDay { vat, ..day })
        };
        days.into_iter().map(with_taxes).collect()
    }
}

//! What was paid, what went back, and what is booked.

use domain::{ids::OrderId, money::Cents};
use jiff::Timestamp;

use crate::{conn::Conn, error::StoreError, row::Row, sql::Sql, ts::Ts};

/// A try to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedPayment {
    pub order: OrderId,
    pub method: String,
    /// The bank behind it.
    pub issuer: Option<String>,
    pub amount: Cents,
    pub opened_at: Timestamp,
}

/// Money that went back, or is on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedRefund {
    pub order: OrderId,
    pub amount: Cents,
    pub reason: String,
    pub asked_at: Timestamp,
}

/// A row of the books.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedEntry {
    pub order: OrderId,
    /// What it is.
    pub fact: String,
    /// `YYYY-MM-DD`.
    pub day: String,
    pub gross: Cents,
    pub discounts: Cents,
    pub shipping: Cents,
    pub services: Cents,
    pub paid: Cents,
    pub refunded: Cents,
    /// Rates in hundredths of a percent, and the taxes.
    pub vat: Vec<(i64, Cents)>,
}

static PAYMENTS: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!(
        "SELECT order_id, method, issuer, amount, opened_at FROM payment_tries WHERE order_id IN {ids} \
         ORDER BY order_id, number"
    )
});
static REFUNDS: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!("SELECT order_id, amount, reason, asked_at FROM refunds WHERE order_id IN {ids} ORDER BY order_id, number")
});
static LEDGER: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!(
        "SELECT id, order_id, fact, day, gross, discounts, shipping, services, paid, refunded FROM ledger \
         WHERE order_id IN {ids} ORDER BY id"
    )
});
static VAT: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!(
        "SELECT v.entry_id, v.rate, v.amount FROM ledger_vat v JOIN ledger l ON l.id = v.entry_id \
         WHERE l.order_id IN {ids} ORDER BY v.entry_id, v.rate"
    )
});

pub(super) async fn payments(conn: &mut Conn<'_>, list: &str) -> Result<Vec<ExportedPayment>, StoreError> {
    let rows = conn.query(&PAYMENTS).bind(list).fetch_all().await?;
    let read = |row: &Row| {
        Ok(ExportedPayment {
            order: OrderId(row.get("order_id")?),
            method: row.get("method")?,
            issuer: row.get("issuer")?,
            amount: Cents(row.get("amount")?),
            opened_at: row.get::<Ts>("opened_at")?.get(),
        })
    };
    rows.iter().map(read).collect()
}

pub(super) async fn refunds(conn: &mut Conn<'_>, list: &str) -> Result<Vec<ExportedRefund>, StoreError> {
    let rows = conn.query(&REFUNDS).bind(list).fetch_all().await?;
    let read = |row: &Row| {
        Ok(ExportedRefund {
            order: OrderId(row.get("order_id")?),
            amount: Cents(row.get("amount")?),
            reason: row.get("reason")?,
            asked_at: row.get::<Ts>("asked_at")?.get(),
        })
    };
    rows.iter().map(read).collect()
}

pub(super) async fn ledger(conn: &mut Conn<'_>, list: &str) -> Result<Vec<ExportedEntry>, StoreError> {
    let rows = conn.query(&LEDGER).bind(list).fetch_all().await?;
    let taxes = conn.query(&VAT).bind(list).fetch_all().await?;
    let taxes = taxes.iter().map(|row| Ok((row.get("entry_id")?, row.get("rate")?, Cents(row.get("amount")?))));
    let taxes: Vec<(i64, i64, Cents)> = taxes.collect::<Result<_, StoreError>>()?;
    rows.iter().map(|row| entry(row, &taxes)).collect()
}

fn entry(row: &Row, taxes: &[(i64, i64, Cents)]) -> Result<ExportedEntry, StoreError> {
    let (id, cents) = (row.get::<i64>("id")?, |column| row.get(column).map(Cents));
    let of_it = taxes.iter().filter(|(entry, ..)| *entry == id);
    Ok(ExportedEntry {
        order: OrderId(row.get("order_id")?),
        fact: row.get("fact")?,
        day: row.get("day")?,
        gross: cents("gross")?,
        discounts: cents("discounts")?,
        shipping: cents("shipping")?,
        services: cents("services")?,
        paid: cents("paid")?,
        refunded: cents("refunded")?,
        vat: of_it.map(|(_, rate, amount)| (*rate, *amount)).collect(),
    })
}

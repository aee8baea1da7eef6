//! A member's ledger and benefits, read and written.

use domain::{
    ids::OrderId,
    loyalty::{BenefitOrigin, BenefitUse, LoyaltyChange, LoyaltyRow, OwnedBenefit, PersonalCode},
};
use jiff::Timestamp;

use super::facts::{StoredFact, StoredOrigin, kind};
use crate::{conn::Conn, error::StoreError, json::JsonColumn, row::Row, ts::Ts};

/// A row of a member's ledger with its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookedRow {
    pub id: i64,
    pub row: LoyaltyRow,
}

const ROWS: &str = "SELECT id, happened_at, fact FROM loyalty_rows WHERE customer_id = $1 ORDER BY id";
const BENEFITS: &str = "SELECT id, code, kind, valid_until, origin, is_extended, used_order_id, voided_at \
    FROM loyalty_benefits WHERE customer_id = $1 ORDER BY id";
const APPEND: &str = "INSERT INTO loyalty_rows (customer_id, happened_at, kind, fact, order_id, benefit, slices_added, \
    spins_added) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const GIVE: &str = "INSERT INTO loyalty_benefits (code, customer_id, kind, given_at, valid_until, origin, is_extended, \
    used_order_id, voided_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const CHANGE: &str = "UPDATE loyalty_benefits SET valid_until = $3, is_extended = $4, used_order_id = $5, voided_at = $6 \
    WHERE code = $1 AND customer_id = $2";

/// A member's rows in the order in which they were written.
pub(super) async fn read_rows(conn: &mut Conn<'_>, customer: i64) -> Result<Vec<BookedRow>, StoreError> {
    conn.query(ROWS).bind(customer).fetch_all().await?.iter().map(booked_row).collect()
}

/// A member's benefits in the order in which they were given. Which of them orders hold is not said here.
pub(super) async fn read_benefits(conn: &mut Conn<'_>, customer: i64) -> Result<Vec<OwnedBenefit>, StoreError> {
    conn.query(BENEFITS).bind(customer).fetch_all().await?.iter().map(owned_benefit).collect()
}

/// Writes a change of a member whose account is held.
pub(super) async fn write(
    conn: &mut Conn<'_>,
    customer: i64,
    change: &LoyaltyChange,
    now: Timestamp,
) -> Result<(), StoreError> {
    // One after the other: their numbers are their order.
    for row in &change.rows {
        append(conn, customer, row).await?;
    }
    for benefit in &change.issued {
        let origin = JsonColumn(StoredOrigin::from(benefit.origin));
        let query = conn.query(GIVE).bind(benefit.code.as_str()).bind(customer).bind(benefit.kind.as_str());
        let query = query.bind(Ts::new(now)).bind(Ts::new(benefit.valid_until)).bind(origin).bind(benefit.is_extended);
        query.bind(used_order(benefit)).bind(voided_at(benefit, now)).execute().await?;
    }
    for benefit in &change.changed {
        let query = conn.query(CHANGE).bind(benefit.code.as_str()).bind(customer).bind(Ts::new(benefit.valid_until));
        query.bind(benefit.is_extended).bind(used_order(benefit)).bind(voided_at(benefit, now)).execute().await?;
    }
    Ok(())
}

async fn append(conn: &mut Conn<'_>, customer: i64, row: &LoyaltyRow) -> Result<(), StoreError> {
    let query = conn.query(APPEND).bind(customer).bind(Ts::new(row.at)).bind(kind(&row.fact));
    let query = query.bind(JsonColumn(StoredFact::from(&row.fact))).bind(row.order().map(|order| order.0));
    let query = query.bind(row.benefit().map(PersonalCode::as_str)).bind(row.slices_added());
    query.bind(row.spins_added()).execute().await.map(drop)
}

/// The order that a benefit was confirmed with; one that only holds it stands elsewhere.
fn used_order(benefit: &OwnedBenefit) -> Option<i64> {
    match benefit.state {
        BenefitUse::Used(order) => Some(order.0),
        BenefitUse::Unused | BenefitUse::Held(_) | BenefitUse::Deprecated => None,
    }
}

fn voided_at(benefit: &OwnedBenefit, now: Timestamp) -> Option<Ts> {
    (benefit.state == BenefitUse::Deprecated).then(|| Ts::new(now))
}

fn booked_row(row: &Row) -> Result<BookedRow, StoreError> {
    let row = row.of("loyalty_rows", "id");
    let fact = row.parse("fact", |JsonColumn(fact): JsonColumn<StoredFact>| fact.read())?;
    let at = row.get::<Ts>("happened_at")?.get();
    Ok(BookedRow { id: row.get("id")?, row: LoyaltyRow { at, fact } })
}

fn owned_benefit(row: &Row) -> Result<OwnedBenefit, StoreError> {
    let row = row.of("loyalty_benefits", "id");
    let used: Option<i64> = row.get("used_order_id")?;
    let state = match (row.get::<Option<Ts>>("voided_at")?, used) {
        (Some(_), _) => BenefitUse::Deprecated,
        (None, Some(order)) => BenefitUse::Used(OrderId(order)),
        (None, None) => BenefitUse::Unused,
    };
    Ok(OwnedBenefit {
        code: row.parse("code", |code: String| PersonalCode::read(&code))?,
        kind: row.get("kind")?,
        valid_until: row.get::<Ts>("valid_until")?.get(),
        state,
        origin: row
            .parse("origin", |JsonColumn(origin): JsonColumn<StoredOrigin>| Some(BenefitOrigin::from(origin)))?,
        is_extended: row.get("is_extended")?,
    })
}

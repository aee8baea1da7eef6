//! What the programme keeps of somebody, as they may have it (docs/spec/people.md, "Export").

use domain::ids::CustomerId;
use jiff::Timestamp;

use super::{
    LoyaltyStore,
    rows::{BookedRow, read_rows},
    spins::{SpinRecord, all_spins},
};
use crate::{conn::Conn, error::StoreError, row::Row, ts::Ts};

/// What the programme keeps of somebody.
#[derive(Debug, Clone, Default)]
pub struct LoyaltyExport {
    pub rows: Vec<BookedRow>,
    pub benefits: Vec<ExportedBenefit>,
    pub spins: Vec<SpinRecord>,
}

/// A benefit as its owner may have it: one that can still be used without its code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedBenefit {
    /// None where whoever has it could use it.
    pub code: Option<String>,
    pub kind: String,
    pub given_at: Timestamp,
    pub valid_until: Timestamp,
    /// The order that was confirmed with it.
    pub used_order: Option<i64>,
    pub voided_at: Option<Timestamp>,
}

const BENEFITS: &str = "SELECT id, CASE WHEN used_order_id IS NULL AND voided_at IS NULL THEN NULL ELSE code END AS code, \
    kind, given_at, valid_until, used_order_id, voided_at FROM loyalty_benefits WHERE customer_id = $1 ORDER BY id";

impl LoyaltyStore<'_> {
    /// What is kept of somebody.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn export(self, customer: CustomerId) -> Result<LoyaltyExport, StoreError> {
        self.0.read(customer.0, |conn, &customer| Box::pin(of_customer(conn, customer))).await
    }
}

async fn of_customer(conn: &mut Conn<'_>, customer: i64) -> Result<LoyaltyExport, StoreError> {
    let benefits = conn.query(BENEFITS).bind(customer).fetch_all().await?;
    Ok(LoyaltyExport {
        rows: read_rows(conn, customer).await?,
        benefits: benefits.iter().map(exported_benefit).collect::<Result<_, _>>()?,
        spins: all_spins(conn, customer).await?,
    })
}

fn exported_benefit(row: &Row) -> Result<ExportedBenefit, StoreError> {
    let row = row.of("loyalty_benefits", "id");
    Ok(ExportedBenefit {
        code: row.get("code")?,
        kind: row.get("kind")?,
        given_at: row.get::<Ts>("given_at")?.get(),
        valid_until: row.get::<Ts>("valid_until")?.get(),
        used_order: row.get("used_order_id")?,
        voided_at: row.get::<Option<Ts>>("voided_at")?.map(Ts::get),
    })
}

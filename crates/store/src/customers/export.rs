//! All that is kept of somebody, as they may have it (docs/spec/people.md, "Export"). Keys, hashes and tokens are read by
//! nothing here.

mod money;
mod orders;

use std::collections::HashSet;

use domain::ids::{CustomerId, OrderId};
use jiff::Timestamp;

use super::CustomerStore;
use crate::{conn::Conn, error::StoreError, row::Row, ts::Ts};
pub use money::{ExportedEntry, ExportedPayment, ExportedRefund};
pub use orders::{ExportedNote, ExportedOrder};

/// What is kept of an account beside its own row, its addresses and its consents.
#[derive(Debug, Clone, Default)]
pub struct ExportedRecords {
    /// When each began, and was used last.
    pub sessions: Vec<(Timestamp, Timestamp)>,
    pub identities: Vec<ExportedIdentity>,
    pub orders: OrderRecords,
}

/// What is kept of orders.
#[derive(Debug, Clone, Default)]
pub struct OrderRecords {
    /// The oldest first.
    pub orders: Vec<ExportedOrder>,
    pub notes: Vec<ExportedNote>,
    pub payments: Vec<ExportedPayment>,
    pub refunds: Vec<ExportedRefund>,
    pub ledger: Vec<ExportedEntry>,
    /// Mails that are still to be sent: of which order, their kind, and since when.
    pub unsent: Vec<(OrderId, String, Timestamp)>,
}

impl OrderRecords {
    /// As their account sees them: of what was ordered by telephone for another's door neither who gets it nor what was
    /// noted there.
    fn of_account(mut self) -> Self {
        let hidden: HashSet<OrderId> =
            self.orders.iter().filter(|order| order.hides_contact).map(|order| order.id).collect();
        self.notes.retain(|note| !hidden.contains(&note.order));
        self.orders = self.orders.into_iter().map(ExportedOrder::of_account).collect();
        self
    }
}

/// An account at an identity provider that opens one of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedIdentity {
    pub provider: String,
    /// The address that the provider said last.
    pub email: String,
    pub linked_at: Timestamp,
}

const SESSIONS: &str = "SELECT created_at, last_seen_at FROM customer_sessions WHERE customer_id = $1 ORDER BY id";
const IDENTITIES: &str =
    "SELECT provider, email, linked_at FROM customer_identities WHERE customer_id = $1 ORDER BY linked_at";
const THEIRS: &str = "SELECT id FROM checkouts WHERE customer_id = $1 ORDER BY id";

impl CustomerStore<'_> {
    /// What is kept of an account beside what others here read of it.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn export(self, id: CustomerId) -> Result<ExportedRecords, StoreError> {
        self.0.read(id.0, |conn, &id| Box::pin(of_account(conn, id))).await
    }

    /// What is kept of one order.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn export_order(self, order: OrderId) -> Result<OrderRecords, StoreError> {
        self.0.read(order.0, |conn, &order| Box::pin(of_orders(conn, vec![order]))).await
    }
}

async fn of_account(conn: &mut Conn<'_>, id: i64) -> Result<ExportedRecords, StoreError> {
    let sessions = conn.query(SESSIONS).bind(id).fetch_all().await?;
    let identities = conn.query(IDENTITIES).bind(id).fetch_all().await?;
    let theirs = conn.query(THEIRS).bind(id).scalars().await?;
    Ok(ExportedRecords {
        sessions: sessions
            .iter()
            .map(|row| Ok((row.get::<Ts>("created_at")?.get(), row.get::<Ts>("last_seen_at")?.get())))
            .collect::<Result<_, StoreError>>()?,
        identities: identities.iter().map(identity).collect::<Result<_, _>>()?,
        orders: of_orders(conn, theirs).await?.of_account(),
    })
}

async fn of_orders(conn: &mut Conn<'_>, ids: Vec<i64>) -> Result<OrderRecords, StoreError> {
    let list = serde_json::to_string(&ids).map_err(StoreError::other)?;
    Ok(OrderRecords {
        orders: orders::all(conn, &list).await?,
        notes: orders::notes(conn, &list).await?,
        payments: money::payments(conn, &list).await?,
        refunds: money::refunds(conn, &list).await?,
        ledger: money::ledger(conn, &list).await?,
        unsent: orders::unsent(conn, &list).await?,
    })
}

fn identity(row: &Row) -> Result<ExportedIdentity, StoreError> {
    Ok(ExportedIdentity {
        provider: row.get("provider")?,
        email: row.get("email")?,
        linked_at: row.get::<Ts>("linked_at")?.get(),
    })
}

//! What one caller and one address may owe and hold at a time (docs/spec/ordering.md, "Money at the counter", "Unpaid
//! orders", "Codes"): counted in the transaction that places the order, so no more are ever taken.

use domain::{ids::OrderId, payment::PaymentStage};
use jiff::Timestamp;

use super::{
    CheckoutStore,
    values::{LimitedCode, PlacedBy},
};
use crate::{
    conn::{Conn, SqlQuery},
    error::StoreError,
    sql::Sql,
    ts::Ts,
};

/// What is too much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Beyond {
    /// So much is not owed at the counter.
    Open,
    /// So many orders from one address do not wait for their money.
    Unpaid {
        /// When the next of them ends at the latest.
        until: Timestamp,
    },
    /// So many uses of a code are not held from one address.
    Uses { code: String },
}

// An order that nobody ended is no debt for ever: it counts until its tracking ends.
fn open_of(column: &str) -> String {
    format!(
        "SELECT count(*) FROM checkouts c JOIN orders o ON o.id = c.id \
         WHERE c.{column} = $1 AND c.stage = 'onsite' AND o.over_at IS NULL AND o.expires_at > $2"
    )
}
static OPEN_OF_CALLER: Sql = Sql::new(|_| open_of("placed_by"));
static OPEN_OF_ADDRESS: Sql = Sql::new(|_| open_of("placed_from"));
const UNPAID: &str = "SELECT count(*) AS unpaid, min(pays_until) AS first_end FROM checkouts \
    WHERE placed_from = $1 AND stage = 'waiting' AND pays_until > $2";
const HELD: &str = "SELECT count(*) FROM checkout_codes u JOIN checkouts c ON c.id = u.order_id \
    LEFT JOIN orders o ON o.id = c.id WHERE c.placed_from = $1 AND u.code = $2 AND u.given_back_at IS NULL \
    AND (c.stage = 'waiting' OR (c.stage = 'onsite' AND o.over_at IS NULL))";
/// Lets the time of a caller's oldest unpaid orders end, but for the newest so many.
const END_OLDEST: &str = "UPDATE checkouts SET pays_until = $2 WHERE stage = 'waiting' AND pays_until > $2 \
    AND id IN (SELECT id FROM checkouts WHERE placed_by = $1 AND stage = 'waiting' ORDER BY id DESC LIMIT 1000 OFFSET $3)";
const ENDED: &str =
    "SELECT id FROM checkouts WHERE placed_by = $1 AND stage = 'waiting' AND pays_until <= $2 ORDER BY id LIMIT 1000";

impl CheckoutStore<'_> {
    /// What is too much of an order that is about to be placed. Placing looks again, in its transaction.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn beyond(
        self,
        by: &PlacedBy,
        stage: PaymentStage,
        codes: &[LimitedCode],
        now: Timestamp,
    ) -> Result<Option<Beyond>, StoreError> {
        self.0
            .read((by, stage, codes, now), |conn, &(by, stage, codes, now)| {
                Box::pin(beyond(conn, by, stage, codes, now))
            })
            .await
    }

    /// Unpaid orders of a caller whose time is over, also because newer ones took their place.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn unpaid_of_caller(self, caller: [u8; 32], now: Timestamp) -> Result<Vec<OrderId>, StoreError> {
        let ended = self.0.read((caller, now), |conn, &(caller, now)| {
            Box::pin(conn.query(ENDED).bind(&caller[..]).bind(Ts::new(now)).scalars())
        });
        Ok(ended.await?.into_iter().map(OrderId).collect())
    }
}

/// What is too much of an order to be placed, the first that is.
pub(super) async fn beyond(
    conn: &mut Conn<'_>,
    by: &PlacedBy,
    stage: PaymentStage,
    codes: &[LimitedCode],
    now: Timestamp,
) -> Result<Option<Beyond>, StoreError> {
    let (bounds, now) = (&by.bounds, Ts::new(now));
    if stage == PaymentStage::OnSite {
        let of_caller = conn.query(&OPEN_OF_CALLER).bind(&by.caller[..]).bind(now);
        if reaches(bounds.open_of_caller, of_caller).await? {
            return Ok(Some(Beyond::Open));
        }
        let of_address = conn.query(&OPEN_OF_ADDRESS).bind(&by.address[..]).bind(now);
        if reaches(bounds.open_of_address, of_address).await? {
            return Ok(Some(Beyond::Open));
        }
    }
    for LimitedCode { code, .. } in codes {
        let held = conn.query(HELD).bind(&by.address[..]).bind(code.as_str());
        if reaches(bounds.uses_of_address, held).await? {
            return Ok(Some(Beyond::Uses { code: code.clone() }));
        }
    }
    Ok(None)
}

/// Makes room for an order that will wait for its money: the caller's oldest such ones end. Gives what is too much where
/// too many wait from their address.
pub(super) async fn unpaid_beyond(
    conn: &mut Conn<'_>,
    by: &PlacedBy,
    now: Timestamp,
) -> Result<Option<Beyond>, StoreError> {
    // The new one is one of them.
    if let Some(most) = by.bounds.unpaid_of_caller {
        let query = conn.query(END_OLDEST).bind(&by.caller[..]).bind(Ts::new(now)).bind(i64::from(most) - 1);
        query.execute().await?;
    }
    let Some(most) = by.bounds.unpaid_of_address else { return Ok(None) };
    let row = conn.query(UNPAID).bind(&by.address[..]).bind(Ts::new(now)).fetch_one().await?;
    if row.get::<i64>("unpaid")? < i64::from(most) {
        return Ok(None);
    }
    let first: Option<Ts> = row.get("first_end")?;
    Ok(Some(Beyond::Unpaid { until: first.map_or(now, Ts::get) }))
}

/// Whether so many are counted. Where there is no bound, nobody asks.
async fn reaches(most: Option<u32>, count: SqlQuery<'_>) -> Result<bool, StoreError> {
    match most {
        Some(most) => Ok(count.scalar::<i64>().await? >= i64::from(most)),
        None => Ok(false),
    }
}

//! What one caller and one address may owe and hold at a time (docs/spec/ordering.md, "Money at the counter", "Unpaid
//! orders", "Codes"): counted in the transaction that places the order, so no more are ever taken.

use domain::payment::Stage;
use jiff::Timestamp;

use super::values::{LimitedCode, PlacedBy};
use crate::{connection::reading, error::StoreError, store::Store, ts::Ts};

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
    Uses {
        /// The code.
        code: String,
    },
}

// An order that nobody ended is no debt for ever: it counts until its tracking ends.
macro_rules! open_sql {
    ($of:literal) => {
        concat!(
            "SELECT count(*) FROM checkouts c JOIN orders o ON o.id = c.id WHERE c.",
            $of,
            " = $1 AND c.stage = 'onsite' AND o.over_at IS NULL AND o.expires_at > $2"
        )
    };
}
pub(super) const OPEN_OF_CALLER: &str = open_sql!("placed_by");
pub(super) const OPEN_OF_ADDRESS: &str = open_sql!("placed_from");
pub(super) const UNPAID: &str =
    "SELECT count(*) FROM checkouts WHERE placed_from = $1 AND stage = 'waiting' AND pays_until > $2";
pub(super) const FIRST_END: &str =
    "SELECT min(pays_until) FROM checkouts WHERE placed_from = $1 AND stage = 'waiting' AND pays_until > $2";
pub(super) const HELD: &str = "SELECT count(*) FROM checkout_codes u JOIN checkouts c ON c.id = u.order_id \
    LEFT JOIN orders o ON o.id = c.id WHERE c.placed_from = $1 AND u.code = $2 AND u.given_back_at IS NULL \
    AND (c.stage = 'waiting' OR (c.stage = 'onsite' AND o.over_at IS NULL))";
/// Lets the time of a caller's oldest unpaid orders end, but for the newest so many.
pub(super) const END_OLDEST: &str = "UPDATE checkouts SET pays_until = $2 WHERE stage = 'waiting' AND pays_until > $2 \
    AND id IN (SELECT id FROM checkouts WHERE placed_by = $1 AND stage = 'waiting' ORDER BY id DESC LIMIT 1000 OFFSET $3)";
const ENDED: &str =
    "SELECT id FROM checkouts WHERE placed_by = $1 AND stage = 'waiting' AND pays_until <= $2 ORDER BY id LIMIT 1000";

/// Whether so many are counted. A macro, because it is written once for each database.
macro_rules! is_beyond {
    ($connection:ident, $most:expr, $query:expr) => {
        match $most {
            Some(most) => $query.fetch_one(&mut *$connection).await? >= i64::from(most),
            None => false,
        }
    };
}

/// What is too much of an order to be placed, the first that is.
macro_rules! beyond {
    ($connection:ident, $by:expr, $stage:expr, $codes:expr, $now:expr) => {{
        use $crate::checkout::bounds::{Beyond, HELD, OPEN_OF_ADDRESS, OPEN_OF_CALLER};
        let (caller, address, now) = ($by.caller.to_vec(), $by.address.to_vec(), $crate::ts::Ts::new($now));
        let count = |sql: &'static str, of: &Vec<u8>| sqlx::query_scalar::<_, i64>(sql).bind(of.clone());
        let is_open = $stage == domain::payment::Stage::OnSite
            && ($crate::checkout::bounds::is_beyond!(
                $connection,
                $by.bounds.open_of_caller,
                count(OPEN_OF_CALLER, &caller).bind(now)
            ) || $crate::checkout::bounds::is_beyond!(
                $connection,
                $by.bounds.open_of_address,
                count(OPEN_OF_ADDRESS, &address).bind(now)
            ));
        let mut beyond = is_open.then_some(Beyond::Open);
        for code in $codes {
            if beyond.is_none()
                && $crate::checkout::bounds::is_beyond!(
                    $connection,
                    $by.bounds.uses_of_address,
                    count(HELD, &address).bind(code.code.clone())
                )
            {
                beyond = Some(Beyond::Uses { code: code.code.clone() });
            }
        }
        beyond
    }};
}

/// Whether too many orders from an address wait for their money.
macro_rules! unpaid_beyond {
    ($connection:ident, $by:expr, $now:expr) => {{
        use $crate::checkout::bounds::{Beyond, FIRST_END, UNPAID};
        let unpaid = sqlx::query_scalar::<_, i64>(UNPAID).bind($by.address.to_vec()).bind(Ts::new($now));
        if $crate::checkout::bounds::is_beyond!($connection, $by.bounds.unpaid_of_address, unpaid) {
            let first = sqlx::query_scalar::<_, Option<Ts>>(FIRST_END).bind($by.address.to_vec()).bind(Ts::new($now));
            let until = first.fetch_one(&mut *$connection).await?;
            Some(Beyond::Unpaid { until: until.map_or($now, Ts::get) })
        } else {
            None
        }
    }};
}
pub(super) use {beyond, is_beyond, unpaid_beyond};

impl Store {
    /// What is too much of an order that is about to be placed. Placing looks again, in its transaction.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn placing_beyond(
        &self,
        by: &PlacedBy,
        stage: Stage,
        codes: &[LimitedCode],
        now: Timestamp,
    ) -> Result<Option<Beyond>, StoreError> {
        reading!(self, connection => { Ok(beyond!(connection, by, stage, codes, now)) })
    }

    /// Unpaid orders of a caller whose time is over, also because newer ones took their place.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn unpaid_of_caller(
        &self,
        caller: [u8; 32],
        now: Timestamp,
    ) -> Result<Vec<domain::ids::OrderId>, StoreError> {
        reading!(self, connection => {
            let query = sqlx::query_scalar::<_, i64>(ENDED).bind(caller.to_vec()).bind(Ts::new(now));
            Ok(query.fetch_all(connection).await?.into_iter().map(domain::ids::OrderId).collect())
        })
    }
}

//! What may be used once, or so often, over all nodes: challenges of the captcha, tokens of identities.

use jiff::Timestamp;

use crate::{
    conn::Conn,
    error::StoreError,
    sql::{Sql, sweep_past},
    store::Store,
    ts::Ts,
};

/// One use more, where there have not been so many. A row that has run out is as if it were not there.
const SPEND: &str = "INSERT INTO spent_tokens (sha256, uses, expires_at) VALUES ($1, 1, $2) \
    ON CONFLICT (sha256) DO UPDATE SET uses = spent_tokens.uses + 1 WHERE spent_tokens.uses < $3";
const IS_SPENT: &str = "SELECT uses FROM spent_tokens WHERE sha256 = $1 AND expires_at > $2";
static SWEEP: Sql = Sql::new(|dialect| sweep_past(dialect, "spent_tokens", "sha256", "expires_at"));

/// The tokens of a store that may be used so often.
#[derive(Debug, Clone, Copy)]
pub struct SpentTokenStore<'s>(&'s Store);

impl Store {
    /// Tokens that may be used so often.
    #[must_use]
    pub fn spent_tokens(&self) -> SpentTokenStore<'_> {
        SpentTokenStore(self)
    }
}

impl SpentTokenStore<'_> {
    /// Uses a token once more, of as many times as it may be; false where it was used so often. It is remembered until it
    /// counts for nothing anyway.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn spend(self, sha256: [u8; 32], most: u32, expires_at: Timestamp) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(spend(conn, sha256, most, expires_at))).await
    }

    /// Whether a token was used, and is remembered still.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn is_spent(self, sha256: [u8; 32], now: Timestamp) -> Result<bool, StoreError> {
        let row = self.0.read((sha256, now), |conn, &(sha256, now)| {
            Box::pin(async move { conn.query(IS_SPENT).bind(&sha256[..]).bind(Ts::new(now)).fetch_optional().await })
        });
        Ok(row.await?.is_some())
    }

    /// Takes away what counts for nothing any more. Returns how many; whoever wants all calls until that is 0.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn sweep(self, now: Timestamp) -> Result<u64, StoreError> {
        self.0.write(move |conn| Box::pin(sweep(conn, now))).await
    }
}

/// Uses a token once more, in the transaction that gives the reason for it.
pub(crate) async fn spend(
    conn: &mut Conn<'_>,
    sha256: [u8; 32],
    most: u32,
    expires_at: Timestamp,
) -> Result<bool, StoreError> {
    let query = conn.query(SPEND).bind(&sha256[..]).bind(Ts::new(expires_at)).bind(i64::from(most));
    Ok(query.execute().await? == 1)
}

async fn sweep(conn: &mut Conn<'_>, now: Timestamp) -> Result<u64, StoreError> {
    conn.query(&SWEEP).bind(Ts::new(now)).execute().await
}

//! Who somebody is that came from an identity provider, until they have said what for (docs/spec/people.md, "Social sign-in").

use std::fmt;

use domain::ids::CustomerId;
use jiff::Timestamp;

use super::{CustomerStore, ProviderIdentity};
use crate::{
    conn::Conn,
    error::StoreError,
    row::Row,
    sql::{Sql, sweep_past},
    ts::Ts,
};

/// How often one may be tried with.
const MOST_TRIES: i64 = 5;

/// Somebody who came from a provider. `Debug` prints nothing of them.
#[derive(Clone, PartialEq, Eq)]
pub struct NewProviderToken {
    /// SHA-256 of the token.
    pub sha256: [u8; 32],
    /// SHA-256 of the state of their browser's attempt; none of a program that brings its own ID token.
    pub state_sha256: Option<[u8; 32]>,
    /// The session that asked for a link; none of a sign-in.
    pub session: Option<i64>,
    pub identity: ProviderIdentity,
    pub first_name: String,
    pub last_name: String,
    pub expires_at: Timestamp,
}

/// Somebody who came from a provider lately.
#[derive(Clone, PartialEq, Eq)]
pub struct ProviderToken {
    /// SHA-256 of the state of their browser's attempt.
    pub state_sha256: Option<[u8; 32]>,
    /// The session that asked for a link.
    pub session: Option<i64>,
    pub identity: ProviderIdentity,
    pub first_name: String,
    pub last_name: String,
    /// Whose account it opened.
    pub opened: Option<CustomerId>,
}

impl fmt::Debug for NewProviderToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NewProviderToken(…)")
    }
}

impl fmt::Debug for ProviderToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProviderToken(…)")
    }
}

/// The same again is the one that is there: a program may bring its ID token often.
const ADD: &str = "INSERT INTO provider_tokens (sha256, state_sha256, session_id, provider, subject, email, first_name, \
    last_name, tries, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9) ON CONFLICT (sha256) DO NOTHING";
const BY_HASH: &str = "SELECT state_sha256, session_id, provider, subject, email, first_name, last_name, customer_id \
    FROM provider_tokens WHERE sha256 = $1 AND expires_at > $2";
const TRY: &str = "UPDATE provider_tokens SET tries = tries + 1 WHERE sha256 = $1 AND customer_id IS NULL \
    AND expires_at > $2 AND tries < $3";
const OPEN: &str = "UPDATE provider_tokens SET customer_id = $2 WHERE sha256 = $1 AND customer_id IS NULL \
    AND expires_at > $3";
static SWEEP: Sql = Sql::new(|dialect| sweep_past(dialect, "provider_tokens", "sha256", "expires_at"));

impl CustomerStore<'_> {
    /// Keeps who somebody is; the same again changes nothing.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn add_provider_token(self, new: NewProviderToken) -> Result<(), StoreError> {
        self.0.write(move |conn| Box::pin(add(conn, new))).await
    }

    /// Who somebody is, while that counts; also after it has opened an account.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn provider_token(self, sha256: [u8; 32], now: Timestamp) -> Result<Option<ProviderToken>, StoreError> {
        let row = self.0.read((sha256, now), |conn, (sha256, now)| {
            Box::pin(conn.query(BY_HASH).bind(&sha256[..]).bind(Ts::new(*now)).fetch_optional())
        });
        row.await?.as_ref().map(token).transpose()
    }

    /// Counts a try; false where there were five, or it has opened an account or run out.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn try_provider_token(self, sha256: [u8; 32], now: Timestamp) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(count_try(conn, sha256, now))).await
    }

    /// Takes away those that have run out. Returns how many; whoever wants all calls until that is 0.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn sweep_provider_tokens(self, now: Timestamp) -> Result<u64, StoreError> {
        self.0.write(move |conn| Box::pin(async move { conn.query(&SWEEP).bind(Ts::new(now)).execute().await })).await
    }
}

async fn add(conn: &mut Conn<'_>, new: NewProviderToken) -> Result<(), StoreError> {
    let query = conn.query(ADD).bind(&new.sha256[..]).bind(new.state_sha256.map(|state| state.to_vec()));
    let query = query.bind(new.session).bind(new.identity.provider).bind(new.identity.subject);
    let query = query.bind(new.identity.email).bind(new.first_name).bind(new.last_name);
    query.bind(Ts::new(new.expires_at)).execute().await?;
    Ok(())
}

async fn count_try(conn: &mut Conn<'_>, sha256: [u8; 32], now: Timestamp) -> Result<bool, StoreError> {
    let query = conn.query(TRY).bind(&sha256[..]).bind(Ts::new(now)).bind(MOST_TRIES);
    Ok(query.execute().await? == 1)
}

/// Spends one on an account; false where it has opened one already, or run out.
pub(super) async fn open(
    conn: &mut Conn<'_>,
    sha256: [u8; 32],
    customer: i64,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let query = conn.query(OPEN).bind(&sha256[..]).bind(customer).bind(Ts::new(now));
    Ok(query.execute().await? == 1)
}

fn token(row: &Row) -> Result<ProviderToken, StoreError> {
    let row = row.of("provider_tokens", "subject");
    let state: Option<Vec<u8>> = row.get("state_sha256")?;
    let (provider, subject, email) = (row.get("provider")?, row.get("subject")?, row.get("email")?);
    Ok(ProviderToken {
        state_sha256: state.and_then(|state| state.try_into().ok()),
        session: row.get("session_id")?,
        identity: ProviderIdentity { provider, subject, email },
        first_name: row.get("first_name")?,
        last_name: row.get("last_name")?,
        opened: row.get::<Option<i64>>("customer_id")?.map(CustomerId),
    })
}

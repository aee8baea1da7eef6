//! Whose a session is.

use std::collections::HashSet;

use domain::customer::{self, SessionChannel};
use jiff::{SignedDuration, Timestamp};

use super::{
    SessionStore,
    customer::{CustomerSession, session},
};
use crate::{
    conn::Conn,
    error::StoreError,
    sql::Sql,
    staff::{self, StaffSession},
    terms::{self, TermsInForce},
    ts::Ts,
};

/// A call later than this after the last one noted is noted: not each one costs a write.
const NOTED_AFTER: SignedDuration = SignedDuration::from_mins(5);

/// Somebody who is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignedInSession {
    Staff(StaffSession),
    /// With the versions of the texts that people agree to.
    Customer(CustomerSession, Vec<TermsInForce>),
}

/// One statement for both kinds: no call knows beforehand whose token it has.
static BY_HASH: Sql = Sql::new(|_| {
    "SELECT s.id, s.is_bearer, s.created_at, s.last_seen_at, s.staff_id, t.email, t.restaurants, t.roles, t.must_change, \
     t.totp_secret IS NOT NULL AS has_totp, \
     NULL AS customer_id, NULL AS joined_at, NULL AS birth_date, NULL AS terms_version \
     FROM staff_sessions s JOIN staff t ON t.id = s.staff_id \
     WHERE s.sha256 = $1 AND t.removed_at IS NULL AND s.expires_at > $2 AND s.last_seen_at > $3 \
     UNION ALL SELECT s.id, s.is_bearer, s.created_at, s.last_seen_at, NULL, NULL, NULL, NULL, NULL, NULL, \
     s.customer_id, c.joined_at, c.birth_date, c.terms_version \
     FROM customer_sessions s JOIN customers c ON c.id = s.customer_id \
     WHERE s.sha256 = $1 AND c.erased_at IS NULL AND s.expires_at > $2 AND s.last_seen_at > $4"
        .to_owned()
});

impl SessionStore<'_> {
    /// The session of a token, where it still stands; the call counts as its use. Those of one channel are not those of
    /// the other.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn by_token(
        self,
        sha256: &[u8; 32],
        channel: SessionChannel,
        now: Timestamp,
    ) -> Result<Option<SignedInSession>, StoreError> {
        let found = self
            .0
            .read((*sha256, channel, now), |conn, &(sha256, channel, now)| Box::pin(find(conn, sha256, channel, now)));
        let Some((session, last_seen)) = found.await? else { return Ok(None) };
        if last_seen < before(now, NOTED_AFTER)? {
            let noted = match &session {
                SignedInSession::Staff(staff) => {
                    self.0.staff().note_sessions(&HashSet::from([staff.session_id]), now).await
                }
                SignedInSession::Customer(customer, _) => self.note_customer(customer.session_id, now).await,
            };
            match noted {
                // Whoever only reads does so while the database takes no writes.
                Err(error) if error.is_unavailable() => tracing::debug!(%error, "a session's use was not noted"),
                noted => noted?,
            }
        }
        Ok(Some(session))
    }
}

const END_STAFF: &str = "DELETE FROM staff_sessions WHERE sha256 = $1";
const END_CUSTOMER: &str = "DELETE FROM customer_sessions WHERE sha256 = $1";

impl SessionStore<'_> {
    /// Ends the session of a token, whosever it is; one that has ended already stays so.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn end_by_token(self, sha256: [u8; 32]) -> Result<(), StoreError> {
        self.0.write(move |conn| Box::pin(end(conn, sha256))).await
    }
}

async fn end(conn: &mut Conn<'_>, sha256: [u8; 32]) -> Result<(), StoreError> {
    for sql in [END_STAFF, END_CUSTOMER] {
        conn.query(sql).bind(&sha256[..]).execute().await?;
    }
    Ok(())
}

async fn find(
    conn: &mut Conn<'_>,
    sha256: [u8; 32],
    channel: SessionChannel,
    now: Timestamp,
) -> Result<Option<(SignedInSession, Ts)>, StoreError> {
    let query = conn.query(&BY_HASH).bind(&sha256[..]).bind(Ts::new(now));
    let query = query.bind(before(now, domain::staff::SESSION_IDLE)?).bind(before(now, customer::SESSION_IDLE)?);
    let Some(row) = query.fetch_optional().await? else { return Ok(None) };
    if row.get::<bool>("is_bearer")? != (channel == SessionChannel::Bearer) {
        return Ok(None);
    }
    let last_seen: Ts = row.get("last_seen_at")?;
    let found = if row.get::<Option<i64>>("staff_id")?.is_some() {
        SignedInSession::Staff(staff::session(&row)?)
    } else {
        let session = session(&row)?;
        SignedInSession::Customer(session, terms::all(conn).await?)
    };
    Ok(Some((found, last_seen)))
}

pub(super) fn before(now: Timestamp, length: SignedDuration) -> Result<Ts, StoreError> {
    now.checked_sub(length).map(Ts::new).map_err(StoreError::other)
}

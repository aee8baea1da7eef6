//! The second factor of the staff: a secret that counts once it is confirmed, codes of which each is used once over all
//! nodes, and recovery codes (docs/spec/people.md, "Second factor of staff").

use jiff::Timestamp;

use super::{StaffStore, session::lock_staff};
use crate::{conn::Conn, error::StoreError, ts::Ts};

/// The confirmation of a secret.
#[derive(Debug, Clone)]
pub struct ConfirmTotp {
    /// The person's number.
    pub staff: i64,
    /// The sealed secret that is confirmed; it must still be the one that waits.
    pub pending: Vec<u8>,
    /// The step of the code that confirms it.
    pub step: i64,
    /// By what the recovery codes are known.
    pub recovery_codes: Vec<[u8; 32]>,
    /// The session that goes on.
    pub session: i64,
    /// The present moment.
    pub now: Timestamp,
}

const ASK: &str = "UPDATE staff SET totp_pending = $2 WHERE id = $1 AND removed_at IS NULL";
const CONFIRM: &str = "UPDATE staff SET totp_secret = $2, totp_pending = NULL, totp_confirmed_at = $3, totp_step = $4 \
    WHERE id = $1 AND totp_pending = $2 AND removed_at IS NULL";
const SPEND_STEP: &str = "UPDATE staff SET totp_step = $3 WHERE id = $1 AND totp_secret = $2 \
    AND (totp_step IS NULL OR totp_step < $3) AND removed_at IS NULL";
const SPEND_RECOVERY: &str = "DELETE FROM staff_recovery_codes WHERE staff_id = $1 AND sha256 = $2";
const DROP_RECOVERY: &str = "DELETE FROM staff_recovery_codes WHERE staff_id = $1";
const ADD_RECOVERY: &str = "INSERT INTO staff_recovery_codes (staff_id, sha256) VALUES ($1, $2)";
const END_OTHER_SESSIONS: &str = "DELETE FROM staff_sessions WHERE staff_id = $1 AND id <> $2";
const RESET: &str = "UPDATE staff SET totp_secret = NULL, totp_pending = NULL, totp_confirmed_at = NULL, \
    totp_step = NULL WHERE id = $1 AND removed_at IS NULL";

impl StaffStore<'_> {
    /// Keeps a sealed secret until it is confirmed; one that waited before waits no more.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn ask_totp(self, staff: i64, sealed: Vec<u8>) -> Result<(), StoreError> {
        self.0.write(move |conn| Box::pin(ask(conn, staff, sealed))).await
    }

    /// Makes the secret that waits the one that counts, with recovery codes of its own. All of the person's other sessions
    /// end. False where another secret waits, or none.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn confirm_totp(self, confirm: ConfirmTotp) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(confirm_in(conn, confirm))).await
    }

    /// Uses the code of a step of a secret; false where it, or a later one, was used before.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn spend_totp_step(self, staff: i64, secret: Vec<u8>, step: i64) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(spend_step(conn, staff, secret, step))).await
    }

    /// Uses a recovery code; false where it is none, or was used.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn spend_recovery_code(self, staff: i64, sha256: [u8; 32]) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(spend_recovery(conn, staff, sha256))).await
    }

    /// Takes somebody's second factor away, and ends their sessions.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn reset_totp(self, staff: i64) -> Result<(), StoreError> {
        self.0.write(move |conn| Box::pin(reset(conn, staff))).await
    }
}

async fn ask(conn: &mut Conn<'_>, staff: i64, sealed: Vec<u8>) -> Result<(), StoreError> {
    conn.query(ASK).bind(staff).bind(sealed).execute().await?;
    Ok(())
}

async fn confirm_in(conn: &mut Conn<'_>, confirm: ConfirmTotp) -> Result<bool, StoreError> {
    let ConfirmTotp { staff, pending, step, recovery_codes, session, now } = confirm;
    if lock_staff(conn, staff).await?.is_none() {
        return Ok(false);
    }
    let query = conn.query(CONFIRM).bind(staff).bind(pending).bind(Ts::new(now)).bind(step);
    if query.execute().await? == 0 {
        return Ok(false);
    }
    conn.query(DROP_RECOVERY).bind(staff).execute().await?;
    for sha256 in recovery_codes {
        conn.query(ADD_RECOVERY).bind(staff).bind(&sha256[..]).execute().await?;
    }
    conn.query(END_OTHER_SESSIONS).bind(staff).bind(session).execute().await?;
    Ok(true)
}

async fn spend_step(conn: &mut Conn<'_>, staff: i64, secret: Vec<u8>, step: i64) -> Result<bool, StoreError> {
    Ok(conn.query(SPEND_STEP).bind(staff).bind(secret).bind(step).execute().await? == 1)
}

async fn spend_recovery(conn: &mut Conn<'_>, staff: i64, sha256: [u8; 32]) -> Result<bool, StoreError> {
    Ok(conn.query(SPEND_RECOVERY).bind(staff).bind(&sha256[..]).execute().await? == 1)
}

async fn reset(conn: &mut Conn<'_>, staff: i64) -> Result<(), StoreError> {
    lock_staff(conn, staff).await?;
    conn.query(RESET).bind(staff).execute().await?;
    conn.query(DROP_RECOVERY).bind(staff).execute().await?;
    // No session has the number 0.
    conn.query(END_OTHER_SESSIONS).bind(staff).bind(0_i64).execute().await?;
    Ok(())
}

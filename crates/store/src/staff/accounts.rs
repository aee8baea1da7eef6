//! Letting people in and removing them, and their passwords.

use domain::{
    email::comparable,
    staff::{Email, Role},
};
use jiff::Timestamp;

use super::{
    StaffStore,
    person::{NewStaff, StaffMember, staff},
    session::StaffSession,
};
use crate::{
    conn::Conn,
    error::StoreError,
    json::JsonColumn,
    sign_in_emails::{claim_for_staff, release_of_staff},
    sql::Sql,
    ts::Ts,
};

/// Why somebody was not let in.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AddStaffError {
    /// There is somebody of this address, of the staff or a customer.
    #[error("there is somebody with this e-mail address already")]
    EmailTaken,
    /// The database failed.
    #[error("the account could not be kept")]
    Store(#[from] StoreError),
}

const PRESENT: &str = "SELECT id, email, password_hash, must_change, restaurants, roles, created_at, totp_secret, \
    totp_step, totp_pending FROM staff WHERE removed_at IS NULL";
static ALL: Sql = Sql::new(|_| format!("{PRESENT} ORDER BY email"));
static BY_EMAIL: Sql = Sql::new(|_| format!("{PRESENT} AND email = $1"));
static BY_ID: Sql = Sql::new(|_| format!("{PRESENT} AND id = $1"));
const ADD: &str = "INSERT INTO staff (email, password_hash, must_change, restaurants, roles, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email) DO UPDATE SET password_hash = excluded.password_hash, \
    must_change = excluded.must_change, restaurants = excluded.restaurants, roles = excluded.roles, \
    created_at = excluded.created_at, removed_at = NULL, totp_secret = NULL, totp_pending = NULL, \
    totp_confirmed_at = NULL, totp_step = NULL WHERE staff.removed_at IS NOT NULL";
const REMOVE: &str = "UPDATE staff SET removed_at = $2 WHERE email = $1 AND removed_at IS NULL";
// Sessions end where their rights do; those of somebody who was removed ended then.
const END_SESSIONS: &str = "DELETE FROM staff_sessions WHERE staff_id = (SELECT id FROM staff WHERE email = $1)";
const DROP_RECOVERY: &str = "DELETE FROM staff_recovery_codes WHERE staff_id = (SELECT id FROM staff WHERE email = $1)";
const CHANGE_PASSWORD: &str = "UPDATE staff SET password_hash = $3, must_change = FALSE \
    WHERE id = $1 AND password_hash = $2 AND removed_at IS NULL";
const END_OTHER_SESSIONS: &str = "DELETE FROM staff_sessions WHERE staff_id = $1 AND id <> $2";

impl StaffStore<'_> {
    /// Lets somebody in, also whoever was removed before, under the same number. An address that is a customer's is theirs.
    ///
    /// # Errors
    /// [`AddStaffError`].
    pub async fn add(self, new: NewStaff) -> Result<(), AddStaffError> {
        self.0.write(move |conn| Box::pin(add(conn, new))).await
    }

    /// Everybody who may sign in, by address.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn all(self) -> Result<Vec<StaffMember>, StoreError> {
        let rows = self.0.read((), |conn, ()| Box::pin(conn.query(&ALL).fetch_all())).await?;
        rows.iter().map(staff).collect()
    }

    /// Who signs in with an address.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn by_email(self, email: &Email) -> Result<Option<StaffMember>, StoreError> {
        let row = self
            .0
            .read(email, |conn, email| Box::pin(conn.query(&BY_EMAIL).bind(email.as_str()).fetch_optional()))
            .await?;
        row.as_ref().map(staff).transpose()
    }

    /// Who somebody is, by their number.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn by_id(self, id: i64) -> Result<Option<StaffMember>, StoreError> {
        let row = self.0.read(id, |conn, &id| Box::pin(conn.query(&BY_ID).bind(id).fetch_optional())).await?;
        row.as_ref().map(staff).transpose()
    }

    /// Removes somebody, and ends their sessions; false where nobody of this address is there.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn remove(self, email: &Email, at: Timestamp) -> Result<bool, StoreError> {
        let email = email.clone();
        self.0.write(move |conn| Box::pin(remove(conn, email, at))).await
    }

    /// Gives somebody the password that they chose, and ends all of their sessions but this one.
    /// False where the password was changed meanwhile, or the person removed.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn change_password(
        self,
        session: &StaffSession,
        old_hash: &str,
        new_hash: &str,
    ) -> Result<bool, StoreError> {
        let (session, old_hash, new_hash) = (session.clone(), old_hash.to_owned(), new_hash.to_owned());
        self.0.write(move |conn| Box::pin(change_password(conn, session, old_hash, new_hash))).await
    }
}

pub(crate) async fn by_number(conn: &mut Conn<'_>, id: i64) -> Result<Option<StaffMember>, StoreError> {
    conn.query(&BY_ID).bind(id).fetch_optional().await?.as_ref().map(staff).transpose()
}

async fn add(conn: &mut Conn<'_>, new: NewStaff) -> Result<(), AddStaffError> {
    let restaurants: Vec<i64> = new.restaurants.iter().map(|id| id.0).collect();
    let roles: Vec<&str> = new.roles.iter().map(Role::as_str).collect();
    let query = conn
        .query(ADD)
        .bind(new.email.as_str())
        .bind(new.password_hash)
        .bind(new.must_change)
        .bind(JsonColumn(restaurants))
        .bind(JsonColumn(roles))
        .bind(Ts::new(new.created_at));
    let is_added = query.execute().await? == 1
        && claim_for_staff(conn, comparable(new.email.as_str()), new.email.to_string()).await?;
    if is_added { Ok(()) } else { Err(AddStaffError::EmailTaken) }
}

async fn remove(conn: &mut Conn<'_>, email: Email, at: Timestamp) -> Result<bool, StoreError> {
    let removed = conn.query(REMOVE).bind(email.as_str()).bind(Ts::new(at)).execute().await?;
    for sql in [END_SESSIONS, DROP_RECOVERY] {
        conn.query(sql).bind(email.as_str()).execute().await?;
    }
    release_of_staff(conn, email.to_string()).await?;
    Ok(removed == 1)
}

async fn change_password(
    conn: &mut Conn<'_>,
    session: StaffSession,
    old_hash: String,
    new_hash: String,
) -> Result<bool, StoreError> {
    let query = conn.query(CHANGE_PASSWORD).bind(session.staff_id).bind(old_hash).bind(new_hash);
    if query.execute().await? == 0 {
        return Ok(false);
    }
    conn.query(END_OTHER_SESSIONS).bind(session.staff_id).bind(session.session_id).execute().await?;
    Ok(true)
}

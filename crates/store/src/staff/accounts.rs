//! Letting people in and removing them, and their passwords.

use domain::staff::{Email, Role};
use jiff::Timestamp;
use sqlx::types::Json;

use super::{
    person::{NewStaff, Staff, StaffRow},
    session::StaffSession,
};
use crate::{
    connection::{reading, writing},
    error::StoreError,
    row,
    store::Store,
    ts::Ts,
};

/// Why somebody was not let in.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AddStaffError {
    /// There is somebody of this address.
    #[error("there is somebody with this e-mail address already")]
    EmailTaken,
    /// The database failed.
    #[error("the account could not be kept")]
    Store(#[from] StoreError),
}

macro_rules! staff_sql {
    ($rest:literal) => {
        concat!(
            "SELECT id, email, password_hash, must_change, restaurants, roles, created_at FROM staff \
             WHERE removed_at IS NULL ",
            $rest
        )
    };
}

// Sessions end where their rights do; those of somebody who was removed ended then.
const END_SESSIONS: &str = "DELETE FROM staff_sessions WHERE staff_id = (SELECT id FROM staff WHERE email = $1)";

impl Store {
    /// Lets somebody in, also whoever was removed before, under the same number.
    ///
    /// # Errors
    /// [`AddStaffError`].
    pub async fn add_staff(&self, new: NewStaff) -> Result<(), AddStaffError> {
        const SQL: &str = "INSERT INTO staff (email, password_hash, must_change, restaurants, roles, created_at) \
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email) DO UPDATE SET password_hash = excluded.password_hash, \
            must_change = excluded.must_change, restaurants = excluded.restaurants, roles = excluded.roles, \
            created_at = excluded.created_at, removed_at = NULL WHERE staff.removed_at IS NOT NULL";
        let restaurants: Vec<i64> = new.restaurants.iter().map(|id| id.0).collect();
        let roles: Vec<&str> = new.roles.iter().map(Role::as_str).collect();
        writing!(self, connection => {
            let query = sqlx::query(SQL)
                .bind(new.email.as_str())
                .bind(new.password_hash)
                .bind(new.must_change)
                .bind(Json(restaurants))
                .bind(Json(roles))
                .bind(Ts::new(new.created_at));
            let done = query.execute(connection).await.map_err(StoreError::from)?;
            if done.rows_affected() == 1 { Ok(()) } else { Err(AddStaffError::EmailTaken) }
        })
    }

    /// Everybody who may sign in, by address.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn all_staff(&self) -> Result<Vec<Staff>, StoreError> {
        const SQL: &str = staff_sql!("ORDER BY email");
        let rows: Vec<StaffRow> = reading!(self, connection => {
            row::all(&sqlx::query(SQL).fetch_all(connection).await?)
        })?;
        rows.into_iter().map(StaffRow::staff).collect()
    }

    /// Who signs in with an address.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn staff_by_email(&self, email: &Email) -> Result<Option<Staff>, StoreError> {
        const SQL: &str = staff_sql!("AND email = $1");
        let row: Option<StaffRow> = reading!(self, connection => {
            row::maybe(sqlx::query(SQL).bind(email.as_str()).fetch_optional(connection).await?.as_ref())
        })?;
        row.map(StaffRow::staff).transpose()
    }

    /// Who somebody is, by their number.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn staff(&self, id: i64) -> Result<Option<Staff>, StoreError> {
        const SQL: &str = staff_sql!("AND id = $1");
        let row: Option<StaffRow> = reading!(self, connection => {
            row::maybe(sqlx::query(SQL).bind(id).fetch_optional(connection).await?.as_ref())
        })?;
        row.map(StaffRow::staff).transpose()
    }

    /// Removes somebody, and ends their sessions; false where nobody of this address is there.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn remove_staff(&self, email: &Email, at: Timestamp) -> Result<bool, StoreError> {
        const SQL: &str = "UPDATE staff SET removed_at = $2 WHERE email = $1 AND removed_at IS NULL";
        let email = email.clone();
        writing!(self, connection => {
            let done = sqlx::query(SQL).bind(email.as_str()).bind(Ts::new(at)).execute(&mut *connection).await?;
            sqlx::query(END_SESSIONS).bind(email.as_str()).execute(connection).await?;
            Ok::<bool, StoreError>(done.rows_affected() == 1)
        })
    }

    /// Gives somebody the password that they chose, and ends all of their sessions but this one.
    /// False where the password was changed meanwhile, or the person removed.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn change_password(
        &self,
        session: &StaffSession,
        old_hash: &str,
        new_hash: &str,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "UPDATE staff SET password_hash = $3, must_change = FALSE \
            WHERE id = $1 AND password_hash = $2 AND removed_at IS NULL";
        const END_OTHERS: &str = "DELETE FROM staff_sessions WHERE staff_id = $1 AND id <> $2";
        let (staff, session) = (session.staff_id, session.session_id);
        let (old_hash, new_hash) = (old_hash.to_owned(), new_hash.to_owned());
        writing!(self, connection => {
            let query = sqlx::query(SQL).bind(staff).bind(old_hash).bind(new_hash);
            let done = query.execute(&mut *connection).await?;
            if done.rows_affected() == 0 {
                return Ok(false);
            }
            sqlx::query(END_OTHERS).bind(staff).bind(session).execute(connection).await?;
            Ok::<bool, StoreError>(true)
        })
    }
}

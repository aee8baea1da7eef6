//! A copy of an embedded database, of one moment, while others write on.
//!
//! The seeds of spins to come are left out of it: one that was told after the copy would be promised again by whoever
//! starts from it (docs/spec/people.md, "A draw that anyone can verify").

use std::{path::Path, str::FromStr};

use sqlx::{
    ConnectOptions, Connection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode},
};

use crate::error::StoreError;

/// Copies an embedded database (`sqlite:PATH`) into a file that is empty or absent. Nothing is changed
/// in the database, not even its tables brought up to date; those who write wait for nothing.
///
/// # Errors
/// Unavailable where the database cannot be opened; other where the copy cannot be written.
pub async fn copy_sqlite(url: &str, to: &Path) -> Result<(), StoreError> {
    let to = to.to_str().ok_or_else(|| StoreError::refused("the copy's path is not written in UTF-8"))?.to_owned();
    let options = SqliteConnectOptions::from_str(url)?.read_only(true).create_if_missing(false);
    let mut connection = options.disable_statement_logging().connect().await?;
    sqlx::query("VACUUM INTO $1").bind(to.as_str()).execute(&mut connection).await?;
    connection.close().await?;
    forget_seeds(&to).await
}

/// An older database has none.
async fn forget_seeds(copy: &str) -> Result<(), StoreError> {
    // Nothing but the copy itself is written: whoever made it takes it away where this fails.
    let options = SqliteConnectOptions::new().filename(copy).journal_mode(SqliteJournalMode::Memory);
    let options = options.pragma("secure_delete", "ON").create_if_missing(false);
    let mut connection = options.disable_statement_logging().connect().await?;
    let known = sqlx::query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'wheel_seeds'");
    if known.fetch_optional(&mut connection).await?.is_some() {
        sqlx::query("DELETE FROM wheel_seeds").execute(&mut connection).await?;
    }
    Ok(connection.close().await?)
}

//! A copy of an embedded database, of one moment, while others write on.

use std::{path::Path, str::FromStr};

use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};

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
    sqlx::query("VACUUM INTO $1").bind(to).execute(&mut connection).await?;
    Ok(connection.close().await?)
}

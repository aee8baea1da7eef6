//! How long a call may take.

use std::{future::Future, time::Duration};

use crate::error::StoreError;

/// Bounds a call: whatever hangs below (a frozen server, a long queue) becomes an answer.
pub(crate) async fn in_time<T, E, F>(limit: Duration, call: F) -> Result<T, E>
where
    E: From<StoreError>,
    F: Future<Output = Result<T, E>>,
{
    // Boxed, because it holds the machinery of a whole call and is held by larger ones.
    let outcome = tokio::time::timeout(limit, Box::pin(call)).await;
    outcome.unwrap_or_else(|_| Err(StoreError::unavailable("the database did not answer in time").into()))
}

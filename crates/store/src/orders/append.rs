//! Appending a status: the one way for both databases.

use std::time::Duration;

use super::OrderStore;
use crate::{
    append::{Append, AppendError, Appended, gone},
    backend::Backend,
    deadline::in_time,
    error::StoreError,
};

/// So many reports of one call have as long as one would.
const AT_ONCE: usize = 64;

impl OrderStore<'_> {
    /// Appends a status to an order: its event and the order's new state, in one transaction, after
    /// [`domain::order::decide`] has judged it. Answers after the commit.
    ///
    /// # Errors
    /// [`AppendError`]. Where it is unavailable, the report may stand none the less; one that may be sent again carries
    /// an `event_id` or an `if_seq` (docs/spec/hub.md, "Reporting a status").
    pub async fn append(self, append: Append) -> Result<Appended, AppendError> {
        self.append_all(vec![append]).await.pop().unwrap_or_else(|| Err(gone().into()))
    }

    /// Appends several, each as [`append`](Self::append) would, with as few commits as can be. Each stands or fails
    /// by itself; those of one order are judged in the order in which they are given. The outcomes stand in that
    /// order, too.
    pub async fn append_all(self, appends: Vec<Append>) -> Vec<Result<Appended, AppendError>> {
        let is_sound: Vec<bool> = appends.iter().map(|append| !append.holds_nul()).collect();
        let sound: Vec<Append> = appends.into_iter().filter(|append| !append.holds_nul()).map(Append::cut).collect();
        let count = sound.len();
        let patience = |limit: Duration| limit * u32::try_from(count.div_ceil(AT_ONCE)).unwrap_or(u32::MAX);
        let appended = match self.0.backend() {
            _ if sound.is_empty() => Ok(Vec::new()),
            Backend::Sqlite(sqlite) => in_time(patience(sqlite.limit), sqlite.writer.append(sound)).await,
            Backend::Postgres(postgres) => in_time(patience(postgres.limit), postgres.appender.append(sound)).await,
        };
        let mut appended = appended.unwrap_or_else(|error: StoreError| vec![Err(error.into()); count]).into_iter();
        let outcome = |is_sound| match is_sound {
            true => appended.next().unwrap_or_else(|| Err(gone().into())),
            false => Err(StoreError::refused("a text holds U+0000, which no database keeps").into()),
        };
        is_sound.into_iter().map(outcome).collect()
    }
}

//! How far changes of orders have been found.

use std::sync::{Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

/// A change may bear the time at which it was written and be committed as much later.
const LATE_COMMIT: SignedDuration = SignedDuration::from_secs(10);

/// Up to when changes have been found, by the database's time; none while nobody watches.
#[derive(Debug, Default)]
pub(crate) struct SweptTo(Mutex<Option<Timestamp>>);

impl SweptTo {
    pub(crate) fn since(&self) -> Timestamp {
        let swept = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever has not looked yet looks through all that boards show.
        swept.and_then(|at| at.checked_sub(LATE_COMMIT).ok()).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    pub(crate) fn set(&self, at: Option<Timestamp>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }
}

//! What every room is handed: the store, the time of day, chance, the secrets, and who calls. Nothing here knows HTTP or a
//! watcher.

pub mod callers;
pub mod chance;
pub mod clock;

pub use callers::{Caller, Callers, Credentials, StaffCaller};
pub use chance::Chance;
pub use clock::{Clock, SharedClock, SystemClock};

use std::sync::Arc;

use domain::key::Secrets;
use store::Store;

/// What a room works with. Cheap to clone: all of it is shared.
#[derive(Clone)]
pub struct Deps {
    /// Where the truth stands.
    pub store: Store,
    /// The time of day.
    pub clock: SharedClock,
    /// Random numbers.
    pub chance: Chance,
    /// What order keys are made with.
    pub secrets: Secrets,
    /// Who calls.
    pub callers: Arc<dyn Callers>,
}

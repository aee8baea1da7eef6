//! What every capability is given: the store, the clock, randomness, the secrets, and who makes a request. Nothing here
//! knows HTTP or a watcher.

pub mod benefits;
pub mod callers;
pub mod chance;
pub mod clock;

pub use benefits::{BenefitUser, Benefits, NoBenefits};
pub use callers::{Caller, Callers, Credentials, CustomerCaller, StaffCaller};
pub use chance::Chance;
pub use clock::{Clock, SharedClock, SystemClock};

use std::sync::Arc;

use domain::key::Secrets;
use store::Store;

/// The dependencies of a capability. Cheap to clone: everything in it is shared.
#[derive(Clone)]
pub struct Deps {
    pub store: Store,
    pub clock: SharedClock,
    pub chance: Chance,
    /// The secrets that order keys are derived from.
    pub secrets: Secrets,
    pub callers: Arc<dyn Callers>,
}

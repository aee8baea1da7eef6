//! What every capability is given: the store, the clock, randomness, the secrets, who makes a request, and who owns work
//! that outlives it. Nothing here knows HTTP or a watcher.

pub mod benefits;
pub mod callers;
pub mod chance;
pub mod clock;
pub mod commits;

pub use benefits::{BenefitUser, Benefits, HeldBenefit};
pub use callers::{Caller, Callers, Credentials, CustomerCaller, StaffCaller};
pub use chance::Chance;
pub use clock::{Clock, SharedClock, SystemClock};
pub use commits::Commits;

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
    /// Owns what is announced after its commit, also where the caller has gone.
    pub commits: Commits,
}

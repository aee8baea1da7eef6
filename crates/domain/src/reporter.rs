//! Who changes an order.

use crate::{Actor, Reach, order::Source};

/// Who changes an order, as whom, and whose orders they reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reporter {
    /// Who it is.
    pub actor: Actor,
    /// As whom they report, as customers read it.
    pub source: Source,
    /// Whose orders they reach.
    pub reach: Reach,
}

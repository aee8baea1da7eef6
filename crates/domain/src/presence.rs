//! Who is viewing an order (docs/decisions/016-presence.md).

use std::collections::BTreeSet;

use crate::staff::Email;

/// Who is viewing an order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Presence {
    /// Whether its customer is, by a connection or by polling.
    pub watched: bool,
    /// The staff who have it open.
    pub opened_by: BTreeSet<Email>,
}

//! How often anybody may do what costs something (docs/spec/ordering.md, "Limits").

use jiff::SignedDuration;
use server::rate_limits::NamedLimit;

const MINUTE: SignedDuration = SignedDuration::from_mins(1);

/// Calls of `pay` for one order.
pub(crate) const PAY: NamedLimit = NamedLimit { name: "pay", most: 20, window: MINUTE };
/// Calls of `cancel` for one order.
pub(crate) const CANCEL: NamedLimit = NamedLimit { name: "cancel", most: 20, window: MINUTE };

/// Orders placed from one address.
pub(crate) fn placing(most: u32) -> NamedLimit {
    NamedLimit { name: "placing", most, window: MINUTE }
}

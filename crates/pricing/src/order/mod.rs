//! What is paid beside the lines: delivery, services, tax, and what is paid already.

mod delivery;
mod prepaid;
mod vat;

pub(crate) use delivery::charge_delivery;
pub(crate) use prepaid::{list_post_purchase, take_prepaid};
pub(crate) use vat::vat_shares;

//! Who attacks the shop, or handles what it guards: lines of the log's target `security`, and a figure
//! (docs/spec/ordering.md, "Witnesses").

mod kinds;
mod log;
mod witness;

pub use kinds::kind_of;
pub use log::{SecurityEvent, SecurityLog};
pub use witness::Witness;

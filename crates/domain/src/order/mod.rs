//! An order and the rules of its life.

mod decide;
mod item;
mod kind;
mod lifetime;
mod status;
mod transition;

pub use decide::{Applied, Decision, Press, Refusal, Standing, decide};
pub use item::{Ingredient, Item};
pub use kind::{Course, OrderType, Source};
pub use lifetime::{EXPIRES_IN_ANY_CASE, expires_at};
pub use status::{Status, UnknownStatus};
pub use transition::{may_follow, steps_towards};

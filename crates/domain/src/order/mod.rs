//! An order and the rules of its life.

pub mod batch;
mod customer;
mod decide;
mod entity;
pub mod estimate;
mod event;
mod feedback;
mod item;
mod kind;
mod lifetime;
mod payment;
mod placing;
mod preparation;
mod rejection;
mod status;
mod transition;
mod undo;

pub use customer::Customer;
pub use decide::{Applied, Decision, OrderState, Past, StatusRefusal, StatusReport, apply, decide};
pub use entity::Order;
pub use event::StatusEvent;
pub use feedback::{FEEDBACK_REPLACEABLE_FOR, Feedback};
pub use item::{Item, ItemIngredient};
pub use kind::{FulfilmentKind, OrderType, Source};
pub use lifetime::{EXPIRES_IN_ANY_CASE, expires_at};
pub use payment::{OrderCampaign, OrderPayment};
pub use placing::{Origin, Schedule};
pub use preparation::{Prepared, prepare};
pub use rejection::{Reason, UnknownReason};
pub use status::{Status, UnknownStatus};
pub use transition::may_follow;
pub use undo::{Reported, UNDO_WITHIN, is_undo};

//! The loyalty programme, Kotijoukot: what members' cards come to, the benefits that they own, and the prize wheel
//! (docs/spec/people.md, "Loyalty", "Wheel", "Benefits").
//!
//! Whoever looks at a member books first what their orders have become; nobody who places or cancels an order waits for it.

mod benefits;
mod caller;
mod payload;
mod programme;
pub mod routes;
mod source;
pub mod sweep;

pub use payload::{BenefitPayload, LoyaltyRowPayload, MemberPayload, SpinPayload};
pub use programme::{LoyaltyProgramme, LoyaltyProgrammeParts, LoyaltySummary};

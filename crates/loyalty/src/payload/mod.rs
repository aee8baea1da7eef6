//! What the programme's calls answer.

mod benefit;
mod ledger;
mod member;
mod spin;

pub use benefit::BenefitPayload;
pub(crate) use benefit::{listed_benefits, usable_benefits};
pub use ledger::LoyaltyRowPayload;
pub use member::MemberPayload;
pub(crate) use member::WheelTerms;
pub use spin::SpinPayload;

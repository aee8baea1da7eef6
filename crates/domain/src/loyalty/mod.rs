//! The loyalty programme, Kotijoukot: a card of slices as a ledger of what happened, spins, and benefits (docs/spec/people.md,
//! "Loyalty", "Benefits").
//!
//! Each of [`LoyaltyAccount`]'s functions says what is to be written, from what stands and what happens; the same again says
//! nothing more. Nothing here reads a clock, draws a number or writes.

mod account;
mod benefit;
mod card;
mod catching_up;
mod code;
mod earning;
mod ending;
mod ledger;
mod returning;
mod rules;
mod slices;
mod spinning;
mod spins;

pub use account::{LoyaltyAccount, LoyaltyChange, LoyaltyView, NewCode};
pub use benefit::{BenefitOrigin, BenefitType, BenefitTypes, BenefitUse, FREE_PIZZA, OwnedBenefit};
pub use card::{LoyaltyCard, SpinsLeft};
pub use catching_up::MemberOrder;
pub use code::{PERSONAL_CODE_LENGTH, PERSONAL_CODE_RANDOM_BYTES, PersonalCode};
pub use earning::CountedOrder;
pub use ledger::{LoyaltyFact, LoyaltyRow, LoyaltyRowKind, SpinSource};
pub use returning::OrderEnding;
pub use rules::{LoyaltyRules, SpinCampaign, last_second_after};
pub use slices::{CartLineSlices, LineSlices, OrderSlices, cart_slices, tracking_slices};
pub use spinning::SpinRefused;

#[cfg(test)]
mod tests;

//! The loyalty programme: members' ledgers, benefits, and the wheel (docs/spec/people.md, "Loyalty", "Wheel", "Benefits").
//!
//! A card is what its rows come to ([`domain::loyalty`]). What orders have become is booked by whoever looks at a member:
//! nothing of it hangs on the orders' own commits. Who changes a member holds the account's row, then the month's stock.

mod basis;
mod benefits;
mod export;
mod facts;
mod orders;
mod rows;
mod settle;
mod spin;
mod spins;
mod standing;
mod stock;

use crate::store::Store;
pub use basis::{LoyaltyBasis, LoyaltySource};
pub use benefits::FoundBenefit;
pub(crate) use benefits::{is_void, lock_owners};
pub use export::{ExportedBenefit, LoyaltyExport};
pub use rows::BookedRow;
pub use settle::LoyaltyModal;
pub(crate) use settle::{join, leave};
pub use spin::{Spin, SpinError};
pub use spins::SpinRecord;
pub use standing::LoyaltyRecord;

/// The loyalty programme of a store.
#[derive(Debug, Clone, Copy)]
pub struct LoyaltyStore<'s>(&'s Store);

impl Store {
    /// The loyalty programme.
    #[must_use]
    pub fn loyalty(&self) -> LoyaltyStore<'_> {
        LoyaltyStore(self)
    }
}

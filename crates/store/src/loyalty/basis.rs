//! By what changes of members are decided, and where chance and secrets come in.

use std::{fmt, sync::Arc};

use domain::{
    ids::CustomerId,
    loyalty::{BenefitTypes, LoyaltyRules, LoyaltyView, OrderSlices, PersonalCode},
    wheel::ServerSeed,
};
use jiff::Timestamp;
use serde_json::value::RawValue;

/// What changes of members take from outside: chance, the secrets that seal seeds, and how a priced cart is read.
pub trait LoyaltySource: Send + Sync {
    /// A new personal code.
    fn code(&self) -> PersonalCode;
    /// 64 random bits.
    fn number(&self) -> u64;
    /// A new seed.
    fn seed(&self) -> ServerSeed;
    /// A member's seed as it is kept.
    fn seal(&self, customer: CustomerId, seed: &ServerSeed) -> Vec<u8>;
    /// The seed that was kept so; none where its secret is gone.
    fn open(&self, customer: CustomerId, sealed: &[u8]) -> Option<ServerSeed>;
    /// What an order brings, by the priced cart that it keeps.
    fn slices_of(&self, record: &RawValue) -> OrderSlices;
}

/// By what changes of members are decided.
#[derive(Clone)]
pub struct LoyaltyBasis {
    pub rules: LoyaltyRules,
    pub benefits: BenefitTypes,
    pub source: Arc<dyn LoyaltySource>,
    /// The present moment.
    pub now: Timestamp,
}

impl fmt::Debug for LoyaltyBasis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LoyaltyBasis({})", self.now)
    }
}

impl LoyaltyBasis {
    /// For the rules.
    pub(super) fn view(&self) -> LoyaltyView<'_> {
        self.view_at(self.now)
    }

    /// The same at another moment.
    pub(super) fn view_at(&self, now: Timestamp) -> LoyaltyView<'_> {
        LoyaltyView { rules: &self.rules, benefits: &self.benefits, now }
    }
}

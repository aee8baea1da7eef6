//! What the programme's routes work on.

use std::{ops::Deref, sync::Arc};

use axum::extract::FromRef;
use chain::{Chain, CurrentChain};
use deps::Deps;
use domain::ids::CustomerId;
use server::{
    idempotency::Idempotency, origin::AllowedOrigins, rate::AddressCalls, rate_limits::RateLimits,
    session::SessionCookie,
};
use store::{LoyaltyBasis, LoyaltyRecord, SpinRecord, StoreError};

use crate::{
    payload::{BenefitPayload, MemberPayload, SpinPayload, WheelTerms, listed_benefits, usable_benefits},
    source::NodeSource,
};

/// The loyalty programme. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct LoyaltyProgramme(Arc<LoyaltyProgrammeParts>);

/// The parts of [`LoyaltyProgramme`].
pub struct LoyaltyProgrammeParts {
    pub deps: Deps,
    pub chain: CurrentChain,
    /// From which age on members may spin, in whole years.
    pub wheel_age: u8,
    pub cookie: SessionCookie,
    /// From where browsers may make changing calls.
    pub origins: AllowedOrigins,
    /// Calls that are made once, however often they are sent with one key.
    pub idempotency: Idempotency,
    /// What is counted over all nodes.
    pub rate_limits: RateLimits,
    /// Calls of those who want to know what an order brings.
    pub slice_calls: AddressCalls,
}

/// What an account shows of the programme.
#[derive(Debug, Clone, Default)]
pub struct LoyaltySummary {
    /// None: no member.
    pub member: Option<MemberPayload>,
    /// Benefits that can be used now.
    pub unused_benefits: u32,
}

impl From<LoyaltyProgrammeParts> for LoyaltyProgramme {
    fn from(parts: LoyaltyProgrammeParts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for LoyaltyProgramme {
    type Target = LoyaltyProgrammeParts;

    fn deref(&self) -> &LoyaltyProgrammeParts {
        &self.0
    }
}

impl FromRef<LoyaltyProgramme> for AllowedOrigins {
    fn from_ref(programme: &LoyaltyProgramme) -> Self {
        programme.origins.clone()
    }
}

impl LoyaltyProgramme {
    /// By what changes of members are decided now.
    #[must_use]
    pub fn basis(&self) -> LoyaltyBasis {
        self.basis_of(&self.chain.get())
    }

    pub(crate) fn basis_of(&self, chain: &Chain) -> LoyaltyBasis {
        LoyaltyBasis {
            rules: chain.loyalty().clone(),
            benefits: chain.benefits().clone(),
            source: Arc::new(NodeSource::new(&self.deps)),
            now: self.deps.clock.now(),
        }
    }

    /// What a customer has, once all is booked that their orders have become; none where the account was erased.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn settle(&self, customer: CustomerId) -> Result<Option<LoyaltyRecord>, StoreError> {
        self.deps.store.loyalty().settle(customer, self.basis()).await
    }

    /// What an account shows of the programme.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn summary(&self, customer: CustomerId) -> Result<LoyaltySummary, StoreError> {
        let Some(record) = self.settle(customer).await? else { return Ok(LoyaltySummary::default()) };
        let unused = usable_benefits(&record, self.deps.clock.now()).len();
        Ok(LoyaltySummary { member: self.member(&record), unused_benefits: u32::try_from(unused).unwrap_or(u32::MAX) })
    }

    pub(crate) fn member(&self, record: &LoyaltyRecord) -> Option<MemberPayload> {
        let chain = self.chain.get();
        let terms = WheelTerms {
            rules: chain.loyalty(),
            benefits: chain.benefits(),
            wheel: chain.wheel(),
            wheel_age: self.wheel_age,
            now: self.deps.clock.now(),
        };
        MemberPayload::new(record, &terms)
    }

    pub(crate) fn listed(&self, record: &LoyaltyRecord) -> Vec<BenefitPayload> {
        listed_benefits(record, self.chain.get().benefits(), self.deps.clock.now())
    }

    /// A spin as it is answered, with its benefit as that stands now.
    pub(crate) async fn spin_answer(&self, customer: CustomerId, spin: &SpinRecord) -> Result<SpinPayload, StoreError> {
        let Some(code) = &spin.benefit else { return Ok(SpinPayload::new(spin, None)) };
        let record = self.settle(customer).await?;
        let benefits = record.map(|record| record.account.benefits).unwrap_or_default();
        let benefit = benefits.iter().find(|benefit| benefit.code == *code);
        let chain = self.chain.get();
        Ok(SpinPayload::new(spin, benefit.map(|benefit| BenefitPayload::new(benefit, chain.benefits()))))
    }
}

//! Benefits by their codes, as whoever prices a cart asks for them.

use std::collections::HashMap;

use async_trait::async_trait;
use deps::{BenefitUser, Benefits, HeldBenefit};
use domain::{ids::CustomerId, loyalty::OwnedBenefit};
use store::{FoundBenefit, StoreError};

use crate::{payload::usable_benefits, programme::LoyaltyProgramme};

#[async_trait]
impl Benefits for LoyaltyProgramme {
    async fn usable(&self, user: BenefitUser, codes: &[&str]) -> Result<HashMap<String, String>, StoreError> {
        let loyalty = self.deps.store.loyalty();
        // What an order gave back, or was paid with, is booked first.
        for owner in loyalty.owners_of(codes).await? {
            if is_theirs(user, Some(owner)) {
                self.settle(owner).await?;
            }
        }
        let found = loyalty.usable(codes, self.deps.clock.now()).await?;
        let own = found.into_iter().filter(|benefit| is_theirs(user, benefit.owner));
        Ok(own.map(|FoundBenefit { code, kind, .. }| (code, kind)).collect())
    }

    async fn held_by(&self, customer: CustomerId, most: u32) -> Result<Vec<HeldBenefit>, StoreError> {
        let Some(record) = self.settle(customer).await? else { return Ok(Vec::new()) };
        let held = |benefit: &OwnedBenefit| HeldBenefit {
            code: benefit.code.as_str().to_owned(),
            valid_until: benefit.valid_until,
        };
        let most = most.try_into().unwrap_or(usize::MAX);
        Ok(usable_benefits(&record, self.deps.clock.now()).into_iter().take(most).map(held).collect())
    }
}

/// Whether somebody may use what an owner has.
fn is_theirs(user: BenefitUser, owner: Option<CustomerId>) -> bool {
    match (user, owner) {
        (BenefitUser::CallCentre, _) | (_, None) => true,
        (BenefitUser::Customer(customer), Some(owner)) => customer == owner,
        (BenefitUser::Guest, Some(_)) => false,
    }
}

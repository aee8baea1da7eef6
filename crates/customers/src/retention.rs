//! Accounts that nobody uses, and those whose owner has never accepted the terms, go by themselves (docs/spec/people.md,
//! "Retention", and "Social sign-in").

use domain::Actor;
use jiff::{SignedDuration, Timestamp};
use mail::AccountMail;
use store::{EraseError, EraseOnlyIf, StoreError};

use crate::{Customers, erasing::Erasing};

/// For so long before it is erased the owner of an unused account knows of it.
const WARNED_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);
/// For so long the terms may stay unanswered.
const ANSWERED_WITHIN: SignedDuration = SignedDuration::from_hours(24);

impl Customers {
    /// Tells owners of accounts that nobody has used for long, erases those who were told and did not come back, and those
    /// who never accepted the terms. Returns how many accounts were erased.
    ///
    /// May be called on several nodes at once: of two that meet one erases, and one tells.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn forget_unused(&self, keep: SignedDuration) -> Result<usize, StoreError> {
        let now = self.deps.clock.now();
        let ago = |length: SignedDuration| now.checked_sub(length).unwrap_or(Timestamp::MIN);
        let store = self.deps.store.customers();
        let mut erased = 0;
        for id in store.unanswered(ago(ANSWERED_WITHIN)).await? {
            erased += usize::from(self.forget(id, EraseOnlyIf::NeverAccepted).await?);
        }
        let (since, warned_before) = (ago(keep), ago(WARNED_FOR));
        for id in store.unused(since, warned_before).await? {
            erased += usize::from(self.forget(id, EraseOnlyIf::Unused { since, warned_before }).await?);
        }
        let since = ago(keep.saturating_sub(WARNED_FOR).max(SignedDuration::ZERO));
        let days = WARNED_FOR.as_hours() / 24;
        for id in store.unwarned(since).await? {
            let Some(account) = store.by_id(id, now).await? else { continue };
            let told = AccountMail::WillBeErased { sign_in_link: format!("{}/kirjaudu", self.public_url), days };
            if store.warn(id, since, self.mail(&account.email, &told, now), now).await? {
                self.payments.outbox.wake();
            }
        }
        Ok(erased)
    }

    async fn forget(&self, id: domain::ids::CustomerId, only_if: EraseOnlyIf) -> Result<bool, StoreError> {
        // What waited for its money and can be paid no more would stand in the way.
        if self.end_unpaid(id, false).await.is_err() {
            return Ok(false);
        }
        let who = Actor::System("retention".into());
        match self.erase(Erasing { id, only_if, key: None, who, address: None }).await {
            Ok(()) => Ok(true),
            Err(EraseError::Store(error)) => Err(error),
            Err(EraseError::Gone | EraseError::OpenOrders | EraseError::Stays) => Ok(false),
        }
    }
}

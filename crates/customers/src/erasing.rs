//! Erasing accounts and the people of orders: what is to be told, what follows once it is committed (docs/spec/people.md,
//! "Erasure").

use std::net::IpAddr;

use domain::{
    Actor, SecurityKind,
    error::{Code, chain},
    ids::{CustomerId, OrderId},
};
use mail::{AccountMail, MailsAbout};
use payments::failed;
use server::{ApiError, security::SecurityEvent};
use store::{EraseCustomer, EraseError, EraseOnlyIf, EraseOrder, EraseOrderError, ErasedCustomer, SettleEvent};

use crate::Customers;

/// Who has an account erased, and what becomes of the call.
#[derive(Debug, Clone)]
pub(crate) struct Erasing {
    pub(crate) id: CustomerId,
    pub(crate) only_if: EraseOnlyIf,
    /// A digest of the key that the call came with.
    pub(crate) key: Option<[u8; 32]>,
    pub(crate) who: Actor,
    /// From where; none: the system itself.
    pub(crate) address: Option<IpAddr>,
}

impl Customers {
    /// Erases an account. Whoever hangs up once it has begun does not stop it.
    ///
    /// # Errors
    /// [`EraseError`].
    pub(crate) async fn erase(&self, erasing: Erasing) -> Result<(), EraseError> {
        let Erasing { id, only_if, key, who, address } = erasing;
        let (now, store) = (self.deps.clock.now(), self.deps.store.clone());
        let account = store.customers().by_id(id, now).await?.ok_or(EraseError::Gone)?;
        let message = Some(self.mail(&account.email, &AccountMail::Erased { privacy_link: self.privacy_link() }, now));
        let commit = async move { store.customers().erase(EraseCustomer { id, only_if, key, message, now }).await };
        let this = self.clone();
        let announce = move |erased: ErasedCustomer| async move {
            this.payments.orders.announce_erased(&erased.orders);
            this.payments.outbox.wake();
            let subject = &format!("customer:{id}");
            this.security.tell(SecurityEvent { kind: SecurityKind::Erasure, who: &who, address, subject });
            this.forget_mails(MailsAbout { emails: erased.emails.clone(), order: None }).await;
            erased
        };
        self.deps.commits.run(commit, announce).await.map(drop)
    }

    /// Forgets the people of an order that is over.
    ///
    /// # Errors
    /// [`EraseOrderError`].
    pub(crate) async fn erase_order(
        &self,
        order: OrderId,
        email: Option<String>,
        address: IpAddr,
    ) -> Result<(), EraseOrderError> {
        let (now, store, this) = (self.deps.clock.now(), self.deps.store.clone(), self.clone());
        let commit = async move { store.customers().erase_order(EraseOrder { order, now }).await };
        let announce = move |erased: Option<store::ErasedOrder>| async move {
            this.payments.orders.announce_erased(erased.as_slice());
            let subject = &format!("order:{order}");
            let (kind, who) = (SecurityKind::Erasure, &Actor::Guest);
            this.security.tell(SecurityEvent { kind, who, address: Some(address), subject });
            this.forget_mails(MailsAbout { emails: email.into_iter().collect(), order: Some(order) }).await;
            erased
        };
        self.deps.commits.run(commit, announce).await.map(drop)
    }

    /// What is not taken away here goes after a week.
    async fn forget_mails(&self, about: MailsAbout) {
        if let Err(error) = self.post.forget(&about).await {
            tracing::warn!(error = %chain(&error), "mails of an erased account stay for a week");
        }
    }

    /// Ends orders of an account that wait for their money: those that can still be paid where that is wanted, the others in
    /// any case.
    ///
    /// # Errors
    /// 409 `users/open-orders` where one can still be paid, or a kitchen has one.
    pub(crate) async fn end_unpaid(&self, id: CustomerId, is_wanted: bool) -> Result<(), ApiError> {
        let (now, store) = (self.deps.clock.now(), &self.deps.store);
        let waiting = store.checkouts().waiting_of_customer(id).await?;
        let can_be_paid = waiting.iter().any(|(_, until)| *until > now);
        if store.checkouts().open_of_customer(id, now).await? > 0 || (can_be_paid && !is_wanted) {
            return Err(ApiError::new(Code::OpenOrders));
        }
        for (order, until) in waiting {
            let event = if until > now { SettleEvent::Cancel } else { SettleEvent::Expire };
            self.payments.settle(order, event).await.map_err(failed)?;
        }
        Ok(())
    }

    /// The page that says what is done with a person's data.
    pub(crate) fn privacy_link(&self) -> String {
        format!("{}/sivut/tietosuoja", self.public_url)
    }
}

/// Why an account was not erased, as it is answered.
pub(crate) fn refused(error: EraseError) -> ApiError {
    match error {
        EraseError::Gone | EraseError::Stays => ApiError::new(Code::Unauthorized),
        EraseError::OpenOrders => ApiError::new(Code::OpenOrders),
        EraseError::Store(error) => error.into(),
    }
}

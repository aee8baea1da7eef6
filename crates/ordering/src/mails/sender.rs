//! What mails of orders are made of, and who takes them.

use std::sync::Arc;

use chain::{CurrentChain, hours::zone};
use deps::Deps;
use domain::ids::OrderId;
use jiff::{Timestamp, civil::DateTime};
use mail::{Mail, MailError, Post};
use outbox::Undelivered;
use serde::Deserialize;
use store::{Checkout, CheckoutPapers, LeasedMessage, StoreError};

/// What mails of orders are made of. Cheap to clone.
#[derive(Clone)]
pub struct MailParts {
    pub deps: Deps,
    pub chain: CurrentChain,
    /// What absolute links begin with, without a slash at the end.
    pub public_url: Arc<str>,
    pub post: Arc<dyn Post>,
}

/// The order that a message is about.
pub(super) struct MailedOrder {
    pub(super) checkout: Checkout,
    pub(super) papers: CheckoutPapers,
    /// Where its person reads mail.
    pub(super) to: String,
}

impl MailParts {
    /// What is known of an order; none where there is nobody to tell.
    pub(super) async fn told(&self, order: OrderId) -> Result<Option<MailedOrder>, StoreError> {
        let Some(papers) = self.deps.store.checkouts().papers(order).await? else { return Ok(None) };
        let Some(to) = papers.mail.email.clone() else { return Ok(None) };
        let checkout = self.deps.store.checkouts().by_id(order).await?;
        Ok(checkout.map(|checkout| MailedOrder { checkout, papers, to }))
    }

    /// The link to an order's page.
    pub(super) fn tracking_url(&self, checkout: &Checkout) -> Result<String, Undelivered> {
        let key = self.deps.secrets.order_key(checkout.key.version, checkout.id, &checkout.key.salt);
        let key = key.ok_or_else(|| Undelivered::later(NoKey))?;
        Ok(format!("{}/tilaus/{}?orderKey={}", self.public_url, checkout.id, key.reveal()))
    }

    /// How an order is paid, as people call it.
    pub(super) fn payment_name(&self, checkout: &Checkout) -> String {
        let in_force = self.chain.get();
        let methods = in_force.payment_methods().iter();
        let found = methods.into_iter().find(|method| method.id.as_str() == checkout.payment.method);
        let name = found.map_or_else(|| checkout.payment.method.clone(), |method| method.name.clone());
        let has_more = checkout.due != checkout.payable && checkout.due.0 > 0;
        if has_more { format!("{name} ja lahjakortti") } else { name }
    }

    pub(super) async fn send(&self, mail: &Mail, message: &LeasedMessage) -> Result<(), Undelivered> {
        self.post.send(mail, message.id).await.map_err(|error| match error {
            MailError::Later(_) => Undelivered::later(error),
            MailError::Never(_) => Undelivered::never(error),
        })
    }
}

/// What a message says; one that does not read is given up.
pub(super) fn said<'m, T: Deserialize<'m>>(message: &'m LeasedMessage) -> Result<T, Undelivered> {
    T::deserialize(&message.payload).map_err(Undelivered::never)
}

/// A moment in Helsinki.
pub(super) fn local(at: Timestamp) -> DateTime {
    at.to_zoned(zone()).datetime()
}

#[derive(Debug, thiserror::Error)]
#[error("the order's key was made with a secret that this node does not have")]
struct NoKey;

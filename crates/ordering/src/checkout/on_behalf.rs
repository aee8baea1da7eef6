//! For whom the call centre orders (docs/spec/people.md, "Ordering on behalf").

use domain::customer::{CALL_CENTRE_EMAIL, TermsVersion, TermsVersions};
use server::{ApiError, customer_ref::CustomerRef};
use store::CustomerAccount;

use super::{
    body::OnBehalfBody,
    contact::{CALLER_PHONE, take_caller_phone},
    placing::Placer,
};
use crate::{cart::Contact, ordering::OrderingParts, shopper::OrderOwner};

/// Where the reference to a customer stands.
const CUSTOMER_REF: &str = "onBehalf.customerRef";

/// That no order can be tied to the customer whom a reference names.
pub(super) fn customer_refused() -> ApiError {
    ApiError::invalid(CUSTOMER_REF)
}

/// Takes away what the page writes where an e-mail address is asked for and none was given.
pub(super) fn drop_placeholder(contact: &mut Contact) {
    contact.email.take_if(|email| email.trim().eq_ignore_ascii_case(CALL_CENTRE_EMAIL));
}

impl OrderingParts {
    /// Takes over the telephone of somebody for whom the call centre orders. Gives to whom the order belongs, where they
    /// were found by that telephone.
    ///
    /// # Errors
    /// 422 with the path of what does not fit: the telephone, or a reference that is forged, another's, too old, or to an
    /// account that is gone or has terms to accept.
    pub(super) async fn take_caller(
        &self,
        placer: &Placer,
        contact: &mut Contact,
        caller: &OnBehalfBody,
    ) -> Result<Option<OrderOwner>, ApiError> {
        let phone = take_caller_phone(contact, &caller.phone)?;
        let Some(reference) = &caller.customer_ref else { return Ok(None) };
        let (secrets, now) = (&self.deps.secrets, self.deps.clock.now());
        let open = |holder| CustomerRef::open(reference, holder, secrets, now);
        let found = placer.holder.as_ref().and_then(open).ok_or_else(customer_refused)?;
        if found.phone != phone {
            return Err(ApiError::invalid(CALLER_PHONE));
        }
        let account = self.deps.store.customers().by_id(found.customer, now).await?.ok_or_else(customer_refused)?;
        if self.has_open_terms(&account).await? {
            return Err(customer_refused());
        }
        Ok(Some(OrderOwner { account: found.customer, is_member: account.joined_at.is_some() }))
    }

    async fn has_open_terms(&self, account: &CustomerAccount) -> Result<bool, ApiError> {
        let known = self.deps.store.terms().all().await?;
        let of_shop = known.into_iter().filter(|one| one.text == "shop");
        let versions = of_shop.map(|one| TermsVersion { version: one.version, must_accept: one.must_accept });
        Ok(!TermsVersions::new(versions.collect()).are_accepted(account.terms_version.as_deref()))
    }
}

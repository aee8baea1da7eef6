//! Whether whoever is signed in is the account's owner: asked before all that cannot be undone, or hands everything out.

use deps::CustomerCaller;
use domain::error::Code;
use jiff::SignedDuration;
use server::{ApiError, address::ClientAddress};
use store::CustomerAccount;

use crate::Customers;

/// Of an account without a password, a session this young is its owner's (docs/spec/people.md, "Erasure").
const YOUNG: SignedDuration = SignedDuration::from_mins(15);

impl Customers {
    /// The account of whoever calls, once they have shown that it is theirs: by its password, or, where it has none, by having
    /// signed in a moment ago.
    ///
    /// # Errors
    /// 422 without the password, or with a wrong one; 403 where the session is too old; 401 where the account is erased.
    pub(crate) async fn require_owner(
        &self,
        from: &ClientAddress,
        caller: &CustomerCaller,
        password: Option<String>,
    ) -> Result<CustomerAccount, ApiError> {
        let now = self.deps.clock.now();
        let account = self.deps.store.customers().by_id(caller.id, now).await?;
        let account = account.ok_or_else(|| ApiError::new(Code::Unauthorized))?;
        if account.password_hash.is_none() {
            let is_young = now.duration_since(caller.signed_in_at) < YOUNG;
            return if is_young { Ok(account) } else { Err(ApiError::new(Code::UsersForbidden)) };
        }
        let password = password.ok_or_else(|| ApiError::invalid("currentPassword"))?;
        self.require_password(from, &account, password).await?;
        Ok(account)
    }
}

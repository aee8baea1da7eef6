//! Who sees drafts: whoever has the editors' token.

use std::{fmt, sync::Arc};

use domain::error::Code;
use jiff::SignedDuration;
use server::{
    ApiError,
    address::ClientAddress,
    rate::AddressCalls,
    rate_limits::{NamedLimit, RateLimits},
};
use subtle::ConstantTimeEq;

/// Wrong tokens from an address (docs/spec/people.md, "Limits").
const WRONG_TOKENS: NamedLimit =
    NamedLimit { name: "wrong preview tokens", most: 10, window: SignedDuration::from_mins(1) };

/// Judges tokens. A clone is the same count.
#[derive(Clone)]
pub struct Preview {
    token: Option<Arc<str>>,
    wrong: Arc<AddressCalls>,
}

impl fmt::Debug for Preview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Preview(…)")
    }
}

impl Preview {
    /// With this token; none, or an empty one: nobody sees drafts.
    #[must_use]
    pub fn new(token: Option<&str>, limits: RateLimits) -> Self {
        let token = token.filter(|token| !token.is_empty()).map(Arc::from);
        Self { token, wrong: Arc::new(AddressCalls::new(limits, WRONG_TOKENS)) }
    }

    /// Lets whoever has the token in.
    ///
    /// # Errors
    /// 403 `cms/preview-forbidden` for another one, 429 after too many.
    pub(crate) async fn admit(&self, token: &[u8], caller: &ClientAddress) -> Result<(), ApiError> {
        if self.token.as_deref().is_some_and(|expected| bool::from(expected.as_bytes().ct_eq(token))) {
            return Ok(());
        }
        self.wrong.count(caller.address).await?;
        Err(ApiError::new(Code::PreviewForbidden))
    }
}

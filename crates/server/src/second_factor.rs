//! The second factor of the staff, as signing in asks for it (docs/spec/people.md, "Second factor of staff").

use deps::{Deps, SharedClock};
use domain::{
    error::Code,
    key::Secrets,
    sealed::{Purpose, SealNonce},
    totp::{RecoveryCode, TotpSecret, TotpStep},
};
use store::{StaffMember, Store, StoreError};

use crate::ApiError;

const SEAL: Purpose = Purpose("staff-totp");

/// Second factors of the staff. Cheap to clone.
#[derive(Clone)]
pub struct SecondFactor {
    store: Store,
    clock: SharedClock,
    secrets: Secrets,
    is_required: bool,
}

impl SecondFactor {
    /// Asked of everybody where it is required, else of those who have one.
    #[must_use]
    pub fn new(deps: &Deps, is_required: bool) -> Self {
        let Deps { store, clock, secrets, .. } = deps.clone();
        Self { store, clock, secrets, is_required }
    }

    /// Whether somebody must set one up before anything else.
    #[must_use]
    pub fn must_set_up(&self, staff: &StaffMember) -> bool {
        self.is_required && staff.totp.is_none()
    }

    /// Whether somebody who gave the right password gives the right code too, where they have a second factor; a code that
    /// was right is spent, over all nodes.
    ///
    /// # Errors
    /// 401 `staff/code-required` where there is none; where the database does not answer.
    pub async fn is_given(&self, staff: &StaffMember, code: Option<&str>) -> Result<bool, ApiError> {
        let Some(totp) = &staff.totp else { return Ok(true) };
        let code = code.filter(|code| !code.trim().is_empty());
        let code = code.ok_or_else(|| ApiError::new(Code::StaffCodeRequired))?;
        let Some(secret) = self.open(staff.id, &totp.secret) else {
            tracing::warn!(staff = staff.id, "a second factor was sealed with a secret that is gone; reset it");
            return Ok(false);
        };
        let last = totp.last_step.map(TotpStep);
        if let Some(TotpStep(step)) = secret.step_of(code, last, self.clock.now()) {
            return Ok(self.store.staff().spend_totp_step(staff.id, totp.secret.clone(), step).await?);
        }
        Ok(self.spend_recovery(staff.id, code).await?)
    }

    /// The step of a code of a secret that waits for its confirmation; none where the code is wrong.
    #[must_use]
    pub fn confirmed_step(&self, staff: i64, pending: &[u8], code: &str) -> Option<TotpStep> {
        self.open(staff, pending)?.step_of(code, None, self.clock.now())
    }

    /// A secret as it is kept.
    #[must_use]
    pub fn seal(&self, staff: i64, secret: &TotpSecret, nonce: SealNonce) -> Vec<u8> {
        SEAL.seal(&self.secrets, &staff.to_be_bytes(), nonce, secret.bytes())
    }

    fn open(&self, staff: i64, sealed: &[u8]) -> Option<TotpSecret> {
        let bytes = SEAL.open(&self.secrets, &staff.to_be_bytes(), sealed)?;
        bytes.try_into().ok().map(TotpSecret::new)
    }

    async fn spend_recovery(&self, staff: i64, code: &str) -> Result<bool, StoreError> {
        match RecoveryCode::read(code) {
            Some(code) => self.store.staff().spend_recovery_code(staff, code.fingerprint()).await,
            None => Ok(false),
        }
    }
}

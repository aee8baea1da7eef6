//! Who says that somebody is no machine: a provider, or the embedded proof of work.

use std::{net::IpAddr, sync::Arc};

use async_trait::async_trait;
use deps::Deps;
use domain::{
    captcha::{self, CaptchaAction, CaptchaFault, Challenge},
    error::Code,
    rate_limit::RateFactor,
};
use providers::captcha::{CaptchaVerdict, RecaptchaVerifier};
use server::{ApiError, sign_in_attempts::SignInAttempts};

/// Who judges the tokens of captchas.
#[async_trait]
pub trait CaptchaProvider: Send + Sync {
    /// Its name on the wire.
    fn name(&self) -> &'static str;

    /// What its script is loaded with; empty where there is none.
    fn site_key(&self) -> &str;

    /// A challenge for somebody at an address; none of who makes them elsewhere.
    ///
    /// # Errors
    /// Where the database does not answer.
    async fn challenge(&self, action: CaptchaAction, from: IpAddr) -> Result<Option<OpenChallenge>, ApiError>;

    /// Lets somebody go on whose token answers a challenge, and spends it.
    ///
    /// # Errors
    /// 403 `captcha/failed`; 503 where the provider is away.
    async fn require(&self, token: &str, action: CaptchaAction, from: IpAddr) -> Result<(), ApiError>;
}

/// A challenge as it is given out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenChallenge {
    pub challenge: String,
    /// Zero bits with which the SHA-256 of `{challenge}.{n}` begins.
    pub difficulty: u32,
}

/// Whoever it is.
pub type Captcha = Arc<dyn CaptchaProvider>;

/// The embedded one: a proof of work that a page does unseen, and that grows with failures.
pub struct EmbeddedCaptcha {
    pub deps: Deps,
    pub attempts: SignInAttempts,
    /// What limits are multiplied with; where it lifts them there is no work to do.
    pub factor: RateFactor,
}

#[async_trait]
impl CaptchaProvider for EmbeddedCaptcha {
    fn name(&self) -> &'static str {
        "embedded"
    }

    fn site_key(&self) -> &'static str {
        ""
    }

    async fn challenge(&self, action: CaptchaAction, from: IpAddr) -> Result<Option<OpenChallenge>, ApiError> {
        let failures = self.attempts.failures_of_address(from).await?;
        let difficulty = captcha::difficulty(failures, self.factor);
        let challenge = Challenge::new(action, difficulty, self.deps.chance.bytes(), self.deps.clock.now());
        Ok(Some(OpenChallenge { challenge: challenge.seal(&self.deps.secrets), difficulty }))
    }

    async fn require(&self, token: &str, action: CaptchaAction, _: IpAddr) -> Result<(), ApiError> {
        let failed = |fault: CaptchaFault| ApiError::new(fault.code());
        let now = self.deps.clock.now();
        let challenge = captcha::verify(Some(token), action, &self.deps.secrets, now).map_err(failed)?;
        let spent = self.deps.store.spent_tokens().spend(challenge.id, 1, challenge.expires_at).await?;
        if spent { Ok(()) } else { Err(failed(CaptchaFault::Failed)) }
    }
}

/// reCAPTCHA: its script gives a page tokens for a named action, and its verifier judges each once (LG-32).
#[derive(Debug, Clone)]
pub struct Recaptcha {
    pub verifier: RecaptchaVerifier,
    /// What its script is loaded with.
    pub site_key: String,
}

#[async_trait]
impl CaptchaProvider for Recaptcha {
    fn name(&self) -> &'static str {
        "recaptcha"
    }

    fn site_key(&self) -> &str {
        &self.site_key
    }

    async fn challenge(&self, _: CaptchaAction, _: IpAddr) -> Result<Option<OpenChallenge>, ApiError> {
        Ok(None)
    }

    async fn require(&self, token: &str, action: CaptchaAction, from: IpAddr) -> Result<(), ApiError> {
        let failed = || ApiError::new(Code::CaptchaFailed);
        if !captcha::may_be_foreign(token) {
            return Err(failed());
        }
        match self.verifier.verify(token, action.as_str(), from).await {
            Ok(CaptchaVerdict::Passed) => Ok(()),
            Ok(CaptchaVerdict::Refused) => Err(failed()),
            Err(_) => Err(ApiError::new(Code::Unavailable)),
        }
    }
}

//! Who says elsewhere that somebody is no machine: reCAPTCHA, asked at its `siteverify` (docs/spec/people.md, "Captcha").

use std::{net::IpAddr, time::Duration};

use serde::{Deserialize, Serialize};
use tracing::warn;

use crate::{ProviderError, api::Api};

/// Where tokens are judged, unless another address is set.
pub const RECAPTCHA_VERIFY_URL: &str = "https://www.google.com/recaptcha/api/siteverify";
/// Where the pages' script comes from, and what it loads from; its frames and calls are the first one's.
pub const RECAPTCHA_ORIGINS: [&str; 2] = ["https://www.google.com", "https://www.gstatic.com"];
/// From 0, surely a machine, to 1: the provider's documents advise to begin with this one.
const LEAST_SCORE: f64 = 0.5;
/// What is wrong with a token, and with nothing of ours.
const FAULTS_OF_TOKENS: [&str; 3] = ["missing-input-response", "invalid-input-response", "timeout-or-duplicate"];

/// What a verifier says of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptchaVerdict {
    /// A person's, new, and for what it is used for.
    Passed,
    Refused,
}

/// reCAPTCHA's judge of tokens. Cheap to clone.
#[derive(Debug, Clone)]
pub struct RecaptchaVerifier {
    api: Api,
    secret: String,
}

#[derive(Serialize)]
struct TokenQuestion<'a> {
    secret: &'a str,
    response: &'a str,
    remoteip: String,
}

/// What it answers, as far as it is read.
#[derive(Deserialize)]
struct TokenVerdict {
    success: bool,
    action: Option<String>,
    score: Option<f64>,
    #[serde(rename = "error-codes", default)]
    faults: Vec<String>,
}

impl RecaptchaVerifier {
    /// Asks at an address with the shop's secret.
    ///
    /// # Errors
    /// [`ProviderError::Address`] for what is neither TLS nor this machine: the secret would be read on the way.
    /// [`ProviderError::Client`] where no client can be made.
    pub fn new(url: &str, secret: String, timeout: Duration) -> Result<Self, ProviderError> {
        Ok(Self { api: Api::secret(url, timeout)?, secret })
    }

    /// Judges the token of somebody at an address, who got it for an action. The verifier judges each once.
    ///
    /// # Errors
    /// Where it gives no verdict, or does not know our secret. It has been logged.
    pub async fn verify(&self, token: &str, action: &str, from: IpAddr) -> Result<CaptchaVerdict, ProviderError> {
        let question = TokenQuestion { secret: &self.secret, response: token, remoteip: from.to_string() };
        let verdict = self.api.post_form(&question).await.and_then(|verdict| read(&verdict, action));
        verdict.inspect_err(|error| warn!(provider = "captcha", %error, "a captcha could not be judged"))
    }
}

fn read(verdict: &TokenVerdict, action: &str) -> Result<CaptchaVerdict, ProviderError> {
    let TokenVerdict { success, action: of, score, faults } = verdict;
    if let Some(ours) = faults.iter().find(|fault| !FAULTS_OF_TOKENS.contains(&fault.as_str())) {
        return Err(ProviderError::Garbage(format!("fault {ours:?}")));
    }
    // A token that names no action is none of the kind that we ask for.
    let is_passed = *success && of.as_deref() == Some(action) && score.is_none_or(|score| score >= LEAST_SCORE);
    Ok(if is_passed { CaptchaVerdict::Passed } else { CaptchaVerdict::Refused })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(verdict: &str) -> Option<CaptchaVerdict> {
        read(&serde_json::from_str(verdict).unwrap(), "login").ok()
    }

    #[test]
    fn a_token_counts_for_its_action_from_a_likely_person() {
        use CaptchaVerdict::{Passed, Refused};
        for (verdict, judged_as) in [
            (r#"{"success":true,"action":"login","score":0.5,"hostname":"a.example"}"#, Some(Passed)),
            (r#"{"success":true,"action":"login"}"#, Some(Passed)),
            (r#"{"success":true,"action":"login","score":0.4}"#, Some(Refused)),
            (r#"{"success":true,"action":"register","score":0.9}"#, Some(Refused)),
            (r#"{"success":true,"score":0.9}"#, Some(Refused)),
            (r#"{"success":false,"error-codes":["timeout-or-duplicate"]}"#, Some(Refused)),
            (r#"{"success":false,"error-codes":["invalid-input-response"]}"#, Some(Refused)),
            (r#"{"success":false}"#, Some(Refused)),
            (r#"{"success":false,"error-codes":["invalid-input-secret"]}"#, None),
            (r#"{"success":false,"error-codes":["timeout-or-duplicate","bad-request"]}"#, None),
        ] {
            assert_eq!(judged(verdict), judged_as, "{verdict}");
        }
    }

    #[test]
    fn the_secret_goes_by_tls_or_stays_on_this_machine() {
        let is_taken = |url: &str| RecaptchaVerifier::new(url, "s".to_owned(), crate::DEFAULT_TIMEOUT).is_ok();
        assert!(is_taken(RECAPTCHA_VERIFY_URL) && is_taken("http://127.0.0.1:9/siteverify"));
        assert!(!is_taken("http://captcha.example/siteverify") && !is_taken("siteverify"));
    }
}

//! The embedded captcha: a proof of work, so that trying many passwords or making many accounts costs something (docs/spec/people.md,
//! "Captcha").
//!
//! A challenge is signed and says what it is for, how hard it is and how long it holds. Whoever wants something looks for a
//! number `n` with which SHA-256 of `{challenge}.{n}` begins with so many zero bits; that text is the token.

use std::ops::RangeInclusive;

use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};

use crate::{
    error::Code,
    key::{Secrets, Signature},
    rate_limit::RateFactor,
};

/// The field in which a token is sent.
pub const FIELD: &str = "googleRecaptchaToken";
/// How long a challenge can be answered.
pub const CHALLENGE_LIFE: SignedDuration = SignedDuration::from_secs(120);
/// Signing in needs a captcha after so many failures of the account or the address, while they count.
pub const FAILURES_BEFORE: u32 = 5;
/// A token is longer than this, whoever makes it (LG-31); characters.
pub const MIN_TOKEN_LENGTH: usize = 250;
/// Characters of a token.
const TOKEN: RangeInclusive<usize> = MIN_TOKEN_LENGTH + 1..=512;
/// Characters of one that is made elsewhere, at most: several times what such tokens have.
const LONGEST_FOREIGN: usize = 8192;
/// Zero bits that are asked for at least, and at most above that.
const EASIEST: u32 = 16;
const HARDER_AT_MOST: u32 = 6;
/// What the key is for that signs challenges.
const PURPOSE: &str = "captcha challenge";
/// The first byte of a challenge; another order of the fields is another form.
const FORM: u8 = 1;
/// Bytes of a challenge: written in hexadecimal digits they make every token long enough.
const BYTES: usize = 128;
/// Bytes of its fields; zeros follow them up to the signature.
const FIELDS: usize = 3 + 8 + 32;
/// Bytes of its signature, with the secret's version.
const SIGNATURE: usize = 4 + 32;

/// What somebody wants to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CaptchaAction {
    Login,
    Register,
}

/// By what a challenge is known again. It is spent with its token.
pub type ChallengeId = [u8; 32];

/// What somebody has to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Challenge {
    pub action: CaptchaAction,
    /// Zero bits with which the token's digest begins.
    pub difficulty: u32,
    pub expires_at: Timestamp,
    /// From a cryptographic source; no two challenges have the same.
    pub id: ChallengeId,
}

/// Why a token does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CaptchaFault {
    /// There is none: 422 with [`FIELD`].
    #[error("a captcha's token is needed")]
    Missing,
    /// It is too short or too long, made up, too old, for something else, or no answer. One that was spent is refused so
    /// too.
    #[error("the captcha's token does not count")]
    Failed,
}

impl CaptchaFault {
    /// Its message code.
    #[must_use]
    pub fn code(self) -> Code {
        match self {
            Self::Missing => Code::Invalid,
            Self::Failed => Code::CaptchaFailed,
        }
    }
}

impl CaptchaAction {
    const ALL: [Self; 2] = [Self::Login, Self::Register];

    /// Its name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::Register => "register",
        }
    }

    /// Reads the name of [`CaptchaAction::as_str`].
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.as_str() == text)
    }

    fn number(self) -> u8 {
        self as u8
    }
}

/// Zero bits that are asked of an address with so many failed sign-ins: one more with each doubling. None where limits are
/// lifted.
#[must_use]
pub fn difficulty(failures: u32, factor: RateFactor) -> u32 {
    if factor.lifts_limits() {
        return 0;
    }
    EASIEST + failures.checked_ilog2().unwrap_or(0).min(HARDER_AT_MOST)
}

/// Whether a text can be a token that was made elsewhere. No other is worth a call.
#[must_use]
pub fn may_be_foreign(token: &str) -> bool {
    token.len() > MIN_TOKEN_LENGTH
        && token.len() <= LONGEST_FOREIGN
        && token.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Whether signing in needs a captcha after so many failures that still count.
#[must_use]
pub fn is_needed(failures_of_account: u32, failures_of_address: u32) -> bool {
    failures_of_account.max(failures_of_address) >= FAILURES_BEFORE
}

impl Challenge {
    /// A challenge that can be answered from now on.
    #[must_use]
    pub fn new(action: CaptchaAction, difficulty: u32, id: ChallengeId, now: Timestamp) -> Self {
        let expires_at = now.checked_add(CHALLENGE_LIFE).unwrap_or(Timestamp::MAX);
        Self { action, difficulty, expires_at, id }
    }

    /// The challenge as a text that nobody can make without a secret.
    #[must_use]
    pub fn seal(&self, secrets: &Secrets) -> String {
        let mut bytes = self.to_bytes();
        bytes.resize(BYTES - SIGNATURE, 0);
        let signature = secrets.sign(PURPOSE, &bytes);
        bytes.extend(signature.version.to_be_bytes());
        bytes.extend(signature.bytes);
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn open(text: &str, secrets: &Secrets) -> Option<Self> {
        let bytes = from_hex(text)?;
        let (fields, signature) = bytes.split_at_checked(BYTES - SIGNATURE)?;
        let (version, signature) = signature.split_first_chunk()?;
        let signature = Signature { version: u32::from_be_bytes(*version), bytes: signature.try_into().ok()? };
        if secrets.has_signed(PURPOSE, fields, &signature) { Self::from_bytes(fields) } else { None }
    }

    fn to_bytes(self) -> Vec<u8> {
        let difficulty = u8::try_from(self.difficulty).unwrap_or(u8::MAX);
        let mut bytes = Vec::with_capacity(BYTES);
        bytes.extend([FORM, self.action.number(), difficulty]);
        bytes.extend(self.expires_at.as_microsecond().to_be_bytes());
        bytes.extend(self.id);
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (fields, _zeros) = bytes.split_first_chunk::<FIELDS>()?;
        let ([form, action, difficulty], rest) = fields.split_first_chunk()?;
        let (expires_at, id) = rest.split_first_chunk()?;
        let action = CaptchaAction::ALL.into_iter().find(|one| one.number() == *action && *form == FORM)?;
        let expires_at = Timestamp::from_microsecond(i64::from_be_bytes(*expires_at)).ok()?;
        Some(Self { action, difficulty: u32::from(*difficulty), expires_at, id: id.try_into().ok()? })
    }
}

/// The challenge that a token answers. It is spent by its id, until it expires.
///
/// # Errors
/// [`CaptchaFault`].
pub fn verify(
    token: Option<&str>,
    action: CaptchaAction,
    secrets: &Secrets,
    now: Timestamp,
) -> Result<Challenge, CaptchaFault> {
    let token = token.ok_or(CaptchaFault::Missing)?;
    answered(token, secrets)
        .filter(|challenge| challenge.action == action && now < challenge.expires_at)
        .ok_or(CaptchaFault::Failed)
}

fn answered(token: &str, secrets: &Secrets) -> Option<Challenge> {
    let (challenge, number) = token.split_once('.')?;
    let is_form =
        TOKEN.contains(&token.len()) && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    if !is_form {
        return None;
    }
    let challenge = Challenge::open(challenge, secrets)?;
    (zero_bits(token) >= challenge.difficulty).then_some(challenge)
}

/// The token that answers a challenge, as clients look for it: 2 to the power of `difficulty` tries on average.
#[must_use]
pub fn solve(challenge: &str, difficulty: u32) -> String {
    let mut tokens = (0_u64..).map(|number| format!("{challenge}.{number}"));
    tokens.find(|token| zero_bits(token) >= difficulty).expect("some number answers it")
}

/// Zero bits with which a text's digest begins.
fn zero_bits(text: &str) -> u32 {
    let digest: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    let zeros = digest.iter().take_while(|byte| **byte == 0).count();
    let next = digest.get(zeros).map_or(0, |byte| byte.leading_zeros());
    u32::try_from(8 * zeros).expect("256 at most") + next
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let is_plain = text.len() == 2 * BYTES && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    if !is_plain {
        return None;
    }
    (0..BYTES).map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()).collect()
}

#[cfg(test)]
mod tests;

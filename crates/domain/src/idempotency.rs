//! Calls that are made once, however often they are sent: the key that a caller gives one, and what a key stands for.

use std::{fmt, str::FromStr};

use jiff::{SignedDuration, Timestamp};

/// How long a key is kept after the first call with it.
pub const KEY_LIFE: SignedDuration = SignedDuration::from_hours(24);

/// How long a call may run before its answer counts as lost. No call takes longer.
pub const LOST_AFTER: SignedDuration = SignedDuration::from_secs(10);

/// An `Idempotency-Key` as a caller wrote it: 8–128 of `[A-Za-z0-9_-]`.
#[derive(Clone, PartialEq, Eq)]
pub struct IdempotencyKey(String);

/// Why a text is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key has 8 to 128 letters, digits, - and _")]
pub struct BadIdempotencyKey;

impl IdempotencyKey {
    /// Its text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for IdempotencyKey {
    type Err = BadIdempotencyKey;

    fn from_str(text: &str) -> Result<Self, BadIdempotencyKey> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let fits = (8..=128).contains(&text.len()) && text.bytes().all(is_allowed);
        if fits { Ok(Self(text.to_owned())) } else { Err(BadIdempotencyKey) }
    }
}

impl fmt::Debug for IdempotencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdempotencyKey(…)")
    }
}

/// What is known of a key that came before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownKey {
    /// Whether it came with the body that comes now.
    pub is_same_body: bool,
    /// Whether the first call has its answer.
    pub is_answered: bool,
    /// When the call with it began.
    pub begun_at: Timestamp,
    /// Until when it counts.
    pub expires_at: Timestamp,
}

/// What a call with a known key is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyState {
    /// The key no longer counts: it is a new one.
    Expired,
    /// It stands for something else.
    OtherBody,
    /// The first answer is there.
    Answered,
    /// The first call is still running.
    Running,
    /// The first call runs no more, and nobody knows its answer.
    Lost,
}

impl KnownKey {
    /// What a call with this key is to do at a moment.
    #[must_use]
    pub fn state(&self, now: Timestamp) -> KeyState {
        match self {
            Self { expires_at, .. } if *expires_at <= now => KeyState::Expired,
            Self { is_same_body: false, .. } => KeyState::OtherBody,
            Self { is_answered: true, .. } => KeyState::Answered,
            Self { begun_at, .. } if now.duration_since(*begun_at) >= LOST_AFTER => KeyState::Lost,
            _ => KeyState::Running,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_the_contracts_form() {
        let is_key = |text: &str| text.parse::<IdempotencyKey>().is_ok();
        assert!(is_key("aZ09_-aZ") && is_key(&"k".repeat(128)));
        for text in ["", "1234567", &"k".repeat(129), "12345678 ", "1234.5678", "näppäimiä"] {
            assert!(!is_key(text), "{text}");
        }
    }

    #[test]
    fn a_key_stands_for_one_call_for_a_day() {
        let begun_at: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        let known = |is_same_body, is_answered| KnownKey {
            is_same_body,
            is_answered,
            begun_at,
            expires_at: begun_at + KEY_LIFE,
        };
        let after = |seconds| begun_at + SignedDuration::from_secs(seconds);
        assert_eq!(known(true, false).state(after(9)), KeyState::Running);
        assert_eq!(known(true, false).state(after(10)), KeyState::Lost);
        assert_eq!(known(true, true).state(after(86_399)), KeyState::Answered);
        assert_eq!(known(true, true).state(after(86_400)), KeyState::Expired);
        assert_eq!(known(false, false).state(after(9)), KeyState::OtherBody);
        assert_eq!(known(false, true).state(after(60)), KeyState::OtherBody);
        assert_eq!(known(false, true).state(after(86_400)), KeyState::Expired);
    }

    #[test]
    fn a_key_is_not_printed() {
        assert_eq!(format!("{:?}", "12345678".parse::<IdempotencyKey>()), "Ok(IdempotencyKey(…))");
    }
}

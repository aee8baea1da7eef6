//! The signature of a notification: `t={unix s},v1={hex HMAC-SHA-256(secret, "{t}." + raw body)}`.

use std::fmt::Write as _;

use hmac::{Hmac, KeyInit, Mac};
use jiff::{SignedDuration, Timestamp};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// How far a signature's time may be from now.
const TOLERANCE: SignedDuration = SignedDuration::from_secs(300);

/// What a provider signs with, and what its notifications are checked against.
#[derive(Clone)]
pub struct ProviderSignature(Vec<u8>);

impl std::fmt::Debug for ProviderSignature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signature(…)")
    }
}

/// A notification as it goes over the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedNotification {
    /// The header's value.
    pub signature: String,
    /// The body, as it was signed.
    pub body: Vec<u8>,
}

impl ProviderSignature {
    /// With this secret.
    #[must_use]
    pub fn new(secret: impl Into<Vec<u8>>) -> Self {
        Self(secret.into())
    }

    /// Signs a body at a moment.
    #[must_use]
    pub fn sign(&self, body: Vec<u8>, now: Timestamp) -> SignedNotification {
        let time = now.as_second();
        let signature = format!("t={time},v1={}", self.hex(time, &body));
        SignedNotification { signature, body }
    }

    /// Whether a header signs this body, lately.
    #[must_use]
    pub fn verifies(&self, header: &str, body: &[u8], now: Timestamp) -> bool {
        let mut parts = header.split(',').filter_map(|part| part.trim().split_once('='));
        let (Some(("t", time)), Some(("v1", given)), None) = (parts.next(), parts.next(), parts.next()) else {
            return false;
        };
        let Some((time, at)) = time.parse().ok().and_then(|time| Some((time, Timestamp::from_second(time).ok()?)))
        else {
            return false;
        };
        let is_same: bool = self.hex(time, body).as_bytes().ct_eq(given.as_bytes()).into();
        is_same && now.duration_since(at).abs() <= TOLERANCE
    }

    fn hex(&self, time: i64, body: &[u8]) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of every length");
        mac.update(format!("{time}.").as_bytes());
        mac.update(body);
        mac.finalize().into_bytes().iter().fold(String::with_capacity(64), |mut hex, byte| {
            let _infallible = write!(hex, "{byte:02x}");
            hex
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_795_262_400 + second).unwrap()
    }

    #[test]
    fn what_was_signed_is_verified_for_five_minutes() {
        let secret = ProviderSignature::new("the test's secret");
        let signed = secret.sign(b"{\"a\": 1}".to_vec(), at(0));
        let verifies = |second| secret.verifies(&signed.signature, &signed.body, at(second));
        assert!(verifies(0) && verifies(300) && verifies(-300));
        assert!(!verifies(301) && !verifies(-301));
    }

    // printf '1795262400.{}' | openssl dgst -sha256 -hmac key
    #[test]
    fn the_form_is_the_contracts() {
        let signed = ProviderSignature::new("key").sign(b"{}".to_vec(), at(0));
        let (time, hex) = signed.signature.split_once(",v1=").unwrap();
        let by_hand = "d64e8f9bc6de55c1ab8899ce0bdef8482ab85817eb20d9a79907e9d0ca1e52c8";
        assert_eq!((time, hex), ("t=1795262400", by_hand));
    }

    #[test]
    fn what_was_changed_or_is_no_signature_is_not() {
        let secret = ProviderSignature::new("the test's secret");
        let signed = secret.sign(b"{\"a\": 1}".to_vec(), at(0));
        assert!(!secret.verifies(&signed.signature, b"{\"a\":1}", at(0)), "another byte");
        assert!(!ProviderSignature::new("another").verifies(&signed.signature, &signed.body, at(0)));
        let (_, hex) = signed.signature.split_once("v1=").unwrap();
        for header in [
            "",
            "t=1795262400",
            &format!("v1={hex}"),
            &format!("t=1795262401,v1={hex}"),
            &format!("t=x,v1={hex}"),
            &format!("t=99999999999999999,v1={hex}"),
            &format!("t=1795262400,v1={hex},v1={hex}"),
            &format!("t=1795262400,v1={}", hex.to_uppercase()),
        ] {
            assert!(!secret.verifies(header, &signed.body, at(0)), "{header}");
        }
    }
}

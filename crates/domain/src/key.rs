//! The key in a tracking link.
//!
//! `orderKey` is the first 128 bits of HMAC-SHA-256(secret *v*, order id ‖ 16 random bytes of the
//! row), written in base62. The row holds the bytes and *v*, so a leaked table opens nothing, and the
//! owner's own orders can show their key again.

use std::{fmt, sync::Arc};

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use subtle::{Choice, ConstantTimeEq};

use crate::ids::OrderId;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Digits of base62 that hold 128 bits.
const KEY_LENGTH: usize = 22;

/// The random bytes of an order's row.
pub type Salt = [u8; 16];

/// What the key of one order is made of, as its row holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeySeed {
    /// The random bytes.
    pub salt: Salt,
    /// Version of the secret.
    pub version: u32,
}

/// The secrets that keys are made with, newest first: the first signs, all verify. Cheap to clone.
#[derive(Clone)]
pub struct Secrets(Arc<[Secret]>);

#[derive(Clone)]
struct Secret {
    version: u32,
    bytes: Vec<u8>,
}

/// Why a text is not a set of secrets. Says nothing of the secrets themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadSecrets {
    /// A part is neither `vN:SECRET` nor the only one.
    #[error("several secrets must be written as v2:…,v1:…")]
    Form,
    /// A secret without a character.
    #[error("a secret is empty")]
    Empty,
    /// The same version twice.
    #[error("each version may stand once")]
    Twice,
}

impl Secrets {
    /// Under this many characters a secret can be guessed.
    pub const STRONG_LENGTH: usize = 16;

    /// Reads `SECRET` (version 1) or `v2:SECRET,v1:SECRET`.
    ///
    /// # Errors
    /// [`BadSecrets`] says what is wrong with the form.
    pub fn parse(text: &str) -> Result<Self, BadSecrets> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let secrets = parts.iter().map(|part| Secret::parse(part, parts.len() == 1)).collect::<Result<Vec<_>, _>>()?;
        let twice = secrets.iter().enumerate().any(|(i, s)| secrets[..i].iter().any(|t| t.version == s.version));
        if twice { Err(BadSecrets::Twice) } else { Ok(Self(secrets.into())) }
    }

    /// Whether one of them is shorter than [`Secrets::STRONG_LENGTH`].
    #[must_use]
    pub fn is_weak(&self) -> bool {
        self.0.iter().any(|secret| secret.bytes.len() < Self::STRONG_LENGTH)
    }

    /// The version that new keys are made with.
    #[must_use]
    pub fn signing_version(&self) -> u32 {
        self.0[0].version
    }

    /// Whether the secret of this version is among them.
    #[must_use]
    pub fn knows(&self, version: u32) -> bool {
        self.0.iter().any(|secret| secret.version == version)
    }

    /// The secret that signs.
    pub(crate) fn newest(&self) -> &[u8] {
        &self.0[0].bytes
    }

    /// All secrets, the one that signs first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(|secret| secret.bytes.as_slice())
    }

    /// The key of an order whose row has this salt and version; none where the version is unknown.
    #[must_use]
    pub fn order_key(&self, version: u32, order: OrderId, salt: &Salt) -> Option<OrderKey> {
        let secret = self.0.iter().find(|secret| secret.version == version)?;
        Some(secret.order_key(order, salt))
    }

    /// Signs a message with the newest secret. Each purpose has a key of its own, so that no signature serves another.
    #[must_use]
    pub fn sign(&self, purpose: &str, message: &[u8]) -> Signature {
        Signature { version: self.signing_version(), bytes: self.0[0].sign(purpose, message) }
    }

    /// What the secret of this version makes of a message for a purpose; none where the version is unknown. It is as good as
    /// random to whoever does not have the secret.
    #[must_use]
    pub fn derive(&self, version: u32, purpose: &str, message: &[u8]) -> Option<[u8; 32]> {
        let secret = self.0.iter().find(|secret| secret.version == version)?;
        Some(secret.sign(purpose, message))
    }

    /// Whether one of the secrets has signed this message for this purpose.
    #[must_use]
    pub fn has_signed(&self, purpose: &str, message: &[u8], signature: &Signature) -> bool {
        let known = self.0.iter().find(|secret| secret.version == signature.version);
        known.is_some_and(|secret| secret.sign(purpose, message).ct_eq(&signature.bytes).into())
    }

    /// Whether `given` is the key of this order. Takes the same time for right and wrong, known and
    /// unknown: an order that is not there is checked against a made-up row.
    #[must_use]
    pub fn opens(&self, given: &str, order: OrderId, row: Option<(u32, &Salt)>) -> bool {
        let (version, salt) = row.unwrap_or((self.signing_version(), &[0; 16]));
        let known = self.0.iter().find(|secret| secret.version == version);
        let key = known.unwrap_or(&self.0[0]).order_key(order, salt);
        let same = key.0.as_bytes().ct_eq(given.as_bytes());
        let counts = Choice::from(u8::from(row.is_some() && known.is_some()));
        (same & counts).into()
    }
}

impl Secret {
    fn parse(part: &str, alone: bool) -> Result<Self, BadSecrets> {
        let versioned = part.split_once(':').and_then(|(v, secret)| {
            let version = v.strip_prefix('v')?.parse().ok()?;
            Some((version, secret))
        });
        let (version, secret) = match versioned {
            Some(found) => found,
            None if alone => (1, part),
            None => return Err(BadSecrets::Form),
        };
        if secret.is_empty() {
            return Err(BadSecrets::Empty);
        }
        Ok(Self { version, bytes: secret.as_bytes().to_vec() })
    }

    fn sign(&self, purpose: &str, message: &[u8]) -> [u8; 32] {
        // Longer than what order keys are made of, so that this is never one.
        let of_the_purpose = hmac(&self.bytes, &[b"the key of a signature: ", purpose.as_bytes()]);
        hmac(&of_the_purpose, &[message])
    }

    fn order_key(&self, order: OrderId, salt: &Salt) -> OrderKey {
        let digest = hmac(&self.bytes, &[&order.0.to_be_bytes(), salt]);
        let mut first = [0; 16];
        first.copy_from_slice(&digest[..16]);
        OrderKey(base62(u128::from_be_bytes(first)))
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let versions: Vec<u32> = self.0.iter().map(|secret| secret.version).collect();
        write!(f, "Secrets(versions {versions:?})")
    }
}

fn hmac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of every length");
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

/// What shows that whoever has a secret wrote a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature {
    /// Version of the secret.
    pub version: u32,
    pub bytes: [u8; 32],
}

/// The key of one order, as it stands in its tracking link.
#[derive(Clone, PartialEq, Eq)]
pub struct OrderKey(String);

impl OrderKey {
    /// The text for the link; goes into answers alone, never into a log.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for OrderKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OrderKey(…)")
    }
}

/// SHA-256 of a key or token, by which it is kept and looked up. The text itself is kept nowhere.
#[must_use]
pub fn fingerprint(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

fn base62(mut value: u128) -> String {
    let mut digits = [b'0'; KEY_LENGTH];
    for digit in digits.iter_mut().rev() {
        let index = usize::try_from(value % 62).expect("a remainder of 62");
        *digit = ALPHABET[index];
        value /= 62;
    }
    digits.iter().map(|byte| char::from(*byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ONE: &str = "correct horse battery";
    const TWO: &str = "staple of another year";

    fn secrets(text: &str) -> Secrets {
        Secrets::parse(text).unwrap()
    }

    #[test]
    fn reads_one_or_several() {
        assert_eq!(secrets(ONE).signing_version(), 1);
        let rotated = secrets(&format!("v2:{TWO},v1:{ONE}"));
        assert_eq!((rotated.signing_version(), rotated.knows(1), rotated.knows(3)), (2, true, false));
        assert!(secrets("fifteen letters").is_weak() && !secrets("sixteen letters!").is_weak());
        assert!(secrets(&format!("v2:{TWO},v1:short")).is_weak(), "one of them is");
        assert_eq!(Secrets::parse("").unwrap_err(), BadSecrets::Empty);
        assert_eq!(Secrets::parse(&format!("{ONE},{TWO}")).unwrap_err(), BadSecrets::Form);
        assert_eq!(Secrets::parse(&format!("v1:{ONE},v1:{TWO}")).unwrap_err(), BadSecrets::Twice);
    }

    #[test]
    fn a_rotated_secret_still_opens_what_it_signed() {
        let salt = [7; 16];
        let key = secrets(ONE).order_key(1, OrderId(5), &salt).unwrap();
        let rotated = secrets(&format!("v2:{TWO},v1:{ONE}"));
        assert!(rotated.opens(key.reveal(), OrderId(5), Some((1, &salt))));
        assert!(!secrets(&format!("v2:{TWO}")).opens(key.reveal(), OrderId(5), Some((1, &salt))));
    }

    /// Links that were sent must open for as long as their secret is known: how a key is made cannot change.
    #[test]
    fn a_key_is_base62_of_the_first_bits_of_its_hmac() {
        let numbers = [(0, "0"), (61, "z"), (62, "10"), (3845, "101"), (u128::MAX, "7n42DGM5Tflk9n8mt7Fhc7")];
        for (number, digits) in numbers {
            assert_eq!(base62(number), format!("{digits:0>22}"));
        }
        let key = secrets(ONE).order_key(1, OrderId(5), &[7; 16]).unwrap();
        assert_eq!(key.reveal(), "19WcGKrEjO57Vo5St84pzd");
    }

    #[test]
    fn nothing_opens_an_order_that_is_not_there() {
        let all = secrets(ONE);
        let key = all.order_key(1, OrderId(5), &[0; 16]).unwrap();
        assert!(!all.opens(key.reveal(), OrderId(5), None));
    }

    #[test]
    fn a_signature_holds_for_its_message_and_purpose_alone() {
        let signature = secrets(ONE).sign("tokens", b"12 euros");
        let rotated = secrets(&format!("v2:{TWO},v1:{ONE}"));
        assert!(rotated.has_signed("tokens", b"12 euros", &signature));
        assert_eq!(rotated.sign("tokens", b"12 euros").version, 2);
        for (purpose, message) in [("tokens", "13 euros"), ("token", "s12 euros"), ("payments", "12 euros")] {
            assert!(!rotated.has_signed(purpose, message.as_bytes(), &signature), "{purpose} {message}");
        }
        assert!(!secrets(&format!("v2:{TWO}")).has_signed("tokens", b"12 euros", &signature), "forgotten");
        let other_version = Signature { version: 2, ..signature };
        assert!(!rotated.has_signed("tokens", b"12 euros", &other_version));
    }

    #[test]
    fn neither_key_nor_secret_is_printed() {
        let all = secrets(ONE);
        let key = all.order_key(1, OrderId(5), &[0; 16]).unwrap();
        assert_eq!(format!("{key:?} {all:?}"), "OrderKey(…) Secrets(versions [1])");
    }

    proptest! {
        #[test]
        fn a_key_opens_its_own_order_alone(a in 1..i64::MAX, b in 1..i64::MAX, salt: [u8; 16], other: [u8; 16]) {
            let all = secrets(ONE);
            let key = all.order_key(1, OrderId(a), &salt).unwrap();
            prop_assert_eq!(key.reveal().len(), 22);
            prop_assert!(key.reveal().bytes().all(|c| c.is_ascii_alphanumeric()));
            prop_assert!(all.opens(key.reveal(), OrderId(a), Some((1, &salt))));
            prop_assert_eq!(all.opens(key.reveal(), OrderId(b), Some((1, &salt))), a == b);
            prop_assert_eq!(all.opens(key.reveal(), OrderId(a), Some((1, &other))), salt == other);
        }
    }
}

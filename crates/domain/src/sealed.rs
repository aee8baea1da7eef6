//! What is kept in such a form that a leaked table opens nothing: values by which a text is known again, and texts that
//! can be read with the secrets alone. Each purpose has keys of its own.

use hmac::{Hmac, KeyInit, Mac};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::key::Secrets;

/// The random bytes that a text is sealed with; never the same twice.
pub type SealNonce = [u8; NONCE_LEN];

/// What a key is for; another purpose has another key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purpose(pub &'static str);

impl Purpose {
    /// By what a text is known again: the same text has the same, and nobody finds the text by it.
    #[must_use]
    pub fn fingerprint(self, secrets: &Secrets, text: &[u8]) -> [u8; 32] {
        fingerprint(&self.key(secrets.newest()), text)
    }

    /// Whether this is the fingerprint of a text, also with a secret that signs no more.
    #[must_use]
    pub fn is_fingerprint(self, secrets: &Secrets, text: &[u8], kept: &[u8]) -> bool {
        secrets.all().any(|secret| fingerprint(&self.key(secret), text).ct_eq(kept).into())
    }

    /// A text that only the secrets open, and only at its place.
    #[must_use]
    pub fn seal(self, secrets: &Secrets, place: &[u8], nonce: SealNonce, text: &[u8]) -> Vec<u8> {
        let mut sealed = text.to_vec();
        let sealing = cipher(&self.key(secrets.newest())).seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::from(place),
            &mut sealed,
        );
        sealing.expect("only a text of gigabytes is too long");
        [nonce.as_slice(), &sealed].concat()
    }

    /// The text; none where it was sealed with other secrets, for another place, or was changed.
    #[must_use]
    pub fn open(self, secrets: &Secrets, place: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE_LEN>()?;
        secrets.all().find_map(|secret| {
            let (nonce, mut text) = (Nonce::assume_unique_for_key(*nonce), sealed.to_vec());
            let length = cipher(&self.key(secret)).open_in_place(nonce, Aad::from(place), &mut text).ok()?.len();
            text.truncate(length);
            Some(text)
        })
    }

    fn key(self, secret: &[u8]) -> [u8; 32] {
        fingerprint(secret, self.0.as_bytes())
    }
}

fn cipher(key: &[u8; 32]) -> LessSafeKey {
    LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, key).expect("32 bytes are a key"))
}

fn fingerprint(key: &[u8], text: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of every length");
    mac.update(text);
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWERS: Purpose = Purpose("answers");

    fn secrets(text: &str) -> Secrets {
        Secrets::parse(text).unwrap()
    }

    #[test]
    fn a_text_is_known_again_also_after_the_secret_was_changed() {
        let (old, new) = (secrets("v1:one"), secrets("v2:two,v1:one"));
        let kept = ANSWERS.fingerprint(&old, b"pizza");
        assert!(ANSWERS.is_fingerprint(&old, b"pizza", &kept) && ANSWERS.is_fingerprint(&new, b"pizza", &kept));
        assert!(!ANSWERS.is_fingerprint(&old, b"pasta", &kept));
        assert!(!ANSWERS.is_fingerprint(&secrets("two"), b"pizza", &kept));
        assert!(!Purpose("orders").is_fingerprint(&old, b"pizza", &kept));
    }

    #[test]
    fn a_text_is_opened_by_its_secrets_at_its_place_alone() {
        let (old, new) = (secrets("v1:one"), secrets("v2:two,v1:one"));
        let sealed = ANSWERS.seal(&old, b"here", [7; 12], b"orderKey");
        assert!(!sealed.windows(8).any(|part| part == b"orderKey"));
        assert_eq!(ANSWERS.open(&new, b"here", &sealed).as_deref(), Some(b"orderKey".as_slice()));
        assert_eq!(ANSWERS.open(&new, b"there", &sealed), None);
        assert_eq!(ANSWERS.open(&secrets("two"), b"here", &sealed), None);
        assert_eq!(Purpose("orders").open(&old, b"here", &sealed), None);
        let mut changed = sealed.clone();
        changed[14] ^= 1;
        assert_eq!(ANSWERS.open(&old, b"here", &changed), None);
        assert_eq!(ANSWERS.open(&old, b"here", &sealed[..11]), None);
    }
}

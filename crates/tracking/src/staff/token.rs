//! The token of the configuration, which stands for a user of the call centre.

use std::fmt;

use domain::key::fingerprint;
use subtle::ConstantTimeEq;

/// `OVELLE_STAFF_TOKEN`: for machines and tests. Only its SHA-256 is kept, and it is not printed.
#[derive(Clone)]
pub struct StaffToken([u8; 32]);

impl StaffToken {
    /// A token as it was configured.
    #[must_use]
    pub fn new(token: &str) -> Self {
        Self(fingerprint(token))
    }

    /// Whether this is the token. Takes the same time either way.
    #[must_use]
    pub fn opens(&self, token: &str) -> bool {
        fingerprint(token).ct_eq(&self.0).into()
    }
}

impl fmt::Debug for StaffToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StaffToken(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_to_itself_alone() {
        let token = StaffToken::new("a machine's own");
        assert!(token.opens("a machine's own"));
        assert!(!token.opens("a machine's") && !token.opens(""));
        assert!(!format!("{token:?}").contains("machine"));
    }
}

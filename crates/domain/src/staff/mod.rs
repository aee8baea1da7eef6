//! The people of the chain: by what they sign in, for how long, and what they are there for.

mod roles;

use std::{fmt, str::FromStr};

use jiff::SignedDuration;

pub use roles::{Role, Roles, UnknownRole};

/// After this much without a call a session has ended.
pub const SESSION_IDLE: SignedDuration = SignedDuration::from_hours(12);
/// However busy it is, a session has ended after this.
pub const SESSION_LONGEST: SignedDuration = SignedDuration::from_hours(7 * 24);
/// How long a live token may wait for its use (docs/spec/hub.md, "Staff").
pub const LIVE_TOKEN_LIFE: SignedDuration = SignedDuration::from_secs(60);

/// The longest address that mail can be sent to, in characters.
const LONGEST_EMAIL: usize = 254;

/// An e-mail address in the one spelling by which it is kept and compared: small letters, no space
/// around it. Not printed by `Debug`: it is a person's.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Email(String);

/// A text that is no e-mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an e-mail address")]
pub struct NotAStaffEmail;

impl Email {
    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Email {
    type Err = NotAStaffEmail;
    /// Something, one `@`, something with a dot inside. Whether anybody lives there only a mail can tell.
    fn from_str(text: &str) -> Result<Self, NotAStaffEmail> {
        let email = text.trim().to_lowercase();
        let is_plain = |c: char| !c.is_whitespace() && !c.is_control();
        let has_form = email.split_once('@').is_some_and(|(name, host)| {
            !name.is_empty()
                && !host.contains('@')
                && host.split('.').count() >= 2
                && host.split('.').all(|part| !part.is_empty())
        });
        let fits = email.chars().count() <= LONGEST_EMAIL && email.chars().all(is_plain);
        if has_form && fits { Ok(Self(email)) } else { Err(NotAStaffEmail) }
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Email(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_spelling() {
        let email: Email = " Aino.Aalto@Ovelle.Example ".parse().unwrap();
        assert_eq!(email.as_str(), "aino.aalto@ovelle.example");
        assert_eq!("ÄITI@ovelle.example".parse::<Email>().unwrap().as_str(), "äiti@ovelle.example");
        assert_eq!(format!("{email:?}"), "Email(…)");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let of_characters = |count: usize| format!("{}@ovelle.example", "ä".repeat(count - "@ovelle.example".len()));
        assert!(of_characters(254).parse::<Email>().is_ok());
        let long = of_characters(255);
        for text in [
            "",
            "aino",
            "@ovelle.example",
            "aino@",
            "aino@ovelle",
            "a@b@c.fi",
            "a b@c.fi",
            "a@c..fi",
            "a\0@c.fi",
            &long,
        ] {
            assert_eq!(text.parse::<Email>(), Err(NotAStaffEmail), "{text}");
        }
    }
}

//! By what e-mail addresses are compared, of staff and customers alike (docs/spec/people.md, "Roles", "Register").

use std::{fmt, str::FromStr};

use crate::words::{self, NotAnEmail, without_format};

/// The longest address that mail can be sent to, in characters.
const LONGEST: usize = 254;

/// An e-mail address in the one spelling by which addresses are compared: ASCII small letters, the host in its ASCII form
/// (IDN). Of any text, an address or not.
#[must_use]
pub fn comparable(email: &str) -> String {
    let seen = without_format(email).unwrap_or_else(|_| email.to_owned());
    let seen = seen.trim();
    let Some((local, host)) = seen.rsplit_once('@') else { return seen.to_ascii_lowercase() };
    let ascii = if host.is_ascii() { None } else { idna::domain_to_ascii(host).ok() };
    format!("{local}@{}", ascii.as_deref().unwrap_or(host)).to_ascii_lowercase()
}

/// A customer's e-mail address, as [`comparable`] spells it. Mail goes to this spelling.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CustomerEmail(String);

impl CustomerEmail {
    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CustomerEmail {
    type Err = NotAnEmail;

    fn from_str(text: &str) -> Result<Self, NotAnEmail> {
        let seen = without_format(text).map_err(|_| NotAnEmail)?;
        let email = words::email(&seen)?.to_ascii_lowercase();
        if email.len() <= LONGEST { Ok(Self(email)) } else { Err(NotAnEmail) }
    }
}

impl fmt::Display for CustomerEmail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for CustomerEmail {
    /// Without the address: it is a person's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CustomerEmail(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Option<String> {
        text.parse::<CustomerEmail>().ok().map(|email| email.as_str().to_owned())
    }

    #[test]
    fn an_address_has_one_spelling() {
        for (text, spelling) in [
            (" Aino.Aalto@Ovelle.Example ", "aino.aalto@ovelle.example"),
            ("aino@MÄKELÄ.fi", "aino@xn--mkel-load.fi"),
            ("aino@ma\u{308}kela\u{308}.fi", "aino@xn--mkel-load.fi"),
            ("aino@XN--MKEL-LOAD.fi", "aino@xn--mkel-load.fi"),
            ("\u{202a}aino@\u{200b}ovelle.example\u{202c}", "aino@ovelle.example"),
            ("aino+pizza@ovelle.example", "aino+pizza@ovelle.example"),
        ] {
            assert_eq!(comparable(text), spelling, "{text}");
            assert_eq!(read(text).as_deref(), Some(spelling), "{text}");
        }
    }

    #[test]
    fn letters_beyond_ascii_are_told_apart_before_the_host() {
        assert_ne!(comparable("ÄITI@ovelle.example"), comparable("äiti@ovelle.example"));
        for (text, spelling) in
            [("ÄITI@Ovelle.Example", "Äiti@ovelle.example"), ("Aino", "aino"), ("", ""), ("a\nB", "a\nb")]
        {
            assert_eq!(comparable(text), spelling, "{text}");
        }
    }

    #[test]
    fn a_customers_address_is_one_that_mail_reaches() {
        for text in
            ["", "aino", "aino@ovelle", "äiti@ovelle.example", "a b@c.fi", "a@b@c.fi", "aino\n@c.fi", "a,b@c.fi"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        let of_length = |length: usize| format!("{}@{}fi", "a".repeat(64), "b.".repeat((length - 67) / 2));
        assert_eq!(read(&of_length(253)).map(|email| email.len()), Some(253));
        assert_eq!(read(&of_length(255)), None);
        assert_eq!(format!("{:?}", "aino@c.fi".parse::<CustomerEmail>()), "Ok(CustomerEmail(…))");
    }

    proptest! {
        #[test]
        fn what_was_compared_once_stays(text in "\\PC{0,12}@?\\PC{0,12}(\\.\\PC{1,4})?") {
            let once = comparable(&text);
            prop_assert_eq!(comparable(&once), once);
        }

        #[test]
        fn a_customers_address_is_kept_as_it_is_compared(text in "[!-~]{1,12}@[A-Za-zäÖ-]{1,8}\\.[A-Za-zé]{1,4}") {
            if let Ok(email) = text.parse::<CustomerEmail>() {
                prop_assert_eq!(comparable(&text), email.as_str());
                prop_assert_eq!(comparable(email.as_str()), email.as_str());
                prop_assert_eq!(email.as_str().parse::<CustomerEmail>(), Ok(email));
            }
        }
    }
}

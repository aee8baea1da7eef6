//! E-mail addresses.

use std::borrow::Cow;

/// The longest label of a host, and the longest host, in bytes (RFC 1035).
const LONGEST: (usize, usize) = (63, 253);
/// The longest local part, in bytes (RFC 5321).
const LONGEST_LOCAL: usize = 64;

/// A text that is no e-mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an e-mail address")]
pub struct NotAnEmail;

/// Reads an e-mail address; a host with letters of other alphabets has its ASCII form (IDN).
///
/// # Errors
/// [`NotAnEmail`].
pub fn email(text: &str) -> Result<String, NotAnEmail> {
    let (local, host) = text.trim().split_once('@').ok_or(NotAnEmail)?;
    let host = if host.is_ascii() {
        Cow::Borrowed(host)
    } else {
        Cow::Owned(idna::domain_to_ascii(host).map_err(|_| NotAnEmail)?)
    };
    if is_local_part(local) && is_host(&host) { Ok(format!("{local}@{host}")) } else { Err(NotAnEmail) }
}

fn is_local_part(local: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_graphic() && !b",;:<>()[]\"".contains(&byte);
    local.len() <= LONGEST_LOCAL && local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_allowed))
}

fn is_host(host: &str) -> bool {
    let is_label = |label: &str| {
        let is_inside = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        is_inside && !label.is_empty() && label.len() <= LONGEST.0 && !label.starts_with('-') && !label.ends_with('-')
    };
    host.contains('.') && host.len() <= LONGEST.1 && host.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_address_has_a_local_part_and_a_host() {
        for (text, read) in [
            ("aino@example.fi", "aino@example.fi"),
            (" Aino.Virtanen+pizza@Sub.Example.fi ", "Aino.Virtanen+pizza@Sub.Example.fi"),
            ("aino@mäkelä.fi", "aino@xn--mkel-load.fi"),
            ("a!#$%&'*+/=?^_`{|}~-@d.fi", "a!#$%&'*+/=?^_`{|}~-@d.fi"),
        ] {
            assert_eq!(email(text).as_deref(), Ok(read), "{text}");
        }
        for text in [
            "",
            "aino",
            "@example.fi",
            "aino@",
            "aino@example",
            "a b@example.fi",
            "aino@@example.fi",
            "a@b..fi",
            "a@.b.fi",
            "a@b.fi.",
            ".a@b.fi",
            "a.@b.fi",
            "a..b@c.fi",
            &format!("{}@b.fi", "a".repeat(65)),
            "a,c@d.fi",
            "a;c@d.fi",
            "a:c@d.fi",
            "<a@d.fi>",
            "a(c)@d.fi",
            "[a]@d.fi",
            "\"a\"@d.fi",
            "a..b@d.fi",
            "äiti@d.fi",
            "a@-d.fi",
            "a@d-.fi",
            "a@d_e.fi",
            "a@d.fi,b@e.fi",
            "a@ä ö.fi",
            "a@\u{2024}\u{2024}.fi",
        ] {
            assert_eq!(email(text), Err(NotAnEmail), "{text}");
        }
    }

    #[test]
    fn each_part_has_its_longest() {
        let is_read = |text: &str| email(text).is_ok();
        let local = |length: usize| format!("{}@b.fi", "a".repeat(length));
        assert!(is_read(&local(64)) && !is_read(&local(65)));
        let label = |length: usize| format!("a@{}.fi", "b".repeat(length));
        assert!(is_read(&label(63)) && !is_read(&label(64)));
        let host = |last: usize| format!("a@{}{}", "b.".repeat(100), "c".repeat(last));
        assert!(is_read(&host(53)) && !is_read(&host(54)), "253 bytes");
    }

    proptest! {
        #[test]
        fn what_was_read_once_stays(text in "\\PC{0,12}@?\\PC{0,12}(\\.\\PC{1,4})?") {
            if let Ok(read) = email(&text) {
                prop_assert!(read.bytes().all(|byte| byte.is_ascii_graphic()));
                prop_assert_eq!(email(&read), Ok(read));
            }
        }
    }
}

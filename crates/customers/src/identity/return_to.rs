//! Where somebody goes on after they have signed in: a page of ours alone (docs/spec/people.md, "Login").

use std::fmt::Write as _;

/// The longest address, in characters.
const LONGEST: usize = 200;
/// What is no page to go on to.
const NO_PAGES: [&str; 3] = ["api", "kirjaudu", "rekisteroidy"];

/// The address, where it is one of our pages.
pub(crate) fn accepted(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('/')?;
    let is_plain = text.len() <= LONGEST && text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    let mut segments = path.split('/');
    let first = segments.next().unwrap_or_default();
    let is_ours = is_plain
        && !text.contains("//")
        && !first.contains('%')
        && !NO_PAGES.iter().any(|page| first.eq_ignore_ascii_case(page))
        && !path.split('/').any(is_a_step);
    is_ours.then_some(text)
}

/// Whether a browser reads a segment as a step in the tree.
fn is_a_step(segment: &str) -> bool {
    let plain = segment.to_ascii_lowercase().replace("%2e", ".");
    plain == "." || plain == ".."
}

/// A text as a part of a fragment.
pub(crate) fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _infallible = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_ours_are_taken() {
        let longest = format!("/{}", "a".repeat(LONGEST - 1));
        for page in ["/", "/ostoskori", "/asiakastili/tilaukset?sivu=2#alku", "/apila", "/a/api", &longest] {
            assert_eq!(accepted(page), Some(page), "{page}");
        }
    }

    #[test]
    fn nothing_else_is() {
        let too_long = format!("/{}", "a".repeat(LONGEST));
        for other in [
            "",
            "a",
            "//evil.example",
            "/a//b",
            "/\\evil.example",
            "/a\\b",
            "https://evil.example",
            "javascript:alert(1)",
            "/\tevil",
            "/ a",
            "/ä",
            "/api",
            "/api/users/logout",
            "/API/x",
            "/kirjaudu",
            "/kirjaudu#identity=token",
            "/rekisteroidy",
            "/rekisteroidy/syntymaaika",
            "/./api",
            "/a/../api",
            "/a/%2E%2e/api",
            "/%61pi",
            "/.//evil.example",
            &too_long,
        ] {
            assert_eq!(accepted(other), None, "{other}");
        }
    }

    #[test]
    fn what_stands_in_a_fragment_cannot_end_it() {
        assert_eq!(encoded("/a?b=c&d#e"), "%2Fa%3Fb%3Dc%26d%23e");
    }
}

//! A text of a page without what could name a person or open something of theirs.

use chain::PromotionCode;
use domain::words::{
    Lines, Words,
    masked::{MASK, without_numbers},
};

/// A word of letters and digits that is so long is a key or a token.
const TOKEN: usize = 16;
/// What follows these in an address or a text, whatever it looks like.
const SECRETS: [&str; 9] =
    ["orderkey", "order-key", "token", "password", "secret", "authorization", "bearer", "code", "email"];

/// The text in one line, without e-mails, phone numbers, keys, tokens and personal codes, `longest` characters of it.
pub(crate) fn masked(text: &str, longest: usize) -> String {
    let seen = Words::cleaned(text, Lines::One).map(String::from).unwrap_or_default();
    let mut said = String::with_capacity(seen.len());
    let mut is_secret_next = false;
    for (part, is_word) in parts(&seen) {
        if !is_word {
            // Only what stands between a name and its value keeps the value masked.
            is_secret_next &= part.chars().all(|sign| matches!(sign, '=' | ':' | ' ' | '"' | '\''));
            said.push_str(part);
            continue;
        }
        let is_name = SECRETS.iter().any(|name| part.to_ascii_lowercase().ends_with(name));
        said.push_str(if (is_secret_next && !is_name) || is_telling(part) { MASK } else { part });
        is_secret_next = is_name;
    }
    without_numbers(&said).chars().take(longest).collect()
}

/// The words of a text and what stands between them, in turn; an address' parts are words, an e-mail is one.
fn parts(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let is_word = is_of_word(first);
        let end = rest.find(|letter| is_of_word(letter) != is_word).unwrap_or(rest.len());
        let (part, behind) = rest.split_at(end);
        rest = behind;
        Some((part, is_word))
    })
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '@' | '-' | '_' | '.' | '+' | '%')
}

/// Whether a word is an e-mail address, a personal code, or a key or token of either's making.
fn is_telling(word: &str) -> bool {
    if word.contains('@') || word.to_ascii_lowercase().contains("%40") {
        return true;
    }
    let has = |what: fn(&char) -> bool| word.chars().any(|letter| what(&letter));
    let (digits, letters) = (has(char::is_ascii_digit), has(char::is_ascii_alphabetic));
    let is_code = || digits && PromotionCode::read(word).is_ok_and(|code| code.is_personal_form());
    let is_token = word.len() >= TOKEN && digits && letters && !word.contains('.');
    // Three parts of letters, as of a signed token.
    let is_signed = word.len() >= TOKEN * 3 && word.split('.').count() == 3;
    is_token || is_signed || is_code()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_somebody_or_opens_something_is_left_out() {
        for (text, left) in [
            (
                "TypeError: x is undefined at Menu (menu-1a2b3c.js:12:34)",
                "TypeError: x is undefined at Menu (menu-1a2b3c.js:12:34)",
            ),
            ("/tilaus/10234?orderKey=aB3_x", "/tilaus/***?orderKey=***"),
            ("order-key: \"abc\", token=xyz", "order-key: \"***\", token=***"),
            ("Authorization: Bearer abc.def.ghi jatkuu", "Authorization: Bearer *** jatkuu"),
            ("aino.virtanen+1@example.fi ei kelpaa", "*** ei kelpaa"),
            ("?email=aino%40example.fi&page=2", "?email=***&page=2"),
            ("soita 040 123 4567 heti", "soita *** heti"),
            ("+358 40 1234567", "+***"),
            ("koodi 7q2m9x4t8w3kd tai 7Q2M-9X4T-8W3K-D", "koodi *** tai ***"),
            ("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhaW5vIn0.abcDEF", "***"),
            ("key 3q9fZx7Lk2PqR8sT", "key ***"),
            ("a\u{1b}[2J\r\nWARN b", "a[2J WARN b"),
        ] {
            assert_eq!(masked(text, 500), left, "{text}");
        }
    }

    #[test]
    fn it_ends_in_time_and_leaves_no_part_of_a_number_behind() {
        assert_eq!(masked(&"ä".repeat(501), 500), "ä".repeat(500));
        assert_eq!(masked(&format!("{} 123456", "a ".repeat(48)), 100), format!("{}***", "a ".repeat(48)));
    }
}

//! What a log may keep of a text that somebody else wrote.

/// Stands in the place of what is left out.
pub const MASK: &str = "***";
/// So many digits in a row may be a phone number or an order's.
const TELLING_DIGITS: usize = 5;

/// The text with each long number left out; blanks, hyphens, points and brackets do not end one.
#[must_use]
pub fn without_numbers(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut number = String::new();
    for letter in text.chars().map(Some).chain([None]) {
        match letter {
            Some(digit) if digit.is_ascii_digit() => number.push(digit),
            Some(' ' | '-' | '.' | '(' | ')') if !number.is_empty() => number.extend(letter),
            _ => {
                let digits = number.chars().filter(char::is_ascii_digit).count();
                let behind = number.trim_end_matches(|letter: char| !letter.is_ascii_digit()).len();
                said.push_str(if digits < TELLING_DIGITS { &number[..behind] } else { MASK });
                said.push_str(&number[behind..]);
                number.clear();
                said.extend(letter);
            }
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn long_numbers_go_however_they_are_grouped() {
        for (text, left) in [
            ("soita 040 123 4567 heti", "soita *** heti"),
            ("+358 (0)40-12.34 567", "+***"),
            ("2 pizzaa, 3 dippiä, klo 18.30", "2 pizzaa, 3 dippiä, klo 18.30"),
            ("tilaus 1023 tai 10234", "tilaus 1023 tai ***"),
            ("12345", "***"),
            ("1234 ", "1234 "),
            ("", ""),
        ] {
            assert_eq!(without_numbers(text), left, "{text}");
        }
    }

    proptest! {
        #[test]
        fn none_is_left(text in "[a-z0-9 .()-]{0,40}") {
            let said = without_numbers(&text).replace([' ', '-', '.', '(', ')'], "");
            let longest = said.split(|letter: char| !letter.is_ascii_digit()).map(str::len).max();
            prop_assert!(longest.is_none_or(|digits| digits < TELLING_DIGITS), "{said}");
        }
    }
}

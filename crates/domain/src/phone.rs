//! Phone numbers, in the one spelling by which they are compared.

/// The digits of a phone number as it is dialled in Finland: without spaces, dashes and brackets, and
/// without Finland's own prefix in any of its spellings. Other countries keep theirs, as `00…`. None
/// where there is no digit.
#[must_use]
pub fn comparable(phone: &str) -> Option<String> {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    if digits.is_empty() {
        return None;
    }
    let has_plus = phone.trim_start_matches(['(', ' ']).starts_with('+');
    let significant = digits.trim_start_matches('0');
    let zeros = digits.len() - significant.len();
    if !has_plus && zeros < 2 {
        return Some(home(&digits));
    }
    let national = significant.strip_prefix(FINLAND);
    // No country begins with 0: whoever writes `+040` or `00040` means a number of their own.
    let is_abroad = zeros == 2 || (has_plus && zeros == 0);
    match national {
        // `+358 (0)40`: some write both.
        Some(national) => Some(format!("0{}", national.trim_start_matches('0'))),
        None if is_abroad => Some(format!("00{significant}")),
        None => Some(format!("0{significant}")),
    }
}

const FINLAND: &str = "358";

/// A whole Finnish number with its country but without the sign, as machines write it.
fn home(digits: &str) -> String {
    match digits.strip_prefix(FINLAND) {
        Some(national) if national.len() >= 8 => format!("0{national}"),
        _ => digits.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_number_has_one_spelling() {
        let spellings = [
            "040 123 4567",
            "+358 40 123 4567",
            "+358401234567",
            "00358 40 1234567",
            "358401234567",
            "(+358) 40-1234567",
            "+358 (0)40 123 4567",
            "0401234567",
            "+ 040 123 4567",
            "+0401234567",
            "00040 123 4567",
            "+0358 40 123 4567",
            "+00358 40 123 4567",
            "000358401234567",
            "+358 00 40 123 4567",
        ];
        for spelling in spellings {
            assert_eq!(comparable(spelling).as_deref(), Some("0401234567"), "{spelling}");
        }
    }

    #[test]
    fn beginnings_and_strangers_keep_their_digits() {
        for (phone, expected) in [
            ("+358 40", "040"),
            ("040 12", "04012"),
            ("+46 70 123 45 67", "0046701234567"),
            ("0046 70 123 45 67", "0046701234567"),
            ("+0046 70 123 45 67", "0046701234567"),
            ("03 581 2345", "035812345"),
            ("09 000 0000", "090000000"),
            ("358", "358"),
            ("35891234567", "091234567"),
            ("3589123456", "3589123456"),
        ] {
            assert_eq!(comparable(phone).as_deref(), Some(expected), "{phone}");
        }
        assert_eq!((comparable(""), comparable("ei ole")), (None, None));
    }

    proptest! {
        #[test]
        fn what_was_compared_once_stays(phone in "[+]?[0-9 ()-]{0,20}") {
            let once = comparable(&phone);
            if let Some(once) = once.filter(|once| !once.starts_with(FINLAND)) {
                prop_assert_eq!(comparable(&once), Some(once.clone()));
                prop_assert!(once.bytes().all(|byte| byte.is_ascii_digit()));
            }
        }
    }
}

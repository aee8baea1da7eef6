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
    let is_abroad = phone.trim_start_matches(['(', ' ']).starts_with('+');
    let international = if is_abroad { Some(digits.as_str()) } else { digits.strip_prefix("00") };
    let Some(international) = international else { return Some(home(&digits)) };
    match international.strip_prefix(FINLAND) {
        // `+358 (0)40`: some write both.
        Some(national) => Some(format!("0{}", national.trim_start_matches('0'))),
        None => Some(format!("00{international}")),
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

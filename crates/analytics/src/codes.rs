//! The codes that pages report errors under.

/// What begins each of them.
const BEGIN: &str = "FRONTEND_";
/// How long what is behind that may be, in characters.
const BEHIND: std::ops::RangeInclusive<usize> = 2..=60;

/// Those that are counted by their own name (docs/spec/people.md, "Errors and vitals of the page"), without [`BEGIN`].
const KNOWN: [&str; 23] = [
    "ADD_TO_CART_ERROR",
    "CROSS_SELL_ITEM_ISSUE",
    "PRIZE_MODAL_ERROR",
    "WELCOME_MODAL_ERROR",
    "LOYALTY_MEMBER_ERROR",
    "REGISTER_LOYALTY_ERROR",
    "BIRTHDAY_ERROR",
    "CART_SLICES_ERROR",
    "TRACKING_SLICES_ERROR",
    "CAPTCHA_SCRIPT_ERROR",
    "CAPTCHA_LOAD_ERROR",
    "CAPTCHA_EXECUTE_ERROR",
    "REMOTE_CONFIG_EXPERIMENT_NOT_CONFIGURED",
    "GEOCODE_ERROR",
    "ESTIMATE_ERROR",
    "CAR_LOCATION_ERROR",
    "LUNCH_STORE",
    "LUNCH_REVOKE",
    "LUNCH_LOGOUT",
    "ADDRESS_ERROR",
    "LOCATION_DENIED",
    "CHUNK_ERROR",
    "UNCAUGHT",
];

/// What stands for all codes that have no name of their own in the figures.
pub(crate) const OTHER: &str = "other";

/// Whether a text has the form of a code: `FRONTEND_` and 2 to 60 of `A-Z`, `0-9`, `_`.
pub(crate) fn is_code(text: &str) -> bool {
    let is_of_form = |behind: &str| {
        BEHIND.contains(&behind.len())
            && behind.bytes().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == b'_')
    };
    text.strip_prefix(BEGIN).is_some_and(is_of_form)
}

/// The name under which a code is counted: its own without what all begin with, or [`OTHER`], so that no page invents names.
pub(crate) fn counted_as(code: &str) -> &'static str {
    let behind = code.strip_prefix(BEGIN).unwrap_or_default();
    KNOWN.into_iter().find(|known| *known == behind).unwrap_or(OTHER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_a_form_and_one_that_nobody_knows_no_name_of_its_own() {
        for code in ["FRONTEND_UNCAUGHT", "FRONTEND_A1", &format!("FRONTEND_{}", "A".repeat(60))] {
            assert!(is_code(code), "{code}");
        }
        for other in ["", "FRONTEND_", "FRONTEND_A", "UNCAUGHT", "FRONTEND_uncaught", "FRONTEND_Ä_", "FRONTEND_A B"] {
            assert!(!is_code(other), "{other}");
        }
        assert!(!is_code(&format!("FRONTEND_{}", "A".repeat(61))));
        assert_eq!(counted_as("FRONTEND_CHUNK_ERROR"), "CHUNK_ERROR");
        assert_eq!(counted_as("FRONTEND_MADE_UP"), OTHER);
    }
}

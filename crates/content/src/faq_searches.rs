//! What people look for among the questions: written into the log, without what could name them (people §7).

use std::sync::Arc;

use chain::PromotionCode;
use domain::words::{
    Lines, Words,
    masked::{MASK, without_numbers},
};
use jiff::SignedDuration;
use server::{
    ApiError,
    address::ClientAddress,
    rate::AddressCalls,
    rate_limits::{NamedLimit, RateLimits},
};

/// Searches that an address may tell of (docs/spec/people.md, "Limits").
const OF_ADDRESS: NamedLimit =
    NamedLimit { name: "searches of the questions", most: 60, window: SignedDuration::from_mins(1) };
/// Shorter terms say nothing, in characters.
const SHORTEST: usize = 3;
/// What is behind is cut off.
const LONGEST: usize = 100;

/// The searches, by address.
#[derive(Debug, Clone)]
pub struct FaqSearches(Arc<AddressCalls>);

impl FaqSearches {
    /// Counted by these.
    #[must_use]
    pub fn new(limits: RateLimits) -> Self {
        Self(Arc::new(AddressCalls::new(limits, OF_ADDRESS)))
    }

    /// Writes a search into the log.
    ///
    /// # Errors
    /// 422 for a term that is too short, 429 over the limit.
    pub(crate) async fn log(&self, term: &str, results: u32, caller: &ClientAddress) -> Result<(), ApiError> {
        self.0.count(caller.address).await?;
        let term = term.trim();
        if term.chars().count() < SHORTEST {
            return Err(ApiError::invalid("term"));
        }
        tracing::info!(term = %masked(term), results, "searched the questions");
        Ok(())
    }
}

/// A term without e-mails, long numbers however they are grouped, personal codes and what cannot be seen, as long as the
/// log takes it.
fn masked(term: &str) -> String {
    let seen = Words::cleaned(term, Lines::One).map(String::from).unwrap_or_default();
    let words: Vec<_> = seen.split(' ').map(|word| if is_telling(word) { MASK } else { word }).collect();
    without_numbers(&words.join(" ")).chars().take(LONGEST).collect()
}

/// Whether a word is an e-mail address or a personal code.
fn is_telling(word: &str) -> bool {
    let is_code = || PromotionCode::read(word).is_ok_and(|code| code.is_personal_form());
    word.contains('@') || (word.contains(|letter: char| letter.is_ascii_digit()) && is_code())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logged_term_names_nobody_and_ends_in_time() {
        assert_eq!(masked("soita 040 123 4567 heti"), "soita *** heti");
        assert_eq!(masked("+358 (0)40-12.34 567"), "+***");
        assert_eq!(masked("koodi 7q2m9x4t8w3kd tai 7Q2M-9X4T-8W3K-D"), "koodi *** tai ***");
        assert_eq!(masked("2 pizzaa, 3 dippiä, klo 18.30"), "2 pizzaa, 3 dippiä, klo 18.30");
        assert_eq!(masked("a\u{1b}[2J\u{202e}b\r\nWARN \u{200b}c"), "a[2Jb WARN c");
        assert_eq!(masked("missä  on tilaus 1023"), "missä on tilaus 1023");
        assert_eq!(masked("tilaus 10234, aino@example.fi, +358401234567"), "tilaus ***, *** +***");
        assert_eq!(masked(&"ä".repeat(101)), "ä".repeat(100));
        // What is cut off leaves no part of a number behind.
        assert_eq!(masked(&format!("{} 123456", "a".repeat(96))), format!("{} ***", "a".repeat(96)));
    }
}

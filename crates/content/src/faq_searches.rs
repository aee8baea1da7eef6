//! What people look for among the questions: written into the log, without what could name them (people §7).

use std::sync::Arc;

use domain::rate_limit::RateFactor;
use server::{ApiError, address::Caller, rate::RateTable};

/// Searches that an address may tell of in a minute.
const PER_MINUTE: u32 = 60;
/// Shorter terms say nothing, in characters.
const SHORTEST: usize = 3;
/// What is behind is cut off.
const LONGEST: usize = 100;
/// So many digits in a row may be a phone number or an order's.
const TELLING_DIGITS: usize = 5;
/// Stands in the place of what is left out.
const MASK: &str = "***";

/// The searches, by address.
#[derive(Debug, Clone)]
pub struct FaqSearches(Arc<RateTable>);

impl FaqSearches {
    /// So many times as many as the contract says.
    #[must_use]
    pub fn new(factor: RateFactor) -> Self {
        Self(Arc::new(RateTable::new(PER_MINUTE, factor)))
    }

    /// Writes a search into the log.
    ///
    /// # Errors
    /// 422 for a term that is too short, 429 over the limit.
    pub(crate) fn log(&self, term: &str, results: u32, caller: &Caller) -> Result<(), ApiError> {
        self.0.count(caller.address)?;
        let term = term.trim();
        if term.chars().count() < SHORTEST {
            return Err(ApiError::invalid("term"));
        }
        tracing::info!(term = %masked(term), results, "searched the questions");
        Ok(())
    }
}

/// A term without e-mails and long numbers, as long as the log takes it.
fn masked(term: &str) -> String {
    let words: Vec<_> =
        term.split_whitespace().map(|word| if word.contains('@') { MASK.to_owned() } else { numbers(word) }).collect();
    words.join(" ").chars().take(LONGEST).collect()
}

fn numbers(word: &str) -> String {
    let mut said = String::with_capacity(word.len());
    let mut digits = String::new();
    for letter in word.chars().map(Some).chain([None]) {
        if let Some(digit) = letter.filter(char::is_ascii_digit) {
            digits.push(digit);
            continue;
        }
        said.push_str(if digits.len() < TELLING_DIGITS { &digits } else { MASK });
        digits.clear();
        said.extend(letter);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logged_term_names_nobody_and_ends_in_time() {
        assert_eq!(masked("missä  on tilaus 1023"), "missä on tilaus 1023");
        assert_eq!(masked("tilaus 10234, aino@example.fi, +358401234567"), "tilaus ***, *** +***");
        assert_eq!(masked(&"ä".repeat(101)), "ä".repeat(100));
        // What is cut off leaves no part of a number behind.
        assert_eq!(masked(&format!("{} 123456", "a".repeat(96))), format!("{} ***", "a".repeat(96)));
    }
}

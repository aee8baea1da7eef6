//! What staff find an order by: its number, and what is known of whoever ordered.

use crate::{
    ids::OrderId,
    order::Customer,
    phone::comparable,
    words::{Lines, Words},
};

/// The most words that are looked for at once.
pub const MOST_WORDS: usize = 8;
/// From so many digits on, a number is an order's or a phone's, and no house or postal code.
const LONG_NUMBER: usize = 6;

/// What somebody typed, understood.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct SearchTerms {
    /// The order with this number.
    pub number: Option<OrderId>,
    /// Orders whose phone number begins so, in [`comparable`]'s spelling.
    pub phones: Vec<String>,
    /// Orders of which all of these are parts; in small letters.
    pub words: Vec<String>,
}

/// More than [`MOST_WORDS`] words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more than {MOST_WORDS} words")]
pub struct TooManyWords;

impl std::fmt::Debug for SearchTerms {
    /// Without the contents: it is made of a person.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Wanted(…)")
    }
}

impl SearchTerms {
    /// Understands a text; one without anything to look for wants all.
    ///
    /// # Errors
    /// [`TooManyWords`].
    pub fn parse(text: &str) -> Result<Self, TooManyWords> {
        // As what it is looked for among was written; what was copied often comes with marks that nobody sees.
        let text = Words::cleaned(text, Lines::One).map(String::from).unwrap_or_default();
        let text = text.as_str();
        if let Some(number) = text.strip_prefix('#').and_then(|number| number.trim().parse().ok()) {
            return Ok(Self { number: Some(number), ..Self::default() });
        }
        let is_number = text.chars().any(|c| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || " +-()/".contains(c));
        if is_number {
            return Ok(Self::of_digits(text));
        }
        let words = words(text);
        if words.len() > MOST_WORDS { Err(TooManyWords) } else { Ok(Self { words, ..Self::default() }) }
    }

    fn of_digits(text: &str) -> Self {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let number = if digits == text { digits.parse().ok() } else { None };
        let mut phones = Vec::new();
        if digits.len() >= LONG_NUMBER {
            phones.extend(comparable(text));
            // Some leave the first zero out.
            phones.extend((!digits.starts_with('0') && digits == text).then(|| format!("0{digits}")));
        }
        let words = match comparable(text) {
            // `+358 40`: what stands in the row begins with a zero.
            Some(comparable) if text.starts_with('+') => vec![comparable],
            _ => vec![digits],
        };
        Self { number, phones, words }
    }

    /// Whether it wants nothing in particular.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.number.is_none() && self.phones.is_empty() && self.words.is_empty()
    }
}

/// Words in small letters; what parts an address is no part of it.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let parts = lower.split(|c: char| c.is_whitespace() || c.is_control() || c == ',' || c == ';');
    let mut words: Vec<String> = parts.filter(|part| !part.is_empty()).map(str::to_owned).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words.dedup();
    words
}

/// What an order is found by, on one line: name, address and phone number in small letters.
#[must_use]
pub fn searchable(customer: &Customer) -> String {
    let parts =
        [&customer.name, &customer.street_address, &customer.apartment_number, &customer.postal_code, &customer.city];
    let parts = parts.into_iter().flatten().map(|part| part.to_lowercase());
    let phone = customer.phone.as_deref().and_then(comparable);
    let words: Vec<String> = parts.chain(phone).collect();
    words.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wanted(text: &str) -> SearchTerms {
        SearchTerms::parse(text).unwrap()
    }

    fn strings(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_number_may_be_an_orders_a_phones_or_a_part_of_an_address() {
        let short = wanted(" 10234 ");
        assert_eq!((short.number, short.phones, short.words), (Some(OrderId(10234)), vec![], strings(&["10234"])));
        let code = wanted("00170");
        assert_eq!((code.number, code.words), (None, strings(&["00170"])));
        let long = wanted("401234");
        assert_eq!((long.number, long.phones), (Some(OrderId(401_234)), strings(&["401234", "0401234"])));
        assert_eq!(wanted("#10234"), SearchTerms { number: Some(OrderId(10234)), ..SearchTerms::default() });
    }

    #[test]
    fn a_phone_number_has_many_spellings() {
        for spelling in ["040 123 4567", "+358 40 123 4567", "00358-40-1234567", "(040) 1234567"] {
            let wanted = wanted(spelling);
            assert_eq!((wanted.number, wanted.phones), (None, strings(&["0401234567"])), "{spelling}");
        }
        assert_eq!(wanted("+358 4").words, strings(&["04"]));
        assert_eq!(wanted("\u{202a}+358 40\u{a0}123 4567\u{202c}").phones, strings(&["0401234567"]));
    }

    #[test]
    fn words_are_in_small_letters_the_longest_first() {
        assert_eq!(wanted("Äiti,  Vilhonkatu 4").words, strings(&["vilhonkatu", "äiti", "4"]));
        assert_eq!(wanted("Ma\u{308}kela\u{308} \u{200b}").words, strings(&["mäkelä"]), "however it was composed");
        assert!(wanted("  ").is_all() && !wanted("a").is_all());
        assert_eq!(SearchTerms::parse("a b c d e f g h i"), Err(TooManyWords));
    }

    #[test]
    fn an_order_is_found_by_all_that_is_known_of_its_eater() {
        let customer = Customer {
            name: Some("Aino  Äyräs".to_owned()),
            phone: Some("+358 40 123 4567".to_owned()),
            street_address: Some("Vilhonkatu 4".to_owned()),
            city: Some("Helsinki".to_owned()),
            postal_code: Some("00100".to_owned()),
            ..Customer::default()
        };
        assert_eq!(searchable(&customer), "aino äyräs vilhonkatu 4 00100 helsinki 0401234567");
        assert_eq!(searchable(&Customer::default()), "");
    }

    proptest! {
        #[test]
        fn whoever_types_a_part_of_a_name_finds_it(name in "[A-ZÅÄÖ][a-zåäö]{1,8} [A-ZÅÄÖ][a-zåäö]{1,8}") {
            let line = searchable(&Customer { name: Some(name.clone()), ..Customer::default() });
            prop_assert!(wanted(&name.to_uppercase()).words.iter().all(|word| line.contains(word)));
        }
    }
}

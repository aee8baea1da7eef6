//! Money: whole cents inside, euros with two decimals on the wire.

use serde::{Deserialize, Serialize};

/// The most that one price may be, in cents: a bound against nonsense, not a rule of the shop.
pub const MAX_PRICE: Cents = Cents(10_000_000);

/// An amount in euro cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Cents(pub i64);

/// An amount of euros that is not a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAPrice {
    /// Negative, not finite, or beyond [`MAX_PRICE`].
    #[error("a price is between 0 and {} euros", MAX_PRICE.euros())]
    Range,
    /// More than two decimals.
    #[error("a price has at most two decimals")]
    Decimals,
}

impl Cents {
    /// Reads an amount of euros with at most two decimals.
    ///
    /// # Errors
    /// [`NotAPrice`] says what is wrong with it.
    pub fn from_euros(euros: f64) -> Result<Self, NotAPrice> {
        if !(0.0..=MAX_PRICE.euros()).contains(&euros) {
            return Err(NotAPrice::Range);
        }
        #[expect(clippy::cast_possible_truncation, reason = "bounded by MAX_PRICE above")]
        let cents = Self((euros * 100.0).round() as i64);
        // A number is as good as the one nearest to whole cents, or it is another.
        if cents.euros() == euros { Ok(cents) } else { Err(NotAPrice::Decimals) }
    }

    /// The amount in euros, for the wire.
    #[must_use]
    pub fn euros(self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "prices are far below 2^53 cents")]
        let cents = self.0 as f64;
        cents / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn refuses_what_is_no_price() {
        assert_eq!(Cents::from_euros(-0.01), Err(NotAPrice::Range));
        assert_eq!(Cents::from_euros(f64::NAN), Err(NotAPrice::Range));
        assert_eq!(Cents::from_euros(12.345), Err(NotAPrice::Decimals));
        assert_eq!(Cents::from_euros(14.9), Ok(Cents(1490)));
        assert_eq!(Cents::from_euros(MAX_PRICE.euros()), Ok(MAX_PRICE));
        assert_eq!(Cents::from_euros(Cents(MAX_PRICE.0 + 1).euros()), Err(NotAPrice::Range));
        for finer in [11.850_001, 11.899_999, 11.850_000_000_1, 0.001, 99_999.999_999_9, 1e-9] {
            assert_eq!(Cents::from_euros(finer), Err(NotAPrice::Decimals), "{finer}");
        }
    }

    proptest! {
        #[test]
        fn euros_and_back(cents in 0..=MAX_PRICE.0) {
            prop_assert_eq!(Cents::from_euros(Cents(cents).euros()), Ok(Cents(cents)));
        }

        #[test]
        fn a_number_is_an_amount_where_its_text_has_two_decimals(
            whole in 0..100_000_i64, decimals in "[0-9]{1,8}", minus: bool,
        ) {
            let text = format!("{}{whole}.{decimals}", if minus { "-" } else { "" });
            let read = Cents::from_euros(text.parse().unwrap());
            let (cents, finer) = decimals.split_at(decimals.len().min(2));
            let is_exact = finer.bytes().all(|digit| digit == b'0');
            let cents = whole * 100 + format!("{cents:0<2}").parse::<i64>().unwrap();
            match read {
                Ok(read) => prop_assert!(is_exact && (!minus || cents == 0) && read == Cents(cents), "{}", text),
                Err(_) => prop_assert!(!is_exact || minus, "{}", text),
            }
        }
    }
}

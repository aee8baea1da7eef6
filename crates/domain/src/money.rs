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
        let cents = (euros * 100.0).round();
        // A third decimal is at least a tenth of a cent; binary noise is far below that.
        if (euros * 100.0 - cents).abs() > 1e-3 {
            return Err(NotAPrice::Decimals);
        }
        #[expect(clippy::cast_possible_truncation, reason = "bounded by MAX_PRICE above")]
        Ok(Self(cents as i64))
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
    }

    proptest! {
        #[test]
        fn euros_and_back(cents in 0..=MAX_PRICE.0) {
            prop_assert_eq!(Cents::from_euros(Cents(cents).euros()), Ok(Cents(cents)));
        }
    }
}

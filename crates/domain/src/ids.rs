//! Ids: numbers inside, strings on the wire.

use std::{fmt, str::FromStr};

/// A text that is not an id of this kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an id")]
pub struct NotAnId;

macro_rules! numeric_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;
            /// Decimal digits alone, without sign or leading zero, so that each id has one spelling.
            fn from_str(text: &str) -> Result<Self, NotAnId> {
                let plain = !text.is_empty() && !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit());
                if !plain {
                    return Err(NotAnId);
                }
                text.parse().map(Self).map_err(|_| NotAnId)
            }
        }
    };
}

numeric_id!(
    /// An order's number, as a customer reads it.
    OrderId
);
numeric_id!(
    /// A restaurant's number.
    RestaurantId
);

/// How many statuses an order has had since it was registered: 0 then, one more for each. Gapless.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Seq(pub i64);

impl Seq {
    /// The number of the status that comes after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How many visible changes an order has had: statuses, estimates, feedback, batches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Rev(pub i64);

impl Rev {
    /// The number of the change that comes after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_one_spelling() {
        assert_eq!("10234".parse(), Ok(OrderId(10234)));
        for text in ["", "0", "07", "+7", "-7", "7 ", "seitsemän", "99999999999999999999"] {
            assert_eq!(text.parse::<OrderId>(), Err(NotAnId), "{text}");
        }
    }
}

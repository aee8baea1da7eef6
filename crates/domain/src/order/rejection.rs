//! Why a kitchen does not make an order (docs/spec/people.md, "Restaurant").

use std::str::FromStr;

/// Why a kitchen does not make an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Something of it is out of stock.
    OutOfStock,
    /// There is more to make than it can.
    TooBusy,
    /// It has closed.
    Closed,
    /// Nobody brings it there.
    OutsideArea,
    /// The customer asked for it.
    CustomerAsked,
    /// Nobody could confirm that it was meant.
    Suspicious,
    /// Another, which the kitchen says in its own words.
    Other,
}

/// A text that is no reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a reason to reject an order")]
pub struct UnknownReason;

impl Reason {
    const ALL: [Self; 7] = [
        Self::OutOfStock,
        Self::TooBusy,
        Self::Closed,
        Self::OutsideArea,
        Self::CustomerAsked,
        Self::Suspicious,
        Self::Other,
    ];

    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OutOfStock => "out-of-stock",
            Self::TooBusy => "too-busy",
            Self::Closed => "closed",
            Self::OutsideArea => "outside-area",
            Self::CustomerAsked => "customer-asked",
            Self::Suspicious => "suspicious",
            Self::Other => "other",
        }
    }

    /// What the customer reads; none where the kitchen has to say it.
    #[must_use]
    pub fn sentence(self) -> Option<&'static str> {
        match self {
            Self::OutOfStock => Some("Tuote on loppunut."),
            Self::TooBusy => Some("Keittiö on nyt liian täynnä."),
            Self::Closed => Some("Ravintola on jo suljettu."),
            Self::OutsideArea => Some("Emme kuljeta tähän osoitteeseen."),
            Self::CustomerAsked => Some("Peruttu pyynnöstäsi."),
            Self::Suspicious => Some("Emme voineet vahvistaa tilausta."),
            Self::Other => None,
        }
    }
}

impl FromStr for Reason {
    type Err = UnknownReason;
    fn from_str(text: &str) -> Result<Self, UnknownReason> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text).ok_or(UnknownReason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_has_its_name_and_all_but_one_a_sentence() {
        for reason in Reason::ALL {
            assert_eq!(reason.as_str().parse(), Ok(reason));
            assert_eq!(reason.sentence().is_none(), reason == Reason::Other);
        }
        assert_eq!("Closed".parse::<Reason>(), Err(UnknownReason));
    }
}

//! Ids: numbers inside, strings on the wire.

use std::{
    cmp::Ordering,
    fmt,
    hash::{BuildHasher, Hash, Hasher},
    str::FromStr,
    sync::LazyLock,
};

use compact_str::CompactString;
use foldhash::fast::RandomState;
use serde::{Deserialize, Serialize};

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
numeric_id!(
    /// The number of a customer's account.
    CustomerId
);
numeric_id!(
    /// The number of an address of a customer's.
    AddressId
);
numeric_id!(
    /// The number of a person of the staff; what logs know them by.
    StaffId
);

/// The longest name that a dispatcher may give, in characters.
const LONGEST_NAME: usize = 100;

/// Any text of 1 to 100 characters, none of which is a control character. Up to 24 bytes stand in place: a name is compared
/// for each position, and would else lie elsewhere in memory.
fn given(text: &str) -> Result<CompactString, NotAnId> {
    let is_plain = text.len() <= LONGEST_NAME && text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let is_short = || text.chars().count() <= LONGEST_NAME;
    let is_name = !text.is_empty() && (is_plain || (is_short() && !text.chars().any(char::is_control)));
    if is_name { Ok(text.into()) } else { Err(NotAnId) }
}

/// A batch's name, given by dispatch; one in the whole chain.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BatchId(CompactString);

/// A car's name, given by dispatch; one in the whole chain.
///
/// It is looked up in several tables for each position, so its hash is worked out once, where it is read.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CarId {
    // First: it tells nearly all that are not equal.
    hash: u64,
    name: CompactString,
}

/// How names are hashed in this process: nobody who gives names knows which of them will meet.
static HASHES: LazyLock<RandomState> = LazyLock::new(RandomState::default);

impl fmt::Debug for CarId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CarId").field(&self.name).finish()
    }
}

impl Hash for CarId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl PartialOrd for CarId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for CarId {
    /// By the names.
    fn cmp(&self, other: &Self) -> Ordering {
        self.name.cmp(&other.name)
    }
}

impl FromStr for BatchId {
    type Err = NotAnId;
    fn from_str(text: &str) -> Result<Self, NotAnId> {
        given(text).map(Self)
    }
}

impl FromStr for CarId {
    type Err = NotAnId;
    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let name = given(text)?;
        Ok(Self { hash: HASHES.hash_one(name.as_str()), name })
    }
}

impl BatchId {
    /// The name as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl CarId {
    /// The name as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.name
    }
}

macro_rules! given_name {
    ($name:ident) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.as_str().fmt(f)
            }
        }

        impl TryFrom<String> for $name {
            type Error = NotAnId;
            fn try_from(text: String) -> Result<Self, NotAnId> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> Self {
                name.as_str().to_owned()
            }
        }
    };
}

given_name!(BatchId);
given_name!(CarId);

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

    #[test]
    fn a_given_name_is_a_short_line_of_text() {
        for text in ["Auto 3, Töölö", &"x".repeat(100), &"ö".repeat(100)] {
            assert_eq!(text.parse::<CarId>().unwrap().as_str(), text);
        }
        for text in ["", "a\0b", "a\nb", "ä\u{85}", &"x".repeat(101), &"ö".repeat(101)] {
            assert_eq!(text.parse::<BatchId>(), Err(NotAnId), "{text}");
        }
    }
}

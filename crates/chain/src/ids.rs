//! Ids of the chain's data: texts that its files give.

use std::{
    borrow::Borrow,
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

/// The longest id, in characters (docs/spec/ordering.md, "Bounds").
pub const LONGEST_ID: usize = 64;

/// The first bytes of an id as a number: most ids differ in them, and rules compare ids all the time.
fn head(text: &str) -> u64 {
    let mut head = [0; 8];
    let length = text.len().min(head.len());
    head[..length].copy_from_slice(&text.as_bytes()[..length]);
    u64::from_be_bytes(head)
}

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name {
            head: u64,
            text: Arc<str>,
        }

        impl $name {
            /// The id as the files spell it.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.text
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self { head: head(text), text: text.into() }
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                let have_one_length = self.head == other.head && self.text.len() == other.text.len();
                have_one_length && (self.text.len() <= size_of::<u64>() || self.text == other.text)
            }
        }

        impl Eq for $name {}

        impl Ord for $name {
            fn cmp(&self, other: &Self) -> Ordering {
                self.head.cmp(&other.head).then_with(|| self.text.cmp(&other.text))
            }
        }

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        /// As its text, so that maps find it by that.
        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.text.hash(state);
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.text
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.text.fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.text).finish()
            }
        }
    };
}

text_id!(
    /// A product.
    ProductId
);
text_id!(
    /// A category of products, such as `pizza`.
    ProductCategoryId
);
text_id!(
    /// An ingredient.
    IngredientId
);
text_id!(
    /// A size, one for all products that have it.
    SizeId
);
text_id!(
    /// A slot of a product; one in that product.
    SlotId
);
text_id!(
    /// A campaign.
    CampaignId
);
text_id!(
    /// An option of a combo; one in that combo.
    OptionId
);
text_id!(
    /// A delivery area of a restaurant.
    ZoneId
);
text_id!(
    /// A payment method, such as `scheme`.
    MethodId
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_compare_as_their_texts_do() {
        let texts = [
            "",
            "\0",
            "1",
            "12",
            "120",
            "12\0",
            "1301",
            "1302",
            "12345678",
            "123456789",
            "12345678a",
            "ä",
            "etu-pizza",
        ];
        for one in texts {
            for other in texts {
                let ids = (ProductId::from(one), ProductId::from(other));
                assert_eq!(ids.0 == ids.1, one == other, "{one:?} {other:?}");
                assert_eq!(ids.0.cmp(&ids.1), one.cmp(other), "{one:?} {other:?}");
            }
        }
    }
}

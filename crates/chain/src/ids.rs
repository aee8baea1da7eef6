//! Ids of the chain's data: texts that its files give.

use std::{borrow::Borrow, fmt, sync::Arc};

/// The longest id, in characters (contract ordering, "Bounds").
pub const LONGEST_ID: usize = 64;

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The id as the files spell it.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
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

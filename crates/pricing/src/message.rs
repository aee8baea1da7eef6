//! What is wrong with a cart, in the words that people read (docs/spec/ordering.md, "Messages").

use std::borrow::Cow;

use chain::Allergen;
use domain::{error::Code, money::Cents};
use serde_json::{Map, Value, json};

/// How a page shows a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DisplayKind {
    Modal,
    Banner,
    None,
}

impl DisplayKind {
    /// Its number on the wire.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Modal => 0,
            Self::Banner => 1,
            Self::None => 2,
        }
    }
}

/// How a page shows a message, by its code (docs/spec/ordering.md, "Messages").
fn display_kind(code: Code) -> DisplayKind {
    match code {
        Code::CartEmpty
        | Code::NoDeliveryAtTheTime
        | Code::ShopClosed
        | Code::PriceTokenExpired
        | Code::PriceTokenInvalid
        | Code::MinimumOrder
        | Code::PreorderNotAllowed
        | Code::PaymentMethodNotAllowed => DisplayKind::None,
        Code::ProductNotFound
        | Code::NotInShopMenu
        | Code::NotInDefaultMenu
        | Code::ProductIncorrect
        | Code::IngredientsIncorrect
        | Code::NotSoldAtTime
        | Code::OutOfStock
        | Code::ModificationNotAllowed
        | Code::InvalidQuantity
        | Code::NoDough
        | Code::MonsterNeedsDip
        | Code::RequiredIngredientsMissing
        | Code::NotEnoughIngredients
        | Code::TooManyIngredients
        | Code::AlcoholNotAllowed => DisplayKind::Modal,
        _ => DisplayKind::Banner,
    }
}

/// Whether a cart with such a message is valid all the same.
#[must_use]
pub fn is_warning(code: Code) -> bool {
    matches!(code, Code::OfferToppingsLimit | Code::ContainsAllergen)
}

/// Values beside a message, as they are on the wire.
pub type Metadata = Map<String, Value>;

/// A message to whoever asked.
#[derive(Debug, Clone, PartialEq)]
pub struct PriceMessage {
    pub code: Code,
    pub text: Cow<'static, str>,
    pub display_kind: DisplayKind,
    pub metadata: Metadata,
}

/// The line that a message is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemOfMessage<'a> {
    pub id: &'a str,
    pub product: &'a str,
    pub size: &'a str,
    /// None where there is no such product.
    pub name: Option<&'a str>,
    pub quantity: u32,
}

impl PriceMessage {
    /// A message in its usual words.
    #[must_use]
    pub fn new(code: Code) -> Self {
        Self { code, text: Cow::Borrowed(code.message()), display_kind: display_kind(code), metadata: Metadata::new() }
    }

    /// With a value in the place of `{name}`.
    #[must_use]
    pub fn saying(mut self, name: &str, value: &str) -> Self {
        self.text = Cow::Owned(self.text.replace(&format!("{{{name}}}"), value));
        self
    }

    /// In other words.
    #[must_use]
    pub fn worded(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.text = text.into();
        self
    }

    /// Shown as a banner, whatever is usual for its code.
    #[must_use]
    pub fn as_banner(mut self) -> Self {
        self.display_kind = DisplayKind::Banner;
        self
    }

    /// With a value beside it.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.metadata.insert(key.to_owned(), value.into());
        self
    }

    /// With an amount beside it: euros in their shortest form.
    #[must_use]
    pub fn with_amount(self, key: &str, amount: Cents) -> Self {
        let whole = (amount.0 % 100 == 0).then(|| Value::from(amount.0 / 100));
        self.with(key, whole.unwrap_or_else(|| amount.euros().into()))
    }

    /// About a line.
    #[must_use]
    pub fn about(self, item: &ItemOfMessage<'_>) -> Self {
        let value = json!({
            "uuid": item.id,
            "productId": item.product,
            "sizeId": item.size,
            "name": item.name,
            "quantity": item.quantity,
        });
        self.saying("name", item.name.unwrap_or_default()).with("item", value)
    }

    /// Allergens that somebody avoids.
    #[must_use]
    pub fn contains(item: &ItemOfMessage<'_>, allergens: &[Allergen]) -> Self {
        let names: Vec<&str> = allergens.iter().map(|allergen| allergen.name()).collect();
        let ids: Vec<&str> = allergens.iter().map(|allergen| allergen.as_str()).collect();
        Self::new(Code::ContainsAllergen).saying("names", &names.join(", ")).with("allergens", ids).about(item)
    }
}

/// An amount as people read it: a comma, two decimals, without the sign of the currency.
pub(crate) fn amount_in_words(amount: Cents) -> String {
    format!("{},{:02}", amount.0 / 100, amount.0 % 100)
}

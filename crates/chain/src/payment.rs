//! How orders are paid: `payment.json`.

use domain::{money::Cents, order::OrderType};

use crate::ids::MethodId;

/// What a page lists methods under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MethodGroup {
    CreditCard,
    Mobile,
    Bank,
    PayLater,
    LunchBenefit,
    GiftCard,
    Others,
}

impl MethodGroup {
    /// Each with its name in the files and on the wire.
    pub const NAMES: [(&str, Self); 7] = [
        ("creditCard", Self::CreditCard),
        ("mobile", Self::Mobile),
        ("bank", Self::Bank),
        ("payLater", Self::PayLater),
        ("lunchBenefit", Self::LunchBenefit),
        ("giftCard", Self::GiftCard),
        ("others", Self::Others),
    ];

    /// Its name in the files and on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Self::NAMES.iter().find(|(_, group)| *group == self).map_or("", |(name, _)| name)
    }
}

/// A bank behind a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer {
    pub id: String,
    pub name: String,
}

/// A payment method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentMethod {
    pub id: MethodId,
    pub name: String,
    pub group: MethodGroup,
    pub order_types: Vec<OrderType>,
    pub issuers: Vec<Issuer>,
}

/// A gift card of the chain's own.
#[derive(Clone, PartialEq, Eq)]
pub struct GiftCard {
    pub number: String,
    pub pin: String,
    /// What was on it when it was made.
    pub balance: Cents,
}

impl std::fmt::Debug for GiftCard {
    /// Without number and pin: they are money.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GiftCard").field("balance", &self.balance).finish_non_exhaustive()
    }
}

/// Every order type.
pub(crate) const ALL_TYPES: [OrderType; 3] = [OrderType::Delivery, OrderType::Pickup, OrderType::Eatin];

/// The methods of a chain that names none (docs/spec/ordering.md, "Methods").
pub(crate) fn default_methods() -> Vec<PaymentMethod> {
    use MethodGroup::{Bank, CreditCard, GiftCard, LunchBenefit, Mobile, Others, PayLater};
    let rows: [(&str, &str, MethodGroup, &[OrderType]); 11] = [
        ("scheme", "Pankki- tai luottokortti", CreditCard, &ALL_TYPES),
        ("mobilepay", "MobilePay", Mobile, &ALL_TYPES),
        ("applepay", "Apple Pay", Mobile, &ALL_TYPES),
        ("googlepay", "Google Pay", Mobile, &ALL_TYPES),
        ("ebanking_FI", "Verkkopankki", Bank, &ALL_TYPES),
        ("klarna", "Klarna", PayLater, &ALL_TYPES),
        ("edenred", "Edenred", LunchBenefit, &ALL_TYPES),
        ("giftcard", "Lahjakortti", GiftCard, &ALL_TYPES),
        ("NetsPrepaidCard", "Nets-lahjakortti", GiftCard, &ALL_TYPES),
        ("onsite", "Maksu ravintolassa", Others, &[OrderType::Pickup, OrderType::Eatin]),
        ("cod", "Maksu toimituksen yhteydessä", Others, &ALL_TYPES),
    ];
    let method = |(id, name, group, order_types): (&str, &str, MethodGroup, &[OrderType])| PaymentMethod {
        id: id.into(),
        name: name.to_owned(),
        group,
        order_types: order_types.to_vec(),
        issuers: if group == Bank { banks() } else { Vec::new() },
    };
    rows.into_iter().map(method).collect()
}

fn banks() -> Vec<Issuer> {
    let banks = [
        ("op", "OP"),
        ("nordea", "Nordea"),
        ("danske", "Danske Bank"),
        ("s-pankki", "S-Pankki"),
        ("pop", "POP Pankki"),
        ("omasp", "Oma Säästöpankki"),
        ("aktia", "Aktia"),
        ("handelsbanken", "Handelsbanken"),
        ("saastopankki", "Säästöpankki"),
        ("alandsbanken", "Ålandsbanken"),
    ];
    banks.map(|(id, name)| Issuer { id: id.to_owned(), name: name.to_owned() }).into()
}

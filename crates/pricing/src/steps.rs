//! Why something costs what it costs.

use std::borrow::Cow;

use domain::money::Cents;

/// What a step of a price is (docs/spec/ordering.md, "Explanation").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StepKind {
    Base,
    Lunch,
    Extra,
    Slot,
    FreeDose,
    Included,
    Minimum,
    Combo,
    Campaign,
    Spread,
    Delivery,
    FreeDelivery,
    WithoutPackaging,
    PhoneFee,
    ServiceFee,
    Prepaid,
}

impl StepKind {
    /// Its name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Lunch => "lunch",
            Self::Extra => "extra",
            Self::Slot => "slot",
            Self::FreeDose => "free-dose",
            Self::Included => "included",
            Self::Minimum => "minimum",
            Self::Combo => "combo",
            Self::Campaign => "campaign",
            Self::Spread => "spread",
            Self::Delivery => "delivery",
            Self::FreeDelivery => "free-delivery",
            Self::WithoutPackaging => "without-packaging",
            Self::PhoneFee => "phone-fee",
            Self::ServiceFee => "service-fee",
            Self::Prepaid => "prepaid",
        }
    }
}

/// A part of a price, with its sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceStep<'a> {
    pub kind: StepKind,
    /// The ingredient, slot, campaign or zone that it comes from, if from one.
    pub id: Option<Cow<'a, str>>,
    pub name: Option<Cow<'a, str>>,
    /// Doses or units.
    pub quantity: u32,
    /// For all units of the line together.
    pub amount: Cents,
}

impl<'a> PriceStep<'a> {
    pub(crate) fn new(kind: StepKind, quantity: u32, amount: Cents) -> Self {
        Self { kind, id: None, name: None, quantity, amount }
    }

    pub(crate) fn of(mut self, id: &'a str, name: &'a str) -> Self {
        (self.id, self.name) = (Some(Cow::Borrowed(id)), Some(Cow::Borrowed(name)));
        self
    }
}

//! What members own besides slices: codes that pay for something once (docs/spec/people.md, "Benefits").

use jiff::Timestamp;

use super::{
    code::PersonalCode,
    rules::{GRACE_DAYS, is_past, last_second_after},
};
use crate::ids::OrderId;

/// The type of the benefit that full cards become.
pub const FREE_PIZZA: &str = "freePizza";
/// Days for which a benefit is good whose type no file knows.
const USUAL_DAYS: u32 = 30;

/// A type of benefits: a row of `benefits.json`. What it is worth is the campaign of that type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenefitType {
    pub name: String,
    /// What people read.
    pub text: String,
    pub icon: String,
    /// Days for which one is good beyond the day on which it is given.
    pub days: u32,
}

/// All types of benefits, each once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BenefitTypes(pub Vec<BenefitType>);

/// What has become of a benefit. The two with an order are `used` to whoever owns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenefitUse {
    Unused,
    /// An order holds it that is not confirmed.
    Held(OrderId),
    /// An order is paid with it.
    Used(OrderId),
    /// It is past, or void.
    Deprecated,
}

/// Where a benefit comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenefitOrigin {
    /// So many slices of a card, by the card's number.
    Slices { card: u32, slices: u32 },
    /// A spin by its number, and the order that brought the spin.
    Prize { spin: u32, order: Option<OrderId> },
}

/// A benefit of a member's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedBenefit {
    pub code: PersonalCode,
    /// The name of its type.
    pub kind: String,
    /// The last second in which it is good.
    pub valid_until: Timestamp,
    pub state: BenefitUse,
    pub origin: BenefitOrigin,
    /// Whether a cancelled order has made it good for longer.
    pub is_extended: bool,
}

impl BenefitTypes {
    /// A type by its name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&BenefitType> {
        self.0.iter().find(|one| one.name == name)
    }

    /// The last second in which a benefit of a type is good that is given at a moment.
    #[must_use]
    pub fn valid_until(&self, name: &str, given_at: Timestamp) -> Timestamp {
        last_second_after(given_at, self.get(name).map_or(USUAL_DAYS, |one| one.days))
    }
}

impl OwnedBenefit {
    /// Whether its owner may use it at a moment.
    #[must_use]
    pub fn is_usable(&self, now: Timestamp) -> bool {
        self.state == BenefitUse::Unused && !is_past(self.valid_until, now)
    }

    /// Whether an order holds it or is paid with it.
    #[must_use]
    pub fn order(&self) -> Option<OrderId> {
        match self.state {
            BenefitUse::Held(order) | BenefitUse::Used(order) => Some(order),
            BenefitUse::Unused | BenefitUse::Deprecated => None,
        }
    }

    /// The benefit as an order that the shop cancelled gives it back: good for two weeks more at least, once.
    pub(super) fn extended(&self, now: Timestamp) -> Self {
        let least = if self.is_extended { self.valid_until } else { last_second_after(now, GRACE_DAYS) };
        let valid_until = self.valid_until.max(least);
        Self { valid_until, is_extended: self.is_extended || valid_until > self.valid_until, ..self.clone() }
    }
}

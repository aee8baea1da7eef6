//! What happened to a member's card, a row each; none is ever changed or taken away (docs/spec/people.md, "The card").

use jiff::Timestamp;

use super::{code::PersonalCode, rules::SpinCampaign};
use crate::ids::OrderId;

/// A row of a member's ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoyaltyRow {
    pub at: Timestamp,
    pub fact: LoyaltyFact,
}

/// Where a spin comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpinSource {
    /// A mark of the card.
    Mark,
    /// A campaign of everybody's, by its name.
    Campaign(String),
    /// A campaign that was won, by the number of the spin that won it.
    Won(u32),
}

/// What became of slices, spins and benefits. Slices and spins are counted as they were then, so that no later change of the
/// programme's figures changes what was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoyaltyFact {
    /// They joined.
    Joined,
    /// What joining brought, once per account.
    Welcomed {
        slices: u32,
        spins: u32,
    },
    /// An order counts: once per order.
    OrderCounted {
        order: OrderId,
        slices: u32,
        spins: u32,
    },
    /// Money of a line went back, by the line's place in the order; the slices and spins are those that went.
    LineReturned {
        order: OrderId,
        line: u32,
        units: u32,
        slices: u32,
        spins: u32,
    },
    /// An order counts no more. `keeps_until`: the card is good till then at least, where it would end sooner without the order.
    OrderEnded {
        order: OrderId,
        slices: u32,
        spins: u32,
        is_cancelled: bool,
        keeps_until: Option<Timestamp>,
    },
    /// A full card's slices became a benefit.
    Converted {
        benefit: PersonalCode,
        slices: u32,
    },
    /// A benefit is void, and the slices are back that it was made of.
    Unconverted {
        benefit: PersonalCode,
        slices: u32,
    },
    BenefitGiven {
        benefit: PersonalCode,
    },
    /// A cancelled order gave it back.
    BenefitReturned {
        benefit: PersonalCode,
        order: OrderId,
    },
    BenefitUsed {
        benefit: PersonalCode,
        order: OrderId,
    },
    /// It is past.
    BenefitPast {
        benefit: PersonalCode,
    },
    /// It is void: with the order that brought the spin which won it, or since its owner left.
    BenefitVoided {
        benefit: PersonalCode,
        order: Option<OrderId>,
    },
    /// A spin, by how many there were before.
    SpinUsed {
        number: u32,
        source: SpinSource,
    },
    /// The spin's prize is a spin; `order` brought the first.
    SpinReturned {
        number: u32,
        source: SpinSource,
        order: Option<OrderId>,
    },
    /// The spin's prize is a campaign of one's own.
    CampaignWon {
        number: u32,
        campaign: SpinCampaign,
    },
    /// The card ended with so many slices; below 0 it was a debt.
    CardExpired {
        slices: i64,
    },
    /// They left, with so many slices and spins.
    Left {
        slices: i64,
        spins: i64,
    },
}

/// The kinds of rows that people see (LO-27).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoyaltyRowKind {
    SlicesAdd,
    SpinUse,
    BenefitDeprecated,
    BenefitAdd,
    SlicesConverted,
    BenefitUse,
}

impl LoyaltyRowKind {
    /// Its name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SlicesAdd => "slices_add",
            Self::SpinUse => "spin_use",
            Self::BenefitDeprecated => "benefit_deprecated",
            Self::BenefitAdd => "benefit_add",
            Self::SlicesConverted => "slices_converted",
            Self::BenefitUse => "benefit_use",
        }
    }
}

impl LoyaltyRow {
    /// What people see it as; none where they do not see it: it moved neither slices nor spins nor benefits.
    #[must_use]
    pub fn kind(&self) -> Option<LoyaltyRowKind> {
        use LoyaltyFact as F;
        let is_still = self.slices_added() == 0 && self.spins_added() == 0;
        match &self.fact {
            F::Joined | F::CampaignWon { .. } => None,
            F::Welcomed { .. }
            | F::OrderCounted { .. }
            | F::LineReturned { .. }
            | F::OrderEnded { .. }
            | F::CardExpired { .. }
            | F::Left { .. } => (!is_still).then_some(LoyaltyRowKind::SlicesAdd),
            F::Converted { .. } => Some(LoyaltyRowKind::SlicesConverted),
            F::Unconverted { .. } | F::BenefitPast { .. } | F::BenefitVoided { .. } => {
                Some(LoyaltyRowKind::BenefitDeprecated)
            }
            F::BenefitGiven { .. } | F::BenefitReturned { .. } => Some(LoyaltyRowKind::BenefitAdd),
            F::BenefitUsed { .. } => Some(LoyaltyRowKind::BenefitUse),
            F::SpinUsed { .. } | F::SpinReturned { .. } => Some(LoyaltyRowKind::SpinUse),
        }
    }

    /// Slices that it added; those that went are below 0. Of all rows they sum to T − 9C.
    #[must_use]
    pub fn slices_added(&self) -> i64 {
        use LoyaltyFact as F;
        match &self.fact {
            F::Welcomed { slices, .. } | F::OrderCounted { slices, .. } | F::Unconverted { slices, .. } => {
                i64::from(*slices)
            }
            F::LineReturned { slices, .. } | F::OrderEnded { slices, .. } | F::Converted { slices, .. } => {
                -i64::from(*slices)
            }
            F::CardExpired { slices } | F::Left { slices, .. } => -slices,
            _ => 0,
        }
    }

    /// Spins of the card's marks that it added; those that went are below 0. Spins of campaigns are not among them.
    #[must_use]
    pub fn spins_added(&self) -> i64 {
        use LoyaltyFact as F;
        match &self.fact {
            F::Welcomed { spins, .. } | F::OrderCounted { spins, .. } => i64::from(*spins),
            F::LineReturned { spins, .. } | F::OrderEnded { spins, .. } => -i64::from(*spins),
            F::SpinUsed { source: SpinSource::Mark, .. } => -1,
            F::SpinReturned { source: SpinSource::Mark, .. } => 1,
            F::Left { spins, .. } => -spins,
            _ => 0,
        }
    }

    /// The order that it is about.
    #[must_use]
    pub fn order(&self) -> Option<OrderId> {
        use LoyaltyFact as F;
        match &self.fact {
            F::OrderCounted { order, .. }
            | F::LineReturned { order, .. }
            | F::OrderEnded { order, .. }
            | F::BenefitReturned { order, .. }
            | F::BenefitUsed { order, .. } => Some(*order),
            F::BenefitVoided { order, .. } => *order,
            _ => None,
        }
    }

    /// The benefit that it is about.
    #[must_use]
    pub fn benefit(&self) -> Option<&PersonalCode> {
        use LoyaltyFact as F;
        match &self.fact {
            F::Converted { benefit, .. }
            | F::Unconverted { benefit, .. }
            | F::BenefitGiven { benefit }
            | F::BenefitReturned { benefit, .. }
            | F::BenefitUsed { benefit, .. }
            | F::BenefitPast { benefit }
            | F::BenefitVoided { benefit, .. } => Some(benefit),
            _ => None,
        }
    }

    /// Why, on the wire.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        use LoyaltyFact as F;
        match &self.fact {
            F::Joined => "joined",
            F::Welcomed { .. } => "welcome",
            F::OrderCounted { .. } | F::BenefitUsed { .. } => "order",
            F::LineReturned { .. } | F::OrderEnded { .. } | F::Unconverted { .. } => "refund",
            F::BenefitReturned { .. } => "returned",
            F::Converted { .. } => "slices",
            F::BenefitGiven { .. } => "given",
            F::BenefitPast { .. } | F::CardExpired { .. } => "expired",
            F::BenefitVoided { order: Some(_), .. } => "refund",
            F::BenefitVoided { order: None, .. } | F::Left { .. } => "left",
            F::SpinUsed { .. } => "spin",
            F::SpinReturned { .. } => "newSpin",
            F::CampaignWon { .. } => "spinsCampaign",
        }
    }
}

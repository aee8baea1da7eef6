//! A fact of a member's ledger as a column keeps it. A new field is an option or has a default, and none is ever renamed.

use domain::{
    ids::OrderId,
    loyalty::{BenefitOrigin, LoyaltyFact, PersonalCode, SpinCampaign, SpinSource},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// `loyalty_rows.fact`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(super) enum StoredFact {
    Joined,
    Welcomed { slices: u32, spins: u32 },
    OrderCounted { order: i64, slices: u32, spins: u32 },
    LineReturned { order: i64, line: u32, units: u32, slices: u32, spins: u32 },
    OrderEnded { order: i64, slices: u32, spins: u32, is_cancelled: bool, keeps_until: Option<Timestamp> },
    Converted { benefit: String, slices: u32 },
    Unconverted { benefit: String, slices: u32 },
    BenefitGiven { benefit: String },
    BenefitReturned { benefit: String, order: i64 },
    BenefitUsed { benefit: String, order: i64 },
    BenefitPast { benefit: String },
    BenefitVoided { benefit: String, order: Option<i64> },
    SpinUsed { number: u32, source: StoredSource },
    SpinReturned { number: u32, source: StoredSource, order: Option<i64> },
    CampaignWon { number: u32, name: String, spins: u32, start: Timestamp, end: Timestamp },
    CardExpired { slices: i64 },
    Left { slices: i64, spins: i64 },
}

/// Where a spin comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum StoredSource {
    Mark,
    Campaign(String),
    Won(u32),
}

/// `loyalty_benefits.origin`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(super) enum StoredOrigin {
    Slices { card: u32, slices: u32 },
    Prize { spin: u32, order: Option<i64> },
}

/// `loyalty_rows.kind` of who joins.
pub(super) const JOINED: &str = "joined";
/// The same of an order that counts.
pub(super) const COUNTED: &str = "orderCounted";
/// The same of one that counts no more, though it was not cancelled.
pub(super) const ENDED: &str = "orderEnded";
/// The same of one that was cancelled.
pub(super) const CANCELLED: &str = "orderCancelled";

/// What a fact is found by.
pub(super) fn kind(fact: &LoyaltyFact) -> &'static str {
    use LoyaltyFact as F;
    match fact {
        F::Joined => JOINED,
        F::Welcomed { .. } => "welcomed",
        F::OrderCounted { .. } => COUNTED,
        F::LineReturned { .. } => "lineReturned",
        F::OrderEnded { is_cancelled: false, .. } => ENDED,
        F::OrderEnded { is_cancelled: true, .. } => CANCELLED,
        F::Converted { .. } => "converted",
        F::Unconverted { .. } => "unconverted",
        F::BenefitGiven { .. } => "benefitGiven",
        F::BenefitReturned { .. } => "benefitReturned",
        F::BenefitUsed { .. } => "benefitUsed",
        F::BenefitPast { .. } => "benefitPast",
        F::BenefitVoided { .. } => "benefitVoided",
        F::SpinUsed { .. } => "spinUsed",
        F::SpinReturned { .. } => "spinReturned",
        F::CampaignWon { .. } => "campaignWon",
        F::CardExpired { .. } => "cardExpired",
        F::Left { .. } => "left",
    }
}

impl From<&SpinSource> for StoredSource {
    fn from(source: &SpinSource) -> Self {
        match source {
            SpinSource::Mark => Self::Mark,
            SpinSource::Campaign(name) => Self::Campaign(name.clone()),
            SpinSource::Won(number) => Self::Won(*number),
        }
    }
}

impl From<StoredSource> for SpinSource {
    fn from(source: StoredSource) -> Self {
        match source {
            StoredSource::Mark => Self::Mark,
            StoredSource::Campaign(name) => Self::Campaign(name),
            StoredSource::Won(number) => Self::Won(number),
        }
    }
}

impl From<BenefitOrigin> for StoredOrigin {
    fn from(origin: BenefitOrigin) -> Self {
        match origin {
            BenefitOrigin::Slices { card, slices } => Self::Slices { card, slices },
            BenefitOrigin::Prize { spin, order } => Self::Prize { spin, order: order.map(|order| order.0) },
        }
    }
}

impl From<StoredOrigin> for BenefitOrigin {
    fn from(origin: StoredOrigin) -> Self {
        match origin {
            StoredOrigin::Slices { card, slices } => Self::Slices { card, slices },
            StoredOrigin::Prize { spin, order } => Self::Prize { spin, order: order.map(OrderId) },
        }
    }
}

impl From<&LoyaltyFact> for StoredFact {
    fn from(fact: &LoyaltyFact) -> Self {
        use LoyaltyFact as F;
        let text = |code: &PersonalCode| code.as_str().to_owned();
        match fact {
            F::Joined => Self::Joined,
            F::Welcomed { slices, spins } => Self::Welcomed { slices: *slices, spins: *spins },
            F::OrderCounted { order, slices, spins } => {
                Self::OrderCounted { order: order.0, slices: *slices, spins: *spins }
            }
            F::LineReturned { order, line, units, slices, spins } => {
                Self::LineReturned { order: order.0, line: *line, units: *units, slices: *slices, spins: *spins }
            }
            F::OrderEnded { order, slices, spins, is_cancelled, keeps_until } => Self::OrderEnded {
                order: order.0,
                slices: *slices,
                spins: *spins,
                is_cancelled: *is_cancelled,
                keeps_until: *keeps_until,
            },
            F::Converted { benefit, slices } => Self::Converted { benefit: text(benefit), slices: *slices },
            F::Unconverted { benefit, slices } => Self::Unconverted { benefit: text(benefit), slices: *slices },
            F::BenefitGiven { benefit } => Self::BenefitGiven { benefit: text(benefit) },
            F::BenefitReturned { benefit, order } => Self::BenefitReturned { benefit: text(benefit), order: order.0 },
            F::BenefitUsed { benefit, order } => Self::BenefitUsed { benefit: text(benefit), order: order.0 },
            F::BenefitPast { benefit } => Self::BenefitPast { benefit: text(benefit) },
            F::BenefitVoided { benefit, order } => {
                Self::BenefitVoided { benefit: text(benefit), order: order.map(|order| order.0) }
            }
            F::SpinUsed { number, source } => Self::SpinUsed { number: *number, source: source.into() },
            F::SpinReturned { number, source, order } => {
                Self::SpinReturned { number: *number, source: source.into(), order: order.map(|order| order.0) }
            }
            F::CampaignWon { number, campaign } => Self::CampaignWon {
                number: *number,
                name: campaign.name.clone(),
                spins: campaign.spins,
                start: campaign.start,
                end: campaign.end,
            },
            F::CardExpired { slices } => Self::CardExpired { slices: *slices },
            F::Left { slices, spins } => Self::Left { slices: *slices, spins: *spins },
        }
    }
}

impl StoredFact {
    /// The fact; none where it names a benefit by what is no code.
    pub(super) fn read(self) -> Option<LoyaltyFact> {
        use LoyaltyFact as F;
        let code = |text: &str| PersonalCode::read(text);
        Some(match self {
            Self::Joined => F::Joined,
            Self::Welcomed { slices, spins } => F::Welcomed { slices, spins },
            Self::OrderCounted { order, slices, spins } => F::OrderCounted { order: OrderId(order), slices, spins },
            Self::LineReturned { order, line, units, slices, spins } => {
                F::LineReturned { order: OrderId(order), line, units, slices, spins }
            }
            Self::OrderEnded { order, slices, spins, is_cancelled, keeps_until } => {
                F::OrderEnded { order: OrderId(order), slices, spins, is_cancelled, keeps_until }
            }
            Self::Converted { benefit, slices } => F::Converted { benefit: code(&benefit)?, slices },
            Self::Unconverted { benefit, slices } => F::Unconverted { benefit: code(&benefit)?, slices },
            Self::BenefitGiven { benefit } => F::BenefitGiven { benefit: code(&benefit)? },
            Self::BenefitReturned { benefit, order } => {
                F::BenefitReturned { benefit: code(&benefit)?, order: OrderId(order) }
            }
            Self::BenefitUsed { benefit, order } => F::BenefitUsed { benefit: code(&benefit)?, order: OrderId(order) },
            Self::BenefitPast { benefit } => F::BenefitPast { benefit: code(&benefit)? },
            Self::BenefitVoided { benefit, order } => {
                F::BenefitVoided { benefit: code(&benefit)?, order: order.map(OrderId) }
            }
            Self::SpinUsed { number, source } => F::SpinUsed { number, source: source.into() },
            Self::SpinReturned { number, source, order } => {
                F::SpinReturned { number, source: source.into(), order: order.map(OrderId) }
            }
            Self::CampaignWon { number, name, spins, start, end } => {
                F::CampaignWon { number, campaign: SpinCampaign { name, spins, start, end } }
            }
            Self::CardExpired { slices } => F::CardExpired { slices },
            Self::Left { slices, spins } => F::Left { slices, spins },
        })
    }
}

#[cfg(test)]
mod tests;

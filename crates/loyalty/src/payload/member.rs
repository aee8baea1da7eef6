//! A member on the wire.

use domain::{
    loyalty::{BenefitTypes, LoyaltyRules, PersonalCode, SpinRefused},
    wheel::{WheelEntry, WheelRules},
};
use jiff::Timestamp;
use serde::Serialize;
use store::{LoyaltyRecord, SpinRecord};
use utoipa::ToSchema;

use super::{
    benefit::{BenefitPayload, listed_benefits},
    ledger::LoyaltyRowPayload,
};

/// Rows of the ledger that are answered.
const LEDGER: usize = 50;

/// A member's card, spins and benefits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Member)]
pub struct MemberPayload {
    slices: u32,
    /// Slices until a free pizza.
    remaining: u32,
    /// Spins of the card's marks.
    spins: u32,
    spin_campaigns: Vec<SpinCampaignPayload>,
    /// Whether no order of theirs has counted yet.
    pizza_wheel_locked: bool,
    wheel: MemberWheel,
    show_welcome_modal: bool,
    show_prize_modal: bool,
    /// What the last spin ended in.
    #[schema(required)]
    last_prize: Option<LastPrize>,
    /// The last second in which the slices are good.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    expires_at: Option<Timestamp>,
    /// Those that can be used, the first to end first, then those that were used lately.
    benefits: Vec<BenefitPayload>,
    /// The newest 50 rows, the newest first.
    ledger: Vec<LoyaltyRowPayload>,
}

/// Spins of a campaign that are left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SpinCampaign)]
pub(crate) struct SpinCampaignPayload {
    name: String,
    spins: u32,
    #[schema(value_type = String, format = DateTime)]
    start_date_time: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    end_date_time: Timestamp,
}

/// The wheel as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct MemberWheel {
    /// Whether they may spin now.
    enabled: bool,
    /// Why not: `locked`, `birthDate`, `age` or `noSpins`.
    #[schema(required)]
    reason: Option<&'static str>,
    /// The types of each of the eight segments, clockwise from the top.
    segments: Vec<Vec<&'static str>>,
    /// The hexadecimal SHA-256 of the next spin's seed.
    commitment: String,
}

/// What a spin ended in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LastPrize {
    spin_id: String,
    #[serde(rename = "type")]
    kind: &'static str,
    #[schema(required)]
    benefit: Option<BenefitPayload>,
}

/// By what a member's page is made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WheelTerms<'t> {
    pub(crate) rules: &'t LoyaltyRules,
    pub(crate) benefits: &'t BenefitTypes,
    pub(crate) wheel: &'t WheelRules,
    /// In whole years.
    pub(crate) wheel_age: u8,
    pub(crate) now: Timestamp,
}

impl MemberPayload {
    /// A member's; none of who is no member.
    pub(crate) fn new(record: &LoyaltyRecord, terms: &WheelTerms<'_>) -> Option<Self> {
        let (card, now) = (&record.account.card, terms.now);
        card.joined_at?;
        let slices = card.slices();
        let ledger = record.rows.iter().rev().filter_map(LoyaltyRowPayload::new).take(LEDGER);
        let campaigns = card.campaigns(terms.rules, now).into_iter().map(|left| SpinCampaignPayload {
            name: left.campaign.name,
            spins: left.campaign.spins,
            start_date_time: left.campaign.start,
            end_date_time: left.campaign.end,
        });
        Some(Self {
            slices,
            remaining: terms.rules.free_pizza_at.saturating_sub(slices),
            spins: card.spins(),
            spin_campaigns: campaigns.collect(),
            pizza_wheel_locked: !card.is_unlocked,
            wheel: MemberWheel::new(record, terms),
            show_welcome_modal: record.shows_welcome,
            show_prize_modal: record.shows_prize,
            last_prize: record.last_spin.as_ref().map(|spin| LastPrize::new(spin, record, terms.benefits)),
            expires_at: card.expires_at(terms.rules),
            benefits: listed_benefits(record, terms.benefits, now),
            ledger: ledger.collect(),
        })
    }
}

impl MemberWheel {
    fn new(record: &LoyaltyRecord, terms: &WheelTerms<'_>) -> Self {
        let may = record.account.card.may_spin(terms.rules, record.birth_date, terms.wheel_age, terms.now);
        let types = |entries: &Vec<WheelEntry>| entries.iter().map(|entry| entry.prize.as_str()).collect();
        Self {
            enabled: may.is_ok(),
            reason: may.err().and_then(SpinRefused::reason),
            segments: terms.wheel.segments().iter().map(types).collect(),
            commitment: record.commitment.clone().unwrap_or_default(),
        }
    }
}

impl LastPrize {
    fn new(spin: &SpinRecord, record: &LoyaltyRecord, types: &BenefitTypes) -> Self {
        let of_spin = |code: &PersonalCode| record.account.benefits.iter().find(|benefit| benefit.code == *code);
        let benefit = spin.benefit.as_ref().and_then(of_spin);
        Self {
            spin_id: spin.id.to_string(),
            kind: spin.prize.as_str(),
            benefit: benefit.map(|benefit| BenefitPayload::new(benefit, types)),
        }
    }
}

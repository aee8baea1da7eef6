//! A member's card: what its ledger comes to.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::{
    ledger::{LoyaltyFact, LoyaltyRow, SpinSource},
    rules::{LoyaltyRules, SpinCampaign, is_past},
    spins::SpinPurse,
};
use crate::ids::OrderId;

/// A member's card, folded from all rows of the ledger in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LoyaltyCard {
    /// How many cards ended before this one.
    pub number: u32,
    /// T: slices that were added to this card.
    pub total: i64,
    /// C: benefits that its slices became.
    pub conversions: i64,
    /// The slices that those took: 9C with the contract's figures.
    pub converted: i64,
    /// When they joined last; none: they are no member.
    pub joined_at: Option<Timestamp>,
    /// Whether an order counted ever, which unlocks the wheel.
    pub is_unlocked: bool,
    /// Spins that were used ever; the `nonce` of the next one.
    pub spins_used: u32,
    pub(super) was_welcomed: bool,
    pub(super) orders: BTreeMap<OrderId, CardOrder>,
    pub(super) spins: SpinPurse,
    /// The card is good till then at least.
    keeps_until: Option<Timestamp>,
    campaign_uses: BTreeMap<SpinSource, u32>,
    won_campaigns: BTreeMap<u32, SpinCampaign>,
}

/// What is known of an order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct CardOrder {
    /// When it counted, and on which card; none: it has not yet.
    pub(super) counted: Option<(Timestamp, u32)>,
    /// Its slices that are left.
    pub(super) slices: u32,
    /// Units of its lines whose money went back.
    pub(super) returned: BTreeMap<u32, u32>,
    /// Whether it counts no more.
    pub(super) is_over: bool,
    /// Whether it is at 13.
    pub(super) is_cancelled: bool,
}

/// Spins of a campaign that a member has left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpinsLeft {
    pub source: SpinSource,
    /// The campaign with the spins that are left of it.
    pub campaign: SpinCampaign,
}

impl LoyaltyCard {
    /// The card that rows come to.
    #[must_use]
    pub fn of_rows<'r>(rows: impl IntoIterator<Item = &'r LoyaltyRow>) -> Self {
        let mut card = Self::default();
        for row in rows {
            card.add(row);
        }
        card
    }

    /// Takes a row more into account.
    pub fn add(&mut self, row: &LoyaltyRow) {
        match &row.fact {
            LoyaltyFact::Joined => self.joined_at = Some(row.at),
            LoyaltyFact::Welcomed { slices, spins } => {
                self.was_welcomed = true;
                self.total += i64::from(*slices);
                self.spins.give(None, *spins);
            }
            LoyaltyFact::OrderCounted { order, slices, spins } => self.count(*order, row.at, *slices, *spins),
            LoyaltyFact::LineReturned { order, line, units, slices, spins } => {
                *self.orders.entry(*order).or_default().returned.entry(*line).or_default() += units;
                self.take_back(*order, *slices, *spins);
            }
            LoyaltyFact::OrderEnded { order, slices, spins, is_cancelled, keeps_until } => {
                self.take_back(*order, *slices, *spins);
                let known = self.orders.entry(*order).or_default();
                known.is_over = true;
                known.is_cancelled |= is_cancelled;
                self.keeps_until = self.keeps_until.max(*keeps_until);
            }
            LoyaltyFact::Converted { slices, .. } => {
                self.conversions += 1;
                self.converted += i64::from(*slices);
            }
            LoyaltyFact::Unconverted { slices, .. } => {
                self.conversions -= 1;
                self.converted -= i64::from(*slices);
            }
            LoyaltyFact::SpinUsed { source, .. } => self.use_spin(source),
            LoyaltyFact::SpinReturned { source, order, .. } => self.return_spin(source, *order),
            LoyaltyFact::CampaignWon { number, campaign } => {
                self.won_campaigns.insert(*number, campaign.clone());
            }
            LoyaltyFact::CardExpired { .. } => self.begin_anew(),
            LoyaltyFact::Left { .. } => {
                self.begin_anew();
                self.joined_at = None;
                self.spins = SpinPurse::default();
                self.won_campaigns.clear();
            }
            LoyaltyFact::BenefitGiven { .. }
            | LoyaltyFact::BenefitReturned { .. }
            | LoyaltyFact::BenefitUsed { .. }
            | LoyaltyFact::BenefitPast { .. }
            | LoyaltyFact::BenefitVoided { .. } => {}
        }
    }

    fn count(&mut self, order: OrderId, at: Timestamp, slices: u32, spins: u32) {
        let number = self.number;
        let known = self.orders.entry(order).or_default();
        known.counted = Some((at, number));
        known.slices = slices;
        self.total += i64::from(slices);
        self.spins.give(Some(order), spins);
        self.is_unlocked = true;
    }

    fn take_back(&mut self, order: OrderId, slices: u32, spins: u32) {
        let known = self.orders.entry(order).or_default();
        known.slices = known.slices.saturating_sub(slices);
        self.total -= i64::from(slices);
        self.spins.take_back(order, spins);
    }

    fn use_spin(&mut self, source: &SpinSource) {
        self.spins_used += 1;
        match source {
            SpinSource::Mark => self.spins.use_one(),
            campaign => *self.campaign_uses.entry(campaign.clone()).or_default() += 1,
        }
    }

    fn return_spin(&mut self, source: &SpinSource, order: Option<OrderId>) {
        match source {
            SpinSource::Mark => self.spins.put_back(order),
            campaign => {
                let uses = self.campaign_uses.entry(campaign.clone()).or_default();
                *uses = uses.saturating_sub(1);
            }
        }
    }

    fn begin_anew(&mut self) {
        self.number += 1;
        (self.total, self.conversions, self.converted) = (0, 0, 0);
        self.keeps_until = None;
    }

    /// T − 9C; below 0 it is a debt.
    #[must_use]
    pub fn balance(&self) -> i64 {
        self.total - self.converted
    }

    /// The slices that are shown: 0…8 with the contract's figures.
    #[must_use]
    pub fn slices(&self) -> u32 {
        u32::try_from(self.balance().max(0)).unwrap_or(u32::MAX)
    }

    /// The spins of marks that are left; below 0 it is a debt.
    #[must_use]
    pub fn spin_balance(&self) -> i64 {
        self.spins.balance()
    }

    /// The spins of marks that are shown.
    #[must_use]
    pub fn spins(&self) -> u32 {
        u32::try_from(self.spin_balance().max(0)).unwrap_or(u32::MAX)
    }

    /// Till when the slices are good; none of who is no member (L11).
    #[must_use]
    pub fn expires_at(&self, rules: &LoyaltyRules) -> Option<Timestamp> {
        let own = |order: &&CardOrder| !order.is_over;
        let counted = self.orders.values().filter(own).filter_map(|order| order.counted);
        let newest = counted.filter(|(_, card)| *card == self.number).map(|(at, _)| at).max();
        let expires_at = rules.expiry_after(self.joined_at?.max(newest.unwrap_or(Timestamp::MIN)));
        Some(self.keeps_until.map_or(expires_at, |keeps_until| keeps_until.max(expires_at)))
    }

    /// Whether the slices are past.
    #[must_use]
    pub fn is_expired(&self, rules: &LoyaltyRules, now: Timestamp) -> bool {
        let has_any = self.total != 0 || self.conversions != 0;
        has_any && self.expires_at(rules).is_some_and(|expires_at| is_past(expires_at, now))
    }

    /// The campaigns with spins left that are not over: those of everybody in their order, then those that were won. Who is
    /// no member has none.
    #[must_use]
    pub fn campaigns(&self, rules: &LoyaltyRules, now: Timestamp) -> Vec<SpinsLeft> {
        if self.joined_at.is_none() {
            return Vec::new();
        }
        let of_all = rules.spin_campaigns.iter().map(|one| (SpinSource::Campaign(one.name.clone()), one));
        let won = self.won_campaigns.iter().map(|(number, one)| (SpinSource::Won(*number), one));
        let left = of_all.chain(won).map(|(source, campaign)| {
            let used = self.campaign_uses.get(&source).copied().unwrap_or(0);
            let spins = campaign.spins.saturating_sub(used);
            SpinsLeft { source, campaign: SpinCampaign { spins, ..campaign.clone() } }
        });
        left.filter(|left| left.campaign.spins > 0 && now < left.campaign.end).collect()
    }

    /// Where the next spin comes from: a mark, else the first campaign that runs.
    #[must_use]
    pub fn next_spin(&self, rules: &LoyaltyRules, now: Timestamp) -> Option<SpinSource> {
        if self.spin_balance() > 0 {
            return Some(SpinSource::Mark);
        }
        self.running(rules, now).next().map(|left| left.source)
    }

    /// All spins that can be used now.
    #[must_use]
    pub fn spins_left(&self, rules: &LoyaltyRules, now: Timestamp) -> u32 {
        self.running(rules, now).fold(self.spins(), |sum, left| sum.saturating_add(left.campaign.spins))
    }

    fn running(&self, rules: &LoyaltyRules, now: Timestamp) -> impl Iterator<Item = SpinsLeft> {
        self.campaigns(rules, now).into_iter().filter(move |left| left.campaign.start <= now)
    }
}

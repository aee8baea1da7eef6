//! The programme's figures: `loyalty.json` (docs/spec/people.md, "The card").

use std::collections::BTreeMap;

use jiff::{Span, Timestamp};

use crate::{
    board::{day_of, last_second_of},
    wheel::weighted,
};

/// The days that a cancelled order leaves a card at least, and a benefit that a cancelled order gives back.
pub(super) const GRACE_DAYS: u32 = 14;

/// Spins for everybody within a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpinCampaign {
    /// No two campaigns of the file have the same.
    pub name: String,
    pub spins: u32,
    pub start: Timestamp,
    /// The first moment at which it is over.
    pub end: Timestamp,
}

/// The programme's figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoyaltyRules {
    /// Slices that become a free pizza; at least 1.
    pub free_pizza_at: u32,
    /// The first slices that bring a spin; each does so again with every `free_pizza_at` more.
    pub marks: Vec<u32>,
    /// Months after which slices go that no order renews.
    pub expiry_months: u32,
    /// Slices that joining may bring, each with its weight.
    pub welcome: Vec<(u32, u32)>,
    /// Every member has each one's spins once.
    pub spin_campaigns: Vec<SpinCampaign>,
}

impl Default for LoyaltyRules {
    /// The contract's figures.
    fn default() -> Self {
        Self {
            free_pizza_at: 9,
            marks: vec![2, 6, 10],
            expiry_months: 6,
            welcome: vec![(1, 70), (2, 20), (3, 10)],
            spin_campaigns: Vec::new(),
        }
    }
}

impl LoyaltyRules {
    /// The marks among the first so many slices of a card: 2, 6, 10, 11, 15, 19, 20 … with the contract's figures.
    #[must_use]
    pub fn marks_within(&self, slices: i64) -> i64 {
        let round = i64::from(self.free_pizza_at.max(1));
        let mut firsts = BTreeMap::new();
        for mark in self.marks.iter().map(|mark| i64::from((*mark).max(1))) {
            let first = firsts.entry(mark % round).or_insert(mark);
            *first = mark.min(*first);
        }
        firsts.values().filter(|first| **first <= slices).map(|first| (slices - first) / round + 1).sum()
    }

    /// The slices that joining brings, by a number of 64 random bits.
    #[must_use]
    pub fn welcome(&self, drawn: u64) -> u32 {
        let place = weighted(drawn, self.welcome.iter().map(|(_, weight)| u64::from(*weight)));
        place.map_or(0, |place| self.welcome[place].0)
    }

    /// Till when slices are good whose newest order, or joining, was at a moment: the last second of the day so many months
    /// on, or of that month's last day where it has no such day.
    #[must_use]
    pub fn expiry_after(&self, at: Timestamp) -> Timestamp {
        let months = Span::new().months(i64::from(self.expiry_months.min(1_200)));
        last_second_of(day_of(at).saturating_add(months))
    }
}

/// The last second of the day that is so many days after a moment's.
#[must_use]
pub fn last_second_after(at: Timestamp, days: u32) -> Timestamp {
    last_second_of(day_of(at).saturating_add(Span::new().days(i64::from(days.min(36_500)))))
}

/// Whether a moment is after what is good to the end of a last second.
pub(super) fn is_past(last_second: Timestamp, now: Timestamp) -> bool {
    now.as_second() > last_second.as_second()
}

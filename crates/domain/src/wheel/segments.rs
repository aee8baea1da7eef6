//! What stands on the wheel: `wheel.json` (docs/spec/people.md, "Segments").

use std::collections::HashSet;

use jiff::civil::Date;

use super::{
    prize::PrizeType,
    table::{WheelTable, WheelWeight},
};

/// Segments of the wheel, each of 45 degrees.
pub const SEGMENTS: usize = 8;

/// Spins that the prize `spinsCampaign` gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WonCampaign {
    pub name: String,
    pub spins: u32,
    /// How many days they last beyond the day on which they are won.
    pub days: u32,
}

/// One of the prizes of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WheelEntry {
    pub prize: PrizeType,
    /// Its share of all weights.
    pub weight: u32,
    /// How many are given in a calendar month of Helsinki; none: as many as are won.
    pub monthly: Option<u32>,
    /// What `spinsCampaign` gives, and no other prize.
    pub campaign: Option<WonCampaign>,
}

/// What the rules of the draw say beside the prizes (docs/spec/people.md, "Rules of the draw").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawRules {
    pub organiser: String,
    /// Where complaints go.
    pub complaints: String,
    /// The first day on which it is held; none: it is held already.
    pub from: Option<Date>,
    /// The last day on which it is held; none: until further notice.
    pub until: Option<Date>,
}

/// The wheel as `wheel.json` has it: it can always be drawn from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WheelRules {
    segments: [Vec<WheelEntry>; SEGMENTS],
    rules: Option<DrawRules>,
}

/// Why entries are no wheel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadWheel {
    #[error("segment {0} has no entry")]
    EmptySegment(usize),
    #[error("segment 0 has no entry of type empty, which an empty stock's weight goes to")]
    NoEmpty,
    #[error("no weight is above 0")]
    NoWeight,
    #[error("{} has a monthly stock and stands twice", .0.as_str())]
    StockTwice(PrizeType),
    #[error("{} stands twice in segment {}", .0.as_str(), .1)]
    Twice(PrizeType, usize),
    #[error("spinsCampaign with a weight needs name, spins and days")]
    NoCampaign,
}

impl Default for WheelRules {
    /// A wheel that gives nothing.
    fn default() -> Self {
        let empty = WheelEntry { prize: PrizeType::Empty, weight: 1, monthly: None, campaign: None };
        Self { segments: std::array::from_fn(|_| vec![empty.clone()]), rules: None }
    }
}

impl WheelRules {
    /// A wheel of these entries, segment by segment.
    ///
    /// # Errors
    /// [`BadWheel`].
    pub fn new(segments: [Vec<WheelEntry>; SEGMENTS], rules: Option<DrawRules>) -> Result<Self, BadWheel> {
        let wheel = Self { segments, rules };
        if let Some(segment) = wheel.segments.iter().position(Vec::is_empty) {
            return Err(BadWheel::EmptySegment(segment));
        }
        if !wheel.segments[0].iter().any(|entry| entry.prize == PrizeType::Empty) {
            return Err(BadWheel::NoEmpty);
        }
        if wheel.entries().all(|(_, entry)| entry.weight == 0) {
            return Err(BadWheel::NoWeight);
        }
        let mut places = HashSet::new();
        if let Some((segment, twice)) = wheel.entries().find(|(segment, entry)| !places.insert((*segment, entry.prize)))
        {
            return Err(BadWheel::Twice(twice.prize, segment));
        }
        let mut seen = HashSet::new();
        let stocked: HashSet<_> = wheel.stock().map(|(prize, _)| prize).collect();
        if let Some((_, twice)) =
            wheel.entries().find(|(_, entry)| stocked.contains(&entry.prize) && !seen.insert(entry.prize))
        {
            return Err(BadWheel::StockTwice(twice.prize));
        }
        let lacks = |entry: &WheelEntry| entry.prize == PrizeType::SpinsCampaign && entry.campaign.is_none();
        if wheel.entries().any(|(_, entry)| entry.weight > 0 && lacks(entry)) {
            return Err(BadWheel::NoCampaign);
        }
        Ok(wheel)
    }

    /// Each segment's entries.
    #[must_use]
    pub fn segments(&self) -> &[Vec<WheelEntry>; SEGMENTS] {
        &self.segments
    }

    /// What the rules of the draw say; none: what is known of the company.
    #[must_use]
    pub fn rules(&self) -> Option<&DrawRules> {
        self.rules.as_ref()
    }

    /// All entries in the order of the file, each with its segment.
    pub fn entries(&self) -> impl Iterator<Item = (usize, &WheelEntry)> {
        self.segments
            .iter()
            .enumerate()
            .flat_map(|(segment, entries)| entries.iter().map(move |entry| (segment, entry)))
    }

    /// The prizes of which only so many are given a month; each once.
    pub fn stock(&self) -> impl Iterator<Item = (PrizeType, u32)> {
        self.entries().filter_map(|(_, entry)| Some((entry.prize, entry.monthly?)))
    }

    /// The weights that are drawn from, with what was given of the present month's stock: what is given out leaves its
    /// weight to the `empty` of segment 0.
    ///
    /// # Panics
    /// Never: the weights' sum is that of [`WheelRules::new`], whatever was given.
    #[must_use]
    pub fn table(&self, given: impl Fn(PrizeType) -> u32) -> WheelTable {
        let is_out = |entry: &WheelEntry| entry.monthly.is_some_and(|monthly| given(entry.prize) >= monthly);
        let mut freed = 0;
        let mut weights: Vec<_> = self
            .entries()
            .map(|(segment, entry)| {
                let mut weight = u64::from(entry.weight);
                if is_out(entry) {
                    freed += std::mem::take(&mut weight);
                }
                WheelWeight { segment, prize: entry.prize, weight }
            })
            .collect();
        let empty = weights.iter_mut().find(|entry| entry.segment == 0 && entry.prize == PrizeType::Empty);
        empty.expect("segment 0 has it").weight += freed;
        WheelTable::new(weights).expect("one weight is above 0")
    }

    /// The entry of a prize in a segment.
    #[must_use]
    pub fn entry(&self, segment: usize, prize: PrizeType) -> Option<&WheelEntry> {
        self.segments.get(segment)?.iter().find(|entry| entry.prize == prize)
    }
}

#[cfg(test)]
mod tests;

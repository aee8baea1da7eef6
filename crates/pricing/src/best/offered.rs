//! The codes among which the best price is looked for.

use chain::{Campaign, Chain, PromotionCode};
use jiff::Timestamp;

use crate::{campaign::campaign_of, person::CodeLookUp};

/// The most codes that are tried.
const MOST_OFFERED: usize = 24;

/// A code that a cart may bring, with the campaign that it brings.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferedCode<'c> {
    pub code: PromotionCode,
    pub campaign: &'c Campaign,
    /// Until when it is good; none: for ever.
    pub until: Option<Timestamp>,
    pub source: CodeSource,
}

/// Where an offered code comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeSource {
    /// The cart came with it.
    Sent,
    /// It is a benefit of whoever asks.
    Benefit,
    /// It is a coupon of everybody's.
    Coupon,
}

/// The code of a benefit that somebody owns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnCode {
    pub code: PromotionCode,
    pub valid_until: Timestamp,
}

impl OfferedCode<'_> {
    /// Until when it is good, for putting codes in order.
    pub(super) fn expiry(&self) -> Timestamp {
        self.until.unwrap_or(Timestamp::MAX)
    }
}

/// The codes that a cart came with, then those that somebody owns, the soonest to expire first, then the usable coupons that
/// run now: of each that brings a campaign, those that do not bring the same. At most 24.
#[must_use]
pub fn offered_codes<'c>(
    chain: &'c Chain,
    sent: &[PromotionCode],
    own: &[OwnCode],
    now: Timestamp,
    look_up: &dyn CodeLookUp,
) -> Vec<OfferedCode<'c>> {
    let mut own: Vec<&OwnCode> = own.iter().collect();
    own.sort_by(|a, b| a.valid_until.cmp(&b.valid_until).then_with(|| a.code.cmp(&b.code)));
    let of_everybody = chain.campaigns().iter().filter(|campaign| campaign.runs_at(now));
    let coupons = of_everybody.filter_map(|campaign| Some(&campaign.usable_coupon()?.code));
    let sources = (sent.iter().map(|code| (code, CodeSource::Sent)))
        .chain(own.iter().map(|one| (&one.code, CodeSource::Benefit)))
        .chain(coupons.map(|code| (code, CodeSource::Coupon)));
    let mut offered: Vec<OfferedCode<'c>> = Vec::new();
    for (code, source) in sources {
        let Ok(campaign) = campaign_of(chain, code, look_up) else { continue };
        if offered.iter().any(|known| known.code == *code) {
            continue;
        }
        let valid_until = own.iter().find(|one| one.code == *code).map(|one| one.valid_until);
        let until = valid_until.into_iter().chain(campaign.conditions.end).min();
        offered.push(OfferedCode { code: code.clone(), campaign, until, source });
    }
    keep_soonest(&mut offered);
    offered.truncate(MOST_OFFERED);
    offered
}

/// Of those that bring the same campaign one stays, the soonest to expire; as many as were sent where those are more.
fn keep_soonest(offered: &mut Vec<OfferedCode<'_>>) {
    let mut by_expiry: Vec<usize> = (0..offered.len()).collect();
    by_expiry.sort_by_key(|at| (offered[*at].expiry(), *at));
    let mut stays = vec![false; offered.len()];
    for at in by_expiry {
        let is_same = |other: &OfferedCode<'_>| other.campaign.id == offered[at].campaign.id;
        let sent = offered.iter().filter(|other| other.source == CodeSource::Sent && is_same(other)).count();
        let kept = offered.iter().zip(&stays).filter(|(other, stays)| **stays && is_same(other)).count();
        stays[at] = kept < sent.max(1);
    }
    let mut stays = stays.into_iter();
    offered.retain(|_| stays.next().unwrap_or(false));
}

//! Who may spin, and what a spin's prize is to the card (docs/spec/people.md, "Wheel").

use jiff::{SignedDuration, Timestamp};

use super::{
    account::{Deciding, LoyaltyAccount, LoyaltyChange, LoyaltyView, NewCode},
    benefit::BenefitOrigin,
    card::LoyaltyCard,
    ledger::{LoyaltyFact, SpinSource},
    rules::{LoyaltyRules, SpinCampaign, last_second_after},
};
use crate::{
    board::day_of,
    customer::BirthDate,
    wheel::{PrizeType, WonCampaign},
};

/// Why somebody may not spin, in the order in which it is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SpinRefused {
    #[error("no member")]
    NotMember,
    #[error("no order of theirs has counted yet")]
    Locked,
    #[error("without a date of birth")]
    BirthDate,
    #[error("too young")]
    UnderAge,
    #[error("no spins left")]
    NoSpins,
}

impl SpinRefused {
    /// The reason as a member reads it of the wheel; none of who is no member.
    #[must_use]
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Self::NotMember => None,
            Self::Locked => Some("locked"),
            Self::BirthDate => Some("birthDate"),
            Self::UnderAge => Some("age"),
            Self::NoSpins => Some("noSpins"),
        }
    }
}

impl LoyaltyCard {
    /// Where the spin comes from that somebody may use now. `wheel_age`: in whole years.
    ///
    /// # Errors
    /// [`SpinRefused`], the first that is so.
    pub fn may_spin(
        &self,
        rules: &LoyaltyRules,
        born: Option<BirthDate>,
        wheel_age: u8,
        now: Timestamp,
    ) -> Result<SpinSource, SpinRefused> {
        if self.joined_at.is_none() {
            return Err(SpinRefused::NotMember);
        }
        if !self.is_unlocked {
            return Err(SpinRefused::Locked);
        }
        let born = born.ok_or(SpinRefused::BirthDate)?;
        if !born.has_turned(wheel_age, day_of(now)) {
            return Err(SpinRefused::UnderAge);
        }
        self.next_spin(rules, now).ok_or(SpinRefused::NoSpins)
    }
}

impl LoyaltyAccount {
    /// A spin was drawn: it is used, and its prize given. `won` is what `spinsCampaign` stands for.
    #[must_use]
    pub fn spin(
        &self,
        view: LoyaltyView<'_>,
        source: SpinSource,
        prize: PrizeType,
        won: Option<&WonCampaign>,
        code: NewCode<'_>,
    ) -> LoyaltyChange {
        let mut deciding = Deciding::begin(self, view);
        let number = deciding.card.spins_used;
        let order = match source {
            SpinSource::Mark => deciding.card.spins.next_order(),
            SpinSource::Campaign(_) | SpinSource::Won(_) => None,
        };
        deciding.push(LoyaltyFact::SpinUsed { number, source: source.clone() });
        match (prize, prize.benefit_type(), won) {
            (_, Some(kind), _) => deciding.give(kind, BenefitOrigin::Prize { spin: number, order }, code()),
            (PrizeType::NewSpin, ..) => deciding.push(LoyaltyFact::SpinReturned { number, source, order }),
            (PrizeType::SpinsCampaign, _, Some(won)) => {
                let end = last_second_after(view.now, won.days).saturating_add(SignedDuration::from_secs(1));
                let (name, spins, start) = (won.name.clone(), won.spins, view.now);
                let campaign = SpinCampaign { name, spins, start, end: end.unwrap_or(Timestamp::MAX) };
                deciding.push(LoyaltyFact::CampaignWon { number, campaign });
            }
            _ => {}
        }
        deciding.finish()
    }
}

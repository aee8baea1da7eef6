//! Who may spin, from what, and what comes of it.

use jiff::civil::date;

use super::*;
use crate::{
    customer::BirthDate,
    wheel::{PrizeType, WonCampaign},
};

fn may(member: &Member, born: Option<BirthDate>) -> Result<SpinSource, SpinRefused> {
    member.account.card.may_spin(&member.rules, born, 15, member.now)
}

fn campaign(name: &str, spins: u32, start: &str, end: &str) -> SpinCampaign {
    SpinCampaign { name: name.to_owned(), spins, start: at(start), end: at(end) }
}

#[test]
fn the_first_hindrance_is_said() {
    let old = Some(BirthDate::stored(date(1990, 1, 1)));
    let young = Some(BirthDate::stored(date(2011, 6, 2)));
    let nobody = Member::new("2026-06-01T09:00:00Z");
    assert_eq!(may(&nobody, old), Err(SpinRefused::NotMember));
    let mut member = Member::joined("2026-06-01T09:00:00Z", 0);
    assert_eq!(may(&member, None), Err(SpinRefused::Locked));
    member.counts(1, &[(0, 1)]);
    assert_eq!(may(&member, None), Err(SpinRefused::BirthDate));
    assert_eq!(may(&member, young), Err(SpinRefused::UnderAge));
    assert_eq!(may(&member, old), Err(SpinRefused::NoSpins));
    member.counts(2, &[(2, 1)]);
    assert_eq!(may(&member, young), Err(SpinRefused::UnderAge));
    assert_eq!(may(&member, old), Ok(SpinSource::Mark));
    // From the fifteenth birthday on, by Helsinki's day.
    member.now = at("2026-06-01T20:59:59Z");
    assert_eq!(may(&member, young), Err(SpinRefused::UnderAge));
    member.now = at("2026-06-01T21:00:00Z");
    assert_eq!(may(&member, young), Ok(SpinSource::Mark));
    let reasons = [SpinRefused::Locked, SpinRefused::BirthDate, SpinRefused::UnderAge, SpinRefused::NoSpins];
    assert_eq!(reasons.map(|one| one.reason().unwrap()), ["locked", "birthDate", "age", "noSpins"]);
    assert_eq!(SpinRefused::NotMember.reason(), None);
}

#[test]
fn a_mark_is_spun_before_campaigns_and_those_in_their_order_while_they_run() {
    let mut member = Member::with(2, 1);
    member.rules.spin_campaigns = vec![
        campaign("past", 5, "2026-05-01T00:00:00Z", "2026-06-01T09:00:00Z"),
        campaign("next", 2, "2026-06-01T09:00:01Z", "2026-07-01T00:00:00Z"),
        campaign("now", 1, "2026-06-01T09:00:00Z", "2026-06-02T00:00:00Z"),
        campaign("also", 3, "2026-06-01T00:00:00Z", "2026-06-02T00:00:00Z"),
    ];
    let left = |member: &Member| member.account.card.spins_left(&member.rules, member.now);
    let shown: Vec<_> =
        member.account.card.campaigns(&member.rules, member.now).iter().map(|one| one.campaign.name.clone()).collect();
    assert_eq!((shown.join(" ").as_str(), left(&member)), ("next now also", 5));
    let mut sources = Vec::new();
    while let Some(source) = member.account.card.next_spin(&member.rules, member.now) {
        sources.push(source);
        member.spins(PrizeType::Empty);
    }
    let of = |name: &str| SpinSource::Campaign(name.to_owned());
    assert_eq!(sources, [SpinSource::Mark, of("now"), of("also"), of("also"), of("also")]);
    assert_eq!((left(&member), member.account.card.spins_used), (0, 1 + 4));
    // Once per account: leaving gives none of them again.
    member.leaves();
    assert!(member.account.card.campaigns(&member.rules, member.now).is_empty());
    member.change(|account, view, code| account.join(view, 0, code));
    assert_eq!(left(&member), 0);
}

#[test]
fn a_prize_is_a_benefit_of_its_type() {
    let mut member = Member::with(2, 1);
    let change = member.spins(PrizeType::GiftCard10);
    assert_eq!(seen(&change), [("spin_use", 0, -1, "spin"), ("benefit_add", 0, 0, "given")]);
    let prize = &change.issued[0];
    assert_eq!((prize.kind.as_str(), prize.state), ("giftCard10", BenefitUse::Unused));
    assert_eq!(prize.valid_until, at("2026-11-28T23:59:59+02:00"));
    assert_eq!(member.account.card.spins(), 0);
}

#[test]
fn a_new_spin_gives_the_spin_back_to_where_it_came_from() {
    let mut member = Member::with(0, 0);
    member.counts(1, &[(2, 1)]);
    let change = member.spins(PrizeType::NewSpin);
    assert_eq!(seen(&change), [("spin_use", 0, -1, "spin"), ("spin_use", 0, 1, "newSpin")]);
    assert_eq!((member.account.card.spins(), member.account.card.spins_used), (1, 1));
    let prize = member.spins(PrizeType::FreeDip).issued[0].clone();
    assert_eq!(prize.origin, BenefitOrigin::Prize { spin: 1, order: Some(OrderId(1)) });
    member.rules.spin_campaigns = vec![campaign("now", 1, "2026-06-01T00:00:00Z", "2026-06-02T00:00:00Z")];
    member.spins(PrizeType::NewSpin);
    assert_eq!(member.account.card.next_spin(&member.rules, member.now), Some(SpinSource::Campaign("now".to_owned())));
}

#[test]
fn spins_that_are_won_last_their_days_and_end_with_leaving() {
    let mut member = Member::with(2, 1);
    let won = WonCampaign { name: "lisää".to_owned(), spins: 2, days: 7 };
    member
        .change(|account, view, code| account.spin(view, SpinSource::Mark, PrizeType::SpinsCampaign, Some(&won), code));
    let campaigns = member.account.card.campaigns(&member.rules, member.now);
    assert_eq!(campaigns.len(), 1);
    assert_eq!((campaigns[0].source.clone(), campaigns[0].campaign.spins), (SpinSource::Won(0), 2));
    assert_eq!(campaigns[0].campaign.end, at("2026-06-09T00:00:00+03:00"));
    member.spins(PrizeType::Empty);
    assert_eq!(member.account.card.spins_left(&member.rules, member.now), 1);
    member.now = at("2026-06-08T23:59:59+03:00");
    assert_eq!(member.account.card.spins_left(&member.rules, member.now), 1);
    member.now = at("2026-06-09T00:00:00+03:00");
    assert_eq!(member.account.card.spins_left(&member.rules, member.now), 0);
    member.now = at("2026-06-08T23:59:59+03:00");
    member.leaves();
    member.change(|account, view, code| account.join(view, 0, code));
    assert_eq!(member.account.card.spins_left(&member.rules, member.now), 0);
}

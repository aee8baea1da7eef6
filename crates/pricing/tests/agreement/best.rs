//! The best lawful price of carts of chance, beside looking at every cart that there could be.

use std::collections::BTreeSet;

use chain::{CampaignEffect, Chain, PromotionCode};
use jiff::Timestamp;
use pricing::{
    BestPrice, Cart, CodeSource, OfferedCode, OwnCode, PriceRequest, Priced, best_price, offered_codes, price,
};
use proptest::prelude::*;
use rand::{RngExt, rngs::StdRng, seq::IndexedRandom};

use crate::{carts::Case, properties::of_seed};

/// Codes that are looked at in every order; more would take too long here.
const MOST: usize = 4;

/// What the plain search holds carts by: what is paid, how many codes, when they expire.
type PlainRank = (i64, usize, Vec<Timestamp>);

/// The code of some benefits, when they expire and that of everybody, a little at a time.
fn offered<'c>(rng: &mut StdRng, chain: &'c Chain, case: &Case) -> Vec<OfferedCode<'c>> {
    let expiries = ["2026-11-30T21:59:59Z", "2026-12-24T21:59:59Z", "2027-01-01T21:59:59Z"];
    let own = case
        .codes
        .benefits
        .keys()
        .map(|code| OwnCode { code: code.clone(), valid_until: expiries.choose(rng).unwrap().parse().unwrap() });
    let own: Vec<OwnCode> = own.collect();
    let sent = &case.cart.promotion_codes;
    let mut all = offered_codes(chain, sent, &own, case.moment.now, &case.codes);
    // Beside coupons, so that there is something to find in most chains.
    let others = chain.campaigns().iter().filter_map(|campaign| Some((campaign, campaign.promotion_code.clone()?)));
    for (campaign, code) in others {
        if all.len() < MOST && !case.codes.is_blocked && all.iter().all(|known| known.code != code) {
            all.push(OfferedCode { code, campaign, until: campaign.conditions.end, source: CodeSource::Coupon });
        }
    }
    while all.len() > MOST {
        all.remove(rng.random_range(0..all.len()));
    }
    all
}

/// Whether a benefit that was not sent pays less than it is worth.
fn wastes(priced: &Priced<'_>, offered: &[OfferedCode<'_>]) -> bool {
    priced.split_payments.iter().any(|split| {
        let CampaignEffect::Prepaid { amount, .. } = split.campaign.effect else { panic!("{:?}", split.campaign) };
        let brought = offered.iter().find(|one| Some(&one.code) == split.code.as_ref());
        split.amount < amount && brought.is_some_and(|one| one.source == CodeSource::Benefit)
    })
}

/// Every order of every choice of some things.
fn arrangements(of: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    let mut from = 0;
    while from < all.len() {
        let longer =
            (0..of).filter(|next| !all[from].contains(next)).map(|next| [all[from].clone(), vec![next]].concat());
        let longer: Vec<_> = longer.collect();
        all.extend(longer);
        from += 1;
    }
    all
}

/// The codes of a cart that take effect.
fn in_effect(priced: &Priced<'_>) -> Vec<PromotionCode> {
    let takes_effect = |code: &&PromotionCode| {
        let is_its = |own: &Option<PromotionCode>| own.as_ref() == Some(*code);
        priced.campaigns.iter().any(|one| is_its(&one.code))
            || priced.split_payments.iter().any(|one| is_its(&one.code))
    };
    priced.promotion_codes.iter().filter(takes_effect).cloned().collect()
}

/// The least rank of all lawful carts; none where there is none.
fn plain(request: PriceRequest<'_>, offered: &[OfferedCode<'_>]) -> Option<PlainRank> {
    let rank = |codes: Vec<PromotionCode>, is_sent: bool| {
        let until = |code: &PromotionCode| {
            let known = offered.iter().find(|one| one.code == *code);
            known.and_then(|one| one.until).unwrap_or(Timestamp::MAX)
        };
        let mut expiries: Vec<_> = codes.iter().map(until).collect();
        expiries.sort();
        let count = codes.len();
        let cart = Cart { promotion_codes: codes, ..request.cart.clone() };
        let priced = price(PriceRequest { cart: &cart, ..request });
        let is_lawful = priced.is_valid() && (is_sent || !wastes(&priced, offered));
        is_lawful.then_some((priced.payable.0, count, expiries))
    };
    let chosen = |places: Vec<usize>| places.into_iter().map(|at| offered[at].code.clone()).collect::<Vec<_>>();
    let all = arrangements(offered.len()).into_iter().filter_map(|places| rank(chosen(places), false));
    all.chain(rank(in_effect(&price(request)), true)).min()
}

fn found(request: PriceRequest<'_>, offered: &[OfferedCode<'_>]) -> BestPrice {
    best_price(request, offered, &mut || true)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    /// No lawful cart with any of the codes, in any order, costs less, or as much with fewer codes or sooner ones.
    #[test]
    fn nothing_lawful_beats_the_best_price(seed in any::<u64>()) {
        let (chain, case, mut rng) = of_seed(seed);
        let offered = offered(&mut rng, chain, &case);
        let request = case.request(chain);
        let (best, plain) = (found(request, &offered), plain(request, &offered));
        prop_assert!(best.is_complete);
        let until = |code: &PromotionCode| offered.iter().find(|one| one.code == *code).and_then(|one| one.until);
        let mut expiries: Vec<_> = best.codes.iter().map(|code| until(code).unwrap_or(Timestamp::MAX)).collect();
        expiries.sort();
        if let Some(plain) = plain {
            prop_assert_eq!((best.payable.0, best.codes.len(), expiries), plain);
        } else {
            let sent = price(request);
            prop_assert_eq!((&best.codes, best.payable, best.saving.0), (&in_effect(&sent), sent.payable, 0));
        }
    }

    /// What is answered is what the cart costs with these codes, and the rest of the answer says of the same cart.
    #[test]
    fn the_answer_is_the_price_of_the_cart_with_its_codes(seed in any::<u64>()) {
        let (chain, case, mut rng) = of_seed(seed);
        let offered = offered(&mut rng, chain, &case);
        let request = case.request(chain);
        let (best, sent) = (found(request, &offered), price(request));
        prop_assert_eq!(&best, &found(request, &offered), "the same again");
        let cart = Cart { promotion_codes: best.codes.clone(), ..case.cart.clone() };
        let priced = price(PriceRequest { cart: &cart, ..request });
        prop_assert_eq!(&priced.promotion_codes, &best.codes, "each of them is held");
        prop_assert_eq!(priced.payable, best.payable);
        prop_assert!(best.payable <= sent.payable, "{} is no better", best.payable.0);
        prop_assert_eq!(best.saving.0, sent.payable.0 - best.payable.0);
        let off: i64 = best.reasons.iter().map(|reason| reason.amount.0).sum();
        let details = &priced.details;
        let free_delivery = priced.campaigns.iter().filter(|one| one.campaign.effect == CampaignEffect::FreeDelivery);
        let taken = details.line_item_discounts_total.0 + details.prepaid_amount_total.0
            + free_delivery.map(|one| one.discount.0).sum::<i64>();
        prop_assert_eq!(off, taken, "the reasons are all that is taken off");
        let brought: BTreeSet<_> = best.reasons.iter().filter_map(|reason| reason.code.as_ref()).collect();
        prop_assert_eq!(brought, best.codes.iter().collect(), "no code is there for nothing");
    }

    /// What is stopped answers at once: the best of what it has seen, which is never worse than what was sent.
    #[test]
    fn a_search_that_is_stopped_ends_there(seed in any::<u64>(), most in 0_usize..40) {
        let (chain, case, mut rng) = of_seed(seed);
        let offered = offered(&mut rng, chain, &case);
        let request = case.request(chain);
        let (mut asked, whole) = (0, found(request, &offered));
        let mut goes_on = || {
            asked += 1;
            asked <= most
        };
        let stopped = best_price(request, &offered, &mut goes_on);
        prop_assert!(asked <= most + 1, "nothing is looked at after the end");
        prop_assert_eq!(stopped.is_complete, asked <= most);
        let sent = price(request);
        prop_assert!(whole.payable <= stopped.payable && stopped.payable <= sent.payable);
        if stopped.is_complete {
            prop_assert_eq!(stopped, whole);
        }
    }
}

//! What holds of every cart, whatever is in it.

use std::{
    collections::BTreeMap,
    sync::{LazyLock, Mutex},
};

use chain::{CampaignEffect, Chain, UnitEffect};
use pricing::{CartIngredient, CartLine, LineId, Priced, PricedLine, StepKind, price};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};

use crate::{
    carts::{Case, case},
    chains,
};

/// Chains of chance, made once.
static CHAINS: LazyLock<Mutex<Vec<&'static Chain>>> = LazyLock::new(|| {
    let built_in = chains::built_in();
    let chain = |seed| &*Box::leak(Box::new(chains::chain(&mut StdRng::seed_from_u64(seed), &built_in)));
    Mutex::new((0..60).map(chain).collect())
});

/// A chain, a case in it, and more chance of the same seed.
pub(crate) fn of_seed(seed: u64) -> (&'static Chain, Case, StdRng) {
    let mut rng = StdRng::seed_from_u64(seed);
    let chains = CHAINS.lock().unwrap();
    let chain = chains[rng.random_range(0..chains.len())];
    let case = case(&mut rng, chain);
    (chain, case, rng)
}

/// What steps of a kind come to on a line.
fn steps(line: &PricedLine<'_>, kind: StepKind) -> i64 {
    line.explanation.iter().filter(|step| step.kind == kind).map(|step| step.amount.0).sum()
}

/// What is paid for each line.
fn by_line(priced: &Priced<'_>) -> BTreeMap<LineId, (i64, i64, u32)> {
    let amounts = |line: &PricedLine<'_>| (line.price.0, line.discount.0, line.discounted_quantity);
    priced.lines.iter().map(|line| (line.id.clone(), amounts(line))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn sums_are_the_sums_of_their_parts(seed in any::<u64>()) {
        let (chain, case, _) = of_seed(seed);
        let priced = price(case.request(chain));
        let details = &priced.details;
        let sum = |amount: fn(&PricedLine<'_>) -> i64| priced.lines.iter().map(amount).sum::<i64>();
        prop_assert_eq!(details.line_items_sub_total.0, sum(|line| line.price.0));
        prop_assert_eq!(details.line_item_discounts_total.0, sum(|line| line.discount.0));
        prop_assert_eq!(details.line_items_total.0, sum(|line| line.discounted_price().0));
        let shipping = details.shipping_charges_sub_total.0 - details.shipping_charges_discount_total.0;
        prop_assert_eq!(details.shipping_charges_total.0, shipping);
        prop_assert_eq!(details.services_sub_total.0, priced.phone_order_fee.0 + priced.delivery_service_fee.0);
        let grand_total = details.line_items_total.0 + shipping + details.services_sub_total.0;
        prop_assert_eq!(details.grand_total.0, grand_total);
        prop_assert_eq!(details.vat.iter().map(|share| share.gross.0).sum::<i64>(), grand_total);
        prop_assert_eq!(details.vat.iter().map(|share| share.vat.0).sum::<i64>(), details.vat_total.0);
        let split = priced.split_payments.iter().map(|one| one.amount.0).sum::<i64>();
        prop_assert_eq!(details.prepaid_amount_total.0, split);
        prop_assert_eq!(priced.payable.0, grand_total - split);
        let mut all = priced.explanation.iter().map(|step| step.amount.0).sum::<i64>();
        for line in &priced.lines {
            let own = line.explanation.iter().map(|step| step.amount.0).sum::<i64>();
            prop_assert_eq!(own, line.discounted_price().0);
            prop_assert_eq!(line.price.0, line.item_price.0 * i64::from(line.quantity));
            all += own;
        }
        prop_assert_eq!(all, priced.payable.0);
        let off_lines = priced.campaigns.iter().filter(|one| one.campaign.effect != CampaignEffect::FreeDelivery);
        prop_assert_eq!(off_lines.map(|one| one.discount.0).sum::<i64>(), details.line_item_discounts_total.0);
    }

    #[test]
    fn nothing_is_below_zero_and_no_cap_is_passed(seed in any::<u64>()) {
        let (chain, case, _) = of_seed(seed);
        let priced = price(case.request(chain));
        let details = &priced.details;
        for amount in [
            details.shipping_charges_sub_total, details.shipping_charges_discount_total, details.shipping_charges_total,
            details.services_sub_total, details.vat_total, details.shipping_charges_prepaid_total, priced.payable,
        ] {
            prop_assert!(amount.0 >= 0, "{:?}", details);
        }
        for line in &priced.lines {
            let parts = [line.base_price, line.item_price, line.price_correction, line.discount, line.discounted_price()];
            prop_assert!(parts.iter().all(|amount| amount.0 >= 0), "{:?}", parts);
            prop_assert!(line.base_price <= line.item_price && line.discounted_quantity <= line.quantity);
            let of_units = line.applied.iter().filter(|(one, _)| !matches!(one.effect, CampaignEffect::Amount(_)));
            prop_assert_eq!(of_units.map(|(_, units)| units).sum::<u32>(), line.discounted_quantity, "one a unit");
        }
        for campaign in chain.campaigns() {
            let brought = priced.campaigns.iter().filter(|one| one.campaign.id == campaign.id).count();
            let brought = u32::try_from(brought).unwrap();
            let of = priced.lines.iter().flat_map(|line| &line.applied).filter(|(one, _)| one.id == campaign.id);
            let units: u32 = of.map(|(_, units)| *units).sum();
            if let CampaignEffect::Units(UnitEffect::ProductPrice { max_units, .. } | UnitEffect::FreeProduct { max_units }) = campaign.effect {
                prop_assert!(units <= max_units * brought);
            }
        }
        for one in &priced.campaigns {
            prop_assert!(one.discount.0 >= 0);
            match one.campaign.effect {
                CampaignEffect::Amount(most) => prop_assert!(one.discount <= most),
                CampaignEffect::Units(UnitEffect::ToppingOffer { .. }) => {
                    let taken = priced.lines.iter().flat_map(|line| &line.applied);
                    let units: u32 = taken.filter(|(own, _)| own.id == one.campaign.id).map(|(_, units)| units).sum();
                    prop_assert!(one.discount.0 <= 200 * i64::from(units));
                }
                _ => {}
            }
        }
        for one in &priced.split_payments {
            let CampaignEffect::Prepaid { amount, .. } = one.campaign.effect else { panic!("{:?}", one.campaign) };
            prop_assert!(0 < one.amount.0 && one.amount <= amount);
        }
    }

    #[test]
    fn the_order_of_lines_changes_no_amount(seed in any::<u64>()) {
        let (chain, mut case, mut rng) = of_seed(seed);
        let first = price(case.request(chain));
        let (amounts, details, payable) = (by_line(&first), first.details.clone(), first.payable);
        drop(first);
        case.cart.lines.shuffle(&mut rng);
        let second = price(case.request(chain));
        prop_assert_eq!(by_line(&second), amounts);
        prop_assert_eq!((&second.details, second.payable), (&details, payable));
    }

    /// Two lines of the same cost what one of both does. Where amounts are spread, a cent may move between lines, and
    /// so between rates; and with two of them between what the second is about and what it is not.
    #[test]
    fn splitting_a_line_changes_no_total(seed in any::<u64>()) {
        let (chain, mut case, _) = of_seed(seed);
        let Some(at) = case.cart.lines.iter().position(|line| line.quantity > 1 && line.combo.is_none()) else {
            return Ok(());
        };
        let whole = price(case.request(chain));
        let amounts = whole.campaigns.iter().filter(|one| matches!(one.campaign.effect, CampaignEffect::Amount(_))).count();
        prop_assume!(amounts < 2);
        let (total, payable) = (whole.details.clone(), whole.payable);
        drop(whole);
        // It stands right behind the other, so that of equal units the same ones are taken.
        let line = case.cart.lines[at].clone();
        let id = format!("{}+", line.id).as_str().into();
        case.cart.lines[at].quantity -= 1;
        case.cart.lines.push(CartLine { id, quantity: 1, ..line });
        let split = price(case.request(chain));
        prop_assert_eq!(split.payable, payable);
        prop_assert_eq!(split.details.grand_total, total.grand_total);
        prop_assert_eq!(split.details.line_item_discounts_total, total.line_item_discounts_total);
        prop_assert_eq!(split.details.prepaid_amount_total, total.prepaid_amount_total);
        let most = i64::try_from(total.vat.len().max(split.details.vat.len())).unwrap();
        prop_assert!((split.details.vat_total.0 - total.vat_total.0).abs() <= most);
    }

    /// A topping more is never cheaper, unless more of what is included is free then.
    #[test]
    fn a_topping_more_costs_no_less(seed in any::<u64>(), dose in any::<prop::sample::Index>()) {
        let (chain, mut case, _) = of_seed(seed);
        let Some(at) = case.cart.lines.iter().position(|line| line.ingredients.is_some()) else { return Ok(()) };
        let id = case.cart.lines[at].id.clone();
        // What a unit of the line costs, and what of it is included.
        let unit = |case: &Case| {
            let priced = price(case.request(chain));
            let line = priced.lines.iter().find(|line| line.id == id)?;
            let included = steps(line, StepKind::Included) / i64::from(line.quantity);
            Some((line.item_price.0, included))
        };
        let Some((before, included)) = unit(&case) else { return Ok(()) };
        let toppings: Vec<_> = chain.menu().ingredients().iter().filter(|one| one.is_topping()).collect();
        let ingredient = toppings[dose.index(toppings.len())].id.clone();
        case.cart.lines[at].ingredients.as_mut().unwrap().push(CartIngredient { ingredient, quantity: 1, added_from: None });
        let Some((after, more_included)) = unit(&case) else { return Ok(()) };
        prop_assert!(after >= before || more_included < included, "{} after {}", after, before);
    }

    #[test]
    fn pricing_twice_changes_nothing(seed in any::<u64>()) {
        let (chain, case, _) = of_seed(seed);
        prop_assert_eq!(price(case.request(chain)), price(case.request(chain)));
    }

    /// A code is held, or a message says why it is not.
    #[test]
    fn a_code_is_held_or_said(seed in any::<u64>()) {
        let (chain, case, _) = of_seed(seed);
        let priced = price(case.request(chain));
        for code in &case.cart.promotion_codes {
            let said = priced.messages.iter().filter(|one| one.metadata.get("promotionCode") == Some(&code.as_str().into()));
            prop_assert_eq!(said.count(), usize::from(!priced.promotion_codes.contains(code)));
        }
    }
}

//! What a unit of a line costs (docs/spec/ordering.md, "The order of the rules", steps 1 to 4).

use chain::{IncludedToppings, Ingredient, Product, ProductSize, Slot};
use domain::money::Cents;
use smallvec::SmallVec;

use super::{
    doses::{Doses, dose_price},
    included,
};
use crate::steps::{PriceStep, StepKind};

/// A dose of a topping that is paid beside the base.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PaidDose<'a> {
    pub(crate) ingredient: &'a Ingredient,
    pub(crate) price: Cents,
}

/// The price of one unit, and how it comes about.
#[derive(Debug, Clone)]
pub(crate) struct Unit<'a> {
    /// The size's price, or that of its lunch.
    pub(crate) base: Cents,
    pub(crate) price: Cents,
    /// By how much the least price lifts it.
    pub(crate) correction: Cents,
    /// Doses of toppings that are paid, at what is paid for each.
    pub(crate) paid_toppings: SmallVec<[PaidDose<'a>; 8]>,
    /// For one unit; they sum to `price`.
    pub(crate) steps: Vec<PriceStep<'a>>,
}

/// Steps of a line beside those of doses: the base, what is free of it, and what campaigns take.
const BESIDE_DOSES: usize = 4;

/// Prices a unit. `is_lunch`: it is lunch time, and the kitchen has lunch.
pub(crate) fn unit_price<'a>(
    product: &'a Product,
    size: &'a ProductSize,
    doses: &Doses<'a>,
    is_lunch: bool,
) -> Unit<'a> {
    let chosen = doses.on().filter(|dose| dose.extra() > 0).count();
    let mut steps = Vec::with_capacity(BESIDE_DOSES + chosen);
    steps.push(PriceStep::new(StepKind::Base, 1, size.price).of(size.id.as_str(), &size.name));
    let mut base = size.price;
    if let Some(lunch) = size.lunch_price.filter(|_| is_lunch) {
        steps.push(PriceStep::new(StepKind::Lunch, 1, Cents(lunch.0 - base.0)));
        base = lunch;
    }
    let mut paid_toppings = SmallVec::new();
    for slot in &product.slots {
        price_slot(slot, size, doses, &mut steps, &mut paid_toppings);
    }
    let mut toppings: SmallVec<[PaidDose<'a>; 8]> = SmallVec::new();
    for dose in doses.on().filter(|dose| dose.slot.is_none() && dose.extra() > 0) {
        let (ingredient, price) = (dose.ingredient, dose_price(dose.ingredient, &size.id));
        let all = Cents(price.0 * i64::from(dose.extra()));
        steps.push(PriceStep::new(StepKind::Extra, dose.extra(), all).of(ingredient.id.as_str(), &ingredient.name));
        if ingredient.is_topping() {
            toppings.extend((0..dose.extra()).map(|_| PaidDose { ingredient, price }));
        }
    }
    if let Some(rule) = &product.included_toppings {
        let worth = match rule {
            IncludedToppings::Worth(worth) => included::by_worth(&mut toppings, worth.get(&size.id)),
            IncludedToppings::Doses { doses, special } => included::by_doses(&mut toppings, *doses, *special),
        };
        if worth.0 > 0 {
            steps.push(PriceStep::new(StepKind::Included, 1, Cents(-worth.0)));
        }
    }
    paid_toppings.extend(toppings);
    let sum = Cents(steps.iter().map(|step| step.amount.0).sum());
    let price = size.minimum_price.map_or(sum, |least| sum.max(least));
    let correction = Cents(price.0 - sum.0);
    if correction.0 > 0 {
        steps.push(PriceStep::new(StepKind::Minimum, 1, correction));
    }
    Unit { base, price, correction, paid_toppings, steps }
}

/// The chosen doses of a slot: what the recipe has is free, then the dearest of the others as far as doses are free, and
/// a change of the default takes its price off the dearest that is paid (step 2).
fn price_slot<'a>(
    slot: &'a Slot,
    size: &'a ProductSize,
    doses: &Doses<'a>,
    steps: &mut Vec<PriceStep<'a>>,
    paid_toppings: &mut SmallVec<[PaidDose<'a>; 8]>,
) {
    let mut chosen: SmallVec<[PaidDose<'a>; 4]> = SmallVec::new();
    for dose in doses.in_slot(slot) {
        let (ingredient, price) = (dose.ingredient, dose_price(dose.ingredient, &size.id));
        chosen.extend((0..dose.extra()).map(|_| PaidDose { ingredient, price }));
    }
    chosen.sort_by(|a, b| b.price.cmp(&a.price).then_with(|| a.ingredient.id.cmp(&b.ingredient.id)));
    for dose in &chosen {
        steps
            .push(PriceStep::new(StepKind::Slot, 1, dose.price).of(dose.ingredient.id.as_str(), &dose.ingredient.name));
    }
    let free = usize::try_from(slot.free(&size.id)).unwrap_or(usize::MAX).min(chosen.len());
    let given: i64 = chosen[..free].iter().map(|dose| dose.price.0).sum();
    let mut off = given;
    if let (Some(first), Some(default)) = (chosen.get_mut(free), changed_default(slot, doses)) {
        let discount = dose_price(default, &size.id).min(first.price);
        first.price.0 -= discount.0;
        off += discount.0;
    }
    if off > 0 {
        let quantity = u32::try_from(free).unwrap_or(u32::MAX).max(1);
        steps.push(PriceStep::new(StepKind::FreeDose, quantity, Cents(-off)).of(slot.id.as_str(), &slot.label));
    }
    paid_toppings.extend(chosen[free..].iter().filter(|dose| dose.ingredient.is_topping()).copied());
}

/// The default of a slot that gives a discount for its change, where it is gone.
fn changed_default<'a>(slot: &Slot, doses: &Doses<'a>) -> Option<&'a Ingredient> {
    let default = slot.default.as_ref().filter(|_| slot.give_discount_for_change)?;
    let dose = doses.all.iter().find(|dose| dose.ingredient.id == *default)?;
    (dose.quantity == 0).then_some(dose.ingredient)
}

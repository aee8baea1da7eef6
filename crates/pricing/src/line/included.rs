//! Toppings that the price of a product holds (docs/spec/ordering.md, "The order of the rules", step 3).

use domain::money::Cents;
use smallvec::SmallVec;

use super::unit::PaidDose;

/// Toppings for so much are included: what is taken off. All of them stay paid doses, dearer or not.
pub(super) fn by_worth(toppings: &mut SmallVec<[PaidDose<'_>; 8]>, worth: Option<Cents>) -> Cents {
    let sum: i64 = toppings.iter().map(|dose| dose.price.0).sum();
    Cents(worth.map_or(0, |worth| worth.0).min(sum))
}

/// A budget of doses is included: a special one takes `doses / special` of it, others 1. The dearest come first, and
/// what fits is free. Leaves those that are paid, and says what is taken off.
pub(super) fn by_doses(toppings: &mut SmallVec<[PaidDose<'_>; 8]>, doses: u32, special: u32) -> Cents {
    toppings.sort_by(|a, b| b.price.cmp(&a.price).then_with(|| a.ingredient.id.cmp(&b.ingredient.id)));
    // In parts of a dose, so that a special one takes a whole number of them.
    let special = special.max(1);
    let mut budget = u64::from(doses) * u64::from(special);
    let mut off = 0;
    toppings.retain(|dose| {
        let takes = u64::from(if dose.ingredient.is_special { doses } else { special });
        let fits = takes <= budget;
        if fits {
            budget -= takes;
            off += dose.price.0;
        }
        !fits
    });
    Cents(off)
}

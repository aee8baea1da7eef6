//! The tax that prices hold (docs/spec/ordering.md, "The order of the rules", step 11).

use chain::{BasisPoints, VatRates};
use domain::money::Cents;

use crate::{draft::DraftLine, priced::VatShare};

/// What is taxed at each rate, the lowest first; `others`: what has no rate of its own.
pub(crate) fn vat_shares(rates: &VatRates, lines: &[DraftLine<'_>], others: Cents) -> Vec<VatShare> {
    let mut shares: Vec<(BasisPoints, i64)> = Vec::new();
    let of_lines = lines.iter().map(|draft| (rates.of(&draft.product.category), draft.discounted_price().0));
    for (rate, gross) in of_lines.chain([(rates.percent, others.0)]) {
        match shares.iter_mut().find(|(known, _)| *known == rate) {
            Some((_, sum)) => *sum += gross,
            None => shares.push((rate, gross)),
        }
    }
    shares.retain(|(_, gross)| *gross != 0);
    shares.sort_unstable();
    let share = |(rate, gross): (BasisPoints, i64)| VatShare { rate, gross: Cents(gross), vat: contained(gross, rate) };
    shares.into_iter().map(share).collect()
}

/// The tax in a gross amount, half up to the cent.
fn contained(gross: i64, rate: BasisPoints) -> Cents {
    let (part, whole) = (i64::from(rate.0), i64::from(BasisPoints::WHOLE.0 + rate.0));
    Cents((2 * gross * part + whole) / (2 * whole))
}

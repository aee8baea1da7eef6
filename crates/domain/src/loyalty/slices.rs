//! How many slices something brings (docs/spec/people.md, "Slices of a unit").

use crate::money::Cents;

/// A line of an order with what it brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineSlices {
    /// Slices of each unit.
    pub of_unit: u32,
    pub units: u32,
    /// Units whose base a benefit or a campaign made free; they bring none, whatever their extras cost.
    pub free_units: u32,
}

/// A line of a cart as `getCartSlices` counts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CartLineSlices {
    /// Slices of each unit.
    pub of_unit: u32,
    pub units: u32,
    /// What is paid for it; none where nobody says.
    pub discounted_price: Option<Cents>,
}

/// The slices of an order, line by line in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OrderSlices(pub Vec<LineSlices>);

impl LineSlices {
    /// Units that bring slices.
    #[must_use]
    pub fn earning_units(self) -> u32 {
        self.units.saturating_sub(self.free_units)
    }

    /// Its slices.
    #[must_use]
    pub fn slices(self) -> u32 {
        self.of_unit.saturating_mul(self.earning_units())
    }
}

impl OrderSlices {
    /// What the order brings.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().fold(0, |sum, line| sum.saturating_add(line.slices()))
    }
}

/// What a cart would bring: a line that costs nothing brings nothing.
#[must_use]
pub fn cart_slices(lines: &[CartLineSlices]) -> u32 {
    let of_line = |line: &CartLineSlices| match line.discounted_price {
        Some(Cents(0)) => 0,
        _ => line.of_unit.saturating_mul(line.units),
    };
    lines.iter().fold(0, |sum, line| sum.saturating_add(of_line(line)))
}

/// What a tracked order would bring: of each line the slices of a unit and its units. Each payment by a free pizza takes
/// the unit off that brings fewest; units that bring none are not looked at.
#[must_use]
pub fn tracking_slices(lines: &[(u32, u32)], free_pizzas: u32) -> u32 {
    let mut lines: Vec<_> = lines.iter().copied().filter(|(of_unit, _)| *of_unit > 0).collect();
    lines.sort_unstable();
    let mut free = free_pizzas;
    lines.iter().fold(0, |sum: u32, (of_unit, units)| {
        let taken = free.min(*units);
        free -= taken;
        sum.saturating_add(of_unit.saturating_mul(units - taken))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(of_unit: u32, units: u32, free_units: u32) -> LineSlices {
        LineSlices { of_unit, units, free_units }
    }

    #[test]
    fn units_whose_base_is_free_bring_nothing() {
        assert_eq!(OrderSlices(vec![line(2, 3, 0), line(1, 2, 1), line(0, 5, 0)]).total(), 7);
        assert_eq!(OrderSlices(vec![line(1, 1, 1)]).total(), 0);
        assert_eq!(OrderSlices::default().total(), 0);
    }

    #[test]
    fn a_line_of_a_cart_that_costs_nothing_brings_nothing() {
        let line = |price: Option<i64>| CartLineSlices { of_unit: 2, units: 2, discounted_price: price.map(Cents) };
        assert_eq!(cart_slices(&[line(Some(0))]), 0);
        assert_eq!(cart_slices(&[line(Some(1)), line(None)]), 8);
    }

    #[test]
    fn a_free_pizza_takes_the_unit_with_fewest_slices_off() {
        let lines = [(2, 1), (0, 4), (1, 2)];
        let shown: Vec<_> = (0..=4).map(|free| tracking_slices(&lines, free)).collect();
        assert_eq!(shown, [4, 3, 2, 0, 0]);
    }

    proptest! {
        #[test]
        fn no_free_unit_ever_adds_slices(units in 0..200_u32, free in 0..200_u32, of_unit in 0..5_u32, off in 0..20_u32) {
            let whole = line(of_unit, units, 0).slices();
            prop_assert!(line(of_unit, units, free).slices() <= whole);
            prop_assert_eq!(line(of_unit, units, free).slices(), of_unit * units.saturating_sub(free));
            prop_assert!(tracking_slices(&[(of_unit, units)], off + 1) <= tracking_slices(&[(of_unit, units)], off));
        }
    }
}

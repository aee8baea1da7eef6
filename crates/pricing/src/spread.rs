//! Dividing an amount among lines.

use domain::money::Cents;

/// One of those among whom an amount is divided.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Share<'a> {
    pub(crate) weight: Cents,
    /// The name of its line, which settles ties.
    pub(crate) id: &'a str,
}

/// Divides a total by weights: each share is floored, and the cents that are left go one each to the largest fractions,
/// ties to the larger weight, then to the lower name (docs/spec/ordering.md, "Spread"). No weight, nothing.
pub(crate) fn spread(total: Cents, shares: &[Share<'_>]) -> Vec<Cents> {
    let sum: i128 = shares.iter().map(|share| i128::from(share.weight.0)).sum();
    if sum <= 0 {
        return vec![Cents(0); shares.len()];
    }
    let part = |share: &Share<'_>| {
        let exact = i128::from(total.0) * i128::from(share.weight.0);
        (exact / sum, exact % sum)
    };
    let parts: Vec<(i128, i128)> = shares.iter().map(part).collect();
    let left = i128::from(total.0) - parts.iter().map(|(floor, _)| floor).sum::<i128>();
    let mut order: Vec<usize> = (0..shares.len()).collect();
    order.sort_by(|&a, &b| {
        (parts[b].1.cmp(&parts[a].1)).then(shares[b].weight.cmp(&shares[a].weight)).then(shares[a].id.cmp(shares[b].id))
    });
    let mut amounts: Vec<Cents> =
        parts.iter().map(|(floor, _)| Cents(i64::try_from(*floor).unwrap_or(i64::MAX))).collect();
    for &at in order.iter().take(usize::try_from(left).unwrap_or(0)) {
        amounts[at].0 += 1;
    }
    amounts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parts(total: i64, weights: &[(i64, &str)]) -> Vec<i64> {
        let shares: Vec<_> = weights.iter().map(|(weight, id)| Share { weight: Cents(*weight), id }).collect();
        spread(Cents(total), &shares).into_iter().map(|cents| cents.0).collect()
    }

    #[test]
    fn the_worked_examples() {
        assert_eq!(parts(500, &[(2860, "a"), (350, "b")]), [445, 55]);
        assert_eq!(parts(250, &[(1290, "a"), (350, "b")]), [197, 53]);
    }

    #[test]
    fn ties_go_to_the_larger_weight_and_then_to_the_lower_name() {
        assert_eq!(parts(1, &[(100, "b"), (100, "a")]), [0, 1]);
        assert_eq!(parts(1, &[(100, "a"), (300, "b")]), [0, 1]);
        assert_eq!(parts(3, &[(1, "a"), (1, "b"), (2, "c")]), [1, 1, 1]);
        assert_eq!(parts(10, &[(0, "a")]), [0]);
        assert_eq!(parts(10, &[(0, "b"), (1, "a")]), [0, 10], "a cent is a weight");
    }

    proptest! {
        #[test]
        fn the_parts_are_the_whole_and_the_order_of_lines_changes_none(
            total in 0i64..100_000,
            weights in prop::collection::vec(0i64..100_000, 1..12),
        ) {
            let names: Vec<String> = (0..weights.len()).map(|at| format!("line-{at:02}")).collect();
            let shares: Vec<(i64, &str)> = weights.iter().copied().zip(names.iter().map(String::as_str)).collect();
            let given = parts(total, &shares);
            if weights.iter().sum::<i64>() > 0 {
                prop_assert_eq!(given.iter().sum::<i64>(), total);
            }
            if total <= weights.iter().sum() {
                prop_assert!(given.iter().zip(&weights).all(|(part, weight)| part <= weight));
            }
            let turned: Vec<_> = shares.iter().rev().copied().collect();
            let mut back = parts(total, &turned);
            back.reverse();
            prop_assert_eq!(back, given);
        }
    }
}

//! Dividing an amount (docs/spec/ordering.md, "Spread"), cent after cent.

/// Shares of a total by weights; each is `(weight, uuid)`.
pub(crate) fn spread(total: i64, weights: &[(i64, String)]) -> Vec<i64> {
    let sum: i128 = weights.iter().map(|(weight, _)| i128::from(*weight)).sum();
    if sum == 0 {
        return vec![0; weights.len()];
    }
    let exact = |weight: i64| i128::from(total) * i128::from(weight);
    let mut shares: Vec<i64> = weights.iter().map(|(weight, _)| (exact(*weight) / sum) as i64).collect();
    let mut waiting: Vec<usize> = (0..weights.len()).collect();
    while shares.iter().sum::<i64>() < total {
        let next = *waiting
            .iter()
            .max_by(|&&a, &&b| {
                let fraction = |at: usize| exact(weights[at].0) % sum;
                fraction(a)
                    .cmp(&fraction(b))
                    .then(weights[a].0.cmp(&weights[b].0))
                    .then(weights[b].1.cmp(&weights[a].1))
            })
            .unwrap();
        shares[next] += 1;
        waiting.retain(|at| *at != next);
    }
    shares
}

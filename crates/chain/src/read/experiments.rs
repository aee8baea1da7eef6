//! `people/experiments.json`.

use crate::{
    experiments::{Experiment, Experiments},
    json::JsonNode,
};

/// A page asks again after a week at the latest.
const LONGEST_KEPT: u32 = 7 * 24 * 60 * 60;

pub(super) fn experiments(root: &JsonNode<'_>) -> Experiments {
    let usual = Experiments::default();
    root.object(|fields| Experiments {
        min_fetch_seconds: fields
            .maybe("minFetchSeconds")
            .map_or(usual.min_fetch_seconds, |node| node.count(1..=LONGEST_KEPT)),
        by_key: fields
            .must("experiments")
            .entries(|key, node| Some((key.to_owned(), experiment(node)?)))
            .into_iter()
            .flatten()
            .collect(),
    })
}

fn experiment(node: &JsonNode<'_>) -> Option<Experiment> {
    let [control, a, b] =
        node.object(|fields| ["control", "a", "b"].map(|variant| fields.must(variant).count(0..=100)));
    Experiment::new(control, a, b).map_err(|bad| node.fault(bad)).ok()
}

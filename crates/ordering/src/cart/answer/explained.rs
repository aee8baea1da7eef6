//! Why something costs what it costs, on the wire (docs/spec/ordering.md, "Explanation").

use pricing::PriceStep;
use serde::Serialize;
use server::euros::Euros;
use utoipa::ToSchema;

/// A part of a price.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Explained<'p> {
    /// What it is: `base`, `extra`, `campaign`, `delivery` and so on.
    step: &'static str,
    /// The ingredient, slot, campaign or zone that it comes from, if from one.
    id: Option<&'p str>,
    name: Option<&'p str>,
    /// Doses or units.
    quantity: u32,
    /// Euros, with their sign.
    amount: Euros,
}

impl<'p> Explained<'p> {
    pub(super) fn all(steps: &'p [PriceStep<'p>]) -> Vec<Self> {
        let explained = |step: &'p PriceStep<'p>| Self {
            step: step.kind.as_str(),
            id: step.id.as_deref(),
            name: step.name.as_deref(),
            quantity: step.quantity,
            amount: Euros(step.amount),
        };
        steps.iter().map(explained).collect()
    }
}

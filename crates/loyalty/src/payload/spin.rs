//! A spin on the wire, with all that it takes to draw it again.

use domain::wheel::WheelWeight;
use serde::Serialize;
use store::SpinRecord;
use utoipa::ToSchema;

use super::benefit::BenefitPayload;

/// What a spin ended in, and how anybody checks it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Spin)]
pub struct SpinPayload {
    spin_id: String,
    /// Whole degrees clockwise from the top.
    angle: u32,
    #[serde(rename = "type")]
    kind: &'static str,
    /// Those that can be used now, of marks and of campaigns, after the prize.
    spins_left: u32,
    #[schema(required)]
    benefit: Option<BenefitPayload>,
    /// What was told of the seed before.
    commitment: String,
    /// 64 hexadecimal digits.
    server_seed: String,
    client_seed: String,
    /// Spins that the member had before.
    nonce: u32,
    /// The weights it was drawn from, in the order of the wheel.
    table: Vec<WheelWeightPayload>,
    /// What is told of the next spin's seed.
    next_commitment: String,
}

/// A weight of the wheel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WheelWeight)]
pub(crate) struct WheelWeightPayload {
    /// 0…7.
    segment: usize,
    #[serde(rename = "type")]
    kind: &'static str,
    weight: u64,
}

impl SpinPayload {
    pub(crate) fn new(spin: &SpinRecord, benefit: Option<BenefitPayload>) -> Self {
        let weight = |entry: &WheelWeight| WheelWeightPayload {
            segment: entry.segment,
            kind: entry.prize.as_str(),
            weight: entry.weight,
        };
        Self {
            spin_id: spin.id.to_string(),
            angle: spin.angle,
            kind: spin.prize.as_str(),
            spins_left: spin.spins_left,
            benefit,
            commitment: spin.commitment.clone(),
            server_seed: spin.server_seed.clone(),
            client_seed: spin.client_seed.clone(),
            nonce: spin.nonce,
            table: spin.table.iter().map(weight).collect(),
            next_commitment: spin.next_commitment.clone(),
        }
    }
}

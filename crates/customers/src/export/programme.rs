//! What the loyalty programme keeps of an account.

use jiff::Timestamp;
use loyalty::LoyaltyRowPayload;
use serde::Serialize;
use store::{ExportedBenefit, LoyaltyExport, SpinRecord};
use utoipa::ToSchema;

/// A benefit; one that can still be used without its code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BenefitPart {
    #[serde(rename = "type")]
    kind: String,
    #[schema(required)]
    code: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    given_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    valid_until: Timestamp,
    #[schema(required)]
    used_order_id: Option<String>,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    voided_at: Option<Timestamp>,
}

/// A spin of the wheel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SpinPart {
    spin_id: String,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    #[serde(rename = "type")]
    kind: &'static str,
    angle: u32,
    client_seed: String,
    nonce: u32,
}

/// The rows that a member sees, without codes.
pub(super) fn rows(kept: &LoyaltyExport) -> Vec<LoyaltyRowPayload> {
    let seen = kept.rows.iter().filter_map(LoyaltyRowPayload::new);
    seen.map(LoyaltyRowPayload::without_code).collect()
}

/// How many benefits can be used at a moment.
pub(super) fn usable(kept: &LoyaltyExport, now: Timestamp) -> u32 {
    let usable = kept.benefits.iter().filter(|benefit| benefit.code.is_none() && benefit.valid_until >= now);
    u32::try_from(usable.count()).unwrap_or(u32::MAX)
}

impl From<&ExportedBenefit> for BenefitPart {
    fn from(benefit: &ExportedBenefit) -> Self {
        Self {
            kind: benefit.kind.clone(),
            code: benefit.code.clone(),
            given_at: benefit.given_at,
            valid_until: benefit.valid_until,
            used_order_id: benefit.used_order.map(|order| order.to_string()),
            voided_at: benefit.voided_at,
        }
    }
}

impl From<&SpinRecord> for SpinPart {
    fn from(spin: &SpinRecord) -> Self {
        Self {
            spin_id: spin.id.to_string(),
            at: spin.spun_at,
            kind: spin.prize.as_str(),
            angle: spin.angle,
            client_seed: spin.client_seed.clone(),
            nonce: spin.nonce,
        }
    }
}

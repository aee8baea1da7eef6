//! A benefit on the wire.

use domain::loyalty::{BenefitTypes, BenefitUse, OwnedBenefit};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use store::LoyaltyRecord;
use utoipa::ToSchema;

/// For so long a used benefit is listed.
const USED_FOR: SignedDuration = SignedDuration::from_hours(90 * 24);

/// Something that its owner may use once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Benefit)]
pub struct BenefitPayload {
    code: String,
    /// What it is, in words.
    benefit: String,
    #[serde(rename = "type")]
    kind: String,
    /// The last second in which it is good.
    #[schema(value_type = String, format = DateTime)]
    valid_until: Timestamp,
    used: bool,
    /// The order that holds it, or is paid with it.
    #[serde(rename = "usedOrderId")]
    #[schema(required)]
    used_order_id: Option<String>,
}

impl BenefitPayload {
    pub(crate) fn new(benefit: &OwnedBenefit, types: &BenefitTypes) -> Self {
        let order = benefit.order();
        Self {
            code: benefit.code.as_str().to_owned(),
            benefit: types.get(&benefit.kind).map_or_else(|| benefit.kind.clone(), |known| known.text.clone()),
            kind: benefit.kind.clone(),
            valid_until: benefit.valid_until,
            used: order.is_some(),
            used_order_id: order.map(|order| order.to_string()),
        }
    }
}

/// Those that can be used now, the first to end first.
pub(crate) fn usable_benefits(record: &LoyaltyRecord, now: Timestamp) -> Vec<&OwnedBenefit> {
    let mut usable: Vec<_> = record.account.benefits.iter().filter(|benefit| benefit.is_usable(now)).collect();
    usable.sort_by_key(|benefit| benefit.valid_until);
    usable
}

/// Those that can be used now, the first to end first, then those that were used lately, the newest first.
pub(crate) fn listed_benefits(record: &LoyaltyRecord, types: &BenefitTypes, now: Timestamp) -> Vec<BenefitPayload> {
    let since = now.saturating_sub(USED_FOR).unwrap_or(Timestamp::MIN);
    let is_used = |benefit: &&OwnedBenefit| matches!(benefit.state, BenefitUse::Held(_) | BenefitUse::Used(_));
    let used_at = |benefit: &OwnedBenefit| record.used_at.get(&benefit.code).copied();
    let used = record.account.benefits.iter().filter(is_used);
    let mut used: Vec<_> = used.filter(|benefit| used_at(benefit).is_some_and(|at| at > since)).collect();
    used.sort_by_key(|benefit| std::cmp::Reverse(used_at(benefit)));
    let all = usable_benefits(record, now).into_iter().chain(used);
    all.map(|benefit| BenefitPayload::new(benefit, types)).collect()
}

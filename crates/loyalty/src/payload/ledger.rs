//! A row of a member's ledger on the wire.

use jiff::Timestamp;
use serde::Serialize;
use store::BookedRow;
use utoipa::ToSchema;

/// What happened to a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LoyaltyRow)]
pub struct LoyaltyRowPayload {
    id: String,
    /// `slices_add`, `spin_use`, `benefit_deprecated`, `benefit_add`, `slices_converted` or `benefit_use`.
    #[serde(rename = "type")]
    kind: &'static str,
    #[schema(value_type = String, format = DateTime)]
    timestamp: Timestamp,
    #[serde(rename = "orderId")]
    #[schema(required)]
    order_id: Option<String>,
    /// Those that went are below 0.
    slices_added: i64,
    /// Spins of the card's marks; those that went are below 0.
    spins_added: i64,
    #[serde(rename = "benefitCode")]
    #[schema(required)]
    benefit_code: Option<String>,
    reason: &'static str,
}

impl LoyaltyRowPayload {
    /// As its member sees it; none where they do not.
    #[must_use]
    pub fn new(booked: &BookedRow) -> Option<Self> {
        let row = &booked.row;
        Some(Self {
            id: booked.id.to_string(),
            kind: row.kind()?.as_str(),
            timestamp: row.at,
            order_id: row.order().map(|order| order.to_string()),
            slices_added: row.slices_added(),
            spins_added: row.spins_added(),
            benefit_code: row.benefit().map(|code| code.as_str().to_owned()),
            reason: row.reason(),
        })
    }

    /// The same without the code of its benefit.
    #[must_use]
    pub fn without_code(self) -> Self {
        Self { benefit_code: None, ..self }
    }
}

//! How an order was paid, as a watcher sees it.

use serde::{Deserialize, Serialize};

/// The payment of an order (seed 3 §3, "Tracking payload").
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// Name of the means of payment; none where it was taken elsewhere.
    pub method: Option<String>,
    /// Campaigns that the order profits from.
    #[serde(default)]
    pub campaigns: Vec<Campaign>,
}

/// A campaign, as the items' `applied_campaigns` refer to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Campaign {
    /// Its id.
    pub id: String,
    /// Its name, as people read it.
    pub name: String,
}

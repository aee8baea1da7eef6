//! How an order was paid, as a watcher sees it.

/// The payment of an order (T-25).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OrderPayment {
    /// Name of the means of payment; none where it was taken elsewhere.
    pub method: Option<String>,
    /// Campaigns that the order profits from.
    pub campaigns: Vec<OrderCampaign>,
    /// Slices of the loyalty card that it is to bring the member who ordered; none where no member did.
    pub member_slices: Option<u32>,
}

/// A campaign, as the items' `applied_campaigns` refer to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderCampaign {
    pub id: String,
    /// Its name, as people read it.
    pub name: String,
}

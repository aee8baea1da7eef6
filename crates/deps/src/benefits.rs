//! Benefits that people of the loyalty programme own, as a price asks for them: by their codes.

use std::collections::HashMap;

use async_trait::async_trait;
use domain::ids::CustomerId;
use jiff::Timestamp;
use store::StoreError;

/// Who brings a benefit's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenefitUser {
    /// Nobody who is known: may use what has no owner.
    Guest,
    /// A customer: their own too.
    Customer(CustomerId),
    /// Somebody who orders for a caller, who reads the code out: anybody's.
    CallCentre,
}

/// The code of a benefit that a customer owns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldBenefit {
    pub code: String,
    /// The last second in which it is good.
    pub valid_until: Timestamp,
}

/// Finds benefits by their codes, and by whose they are.
#[async_trait]
pub trait Benefits: Send + Sync {
    /// The types of the benefits that somebody may use now, by code. Absent is a code of nobody's, of another person's, and
    /// one that is past or void; whether an order holds one is known from the orders.
    ///
    /// # Errors
    /// If the database cannot be read.
    async fn usable(&self, user: BenefitUser, codes: &[&str]) -> Result<HashMap<String, String>, StoreError>;

    /// The benefits that a customer owns and may use now, at most `most`, the soonest to expire first. Absent is what is past,
    /// void, used, or held by an order.
    ///
    /// # Errors
    /// If the database cannot be read.
    async fn held_by(&self, customer: CustomerId, most: u32) -> Result<Vec<HeldBenefit>, StoreError>;
}

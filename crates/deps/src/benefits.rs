//! Benefits that people of the loyalty programme own, as a price asks for them: by their codes.

use std::collections::HashMap;

use async_trait::async_trait;
use domain::ids::CustomerId;
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

/// Finds benefits by their codes.
#[async_trait]
pub trait Benefits: Send + Sync {
    /// The types of the benefits that somebody may use now, by code. Absent is a code of nobody's, of another person's, and
    /// one that is past or void; whether an order holds one is known from the orders.
    ///
    /// # Errors
    /// If the database cannot be read.
    async fn usable(&self, user: BenefitUser, codes: &[&str]) -> Result<HashMap<String, String>, StoreError>;
}

/// Nobody owns a benefit.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoBenefits;

#[async_trait]
impl Benefits for NoBenefits {
    async fn usable(&self, _: BenefitUser, _: &[&str]) -> Result<HashMap<String, String>, StoreError> {
        Ok(HashMap::new())
    }
}

//! Benefits that a test makes up: who owns which code. For what no loyalty programme gives yet.

use std::collections::HashMap;

use async_trait::async_trait;
use deps::{BenefitUser, Benefits};
use domain::ids::CustomerId;
use store::StoreError;

/// Benefits by code, in a table.
#[derive(Debug, Default)]
pub struct MadeUpBenefits(HashMap<String, (Option<CustomerId>, String)>);

impl MadeUpBenefits {
    /// This code is a benefit of a type, and somebody's; without an owner it is good for all.
    #[must_use]
    pub fn with(mut self, code: &str, owner: Option<CustomerId>, benefit_type: &str) -> Self {
        self.0.insert(code.to_owned(), (owner, benefit_type.to_owned()));
        self
    }
}

#[async_trait]
impl Benefits for MadeUpBenefits {
    async fn usable(&self, user: BenefitUser, codes: &[&str]) -> Result<HashMap<String, String>, StoreError> {
        let usable = |code: &&&str| match self.0.get(**code)?.0 {
            Some(owner) => (user == BenefitUser::CallCentre || user == BenefitUser::Customer(owner)).then_some(()),
            None => Some(()),
        };
        let found = codes.iter().filter(|code| usable(code).is_some());
        Ok(found.map(|code| ((*code).to_owned(), self.0[*code].1.clone())).collect())
    }
}

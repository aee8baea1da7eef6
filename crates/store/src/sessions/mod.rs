//! Sessions of anybody, by their tokens; those of customers are made and ended here, those of the staff in
//! [`crate::StaffStore`].

mod by_token;
mod customer;

use crate::store::Store;
pub use by_token::SignedInSession;
pub use customer::{CustomerSession, NewCustomerSession};
pub(crate) use customer::{add_of_customer, end_of_customer};

/// The sessions of a store.
#[derive(Debug, Clone, Copy)]
pub struct SessionStore<'s>(&'s Store);

impl Store {
    /// Sessions of anybody.
    #[must_use]
    pub fn sessions(&self) -> SessionStore<'_> {
        SessionStore(self)
    }
}

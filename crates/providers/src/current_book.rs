//! The address book that is in force.

use std::sync::{Arc, PoisonError, RwLock};

use crate::AddressBook;

/// The address book in force, the same for all who hold a clone.
#[derive(Debug, Clone, Default)]
pub struct CurrentBook(Arc<RwLock<Arc<AddressBook>>>);

impl CurrentBook {
    /// The book in force now.
    #[must_use]
    pub fn get(&self) -> Arc<AddressBook> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts another in its place.
    pub fn set(&self, book: AddressBook) {
        let book = Arc::new(book);
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = book;
    }
}

impl From<AddressBook> for CurrentBook {
    fn from(book: AddressBook) -> Self {
        Self(Arc::new(RwLock::new(Arc::new(book))))
    }
}

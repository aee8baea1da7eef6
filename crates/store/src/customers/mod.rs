//! The customers of the shop: their accounts, what opens them, and what they agreed to.
//!
//! An account that was erased is a number without a person: nothing here finds it.

mod account;
mod addresses;
mod change;
mod consents;
mod erasure;
mod export;
mod favourites;
mod identities;
mod provider_tokens;
mod register;
mod search;
mod sign_in;
mod tokens;

use crate::store::Store;
pub use account::{CustomerAccount, PreferredMethod};
pub use addresses::{AddressError, AddressPut, CustomerAddress, PutAddress};
pub use change::{ChangeCustomer, ChangeCustomerError, MemberAge, ProfileChange};
pub use consents::{Consent, ConsentGiven};
pub use erasure::{EraseCustomer, EraseError, EraseOnlyIf, EraseOrder, EraseOrderError, ErasedCustomer, ErasedOrder};
pub use export::{
    ExportedEntry, ExportedIdentity, ExportedNote, ExportedOrder, ExportedPayment, ExportedRecords, ExportedRefund,
    OrderRecords,
};
pub use favourites::FavouriteError;
pub use identities::{IdentityUse, ProviderIdentity, Unlinked, UseIdentity, UseIdentityError};
pub use provider_tokens::{NewProviderToken, ProviderToken};
pub use register::{NewCustomer, NewCustomerIdentity, RegisterError};
pub use search::{CustomerSearch, FoundCustomer};
pub use sign_in::SignInAccount;
pub use tokens::{ConfirmEmail, ConfirmEmailError, CustomerToken, NewCustomerToken, PasswordSet, TokenPurpose};

/// The customers of a store.
#[derive(Debug, Clone, Copy)]
pub struct CustomerStore<'s>(&'s Store);

impl Store {
    /// The customers of the shop.
    #[must_use]
    pub fn customers(&self) -> CustomerStore<'_> {
        CustomerStore(self)
    }
}

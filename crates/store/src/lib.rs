//! SQL: one file per aggregate, SQLite and PostgreSQL behind one type, [`Store`].
//!
//! The database is the truth: a status that was answered with success stands in it, and nothing is
//! announced before it does. Five rules hold throughout:
//!
//! - **An order's number is decided with its row.** [`OrderStore::append`] reads the row, lets
//!   [`domain::order::decide`] judge, and writes the new row and its event in one transaction, so
//!   that `seq` is gapless and two reports cannot both win.
//! - **SQLite has one writer**: a task that takes what waits and commits once (see `sqlite::writer`).
//!   PostgreSQL compares `seq` and `rev` in the writing statement, and decides again where they moved.
//! - **A batch changes whole.** What an order shows of its batch stands in its own row; whoever changes
//!   another order's because of it holds the batches' rows first, by name, then the orders', by number
//!   (see `batches::ledger` and `postgres::ledger`).
//! - **No caller drops a write half way.** A task of the store's own runs it to its end; whoever goes away
//!   drops the waiting alone (see `Store::write`, `postgres::transaction` and `sqlite::writer`).
//! - **Unavailable is an answer.** Whatever passes by itself (a lock, a full disk, a lost connection, a
//!   time-out) is [`StoreError::Unavailable`], and needs no restart.

mod append;
mod backend;
mod backup;
mod batch_calls;
mod batches;
mod board;
mod cars;
mod checkout;
mod config;
mod conn;
mod content_loads;
mod customer_lock;
mod customers;
mod deadline;
mod dispatch_keys;
mod error;
mod failpoints;
mod idempotency;
mod json;
mod ledger;
mod loyalty;
mod migrations;
mod order;
mod orders;
mod outbox;
mod postgres;
mod rate_logs;
mod readiness;
mod restaurant_row;
mod restaurant_states;
mod restaurants;
mod retention;
mod row;
mod sessions;
mod sign_in_emails;
mod spent_tokens;
mod sql;
mod sqlite;
mod staff;
mod store;
mod terms;
mod test_payments;
mod ts;
mod work;
mod write_batch;
mod writer_connection;

pub use append::{Append, AppendError, Appended, Changed};
pub use backup::copy_sqlite;
pub use batch_calls::BatchStore;
pub use batches::{BatchError, BatchPut, Depart, PutBatch};
pub use board::{BoardChanges, BoardStore, ChangedOrder};
pub use cars::{CarRun, CarStop, CarStore};
pub use checkout::{
    Beyond, Checkout, CheckoutPapers, CheckoutStore, CustomerOrder, Duty, GiftCardHold, LimitedCode, MailContact,
    MoneyReturned, NewCheckout, NewTry, ORDER_RECEIPT, ORDER_REFUND, OpenTry, PAYMENT_REFUND, PaymentDuty,
    PaymentReport, PendingRefund, PlaceCheckoutError, PlacedBy, PlacingBounds, Price, ProviderWord, RefundAsked,
    RefundError, RefundGiven, Settle, SettleError, SettleEvent, SettledCheckout,
};
pub use config::{StoreConfig, Synchronous};
pub use customers::{
    AddressError, AddressPut, ChangeCustomer, ChangeCustomerError, ConfirmEmail, ConfirmEmailError, Consent,
    ConsentGiven, CustomerAccount, CustomerAddress, CustomerSearch, CustomerStore, CustomerToken, EraseCustomer,
    EraseError, EraseOnlyIf, EraseOrder, EraseOrderError, ErasedCustomer, ErasedOrder, ExportedEntry, ExportedIdentity,
    ExportedNote, ExportedOrder, ExportedPayment, ExportedRecords, ExportedRefund, FavouriteError, FoundCustomer,
    IdentityUse, MemberAge, NewCustomer, NewCustomerIdentity, NewCustomerToken, NewProviderToken, OrderRecords,
    PasswordSet, PreferredMethod, ProfileChange, ProviderIdentity, ProviderToken, PutAddress, RegisterError,
    SignInAccount, TokenPurpose, Unlinked, UseIdentity, UseIdentityError,
};
pub use dispatch_keys::{AddKeyError, DispatchKey, DispatchKeyStore, NewDispatchKey};
pub use error::{Cause, StoreError};
pub use failpoints::Failpoints;
pub use idempotency::{IdempotencyKeyStore, KeptAnswer, KeptKey, KeyName, KeyRun, TakenOver};
pub use ledger::{LedgerDay, LedgerStore};
pub use loyalty::{
    BookedRow, ExportedBenefit, FoundBenefit, LoyaltyBasis, LoyaltyExport, LoyaltyModal, LoyaltyRecord, LoyaltySource,
    LoyaltyStore, Spin, SpinError, SpinRecord,
};
pub use migrations::fingerprint as migrations_fingerprint;
pub use order::{HeadSum, OrderHead, SweepHead, insert::NewOrder};
pub use orders::{
    FeedbackError, FeedbackSet, NewFeedback, OrderPrepared, OrderSearch, OrderStore, Prepare, Registration,
};
pub use outbox::{Lease, LeasedMessage, NewMessage, OutboxState, OutboxStore, TakeMessages};
pub use rate_logs::{RateLogName, RateLogStore};
pub use restaurant_states::{ChangeState, RestaurantStateStore, StateChanged, StateError};
pub use restaurants::RestaurantStore;
pub use sessions::{CustomerSession, NewCustomerSession, SessionStore, SignedInSession};
pub use spent_tokens::SpentTokenStore;
pub use staff::{AddStaffError, ConfirmTotp, NewSession, NewStaff, StaffMember, StaffSession, StaffStore, StaffTotp};
pub use store::Store;
pub use terms::{TermsInForce, TermsStore};
pub use test_payments::{NewTestPayment, TestMove, TestPayment, TestPaymentStore};
pub use ts::Ts;
pub use work::DatabaseWork;

//! SQL: one file per aggregate, SQLite and PostgreSQL behind one type, [`Store`].
//!
//! The database is the truth: a status that was answered with success stands in it, and nothing is
//! announced before it does. Five rules hold throughout:
//!
//! - **An order's number is decided with its row.** [`Store::append`] reads the row, lets
//!   [`domain::order::decide`] judge, and writes the new row and its event in one transaction, so
//!   that `seq` is gapless and two presses cannot both win.
//! - **SQLite has one writer**: a task that takes what waits and commits once (see `sqlite::writer`).
//!   PostgreSQL compares `seq` and `rev` in the writing statement, and decides again where they moved.
//! - **A batch changes whole.** What an order shows of its batch stands in its own row; whoever changes
//!   another order's because of it holds the batches' rows first, by name, then the orders', by number
//!   (see `batches::ledger` and `postgres::ledger`).
//! - **No caller drops a write half way.** A task of the store's own runs it to its end; whoever goes away
//!   drops the waiting alone (see `postgres::transaction` and `sqlite::writer`).
//! - **Unavailable is an answer.** Whatever passes by itself (a lock, a full disk, a lost connection, a
//!   time-out) is [`StoreError::Unavailable`], and needs no restart.

mod append;
mod append_calls;
mod backend;
mod backup;
mod batch_calls;
mod batches;
mod board;
mod car_stops;
mod cars;
mod checkout;
mod config;
mod connection;
mod content_loads;
mod deadline;
mod dispatch_keys;
mod error;
mod failpoints;
mod feedback;
mod idempotency;
mod ledger;
mod migrations;
mod order;
mod outbox;
mod postgres;
mod preparation;
mod rate_logs;
mod read;
mod readiness;
mod register;
mod restaurant_row;
mod restaurant_states;
mod restaurants;
mod retention;
mod row;
mod search;
mod sqlite;
mod staff;
mod store;
mod test_payments;
mod ts;

pub use append::{Append, AppendError, Appended, Changed};
pub use backup::copy_sqlite;
pub use batches::{BatchError, BatchPut, Depart, PutBatch};
pub use board::{BoardRow, ChangedOrder, Changes};
pub use cars::{CarRun, CarStop};
pub use checkout::{
    Beyond, Checkout, CheckoutPapers, Duty, GiftCardHold, LimitedCode, MailContact, MoneyReturned, NewCheckout, NewTry,
    ORDER_RECEIPT, ORDER_REFUND, OpenTry, PAYMENT_REFUND, PaymentDuty, PaymentReport, PaymentTry, PendingRefund,
    PlaceCheckoutError, PlacedBy, PlacingBounds, Price, ProviderWord, RefundAsked, RefundError, RefundGiven, Sale,
    Settle, SettleError, SettleEvent, SettledCheckout,
};
pub use config::{StoreConfig, Synchronous};
pub use dispatch_keys::{AddKeyError, DispatchKey, NewDispatchKey};
pub use error::{Cause, StoreError};
pub use failpoints::Failpoints;
pub use feedback::{FeedbackError, FeedbackSet, NewFeedback};
pub use idempotency::{KeptAnswer, KeptKey, KeyName, KeyRun, TakenOver};
pub use ledger::{LedgerAmounts, LedgerDay, LedgerEntry, LedgerVat};
pub use migrations::fingerprint as migrations_fingerprint;
pub use order::{Head, HeadSum, OrderHead, insert::NewOrder};
pub use outbox::{Lease, LeasedMessage, NewMessage, OutboxState, TakeMessages};
pub use preparation::{OrderPrepared, Prepare};
pub use rate_logs::RateLogName;
pub use register::Registered;
pub use restaurant_states::{ChangeState, StateChanged, StateError};
pub use search::OrderSearch;
pub use staff::{AddStaffError, NewSession, NewStaff, Staff, StaffSession};
pub use store::Store;
pub use test_payments::{NewTestPayment, TestMove, TestPayment};
pub use ts::Ts;

//! `ovelle refund …`: money of a paid order goes back, as the staff's call does it. A running node tells the provider.

use clap::Args;
use deps::{Clock, SystemClock};
use domain::{
    Actor,
    ids::OrderId,
    money::{Cents, NotAPrice},
};
use server::security::SecurityLog;
use store::{MoneyReturned, RefundAsked, RefundError, Store, StoreConfig, StoreError};

use crate::{Config, keys::words};

/// What goes back, and why.
#[derive(Debug, Args)]
pub struct RefundFlags {
    /// The order's number.
    order: OrderId,
    /// Euros, at most two decimals [default: all that is left].
    #[arg(long, value_parser = amount)]
    amount: Option<Cents>,
    /// Why.
    #[arg(long, value_parser = words)]
    reason: String,
}

/// Why it could not be done.
#[derive(Debug, thiserror::Error)]
pub enum RefundFailure {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It does not go back.
    #[error(transparent)]
    Refund(#[from] RefundError),
}

fn amount(text: &str) -> Result<Cents, String> {
    let euros: f64 = text.parse().map_err(|_| format!("`{text}` is no amount such as 12.50"))?;
    match Cents::from_euros(euros) {
        Ok(Cents(0)) => Err("nothing is no amount".to_owned()),
        read => read.map_err(|error: NotAPrice| error.to_string()),
    }
}

/// Does it, and says what is to be printed.
///
/// # Errors
/// [`RefundFailure`].
pub async fn run(config: &Config, flags: RefundFlags) -> Result<String, RefundFailure> {
    let store = Store::open(&StoreConfig::new(&config.database_url)).await?;
    let RefundFlags { order, amount, reason } = flags;
    let (actor, now) = (Actor::System("command line".into()), SystemClock.now());
    let asked = RefundAsked { order, amount, reason: reason.clone(), actor: actor.clone(), run: None, now };
    let given = store.checkouts().refund(asked).await;
    store.close().await;
    let given = given?;
    let returned = MoneyReturned { amount: given.refunded, reason, actor };
    SecurityLog::default().tell_of_refund(order, &returned, None);
    let euros = |amount: Cents| format!("{:.2}", amount.euros());
    Ok(format!("{order}: {} € go back, {} € in all", euros(given.refunded), euros(given.refunded_total)))
}

//! `ovelle person …` and `ovelle erase …`: the rights of whoever writes or calls, and erasures that a restored backup has
//! undone (docs/spec/people.md, "Erasure", and "A guest's rights").

mod replay;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use customers::{AccountExport, OrderExport};
use deps::{Clock, SystemClock};
use domain::{
    Actor, SecurityKind,
    customer::BirthDate,
    email::comparable,
    ids::{CustomerId, OrderId},
};
use jiff::{Timestamp, civil::Date};
use mail::{AccountMail, MAIL, MailFolder, MailsAbout, Post};
use server::security::{SecurityEvent, SecurityLog};
use store::{
    EraseCustomer, EraseError, EraseOnlyIf, EraseOrder, EraseOrderError, ErasedCustomer, NewMessage, SignInAccount,
    Store, StoreConfig, StoreError,
};

use crate::{Config, keys::words};

/// What to do for a person.
#[derive(Debug, Subcommand)]
pub enum PersonAction {
    /// Print all that is kept of somebody, as JSON.
    Export {
        #[command(flatten)]
        whose: PersonChoice,
    },
    /// Take away what is known of somebody. It cannot be undone.
    Erase {
        #[command(flatten)]
        whose: PersonChoice,
    },
    /// Put the date of birth of an account right; its owner is told.
    BirthDate {
        /// Their e-mail address.
        email: String,
        /// As `1990-05-17`.
        date: Date,
        /// Why.
        #[arg(long, value_parser = words)]
        reason: String,
    },
}

/// Whom it is about.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
pub struct PersonChoice {
    /// The account with this e-mail address.
    #[arg(long)]
    email: Option<String>,
    /// Whoever placed this order.
    #[arg(long)]
    order: Option<OrderId>,
}

/// What is to be erased again.
#[derive(Debug, Args)]
pub struct EraseFlags {
    /// A log of the nodes, with its lines of target `erasures` since the backup was made.
    #[arg(long)]
    replay: PathBuf,
}

/// Why it could not be done.
#[derive(Debug, thiserror::Error)]
pub enum PersonError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no account of this address.
    #[error("there is no account with this e-mail address")]
    NoAccount,
    /// There is no such order.
    #[error("there is no such order")]
    NoOrder,
    /// Nothing of whoever placed the order is kept any more.
    #[error("nothing of whoever placed the order is kept any more")]
    Forgotten,
    /// An account stays.
    #[error(transparent)]
    Erase(#[from] EraseError),
    /// The people of an order stay.
    #[error(transparent)]
    EraseOrder(#[from] EraseOrderError),
    /// That is no date of birth.
    #[error("that is no date of birth")]
    NoBirthDate,
    /// The file cannot be read.
    #[error("the file cannot be read")]
    File(#[from] std::io::Error),
    /// Some stay whose orders are not over.
    #[error("these stay, because an order of theirs is not over: {}", .0.join(", "))]
    Stay(Vec<String>),
    /// What was read cannot be printed.
    #[error("the export cannot be printed")]
    Print(#[from] serde_json::Error),
}

/// Does it, and says what is to be printed.
///
/// # Errors
/// [`PersonError`].
pub async fn run(config: &Config, action: PersonAction) -> Result<String, PersonError> {
    let store = Store::open(&StoreConfig::new(&config.database_url)).await?;
    let clerk = Clerk { store: &store, config, now: SystemClock.now() };
    let done = match action {
        PersonAction::Export { whose } => clerk.export(whose).await,
        PersonAction::Erase { whose } => clerk.erase(whose).await,
        PersonAction::BirthDate { email, date, reason } => clerk.set_birth_date(&email, date, &reason).await,
    };
    store.close().await;
    done
}

/// Erases again whoever was erased since a backup was made, and says how many they were.
///
/// # Errors
/// [`PersonError`].
pub async fn replay(config: &Config, flags: EraseFlags) -> Result<String, PersonError> {
    let log = std::fs::read_to_string(flags.replay)?;
    let store = Store::open(&StoreConfig::new(&config.database_url)).await?;
    let done = Clerk { store: &store, config, now: SystemClock.now() }.replay(&log).await;
    store.close().await;
    done
}

/// Who does it.
struct Clerk<'a> {
    store: &'a Store,
    config: &'a Config,
    now: Timestamp,
}

impl Clerk<'_> {
    async fn export(&self, whose: PersonChoice) -> Result<String, PersonError> {
        let (text, subject) = match whose {
            PersonChoice { order: Some(order), .. } => {
                let export = OrderExport::read(self.store, order).await?.ok_or(PersonError::NoOrder)?;
                let export = Some(export).filter(|export| export.person().is_some()).ok_or(PersonError::Forgotten)?;
                (serde_json::to_string_pretty(&export)?, format!("order:{order}"))
            }
            PersonChoice { email, .. } => {
                let id = self.account(&email.unwrap_or_default()).await?.0;
                let export = AccountExport::read(self.store, id, self.now).await?.ok_or(PersonError::NoAccount)?;
                (serde_json::to_string_pretty(&export)?, format!("customer:{id}"))
            }
        };
        tell(SecurityKind::Export, &subject);
        Ok(text)
    }

    async fn erase(&self, whose: PersonChoice) -> Result<String, PersonError> {
        if let Some(order) = whose.order {
            self.erase_order(order).await?;
            return Ok(format!("whoever placed order {order} is forgotten"));
        }
        let (id, email) = self.account(&whose.email.unwrap_or_default()).await?;
        self.erase_account(id, Some(email), EraseOnlyIf::Any).await?;
        Ok(format!("account {id} is erased"))
    }

    /// `email`: who is told of it, where anybody is.
    async fn erase_account(
        &self,
        id: CustomerId,
        email: Option<String>,
        only_if: EraseOnlyIf,
    ) -> Result<(), PersonError> {
        let told = AccountMail::Erased { privacy_link: self.link("/sivut/tietosuoja") };
        let message = email.map(|email| self.message(&email, &told));
        let erase = EraseCustomer { id, only_if, key: None, message, now: self.now };
        let ErasedCustomer { emails, .. } = self.store.customers().erase(erase).await?;
        tell(SecurityKind::Erasure, &format!("customer:{id}"));
        Ok(self.mails().forget(&MailsAbout { emails, order: None }).await?)
    }

    async fn erase_order(&self, order: OrderId) -> Result<(), PersonError> {
        let export = OrderExport::read(self.store, order).await?.ok_or(PersonError::NoOrder)?;
        let email = export.person().and_then(|person| person.email()).map(str::to_owned);
        self.store.customers().erase_order(EraseOrder { order, now: self.now }).await?;
        tell(SecurityKind::Erasure, &format!("order:{order}"));
        Ok(self.mails().forget(&MailsAbout { emails: email.into_iter().collect(), order: Some(order) }).await?)
    }

    async fn set_birth_date(&self, email: &str, date: Date, reason: &str) -> Result<String, PersonError> {
        let (id, email) = self.account(email).await?;
        let today = domain::board::day_of(self.now);
        let date = BirthDate::read(&date.to_string(), today).map_err(|_| PersonError::NoBirthDate)?.date();
        let told = AccountMail::BirthDateChanged { account_link: self.link("/asiakastili/omat-tiedot") };
        let message = self.message(&email, &told);
        if !self.store.customers().set_birth_date(id, date, message).await? {
            return Err(PersonError::NoAccount);
        }
        let reason = domain::security::words_for_a_log(reason);
        tell(SecurityKind::BirthDate, &format!("customer:{id}: {reason}"));
        Ok(format!("the date of birth of account {id} is set"))
    }

    async fn account(&self, email: &str) -> Result<(CustomerId, String), PersonError> {
        match self.store.customers().by_sign_in_email(&comparable(email.trim()), self.now).await? {
            Some(SignInAccount::Customer(customer)) => Ok((customer.id, customer.email)),
            Some(SignInAccount::Staff(_)) | None => Err(PersonError::NoAccount),
        }
    }

    fn link(&self, path: &str) -> String {
        let base = self.config.public_url(self.config.listen).unwrap_or_default();
        format!("{base}{path}")
    }

    fn message(&self, to: &str, told: &AccountMail) -> NewMessage {
        let payload = serde_json::to_value(told.mail(to)).unwrap_or_default();
        NewMessage { kind: MAIL, payload, ready_at: self.now, created_at: self.now }
    }

    fn mails(&self) -> MailFolder {
        MailFolder::new(self.config.mail_dir.clone(), std::sync::Arc::new(SystemClock))
    }
}

fn tell(kind: SecurityKind, subject: &str) {
    let who = &Actor::System("command line".into());
    SecurityLog::default().tell(SecurityEvent { kind, who, address: None, subject });
}

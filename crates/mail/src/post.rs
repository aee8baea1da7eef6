//! Whoever takes mails.

use std::{error::Error, io};

use async_trait::async_trait;
use domain::ids::OrderId;

use crate::message::Mail;

/// Why a mail was not taken. Names neither the person nor the server.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// It may be taken later.
    #[error("the mail could not be sent now")]
    Later(#[source] Box<dyn Error + Send + Sync>),
    /// It never will be.
    #[error("the mail cannot be sent")]
    Never(#[source] Box<dyn Error + Send + Sync>),
}

/// Takes mails.
#[async_trait]
pub trait Post: Send + Sync {
    /// Takes one. `number` is the same whenever the same mail comes again.
    ///
    /// # Errors
    /// [`MailError`] says whether to try again.
    async fn send(&self, mail: &Mail, number: i64) -> Result<(), MailError>;

    /// Takes back what it still holds of mails to these addresses, or about this order where one is named, but the word that an
    /// account is erased. A server holds none.
    ///
    /// # Errors
    /// Where what it holds cannot be reached.
    async fn forget(&self, _about: &MailsAbout) -> io::Result<()> {
        Ok(())
    }

    /// Takes away what it still holds of mails that are older than [`MAILS_KEPT`](crate::MAILS_KEPT).
    ///
    /// # Errors
    /// Where what it holds cannot be reached.
    async fn sweep(&self) -> io::Result<()> {
        Ok(())
    }
}

/// Of which mails somebody speaks.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct MailsAbout {
    /// Addresses that they went to.
    pub emails: Vec<String>,
    /// The one order that they name; none: any.
    pub order: Option<OrderId>,
}

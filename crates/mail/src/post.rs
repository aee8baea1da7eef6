//! Whoever takes mails.

use std::error::Error;

use async_trait::async_trait;

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
}

//! How one kind of message is told.

use std::{error::Error, sync::Arc};

use async_trait::async_trait;
use store::LeasedMessage;

/// Why a message was not told. What is logged of it names no person.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Undelivered {
    /// It may succeed later.
    #[error("it may succeed later")]
    Later(#[source] Arc<dyn Error + Send + Sync>),
    /// It never will.
    #[error("it never will succeed")]
    Never(#[source] Arc<dyn Error + Send + Sync>),
}

impl Undelivered {
    /// A failure that may pass.
    pub fn later(cause: impl Error + Send + Sync + 'static) -> Self {
        Self::Later(Arc::new(cause))
    }

    /// A failure that stays.
    pub fn never(cause: impl Error + Send + Sync + 'static) -> Self {
        Self::Never(Arc::new(cause))
    }
}

/// Tells messages of one kind.
#[async_trait]
pub trait OutboxDelivery: Send + Sync {
    /// The kind, as it stands in the messages.
    fn kind(&self) -> &'static str;

    /// Tells one. It may have been told before: the process may have ended between the telling and the note of it.
    ///
    /// # Errors
    /// [`Undelivered`] says whether to try again.
    async fn deliver(&self, message: &LeasedMessage) -> Result<(), Undelivered>;
}

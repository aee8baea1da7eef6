//! Mails that stand in the outbox.

use std::sync::Arc;

use async_trait::async_trait;
use outbox::{OutboxDelivery, Undelivered};
use serde::Deserialize;
use store::LeasedMessage;

use crate::{
    message::Mail,
    post::{MailError, Post},
};

/// The kind of messages that are mails; their payload is a [`Mail`].
pub const MAIL: &str = "mail";

/// Sends the mails of the outbox.
pub struct MailDelivery(Arc<dyn Post>);

impl MailDelivery {
    /// Through this post.
    #[must_use]
    pub fn new(post: Arc<dyn Post>) -> Self {
        Self(post)
    }
}

#[async_trait]
impl OutboxDelivery for MailDelivery {
    fn kind(&self) -> &'static str {
        MAIL
    }

    async fn deliver(&self, message: &LeasedMessage) -> Result<(), Undelivered> {
        // What does not read names the place, not what stands there.
        let mail = Mail::deserialize(&message.payload).map_err(|_| Undelivered::never(NoMail))?;
        self.0.send(&mail, message.id).await.map_err(|error| match error {
            MailError::Later(_) => Undelivered::later(error),
            MailError::Never(_) => Undelivered::never(error),
        })
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the message is no mail")]
struct NoMail;

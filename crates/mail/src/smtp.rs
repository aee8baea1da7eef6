//! Mails over SMTP.

use async_trait::async_trait;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Mailbox, MultiPart, SinglePart,
        header::{Header, HeaderName, HeaderValue},
    },
};

use crate::{
    message::Mail,
    post::{MailError, Post},
};

/// A mail server.
#[derive(Clone)]
pub struct SmtpServer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// What makes the numbers of mails different from those of other installations.
    installation: String,
}

/// Why a server cannot be used. Holds nothing of its address, which may have a password in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadSmtp {
    /// The address.
    #[error("it is no address such as smtp://user:password@host:587?tls=required")]
    Url,
    /// The sender.
    #[error("the sender is no address such as Ovelle <kuitit@ovelle.example>")]
    From,
}

/// Says that no person wrote it, so that no machine answers.
#[derive(Debug, Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

impl SmtpServer {
    /// The server at `smtp://…` or `smtps://…`, for mails from this sender.
    ///
    /// # Errors
    /// [`BadSmtp`] says which of the two cannot be read.
    pub fn new(url: &str, from: &str, installation: &str) -> Result<Self, BadSmtp> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(|_| BadSmtp::Url)?.build();
        let from = from.parse().map_err(|_| BadSmtp::From)?;
        Ok(Self { transport, from, installation: installation.to_owned() })
    }

    /// The mail as it goes over the wire.
    fn message(&self, mail: &Mail, number: i64) -> Result<Message, MailError> {
        let to: Mailbox = mail.to.parse().map_err(|_| MailError::Never(NoAddress.into()))?;
        let id = format!("<{}.{number}@{}>", self.installation, self.from.email.domain());
        let builder = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(&mail.subject)
            .message_id(Some(id))
            .header(AutoSubmitted);
        let built = match &mail.html {
            Some(html) => builder.multipart(MultiPart::alternative_plain_html(mail.text.clone(), html.clone())),
            None => builder.singlepart(SinglePart::plain(mail.text.clone())),
        };
        built.map_err(|error| MailError::Never(error.into()))
    }
}

#[async_trait]
impl Post for SmtpServer {
    async fn send(&self, mail: &Mail, number: i64) -> Result<(), MailError> {
        let message = self.message(mail, number)?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_permanent() => Err(MailError::Never(MailRefused.into())),
            Err(error) => Err(MailError::Later(Unsent { is_answer: error.is_transient() }.into())),
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("it goes to no address")]
struct NoAddress;

/// What a server says of a mail names its address, so that it is not repeated.
#[derive(Debug, thiserror::Error)]
#[error("the mail server refuses it")]
struct MailRefused;

#[derive(Debug, thiserror::Error)]
#[error("{}", if *.is_answer { "the mail server asks to come again" } else { "the mail server was not reached" })]
struct Unsent {
    is_answer: bool,
}

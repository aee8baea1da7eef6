//! What accounts are told by mail, in Finnish.

use jiff::Timestamp;
use mail::{AccountMail, MAIL, Mail};
use store::NewMessage;

use crate::Customers;

impl Customers {
    /// A mail for the outbox, due now.
    pub(crate) fn mail(&self, to: &str, told: &AccountMail, now: Timestamp) -> NewMessage {
        message(&told.mail(to), now)
    }

    /// The page on which a forgotten password is asked for.
    pub(crate) fn forgot_link(&self) -> String {
        format!("{}/unohditko-salasanasi", self.public_url)
    }
}

fn message(mail: &Mail, now: Timestamp) -> NewMessage {
    let payload = serde_json::to_value(mail).unwrap_or_default();
    NewMessage { kind: MAIL, payload, ready_at: now, created_at: now }
}

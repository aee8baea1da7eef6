//! A mail, ready to be sent.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A mail. What is said to a person is not printed by `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    pub kind: MailKind,
    /// The address that it goes to.
    pub to: String,
    pub subject: String,
    pub text: String,
    /// The same, as a page; none where the text says it all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// The links that it holds.
    pub links: Vec<String>,
}

/// What a mail is about (docs/spec/people.md, "Settings").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MailKind {
    PasswordReset,
    PasswordChanged,
    EmailChanged,
    AccountCreated,
    ProviderLinked,
    /// Also before it: that it will be erased.
    AccountErased,
    BirthDateChanged,
    OrderReceipt,
    OrderRefund,
}

impl MailKind {
    /// Its name, as it stands in files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PasswordReset => "password-reset",
            Self::PasswordChanged => "password-changed",
            Self::EmailChanged => "email-changed",
            Self::AccountCreated => "account-created",
            Self::ProviderLinked => "provider-linked",
            Self::AccountErased => "account-erased",
            Self::BirthDateChanged => "birth-date-changed",
            Self::OrderReceipt => "order-receipt",
            Self::OrderRefund => "order-refund",
        }
    }
}

impl fmt::Debug for Mail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mail({})", self.kind.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_has_one_name() {
        for kind in [
            MailKind::PasswordReset,
            MailKind::PasswordChanged,
            MailKind::EmailChanged,
            MailKind::AccountCreated,
            MailKind::ProviderLinked,
            MailKind::AccountErased,
            MailKind::BirthDateChanged,
            MailKind::OrderReceipt,
            MailKind::OrderRefund,
        ] {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
    }
}

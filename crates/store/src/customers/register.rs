//! Making an account.

use std::fmt;

use domain::{ids::CustomerId, phone::comparable};
use jiff::{Timestamp, civil::Date};

use super::{
    CustomerStore, ProviderIdentity,
    consents::{self, ConsentGiven},
    identities, provider_tokens,
};
use crate::{
    conn::Conn,
    error::StoreError,
    idempotency::{KeyRun, mark_account_made},
    outbox::{NewMessage, put_message},
    sessions::{self, NewCustomerSession},
    sign_in_emails::claim,
    ts::Ts,
};

/// An account to be made. `Debug` prints nothing of it.
#[derive(Clone)]
pub struct NewCustomer {
    pub first_name: String,
    pub last_name: String,
    pub phone: String,
    /// As mails are sent to it.
    pub email: String,
    /// In the form in which addresses are compared.
    pub sign_in_email: String,
    /// The identity provider whose address it is.
    pub email_provider: Option<String>,
    /// In the PHC form.
    pub password_hash: Option<String>,
    pub birth_date: Option<Date>,
    pub terms_version: Option<String>,
    pub loyalty_terms_version: Option<String>,
    pub show_loyalty_sign_up: bool,
    pub email_marketing: bool,
    pub consents: Vec<ConsentGiven>,
    /// What opens it beside a password.
    pub identity: Option<NewCustomerIdentity>,
    /// The session that it begins with.
    pub session: NewCustomerSession,
    /// What is mailed about it.
    pub message: Option<NewMessage>,
    /// The run of the call's key.
    pub run: Option<KeyRun>,
    /// The present moment.
    pub now: Timestamp,
}

/// The identity that an account is made with.
#[derive(Debug, Clone)]
pub struct NewCustomerIdentity {
    pub identity: ProviderIdentity,
    /// SHA-256 of the token that it is spent with.
    pub token: [u8; 32],
}

impl fmt::Debug for NewCustomer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NewCustomer(…)")
    }
}

/// Why no account was made.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RegisterError {
    /// The address is somebody's.
    #[error("the e-mail address is taken")]
    EmailTaken,
    /// The identity opens an account already.
    #[error("the identity is taken")]
    IdentityTaken,
    /// The identity's token was spent.
    #[error("the identity's token opens nothing")]
    TokenSpent,
    /// Another run of the call's key was quicker.
    #[error("another run of the call has its key")]
    KeyLost,
    #[error("the account could not be kept")]
    Store(#[from] StoreError),
}

const ADD: &str = "INSERT INTO customers (created_at, active_at, first_name, last_name, phone, email, \
    email_provider, password_hash, birth_date, terms_version, loyalty_terms_version, show_loyalty_sign_up, \
    email_marketing, sms_marketing, phone_digits) \
    VALUES ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, FALSE, $13) RETURNING id";

impl CustomerStore<'_> {
    /// Makes an account with its first session; of many who come with one address at once, one gets it.
    ///
    /// # Errors
    /// [`RegisterError`].
    pub async fn register(self, new: NewCustomer) -> Result<CustomerId, RegisterError> {
        self.0.write(move |conn| Box::pin(register(conn, new))).await
    }
}

async fn register(conn: &mut Conn<'_>, new: NewCustomer) -> Result<CustomerId, RegisterError> {
    let phone_digits = comparable(&new.phone).unwrap_or_default();
    let query = conn.query(ADD).bind(Ts::new(new.now)).bind(new.first_name).bind(new.last_name).bind(new.phone);
    let query = query.bind(new.email).bind(new.email_provider).bind(new.password_hash);
    let query = query.bind(new.birth_date.map(|date| date.to_string()));
    let query = query.bind(new.terms_version).bind(new.loyalty_terms_version);
    let query = query.bind(new.show_loyalty_sign_up).bind(new.email_marketing);
    let id: i64 = query.bind(phone_digits).scalar().await?;
    if !claim(conn, new.sign_in_email, id).await? {
        return Err(RegisterError::EmailTaken);
    }
    if let Some(NewCustomerIdentity { identity, token }) = new.identity {
        if !provider_tokens::open(conn, token, id, new.now).await? {
            return Err(RegisterError::TokenSpent);
        }
        if !identities::link(conn, id, &identity, new.now).await? {
            return Err(RegisterError::IdentityTaken);
        }
    }
    for given in new.consents {
        consents::add(conn, id, given).await?;
    }
    sessions::add_of_customer(conn, id, new.session, new.now).await?;
    if let Some(message) = new.message {
        put_message(conn, message).await?;
    }
    if let Some(run) = new.run
        && !mark_account_made(conn, run, id).await?
    {
        return Err(RegisterError::KeyLost);
    }
    Ok(CustomerId(id))
}

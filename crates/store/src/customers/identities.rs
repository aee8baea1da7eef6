//! Accounts at identity providers that open one of ours (docs/spec/people.md, "Social sign-in", "Linking an identity").

use std::fmt;

use domain::ids::CustomerId;
use jiff::Timestamp;

use super::{CustomerAccount, CustomerStore, TokenPurpose, account, provider_tokens, tokens};
use crate::{
    conn::Conn,
    customer_lock::lock_customer,
    error::StoreError,
    idempotency::{KeyRun, mark_account_made},
    outbox::{NewMessage, put_message},
    sessions::{self, NewCustomerSession},
    sign_in_emails::{claim, release},
    ts::Ts,
};

/// Who somebody is at a provider. `Debug` prints nothing of them.
#[derive(Clone, PartialEq, Eq)]
pub struct ProviderIdentity {
    /// Its own name for itself: what it is called here may change.
    pub provider: String,
    pub subject: String,
    /// A verified address, in the form in which addresses are compared.
    pub email: String,
}

impl fmt::Debug for ProviderIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProviderIdentity(…)")
    }
}

/// What an identity is used for.
#[derive(Debug, Clone)]
pub enum IdentityUse {
    /// It opens the account from now on, of whoever knows this password (none where there is none); they are told.
    Link { password_hash: Option<String>, message: NewMessage },
    /// It opened the account before. Where the account's address is the provider's, and another one now, these are told.
    SignIn { messages: Vec<NewMessage> },
}

/// The use of an identity.
#[derive(Debug, Clone)]
pub struct UseIdentity {
    pub customer: CustomerId,
    pub identity: ProviderIdentity,
    /// SHA-256 of the token that it is spent with.
    pub token: [u8; 32],
    pub purpose: IdentityUse,
    /// The session that begins with it.
    pub session: Option<NewCustomerSession>,
    /// The run of the call's key.
    pub run: Option<KeyRun>,
    /// The present moment.
    pub now: Timestamp,
}

/// Why an identity was not used.
#[derive(Debug, Clone, thiserror::Error)]
pub enum UseIdentityError {
    /// The token was spent, or the account is not what it was when it was looked at.
    #[error("the token opens nothing")]
    Spent,
    /// The identity is somebody else's, or the account has another of this provider.
    #[error("the identity is taken")]
    Taken,
    /// Another run of the call's key was quicker.
    #[error("another run of the call has its key")]
    KeyLost,
    #[error("the identity could not be used")]
    Store(#[from] StoreError),
}

/// What came of unlinking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unlinked {
    /// It opens the account no more, or did not before.
    Done,
    /// Nothing else opens the account.
    LastSignIn,
}

const OWNER: &str = "SELECT customer_id FROM customer_identities WHERE provider = $1 AND subject = $2";
const LINK: &str = "INSERT INTO customer_identities (provider, subject, customer_id, email, linked_at) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
const SAY_EMAIL: &str = "UPDATE customer_identities SET email = $3 WHERE provider = $1 AND subject = $2";
const HAS_HASH: &str = "SELECT id FROM customers WHERE id = $1 AND coalesce(password_hash, '') = $2";
const CHANGED: &str = "UPDATE customers SET security_changes = security_changes + 1 WHERE id = $1";
/// One that somebody may still take back is as little free as one that is somebody's.
const HAS_PROVIDERS_EMAIL: &str = "SELECT c.id FROM customers c JOIN sign_in_emails s ON s.customer_id = c.id \
    WHERE c.id = $1 AND c.email_provider = $2 AND s.email <> $3 \
    AND NOT EXISTS (SELECT 1 FROM sign_in_emails t WHERE t.email = $3) \
    AND NOT EXISTS (SELECT 1 FROM customer_tokens u WHERE u.purpose = 'undo-email' AND u.email = $3 \
        AND u.customer_id <> c.id)";
const TAKE_EMAIL: &str = "UPDATE customers SET email = $2, security_changes = security_changes + 1 WHERE id = $1";
const UNLINK: &str = "DELETE FROM customer_identities WHERE customer_id = $1 AND provider = $2";
const OWN_EMAIL: &str = "UPDATE customers SET email_provider = NULL WHERE id = $1 AND email_provider = $2";

impl CustomerStore<'_> {
    /// Whose account an identity opens.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn by_identity(
        self,
        identity: &ProviderIdentity,
        now: Timestamp,
    ) -> Result<Option<CustomerAccount>, StoreError> {
        let read = self.0.read((identity.clone(), now), |conn, (identity, now)| {
            let (identity, now) = (identity.clone(), *now);
            Box::pin(async move {
                match owner(conn, &identity).await? {
                    Some(owner) => account::by_id(conn, owner, now).await,
                    None => Ok(None),
                }
            })
        });
        read.await
    }

    /// Uses an identity, with the token that it came with, once.
    ///
    /// # Errors
    /// [`UseIdentityError`].
    pub async fn use_identity(self, used: UseIdentity) -> Result<(), UseIdentityError> {
        self.0.write(move |conn| Box::pin(use_identity(conn, used))).await
    }

    /// Ends what a provider opens, and tells the account's owner where it opened something.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn unlink(
        self,
        customer: CustomerId,
        provider: String,
        message: NewMessage,
    ) -> Result<Unlinked, StoreError> {
        self.0.write(move |conn| Box::pin(unlink(conn, customer.0, provider, message))).await
    }
}

async fn owner(conn: &mut Conn<'_>, identity: &ProviderIdentity) -> Result<Option<i64>, StoreError> {
    conn.query(OWNER).bind(identity.provider.clone()).bind(identity.subject.clone()).optional_scalar().await
}

/// Links an identity to an account whose row is held or made in this transaction; false where it is somebody else's, or the
/// account has another of the provider.
pub(super) async fn link(
    conn: &mut Conn<'_>,
    customer: i64,
    identity: &ProviderIdentity,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let ProviderIdentity { provider, subject, email } = identity.clone();
    let query = conn.query(LINK).bind(provider).bind(subject).bind(customer).bind(email);
    Ok(query.bind(Ts::new(now)).execute().await? == 1)
}

async fn use_identity(conn: &mut Conn<'_>, used: UseIdentity) -> Result<(), UseIdentityError> {
    let UseIdentity { customer: CustomerId(id), identity, token, purpose, session, run, now } = used;
    if !lock_customer(conn, id).await? || !provider_tokens::open(conn, token, id, now).await? {
        return Err(UseIdentityError::Spent);
    }
    match purpose {
        IdentityUse::Link { password_hash, message } => {
            let hash = password_hash.unwrap_or_default();
            if conn.query(HAS_HASH).bind(id).bind(hash).fetch_optional().await?.is_none() {
                return Err(UseIdentityError::Spent);
            }
            if link(conn, id, &identity, now).await? {
                conn.query(CHANGED).bind(id).execute().await?;
                tokens::end(conn, id, TokenPurpose::Reset).await?;
                put_message(conn, message).await?;
            } else if owner(conn, &identity).await? != Some(id) {
                return Err(UseIdentityError::Taken);
            }
        }
        IdentityUse::SignIn { messages } => {
            if owner(conn, &identity).await? != Some(id) {
                return Err(UseIdentityError::Spent);
            }
            say_email(conn, id, &identity, messages).await?;
        }
    }
    if let Some(session) = session {
        sessions::add_of_customer(conn, id, session, now).await?;
    }
    if let Some(run) = run
        && !mark_account_made(conn, run, id).await?
    {
        return Err(UseIdentityError::KeyLost);
    }
    Ok(())
}

/// Notes the address that a provider says now. An account whose own address is the provider's takes it, where it is free.
async fn say_email(
    conn: &mut Conn<'_>,
    id: i64,
    identity: &ProviderIdentity,
    messages: Vec<NewMessage>,
) -> Result<(), StoreError> {
    let ProviderIdentity { provider, subject, email } = identity.clone();
    conn.query(SAY_EMAIL).bind(provider.clone()).bind(subject).bind(email.clone()).execute().await?;
    let query = conn.query(HAS_PROVIDERS_EMAIL).bind(id).bind(provider).bind(email.clone());
    if query.fetch_optional().await?.is_none() {
        return Ok(());
    }
    release(conn, id).await?;
    if !claim(conn, email.clone(), id).await? {
        return Err(StoreError::unavailable("the address was taken this moment"));
    }
    conn.query(TAKE_EMAIL).bind(id).bind(email).execute().await?;
    for purpose in [TokenPurpose::Reset, TokenPurpose::ConfirmEmail] {
        tokens::end(conn, id, purpose).await?;
    }
    for message in messages {
        put_message(conn, message).await?;
    }
    Ok(())
}

async fn unlink(conn: &mut Conn<'_>, id: i64, provider: String, message: NewMessage) -> Result<Unlinked, StoreError> {
    if !lock_customer(conn, id).await? {
        return Ok(Unlinked::Done);
    }
    if conn.query(HAS_HASH).bind(id).bind(String::new()).fetch_optional().await?.is_some() {
        return Ok(Unlinked::LastSignIn);
    }
    if conn.query(UNLINK).bind(id).bind(provider.clone()).execute().await? == 0 {
        return Ok(Unlinked::Done);
    }
    conn.query(OWN_EMAIL).bind(id).bind(provider).execute().await?;
    conn.query(CHANGED).bind(id).execute().await?;
    tokens::end(conn, id, TokenPurpose::Reset).await?;
    put_message(conn, message).await?;
    Ok(Unlinked::Done)
}

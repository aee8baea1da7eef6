//! What links in mails open, each once: another password, another address, and the old address again.

use domain::ids::CustomerId;
use jiff::Timestamp;

use super::{CustomerStore, change};
use crate::{
    conn::Conn,
    customer_lock::lock_customer,
    error::StoreError,
    idempotency::{KeyRun, mark_done},
    outbox::{NewMessage, put_message},
    row::Row,
    sessions,
    sql::{Sql, sweep_past},
    ts::Ts,
};

/// What a link opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenPurpose {
    /// A new password.
    Reset,
    /// A new address.
    ConfirmEmail,
    /// The address that was theirs before.
    UndoEmail,
}

impl TokenPurpose {
    fn as_str(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::ConfirmEmail => "confirm-email",
            Self::UndoEmail => "undo-email",
        }
    }
}

/// A link to be mailed.
#[derive(Debug, Clone)]
pub struct NewCustomerToken {
    pub sha256: [u8; 32],
    pub purpose: TokenPurpose,
    /// The address that it is about, as mails are sent to it.
    pub email: Option<String>,
    /// The session of whoever asks for it.
    pub session: Option<i64>,
    pub expires_at: Timestamp,
}

/// A link that still opens something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerToken {
    pub customer: CustomerId,
    pub email: Option<String>,
    pub session: Option<i64>,
    pub created_at: Timestamp,
}

/// A new password, and what is told of it.
#[derive(Debug, Clone)]
pub struct PasswordSet {
    pub customer: CustomerId,
    /// In the PHC form.
    pub password_hash: String,
    /// The link that allows it; none: whoever does it is signed in and gave the old one.
    pub token: Option<[u8; 32]>,
    /// The old one's hash, which must still be the account's; of who is signed in.
    pub old_hash: Option<String>,
    /// The session that goes on.
    pub session: Option<i64>,
    /// The run of the call's key.
    pub run: Option<KeyRun>,
    pub message: NewMessage,
    /// The present moment.
    pub now: Timestamp,
}

const ADD: &str = "INSERT INTO customer_tokens (sha256, customer_id, purpose, email, session_id, created_at, expires_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7)";
const BY_HASH: &str = "SELECT customer_id, email, session_id, created_at FROM customer_tokens \
    WHERE sha256 = $1 AND purpose = $2 AND expires_at > $3";
const TAKE: &str = "DELETE FROM customer_tokens WHERE sha256 = $1 AND purpose = $2 AND expires_at > $3 \
    RETURNING customer_id, email, session_id, created_at";
const END: &str = "DELETE FROM customer_tokens WHERE customer_id = $1 AND purpose = $2";
/// Wishes for another address but those of one session.
const END_WISHES: &str = "DELETE FROM customer_tokens WHERE customer_id = $1 AND purpose = 'confirm-email' \
    AND coalesce(session_id, 0) <> $2";
/// Of two addresses that were the account's before, the older one's owner comes first.
const END_LATER_UNDOS: &str = "DELETE FROM customer_tokens WHERE customer_id = $1 AND purpose = 'undo-email' \
    AND created_at >= $2";
static SWEEP: Sql = Sql::new(|dialect| sweep_past(dialect, "customer_tokens", "sha256", "expires_at"));
const SET_PASSWORD: &str =
    "UPDATE customers SET password_hash = $2, security_changes = security_changes + 1 WHERE id = $1";
const HAS_HASH: &str = "SELECT id FROM customers WHERE id = $1 AND password_hash = $2";
/// Links whose address is not the account's: whoever reset the password did not make them.
const DROP_FOREIGN_LINKS: &str = "DELETE FROM customer_identities WHERE customer_id = $1 AND email <> \
    (SELECT email FROM sign_in_emails WHERE customer_id = $1)";
/// An address that no link says any more is its owner's own word.
const OWN_EMAIL: &str = "UPDATE customers SET email_provider = NULL WHERE id = $1 AND email_provider NOT IN \
    (SELECT provider FROM customer_identities WHERE customer_id = $1)";

impl CustomerStore<'_> {
    /// Makes a link, with the mail that has it.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn add_token(
        self,
        customer: CustomerId,
        token: NewCustomerToken,
        message: NewMessage,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.write(move |conn| Box::pin(add_with_mail(conn, customer.0, token, message, now))).await
    }

    /// What a link opens, which it still does afterwards.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn token(
        self,
        sha256: [u8; 32],
        purpose: TokenPurpose,
        now: Timestamp,
    ) -> Result<Option<CustomerToken>, StoreError> {
        let row = self.0.read((sha256, purpose, now), |conn, (sha256, purpose, now)| {
            let query = conn.query(BY_HASH).bind(&sha256[..]).bind(purpose.as_str());
            Box::pin(query.bind(Ts::new(*now)).fetch_optional())
        });
        row.await?.as_ref().map(token).transpose()
    }

    /// Gives an account a password. Its other sessions end, with their wishes for another address, and links to new
    /// passwords; by a link also links to providers whose address is not the account's. What undoes a change of the address
    /// stays: whoever made that change gets such links too. False where the link opens nothing any more, or the old password is not the account's.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn set_password(self, set: PasswordSet) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(set_password(conn, set))).await
    }

    /// Confirms another address: the link is used, the address is the account's, other sessions end, and the old address
    /// is told, with a link that undoes it.
    ///
    /// # Errors
    /// [`ConfirmEmailError`].
    pub async fn confirm_email(self, confirm: ConfirmEmail) -> Result<(), ConfirmEmailError> {
        self.0.write(move |conn| Box::pin(confirm_email(conn, confirm))).await
    }

    /// Takes away links that have run out. Returns how many; whoever wants all calls until that is 0.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn sweep_tokens(self, now: Timestamp) -> Result<u64, StoreError> {
        self.0.write(move |conn| Box::pin(async move { conn.query(&SWEEP).bind(Ts::new(now)).execute().await })).await
    }
}

/// The use of a link that confirms an address, or undoes a change of it.
#[derive(Debug, Clone)]
pub struct ConfirmEmail {
    pub sha256: [u8; 32],
    pub purpose: TokenPurpose,
    /// The address that the link is about, in the form in which addresses are compared.
    pub compared: String,
    /// The link that undoes it, with the mail to the old address.
    pub undo: Option<(NewCustomerToken, NewMessage)>,
    /// The run of the call's key.
    pub run: Option<KeyRun>,
    /// The present moment.
    pub now: Timestamp,
}

/// Why an address was not confirmed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ConfirmEmailError {
    /// Used, unknown, run out, or the account was erased.
    #[error("the link opens nothing")]
    Expired,
    /// Somebody took the address meanwhile.
    #[error("the e-mail address is taken")]
    EmailTaken,
    #[error("the address could not be confirmed")]
    Store(#[from] StoreError),
}

pub(super) async fn add(
    conn: &mut Conn<'_>,
    customer: i64,
    token: NewCustomerToken,
    now: Timestamp,
) -> Result<(), StoreError> {
    let query = conn.query(ADD).bind(&token.sha256[..]).bind(customer).bind(token.purpose.as_str()).bind(token.email);
    query.bind(token.session).bind(Ts::new(now)).bind(Ts::new(token.expires_at)).execute().await?;
    Ok(())
}

pub(super) async fn end(conn: &mut Conn<'_>, customer: i64, purpose: TokenPurpose) -> Result<(), StoreError> {
    conn.query(END).bind(customer).bind(purpose.as_str()).execute().await?;
    Ok(())
}

async fn add_with_mail(
    conn: &mut Conn<'_>,
    customer: i64,
    token: NewCustomerToken,
    message: NewMessage,
    now: Timestamp,
) -> Result<(), StoreError> {
    if lock_customer(conn, customer).await? {
        add(conn, customer, token, now).await?;
        put_message(conn, message).await?;
    }
    Ok(())
}

async fn take(
    conn: &mut Conn<'_>,
    sha256: [u8; 32],
    purpose: TokenPurpose,
    now: Timestamp,
) -> Result<Option<CustomerToken>, StoreError> {
    let query = conn.query(TAKE).bind(&sha256[..]).bind(purpose.as_str()).bind(Ts::new(now));
    query.fetch_optional().await?.as_ref().map(token).transpose()
}

async fn set_password(conn: &mut Conn<'_>, set: PasswordSet) -> Result<bool, StoreError> {
    let id = set.customer.0;
    if !lock_customer(conn, id).await? {
        return Ok(false);
    }
    if let Some(sha256) = set.token
        && take(conn, sha256, TokenPurpose::Reset, set.now).await?.is_none_or(|token| token.customer != set.customer)
    {
        return Ok(false);
    }
    if let Some(old) = set.old_hash
        && conn.query(HAS_HASH).bind(id).bind(old).fetch_optional().await?.is_none()
    {
        return Ok(false);
    }
    conn.query(SET_PASSWORD).bind(id).bind(set.password_hash).execute().await?;
    if set.token.is_some() {
        conn.query(DROP_FOREIGN_LINKS).bind(id).execute().await?;
        conn.query(OWN_EMAIL).bind(id).execute().await?;
    }
    end(conn, id, TokenPurpose::Reset).await?;
    // No session has the number 0: after a link in a mail all wishes end.
    conn.query(END_WISHES).bind(id).bind(set.session.unwrap_or_default()).execute().await?;
    sessions::end_of_customer(conn, id, set.session).await?;
    put_message(conn, set.message).await?;
    mark_done(conn, set.run).await?;
    Ok(true)
}

async fn confirm_email(conn: &mut Conn<'_>, confirm: ConfirmEmail) -> Result<(), ConfirmEmailError> {
    let ConfirmEmail { sha256, purpose, compared, undo, run, now } = confirm;
    // The account's row first, as everybody takes it: two who hold what the other wants would wait for ever.
    let query = conn.query(BY_HASH).bind(&sha256[..]).bind(purpose.as_str()).bind(Ts::new(now));
    let id: Option<i64> = query.optional_scalar().await?;
    let id = id.ok_or(ConfirmEmailError::Expired)?;
    if !lock_customer(conn, id).await? {
        return Err(ConfirmEmailError::Expired);
    }
    let taken = take(conn, sha256, purpose, now).await?;
    let Some(CustomerToken { email: Some(email), session, created_at, .. }) = taken else {
        return Err(ConfirmEmailError::Expired);
    };
    if purpose == TokenPurpose::UndoEmail {
        conn.query(END_LATER_UNDOS).bind(id).bind(Ts::new(created_at)).execute().await?;
    }
    if !change::set_email(conn, id, email, compared).await? {
        return Err(ConfirmEmailError::EmailTaken);
    }
    for purpose in [TokenPurpose::Reset, TokenPurpose::ConfirmEmail] {
        end(conn, id, purpose).await?;
    }
    sessions::end_of_customer(conn, id, session).await?;
    if let Some((token, message)) = undo {
        add(conn, id, token, now).await?;
        put_message(conn, message).await?;
    }
    Ok(mark_done(conn, run).await?)
}

fn token(row: &Row) -> Result<CustomerToken, StoreError> {
    Ok(CustomerToken {
        customer: CustomerId(row.get("customer_id")?),
        email: row.get("email")?,
        session: row.get("session_id")?,
        created_at: row.get::<Ts>("created_at")?.get(),
    })
}

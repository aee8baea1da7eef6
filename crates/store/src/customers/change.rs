//! Changing an account: all of what is asked, or none of it.

use domain::{customer::BirthDate, ids::CustomerId, phone::comparable};
use jiff::{Timestamp, civil::Date};

use super::{
    CustomerStore, PreferredMethod,
    consents::{self, ConsentGiven},
    tokens::{self, NewCustomerToken, TokenPurpose},
};
use crate::{
    conn::Conn,
    customer_lock::lock_customer,
    error::StoreError,
    idempotency::{KeyRun, mark_done},
    loyalty::{self, LoyaltyBasis},
    outbox::{NewMessage, put_message},
    sign_in_emails::{claim, release},
    ts::Ts,
};

/// What is to be changed; what is absent stays as it is.
#[derive(Debug, Clone, Default)]
pub struct ProfileChange {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub phone: Option<String>,
    pub birth_date: Option<Date>,
    /// By what they join the loyalty programme now; who is in it already joined when they did.
    pub joins: Option<LoyaltyBasis>,
    pub terms_version: Option<String>,
    pub loyalty_terms_version: Option<String>,
    pub show_loyalty_sign_up: Option<bool>,
    pub email_marketing: Option<bool>,
    pub sms_marketing: Option<bool>,
    /// Some(None): there is none any more.
    pub preferred_method: Option<Option<PreferredMethod>>,
}

/// A change of an account.
#[derive(Debug, Clone)]
pub struct ChangeCustomer {
    pub id: CustomerId,
    pub profile: ProfileChange,
    /// How old the members of the loyalty programme are.
    pub member_age: MemberAge,
    /// The link that confirms another address, with the address in the form in which addresses are compared.
    pub email: Option<(NewCustomerToken, String)>,
    pub consents: Vec<ConsentGiven>,
    pub messages: Vec<NewMessage>,
    /// The present moment.
    pub now: Timestamp,
}

/// The age that members of the loyalty programme have passed, where theirs is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberAge {
    pub years: u8,
    /// The present day in Helsinki.
    pub today: Date,
}

impl MemberAge {
    fn is_passed(self, born: Date) -> bool {
        BirthDate::stored(born).is_older_than(self.years, self.today)
    }
}

/// Why nothing was changed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ChangeCustomerError {
    /// The account was erased.
    #[error("there is no such account")]
    Gone,
    /// They said when they were born, and said another day.
    #[error("the date of birth is set")]
    BirthDateSet,
    /// They are too young for the loyalty programme.
    #[error("too young for the loyalty programme")]
    TooYoung,
    /// The address is somebody's.
    #[error("the e-mail address is taken")]
    EmailTaken,
    #[error("the account could not be changed")]
    Store(#[from] StoreError),
}

const STANDING: &str = "SELECT birth_date, joined_at FROM customers WHERE id = $1";
const IS_TAKEN: &str = "SELECT email FROM sign_in_emails WHERE email = $1";
const CHANGE: &str = "UPDATE customers SET first_name = coalesce($2, first_name), last_name = coalesce($3, last_name), \
    phone = coalesce($4, phone), birth_date = coalesce(birth_date, $5), \
    terms_version = coalesce($6, terms_version), loyalty_terms_version = coalesce($7, loyalty_terms_version), \
    show_loyalty_sign_up = coalesce($8, show_loyalty_sign_up), email_marketing = coalesce($9, email_marketing), \
    sms_marketing = coalesce($10, sms_marketing), joined_at = coalesce(joined_at, $11), \
    phone_digits = coalesce($12, phone_digits) WHERE id = $1";
const SET_BIRTH_DATE: &str = "UPDATE customers SET birth_date = $2 WHERE id = $1";
const LEAVE: &str = "UPDATE customers SET joined_at = NULL WHERE id = $1 AND joined_at IS NOT NULL";
const PREFER: &str = "UPDATE customers SET preferred_method = $2, preferred_option = $3 WHERE id = $1";
const SET_EMAIL: &str = "UPDATE customers SET email = $2, email_provider = NULL, \
    security_changes = security_changes + 1 WHERE id = $1";

impl CustomerStore<'_> {
    /// Changes an account.
    ///
    /// # Errors
    /// [`ChangeCustomerError`].
    pub async fn change(self, change: ChangeCustomer) -> Result<(), ChangeCustomerError> {
        self.0.write(move |conn| Box::pin(apply(conn, change))).await
    }

    /// Puts somebody's date of birth right, which they cannot change themselves, and tells them; false where the account was
    /// erased.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn set_birth_date(self, id: CustomerId, date: Date, message: NewMessage) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(set_birth_date(conn, id.0, date, message))).await
    }

    /// Takes somebody out of the loyalty programme, by a run of a call with a key; false where they are not in it.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn leave(self, id: CustomerId, basis: LoyaltyBasis, run: Option<KeyRun>) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(leave(conn, id.0, basis, run))).await
    }
}

async fn apply(conn: &mut Conn<'_>, change: ChangeCustomer) -> Result<(), ChangeCustomerError> {
    let ChangeCustomer { id: CustomerId(id), profile, member_age, email, consents, messages, now } = change;
    if !lock_customer(conn, id).await? {
        return Err(ChangeCustomerError::Gone);
    }
    if profile.birth_date.is_some() || profile.joins.is_some() {
        require_age(conn, id, &profile, member_age).await?;
    }
    if let Some((token, compared)) = email {
        if conn.query(IS_TAKEN).bind(compared).fetch_optional().await?.is_some() {
            return Err(ChangeCustomerError::EmailTaken);
        }
        tokens::end(conn, id, TokenPurpose::ConfirmEmail).await?;
        tokens::add(conn, id, token, now).await?;
    }
    let preferred = profile.preferred_method;
    let phone_digits = profile.phone.as_deref().map(|phone| comparable(phone).unwrap_or_default());
    let query = conn.query(CHANGE).bind(id).bind(profile.first_name).bind(profile.last_name).bind(profile.phone);
    let query = query.bind(profile.birth_date.map(|date| date.to_string()));
    let query = query.bind(profile.terms_version).bind(profile.loyalty_terms_version);
    let query = query.bind(profile.show_loyalty_sign_up).bind(profile.email_marketing).bind(profile.sms_marketing);
    query.bind(profile.joins.as_ref().map(|_| Ts::new(now))).bind(phone_digits).execute().await?;
    if let Some(basis) = &profile.joins {
        loyalty::join(conn, id, basis).await?;
    }
    if let Some(method) = preferred {
        let (method, option) = method.map_or((None, None), |method| (Some(method.id), method.option));
        conn.query(PREFER).bind(id).bind(method).bind(option).execute().await?;
    }
    for given in consents {
        consents::add(conn, id, given).await?;
    }
    for message in messages {
        put_message(conn, message).await?;
    }
    Ok(())
}

/// A date of birth stays as it is once it is set, and who is or becomes a member has passed their age.
async fn require_age(
    conn: &mut Conn<'_>,
    id: i64,
    profile: &ProfileChange,
    age: MemberAge,
) -> Result<(), ChangeCustomerError> {
    let row = conn.query(STANDING).bind(id).fetch_one().await?;
    let row = row.of("customers", "birth_date");
    let kept: Option<Date> = row.parse_optional("birth_date", |text: String| text.parse().ok())?;
    if let (Some(kept), Some(said)) = (kept, profile.birth_date)
        && kept != said
    {
        return Err(ChangeCustomerError::BirthDateSet);
    }
    let is_member = row.get::<Option<Ts>>("joined_at")?.is_some();
    let is_judged = if is_member { kept.is_none() } else { profile.joins.is_some() };
    let born = kept.or(profile.birth_date);
    if is_judged && born.is_some_and(|born| !age.is_passed(born)) {
        return Err(ChangeCustomerError::TooYoung);
    }
    Ok(())
}

async fn set_birth_date(conn: &mut Conn<'_>, id: i64, date: Date, message: NewMessage) -> Result<bool, StoreError> {
    if !lock_customer(conn, id).await? {
        return Ok(false);
    }
    conn.query(SET_BIRTH_DATE).bind(id).bind(date.to_string()).execute().await?;
    put_message(conn, message).await?;
    Ok(true)
}

async fn leave(conn: &mut Conn<'_>, id: i64, basis: LoyaltyBasis, run: Option<KeyRun>) -> Result<bool, StoreError> {
    if !lock_customer(conn, id).await? || conn.query(LEAVE).bind(id).execute().await? == 0 {
        return Ok(false);
    }
    loyalty::leave(conn, id, &basis).await?;
    mark_done(conn, run).await?;
    Ok(true)
}

/// Gives an account another address, of which its owner has shown that it is theirs; false where it is somebody's.
pub(super) async fn set_email(
    conn: &mut Conn<'_>,
    customer: i64,
    email: String,
    compared: String,
) -> Result<bool, StoreError> {
    release(conn, customer).await?;
    if !claim(conn, compared, customer).await? {
        return Ok(false);
    }
    conn.query(SET_EMAIL).bind(customer).bind(email).execute().await?;
    Ok(true)
}

//! An account, as it stands in its table.

use std::fmt;

use domain::ids::{CustomerId, OrderId};
use jiff::{Timestamp, civil::Date};

use super::CustomerStore;
use crate::{
    conn::Conn,
    error::StoreError,
    row::{Row, TableRow},
    ts::Ts,
};

/// A customer's account. `Debug` prints its number alone.
#[derive(Clone, PartialEq, Eq)]
pub struct CustomerAccount {
    pub id: CustomerId,
    pub created_at: Timestamp,
    /// Of the last sign-in or order.
    pub active_at: Timestamp,
    pub first_name: String,
    pub last_name: String,
    pub phone: String,
    /// As mails are sent to it.
    pub email: String,
    /// The identity provider whose address it is; none where it is its owner's own word.
    pub email_provider: Option<String>,
    /// The address that was asked for and is not confirmed yet.
    pub pending_email: Option<String>,
    /// How often password, e-mail or links have changed.
    pub security_changes: i64,
    /// In the PHC form; none where a provider alone signs them in.
    pub password_hash: Option<String>,
    pub birth_date: Option<Date>,
    /// The version of the shop's terms that they accepted last.
    pub terms_version: Option<String>,
    /// The same of the loyalty programme's.
    pub loyalty_terms_version: Option<String>,
    /// When they joined the loyalty programme.
    pub joined_at: Option<Timestamp>,
    pub show_loyalty_sign_up: bool,
    pub email_marketing: bool,
    pub sms_marketing: bool,
    pub preferred_method: Option<PreferredMethod>,
    pub favourite_order: Option<OrderId>,
    /// Whether an account at an identity provider opens this one.
    pub is_linked: bool,
}

/// How somebody prefers to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreferredMethod {
    pub id: String,
    /// A bank, for instance.
    pub option: Option<String>,
}

impl fmt::Debug for CustomerAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Customer({})", self.id)
    }
}

const BY_ID: &str = "SELECT c.id, c.created_at, c.active_at, c.first_name, c.last_name, c.phone, c.email, \
    c.email_provider, c.security_changes, c.password_hash, c.birth_date, c.terms_version, c.loyalty_terms_version, \
    c.joined_at, c.show_loyalty_sign_up, c.email_marketing, c.sms_marketing, c.preferred_method, c.preferred_option, \
    c.favourite_order_id, (SELECT t.email FROM customer_tokens t WHERE t.customer_id = c.id \
        AND t.purpose = 'confirm-email' AND t.expires_at > $2 ORDER BY t.created_at DESC LIMIT 1) AS pending_email, \
    EXISTS (SELECT 1 FROM customer_identities i WHERE i.customer_id = c.id) AS is_linked \
    FROM customers c WHERE c.id = $1 AND c.erased_at IS NULL";

impl CustomerStore<'_> {
    /// An account by its number; none where there is none, or it was erased.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn by_id(self, id: CustomerId, now: Timestamp) -> Result<Option<CustomerAccount>, StoreError> {
        self.0.read((id.0, now), |conn, &(id, now)| Box::pin(by_id(conn, id, now))).await
    }
}

pub(super) async fn by_id(conn: &mut Conn<'_>, id: i64, now: Timestamp) -> Result<Option<CustomerAccount>, StoreError> {
    let row = conn.query(BY_ID).bind(id).bind(Ts::new(now)).fetch_optional().await?;
    row.as_ref().map(customer).transpose()
}

fn customer(row: &Row) -> Result<CustomerAccount, StoreError> {
    let row = row.of("customers", "id");
    let option: Option<String> = row.get("preferred_option")?;
    let method: Option<String> = row.get("preferred_method")?;
    Ok(CustomerAccount {
        id: CustomerId(row.get("id")?),
        created_at: moment(row, "created_at")?,
        active_at: moment(row, "active_at")?,
        first_name: row.get("first_name")?,
        last_name: row.get("last_name")?,
        phone: row.get("phone")?,
        email: row.get("email")?,
        email_provider: row.get("email_provider")?,
        pending_email: row.get("pending_email")?,
        security_changes: row.get("security_changes")?,
        password_hash: row.get("password_hash")?,
        birth_date: row.parse_optional("birth_date", |text: String| text.parse().ok())?,
        terms_version: row.get("terms_version")?,
        loyalty_terms_version: row.get("loyalty_terms_version")?,
        joined_at: row.get::<Option<Ts>>("joined_at")?.map(Ts::get),
        show_loyalty_sign_up: row.get("show_loyalty_sign_up")?,
        email_marketing: row.get("email_marketing")?,
        sms_marketing: row.get("sms_marketing")?,
        preferred_method: method.map(|id| PreferredMethod { id, option }),
        favourite_order: row.get::<Option<i64>>("favourite_order_id")?.map(OrderId),
        is_linked: row.get("is_linked")?,
    })
}

fn moment(row: TableRow<'_>, column: &'static str) -> Result<Timestamp, StoreError> {
    Ok(row.get::<Ts>(column)?.get())
}

//! Whom an e-mail signs in: one address is one person, of the staff or a customer.

use jiff::Timestamp;

use super::{CustomerAccount, CustomerStore, account};
use crate::{
    conn::Conn,
    error::StoreError,
    staff::{StaffMember, by_number},
};

/// Whom an e-mail signs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignInAccount {
    Staff(StaffMember),
    Customer(CustomerAccount),
}

impl SignInAccount {
    /// What their password is checked against, in the PHC form; none where a provider alone signs them in.
    #[must_use]
    pub fn password_hash(&self) -> Option<&str> {
        match self {
            Self::Staff(staff) => Some(&staff.password_hash),
            Self::Customer(customer) => customer.password_hash.as_deref(),
        }
    }
}

const OWNER: &str = "SELECT staff_id, customer_id FROM sign_in_emails WHERE email = $1";

impl CustomerStore<'_> {
    /// Whom an address signs in, given in the form in which addresses are compared.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn by_sign_in_email(self, email: &str, now: Timestamp) -> Result<Option<SignInAccount>, StoreError> {
        self.0.read((email, now), |conn, &(email, now)| Box::pin(by_email(conn, email, now))).await
    }
}

async fn by_email(conn: &mut Conn<'_>, email: &str, now: Timestamp) -> Result<Option<SignInAccount>, StoreError> {
    let Some(row) = conn.query(OWNER).bind(email.to_owned()).fetch_optional().await? else { return Ok(None) };
    if let Some(staff) = row.get::<Option<i64>>("staff_id")? {
        return Ok(by_number(conn, staff).await?.map(SignInAccount::Staff));
    }
    match row.get::<Option<i64>>("customer_id")? {
        Some(customer) => Ok(account::by_id(conn, customer, now).await?.map(SignInAccount::Customer)),
        None => Ok(None),
    }
}

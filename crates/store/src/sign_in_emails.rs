//! By what people sign in: one address is one person, of the staff or a customer. Addresses stand here in the form in which they
//! are compared.

use crate::{conn::Conn, error::StoreError};

/// While a change of address can be undone, the old one is nobody else's: whoever made that change would take it.
const CLAIM_FOR_CUSTOMER: &str = "INSERT INTO sign_in_emails (email, customer_id) SELECT $1, CAST($2 AS BIGINT) \
    WHERE NOT EXISTS (SELECT 1 FROM customer_tokens WHERE purpose = 'undo-email' AND email = $1 \
    AND customer_id <> CAST($2 AS BIGINT)) ON CONFLICT (email) DO NOTHING";
const CLAIM_FOR_STAFF: &str = "INSERT INTO sign_in_emails (email, staff_id) SELECT $1, id FROM staff WHERE email = $2 \
    AND NOT EXISTS (SELECT 1 FROM customer_tokens WHERE purpose = 'undo-email' AND customer_tokens.email = $1) \
    ON CONFLICT (email) DO NOTHING";
const RELEASE_OF_STAFF: &str = "DELETE FROM sign_in_emails WHERE staff_id = (SELECT id FROM staff WHERE email = $1)";
const RELEASE_OF_CUSTOMER: &str = "DELETE FROM sign_in_emails WHERE customer_id = $1";

/// Takes an address for a customer; false where it is somebody's.
pub(crate) async fn claim(conn: &mut Conn<'_>, email: String, customer: i64) -> Result<bool, StoreError> {
    Ok(conn.query(CLAIM_FOR_CUSTOMER).bind(email).bind(customer).execute().await? == 1)
}

/// Takes an address for whoever of the staff is known by it; false where it is a customer's.
pub(crate) async fn claim_for_staff(conn: &mut Conn<'_>, email: String, staff: String) -> Result<bool, StoreError> {
    Ok(conn.query(CLAIM_FOR_STAFF).bind(email).bind(staff).execute().await? == 1)
}

/// Sets the address of somebody of the staff free.
pub(crate) async fn release_of_staff(conn: &mut Conn<'_>, staff: String) -> Result<(), StoreError> {
    conn.query(RELEASE_OF_STAFF).bind(staff).execute().await?;
    Ok(())
}

/// Sets a customer's address free.
pub(crate) async fn release(conn: &mut Conn<'_>, customer: i64) -> Result<(), StoreError> {
    conn.query(RELEASE_OF_CUSTOMER).bind(customer).execute().await?;
    Ok(())
}

//! What somebody agreed to or took back: each time a row, which nobody changes.

use domain::ids::CustomerId;
use jiff::Timestamp;

use super::CustomerStore;
use crate::{conn::Conn, error::StoreError, row::Row, sql::Sql, ts::Ts};

/// What is agreed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    Terms,
    LoyaltyTerms,
    EmailMarketing,
    SmsMarketing,
}

impl Consent {
    /// Its name in the table and in an export.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Terms => "terms",
            Self::LoyaltyTerms => "loyaltyTerms",
            Self::EmailMarketing => "emailMarketing",
            Self::SmsMarketing => "smsMarketing",
        }
    }
}

/// One time that somebody said something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsentGiven {
    /// [`Consent::as_str`].
    pub what: String,
    /// Of the text, where it has versions.
    pub version: Option<String>,
    pub value: bool,
    pub given_at: Timestamp,
    /// Where: `register`, `account`.
    pub given_from: String,
}

impl ConsentGiven {
    /// Somebody says it now.
    #[must_use]
    pub fn new(what: Consent, version: Option<String>, value: bool, given_at: Timestamp, given_from: &str) -> Self {
        Self { what: what.as_str().to_owned(), version, value, given_at, given_from: given_from.to_owned() }
    }
}

const ADD: &str = "INSERT INTO customer_consents (customer_id, what, version, value, given_at, given_from) \
    VALUES ($1, $2, $3, $4, $5, $6)";
const OF_CUSTOMER: &str = "SELECT what, version, value, given_at, given_from FROM customer_consents \
    WHERE customer_id = $1 ORDER BY id";

/// The word before it counts no more from then on.
const PASS: &str = "UPDATE customer_consents SET past_since = $3 WHERE customer_id = $1 AND what = $2 \
    AND past_since IS NULL";

/// What a later word on the same took the place of. The last word stays as long as the account.
static SWEEP: Sql = Sql::new(|dialect| {
    let lock = dialect.lock(" FOR UPDATE SKIP LOCKED");
    format!(
        "DELETE FROM customer_consents WHERE id IN (SELECT id FROM customer_consents WHERE past_since < $1 \
         ORDER BY past_since LIMIT 500{lock})"
    )
});

impl CustomerStore<'_> {
    /// Takes away what people agreed to, or took back, and said otherwise of before a moment. Returns how many words;
    /// whoever wants all calls until that is 0.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn sweep_consents(self, past_since: Timestamp) -> Result<u64, StoreError> {
        self.0
            .write(move |conn| Box::pin(async move { conn.query(&SWEEP).bind(Ts::new(past_since)).execute().await }))
            .await
    }

    /// All that somebody agreed to or took back, the oldest first.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn consents(self, id: CustomerId) -> Result<Vec<ConsentGiven>, StoreError> {
        let rows = self.0.read(id.0, |conn, &id| Box::pin(conn.query(OF_CUSTOMER).bind(id).fetch_all())).await?;
        rows.iter().map(given).collect()
    }
}

pub(super) async fn add(conn: &mut Conn<'_>, customer: i64, given: ConsentGiven) -> Result<(), StoreError> {
    let ConsentGiven { what, version, value, given_at, given_from } = given;
    conn.query(PASS).bind(customer).bind(what.as_str()).bind(Ts::new(given_at)).execute().await?;
    let query = conn.query(ADD).bind(customer).bind(what).bind(version).bind(value);
    query.bind(Ts::new(given_at)).bind(given_from).execute().await?;
    Ok(())
}

fn given(row: &Row) -> Result<ConsentGiven, StoreError> {
    Ok(ConsentGiven {
        what: row.get("what")?,
        version: row.get("version")?,
        value: row.get("value")?,
        given_at: row.get::<Ts>("given_at")?.get(),
        given_from: row.get("given_from")?,
    })
}

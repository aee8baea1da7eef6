//! The versions of the texts that people agree to, as the database knows them.

use jiff::Timestamp;

use crate::{conn::Conn, error::StoreError, store::Store, ts::Ts};

/// A version of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermsInForce {
    /// `shop` or `loyalty`.
    pub text: String,
    pub version: String,
    /// Whether who agreed to an older one is asked again.
    pub must_accept: bool,
    pub since: Timestamp,
}

const ALL: &str = "SELECT text, version, must_accept, since FROM terms_versions ORDER BY text, since, version";
const ADD: &str = "INSERT INTO terms_versions (text, version, must_accept, since) VALUES ($1, $2, $3, $4) \
    ON CONFLICT (text, version) DO NOTHING";

/// The versions of a store.
#[derive(Debug, Clone, Copy)]
pub struct TermsStore<'s>(&'s Store);

impl Store {
    /// The versions of the texts that people agree to.
    #[must_use]
    pub fn terms(&self) -> TermsStore<'_> {
        TermsStore(self)
    }
}

impl TermsStore<'_> {
    /// All versions, those of one text by age.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn all(self) -> Result<Vec<TermsInForce>, StoreError> {
        self.0.read((), |conn, ()| Box::pin(all(conn))).await
    }

    /// Makes versions known; one that is known stays as it is.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn add(self, versions: Vec<TermsInForce>) -> Result<(), StoreError> {
        self.0.write(move |conn| Box::pin(add(conn, versions))).await
    }
}

pub(crate) async fn all(conn: &mut Conn<'_>) -> Result<Vec<TermsInForce>, StoreError> {
    let rows = conn.query(ALL).fetch_all().await?;
    let read = rows.iter().map(|row| {
        Ok(TermsInForce {
            text: row.get("text")?,
            version: row.get("version")?,
            must_accept: row.get("must_accept")?,
            since: row.get::<Ts>("since")?.get(),
        })
    });
    read.collect()
}

async fn add(conn: &mut Conn<'_>, versions: Vec<TermsInForce>) -> Result<(), StoreError> {
    for TermsInForce { text, version, must_accept, since } in versions {
        conn.query(ADD).bind(text).bind(version).bind(must_accept).bind(Ts::new(since)).execute().await?;
    }
    Ok(())
}

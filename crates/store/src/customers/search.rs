//! Customers, found by their telephone by whoever orders for them, and the log of who looked for whom (docs/spec/people.md,
//! "Searching a customer").

use std::fmt;

use domain::{Actor, Reach, ids::CustomerId};
use jiff::Timestamp;

use super::CustomerStore;
use crate::{
    conn::Conn,
    error::StoreError,
    json::JsonColumn,
    row::Row,
    sql::{Sql, restaurant_list},
    ts::Ts,
};

/// A customer who was found. `Debug` prints their number alone.
#[derive(Clone, PartialEq, Eq)]
pub struct FoundCustomer {
    pub id: CustomerId,
    pub first_name: String,
    pub last_name: String,
    /// Whether they joined the loyalty programme.
    pub is_member: bool,
}

impl fmt::Debug for FoundCustomer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FoundCustomer({})", self.id)
    }
}

/// That somebody looked for customers, and whom they were shown.
#[derive(Debug, Clone)]
pub struct CustomerSearch {
    pub by: Actor,
    pub at: Timestamp,
    /// A keyed digest of the number that was looked for.
    pub phone_hash: [u8; 32],
    pub customers: Vec<CustomerId>,
}

// Of all accounts from the newest on PostgreSQL would look for the number, but for the sum.
fn found_where(condition: &str) -> String {
    format!(
        "SELECT c.id, c.first_name, c.last_name, c.joined_at FROM customers c \
         WHERE c.phone_digits = $1 AND c.erased_at IS NULL{condition} ORDER BY c.id + 0 DESC LIMIT $2"
    )
}

static IN_CHAIN: Sql = Sql::new(|_| found_where(""));
static IN_RESTAURANTS: Sql = Sql::new(|dialect| {
    found_where(&format!(
        " AND EXISTS (SELECT 1 FROM checkouts k JOIN orders o ON o.id = k.id \
         WHERE k.customer_id = c.id AND o.restaurant_id IN {})",
        dialect.numbers("$3")
    ))
});

const NOTE: &str = "INSERT INTO customer_searches (actor_kind, actor_name, searched_at, phone_hash, customer_ids) \
    VALUES ($1, $2, $3, $4, $5) RETURNING id";
static NOTE_FINDS: Sql = Sql::new(|dialect| {
    let found = dialect.numbers("$2");
    format!(
        "INSERT INTO customer_search_finds (customer_id, search_id) SELECT id, CAST($1 AS BIGINT) FROM customers WHERE id IN {found}"
    )
});
static SWEEP: Sql = Sql::new(|dialect| {
    let lock = dialect.lock(" FOR UPDATE SKIP LOCKED");
    format!(
        "DELETE FROM customer_searches WHERE id IN (SELECT id FROM customer_searches WHERE searched_at < $1 \
         ORDER BY searched_at LIMIT 500{lock})"
    )
});

impl CustomerStore<'_> {
    /// The newest accounts with a phone number, in [`domain::phone::comparable`]'s spelling; of a reach that is no whole
    /// chain those alone that have an order there.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn by_phone(self, phone: &str, reach: &Reach, most: usize) -> Result<Vec<FoundCustomer>, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let asked = (phone.to_owned(), restaurant_list(reach), most);
        let rows = self.0.read(asked, |conn, (phone, restaurants, most)| {
            Box::pin(async move {
                let statement = if restaurants.is_some() { &IN_RESTAURANTS } else { &IN_CHAIN };
                let query = conn.query(statement).bind(phone.as_str()).bind(*most);
                match restaurants {
                    Some(restaurants) => query.bind(restaurants.as_str()).fetch_all().await,
                    None => query.fetch_all().await,
                }
            })
        });
        rows.await?.iter().map(found).collect()
    }

    /// Notes that somebody looked for customers.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn note_search(self, search: CustomerSearch) -> Result<(), StoreError> {
        self.0.write(move |conn| Box::pin(note(conn, search))).await
    }

    /// Takes away what was noted before a moment. Returns how many; whoever wants all calls until that is 0.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn sweep_searches(self, before: Timestamp) -> Result<u64, StoreError> {
        self.0.write(move |conn| Box::pin(sweep(conn, before))).await
    }
}

async fn note(conn: &mut Conn<'_>, search: CustomerSearch) -> Result<(), StoreError> {
    let CustomerSearch { by, at, phone_hash, customers } = search;
    let ids: Vec<i64> = customers.into_iter().map(|id| id.0).collect();
    let query = conn.query(NOTE).bind(by.kind()).bind(by.name()).bind(Ts::new(at)).bind(&phone_hash[..]);
    let search: i64 = query.bind(JsonColumn(&ids)).scalar().await?;
    let found = serde_json::to_string(&ids).map_err(StoreError::other)?;
    conn.query(&NOTE_FINDS).bind(search).bind(found).execute().await.map(drop)
}

async fn sweep(conn: &mut Conn<'_>, before: Timestamp) -> Result<u64, StoreError> {
    conn.query(&SWEEP).bind(Ts::new(before)).execute().await
}

fn found(row: &Row) -> Result<FoundCustomer, StoreError> {
    let row = row.of("customers", "id");
    Ok(FoundCustomer {
        id: CustomerId(row.get("id")?),
        first_name: row.get("first_name")?,
        last_name: row.get("last_name")?,
        is_member: row.get::<Option<Ts>>("joined_at")?.is_some(),
    })
}

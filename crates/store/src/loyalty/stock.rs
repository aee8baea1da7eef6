//! What was given of a calendar month's prizes (docs/spec/people.md, "Segments").

use std::collections::{BTreeSet, HashMap};

use domain::{
    board::day_of,
    wheel::{PrizeType, WheelRules},
};
use jiff::Timestamp;

use super::LoyaltyStore;
use crate::{conn::Conn, error::StoreError, row::Row, sql::Sql};

const GIVEN: &str = "SELECT prize, given FROM wheel_stock WHERE month = $1 ORDER BY prize";
static HELD: Sql = Sql::new(|dialect| format!("{GIVEN}{}", dialect.lock(" FOR UPDATE")));
const BEGIN: &str =
    "INSERT INTO wheel_stock (month, prize, given) VALUES ($1, $2, 0) ON CONFLICT (month, prize) DO NOTHING";
const GIVE: &str = "UPDATE wheel_stock SET given = given + 1 WHERE month = $1 AND prize = $2";

impl LoyaltyStore<'_> {
    /// How many of each prize with a stock were given in the calendar month of a moment, in Helsinki.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn prizes_given(self, at: Timestamp) -> Result<HashMap<PrizeType, u32>, StoreError> {
        let read = self.0.read(month_of(at), |conn, month| {
            Box::pin(async move { conn.query(GIVEN).bind(month.clone()).fetch_all().await })
        });
        given_of(&read.await?)
    }
}

/// The calendar month in Helsinki.
pub(super) fn month_of(now: Timestamp) -> String {
    day_of(now).strftime("%Y-%m").to_string()
}

/// What is gone of a month's stock, which nobody else takes of until the transaction ends.
pub(super) async fn hold(
    conn: &mut Conn<'_>,
    month: &str,
    wheel: &WheelRules,
) -> Result<HashMap<PrizeType, u32>, StoreError> {
    let stocked: BTreeSet<PrizeType> = wheel.stock().map(|(prize, _)| prize).collect();
    let given = held(conn, month).await?;
    if stocked.iter().all(|prize| given.contains_key(prize)) {
        return Ok(given);
    }
    // The first of a month begins its rows; whoever comes at once waits for them here.
    for prize in stocked {
        conn.query(BEGIN).bind(month).bind(prize.as_str()).execute().await?;
    }
    held(conn, month).await
}

/// Takes one of a stock that is held.
pub(super) async fn give(conn: &mut Conn<'_>, month: &str, prize: PrizeType) -> Result<(), StoreError> {
    conn.query(GIVE).bind(month).bind(prize.as_str()).execute().await?;
    Ok(())
}

async fn held(conn: &mut Conn<'_>, month: &str) -> Result<HashMap<PrizeType, u32>, StoreError> {
    given_of(&conn.query(&HELD).bind(month).fetch_all().await?)
}

/// A type that the wheel has no more may stand among them.
fn given_of(rows: &[Row]) -> Result<HashMap<PrizeType, u32>, StoreError> {
    rows.iter().filter_map(|row| given_row(row).transpose()).collect()
}

fn given_row(row: &Row) -> Result<Option<(PrizeType, u32)>, StoreError> {
    let row = row.of("wheel_stock", "prize");
    let given = row.parse("given", |given: i64| u32::try_from(given).ok())?;
    Ok(PrizeType::parse(&row.get::<String>("prize")?).map(|prize| (prize, given)))
}

//! Spins of the wheel, as they are kept.

use domain::{
    ids::CustomerId,
    loyalty::PersonalCode,
    wheel::{PrizeType, WheelWeight},
};
use jiff::Timestamp;

use super::LoyaltyStore;
use crate::{conn::Conn, error::StoreError, json::JsonColumn, row::Row, sql::Sql, ts::Ts};

/// A spin with all that it takes to draw it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpinRecord {
    pub id: i64,
    pub spun_at: Timestamp,
    /// Spins that the member had before.
    pub nonce: u32,
    /// 0…7.
    pub segment: usize,
    pub prize: PrizeType,
    /// Whole degrees clockwise from the top.
    pub angle: u32,
    /// Spins that were left after it.
    pub spins_left: u32,
    /// The benefit that it gave.
    pub benefit: Option<PersonalCode>,
    /// What was told of the seed before.
    pub commitment: String,
    /// The seed, in hexadecimal digits.
    pub server_seed: String,
    pub client_seed: String,
    /// The weights it was drawn from.
    pub table: Vec<WheelWeight>,
    /// What is told of the next spin's seed.
    pub next_commitment: String,
}

/// `wheel_spins.weights`: each entry's segment, prize and weight.
type StoredWeights = Vec<(u32, String, u64)>;

const COLUMNS: &str = "SELECT id, spun_at, nonce, segment, prize, angle, spins_left, benefit, commitment, server_seed, \
    client_seed, weights, next_commitment FROM wheel_spins WHERE customer_id = $1";
static LAST: Sql = Sql::new(|_| format!("{COLUMNS} ORDER BY id DESC LIMIT 1"));
static ONE: Sql = Sql::new(|_| format!("{COLUMNS} AND id = $2"));
static ALL: Sql = Sql::new(|_| format!("{COLUMNS} ORDER BY id"));
const ADD: &str = "INSERT INTO wheel_spins (customer_id, spun_at, nonce, segment, prize, angle, spins_left, benefit, \
    commitment, server_seed, client_seed, weights, next_commitment) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id";
const COUNT: &str = "SELECT count(*) FROM wheel_spins WHERE customer_id = $1 AND spun_at >= $2";

impl LoyaltyStore<'_> {
    /// A spin of a member's; none where they have no such one.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn spin_by_id(self, customer: CustomerId, id: i64) -> Result<Option<SpinRecord>, StoreError> {
        let row = self.0.read((customer.0, id), |conn, &(customer, id)| {
            Box::pin(conn.query(&ONE).bind(customer).bind(id).fetch_optional())
        });
        row.await?.as_ref().map(spin_record).transpose()
    }
}

pub(super) async fn last_spin(conn: &mut Conn<'_>, customer: i64) -> Result<Option<SpinRecord>, StoreError> {
    conn.query(&LAST).bind(customer).fetch_optional().await?.as_ref().map(spin_record).transpose()
}

pub(super) async fn all_spins(conn: &mut Conn<'_>, customer: i64) -> Result<Vec<SpinRecord>, StoreError> {
    conn.query(&ALL).bind(customer).fetch_all().await?.iter().map(spin_record).collect()
}

/// How many spins a member had since a moment.
pub(super) async fn spins_since(conn: &mut Conn<'_>, customer: i64, since: Timestamp) -> Result<i64, StoreError> {
    conn.query(COUNT).bind(customer).bind(Ts::new(since)).scalar().await
}

/// Keeps a spin; gives its number.
pub(super) async fn add_spin(conn: &mut Conn<'_>, customer: i64, spin: &SpinRecord) -> Result<i64, StoreError> {
    let number = |number: usize| i64::try_from(number).map_err(StoreError::other);
    let weight = |entry: &WheelWeight| {
        let segment = u32::try_from(entry.segment).map_err(StoreError::other)?;
        Ok((segment, entry.prize.as_str().to_owned(), entry.weight))
    };
    let weights: StoredWeights = spin.table.iter().map(weight).collect::<Result<_, StoreError>>()?;
    let query = conn.query(ADD).bind(customer).bind(Ts::new(spin.spun_at)).bind(i64::from(spin.nonce));
    let query = query.bind(number(spin.segment)?).bind(spin.prize.as_str()).bind(i64::from(spin.angle));
    let query = query.bind(i64::from(spin.spins_left)).bind(spin.benefit.as_ref().map(PersonalCode::as_str));
    let query = query.bind(spin.commitment.as_str()).bind(spin.server_seed.as_str()).bind(spin.client_seed.as_str());
    query.bind(JsonColumn(weights)).bind(spin.next_commitment.as_str()).scalar().await
}

fn spin_record(row: &Row) -> Result<SpinRecord, StoreError> {
    let row = row.of("wheel_spins", "id");
    let number = |column| row.parse(column, |number: i64| u32::try_from(number).ok());
    Ok(SpinRecord {
        id: row.get("id")?,
        spun_at: row.get::<Ts>("spun_at")?.get(),
        nonce: number("nonce")?,
        segment: row.parse("segment", |number: i64| usize::try_from(number).ok())?,
        prize: row.parse("prize", |name: String| PrizeType::parse(&name))?,
        angle: number("angle")?,
        spins_left: number("spins_left")?,
        benefit: row.parse_optional("benefit", |code: String| PersonalCode::read(&code))?,
        commitment: row.get("commitment")?,
        server_seed: row.get("server_seed")?,
        client_seed: row.get("client_seed")?,
        table: row.parse("weights", |JsonColumn(weights): JsonColumn<StoredWeights>| table(weights))?,
        next_commitment: row.get("next_commitment")?,
    })
}

fn table(weights: StoredWeights) -> Option<Vec<WheelWeight>> {
    let weight = |(segment, prize, weight): (u32, String, u64)| {
        Some(WheelWeight { segment: usize::try_from(segment).ok()?, prize: PrizeType::parse(&prize)?, weight })
    };
    weights.into_iter().map(weight).collect()
}

//! The loyalty programme as tests have it: rows that a test gives, and chance that counts where there is no node.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use domain::{
    ids::CustomerId,
    loyalty::{BenefitType, BenefitTypes, FREE_PIZZA, LineSlices, LoyaltyRules, OrderSlices, PersonalCode},
    wheel::ServerSeed,
};
use jiff::Timestamp;
use serde_json::{
    Value, json,
    value::{RawValue, to_raw_value},
};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use store::{LoyaltyBasis, LoyaltySource};

/// What is drawn in this process, counted.
static DRAWN: AtomicU64 = AtomicU64::new(1);

/// Chance that counts, and seeds that are sealed by nothing.
struct CountedSource {
    /// Whether it opens what it sealed.
    opens: bool,
}

impl LoyaltySource for CountedSource {
    fn code(&self) -> PersonalCode {
        let mut random = [0; 9];
        random[..8].copy_from_slice(&DRAWN.fetch_add(1, Ordering::Relaxed).to_be_bytes());
        PersonalCode::of_random(&random)
    }

    fn number(&self) -> u64 {
        0
    }

    fn seed(&self) -> ServerSeed {
        let mut random = [0; 32];
        random[..8].copy_from_slice(&DRAWN.fetch_add(1, Ordering::Relaxed).to_be_bytes());
        ServerSeed::new(random)
    }

    fn seal(&self, _: CustomerId, seed: &ServerSeed) -> Vec<u8> {
        seed.bytes().to_vec()
    }

    fn open(&self, _: CustomerId, sealed: &[u8]) -> Option<ServerSeed> {
        sealed.try_into().ok().filter(|_| self.opens).map(ServerSeed::new)
    }

    fn slices_of(&self, record: &RawValue) -> OrderSlices {
        let record: Value = serde_json::from_str(record.get()).unwrap_or_default();
        let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or(0);
        let line = |line: &Value| LineSlices { of_unit: number(&line[0]), units: number(&line[1]), free_units: 0 };
        OrderSlices(record["slices"].as_array().into_iter().flatten().map(line).collect())
    }
}

/// By what members change at a moment, with the contract's figures; joining brings one slice.
#[must_use]
pub fn basis(now: Timestamp) -> LoyaltyBasis {
    let one = |name: &str, days| BenefitType { name: name.into(), text: name.into(), icon: name.into(), days };
    let benefits = BenefitTypes(vec![one(FREE_PIZZA, 90), one("freeDip", 30)]);
    let rules = LoyaltyRules::default();
    LoyaltyBasis { rules, benefits, source: Arc::new(CountedSource { opens: true }), now }
}

/// The same by who cannot open the seeds that stand: each look at a member promises another.
#[must_use]
pub fn forgetful(now: Timestamp) -> LoyaltyBasis {
    LoyaltyBasis { source: Arc::new(CountedSource { opens: false }), ..basis(now) }
}

/// A priced cart that brings slices: of each line those of a unit, and its units.
///
/// # Panics
/// Never: numbers are JSON.
#[must_use]
pub fn record(lines: &[(u32, u32)]) -> Box<RawValue> {
    to_raw_value(&json!({ "vatTotal": 3.3, "slices": lines })).expect("numbers are JSON")
}

/// Gives somebody a benefit of a type by this code, good for many years; without an owner it is good for everybody. It is of no
/// card that anybody has, so no order that is taken back voids it.
///
/// # Panics
/// Where the database does not take it.
pub async fn give(url: &str, code: &str, owner: Option<CustomerId>, kind: &str) {
    give_until(url, code, owner, kind, "2096-01-01T00:00:00Z").await;
}

/// The same, good until a moment in RFC 3339.
///
/// # Panics
/// Where the database does not take it.
pub async fn give_until(url: &str, code: &str, owner: Option<CustomerId>, kind: &str, until: &str) {
    let (owner, origin) = match owner {
        Some(owner) => (owner.0.to_string(), r#"'{"slices":{"card":999,"slices":9}}'"#),
        None => ("NULL".to_owned(), "NULL"),
    };
    let (since, until) = (moment(url, "2026-01-01T00:00:00Z"), moment(url, until));
    let sql = format!(
        "INSERT INTO loyalty_benefits (code, customer_id, kind, given_at, valid_until, origin) \
         VALUES ('{code}', {owner}, '{kind}', {since}, {until}, {origin})"
    );
    run(url, sql).await;
}

/// Lets a member have earned so many slices and spins, by an order of this number that nobody placed.
///
/// # Panics
/// Where the database does not take it.
pub async fn earn(url: &str, member: CustomerId, order: i64, slices: u32, spins: u32) {
    let at = moment(url, "2026-11-01T00:00:00Z");
    let fact = json!({ "fact": "orderCounted", "order": order, "slices": slices, "spins": spins });
    let sql = format!(
        "INSERT INTO loyalty_rows (customer_id, happened_at, kind, fact, order_id, slices_added, spins_added) \
         VALUES ({member}, {at}, 'orderCounted', '{fact}', {order}, {slices}, {spins})"
    );
    run(url, sql).await;
}

/// A moment as a statement of this database writes it.
fn moment(url: &str, text: &str) -> String {
    let at: Timestamp = text.parse().expect("a moment");
    if url.starts_with("sqlite:") { at.as_microsecond().to_string() } else { format!("'{text}'") }
}

async fn run(url: &str, sql: String) {
    if url.starts_with("sqlite:") {
        let mut connection = SqliteConnection::connect(url).await.expect("a file of SQLite's");
        sqlx::query(AssertSqlSafe(sql)).execute(&mut connection).await.expect("it is taken");
    } else {
        let mut connection = PgConnection::connect(url).await.expect("the tests' PostgreSQL answers");
        sqlx::query(AssertSqlSafe(sql)).execute(&mut connection).await.expect("it is taken");
    }
}

//! Accounts and their orders, as many as a shop has after years: rows copied from an order that the product wrote, and accounts
//! beside them with what each has.

use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection};

use crate::{
    clock::{Micros, now},
    copies::{copy_of, postgres_columns, sqlite_columns},
    sql::{block_on, sqlite_connection},
    trouble::{Trouble, Trying},
};

/// The account that has most of the orders that anybody has.
pub(crate) const REGULAR: i64 = 1;
/// So many.
pub(crate) const OF_REGULAR: i64 = 2_000;
/// The orders were placed within so long.
const YEARS: Micros = 3 * 365 * 86_400_000_000;
/// What an order writes that is read of it again, and the column that holds its number.
const TABLES: [(&str, &str); 4] =
    [("checkouts", "id"), ("orders", "id"), ("order_events", "order_id"), ("order_search", "order_id")];

/// How many accounts and orders are stored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AccountSize {
    pub(crate) accounts: i64,
    pub(crate) orders: i64,
}

impl AccountSize {
    /// Every so many orders one is of [`REGULAR`].
    pub(crate) fn stride(self) -> i64 {
        self.orders / OF_REGULAR
    }

    /// Whether an account is one of those that have not ordered anything yet.
    pub(crate) fn has_none(account: i64) -> bool {
        account % 10 == REGULAR
    }

    /// The account of order `number`, as SQL: none of a guest's.
    fn account_of_order(self) -> String {
        let (Self { accounts, .. }, stride) = (self, self.stride());
        format!(
            "CASE WHEN number % {stride} = 0 THEN {REGULAR} WHEN (number * 7919 % {accounts}) % 10 = 0 THEN NULL \
             ELSE number * 7919 % {accounts} + 1 END"
        )
    }
}

/// The token of a session of this account.
pub(crate) fn token(account: i64) -> String {
    format!("{account:064x}")
}

/// What the two databases write otherwise.
#[derive(Clone, Copy)]
enum Written {
    Sqlite,
    Postgres,
}

impl Written {
    /// A table of the numbers up to this one.
    fn numbers(self, most: i64) -> String {
        match self {
            Self::Sqlite => format!(
                "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < {most}) "
            ),
            Self::Postgres => format!("WITH numbers AS (SELECT generate_series(1, {most})::bigint AS number) "),
        }
    }

    /// So many microseconds before a moment.
    fn before(self, moment: &str, micros: &str) -> String {
        match self {
            Self::Sqlite => format!("{moment} - ({micros})"),
            Self::Postgres => format!("{moment} - ({micros}) * interval '1 microsecond'"),
        }
    }

    fn now(self) -> String {
        match self {
            Self::Sqlite => now().to_string(),
            Self::Postgres => format!("to_timestamp({})", now() / 1_000_000),
        }
    }

    /// 32 bytes that are those of no other number.
    fn bytes(self) -> &'static str {
        match self {
            Self::Sqlite => "randomblob(32)",
            Self::Postgres => "decode(md5(number::text) || md5('x' || number), 'hex')",
        }
    }

    fn system(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " OVERRIDING SYSTEM VALUE",
        }
    }

    /// What stands in a column of a copied order.
    fn value(self, size: AccountSize, table: &str, column: &str) -> String {
        let age = format!("({} - number) * {}", size.orders, YEARS / size.orders);
        match (table, column) {
            ("orders", "status") => "12".to_owned(),
            ("orders", "over_at") => self.before("placed_at", &age),
            (_, "placed_at" | "expires_at" | "promised_at" | "recorded_at" | "received_at" | "pays_until") => {
                self.before(column, &age)
            }
            ("checkouts", "customer_id") => size.account_of_order(),
            ("checkouts", "content") => self.bytes().to_owned(),
            ("order_search", "phone") => format!("CAST(358400000000 + number * 7919 % {} + 1 AS TEXT)", size.accounts),
            _ => column.to_owned(),
        }
    }

    /// The accounts, each with its address to sign in by, a session, two places and two consents.
    fn accounts(self, size: AccountSize) -> Vec<String> {
        let (numbers, system, now) = (self.numbers(size.accounts), self.system(), self.now());
        let (made, bytes) = (self.before(&now, &YEARS.to_string()), self.bytes());
        let later = self.before(&now, &(-86_400_000_000_i64).to_string());
        let terms = "(SELECT max(version) FROM terms_versions WHERE text = 'shop')";
        let place = |street: &str, is_primary| {
            format!(
                "INSERT INTO customer_addresses (customer_id, street, apartment, postal_code, city, extra_info, lat, lng, \
                 is_primary, created_at, same_as) {numbers}SELECT number, '{street} ' || (number % 200), 'B 12', '00170', \
                 'Helsinki', 'Summeri rikki.', 60.17, 24.95, {is_primary}, {made}, lower('{street} ' || number) FROM numbers"
            )
        };
        let consent = |what: &str| {
            format!(
                "INSERT INTO customer_consents (customer_id, what, value, given_at, given_from) {numbers}\
                 SELECT number, '{what}', TRUE, {made}, 'register' FROM numbers"
            )
        };
        vec![
            format!(
                "INSERT INTO customers (id, created_at, active_at, first_name, last_name, phone, email, terms_version, \
                 show_loyalty_sign_up, email_marketing, sms_marketing, phone_digits){system} {numbers}\
                 SELECT number, {made}, {now}, 'Aino', 'Laine', '+' || (358400000000 + number), \
                 'aino' || number || '@example.fi', {terms}, FALSE, FALSE, FALSE, CAST(358400000000 + number AS TEXT) \
                 FROM numbers"
            ),
            format!(
                "INSERT INTO sign_in_emails (email, customer_id) {numbers}\
                 SELECT 'aino' || number || '@example.fi', number FROM numbers"
            ),
            format!(
                "INSERT INTO customer_sessions (sha256, customer_id, is_bearer, created_at, last_seen_at, expires_at) \
                 {numbers}SELECT {bytes}, number, FALSE, {now}, {now}, {later} FROM numbers"
            ),
            place("Liisankatu", "TRUE"),
            place("Mannerheimintie", "FALSE"),
            consent("terms"),
            consent("emailMarketing"),
        ]
    }

    /// A session of an account, by the token that is made of its number.
    fn session(self, account: i64) -> String {
        let now = self.now();
        let digest: String = Sha256::digest(token(account)).iter().map(|byte| format!("{byte:02x}")).collect();
        let bytes = match self {
            Self::Sqlite => format!("x'{digest}'"),
            Self::Postgres => format!("'\\x{digest}'::bytea"),
        };
        let later = self.before(&now, &(-86_400_000_000_i64).to_string());
        format!(
            "INSERT INTO customer_sessions (sha256, customer_id, is_bearer, created_at, last_seen_at, expires_at) \
             VALUES ({bytes}, {account}, TRUE, {now}, {now}, {later})"
        )
    }
}

/// Stores so many accounts and orders beside one order that is there, which is copied; these accounts are signed in. The
/// number of the order that is copied.
pub(crate) fn fill(url: &str, size: AccountSize, signed_in: &[i64]) -> Result<i64, Trouble> {
    if url.starts_with("sqlite:") { fill_sqlite(url, size, signed_in) } else { fill_postgres(url, size, signed_in) }
}

fn statements(written: Written, size: AccountSize, columns: &[Vec<String>], signed_in: &[i64]) -> Vec<String> {
    let numbers = written.numbers(size.orders);
    let value = |table: &str, column: &str| written.value(size, table, column);
    let mut all = written.accounts(size);
    let copies = TABLES.iter().zip(columns);
    all.extend(copies.map(|(table, columns)| {
        copy_of(*table, columns, &value, "$1 + number", &numbers, written.system()).replace("$1", "{template}")
    }));
    all.extend(signed_in.iter().map(|account| written.session(*account)));
    all
}

const TEMPLATE: &str = "SELECT max(id) FROM orders";

fn fill_sqlite(url: &str, size: AccountSize, signed_in: &[i64]) -> Result<i64, Trouble> {
    block_on(async {
        let mut connection: SqliteConnection = sqlite_connection(url).await?;
        let template: i64 = sqlx::query_scalar(TEMPLATE).fetch_one(&mut connection).await.trying("an order")?;
        let mut columns = Vec::new();
        for (table, _) in TABLES {
            columns.push(sqlite_columns(&mut connection, table).await?);
        }
        // Indexes of a million orders are written at random: in memory, then once to the disk.
        connection.execute("PRAGMA cache_size = -4000000").await.trying("a cache")?;
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.trying("a transaction")?;
        for statement in statements(Written::Sqlite, size, &columns, signed_in) {
            let statement = statement.replace("{template}", &template.to_string());
            transaction.execute(AssertSqlSafe(statement.clone())).await.trying(&statement)?;
        }
        transaction.commit().await.trying("a commit")?;
        connection.execute("ANALYZE").await.trying("ANALYZE")?;
        connection.close().await.trying("the database")?;
        Ok(template)
    })
}

fn fill_postgres(url: &str, size: AccountSize, signed_in: &[i64]) -> Result<i64, Trouble> {
    block_on(async {
        let mut connection = PgConnection::connect(url).await.trying("PostgreSQL")?;
        let template: i64 = sqlx::query_scalar(TEMPLATE).fetch_one(&mut connection).await.trying("an order")?;
        let mut columns = Vec::new();
        for (table, _) in TABLES {
            columns.push(postgres_columns(&mut connection, table).await?);
        }
        let mut transaction = connection.begin().await.trying("a transaction")?;
        for statement in statements(Written::Postgres, size, &columns, signed_in) {
            let statement = statement.replace("{template}", &template.to_string());
            transaction.execute(AssertSqlSafe(statement.clone())).await.trying(&statement)?;
        }
        transaction.commit().await.trying("a commit")?;
        connection.execute("VACUUM ANALYZE").await.trying("VACUUM")?;
        connection.close().await.trying("PostgreSQL")?;
        Ok(template)
    })
}

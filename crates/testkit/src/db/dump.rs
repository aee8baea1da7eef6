//! All that stands in a database, whatever its tables: for tests that ask whether something stands anywhere.

use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

/// A row of a table, by its columns. Bytes are hexadecimal digits.
#[derive(Debug, Clone, PartialEq)]
pub struct DumpedRow {
    pub table: String,
    pub columns: Map<String, Value>,
}

impl DumpedRow {
    /// The columns in which a text stands anywhere, whatever the case of its letters, as text or as the digits of its bytes.
    #[must_use]
    pub fn columns_with(&self, text: &str) -> Vec<String> {
        let lowered = text.to_lowercase();
        let digits: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
        let holds = |value: &Value| {
            let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned).to_lowercase();
            shown.contains(&lowered) || shown.contains(&digits)
        };
        let found = self.columns.iter().filter(|(_, value)| holds(value));
        found.map(|(name, _)| format!("{}.{name}", self.table)).collect()
    }
}

const SQLITE_COLUMNS: &str = "SELECT m.name || '.' || p.name FROM sqlite_master m, pragma_table_info(m.name) p \
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY m.name, p.cid";
const POSTGRES_COLUMNS: &str = "SELECT table_name || '.' || column_name FROM information_schema.columns \
    WHERE table_schema = 'public' AND table_name NOT LIKE '\\_%' ORDER BY table_name, ordinal_position";

/// `table.column` of all tables but the migrations' own.
pub(super) async fn columns(url: &str) -> Vec<String> {
    let columns = if url.starts_with("sqlite:") {
        let mut connection = SqliteConnection::connect(url).await.expect("a file of SQLite's");
        sqlx::query_scalar(SQLITE_COLUMNS).fetch_all(&mut connection).await
    } else {
        let mut connection = PgConnection::connect(url).await.expect("the tests' PostgreSQL answers");
        sqlx::query_scalar(POSTGRES_COLUMNS).fetch_all(&mut connection).await
    };
    columns.expect("the columns")
}

/// All rows of all of them.
pub(super) async fn rows(url: &str) -> Vec<DumpedRow> {
    let columns = columns(url).await;
    let mut tables: Vec<(&str, Vec<&str>)> = Vec::new();
    for (table, column) in columns.iter().filter_map(|named| named.split_once('.')) {
        match tables.last_mut().filter(|(last, _)| *last == table) {
            Some((_, of_it)) => of_it.push(column),
            None => tables.push((table, vec![column])),
        }
    }
    let mut dumped = Vec::new();
    for (table, columns) in tables {
        for text in texts(url, table, &columns).await {
            let columns = serde_json::from_str(&text).expect("a row is JSON");
            dumped.push(DumpedRow { table: table.to_owned(), columns });
        }
    }
    dumped
}

async fn texts(url: &str, table: &str, columns: &[&str]) -> Vec<String> {
    if url.starts_with("sqlite:") {
        let fields: Vec<String> = (columns.iter())
            .map(|name| format!("'{name}', CASE typeof({name}) WHEN 'blob' THEN hex({name}) ELSE {name} END"))
            .collect();
        let sql = format!("SELECT json_object({}) FROM {table}", fields.join(", "));
        let mut connection = SqliteConnection::connect(url).await.expect("a file of SQLite's");
        sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut connection).await.expect("a table's rows")
    } else {
        let sql = format!("SELECT to_jsonb(t)::text FROM {table} t");
        let mut connection = PgConnection::connect(url).await.expect("the tests' PostgreSQL answers");
        sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut connection).await.expect("a table's rows")
    }
}

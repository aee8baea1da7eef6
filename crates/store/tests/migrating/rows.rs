//! All that a database holds, as texts that are compared.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tokio::sync::Mutex;

/// A row: each column's value, spelled so that two values are spelled alike only if they are the same.
pub(crate) type Row = BTreeMap<String, String>;
/// The rows of a table.
pub(crate) type Rows = BTreeSet<Row>;

/// A connection that knows nothing of the store.
pub(crate) enum Database {
    Sqlite(Mutex<SqliteConnection>),
    Postgres(Mutex<PgConnection>),
}

impl Database {
    pub(crate) async fn connect(url: &str) -> Self {
        match url.starts_with("sqlite:") {
            true => Self::Sqlite(Mutex::new(SqliteConnection::connect(url).await.unwrap())),
            false => Self::Postgres(Mutex::new(PgConnection::connect(url).await.unwrap())),
        }
    }

    pub(crate) async fn run(&self, sql: &'static str) {
        match self {
            Self::Sqlite(connection) => {
                sqlx::raw_sql(sql).execute(&mut *connection.lock().await).await.map(drop).unwrap();
            }
            Self::Postgres(connection) => {
                sqlx::raw_sql(sql).execute(&mut *connection.lock().await).await.map(drop).unwrap();
            }
        }
    }

    /// The first column of what is answered.
    async fn texts(&self, sql: String) -> Vec<String> {
        let sql = AssertSqlSafe(sql);
        match self {
            Self::Sqlite(connection) => sqlx::query_scalar(sql).fetch_all(&mut *connection.lock().await).await.unwrap(),
            Self::Postgres(connection) => {
                sqlx::query_scalar(sql).fetch_all(&mut *connection.lock().await).await.unwrap()
            }
        }
    }

    async fn tables(&self) -> Vec<String> {
        let sql = match self {
            Self::Sqlite(_) => "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
            Self::Postgres(_) => "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'",
        };
        let mut tables = self.texts(sql.to_owned()).await;
        tables.retain(|table| table != "_sqlx_migrations");
        assert!(tables.len() > 9, "{tables:?}");
        tables
    }

    async fn columns(&self, table: &str) -> Vec<String> {
        let sql = match self {
            Self::Sqlite(_) => format!("SELECT name FROM pragma_table_info('{table}') ORDER BY cid"),
            Self::Postgres(_) => {
                format!("SELECT attname::text FROM pg_attribute WHERE attrelid = '{table}'::regclass AND attnum > 0")
            }
        };
        self.texts(sql).await
    }

    /// The columns of all tables in their order: name, kind, whether it may be null, its default.
    pub(crate) async fn columns_of_all(&self) -> BTreeMap<String, Vec<String>> {
        let mut all = BTreeMap::new();
        for table in self.tables().await {
            let sql = match self {
                Self::Sqlite(_) => format!(
                    "SELECT name || ' ' || type || ' ' || \"notnull\" || ' ' || coalesce(dflt_value, '') \
                     FROM pragma_table_info('{table}') ORDER BY cid"
                ),
                Self::Postgres(_) => format!(
                    "SELECT column_name || ' ' || data_type || ' ' || is_nullable \
                     || ' ' || coalesce(column_default, '') FROM information_schema.columns WHERE table_name = '{table}' \
                     ORDER BY ordinal_position"
                ),
            };
            all.insert(table, self.texts(sql).await);
        }
        all
    }

    /// All rows of all tables.
    pub(crate) async fn rows(&self) -> BTreeMap<String, Rows> {
        let mut all = BTreeMap::new();
        for table in self.tables().await {
            let sql = match self {
                Self::Sqlite(_) => {
                    let columns = self.columns(&table).await;
                    let pairs: Vec<String> =
                        columns.iter().map(|column| format!("'{column}', quote(\"{column}\")")).collect();
                    format!("SELECT json_object({}) FROM {table}", pairs.join(", "))
                }
                Self::Postgres(_) => format!("SELECT to_jsonb(t)::text FROM {table} t"),
            };
            let rows = self.texts(sql).await;
            all.insert(table, rows.iter().map(|row| read(row)).collect());
        }
        all
    }

    /// The indexes of all tables by name, those that stand in a table's own text left out.
    pub(crate) async fn indexes(&self) -> BTreeMap<String, String> {
        let sql = match self {
            Self::Sqlite(_) => "SELECT name || '|' || sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
            Self::Postgres(_) => {
                "SELECT indexname || '|' || indexdef FROM pg_indexes \
                 WHERE schemaname = 'public' AND tablename <> '_sqlx_migrations'"
            }
        };
        let indexes = self.texts(sql.to_owned()).await;
        let pair = |index: &String| {
            let (name, text) = index.split_once('|').unwrap();
            (name.to_owned(), text.to_owned())
        };
        indexes.iter().map(pair).collect()
    }
}

/// A value of SQLite comes spelled by `quote`, one of PostgreSQL as JSON.
fn read(row: &str) -> Row {
    let row: BTreeMap<String, serde_json::Value> = serde_json::from_str(row).unwrap();
    let spelled = |value: serde_json::Value| match value {
        serde_json::Value::String(text) if text.starts_with('\'') => text,
        value => value.to_string(),
    };
    row.into_iter().map(|(column, value)| (column, spelled(value))).collect()
}

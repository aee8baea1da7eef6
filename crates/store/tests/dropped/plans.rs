//! How the databases find the rows that a statement is about: by an index each, so that none costs more because there are
//! more accounts. The statements are those that the operations send, written down as they are sent.

use std::{
    collections::BTreeSet,
    fmt,
    sync::{LazyLock, Mutex, PoisonError},
};

use domain::{Reach, customer::SessionChannel, ids::RestaurantId};
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row, SqliteConnection};
use store::{Consent, ConsentGiven, NewCustomer, RateLogName, TokenPurpose};
use testkit::{
    db::{DatabaseKind, TestDb},
    order::noon,
    store_contract,
};
use tracing::{Event, Metadata, Subscriber, field::Visit, span};

use super::{
    scene::{LATER, Scene, came, customer},
    table::TABLE,
};

/// Tables that hold as many rows as there are restaurants, people of the staff, versions of texts or things in the hour; and
/// the index of orders that wait for their money.
const SMALL: [&str; 14] = [
    "checkouts_waiting",
    "restaurants",
    "restaurant_states",
    "staff",
    "staff_sessions",
    "live_tokens",
    "staff_recovery_codes",
    "terms_versions",
    "content_loads",
    "dispatch_keys",
    "batches",
    "cars",
    "write_probes",
    "test_payments",
];

/// Statements as they were sent, each with the database that it was written for.
static SENT: LazyLock<Mutex<BTreeSet<(String, String)>>> = LazyLock::new(Mutex::default);

/// Writes down what the store says that it sends.
struct WrittenDown;

#[derive(Default)]
struct Sent {
    dialect: String,
    sql: String,
}

impl Visit for Sent {
    fn record_str(&mut self, field: &tracing::field::Field, value: &str) {
        if field.name() == "sql" {
            value.clone_into(&mut self.sql);
        }
    }

    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn fmt::Debug) {
        if field.name() == "dialect" {
            self.dialect = format!("{value:?}");
        }
    }
}

impl Subscriber for WrittenDown {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "store::statements"
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut sent = Sent::default();
        event.record(&mut sent);
        SENT.lock().unwrap_or_else(PoisonError::into_inner).insert((sent.dialect, sent.sql));
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

/// Reads all that is read of accounts, their sessions and their orders.
async fn read_all(scene: &Scene) {
    let (store, id, all) = (&scene.store, scene.account.id, Reach::all());
    let (customers, checkouts) = (store.customers(), store.checkouts());
    let here = Reach::of([RestaurantId(12)]);
    customers.by_id(id, noon()).await.unwrap();
    customers.by_sign_in_email("eino@ovelle.example", noon()).await.unwrap();
    customers.by_sign_in_email("aino@ovelle.example", noon()).await.unwrap();
    customers.by_identity(&came([9; 32]).identity, noon()).await.unwrap();
    customers.provider_token([9; 32], noon()).await.unwrap();
    customers.token([9; 32], TokenPurpose::Reset, noon()).await.unwrap();
    customers.addresses(id).await.unwrap();
    customers.consents(id).await.unwrap();
    customers.export(id).await.unwrap();
    customers.export_order(scene.paid).await.unwrap();
    customers.unused(noon(), noon()).await.unwrap();
    customers.unwarned(noon()).await.unwrap();
    customers.unanswered(noon()).await.unwrap();
    for reach in [&all, &here] {
        customers.by_phone("358401234567", reach, 5).await.unwrap();
        checkouts.last_of_customer(id, reach, 3).await.unwrap();
        checkouts.last_of_guests("358401234567", reach, 3).await.unwrap();
    }
    checkouts.of_customer(id, Some(scene.paid), 20).await.unwrap();
    checkouts.of_customer_since(id, noon(), 10).await.unwrap();
    checkouts.is_of_customer(id, scene.paid).await.unwrap();
    checkouts.one_of_customer(id, scene.paid).await.unwrap();
    checkouts.open_of_customer(id, noon()).await.unwrap();
    checkouts.waiting_of_customer(id).await.unwrap();
    store.sessions().by_token(&[3; 32], SessionChannel::Cookie, noon()).await.unwrap();
    store.spent_tokens().is_spent([9; 32], noon()).await.unwrap();
    let log = RateLogName { name: [9; 32], window: LATER };
    store.rate_logs().read(&[log], noon()).await.unwrap();
}

/// Whether a statement concerns accounts. Codes do not.
fn is_of_accounts(sql: &str) -> bool {
    if sql.contains("checkout_codes") {
        return false;
    }
    ["customer", "sign_in_emails", "provider_tokens", "spent_tokens", "rate_logs", "checkouts", "outbox WHERE"]
        .iter()
        .any(|word| sql.contains(word))
}

/// A database that says how it would read.
enum Asked {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Asked {
    async fn connect(db: &TestDb) -> Self {
        match db.kind() {
            DatabaseKind::Sqlite => Self::Sqlite(SqliteConnection::connect(db.url()).await.unwrap()),
            DatabaseKind::Postgres => {
                let mut connection = PgConnection::connect(db.url()).await.unwrap();
                // In a transaction of its own every page is said to be full of a million rows; what is bound is not known.
                let small = SMALL.map(|table| format!("'{table}'")).join(", ");
                let setting = format!(
                    "BEGIN; SET LOCAL plan_cache_mode = force_generic_plan; \
                     UPDATE pg_class SET reltuples = 1000000, relpages = 1 WHERE relnamespace = current_schema()::regnamespace \
                     AND (relkind = 'r' AND relname NOT IN ({small}) \
                     OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid::regclass::text NOT IN ({small})))"
                );
                sqlx::raw_sql(AssertSqlSafe(setting)).execute(&mut connection).await.unwrap();
                Self::Postgres(connection)
            }
        }
    }

    /// The tables of which a statement would read every row, or every entry of an index.
    async fn whole_tables(&mut self, sql: &str) -> Vec<String> {
        match self {
            Self::Sqlite(connection) => {
                let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
                let steps = sqlx::raw_sql(explain).fetch_all(connection).await;
                let steps = steps.unwrap_or_else(|error| panic!("{sql}: {error}"));
                steps.iter().filter_map(|step| scanned(&step.get::<String, _>("detail"), sql)).collect()
            }
            Self::Postgres(connection) => {
                let values = (1..).take_while(|number| sql.contains(&format!("${number}"))).map(|_| "NULL");
                let values = values.collect::<Vec<_>>().join(", ");
                let values = if values.is_empty() { values } else { format!("({values})") };
                let prepare = AssertSqlSafe(format!("PREPARE asked AS {sql}"));
                let prepared = sqlx::raw_sql(prepare).execute(&mut *connection).await;
                prepared.unwrap_or_else(|error| panic!("{sql}: {error}"));
                let explain = AssertSqlSafe(format!("EXPLAIN (FORMAT JSON) EXECUTE asked{values}"));
                let plan = sqlx::raw_sql(explain).fetch_one(&mut *connection).await.unwrap();
                let plan: Value = serde_json::from_str(&plan.get_unchecked::<String, _>(0)).unwrap();
                sqlx::raw_sql("DEALLOCATE asked").execute(connection).await.unwrap();
                let mut whole = Vec::new();
                read_whole(&plan[0]["Plan"], &mut whole);
                whole
            }
        }
    }
}

/// The table that a step of SQLite goes through, by the name that stands behind its alias.
fn scanned(step: &str, sql: &str) -> Option<String> {
    let name = step.strip_prefix("SCAN ")?.split(' ').next()?;
    let is_made = sql.contains(&format!(") {name} "));
    if is_made || ["json_each", "CONSTANT"].contains(&name) || step.contains("VIRTUAL TABLE") {
        return None;
    }
    let words: Vec<&str> = sql.split([' ', ',', '(', ')']).filter(|word| !word.is_empty()).collect();
    let table = words.windows(2).find(|pair| pair[1] == name && !["FROM", "JOIN", "UPDATE", "INTO"].contains(&pair[0]));
    Some(table.map_or(name, |pair| pair[0]).to_owned())
}

/// The tables that a plan of PostgreSQL reads whole: row by row, or by an index without a condition on it.
fn read_whole(plan: &Value, into: &mut Vec<String>) {
    let text = |key: &str| plan[key].as_str().unwrap_or_default();
    let is_whole = match text("Node Type") {
        "Seq Scan" => true,
        "Index Scan" | "Index Only Scan" | "Bitmap Index Scan" => plan["Index Cond"].is_null(),
        _ => false,
    };
    if is_whole {
        let name = if text("Relation Name").is_empty() { text("Index Name") } else { text("Relation Name") };
        into.push(name.to_owned());
    }
    plan["Plans"].as_array().into_iter().flatten().for_each(|below| read_whole(below, into));
}

store_contract!(what_is_asked_of_accounts_is_found_by_an_index, |db| async move {
    // Whichever test of this process comes first: all that is sent is written down.
    let _set_already = tracing::subscriber::set_global_default(WrittenDown);
    let scene = Box::pin(Scene::set(&db)).await;
    // PostgreSQL takes a table without a page for one without rows.
    testkit::loyalty::give(db.url(), "7q2m9x4t8w300", None, "freePizza").await;
    let word = ConsentGiven::new(Consent::Terms, None, true, noon(), "register");
    let agreed = NewCustomer { consents: vec![word.clone(), word], ..customer("sanni@ovelle.example", [55; 32]) };
    scene.store.customers().register(agreed).await.unwrap();
    Box::pin(read_all(&scene)).await;
    for (name, call) in TABLE {
        assert_eq!(call(&scene, 1).await, Ok(()), "{name}");
    }
    let dialect = match db.kind() {
        DatabaseKind::Sqlite => "Sqlite",
        DatabaseKind::Postgres => "Postgres",
    };
    let sent = SENT.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let sent: Vec<String> = sent.into_iter().filter(|(of, _)| of == dialect).map(|(_, sql)| sql).collect();
    let sent: Vec<&String> = sent.iter().filter(|sql| is_of_accounts(sql)).collect();
    assert!(sent.len() > 100, "only {} statements are of accounts", sent.len());
    let (mut asked, mut faults) = (Asked::connect(&db).await, Vec::new());
    for sql in sent {
        let whole = asked.whole_tables(sql).await;
        let large: Vec<_> = whole.into_iter().filter(|table| !SMALL.contains(&table.as_str())).collect();
        if !large.is_empty() {
            faults.push(format!("{large:?}: {sql}"));
        }
    }
    assert!(faults.is_empty(), "read whole:\n{}", faults.join("\n"));
});

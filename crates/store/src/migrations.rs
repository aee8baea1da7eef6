//! The tables, brought up to date when a store is opened.

mod sessions;

use std::{borrow::Cow, hash::Hasher};

use sqlx::{
    Connection, PgConnection, SqlSafeStr, SqliteConnection,
    migrate::{Migration, MigrationType, Migrator},
};

use crate::error::StoreError;

/// A step: its number, what it brings, and its text for each database.
struct MigrationStep {
    version: i64,
    description: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

macro_rules! step {
    ($version:literal, $name:literal) => {
        MigrationStep {
            version: $version,
            description: $name,
            sqlite: include_str!(concat!("../../../migrations/sqlite/", $name, ".sql")),
            postgres: include_str!(concat!("../../../migrations/postgres/", $name, ".sql")),
        }
    };
}

const STEPS: &[MigrationStep] = &[
    step!(1, "0001_orders"),
    step!(2, "0002_batches"),
    step!(3, "0003_staff"),
    step!(4, "0004_board"),
    step!(5, "0005_actors"),
    step!(6, "0006_roles"),
    step!(7, "0007_preparations"),
    step!(8, "0008_restaurant_states"),
    step!(9, "0009_checkouts"),
    step!(10, "0010_idempotency"),
    step!(11, "0011_outbox"),
    step!(12, "0012_test_payments"),
    step!(13, "0013_ledger"),
    step!(14, "0014_refunds"),
    step!(15, "0015_benefits"),
    step!(16, "0016_avoid_allergens"),
    step!(17, "0017_write_probes"),
    step!(18, "0018_former_stops"),
    step!(19, "0019_during_pause"),
    step!(20, "0020_rate_logs"),
    step!(21, "0021_unpaid_orders"),
    step!(22, "0022_hashed_sessions"),
    step!(23, "0023_without_packaging"),
    step!(24, "0024_customers"),
    step!(25, "0025_provider_tokens"),
    step!(26, "0026_erasure"),
    step!(27, "0027_call_centre"),
    step!(28, "0028_indexed_sweeps"),
    step!(29, "0029_loyalty"),
];

/// A name for the present set of steps, the same on each machine: tests keep a migrated PostgreSQL
/// template under it.
#[must_use]
pub fn fingerprint() -> String {
    // FNV-1a: a name, not a secret.
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    STEPS.iter().for_each(|step| hash.write(step.postgres.as_bytes()));
    format!("{:016x}", hash.finish())
}

struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Migrates an embedded database, whose connection does not enforce foreign keys: a step may write anew a table that
/// others refer to. They are checked before the commit, where anything was changed at all.
///
/// The write lock is taken first, so that of two processes that open a new file the second waits and finds it done; and
/// all steps are one transaction, so that a process that ends in their midst has done none of them.
pub(crate) async fn migrate_sqlite(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut all = connection.begin_with("BEGIN IMMEDIATE").await?;
    let hashed = sessions::is_done(&mut all).await?;
    migrator(|step| step.sqlite).run_direct(None, &mut *all, false).await?;
    if !hashed {
        sessions::hash(&mut all).await?;
    }
    let changes: i64 = sqlx::query_scalar("SELECT total_changes()").fetch_one(&mut *all).await?;
    if changes > 0 && sqlx::query("PRAGMA foreign_key_check").fetch_optional(&mut *all).await?.is_some() {
        return Err(StoreError::refused("a migration would leave rows that refer to rows that are not there"));
    }
    Ok(all.commit().await?)
}

/// Migrates a PostgreSQL database, under the migrator's advisory lock.
pub(crate) async fn migrate_postgres(connection: &mut PgConnection) -> Result<(), StoreError> {
    Ok(migrator(|step| step.postgres).run_direct(None, connection, false).await?)
}

fn migrator(text: impl Fn(&MigrationStep) -> &'static str) -> Migrator {
    let migration = |step: &MigrationStep| {
        let sql = text(step).into_sql_str();
        Migration::new(step.version, Cow::Borrowed(step.description), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(STEPS.iter().map(migration).collect())
}

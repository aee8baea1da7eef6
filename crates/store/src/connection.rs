//! One body of SQL for both databases.
//!
//! A statement's text serves both; only the type of the connection differs. So each of these macros
//! writes its body twice, once per database. Keep bodies to SQL and binding.

/// Reads: the body has `$connection`, and gives a `Result<_, StoreError>`.
macro_rules! reading {
    ($store:expr, $connection:ident => $body:block) => {
        match $store.backend() {
            $crate::backend::Backend::Sqlite(database) => {
                $crate::deadline::in_time(database.limit, async {
                    let mut held = database.readers.acquire().await.map_err($crate::error::StoreError::from)?;
                    let $connection = &mut *held;
                    $body
                })
                .await
            }
            $crate::backend::Backend::Postgres(database) => {
                $crate::connection::reading_postgres!(database, $connection => $body)
            }
        }
    };
}

/// Reads from PostgreSQL; again where the connection turned out to be dead.
macro_rules! reading_postgres {
    ($database:ident, $connection:ident => $body:block) => {
        $crate::deadline::in_time($database.limit, async {
            let mut lost = 0;
            loop {
                let mut held = $database.pool.lend().await?;
                let $connection = &mut *held;
                let outcome = async { $body }.await;
                if !held.loses(&outcome, &mut lost) {
                    break outcome;
                }
            }
        })
        .await
    };
}

/// Writes in a transaction: the body has `$connection`, and gives a `Result<_, E>` where
/// `E: From<StoreError>`; what it wrote stands only if that is `Ok`. A task of the store's own does it
/// to its end, whether or not the caller waits, so the body owns what it uses.
macro_rules! writing {
    ($store:expr, $connection:ident => $body:block) => {
        match $store.backend() {
            $crate::backend::Backend::Sqlite(database) => {
                let work = database.writer.run(move |$connection| Box::pin(async move { $body }));
                $crate::deadline::in_time(database.limit, work).await
            }
            $crate::backend::Backend::Postgres(database) => {
                database.write(move |$connection| Box::pin(async move { $body })).await
            }
        }
    };
}

pub(crate) use {reading, reading_postgres, writing};

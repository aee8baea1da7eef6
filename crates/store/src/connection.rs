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
                $crate::deadline::in_time(database.limit, async {
                    let mut held = database.pool.acquire().await.map_err($crate::error::StoreError::from)?;
                    let $connection = &mut *held;
                    $body
                })
                .await
            }
        }
    };
}

/// Writes in a transaction: the body has `$connection`, and gives a `Result<_, E>` where
/// `E: From<StoreError>`; what it wrote stands only if that is `Ok`. On SQLite the body is moved to
/// the writer, so it owns what it uses.
macro_rules! writing {
    ($store:expr, $connection:ident => $body:block) => {
        match $store.backend() {
            $crate::backend::Backend::Sqlite(database) => {
                let work = database.writer.run(move |$connection| Box::pin(async move { $body }));
                $crate::deadline::in_time(database.limit, work).await
            }
            $crate::backend::Backend::Postgres(database) => {
                $crate::deadline::in_time(database.limit, async move {
                    let mut transaction = database.pool.begin().await.map_err($crate::error::StoreError::from)?;
                    let $connection = &mut *transaction;
                    let outcome = async move { $body }.await;
                    if outcome.is_ok() {
                        transaction.commit().await.map_err($crate::error::StoreError::from)?;
                    }
                    outcome
                })
                .await
            }
        }
    };
}

pub(crate) use {reading, writing};

//! PostgreSQL: a pool whose waiting is bounded on both sides.

mod append;
mod appender;
mod batches;
mod ledger;
mod pool;
mod transaction;

use std::{str::FromStr, time::Duration};

use sqlx::{ConnectOptions, Connection, postgres::PgConnectOptions};

use appender::Appender;
use pool::Pool;

use crate::{config::StoreConfig, deadline::in_time, error::StoreError, migrations::migrate_postgres};

/// How long opening waits for the server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long closing waits for calls that are under way.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);
/// How many times as long as a caller waits a transaction may take, before it goes with its connection.
const WORK: u32 = 4;

pub(crate) struct Postgres {
    pub(crate) pool: Pool,
    /// How long a caller waits.
    pub(crate) limit: Duration,
    /// How long what a caller has asked for may take, whether or not the caller still waits.
    work_limit: Duration,
    pub(crate) appender: Appender,
}

impl Postgres {
    /// Connects; also gives the installation's name.
    pub(crate) async fn open(config: &StoreConfig) -> Result<(Self, String), StoreError> {
        let options = PgConnectOptions::from_str(&config.url)?.application_name("ovelle").disable_statement_logging();
        let installation = prepare(&options).await?;
        let pool = Pool::new(config, options.options(limits(config)));
        let limit = config.call_timeout();
        let work_limit = limit * WORK;
        let appender = Appender::start(pool.clone(), work_limit);
        Ok((Self { pool, limit, work_limit, appender }, installation))
    }

    pub(crate) async fn close(&self) {
        // A server that does not answer any more may not hold back our own end.
        drop(tokio::time::timeout(CLOSE_TIMEOUT, self.pool.close()).await);
    }
}

/// The server's own bounds: on a statement, and on a node that stops in the middle of a transaction.
fn limits(config: &StoreConfig) -> [(&'static str, String); 2] {
    let milliseconds = config.statement_timeout.as_millis();
    [
        ("statement_timeout", milliseconds.to_string()),
        ("idle_in_transaction_session_timeout", (2 * milliseconds).to_string()),
    ]
}

/// Makes or updates the tables on a connection of its own, without a time-out
/// once it is connected.
async fn prepare(options: &PgConnectOptions) -> Result<String, StoreError> {
    let connecting = async { Ok::<_, StoreError>(options.connect().await?) };
    let mut connection = in_time(CONNECT_TIMEOUT, connecting).await?;
    migrate_postgres(&mut connection).await?;
    let installation = sqlx::query_scalar("SELECT id FROM installation").fetch_one(&mut connection).await?;
    connection.close().await?;
    Ok(installation)
}

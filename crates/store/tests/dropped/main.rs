//! Callers that go away, connections that die, sessions that take no writes: what was begun is done whole or not at all,
//! and what was answered stands.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod connections;
mod plans;
mod scene;
mod table;

use std::{
    future::poll_fn,
    pin::pin,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use sqlx::{Connection, PgConnection};

/// Polls a call so often, each time when it was woken, then drops it. Its outcome, where it came to one before.
pub(crate) async fn drop_after<T>(call: impl Future<Output = T>, polls: usize) -> Option<T> {
    let (mut call, mut left) = (pin!(call), polls);
    poll_fn(|context: &mut Context<'_>| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        match call.as_mut().poll(context) {
            Poll::Ready(outcome) => Poll::Ready(Some(outcome)),
            Poll::Pending if left == 0 => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

/// A look at a database of PostgreSQL from outside, as an operator has it.
pub(crate) struct Look(PgConnection);

impl Look {
    pub(crate) async fn at(url: &str) -> Self {
        Self(PgConnection::connect(url).await.unwrap())
    }

    /// How many connections of others are in a transaction just now.
    pub(crate) async fn in_transaction(&mut self) -> i64 {
        const SQL: &str = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
            AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND xact_start IS NOT NULL";
        sqlx::query_scalar(SQL).fetch_one(&mut self.0).await.unwrap()
    }

    /// Waits until no connection of others is in a transaction, for two seconds.
    pub(crate) async fn settled(&mut self) {
        let begun = Instant::now();
        while self.in_transaction().await > 0 {
            assert!(begun.elapsed() < Duration::from_secs(2), "a connection is in a transaction that nobody ends");
            tokio::task::yield_now().await;
        }
    }

    /// The `seq` at which each of these orders stands, and the last of its events.
    pub(crate) async fn seqs(&mut self, orders: &[i64]) -> Vec<(i64, i64)> {
        const SQL: &str = "SELECT o.seq, (SELECT max(e.seq) FROM order_events e WHERE e.order_id = o.id) \
            FROM orders o WHERE o.id = ANY($1) ORDER BY o.id";
        sqlx::query_as(SQL).bind(orders).fetch_all(&mut self.0).await.unwrap()
    }

    /// The processes that serve others.
    pub(crate) async fn backends(&mut self) -> Vec<i32> {
        const SQL: &str = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() \
            AND pid <> pg_backend_pid() AND application_name = 'ovelle' ORDER BY pid";
        sqlx::query_scalar(SQL).fetch_all(&mut self.0).await.unwrap()
    }
}

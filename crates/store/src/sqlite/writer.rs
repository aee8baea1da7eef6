//! The one writer: group commit.
//!
//! A thread owns the only connection that writes. It takes what waits, writes all of it in one
//! transaction, commits once, and only then answers, in the order in which the calls came. While the
//! disk is busy with one commit the next group gathers, so that the number of syncs falls as the load
//! grows. A piece of work runs on that thread from its first statement to its last.
//!
//! What fails alone, fails alone: each piece of work has its savepoint, or, where nothing else waits, the
//! transaction. What fails together (the lock,
//! the disk, the commit, a panic) is answered as unavailable to all, and nothing of it stands. A caller
//! that has gone away changes nothing: its work is done, or not, as a whole.

use std::{mem::take, panic::AssertUnwindSafe, thread, time::Duration};

use futures_util::FutureExt;
use tokio::{
    runtime::Handle,
    sync::{mpsc, oneshot},
};
use tracing::warn;

use super::append;
use crate::{
    append::{Append, Outcomes, PendingAppends, gone},
    conn::{Conn, ConnFuture as WorkFuture},
    deadline::in_time,
    error::StoreError,
    work::count_transaction,
    writer_connection::{WriterConnection, WriterOptions},
};

/// Calls that may wait; more wait in their callers, who give up in time.
const QUEUE: usize = 1024;
/// Calls that one transaction takes, and reports after which it takes no further one.
const GROUP: usize = 512;
/// What one of several does, by itself.
const SAVEPOINT: &str = "SAVEPOINT one";
const RELEASE: &str = "RELEASE one";
const UNDO: &str = "ROLLBACK TO one; RELEASE one";
/// How long closing waits for what is still queued.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// The way to the writing thread. The thread ends when this has gone or was closed.
pub(crate) struct WriterHandle {
    queue: mpsc::Sender<WriterJob>,
}

enum WriterJob {
    Append(PendingAppends),
    Work(Box<dyn WriterWork>),
    Close(oneshot::Sender<()>),
}

/// Any other write: done within the group's transaction, answered after its commit.
trait WriterWork: Send {
    /// Does it; false where what it wrote must not stand.
    fn run<'a>(&'a mut self, conn: &'a mut Conn<'_>) -> WorkFuture<'a, bool>;
    /// Answers the caller.
    fn answer(self: Box<Self>, committed: Result<(), StoreError>);
}

struct WriteTask<F, T, E> {
    work: Option<F>,
    outcome: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<F, T, E> WriterWork for WriteTask<F, T, E>
where
    F: for<'a, 'c> FnOnce(&'a mut Conn<'c>) -> WorkFuture<'a, Result<T, E>> + Send,
    T: Send,
    E: From<StoreError> + Send,
{
    fn run<'a>(&'a mut self, conn: &'a mut Conn<'_>) -> WorkFuture<'a, bool> {
        Box::pin(async move {
            let Some(work) = self.work.take() else { return false };
            let outcome = self.outcome.insert(work(conn).await);
            outcome.is_ok()
        })
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreError>) {
        let outcome = match (committed, self.outcome) {
            (Ok(()), Some(outcome)) => outcome,
            (Ok(()), None) => Err(gone().into()),
            (Err(error), _) => Err(error.into()),
        };
        // A caller that has gone away needs no answer.
        drop(self.reply.send(outcome));
    }
}

impl WriterHandle {
    /// Opens the writing connection on a thread of its own.
    pub(crate) async fn start(options: WriterOptions) -> Result<Self, StoreError> {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let (opened, is_open) = oneshot::channel();
        let runtime = Handle::current();
        let run = move || match options.open() {
            Ok(connection) => {
                // Whoever asked may have gone; the queue is closed then.
                drop(opened.send(Ok(())));
                runtime.block_on(Loop { options, connection: Some(connection) }.run(jobs));
            }
            Err(error) => drop(opened.send(Err(error))),
        };
        thread::Builder::new().name("sqlite-writer".to_owned()).spawn(run).map_err(StoreError::other)?;
        is_open.await.unwrap_or_else(|_| Err(gone()))?;
        Ok(Self { queue })
    }

    /// Appends statuses, all in one transaction.
    pub(crate) async fn append(&self, appends: Vec<Append>) -> Result<Outcomes, StoreError> {
        let (pending, answer) = PendingAppends::new(appends);
        self.send(WriterJob::Append(pending)).await?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }

    /// Does any other write.
    pub(crate) async fn run<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: for<'a, 'c> FnOnce(&'a mut Conn<'c>) -> WorkFuture<'a, Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        self.send(WriterJob::Work(Box::new(WriteTask { work: Some(work), outcome: None, reply }))).await?;
        answer.await.unwrap_or_else(|_| Err(gone().into()))
    }

    /// Commits what waits, then closes the connection.
    pub(crate) async fn close(&self) {
        let (done, closed) = oneshot::channel();
        let closing = async {
            self.send(WriterJob::Close(done)).await?;
            // It is dropped, never sent, when the connection is closed.
            drop(closed.await);
            Ok(())
        };
        if let Err(error) = in_time::<(), StoreError, _>(CLOSE_TIMEOUT, closing).await {
            warn!(error = &error as &dyn std::error::Error, "the database's writer was gone before it was closed");
        }
    }

    async fn send(&self, job: WriterJob) -> Result<(), StoreError> {
        self.queue.send(job).await.map_err(|_| gone())
    }
}

/// The thread's own: a connection, or none after a failure that it may not have survived.
struct Loop {
    options: WriterOptions,
    connection: Option<WriterConnection>,
}

impl Loop {
    async fn run(mut self, mut jobs: mpsc::Receiver<WriterJob>) {
        let mut waiting = Vec::with_capacity(GROUP);
        let mut closing = Vec::new();
        while jobs.recv_many(&mut waiting, GROUP).await > 0 {
            let (mut works, mut appends) = (Vec::new(), Vec::new());
            for job in waiting.drain(..) {
                match job {
                    WriterJob::Append(pending) => appends.push(pending),
                    WriterJob::Work(work) => works.push(work),
                    WriterJob::Close(done) => {
                        jobs.close();
                        closing.push(done);
                    }
                }
            }
            loop {
                let rest = appends.split_off(PendingAppends::fitting(&appends, GROUP));
                self.commit(WriteGroup { works: take(&mut works), appends, appended: Vec::new() }).await;
                appends = rest;
                if appends.is_empty() {
                    break;
                }
            }
        }
        self.disconnect();
        // Dropping the senders is the answer.
        drop(closing);
    }

    async fn commit(&mut self, mut group: WriteGroup) {
        if group.is_empty() {
            return;
        }
        let committed = self.try_commit(&mut group).await;
        if let Err(error) = &committed {
            warn!(error = error as &dyn std::error::Error, jobs = group.len(), "a group of writes was not committed");
        }
        group.answer(&committed);
    }

    async fn try_commit(&mut self, group: &mut WriteGroup) -> Result<(), StoreError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.open()?,
        };
        let written = AssertUnwindSafe(group.write(&mut connection)).catch_unwind().await;
        let outcome = written.unwrap_or_else(|_| Err(GroupFailure::After(StoreError::unavailable("a write panicked"))));
        match &outcome {
            Err(GroupFailure::After(_)) => close(connection),
            Ok(()) | Err(GroupFailure::Begin(_)) => self.connection = Some(connection),
        }
        outcome.map_err(GroupFailure::into_error)
    }

    fn disconnect(&mut self) {
        if let Some(connection) = self.connection.take() {
            close(connection);
        }
    }
}

/// Closes a connection; where its transaction was still open, this rolls it back.
fn close(connection: WriterConnection) {
    if let Err(error) = connection.close() {
        warn!(error = &error as &dyn std::error::Error, "the writing connection was not closed cleanly");
    }
}

/// Where a group failed: before its transaction began (the connection is as it was), or after (only
/// a new connection is known to be sound).
enum GroupFailure {
    Begin(StoreError),
    After(StoreError),
}

impl GroupFailure {
    fn into_error(self) -> StoreError {
        match self {
            Self::Begin(error) => error,
            // Nothing of it stands, and the next group begins anew: to the caller it is a passing fault.
            Self::After(StoreError::Other(cause)) => StoreError::Unavailable(cause),
            Self::After(error) => error,
        }
    }
}

impl<E: Into<StoreError>> From<E> for GroupFailure {
    fn from(error: E) -> Self {
        Self::After(error.into())
    }
}

/// What one transaction takes.
struct WriteGroup {
    works: Vec<Box<dyn WriterWork>>,
    appends: Vec<PendingAppends>,
    appended: Outcomes,
}

impl WriteGroup {
    /// Calls.
    fn len(&self) -> usize {
        self.works.len() + self.appends.len()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes and commits. No two of a group's callers have heard of each other's writes, so that any
    /// order is right; status reports keep theirs.
    async fn write(&mut self, connection: &mut WriterConnection) -> Result<(), GroupFailure> {
        count_transaction();
        connection.batch("BEGIN IMMEDIATE").map_err(GroupFailure::Begin)?;
        if self.works.len() + self.appends.iter().map(|pending| pending.appends.len()).sum::<usize>() == 1 {
            return Ok(self.write_alone(connection).await?);
        }
        for work in &mut self.works {
            connection.batch(SAVEPOINT)?;
            let stands = work.run(&mut Conn::SqliteWriter(connection)).await;
            connection.batch(if stands { RELEASE } else { UNDO })?;
        }
        if !self.appends.is_empty() {
            self.appended = append_all(connection, &self.appends).await?;
        }
        Ok(connection.batch("COMMIT")?)
    }

    /// Writes the only work or the only report, and commits or undoes it.
    async fn write_alone(&mut self, connection: &mut WriterConnection) -> Result<(), StoreError> {
        let mut stands = true;
        for work in &mut self.works {
            stands = work.run(&mut Conn::SqliteWriter(connection)).await;
        }
        for append in self.appends.iter().flat_map(|pending| &pending.appends) {
            self.appended = match append::append(&mut Conn::SqliteWriter(connection), &[append]).await {
                Ok(outcomes) => outcomes,
                Err(error) if error.is_unavailable() => return Err(error),
                Err(error) => {
                    stands = false;
                    vec![Err(error.into())]
                }
            };
        }
        connection.batch(if stands { "COMMIT" } else { "ROLLBACK" })
    }

    fn answer(self, committed: &Result<(), StoreError>) {
        for work in self.works {
            work.answer(committed.clone());
        }
        PendingAppends::answer(self.appends, committed.clone().map(|()| self.appended));
    }
}

/// Appends all at once; where that fails on one order's rows, each alone, so that it fails alone.
async fn append_all(connection: &mut WriterConnection, pending: &[PendingAppends]) -> Result<Outcomes, StoreError> {
    let appends: Vec<&Append> = pending.iter().flat_map(|pending| &pending.appends).collect();
    match append_in_savepoint(connection, &appends).await? {
        Ok(outcomes) => Ok(outcomes),
        Err(error) if appends.len() == 1 => Ok(vec![Err(error.into())]),
        Err(_) => {
            let mut outcomes = Vec::with_capacity(appends.len());
            for append in appends {
                let outcome = append_in_savepoint(connection, &[append]).await?;
                outcomes.push(match outcome {
                    Ok(mut outcomes) => outcomes.pop().unwrap_or_else(|| Err(gone().into())),
                    Err(error) => Err(error.into()),
                });
            }
            Ok(outcomes)
        }
    }
}

/// The outer error ends the group; the inner one was undone.
async fn append_in_savepoint(
    connection: &mut WriterConnection,
    appends: &[&Append],
) -> Result<Result<Outcomes, StoreError>, StoreError> {
    connection.batch(SAVEPOINT)?;
    match append::append(&mut Conn::SqliteWriter(connection), appends).await {
        Ok(outcomes) => {
            connection.batch(RELEASE)?;
            Ok(Ok(outcomes))
        }
        Err(error) if error.is_unavailable() => Err(error),
        Err(error) => {
            connection.batch(UNDO)?;
            Ok(Err(error))
        }
    }
}

#[cfg(test)]
mod tests;

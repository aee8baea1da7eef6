//! What holds for a group, with work that can be made to fail on purpose.

use std::{fs::File, sync::Arc};

use sqlx::{SqlitePool, sqlite::SqliteConnectOptions};
use tempfile::TempDir;
use tokio::{sync::Notify, task::JoinHandle};

use super::*;
use crate::config::Synchronous;

/// A writer on a table `notes(text)`, and a pool that sees what was committed.
struct Desk {
    writer: Arc<WriterHandle>,
    reader: SqlitePool,
    #[expect(dead_code, reason = "held for its end: it takes the file along")]
    folder: TempDir,
}

impl Desk {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("test.db");
        File::create(&file).unwrap();
        let reader = SqlitePool::connect_lazy_with(SqliteConnectOptions::new().filename(&file));
        let options = WriterOptions { file, synchronous: Synchronous::Full, busy_timeout: Duration::from_secs(1) };
        let writer = Arc::new(WriterHandle::start(options).await.unwrap());
        let desk = Self { writer, reader, folder };
        desk.write("CREATE TABLE notes (text TEXT NOT NULL)").await.unwrap();
        desk.write("CREATE TABLE links (id INTEGER PRIMARY KEY, to_id INTEGER REFERENCES links (id))").await.unwrap();
        desk
    }

    /// Has the writer execute a statement.
    fn start(&self, sql: &str) -> JoinHandle<Result<(), StoreError>> {
        let (writer, sql) = (Arc::clone(&self.writer), sql.to_owned());
        tokio::spawn(async move { writer.run(|conn| Box::pin(execute(conn, sql))).await })
    }

    async fn write(&self, sql: &str) -> Result<(), StoreError> {
        self.start(sql).await.unwrap()
    }

    /// Holds the writer until it is notified, so that what is asked meanwhile makes one group.
    async fn hold(&self) -> Arc<Notify> {
        let (held, release) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let (writer, begun, end) = (Arc::clone(&self.writer), Arc::clone(&held), Arc::clone(&release));
        tokio::spawn(async move {
            let hold = async move {
                begun.notify_one();
                end.notified().await;
                Ok::<(), StoreError>(())
            };
            writer.run(|_| Box::pin(hold)).await
        });
        held.notified().await;
        release
    }

    /// Waits until so many calls are queued behind the one that is held.
    async fn queued(&self, calls: usize) {
        while self.writer.queue.max_capacity() - self.writer.queue.capacity() < calls {
            tokio::task::yield_now().await;
        }
    }

    async fn notes(&self) -> Vec<String> {
        sqlx::query_scalar("SELECT text FROM notes ORDER BY rowid").fetch_all(&self.reader).await.unwrap()
    }
}

async fn execute(conn: &mut Conn<'_>, sql: String) -> Result<(), StoreError> {
    for statement in sql.split_inclusive(';') {
        conn.query_once(statement.to_owned()).execute().await?;
    }
    Ok(())
}

#[tokio::test]
async fn what_fails_alone_fails_alone() {
    let desk = Desk::new().await;
    let release = desk.hold().await;
    let first = desk.start("INSERT INTO notes VALUES ('first')");
    desk.queued(1).await;
    let broken = desk.start("INSERT INTO notes VALUES ('half'); INSERT INTO notes VALUES (NULL)");
    desk.queued(2).await;
    let last = desk.start("INSERT INTO notes VALUES ('last')");
    desk.queued(3).await;
    release.notify_one();
    assert!(first.await.unwrap().is_ok() && last.await.unwrap().is_ok());
    let error = broken.await.unwrap().unwrap_err();
    assert!(!error.is_unavailable(), "{error:?}");
    assert_eq!(desk.notes().await, ["first", "last"]);
}

#[tokio::test]
async fn what_is_written_by_itself_stands_or_leaves_nothing() {
    let desk = Desk::new().await;
    desk.write("INSERT INTO notes VALUES ('first')").await.unwrap();
    let broken = desk.write("INSERT INTO notes VALUES ('half'); INSERT INTO notes VALUES (NULL)").await;
    let error = broken.unwrap_err();
    assert!(!error.is_unavailable(), "{error:?}");
    assert_eq!(desk.notes().await, ["first"]);
    let error = desk.write("PRAGMA defer_foreign_keys = ON; INSERT INTO links VALUES (1, 77)").await.unwrap_err();
    assert!(error.is_unavailable(), "a commit that fails: {error:?}");
    desk.write("INSERT INTO notes VALUES ('last')").await.unwrap();
    assert_eq!(desk.notes().await, ["first", "last"]);
}

#[tokio::test]
async fn a_commit_that_fails_is_unavailable_to_all_and_nothing_stands() {
    let desk = Desk::new().await;
    let release = desk.hold().await;
    let innocent = desk.start("INSERT INTO notes VALUES ('innocent')");
    desk.queued(1).await;
    // Checked at the commit, where it fails.
    let guilty = desk.start("PRAGMA defer_foreign_keys = ON; INSERT INTO links VALUES (1, 77)");
    desk.queued(2).await;
    release.notify_one();
    for call in [innocent, guilty] {
        let error = call.await.unwrap().unwrap_err();
        assert!(error.is_unavailable(), "{error:?}");
    }
    assert_eq!(desk.notes().await, [""; 0]);
    desk.write("INSERT INTO notes VALUES ('next')").await.unwrap();
    assert_eq!(desk.notes().await, ["next"]);
}

async fn panic_half_way(conn: &mut Conn<'_>) -> Result<(), StoreError> {
    execute(conn, "INSERT INTO notes VALUES ('half')".to_owned()).await?;
    panic!("a fault of ours");
}

#[tokio::test]
async fn a_panic_fails_its_group_and_no_later_one() {
    let desk = Desk::new().await;
    let release = desk.hold().await;
    let innocent = desk.start("INSERT INTO notes VALUES ('innocent')");
    desk.queued(1).await;
    let writer = Arc::clone(&desk.writer);
    let panics = tokio::spawn(async move { writer.run(|conn| Box::pin(panic_half_way(conn))).await });
    desk.queued(2).await;
    release.notify_one();
    let answers: [Result<(), StoreError>; 2] = [innocent.await.unwrap(), panics.await.unwrap()];
    assert!(answers.into_iter().all(|answer| answer.unwrap_err().is_unavailable()));
    desk.write("INSERT INTO notes VALUES ('next')").await.unwrap();
    assert_eq!(desk.notes().await, ["next"]);
}

#[tokio::test]
async fn a_full_disk_is_unavailable_and_recovers() {
    let desk = Desk::new().await;
    desk.write("PRAGMA max_page_count = 8").await.unwrap();
    let release = desk.hold().await;
    let small = desk.start("INSERT INTO notes VALUES ('small')");
    desk.queued(1).await;
    let large = desk.start("INSERT INTO notes VALUES (hex(zeroblob(100000)))");
    desk.queued(2).await;
    release.notify_one();
    let error = large.await.unwrap().unwrap_err();
    assert!(error.is_unavailable(), "{error:?}");
    // The small one is lost with it or not, as SQLite finds; but it was told so.
    let expected = if small.await.unwrap().is_ok() { vec!["small"] } else { Vec::new() };
    assert_eq!(desk.notes().await, expected);
    desk.write("PRAGMA max_page_count = 1000").await.unwrap();
    desk.write("DELETE FROM notes; INSERT INTO notes VALUES ('next')").await.unwrap();
    assert_eq!(desk.notes().await, ["next"]);
}

#[tokio::test]
async fn a_caller_that_goes_away_changes_nothing() {
    let desk = Desk::new().await;
    let release = desk.hold().await;
    let caller = desk.start("INSERT INTO notes VALUES ('asked')");
    desk.queued(1).await;
    caller.abort();
    assert!(caller.await.unwrap_err().is_cancelled());
    release.notify_one();
    desk.write("INSERT INTO notes VALUES ('after')").await.unwrap();
    assert_eq!(desk.notes().await, ["asked", "after"]);
}

#[tokio::test]
async fn closing_commits_what_waits() {
    let desk = Desk::new().await;
    let release = desk.hold().await;
    let waiting = desk.start("INSERT INTO notes VALUES ('waiting')");
    desk.queued(1).await;
    let writer = Arc::clone(&desk.writer);
    let closing = tokio::spawn(async move { writer.close().await });
    desk.queued(2).await;
    release.notify_one();
    waiting.await.unwrap().unwrap();
    closing.await.unwrap();
    assert!(desk.write("INSERT INTO notes VALUES ('late')").await.unwrap_err().is_unavailable());
    assert_eq!(desk.notes().await, ["waiting"]);
}

//! A PostgreSQL of a test's own, that may be stopped as in a power cut, and started again.

use std::{
    os::unix::{fs::chown, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    str::FromStr,
    sync::Arc,
    time::{Duration, Instant},
};

use sqlx::{ConnectOptions, Connection, postgres::PgConnectOptions};
use tempfile::TempDir;

use crate::{disk::SmallDisk, guard::Guard, port, privilege::is_root};

const REQUIRED_VARIABLE: &str = "REQUIRE_SERVICES";
/// How long a server may take to begin or to end.
const PATIENCE: Duration = Duration::from_secs(60);
/// Under whose name it runs where the test runs as root, which PostgreSQL refuses to.
const ACCOUNTS: [&str; 2] = ["postgres", "nobody"];

/// A server on a free port of this machine; killed when dropped, and when the test's process ends.
#[derive(Debug)]
pub struct PostgresServer {
    program: PathBuf,
    folder: TempDir,
    /// Where its tables are, if not in the folder.
    disk: Option<Arc<SmallDisk>>,
    account: Option<Account>,
    port: u16,
    running: Option<(Guard, Child)>,
}

/// A user and a group of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Account {
    user: u32,
    group: u32,
}

impl PostgresServer {
    /// Makes one and starts it; none where there is no program to start, which was said on stderr.
    ///
    /// # Panics
    /// Where it does not start, or `REQUIRE_SERVICES=1` and there is no program.
    pub async fn start() -> Option<Self> {
        Self::start_with(None).await
    }

    /// As [`Self::start`], with its tables on a disk of their own. Its write-ahead log is elsewhere: where that finds no
    /// room, PostgreSQL ends.
    ///
    /// # Panics
    /// As [`Self::start`].
    pub async fn start_on(disk: Arc<SmallDisk>) -> Option<Self> {
        Self::start_with(Some(disk)).await
    }

    async fn start_with(disk: Option<Arc<SmallDisk>>) -> Option<Self> {
        let (Some(initdb), Some(program)) = (find("initdb"), find("postgres")) else {
            lack("there is no initdb or no postgres");
            return None;
        };
        let folder = tempfile::tempdir().expect("a temporary folder");
        let account = is_root().then(account);
        for folder in std::iter::once(folder.path()).chain(disk.as_ref().map(|disk| disk.path())) {
            if let Some(account) = account {
                chown(folder, Some(account.user), Some(account.group)).expect("root may give a folder away");
            }
        }
        let mut server = Self { program, folder, disk, account, port: port::free(), running: None };
        let mut make = server.command(&initdb);
        make.arg("-D").arg(server.data());
        if server.disk.is_some() {
            make.arg("--waldir").arg(server.folder.path().join("wal"));
        }
        make.args(["-U", "test", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"]).stdout(Stdio::null());
        let made = tokio::task::spawn_blocking(move || make.status()).await.expect("a thread for it");
        assert!(made.expect("initdb starts").success(), "initdb");
        server.begin().await;
        Some(server)
    }

    /// Its URL, as `DATABASE_URL` takes it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("postgres://test@127.0.0.1:{}/postgres", self.port)
    }

    /// Ends it as a power cut does: nobody is told, nothing is finished.
    ///
    /// # Panics
    /// Where it does not run.
    pub fn stop_immediately(&mut self) {
        let (guard, mut server) = self.running.take().expect("the server runs");
        drop(guard);
        let sent = Command::new("kill").args(["-QUIT", &server.id().to_string()]).status();
        assert!(sent.expect("a signal is sent").success(), "kill -QUIT");
        server.wait().expect("the server ends");
    }

    /// Starts it again, with all that was committed.
    ///
    /// # Panics
    /// Where it runs, or does not start.
    pub async fn start_again(&mut self) {
        assert!(self.running.is_none(), "the server runs");
        self.begin().await;
    }

    fn data(&self) -> PathBuf {
        self.disk.as_ref().map_or_else(|| self.folder.path(), |disk| disk.path()).join("data")
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder.path()).stdin(Stdio::null()).stderr(Stdio::null());
        if let Some(account) = self.account {
            command.uid(account.user).gid(account.group);
        }
        command
    }

    /// Starts the process, and waits until it answers.
    async fn begin(&mut self) {
        let mut command = self.command(&self.program.clone());
        command.arg("-D").arg(self.data()).args(["-h", "127.0.0.1", "-p", &self.port.to_string()]);
        // Nothing here outlives the machine, and some temporary paths are too long for a socket.
        for setting in ["unix_socket_directories=", "fsync=off", "max_connections=100"] {
            command.args(["-c", setting]);
        }
        let mut server = command.stdout(Stdio::null()).spawn().expect("the server's process starts");
        let guard = Guard::over(server.id());
        let deadline = Instant::now() + PATIENCE;
        while !self.answers().await {
            let ended = server.try_wait().expect("a process of our own can be looked at");
            assert!(ended.is_none() && Instant::now() < deadline, "postgres does not start: {ended:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.running = Some((guard, server));
    }

    async fn answers(&self) -> bool {
        let options = PgConnectOptions::from_str(&self.url()).expect("a PostgreSQL URL");
        match options.connect().await {
            Ok(connection) => connection.close().await.is_ok(),
            Err(_) => false,
        }
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        if let Some((guard, mut server)) = self.running.take() {
            drop(guard);
            // What has ended already cannot be killed, and that is as well. Its own children end with it.
            let _gone = server.kill();
            let _ended = server.wait();
        }
    }
}

/// A program, from `PATH` or from where packages put it.
fn find(name: &str) -> Option<PathBuf> {
    let is_there = |path: &PathBuf| {
        let version = Command::new(path).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    };
    let packaged = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let packaged = packaged.map(|version| version.path().join("bin").join(name));
    std::iter::once(PathBuf::from(name)).chain(packaged).find(is_there)
}

/// The first of [`ACCOUNTS`] that this machine has.
fn account() -> Account {
    let all = std::fs::read_to_string("/etc/passwd").expect("a machine that lists its accounts");
    let account = ACCOUNTS.iter().find_map(|name| account_of(&all, name));
    account.expect("an account that is not root's")
}

fn account_of(all: &str, name: &str) -> Option<Account> {
    let line = all.lines().find(|line| line.split(':').next() == Some(name))?;
    let mut fields = line.split(':').skip(2);
    Some(Account { user: fields.next()?.parse().ok()?, group: fields.next()?.parse().ok()? })
}

/// Says what is not tested, or fails where it must be.
fn lack(what: &str) {
    #[expect(clippy::disallowed_methods, reason = "the tests' services are handed over in the environment")]
    let required = std::env::var(REQUIRED_VARIABLE);
    assert!(required.as_deref() != Ok("1"), "{what}, and {REQUIRED_VARIABLE}=1");
    #[expect(clippy::print_stderr, reason = "what is not tested is said")]
    {
        eprintln!("not tested on a PostgreSQL of its own: {what}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_found_by_its_name() {
        let all = "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65533:nobody:/:/none\n";
        assert_eq!(account_of(all, "nobody"), Some(Account { user: 65534, group: 65533 }));
        assert_eq!(account_of(all, "postgres"), None);
    }
}

//! A Redis of a test's own, that may be killed, frozen and started again; and the shared one that
//! `TEST_REDIS_URL` names, for tests that do it no harm.
//!
//! Without either, a test says so and passes, or fails where `REQUIRE_SERVICES=1`.

use std::{
    ffi::OsString,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use ::redis::{Client, FromRedisValue, RedisResult};
use tempfile::TempDir;

use crate::{guard::Guard, port};

const URL_VARIABLE: &str = "TEST_REDIS_URL";
const REQUIRED_VARIABLE: &str = "REQUIRE_SERVICES";
/// How long a server may take to begin.
const PATIENCE: Duration = Duration::from_secs(20);
/// Under which names the server's program may be had.
const PROGRAMS: [&str; 2] = ["redis-server", "valkey-server"];

/// The URL of the shared server, if there is one.
///
/// # Panics
/// Where there is none, and `REQUIRE_SERVICES=1`.
#[must_use]
pub fn shared() -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "the tests' services are handed over in the environment")]
    let url = std::env::var(URL_VARIABLE).ok();
    if url.is_none() {
        lack(&format!("{URL_VARIABLE} is not set"));
    }
    url
}

/// A server on a free port of this machine; killed when dropped, and when the test's process ends.
#[derive(Debug)]
pub struct RedisServer {
    program: &'static str,
    port: u16,
    folder: TempDir,
    /// Where it also listens with TLS.
    tls_port: Option<u16>,
    running: Option<RunningRedis>,
}

/// The fields go in this order.
#[derive(Debug)]
struct RunningRedis {
    _guard: Guard,
    server: Server,
}

#[derive(Debug)]
struct Server(Child);

impl RedisServer {
    /// Starts one, empty; none where there is no program to start, which was said on stderr.
    ///
    /// # Panics
    /// Where it does not start, or `REQUIRE_SERVICES=1` and there is no program.
    pub async fn start() -> Option<Self> {
        Self::start_as(false).await
    }

    /// Starts one that also listens with TLS, under a certificate of [`Self::authority`]; none where this machine cannot,
    /// which was said on stderr.
    ///
    /// # Panics
    /// As [`Self::start`].
    pub async fn start_with_tls() -> Option<Self> {
        if !is_there("openssl") {
            lack("there is no openssl");
            return None;
        }
        Self::start_as(true).await
    }

    async fn start_as(with_tls: bool) -> Option<Self> {
        let Some(program) = PROGRAMS.into_iter().find(|program| is_there(program)) else {
            lack("there is no redis-server");
            return None;
        };
        // Somebody else may take the port in between.
        for _ in 0..3 {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let tls_port = with_tls.then(port::free);
            if with_tls {
                make_certificate(folder.path());
            }
            let mut server = Self { program, port: port::free(), folder, tls_port, running: None };
            if server.begin().await {
                return Some(server);
            }
        }
        panic!("{program} does not start");
    }

    /// Where it listens, also while it does not.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }

    /// Its URL, as `REDIS_URL` takes it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis://{}", self.address())
    }

    /// Its URL with TLS.
    ///
    /// # Panics
    /// Where it was not started with TLS.
    #[must_use]
    pub fn tls_url(&self) -> String {
        format!("rediss://127.0.0.1:{}", self.tls_port.expect("it was started with TLS"))
    }

    /// The file with the authority that signed its certificate.
    #[must_use]
    pub fn authority(&self) -> PathBuf {
        self.folder.path().join(AUTHORITY)
    }

    /// Ends it without a word, as the kernel does. What it knew is gone.
    pub fn kill(&mut self) {
        self.running = None;
    }

    /// Starts it again, empty, on the same port.
    ///
    /// # Panics
    /// Where it does not start.
    pub async fn restart(&mut self) {
        self.kill();
        let deadline = Instant::now() + PATIENCE;
        // The port may be held for a moment by what the old server leaves behind.
        while !self.begin().await {
            assert!(Instant::now() < deadline, "{} does not start again", self.program);
        }
    }

    /// Freezes it: its connections stay, and nothing is answered.
    ///
    /// # Panics
    /// Where it does not run.
    pub fn pause(&self) {
        self.signal("-STOP");
    }

    /// Lets it go on after [`Self::pause`].
    ///
    /// # Panics
    /// Where it does not run.
    pub fn resume(&self) {
        self.signal("-CONT");
    }

    /// What it answers to a command, on a connection of its own: `cli::<()>(&["FLUSHALL"])`.
    ///
    /// # Panics
    /// Where it does not answer, or with an error, or with something else.
    pub async fn cli<T: FromRedisValue>(&self, command: &[&str]) -> T {
        self.ask(command).await.unwrap_or_else(|error| panic!("{command:?}: {error}"))
    }

    async fn ask<T: FromRedisValue>(&self, command: &[&str]) -> RedisResult<T> {
        let client = Client::open(self.url())?;
        let mut connection = client.get_multiplexed_async_connection().await?;
        let (name, arguments) = command.split_first().expect("a command has a name");
        ::redis::cmd(name).arg(arguments).query_async(&mut connection).await
    }

    /// Starts the process, and waits until it answers; false where it ends instead.
    async fn begin(&mut self) -> bool {
        let server = Command::new(self.program)
            .args(["--port", &self.port.to_string(), "--bind", "127.0.0.1"])
            .args(["--save", "", "--appendonly", "no", "--logfile", "log", "--dir"])
            .arg(self.folder.path())
            .args(self.tls_arguments())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("the server's process starts");
        let mut running = RunningRedis { _guard: Guard::over(server.id()), server: Server(server) };
        let deadline = Instant::now() + PATIENCE;
        while self.ask::<String>(&["PING"]).await.is_err() {
            if running.server.has_ended() {
                return false;
            }
            assert!(Instant::now() < deadline, "{} does not answer", self.program);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        // Another server may be what answered, where the port was taken.
        let is_ours = !running.server.has_ended();
        self.running = is_ours.then_some(running);
        is_ours
    }

    fn tls_arguments(&self) -> Vec<OsString> {
        let Some(port) = self.tls_port else { return Vec::new() };
        let file = |name: &str| self.folder.path().join(name).into_os_string();
        let (with, of) = (|name: &str| OsString::from(name), port.to_string().into());
        vec![
            with("--tls-port"),
            of,
            with("--tls-cert-file"),
            file(CERTIFICATE),
            with("--tls-key-file"),
            file(KEY),
            with("--tls-ca-cert-file"),
            file(AUTHORITY),
            with("--tls-auth-clients"),
            with("no"),
        ]
    }

    fn signal(&self, signal: &str) {
        let running = self.running.as_ref().expect("the server runs");
        let sent = Command::new("kill").args([signal, &running.server.0.id().to_string()]).status();
        assert!(sent.expect("a signal is sent").success(), "kill {signal}");
    }
}

impl Server {
    fn has_ended(&mut self) -> bool {
        self.0.try_wait().expect("a process of our own can be looked at").is_some()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // What has ended already cannot be killed, and that is as well.
        let _gone = self.0.kill();
        let _ended = self.0.wait();
    }
}

/// The files of a server with TLS, in its folder.
const AUTHORITY: &str = "authority.pem";
const CERTIFICATE: &str = "certificate.pem";
const KEY: &str = "key.pem";

/// Makes an authority of its own, and a certificate of it for this machine.
fn make_certificate(folder: &Path) {
    let openssl = |arguments: &[&str]| {
        let ended = Command::new("openssl").args(arguments).current_dir(folder).output().expect("openssl runs");
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    };
    let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    let made = |more: &[&'static str]| [&["req", "-x509"], &curve[..], more].concat();
    openssl(&made(&["-subj", "/CN=authority", "-keyout", "authority.key", "-out", AUTHORITY]));
    openssl(&made(&[
        "-subj",
        "/CN=redis",
        "-addext",
        "subjectAltName=IP:127.0.0.1",
        "-addext",
        "basicConstraints=critical,CA:FALSE",
        "-CA",
        AUTHORITY,
        "-CAkey",
        "authority.key",
        "-keyout",
        KEY,
        "-out",
        CERTIFICATE,
    ]));
}

fn is_there(program: &str) -> bool {
    let version = Command::new(program)
        .arg(if program == "openssl" { "version" } else { "--version" })
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    version.is_ok_and(|status| status.success())
}

/// Says what is not tested, or fails where it must be.
fn lack(what: &str) {
    #[expect(clippy::disallowed_methods, reason = "the tests' services are handed over in the environment")]
    let required = std::env::var(REQUIRED_VARIABLE);
    assert!(required.as_deref() != Ok("1"), "{what}, and {REQUIRED_VARIABLE}=1");
    #[expect(clippy::print_stderr, reason = "what is not tested is said")]
    {
        eprintln!("not tested on Redis: {what}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_is_killed_frozen_and_started_again() {
        let Some(mut server) = RedisServer::start().await else { return };
        server.cli::<()>(&["SET", "key", "value"]).await;
        assert_eq!(server.cli::<String>(&["GET", "key"]).await, "value");
        server.pause();
        assert!(server.ask::<String>(&["GET", "key"]).await.is_err_and(|error| error.is_timeout()));
        server.resume();
        assert_eq!(server.cli::<String>(&["GET", "key"]).await, "value");
        server.kill();
        assert!(server.ask::<String>(&["GET", "key"]).await.is_err());
        server.restart().await;
        assert_eq!(server.cli::<Option<String>>(&["GET", "key"]).await, None);
    }
}

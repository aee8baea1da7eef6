//! The real binary as a process, to be killed, frozen, drained and started again.

use std::{
    ffi::OsString,
    fs::File,
    io::{BufRead, BufReader},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, PoisonError, mpsc},
    time::Duration,
};

use tokio::time::Instant;

use crate::{app::CHAIN_KEY, guard::Guard, port};

/// The token that lets the tests' staff in at every node that is a process.
pub const STAFF_TOKEN: &str = "staff-token-of-the-tests";

/// How long a node may take to begin or to end. Nothing waits this long in a run that passes.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a node is started; may be started any number of times.
#[derive(Debug, Clone)]
pub struct NodeSetup {
    binary: PathBuf,
    settings: Vec<(OsString, OsString)>,
    /// Where its log goes, if not to the test.
    log: Option<PathBuf>,
}

/// A running node; killed when dropped.
#[derive(Debug)]
pub struct NodeProcess {
    guard: Option<Guard>,
    child: Child,
    address: SocketAddr,
    log: Arc<Mutex<String>>,
}

impl NodeSetup {
    /// A node of this binary on this database, with the tests' chain-wide key and secret.
    #[must_use]
    pub fn new(binary: impl Into<PathBuf>, database_url: &str) -> Self {
        let setup = Self { binary: binary.into(), settings: Vec::new(), log: None };
        setup
            .set("DATABASE_URL", database_url)
            .set("OVELLE_LISTEN", "127.0.0.1:0")
            .set("OVELLE_SECRET", "v1:the secret of all the tests")
            .set("OVELLE_DISPATCH_KEYS", &format!("chain={CHAIN_KEY}"))
            .set("OVELLE_STAFF_TOKEN", STAFF_TOKEN)
            .set("OVELLE_MAX_SOCKETS_PER_ADDRESS", "0")
    }

    /// With a setting.
    #[must_use]
    pub fn set(mut self, name: &str, value: &str) -> Self {
        self.settings.push((name.into(), value.into()));
        self
    }

    /// With its log in a file, from which the test does not read.
    #[must_use]
    pub fn log_to(mut self, file: impl Into<PathBuf>) -> Self {
        self.log = Some(file.into());
        self
    }

    /// Starts a node, and waits until it listens.
    ///
    /// # Panics
    /// Where it does not start.
    pub async fn start(&self) -> NodeProcess {
        let setup = self.clone();
        tokio::task::spawn_blocking(move || setup.spawn()).await.expect("the node starts")
    }

    fn spawn(&self) -> NodeProcess {
        if let Some(file) = &self.log {
            return self.spawn_aside(file);
        }
        let mut command = Command::new(&self.binary);
        command.arg("serve").env_clear().envs(usual()).envs(self.settings.iter().cloned());
        let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().expect("the binary starts");
        let guard = Some(Guard::over(child.id()));
        let mut lines = BufReader::new(child.stderr.take().expect("its log"));
        let log = Arc::new(Mutex::new(String::new()));
        let (found, address) = mpsc::sync_channel(1);
        let kept = Arc::clone(&log);
        // Read on, or the pipe would fill and hold the node up.
        std::thread::spawn(move || {
            let mut line = String::new();
            while lines.read_line(&mut line).is_ok_and(|read| read > 0) {
                if let Some(address) = listening_on(&line) {
                    let _known_already = found.try_send(address);
                }
                kept.lock().unwrap_or_else(PoisonError::into_inner).push_str(&line);
                line.clear();
            }
        });
        let address = address.recv_timeout(PATIENCE);
        let mut node = NodeProcess { guard, child, address: SocketAddr::from(([127, 0, 0, 1], 0)), log };
        match address {
            Ok(address) if address.ip().is_unspecified() => node.address.set_port(address.port()),
            Ok(address) => node.address = address,
            Err(_) => panic!("the node does not listen: {}", node.log()),
        }
        node
    }

    /// What it logs is not read, so it is told where to listen.
    fn spawn_aside(&self, file: &Path) -> NodeProcess {
        let address = SocketAddr::from(([127, 0, 0, 1], port::free()));
        let file = File::options().append(true).create(true).open(file).expect("a log can be opened");
        let mut command = Command::new(&self.binary);
        command.arg("serve").env_clear().envs(usual()).envs(self.settings.iter().cloned());
        command.env("OVELLE_LISTEN", address.to_string());
        let child = command.stderr(file).stdout(Stdio::null()).spawn().expect("the binary starts");
        let guard = Some(Guard::over(child.id()));
        let mut node = NodeProcess { guard, child, address, log: Arc::default() };
        let deadline = std::time::Instant::now() + PATIENCE;
        while TcpStream::connect(address).is_err() {
            let ended = node.child.try_wait().expect("a process of ours can be looked at");
            assert!(ended.is_none() && std::time::Instant::now() < deadline, "the node does not listen: {ended:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
        node
    }
}

/// The address that a line of the log speaks of, where it says that the node listens.
fn listening_on(line: &str) -> Option<SocketAddr> {
    let (_, rest) = line.split_once("address=").filter(|_| line.contains("listening"))?;
    rest.split_whitespace().next()?.parse().ok()
}

impl NodeProcess {
    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of its process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// What it has logged.
    #[must_use]
    pub fn log(&self) -> String {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends it without a word, as the kernel does.
    ///
    /// # Panics
    /// Where it cannot be.
    pub fn kill(&mut self) {
        self.guard = None;
        self.child.kill().expect("a process of ours can be killed");
        self.child.wait().expect("a process that was killed ends");
    }

    /// Sends it a signal by its name: `TERM`, `STOP`, `CONT`.
    ///
    /// # Panics
    /// Where it has ended.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([format!("-{name}"), self.pid().to_string()]).status();
        assert!(sent.expect("a signal is sent").success(), "kill -{name}");
    }

    /// Waits until it has ended.
    ///
    /// # Panics
    /// Where it does not.
    pub async fn ended(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a process of ours can be looked at") {
                self.guard = None;
                return status;
            }
            assert!(Instant::now() < deadline, "the node does not end: {}", self.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Whether it has ended.
    ///
    /// # Panics
    /// Where its process cannot be looked at.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("a process of ours can be looked at").is_some()
    }

    /// Bytes of memory that it holds now; none where the machine does not say.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
    }

    /// Descriptors that it holds now; none where the machine does not say.
    #[must_use]
    pub fn descriptors(&self) -> Option<usize> {
        Some(std::fs::read_dir(format!("/proc/{}/fd", self.pid())).ok()?.count())
    }

    /// A figure of its `/metrics`.
    ///
    /// # Panics
    /// Where there is none of this name.
    pub async fn figure(&self, name: &str) -> f64 {
        let text = reqwest::get(format!("http://{}/metrics", self.address)).await.expect("the node answers");
        let text = text.text().await.expect("the figures come whole");
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok());
        value.unwrap_or_else(|| panic!("no figure {name} in {text}"))
    }
}

impl Drop for NodeProcess {
    fn drop(&mut self) {
        // Where it has ended already, there is nothing to kill. A frozen one dies too.
        self.guard = None;
        let _gone = self.child.kill();
        let _ended = self.child.wait();
    }
}

/// What nodes of tests are set to: no counted limits, since all who call them do so from one address.
fn usual() -> [(&'static str, OsString); 3] {
    let none = || "0".into();
    [("OVELLE_MAIL_DIR", mail_dir().into()), ("OVELLE_RATE_FACTOR", none()), ("OVELLE_CONNECTIONS_PER_ADDRESS", none())]
}

/// Where mails of tests' nodes go that look at none: not into the folder of whoever runs the tests.
fn mail_dir() -> std::path::PathBuf {
    std::env::temp_dir().join("ovelle-mails-of-tests")
}

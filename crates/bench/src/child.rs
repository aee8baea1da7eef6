//! Processes that are measured: a node of the product, or the bare server.

use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Read},
    net::{SocketAddr, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError, mpsc},
    time::Duration,
};

use crate::{
    call::{KEY, get},
    machine::Machine,
    trouble::{Trouble, Trying},
};

/// What the nodes' payment provider signs its notifications with.
pub(crate) const PAYMENT_SECRET: &str = "what only the provider knows";
/// How long a process may take until it listens.
const PATIENCE: Duration = Duration::from_secs(30);
/// Lines of its log that are kept.
const KEPT: usize = 40;

/// A process on the server's core; killed when dropped.
pub(crate) struct Served {
    child: Child,
    address: SocketAddr,
    log: Arc<Mutex<VecDeque<String>>>,
}

impl Served {
    /// Starts a node of the product with its limits on watchers lifted; mails go to files in this folder.
    pub(crate) fn node(
        machine: &Machine,
        binary: &Path,
        mails: &Path,
        database: &str,
        redis: Option<&str>,
    ) -> Result<Self, Trouble> {
        let mut command = Command::new(binary);
        command.arg("serve").env_clear();
        command.env("DATABASE_URL", database).env("OVELLE_LISTEN", "127.0.0.1:0");
        command.env("OVELLE_SECRET", "v1:the secret of the benchmark");
        command.env("OVELLE_DISPATCH_KEYS", format!("bench={KEY}"));
        for limit in ["OVELLE_MAX_SOCKETS", "OVELLE_MAX_SOCKETS_PER_ADDRESS", "OVELLE_MAX_SOCKETS_PER_ORDER"] {
            command.env(limit, "0");
        }
        command
            .env("OVELLE_RATE_FACTOR", "0")
            .env("OVELLE_CONNECTIONS_PER_ADDRESS", "0")
            .env("OVELLE_TEST_PAYMENT_SECRET", PAYMENT_SECRET);
        command.env("OVELLE_MAIL_DIR", mails);
        if let Some(redis) = redis {
            command.env("REDIS_URL", redis);
        }
        Self::start(machine, command)
    }

    /// Starts the bare server.
    pub(crate) fn bare(machine: &Machine) -> Result<Self, Trouble> {
        let mut command = Command::new(std::env::current_exe().trying("the path of this program")?);
        command.arg("bare");
        Self::start(machine, command)
    }

    /// Starts the bare HTTP server, which answers what is in this file.
    pub(crate) fn bare_route(machine: &Machine, reply: &Path) -> Result<Self, Trouble> {
        let mut command = Command::new(std::env::current_exe().trying("the path of this program")?);
        command.arg("bare-route").arg(reply);
        Self::start(machine, command)
    }

    fn start(machine: &Machine, mut command: Command) -> Result<Self, Trouble> {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let what = format!("{}", command.get_program().display());
        let mut child = machine.on_server_core(|| command.spawn())?.trying(&what)?;
        let errors = child.stderr.take().ok_or_else(|| Trouble::new("a process without a log"))?;
        let log = Arc::new(Mutex::new(VecDeque::new()));
        let (found, address) = mpsc::sync_channel(1);
        let kept = Arc::clone(&log);
        std::thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                if let Some(address) = listening_on(&line) {
                    let _known_already = found.try_send(address);
                }
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.push_back(line);
                if kept.len() > KEPT {
                    kept.pop_front();
                }
            }
        });
        let mut served = Self { child, address: SocketAddr::from(([127, 0, 0, 1], 0)), log };
        served.address = address.recv_timeout(PATIENCE).map_err(|_| served.says("does not listen"))?;
        Ok(served)
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of its process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// A trouble with the last lines of its log.
    pub(crate) fn says(&self, what: &str) -> Trouble {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        Trouble::new(format!("the server {what}; it says:\n{}", log.iter().cloned().collect::<Vec<_>>().join("\n")))
    }

    /// A figure of the node's `/metrics`.
    pub(crate) fn figure(&self, name: &str) -> Result<f64, Trouble> {
        let mut stream = TcpStream::connect(self.address).trying("/metrics")?;
        let mut answer = String::new();
        get(&mut stream, "/metrics").trying("/metrics")?;
        stream.read_to_string(&mut answer).trying("/metrics")?;
        let value = answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok());
        value.ok_or_else(|| Trouble::new(format!("/metrics has no {name}")))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // Where it has ended already there is nothing to kill.
        let _gone = self.child.kill();
        let _ended = self.child.wait();
    }
}

/// The address that a line of the log speaks of, where it says that the process listens.
fn listening_on(line: &str) -> Option<SocketAddr> {
    let (_, rest) = line.split_once("address=").filter(|_| line.contains("listening"))?;
    rest.split_whitespace().next()?.parse().ok()
}

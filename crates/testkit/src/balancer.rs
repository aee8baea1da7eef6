//! The proxy before the nodes as it is deployed: HAProxy with `deploy/haproxy.cfg`.
//!
//! Without the program a test says so and passes, or fails where `REQUIRE_SERVICES=1`.

use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use crate::{guard::Guard, port};

/// How long it may take to begin, and to see a node come or go. Nothing waits this long in a run that passes.
const PATIENCE: Duration = Duration::from_secs(30);
/// Where it may be besides the search path: packages put it where only root looks.
const PLACES: [&str; 4] = ["haproxy", "/usr/sbin/haproxy", "/usr/local/sbin/haproxy", "/opt/homebrew/sbin/haproxy"];

/// A running proxy before two nodes; killed when dropped.
#[derive(Debug)]
pub struct Balancer {
    _guard: Guard,
    child: Child,
    address: SocketAddr,
    log: Arc<Mutex<String>>,
}

impl Balancer {
    /// Starts it, and waits until it sees both nodes; none where there is no program, which was said on stderr.
    ///
    /// # Panics
    /// Where it does not start, or `REQUIRE_SERVICES=1` and there is no program.
    pub async fn start(nodes: [SocketAddr; 2]) -> Option<Self> {
        let Some(program) = PLACES.into_iter().find(|program| is_there(program)) else {
            lack("there is no haproxy");
            return None;
        };
        let configuration = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/haproxy.cfg");
        let address = SocketAddr::from(([127, 0, 0, 1], port::free()));
        let mut child = Command::new(program)
            .arg("-f")
            .arg(configuration)
            .env("OVELLE_PROXY_LISTEN", address.to_string())
            .env("OVELLE_NODE_1", nodes[0].to_string())
            .env("OVELLE_NODE_2", nodes[1].to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the proxy's process starts");
        let guard = Guard::over(child.id());
        let mut lines = BufReader::new(child.stdout.take().expect("its log"));
        let log = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&log);
        // Read on, or the pipe would fill and hold the proxy up.
        std::thread::spawn(move || {
            let mut line = String::new();
            while lines.read_line(&mut line).is_ok_and(|read| read > 0) {
                kept.lock().unwrap_or_else(PoisonError::into_inner).push_str(&line);
                line.clear();
            }
        });
        let balancer = Self { _guard: guard, child, address, log };
        balancer.until_ready().await;
        Some(balancer)
    }

    /// An absolute address behind it.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What it has logged.
    #[must_use]
    pub fn log(&self) -> String {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until its log says something.
    ///
    /// # Panics
    /// Where it does not.
    pub async fn until_logged(&self, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !self.log().contains(text) {
            assert!(Instant::now() < deadline, "not logged: {text}\n{}", self.log());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    async fn until_ready(&self) {
        let deadline = Instant::now() + PATIENCE;
        while !reqwest::get(self.url("/readyz")).await.is_ok_and(|answer| answer.status().is_success()) {
            assert!(Instant::now() < deadline, "the proxy does not serve: {}", self.log());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        // What has ended already cannot be killed, and that is as well.
        let _gone = self.child.kill();
        let _ended = self.child.wait();
    }
}

fn is_there(program: &str) -> bool {
    let version = Command::new(program).arg("-v").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// Says what is not tested, or fails where it must be.
fn lack(what: &str) {
    #[expect(clippy::disallowed_methods, reason = "the tests' services are handed over in the environment")]
    let required = std::env::var("REQUIRE_SERVICES");
    assert!(required.as_deref() != Ok("1"), "{what}, and REQUIRE_SERVICES=1");
    #[expect(clippy::print_stderr, reason = "what is not tested is said")]
    {
        eprintln!("not tested behind the proxy: {what}");
    }
}

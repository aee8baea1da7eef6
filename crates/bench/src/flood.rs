//! A flood of sign-ins: each from another address of this machine and at another account, more of them than anybody hashes
//! passwords for.

use std::{
    io::{Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use crate::{crowd::socket_from, trouble::Trouble};

/// Who signs in at a time: more than may wait for their turn.
const CALLERS: u32 = 96;
/// Tries in a second.
const RATE: u32 = 400;
const PATIENCE: Duration = Duration::from_secs(10);

/// The flood, until it is dropped.
pub(crate) struct SignInFlood {
    ends: Arc<AtomicBool>,
    told: Arc<FloodAnswers>,
    callers: Vec<JoinHandle<()>>,
}

/// How it was answered.
#[derive(Default)]
struct FloodAnswers {
    next: AtomicU32,
    /// 401: a password was checked.
    checked: AtomicU64,
    /// 503: nobody had time for it.
    turned_away: AtomicU64,
    /// Anything else, and broken connections.
    other: AtomicU64,
}

impl SignInFlood {
    /// Begins.
    pub(crate) fn begin(server: SocketAddr) -> Self {
        let (ends, told) = (Arc::<AtomicBool>::default(), Arc::<FloodAnswers>::default());
        let callers = (0..CALLERS).map(|_| {
            let (ends, told) = (Arc::clone(&ends), Arc::clone(&told));
            std::thread::spawn(move || {
                let mut next = Instant::now();
                while !ends.load(Relaxed) {
                    told.try_once(server);
                    next += Duration::from_secs(1) * CALLERS / RATE;
                    std::thread::sleep(next.saturating_duration_since(Instant::now()));
                }
            })
        });
        let callers = callers.collect();
        Self { ends, told, callers }
    }

    /// How many passwords were checked until now, how many tries were turned away, and how many came to something else.
    pub(crate) fn answers(&self) -> [u64; 3] {
        [&self.told.checked, &self.told.turned_away, &self.told.other].map(|count| count.load(Relaxed))
    }
}

impl Drop for SignInFlood {
    fn drop(&mut self) {
        self.ends.store(true, Relaxed);
        for caller in self.callers.drain(..) {
            let _ended = caller.join();
        }
    }
}

impl FloodAnswers {
    fn try_once(&self, server: SocketAddr) {
        let number = self.next.fetch_add(1, Relaxed);
        let count = match sign_in(server, number) {
            Ok(401) => &self.checked,
            Ok(503) => &self.turned_away,
            Ok(_) | Err(_) => &self.other,
        };
        count.fetch_add(1, Relaxed);
    }
}

/// Tries an account that nobody has; the status of the answer.
fn sign_in(server: SocketAddr, number: u32) -> Result<u16, Trouble> {
    let [_, a, b, c] = number.to_be_bytes();
    let mut stream: TcpStream = socket_from(Ipv4Addr::new(127, a | 128, b, c.max(1)), server)?.into();
    let body = format!(r#"{{"email":"kukaan{number}@example.fi","password":"a password of nobody"}}"#);
    let length = body.len();
    let told = stream.set_read_timeout(Some(PATIENCE)).and_then(|()| {
        write!(
            stream,
            "POST /api/users/token HTTP/1.1\r\nHost: {server}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )?;
        let mut head = [0; 12];
        stream.read_exact(&mut head)?;
        Ok(head)
    });
    let head = told.map_err(|error| Trouble::new(format!("a sign-in: {error}")))?;
    let status = std::str::from_utf8(&head[9..]).ok().and_then(|status| status.parse().ok());
    status.ok_or_else(|| Trouble::new("an answer without a status"))
}

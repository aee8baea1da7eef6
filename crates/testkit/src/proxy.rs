//! A network that misbehaves: a TCP proxy before a node, whose weather a test makes.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpSocket, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};
use tokio_util::sync::CancellationToken;

#[cfg(target_os = "linux")]
use crate::cable::Cable;

/// The largest piece that is carried as one, bytes, and how many are under way at most.
const PIECE: usize = 2 * 1024;
const UNDER_WAY: usize = 16;

/// The weather of a proxy; fair by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Weather {
    /// How long each piece is held back, each way.
    pub delay: Duration,
    /// How much longer at most, by chance.
    pub jitter: Duration,
    /// Bytes that get through in a second on each connection, each way; none: as many as there are.
    pub rate: Option<u32>,
    /// Nothing gets through, and nobody is told.
    pub is_stalled: bool,
    /// What comes is swallowed, both ways, and nobody is told. A connection that has lost a byte so carries no other one
    /// ever after, but stays open: what is left of it is half of it.
    pub is_swallowing: bool,
    /// New connections are closed at once.
    pub is_refusing: bool,
    /// Bytes towards the client after which a connection is cut: by chance, at most this many. Cuts fall anywhere,
    /// inside frames too.
    pub cut_within: Option<u32>,
}

/// A proxy before one address. It ends when dropped, with all its connections.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    shared: Arc<ProxyShared>,
}

#[derive(Debug)]
struct ProxyShared {
    upstream: Mutex<SocketAddr>,
    weather: watch::Sender<Weather>,
    /// Cancelled to cut what is open; then there is a new one.
    open: Mutex<CancellationToken>,
    end: CancellationToken,
    cuts: AtomicUsize,
}

impl ProxyShared {
    fn new(upstream: SocketAddr) -> Self {
        Self {
            upstream: Mutex::new(upstream),
            weather: watch::Sender::new(Weather::default()),
            open: Mutex::new(CancellationToken::new()),
            end: CancellationToken::new(),
            cuts: AtomicUsize::new(0),
        }
    }
}

impl Proxy {
    /// Starts one before `upstream`.
    ///
    /// # Panics
    /// Where there is no port to be had.
    pub async fn start(upstream: SocketAddr, seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(ProxyShared::new(upstream));
        tokio::spawn(accept(listener, Arc::clone(&shared), StdRng::seed_from_u64(seed)));
        Self { address, shared }
    }

    /// Starts one that is reached here, and reaches `upstream` from the far end of a cable.
    ///
    /// # Panics
    /// Where there is no port to be had.
    #[cfg(target_os = "linux")]
    #[must_use]
    pub fn start_beyond(cable: &Cable, upstream: SocketAddr, seed: u64) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener.set_nonblocking(true).expect("a socket of ours");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(ProxyShared::new(upstream));
        let there = Arc::clone(&shared);
        // What listens stays where it was made; what connects does so from where its thread is.
        cable.run_beyond(async move {
            let listener = TcpListener::from_std(listener).expect("a socket of ours");
            accept(listener, there, StdRng::seed_from_u64(seed)).await;
        });
        Self { address, shared }
    }

    /// Where to connect instead.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Leads elsewhere from now on; open connections stay.
    pub fn lead_to(&self, upstream: SocketAddr) {
        *lock(&self.shared.upstream) = upstream;
    }

    /// Makes the weather, for open connections too.
    pub fn set(&self, weather: Weather) {
        self.shared.weather.send_replace(weather);
    }

    /// Cuts everything that is open; new connections may be made at once.
    pub fn cut_all(&self) {
        std::mem::take(&mut *lock(&self.shared.open)).cancel();
    }

    /// How many connections were cut for the bytes that they had carried.
    #[must_use]
    pub fn cuts(&self) -> usize {
        self.shared.cuts.load(Ordering::SeqCst)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.shared.end.cancel();
        self.cut_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn accept(listener: TcpListener, shared: Arc<ProxyShared>, mut chance: StdRng) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shared.end.cancelled() => return,
        };
        let Ok((client, _)) = accepted else { continue };
        let weather = *shared.weather.borrow();
        if weather.is_refusing {
            continue;
        }
        let budget = weather.cut_within.map(|most| chance.random_range(1..=most));
        let (shared, chance) = (Arc::clone(&shared), StdRng::seed_from_u64(chance.random()));
        tokio::spawn(async move {
            let cut = lock(&shared.open).clone();
            tokio::select! {
                () = carry(client, &shared, budget, chance) => {}
                // Both ends are dropped, and whoever is connected sees it.
                () = cut.cancelled() => {}
            }
        });
    }
}

async fn carry(client: TcpStream, shared: &ProxyShared, budget: Option<u32>, mut chance: StdRng) {
    let upstream = *lock(&shared.upstream);
    let Ok(server) = connect(upstream).await else { return };
    if client.set_nodelay(true).is_err() || server.set_nodelay(true).is_err() {
        return;
    }
    let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
    let (there, back) = (StdRng::seed_from_u64(chance.random()), chance);
    let up = ProxyDirection {
        from: from_client,
        to: to_server,
        budget: None,
        chance: there,
        weather: shared.weather.subscribe(),
    };
    let down =
        ProxyDirection { from: from_server, to: to_client, budget, chance: back, weather: shared.weather.subscribe() };
    // Who has said all may still be answered; what is cut is cut both ways.
    let cut = CancellationToken::new();
    let down = async {
        if down.carry().await {
            shared.cuts.fetch_add(1, Ordering::SeqCst);
            cut.cancel();
        }
    };
    tokio::select! {
        _both_closed = async { tokio::join!(up.carry(), down) } => {}
        () = cut.cancelled() => {}
    }
}

/// What the kernel keeps of what was not carried yet, bytes.
const KEPT: u32 = 8 * 1024;

/// Connects with a small receive buffer: with the usual one the kernel takes in a hundred kilobytes and more that the wire
/// has no room for, and its sender believes them gone.
async fn connect(upstream: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = if upstream.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_recv_buffer_size(KEPT)?;
    socket.connect(upstream).await
}

/// One direction of a connection.
struct ProxyDirection {
    from: OwnedReadHalf,
    to: OwnedWriteHalf,
    /// Bytes that may still pass.
    budget: Option<u32>,
    chance: StdRng,
    weather: watch::Receiver<Weather>,
}

/// A piece of what is carried, and when it is due at the other end.
type Piece = (Instant, Vec<u8>);

impl ProxyDirection {
    /// Carries until one end closes, or the budget is used up: then true.
    async fn carry(self) -> bool {
        // Pieces are under way beside each other: a delay does not make the way narrower.
        let (send, receive) = mpsc::channel(UNDER_WAY);
        let Self { from, to, budget, chance, weather } = self;
        let taking = take(from, chance, weather.clone(), send);
        let ((), was_cut) = tokio::join!(taking, deliver(receive, to, budget, weather));
        was_cut
    }
}

/// Takes pieces in, until the sender has said all or nobody takes them any more.
async fn take(
    mut from: OwnedReadHalf,
    mut chance: StdRng,
    weather: watch::Receiver<Weather>,
    send: mpsc::Sender<Piece>,
) {
    let mut buffer = vec![0; PIECE];
    let mut last_due = Instant::now();
    // When the wire is through with what it was given so far.
    let mut busy_until = Instant::now();
    let mut has_lost = false;
    loop {
        let read = tokio::select! {
            read = from.read(&mut buffer) => read,
            () = send.closed() => return,
        };
        let now = *weather.borrow();
        has_lost |= now.is_swallowing;
        let Ok(read @ 1..) = read else {
            if has_lost {
                // The end of a connection is lost as any byte is.
                send.closed().await;
            }
            return;
        };
        if has_lost {
            continue;
        }
        if let Some(rate) = now.rate {
            busy_until = busy_until.max(Instant::now()) + Duration::from_secs_f64(read as f64 / f64::from(rate));
            // What waits for the wire waits with its sender, as behind a full buffer.
            sleep_until(busy_until).await;
        }
        let due = Instant::now() + now.delay + now.jitter.mul_f64(chance.random());
        // None overtakes another.
        last_due = last_due.max(due);
        if send.send((last_due, buffer[..read].to_vec())).await.is_err() {
            return;
        }
    }
}

/// Hands pieces over when they are due; whether it was cut.
async fn deliver(
    mut receive: mpsc::Receiver<Piece>,
    mut to: OwnedWriteHalf,
    mut budget: Option<u32>,
    mut weather: watch::Receiver<Weather>,
) -> bool {
    while let Some((due, piece)) = receive.recv().await {
        sleep_until(due).await;
        // Its sender lives as long as the proxy, and what the proxy carries ends with it.
        drop(weather.wait_for(|weather| !weather.is_stalled).await);
        let passes = budget.map_or(piece.len(), |budget| piece.len().min(budget as usize));
        if to.write_all(&piece[..passes]).await.is_err() {
            return false;
        }
        if let Some(budget) = &mut budget {
            *budget -= u32::try_from(passes).unwrap_or(u32::MAX);
            if *budget == 0 {
                return true;
            }
        }
    }
    let _closed = to.shutdown().await;
    false
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;

    /// Sends back what it gets.
    async fn echo() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = stream.into_split();
                    let _ended = tokio::io::copy(&mut from, &mut to).await;
                });
            }
        });
        address
    }

    async fn said_back(stream: &mut TcpStream, text: &[u8]) -> bool {
        let mut back = vec![0; text.len()];
        stream.write_all(text).await.is_ok() && stream.read_exact(&mut back).await.is_ok() && back == text
    }

    #[tokio::test]
    async fn carries_both_ways_until_it_is_told_otherwise() {
        let proxy = Proxy::start(echo().await, 1).await;
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        assert!(said_back(&mut stream, &[7; 10_000]).await);
        let stalled = Weather { is_stalled: true, ..Weather::default() };
        proxy.set(stalled);
        assert!(timeout(Duration::from_millis(50), said_back(&mut stream, b"hei")).await.is_err());
        proxy.set(Weather::default());
        let mut back = [0; 3];
        stream.read_exact(&mut back).await.unwrap();
        assert_eq!(&back, b"hei", "what was stalled comes after all");
        proxy.cut_all();
        assert!(!said_back(&mut stream, b"hei").await);
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        assert!(said_back(&mut stream, b"hei").await, "one may come back at once");
        proxy.set(Weather { is_refusing: true, ..Weather::default() });
        assert!(said_back(&mut stream, b"hei").await, "what is open stays");
        let mut refused = TcpStream::connect(proxy.address()).await.unwrap();
        assert!(!said_back(&mut refused, b"hei").await);
    }

    #[tokio::test]
    async fn swallows_what_comes_and_closes_nothing() {
        let proxy = Proxy::start(echo().await, 3).await;
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        assert!(said_back(&mut stream, b"hei").await);
        proxy.set(Weather { is_swallowing: true, ..Weather::default() });
        assert!(timeout(Duration::from_millis(50), said_back(&mut stream, b"hei")).await.is_err());
        proxy.set(Weather::default());
        assert!(
            timeout(Duration::from_millis(50), said_back(&mut stream, b"hei")).await.is_err(),
            "it is lost for good"
        );
        let mut another = TcpStream::connect(proxy.address()).await.unwrap();
        assert!(said_back(&mut another, b"hei").await);
    }

    #[tokio::test]
    async fn carries_no_faster_than_it_may() {
        let proxy = Proxy::start(echo().await, 4).await;
        proxy.set(Weather { rate: Some(20_000), ..Weather::default() });
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        let begun = Instant::now();
        assert!(said_back(&mut stream, &[7; 4_000]).await);
        assert!(begun.elapsed() >= Duration::from_millis(200), "{:?}", begun.elapsed());
    }

    #[tokio::test]
    async fn cuts_at_a_byte_of_its_choice() {
        let proxy = Proxy::start(echo().await, 2).await;
        proxy.set(Weather { cut_within: Some(5_000), ..Weather::default() });
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        let mut carried = Vec::new();
        stream.write_all(&[7; 6_000]).await.unwrap();
        let _cut = stream.read_to_end(&mut carried).await;
        assert!((1..=5_000).contains(&carried.len()), "{}", carried.len());
        assert_eq!(proxy.cuts(), 1);
    }
}

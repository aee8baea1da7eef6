//! Our own accept loop over hyper: `axum::serve` has no header time-out, no bound on connections, and
//! cannot tell a stream that was upgraded from one that was not.

mod plain;
mod stream;
mod unread;

use std::{
    convert::Infallible,
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::{
    Router,
    extract::Request,
    http::{HeaderValue, header},
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{net::TcpListener, sync::Semaphore};
use tokio_util::sync::CancellationToken;
use tower::Service;

use plain::PlainConnections;
pub use plain::{CountedBy, OneTooMany};
use stream::{BUSY, CLOSING, ConnectionPhase, UPGRADED};
pub(crate) use stream::{ConnectionPermit, TimedStream};
use unread::Unread;

/// Bounds on connections.
#[derive(Debug, Clone)]
pub struct AcceptLimits {
    /// How many connections may be open, upgraded ones among them; the next one waits in the
    /// listener's queue.
    pub connections: usize,
    /// How many of one address may be open that are no lines; 0: as many as come. The next one is told 503.
    pub plain_per_address: usize,
    /// By what a peer is counted among them.
    pub counted_by: CountedBy,
    /// Who is told of each that is one too many.
    pub one_too_many: OneTooMany,
    /// From the first byte of a request to the end of its headers; of a new connection, from its beginning.
    pub headers: Duration,
    /// Between requests of one connection.
    pub idle: Duration,
    /// How long a peer may read nothing of an answer; then the connection is cut.
    pub unread: Duration,
    /// The kernel's send buffer of an upgraded stream, in bytes: small, so that a slow reader shows.
    pub upgraded_send_buffer: usize,
    /// How long an upgraded stream's bytes may stay unacknowledged before the kernel gives it up.
    pub upgraded_unacknowledged: Duration,
}

impl Default for AcceptLimits {
    fn default() -> Self {
        Self {
            connections: 60_000,
            plain_per_address: 256,
            counted_by: CountedBy::default(),
            one_too_many: OneTooMany::default(),
            headers: Duration::from_secs(10),
            idle: Duration::from_secs(60),
            unread: Duration::from_secs(30),
            upgraded_send_buffer: 32 * 1024,
            upgraded_unacknowledged: Duration::from_secs(12),
        }
    }
}

/// The connection that a request came on; an extension of each request.
#[derive(Debug, Clone)]
pub struct AcceptedConnection {
    peer: SocketAddr,
    phase: Arc<ConnectionPhase>,
}

impl AcceptedConnection {
    /// The peer's address.
    #[must_use]
    pub fn peer_address(&self) -> IpAddr {
        self.peer.ip()
    }

    /// One from `peer`, for tests that have no stream.
    #[cfg(test)]
    pub(crate) fn of_peer(peer: SocketAddr) -> Self {
        Self { peer, phase: Arc::default() }
    }

    /// Says that the stream now belongs to somebody else: no time limit of HTTP holds any more.
    pub(crate) fn upgraded(&self) {
        self.phase.set(UPGRADED);
        self.phase.is_no_plain_one();
    }
}

/// Accepts until `stop` is cancelled, then lets every open connection finish its present call. Calls
/// on `router` find their [`AcceptedConnection`] among the extensions. Upgraded streams are their owner's.
pub async fn serve(listener: TcpListener, router: Router, limits: AcceptLimits, stop: CancellationToken) {
    let places = Arc::new(Semaphore::new(limits.connections));
    let plain = PlainConnections::new(limits.plain_per_address, limits.counted_by.clone());
    let limits = Arc::new(limits);
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Some(plain_place) = plain.enter(peer.ip()) else {
                    (limits.one_too_many.0)(peer.ip());
                    tokio::spawn(Arc::clone(&plain).refuse(stream));
                    continue;
                };
                let (router, limits, stop) = (router.clone(), Arc::clone(&limits), stop.clone());
                let stream = TimedStream::new(stream, limits, place, plain_place);
                tokio::spawn(serve_connection(stream, peer, router, stop));
            }
            Err(error) => recover_from(&error).await,
        }
    }
    drop(listener);
    // Upgraded streams were sent away before this, by their owner.
    let all = u32::try_from(limits.connections).unwrap_or(u32::MAX);
    // Each connection gives its place back when it ends; the semaphore is never closed.
    let _all_ended = places.acquire_many(all).await;
}

/// A peer that hung up early costs nothing; a lack of descriptors needs a moment to pass.
async fn recover_from(error: &io::Error) {
    let of_the_peer = matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionRefused
    );
    if !of_the_peer {
        tracing::error!(%error, "accepting failed");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn serve_connection(stream: TimedStream, peer: SocketAddr, router: Router, stop: CancellationToken) {
    // Without it small frames wait for the peer's delayed acknowledgements; a socket that cannot is already dead.
    if stream.set_nodelay().is_err() {
        return;
    }
    let connection = AcceptedConnection { peer, phase: stream.phase() };
    let io = TokioIo::new(stream);
    let unread = Unread::default();
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let (mut router, connection, unread) = (router.clone(), connection.clone(), unread.clone());
        connection.phase.set(BUSY);
        async move {
            let mut request: Request = unread.watch(request);
            request.extensions_mut().insert(connection.clone());
            let mut response = router.call(request).await?;
            if unread.take_in().await {
                connection.phase.answered();
            } else {
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                connection.phase.set(CLOSING);
            }
            Ok::<_, Infallible>(response)
        }
    });
    let http = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(None)
        .max_buf_size(16 * 1024)
        .serve_connection(io, service);
    let mut http = std::pin::pin!(http.with_upgrades());
    tokio::select! {
        ended = http.as_mut() => log_end(ended),
        () = stop.cancelled() => {
            http.as_mut().graceful_shutdown();
            log_end(http.await);
        }
    }
}

fn log_end(ended: Result<(), hyper::Error>) {
    if let Err(error) = ended {
        tracing::trace!(%error, "a connection broke off");
    }
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpStream,
        time::Instant,
    };

    use super::*;

    async fn start(limits: AcceptLimits) -> (SocketAddr, CancellationToken, tokio::task::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let router = Router::new().route("/", get(|| async { "hei" }));
        (address, stop.clone(), tokio::spawn(serve(listener, router, limits, stop)))
    }

    fn short() -> AcceptLimits {
        AcceptLimits { headers: Duration::from_millis(50), idle: Duration::from_millis(300), ..AcceptLimits::default() }
    }

    async fn read_to_end(stream: &mut TcpStream) -> String {
        let mut all = Vec::new();
        // A reset counts as an end here: it is how a refused head may come back.
        let _end = stream.read_to_end(&mut all).await;
        String::from_utf8(all).unwrap()
    }

    #[tokio::test]
    async fn a_head_that_does_not_end_is_cut_off() {
        let (address, _stop, _task) = start(short()).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost:").await.unwrap();
        let started = Instant::now();
        assert_eq!(read_to_end(&mut stream).await, "");
        assert!(started.elapsed() < Duration::from_millis(290), "cut by the head's limit, not the idle one");
    }

    #[tokio::test]
    async fn a_connection_serves_several_calls_and_ends_when_idle() {
        let (address, _stop, _task) = start(short()).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
        let mut first = [0; 512];
        let read = stream.read(&mut first).await.unwrap();
        assert!(String::from_utf8_lossy(&first[..read]).ends_with("hei"));
        stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
        assert!(read_to_end(&mut stream).await.ends_with("hei"));
    }

    #[tokio::test]
    async fn a_connection_in_use_is_not_idle_however_old_it_is() {
        let (address, _stop, _task) = start(short()).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        let (started, mut answer) = (Instant::now(), [0; 512]);
        while started.elapsed() < short().idle * 3 {
            stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
            let read = stream.read(&mut answer).await.unwrap();
            assert!(String::from_utf8_lossy(&answer[..read]).ends_with("hei"), "after {:?}", started.elapsed());
        }
    }

    #[tokio::test]
    async fn one_that_says_nothing_at_all_is_cut_off_as_a_head_is() {
        let (address, _stop, _task) = start(short()).await;
        let (mut stream, started) = (TcpStream::connect(address).await.unwrap(), Instant::now());
        assert_eq!(read_to_end(&mut stream).await, "");
        assert!(started.elapsed() < Duration::from_millis(290), "cut by the head's limit, not the idle one");
    }

    #[tokio::test]
    async fn an_address_has_so_many_that_are_no_lines_and_others_are_served() {
        let of_others = CountedBy(Arc::new(|peer| (peer == IpAddr::from([127, 0, 0, 1])).then_some(peer)));
        let (tell, mut told) = tokio::sync::mpsc::channel(1);
        let one_too_many = OneTooMany(Arc::new(move |peer| {
            let _full = tell.try_send(peer);
        }));
        let limits =
            AcceptLimits { plain_per_address: 3, counted_by: of_others, one_too_many, ..AcceptLimits::default() };
        let (address, _stop, _task) = start(limits).await;
        let mut silent = Vec::new();
        for _ in 0..3 {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
            let _answered = stream.read(&mut [0; 512]).await.unwrap();
            silent.push(stream);
        }
        let mut one_more = TcpStream::connect(address).await.unwrap();
        one_more.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
        let refused = read_to_end(&mut one_more).await.to_ascii_lowercase();
        assert!(refused.starts_with("http/1.1 503 ") && refused.contains("\r\nretry-after: 1\r\n"), "{refused}");
        assert!(refused.contains("service/unavailable"), "{refused}");
        assert_eq!(told.recv().await, Some(IpAddr::from([127, 0, 0, 1])));

        let uncounted = tokio::net::TcpSocket::new_v4().unwrap();
        uncounted.bind("127.0.0.2:0".parse().unwrap()).unwrap();
        let mut proxy = uncounted.connect(address).await.unwrap();
        proxy.write_all(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await.unwrap();
        assert!(read_to_end(&mut proxy).await.ends_with("hei"));

        drop(silent);
        let served = async {
            loop {
                let mut stream = TcpStream::connect(address).await.unwrap();
                stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await.unwrap();
                if read_to_end(&mut stream).await.ends_with("hei") {
                    return;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), served).await.expect("a place is free again");
    }

    /// More than the kernels of both sides keep of a connection.
    const LARGE: usize = 32 * 1024 * 1024;

    #[tokio::test]
    async fn a_peer_that_never_reads_its_answer_is_cut_off() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        // One connection at a time: the next one is served when the first is cut.
        let limits = AcceptLimits { connections: 1, unread: Duration::from_millis(50), ..AcceptLimits::default() };
        let large = get(|| async { vec![b'x'; LARGE] });
        let router = Router::new().route("/", get(|| async { "hei" })).route("/large", large);
        let _task = tokio::spawn(serve(listener, router, limits, CancellationToken::new()));
        let mut deaf = TcpStream::connect(address).await.unwrap();
        let asked = b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n";
        // What was asked behind it stays unread, so that no other limit of the connection is looked at.
        deaf.write_all(&[&asked[..], asked].concat()).await.unwrap();
        let mut next = TcpStream::connect(address).await.unwrap();
        next.write_all(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await.unwrap();
        let served = tokio::time::timeout(Duration::from_secs(20), read_to_end(&mut next)).await;
        assert!(served.expect("the deaf one is cut").ends_with("hei"));
        drop(deaf);
    }

    #[tokio::test]
    async fn stopping_waits_for_the_last_connection() {
        let (address, stop, task) = start(AcceptLimits::default()).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
        let mut first = [0; 512];
        let _answer = stream.read(&mut first).await.unwrap();
        stop.cancel();
        assert_eq!(read_to_end(&mut stream).await, "");
        task.await.unwrap();
        assert!(TcpStream::connect(address).await.is_err());
    }
}

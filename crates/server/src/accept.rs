//! Our own accept loop over hyper: `axum::serve` has no header time-out, no bound on connections, and
//! cannot tell a stream that was upgraded from one that was not.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{Router, body::Body, extract::Request};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::Sleep,
};
use tokio_util::sync::CancellationToken;
use tower::Service;

/// Bytes that the kernel keeps of a line beyond what is on its way: what waits there can be replaced by nothing newer any
/// more, and on a line of 64 kbit/s a send buffer that is full holds the news of many seconds.
#[cfg(target_os = "linux")]
const UPGRADED_UNSENT: u32 = 8 * 1024;

/// Bounds on connections.
#[derive(Debug, Clone)]
pub struct AcceptLimits {
    /// How many connections may be open, upgraded ones among them; the next one waits in the
    /// listener's queue.
    pub connections: usize,
    /// From the first byte of a request to the end of its headers.
    pub headers: Duration,
    /// Between requests of one connection.
    pub idle: Duration,
    /// The kernel's send buffer of an upgraded stream, in bytes: small, so that a slow reader shows.
    pub upgraded_send_buffer: usize,
    /// How long an upgraded stream's bytes may stay unacknowledged before the kernel gives it up.
    pub upgraded_unacknowledged: Duration,
}

impl Default for AcceptLimits {
    fn default() -> Self {
        Self {
            connections: 60_000,
            headers: Duration::from_secs(5),
            idle: Duration::from_secs(60),
            upgraded_send_buffer: 32 * 1024,
            upgraded_unacknowledged: Duration::from_secs(12),
        }
    }
}

/// The connection that a request came on; an extension of each request.
#[derive(Debug, Clone)]
pub struct Connection {
    peer: SocketAddr,
    phase: Arc<Phase>,
}

impl Connection {
    /// The peer's address.
    #[must_use]
    pub fn peer_address(&self) -> IpAddr {
        self.peer.ip()
    }

    /// Says that the stream now belongs to somebody else: no time limit of HTTP holds any more.
    pub(crate) fn upgraded(&self) {
        self.phase.set(UPGRADED);
    }
}

/// Accepts until `stop` is cancelled, then lets every open connection finish its present call. Calls
/// on `router` find their [`Connection`] among the extensions. Upgraded streams are their owner's.
pub async fn serve(listener: TcpListener, router: Router, limits: AcceptLimits, stop: CancellationToken) {
    let places = Arc::new(Semaphore::new(limits.connections));
    let limits = Arc::new(limits);
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let (router, limits, stop) = (router.clone(), Arc::clone(&limits), stop.clone());
                let stream = TimedStream::new(stream, limits, place);
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
    if stream.stream.set_nodelay(true).is_err() {
        return;
    }
    let connection = Connection { peer, phase: Arc::clone(&stream.phase) };
    let io = TokioIo::new(stream);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let (mut router, connection) = (router.clone(), connection.clone());
        connection.phase.set(BUSY);
        async move {
            let mut request: Request = request.map(Body::new);
            request.extensions_mut().insert(connection.clone());
            let response = router.call(request).await;
            connection.phase.answered();
            response
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

const IDLE: u8 = 0;
const HEAD: u8 = 1;
const BUSY: u8 = 2;
const UPGRADED: u8 = 3;

/// What a connection is doing, known to its stream and to its calls.
#[derive(Debug, Default)]
struct Phase(AtomicU8);

impl Phase {
    fn get(&self) -> u8 {
        self.0.load(Ordering::Acquire)
    }

    fn set(&self, phase: u8) {
        self.0.store(phase, Ordering::Release);
    }

    /// Back to waiting for the next request, unless the stream was taken over.
    fn answered(&self) {
        let _unless_upgraded = self.0.compare_exchange(BUSY, IDLE, Ordering::AcqRel, Ordering::Acquire);
    }
}

/// A stream that ends when a request's head, or the next request, takes too long to come.
pub(crate) struct TimedStream {
    stream: TcpStream,
    phase: Arc<Phase>,
    limits: Arc<AcceptLimits>,
    /// Runs until the upgrade; beside it the phase for which it was set.
    deadline: Option<(u8, Pin<Box<Sleep>>)>,
    place: Place,
}

/// A connection's place among those that may be open. Given back when the stream is closed, upgraded or not: a descriptor
/// is a descriptor.
pub(crate) type Place = OwnedSemaphorePermit;

impl TimedStream {
    fn new(stream: TcpStream, limits: Arc<AcceptLimits>, place: Place) -> Self {
        Self { stream, phase: Arc::default(), limits, deadline: None, place }
    }

    /// Ready when the present phase has lasted too long. A call in progress runs on the idle clock
    /// too: hyper may not read again until something wakes it, and calls end far sooner than that.
    fn poll_too_long(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            let phase = self.phase.get();
            if phase == UPGRADED {
                self.deadline = None;
                return Poll::Pending;
            }
            let allowed = if phase == HEAD { self.limits.headers } else { self.limits.idle };
            let set = self.deadline.get_or_insert_with(|| (phase, Box::pin(tokio::time::sleep(allowed))));
            if set.0 != phase {
                *set = (phase, Box::pin(tokio::time::sleep(allowed)));
            }
            ready!(set.1.as_mut().poll(cx));
            if phase != BUSY {
                return Poll::Ready(());
            }
            self.deadline = None;
        }
    }

    /// Takes the stream out of HTTP, with the settings of a long-lived line.
    pub(crate) fn into_line(self) -> (TcpStream, Place) {
        let Self { stream, limits, place, .. } = self;
        let socket = SockRef::from(&stream);
        let sized = socket.set_send_buffer_size(limits.upgraded_send_buffer);
        #[cfg(target_os = "linux")]
        let sized = sized
            .and_then(|()| socket.set_tcp_notsent_lowat(UPGRADED_UNSENT))
            .and_then(|()| socket.set_tcp_user_timeout(Some(limits.upgraded_unacknowledged)));
        if let Err(error) = sized {
            tracing::debug!(%error, "an upgraded socket keeps its old settings");
        }
        (stream, place)
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if Pin::new(&mut self.stream).poll_read(cx, buf).is_ready() {
            // Bytes after a pause are the beginning of a request's head.
            let first_bytes = self.phase.0.compare_exchange(IDLE, HEAD, Ordering::AcqRel, Ordering::Acquire);
            if first_bytes.is_ok() {
                // The pause is over, and perhaps the next one is the first that is seen from here.
                self.deadline = None;
            }
            return Poll::Ready(Ok(()));
        }
        ready!(self.poll_too_long(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use tokio::time::Instant;

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

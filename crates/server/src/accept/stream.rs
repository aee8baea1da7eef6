//! The stream of a connection: its time limits, its end, and how it is handed over.

use std::{
    io,
    mem::MaybeUninit,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU8, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use socket2::SockRef;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    sync::OwnedSemaphorePermit,
    time::Sleep,
};

use super::{AcceptLimits, plain::PlainPlace};

/// Bytes that the kernel keeps of a line beyond what is on its way: what waits there can be replaced by nothing newer any
/// more, and on a line of 64 kbit/s a send buffer that is full holds the news of many seconds.
#[cfg(target_os = "linux")]
const UPGRADED_UNSENT: u32 = 8 * 1024;
/// How long a peer that still sends is given to read its answer.
const LINGERS: Duration = Duration::from_secs(10);

/// Nothing has come yet.
const NEW: u8 = 5;
const IDLE: u8 = 0;
const HEAD: u8 = 1;
pub(super) const BUSY: u8 = 2;
pub(super) const UPGRADED: u8 = 3;
/// Answered while the peer may still be sending a body that nobody takes.
pub(super) const CLOSING: u8 = 4;

/// What a connection is doing, known to its stream and to its calls.
#[derive(Debug)]
pub(super) struct ConnectionPhase {
    is: AtomicU8,
    /// While it is no line.
    plain: Mutex<Option<PlainPlace>>,
}

impl Default for ConnectionPhase {
    fn default() -> Self {
        Self { is: AtomicU8::new(NEW), plain: Mutex::default() }
    }
}

impl ConnectionPhase {
    fn new(plain: PlainPlace) -> Self {
        Self { is: AtomicU8::new(NEW), plain: Mutex::new(Some(plain)) }
    }

    fn get(&self) -> u8 {
        self.is.load(Ordering::Acquire)
    }

    pub(super) fn set(&self, phase: u8) {
        self.is.store(phase, Ordering::Release);
    }

    /// It counts among the plain connections no more.
    pub(super) fn is_no_plain_one(&self) {
        drop(self.plain.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// The first bytes after a pause are the beginning of a request's head. Whether these are.
    fn begins_head(&self) -> bool {
        let from = |phase| self.is.compare_exchange(phase, HEAD, Ordering::AcqRel, Ordering::Acquire).is_ok();
        from(IDLE) || from(NEW)
    }

    /// Back to waiting for the next request, unless the stream was taken over.
    pub(super) fn answered(&self) {
        let _unless_upgraded = self.is.compare_exchange(BUSY, IDLE, Ordering::AcqRel, Ordering::Acquire);
    }
}

/// A stream that ends when a request's head, or the next request, takes too long to come.
pub(crate) struct TimedStream {
    stream: TcpStream,
    phase: Arc<ConnectionPhase>,
    limits: Arc<AcceptLimits>,
    /// Runs until the upgrade; beside it the phase for which it was set.
    deadline: Option<(u8, Pin<Box<Sleep>>)>,
    /// Runs while the peer takes nothing of what is written.
    unread: Option<Pin<Box<Sleep>>>,
    /// Runs from the end of the last answer, where the peer may still be sending.
    lingers_until: Option<Pin<Box<Sleep>>>,
    place: ConnectionPermit,
}

/// A connection's place among those that may be open. Given back when the stream is closed, upgraded or not: a descriptor
/// is a descriptor.
pub(crate) type ConnectionPermit = OwnedSemaphorePermit;

impl TimedStream {
    pub(super) fn new(
        stream: TcpStream,
        limits: Arc<AcceptLimits>,
        place: ConnectionPermit,
        plain: PlainPlace,
    ) -> Self {
        Self {
            stream,
            phase: Arc::new(ConnectionPhase::new(plain)),
            limits,
            deadline: None,
            unread: None,
            lingers_until: None,
            place,
        }
    }

    /// Sends what is written at once.
    pub(super) fn set_nodelay(&self) -> io::Result<()> {
        self.stream.set_nodelay(true)
    }

    /// What it is doing, as its calls say.
    pub(super) fn phase(&self) -> Arc<ConnectionPhase> {
        Arc::clone(&self.phase)
    }

    /// Passes over what the peer still sends, until it ends or for [`LINGERS`]: bytes that nobody read would make the kernel
    /// reset the connection, and the peer's kernel throw the answer away.
    fn poll_linger(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let mut room = [MaybeUninit::uninit(); 8 * 1024];
        loop {
            let mut passed_over = ReadBuf::uninit(&mut room);
            match Pin::new(&mut self.stream).poll_read(cx, &mut passed_over) {
                Poll::Ready(Ok(())) if !passed_over.filled().is_empty() => {}
                Poll::Ready(_ended) => return Poll::Ready(()),
                Poll::Pending => break,
            }
        }
        let until = self.lingers_until.get_or_insert_with(|| Box::pin(tokio::time::sleep(LINGERS)));
        until.as_mut().poll(cx)
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
            let allowed = if matches!(phase, NEW | HEAD) { self.limits.headers } else { self.limits.idle };
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

    /// Fails where the peer has taken nothing for too long.
    fn poll_taken<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.unread = None;
            return written;
        }
        let allowed = self.limits.unread;
        let unread = self.unread.get_or_insert_with(|| Box::pin(tokio::time::sleep(allowed)));
        ready!(unread.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Takes the stream out of HTTP, with the settings of a long-lived line.
    pub(crate) fn into_line(self) -> (TcpStream, ConnectionPermit) {
        self.phase.is_no_plain_one();
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
            if self.phase.begins_head() {
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
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.poll_taken(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.poll_taken(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.lingers_until.is_none() {
            ready!(Pin::new(&mut self.stream).poll_shutdown(cx))?;
        }
        if self.phase.get() == CLOSING {
            ready!(self.poll_linger(cx));
        }
        Poll::Ready(Ok(()))
    }
}

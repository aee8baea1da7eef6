//! How a request becomes a WebSocket (RFC 6455 §4.2), and its stream is taken back from HTTP: whoever speaks the frames
//! holds the socket itself.

use std::{
    io::{self, IoSlice},
    net::Shutdown,
    task::{Context, Poll},
};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use bytes::{Bytes, BytesMut};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use rustix::{
    io::Errno,
    net::{SendFlags, send},
};
use socket2::SockRef;
use tokio::net::TcpStream;
use tungstenite::handshake::derive_accept_key;

use crate::accept::{AcceptedConnection, ConnectionPermit, TimedStream};

/// The only version that RFC 6455 has.
const VERSION: &[u8] = b"13";

/// A request that asks for a WebSocket.
#[derive(Debug)]
pub struct Handshake {
    accept: String,
    protocols: Vec<HeaderValue>,
    connection: Option<AcceptedConnection>,
    on_upgrade: OnUpgrade,
}

impl Handshake {
    /// Reads the request; none where it does not ask for a WebSocket, or not as it must.
    pub fn of(parts: &mut Parts) -> Option<Self> {
        let Parts { method, headers, extensions, .. } = parts;
        let asks = *method == Method::GET
            && has_token(headers, &header::CONNECTION, "upgrade")
            && has_token(headers, &header::UPGRADE, "websocket")
            && headers.get(header::SEC_WEBSOCKET_VERSION).is_some_and(|version| version == VERSION);
        let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|key| asks && !key.is_empty())?;
        Some(Self {
            accept: derive_accept_key(key.as_bytes()),
            protocols: headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter().cloned().collect(),
            connection: extensions.get().cloned(),
            on_upgrade: extensions.remove()?,
        })
    }

    /// Whether the client speaks a subprotocol; names are compared as they are.
    #[must_use]
    pub fn offers(&self, protocol: &str) -> bool {
        self.protocols.iter().any(|names| tokens(names).any(|name| name == protocol))
    }

    /// Agrees, to a subprotocol where one is asked for. `begin` is given the stream, and what came on it already, when the answer is out; not
    /// where the client hangs up before.
    pub fn accept<F>(
        self,
        protocol: Option<&'static str>,
        begin: impl FnOnce(Stream, Bytes) -> F + Send + 'static,
    ) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let Self { accept, connection, on_upgrade, .. } = self;
        if let Some(connection) = connection {
            connection.upgraded();
        }
        tokio::spawn(async move {
            match on_upgrade.await.map(Stream::take_back) {
                // A task of its own: this one is larger than most lines.
                Ok(Some((stream, early))) => drop(tokio::spawn(begin(stream, early))),
                Ok(None) => tracing::error!("an upgraded stream was not of our own accept loop"),
                Err(error) => tracing::trace!(%error, "a client hung up before its line was open"),
            }
        });
        let headers = [
            (header::CONNECTION, HeaderValue::from_static("upgrade")),
            (header::UPGRADE, HeaderValue::from_static("websocket")),
        ];
        let mut response = (StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response();
        let headers = response.headers_mut();
        headers.extend(protocol.map(|name| (header::SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(name))));
        // It is base64, which a header can be made of.
        headers.extend(HeaderValue::from_str(&accept).ok().map(|accept| (header::SEC_WEBSOCKET_ACCEPT, accept)));
        response
    }
}

/// Whether a header that lists tokens has one, in whatever case.
fn has_token(headers: &HeaderMap, name: &HeaderName, token: &str) -> bool {
    headers.get_all(name).iter().any(|value| tokens(value).any(|found| found.eq_ignore_ascii_case(token)))
}

fn tokens(value: &HeaderValue) -> impl Iterator<Item = &str> {
    value.to_str().unwrap_or_default().split(',').map(str::trim)
}

/// A TCP stream that was HTTP's. Its settings are those of a long-lived line
/// ([`AcceptLimits`](crate::accept::AcceptLimits)).
#[derive(Debug)]
#[repr(C)]
pub struct Stream {
    _place: ConnectionPermit,
    // Last, so that its descriptor lies beside what follows in a line.
    tcp: TcpStream,
}

impl Stream {
    /// None where the stream did not come through our accept loop.
    fn take_back(upgraded: hyper::upgrade::Upgraded) -> Option<(Self, Bytes)> {
        let parts = upgraded.downcast::<TokioIo<TimedStream>>().ok()?;
        let (tcp, place) = parts.io.into_inner().into_line();
        Some((Self { _place: place, tcp }, parts.read_buf))
    }

    /// Writes as many bytes as the kernel takes now.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] where it takes none now; any other where the stream is dead.
    #[inline]
    pub fn try_write(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        match parts {
            // Past the runtime's own notes on this socket, which lie elsewhere in memory and are of use only where
            // the kernel takes nothing.
            [whole] => match send(&self.tcp, whole, SendFlags::empty()) {
                Err(Errno::AGAIN) => self.tcp.try_write(whole),
                sent => Ok(sent?),
            },
            _ => self.tcp.try_write_vectored(parts),
        }
    }

    /// Appends what has come, as far as there is room; 0 at its end.
    ///
    /// # Errors
    /// As [`try_write`](Self::try_write).
    pub fn try_read(&self, room: &mut BytesMut) -> io::Result<usize> {
        self.tcp.try_read_buf(room)
    }

    /// Says that nothing follows what was written. A dead stream is one already.
    pub fn finish(&self) {
        let _dead = SockRef::from(&self.tcp).shutdown(Shutdown::Write);
    }

    /// Reads once, when something comes; 0 at its end.
    ///
    /// # Errors
    /// Where the stream is dead.
    pub async fn read(&self, room: &mut [u8]) -> io::Result<usize> {
        loop {
            self.tcp.readable().await?;
            match self.tcp.try_read(room) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return read,
            }
        }
    }

    /// Ready when something has come. One task may wait for it.
    ///
    /// # Errors
    /// Where the stream is dead.
    pub fn poll_read_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.tcp.poll_read_ready(cx)
    }

    /// Ready when the kernel takes more. One task may wait for it.
    ///
    /// # Errors
    /// Where the stream is dead.
    pub fn poll_write_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.tcp.poll_write_ready(cx)
    }
}

//! One line of a watcher, from the upgrade to its end.

use std::{net::SocketAddr, time::Duration};

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::{
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, client::IntoClientRequest, http::HeaderValue, protocol::WebSocketConfig},
};

use super::watcher::Pace;

/// How long the connection, the upgrade and the greeting may take (docs/spec/hub.md, "The client's duty").
const GREETED_WITHIN: Duration = Duration::from_secs(5);

/// An open line.
pub(super) struct LiveLine(WebSocketStream<TcpStream>);

/// What came on it.
pub(super) enum LineEvent {
    /// A text frame.
    Text(String),
    /// Its end, with the close code where it was closed.
    End(Option<u16>),
}

impl LiveLine {
    /// Connects and upgrades; nothing where that fails or takes too long.
    pub(super) async fn open(address: SocketAddr, pace: Pace) -> Option<Self> {
        timeout(GREETED_WITHIN, Self::connect(address, pace)).await.ok().flatten()
    }

    async fn connect(address: SocketAddr, pace: Pace) -> Option<Self> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }.ok()?;
        if let Pace::Naps { buffer, .. } = pace {
            socket.set_recv_buffer_size(buffer).ok()?;
        }
        let stream = socket.connect(address).await.ok()?;
        stream.set_nodelay(true).ok()?;
        let mut request = format!("ws://{address}/api/tracking/live").into_client_request().ok()?;
        request.headers_mut().insert("sec-websocket-protocol", HeaderValue::from_static("ovelle.live.v1"));
        // Thousands of lines in one process: the library's own buffers take 128 KiB each.
        let config = WebSocketConfig::default().read_buffer_size(2 * 1024).write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await.ok()?;
        Some(Self(socket))
    }

    /// Says something; false where the line has ended.
    pub(super) async fn say(&mut self, frame: &Value) -> bool {
        self.0.send(Message::text(frame.to_string())).await.is_ok()
    }

    /// What comes next; nothing within `silence` is an end too.
    pub(super) async fn next(&mut self, silence: Duration) -> LineEvent {
        loop {
            match timeout(silence, self.0.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => return LineEvent::Text(text.to_string()),
                Ok(Some(Ok(Message::Close(close)))) => {
                    // The library answers it while it is read on.
                    let _answered = timeout(Duration::from_secs(1), self.0.next()).await;
                    return LineEvent::End(Some(close.map_or(1005, |frame| frame.code.into())));
                }
                Ok(Some(Ok(_))) => {}
                Ok(Some(Err(_)) | None) | Err(_) => return LineEvent::End(None),
            }
        }
    }

    /// Says goodbye.
    pub(super) async fn close(mut self) {
        let _gone = timeout(Duration::from_secs(1), self.0.close(None)).await;
    }
}

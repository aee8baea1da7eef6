//! A watcher: a client of the live socket that reads frame by frame.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, client_async, connect_async,
    tungstenite::{
        Error, Message,
        client::IntoClientRequest,
        http::{HeaderValue, Request},
    },
};

use crate::{app::TestApp, kitchen::Registered};

/// How long a frame may take before a test gives up on it. Nothing waits this long in a run that passes.
const PATIENCE: Duration = Duration::from_secs(20);

/// A client of the live socket.
pub struct Watcher(WebSocketStream<MaybeTlsStream<TcpStream>>);

/// What came on the socket.
#[derive(Debug, Clone, PartialEq)]
pub enum SocketEvent {
    /// A frame.
    Frame(Value),
    /// A close, with its code.
    Close(u16),
    /// The end of the stream without a close.
    End,
}

impl Watcher {
    /// Opens a live line with these headers.
    ///
    /// # Errors
    /// Where the upgrade is refused.
    ///
    /// # Panics
    /// Where a header cannot be written.
    pub async fn try_open(app: &TestApp, headers: &[(&'static str, &str)]) -> Result<Self, Box<Error>> {
        Self::try_open_at(app, "/api/tracking/live", headers).await
    }

    /// Opens a line at a path with these headers.
    ///
    /// # Errors
    /// Where the upgrade is refused.
    ///
    /// # Panics
    /// Where a header cannot be written.
    pub async fn try_open_at(app: &TestApp, path: &str, headers: &[(&'static str, &str)]) -> Result<Self, Box<Error>> {
        let request = request(app, path, headers);
        connect_async(request).await.map(|(stream, _)| Self(stream)).map_err(Box::new)
    }

    /// Opens a line as the page does, and reads the greeting.
    ///
    /// # Panics
    /// Where it is refused, or is not greeted.
    pub async fn open(app: &TestApp) -> Self {
        let mut watcher =
            Self::try_open(app, &[("sec-websocket-protocol", "ovelle.live.v1")]).await.expect("the line opens");
        let hello = watcher.frame().await;
        assert_eq!((&hello["type"], &hello["protocol"]), (&json!("hello"), &json!(1)));
        watcher
    }

    /// Opens a line at a path whose kernel takes next to nothing while it is not read.
    ///
    /// # Panics
    /// Where it is refused.
    pub async fn open_narrow_at(app: &TestApp, path: &str, headers: &[(&'static str, &str)]) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(2048).expect("a small buffer");
        let stream = socket.connect(app.node().address()).await.expect("the server listens");
        let line = client_async(request(app, path, headers), MaybeTlsStream::Plain(stream)).await;
        Self(line.expect("the line opens").0)
    }

    /// The same for a live line, with its greeting read.
    ///
    /// # Panics
    /// Where it is refused, or is not greeted.
    pub async fn open_narrow(app: &TestApp) -> Self {
        let headers = [("sec-websocket-protocol", "ovelle.live.v1")];
        let mut watcher = Self::open_narrow_at(app, "/api/tracking/live", &headers).await;
        watcher.expect("hello").await;
        watcher
    }

    /// Sends a text frame as it is.
    ///
    /// # Panics
    /// Where the line is dead.
    pub async fn say(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.expect("the line lives");
    }

    /// Sends text frames in one write, so that they arrive together.
    ///
    /// # Panics
    /// Where the line is dead.
    pub async fn say_together(&mut self, texts: impl IntoIterator<Item = String>) {
        for text in texts {
            self.0.feed(Message::text(text)).await.expect("the line lives");
        }
        self.0.flush().await.expect("the line lives");
    }

    /// Sends any message.
    ///
    /// # Panics
    /// Where the line is dead.
    pub async fn send(&mut self, message: Message) {
        self.0.send(message).await.expect("the line lives");
    }

    /// Asks to watch an order.
    pub async fn subscribe(&mut self, order: &Registered, since: Option<i64>) {
        let mut ask = json!({ "type": "subscribe", "topic": "order", "orderId": order.id, "orderKey": order.key });
        if let Some(since) = since {
            ask["since"] = json!(since);
        }
        self.say(&ask.to_string()).await;
    }

    /// What comes next; beats are passed over.
    ///
    /// # Panics
    /// Where nothing but beats comes.
    pub async fn next(&mut self) -> SocketEvent {
        let other = async {
            loop {
                match self.next_of_all().await {
                    SocketEvent::Frame(frame) if frame["type"] == "beat" => {}
                    came => return came,
                }
            }
        };
        timeout(PATIENCE, other).await.expect("something but beats comes")
    }

    /// The next frame, a beat too.
    ///
    /// # Panics
    /// Where the line ends instead.
    pub async fn any_frame(&mut self) -> Value {
        match self.next_of_all().await {
            SocketEvent::Frame(frame) => frame,
            other => panic!("a frame was expected, not {other:?}"),
        }
    }

    async fn next_of_all(&mut self) -> SocketEvent {
        loop {
            let came = timeout(PATIENCE, self.0.next()).await.expect("something comes");
            match came {
                Some(Ok(Message::Text(text))) => {
                    return SocketEvent::Frame(serde_json::from_str(&text).expect("frames are JSON"));
                }
                Some(Ok(Message::Close(close))) => {
                    return SocketEvent::Close(close.map_or(1005, |frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return SocketEvent::End,
            }
        }
    }

    /// The next frame.
    ///
    /// # Panics
    /// Where the line ends instead.
    pub async fn frame(&mut self) -> Value {
        match self.next().await {
            SocketEvent::Frame(frame) => frame,
            other => panic!("a frame was expected, not {other:?}"),
        }
    }

    /// The next frame, which must be of this type.
    ///
    /// # Panics
    /// Where it is not.
    pub async fn expect(&mut self, kind: &str) -> Value {
        let frame = self.frame().await;
        assert_eq!(frame["type"], kind, "{frame}");
        frame
    }

    /// Proves that nothing else is on its way: a pong comes after all that was asked before it.
    ///
    /// # Panics
    /// Where something else comes first.
    pub async fn expect_silence(&mut self) {
        self.say(r#"{"type":"ping"}"#).await;
        let frame = self.frame().await;
        assert_eq!(frame, json!({ "type": "pong" }));
    }
}

/// A request for a line at a path.
fn request(app: &TestApp, path: &str, headers: &[(&'static str, &str)]) -> Request<()> {
    let address = format!("ws://{}{path}", app.node().address());
    let mut request = address.into_client_request().expect("an address of a socket");
    for (name, value) in headers {
        request.headers_mut().insert(*name, HeaderValue::from_str(value).expect("a header's value"));
    }
    request
}

//! One line on which watchers sit, kept as docs/spec/hub.md, "The client's duty" says.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use tokio::{
    net::TcpStream,
    sync::Notify,
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{Message, client::IntoClientRequest, http::HeaderValue},
};
use tracing::debug;

use super::{
    Shared,
    book::Ask,
    frame::{Seen, WatcherFrame},
};

type LineSocket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Without a greeting within this, a line is given up.
const GREETED_WITHIN: Duration = Duration::from_secs(5);
/// Before the greeting has said otherwise, seconds.
const USUAL_BEAT: u64 = 15;
/// The first back-off, doubled with each failure, seconds.
const FIRST_WAIT: f64 = 0.5;
const LONGEST_WAIT: f64 = 20.0;
/// After which a watcher asks again who was told that it cannot be had now.
const ASKS_AGAIN: Duration = Duration::from_millis(500);
/// Lines draw from streams of their own, far from all others.
const FIRST_STREAM: u64 = 1 << 34;

/// Close codes after which one comes back later, or not at all (docs/spec/hub.md, "Close codes").
const POLICY: u16 = 1008;
const TOO_BIG: u16 = 1009;
const LEAVING: u16 = 1012;
const TOO_MANY: u16 = 4429;

/// Keeps a line for as long as the watchers are there.
pub(super) fn keep(shared: &Arc<Shared>, line: usize, bell: Arc<Notify>) {
    let mut chance = ChaCha8Rng::seed_from_u64(shared.seed);
    chance.set_stream(FIRST_STREAM + line as u64);
    let (stop, shared) = (shared.stop.clone(), Arc::downgrade(shared));
    tokio::spawn(async move {
        let line = WatcherLine { shared, line, bell, chance, failures: 0 };
        stop.run_until_cancelled(Box::pin(line.live())).await;
    });
}

struct WatcherLine {
    /// Without watchers there is no line.
    shared: Weak<Shared>,
    line: usize,
    bell: Arc<Notify>,
    chance: ChaCha8Rng,
    failures: i32,
}

/// How a line ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineEnd {
    /// With a close code, where there was one.
    Line(Option<u16>),
    /// Nobody is there any more.
    Watchers,
}

impl WatcherLine {
    async fn live(mut self) {
        let mut is_first = true;
        loop {
            // A line that asks for nothing is closed by the server.
            while self.with(|book, line| book.is_empty(line)).unwrap_or(false) {
                self.bell.notified().await;
            }
            if !std::mem::take(&mut is_first) && self.with(|book, _| book.count_reconnect()).is_none() {
                return;
            }
            let close = match self.open_and_read().await {
                LineEnd::Line(close) => close,
                LineEnd::Watchers => return,
            };
            debug!(line = self.line, close, "a line has ended");
            if matches!(close, Some(POLICY | TOO_BIG)) {
                return;
            }
            sleep(self.wait_after(close)).await;
        }
    }

    fn with<T>(&self, ask: impl FnOnce(&mut super::Book, usize) -> T) -> Option<T> {
        let shared = self.shared.upgrade()?;
        let answer = ask(&mut shared.book(), self.line);
        Some(answer)
    }

    fn wait_after(&mut self, close: Option<u16>) -> Duration {
        let seconds = match close {
            Some(LEAVING) => self.chance.random_range(0.0..5.0),
            Some(TOO_MANY) => self.chance.random_range(10.0..30.0),
            _ => {
                let most = (FIRST_WAIT * 2_f64.powi(self.failures.min(10))).min(LONGEST_WAIT);
                self.chance.random_range(0.0..most)
            }
        };
        self.failures += 1;
        Duration::from_secs_f64(seconds)
    }

    async fn open_and_read(&mut self) -> LineEnd {
        let Some(live) = self.shared.upgrade().map(|shared| shared.live.to_string()) else { return LineEnd::Watchers };
        let Ok(Some((mut socket, beat))) = timeout(GREETED_WITHIN, open(&live)).await else {
            return LineEnd::Line(None);
        };
        self.failures = 0;
        let Some(asks) = self.with(|book, line| book.begin(line)) else { return LineEnd::Watchers };
        if !say(&mut socket, asks).await {
            return LineEnd::Line(None);
        }
        // Silence of two beats means that it is dead.
        let silence = 2 * Duration::from_secs(beat);
        let mut dead_at = Instant::now() + silence;
        loop {
            tokio::select! {
                () = self.bell.notified() => {
                    let Some(asks) = self.with(|book, line| book.asks(line)) else { return LineEnd::Watchers };
                    if !say(&mut socket, asks).await {
                        return LineEnd::Line(None);
                    }
                }
                came = socket.next() => {
                    dead_at = Instant::now() + silence;
                    match came {
                        Some(Ok(Message::Text(text))) => {
                            let Some(asks) = self.hear(&text).await else { return LineEnd::Watchers };
                            if !say(&mut socket, asks).await {
                                return LineEnd::Line(None);
                            }
                        }
                        Some(Ok(Message::Close(close))) => {
                            // The library answers it while it is read on.
                            let _answered = timeout(Duration::from_secs(1), socket.next()).await;
                            return LineEnd::Line(close.map(|frame| frame.code.into()));
                        }
                        Some(Ok(_)) => {}
                        Some(Err(_)) | None => return LineEnd::Line(None),
                    }
                }
                () = sleep_until(dead_at) => return LineEnd::Line(None),
            }
        }
    }

    /// Notes what came; answers what is to be said to it. None where nobody is there any more.
    async fn hear(&self, text: &str) -> Option<Vec<Ask>> {
        let now = Instant::now();
        let Some(mut frame) = WatcherFrame::read(text) else { return Some(Vec::new()) };
        let Some(order_id) = frame.order_id.take() else { return Some(Vec::new()) };
        let Some(seen) = frame.seen() else { return Some(Vec::new()) };
        if seen == Seen::NotNow {
            sleep(ASKS_AGAIN).await;
            return self.with(|book, line| book.again(line, &order_id).into_iter().collect());
        }
        self.with(|book, line| book.see(line, &order_id, &seen, now))?;
        self.shared.upgrade()?.heard.notify_waiters();
        Some(Vec::new())
    }
}

/// Connects, and is greeted; answers the beat too, seconds.
async fn open(live: &str) -> Option<(LineSocket, u64)> {
    let mut request = live.into_client_request().ok()?;
    request.headers_mut().insert("sec-websocket-protocol", HeaderValue::from_static("ovelle.live.v1"));
    let (mut socket, _) = connect_async_with_config(request, None, true).await.ok()?;
    loop {
        if let Message::Text(text) = socket.next().await?.ok()? {
            let hello = WatcherFrame::read(&text).filter(WatcherFrame::is_hello)?;
            return Some((socket, hello.beat_seconds.unwrap_or(USUAL_BEAT)));
        }
    }
}

/// Says it all; false where the line has ended.
async fn say(socket: &mut LineSocket, asks: Vec<Ask>) -> bool {
    for ask in asks {
        let text = match ask {
            Ask::Subscribe { order_id, order_key, since } => {
                let mut frame =
                    json!({ "type": "subscribe", "topic": "order", "orderId": order_id, "orderKey": order_key });
                if let Some(since) = since {
                    frame["since"] = json!(since);
                }
                frame
            }
            Ask::Unsubscribe { order_id } => json!({ "type": "unsubscribe", "topic": "order", "orderId": order_id }),
        };
        if socket.feed(Message::text(text.to_string())).await.is_err() {
            return false;
        }
    }
    socket.flush().await.is_ok()
}

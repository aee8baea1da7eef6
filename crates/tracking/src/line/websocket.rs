//! A line over axum's WebSocket: one task owns the socket; whoever has news leaves them in the
//! line's state and wakes it.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use tokio::{sync::Notify, time::timeout};

use super::{Frame, FrameKind, Line, LineId, LineState, Outgoing};
use crate::{
    close::CloseCode,
    hub::{Hub, Seat},
    session::complaint,
};

/// What a client says on a line, and what follows from it. It speaks through the line's state.
pub(crate) trait Conversation: Send {
    /// The largest frame that the client may send, in bytes.
    fn largest_frame(&self) -> usize;

    /// A text frame came.
    fn on_text(&mut self, text: &str);

    /// A binary frame came, which none of our protocols has.
    fn on_binary(&mut self);

    /// Whether there is room for another frame beside what is in work.
    fn is_open(&self) -> bool;

    /// Goes on with what is in work until some of it is done; for ever where nothing is. May be
    /// dropped at any moment and called again.
    fn work(&mut self) -> impl Future<Output = ()> + Send;

    /// Leaves all that the line watches: it has ended.
    fn leave(&mut self);
}

/// A line whose bytes are written by the task of its socket.
#[derive(Debug)]
struct WebSocketLine {
    id: LineId,
    state: Mutex<LineState>,
    wake: Notify,
}

impl Line for WebSocketLine {
    fn id(&self) -> LineId {
        self.id
    }

    fn with(&self, work: &mut dyn FnMut(&mut LineState)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut state);
        let has_work = state.has_work();
        drop(state);
        if has_work {
            self.wake.notify_one();
        }
    }
}

/// Serves one socket until it ends.
pub(crate) async fn serve<C: Conversation>(
    socket: WebSocket,
    hub: Hub,
    seat: Seat,
    begin: impl FnOnce(Arc<dyn Line>) -> C,
) {
    let state = LineState::new(hub.limits(), hub.second(), hub.first_second());
    let line = Arc::new(WebSocketLine { id: seat.id(), state: Mutex::new(state), wake: Notify::new() });
    let shared: Arc<dyn Line> = Arc::<WebSocketLine>::clone(&line);
    seat.seat(&shared);
    let mut socket = Socket { socket, line, hub, conversation: begin(Arc::clone(&shared)), shared };
    let ended = socket.run().await;
    socket.conversation.leave();
    if ended == Err(Ended::ByClient) {
        socket.answer_goodbye().await;
    }
}

/// Refuses a socket that has no seat: scripts cannot read why an upgrade failed, so it is opened and
/// closed with its code.
pub(crate) async fn refuse(mut socket: WebSocket, code: CloseCode, patience: Duration) {
    let _ended = timeout(patience, close(&mut socket, code)).await;
}

struct Socket<C> {
    socket: WebSocket,
    line: Arc<WebSocketLine>,
    shared: Arc<dyn Line>,
    hub: Hub,
    conversation: C,
}

/// How the socket has ended.
#[derive(PartialEq, Eq)]
enum Ended {
    /// Broken off, or closed from here.
    Gone,
    /// The client said goodbye.
    ByClient,
}

impl<C: Conversation> Socket<C> {
    async fn run(&mut self) -> Result<(), Ended> {
        loop {
            self.write_what_waits().await?;
            tokio::select! {
                () = self.line.wake.notified() => {}
                () = self.conversation.work() => {}
                message = self.socket.next(), if self.hears() => self.on_message(message)?,
            }
        }
    }

    /// While much waits for the client, or much of what it said is in work, it is not read.
    fn hears(&self) -> bool {
        let mut is_deaf = false;
        self.line
            .with(&mut |state| is_deaf = state.queued_bytes() > self.hub.limits().deaf_bytes || state.is_closing());
        !is_deaf && self.conversation.is_open()
    }

    fn on_message(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), Ended> {
        match message {
            Some(Ok(Message::Text(text))) if text.len() > self.conversation.largest_frame() => {
                self.close(CloseCode::TooBig);
            }
            Some(Ok(Message::Text(text))) => self.conversation.on_text(&text),
            Some(Ok(Message::Binary(_))) => self.conversation.on_binary(),
            // Pings are answered by the library with the next write.
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Err(error)) if is_too_big(&error) => self.close(CloseCode::TooBig),
            // Not a WebSocket's bytes, or a stream that is gone: then saying goodbye fails at once.
            Some(Err(_)) => {
                let complaint = Frame::answer(&complaint());
                self.line.with(&mut |state| state.tell(&complaint));
                self.close(CloseCode::Policy);
            }
            Some(Ok(Message::Close(_))) => return Err(Ended::ByClient),
            None => return Err(Ended::Gone),
        }
        Ok(())
    }

    fn close(&self, code: CloseCode) {
        self.line.with(&mut |state| state.close(code));
    }

    async fn write_what_waits(&mut self) -> Result<(), Ended> {
        loop {
            let (mut written, mut outgoing) = (Vec::new(), Outgoing::Nothing);
            let now = self.hub.second();
            self.line.with(&mut |state| {
                // Whoever takes has written what was taken before.
                written = state.written();
                outgoing = state.take();
                if matches!(outgoing, Outgoing::Frames(_)) {
                    state.wrote(now);
                }
            });
            // What a board has changed while its last frame was on its way is told now.
            written.iter().for_each(|board| board.feed(&self.shared));
            match outgoing {
                Outgoing::Nothing if written.is_empty() => return Ok(()),
                Outgoing::Nothing => {}
                Outgoing::Frames(frames) => self.write(frames).await?,
                Outgoing::Close(code) => {
                    if code == CloseCode::TooSlow {
                        self.hub.metrics().slow_lines.inc();
                    }
                    let patience = self.hub.limits().stuck_write;
                    let _ended = timeout(patience, close(&mut self.socket, code)).await;
                    return Err(Ended::Gone);
                }
            }
        }
    }

    async fn write(&mut self, frames: Vec<Frame>) -> Result<(), Ended> {
        self.hub.metrics().frames.inc_by(frames.len() as u64);
        let patience = self.patience(&frames);
        let socket = &mut self.socket;
        let writing = async {
            for frame in frames {
                socket.feed(Message::Text(frame.text().clone())).await?;
            }
            socket.flush().await
        };
        match timeout(patience, writing).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Ended::Gone),
            Err(_) => {
                self.close(CloseCode::TooSlow);
                Ok(())
            }
        }
    }

    /// How long a write may take. The library does not say how far it has come, so a board, which may
    /// be far longer than what waits otherwise, is given the same time for each part of that length.
    fn patience(&self, frames: &[Frame]) -> Duration {
        let limits = self.hub.limits();
        let boards = frames.iter().filter(|frame| matches!(frame.kind(), FrameKind::Board(_)));
        let parts = boards.map(Frame::len).sum::<usize>() / limits.queued_bytes.max(1);
        limits.stuck_write.saturating_mul(u32::try_from(parts).unwrap_or(u32::MAX).saturating_add(1))
    }

    /// The library answers a client's goodbye when it is read on.
    async fn answer_goodbye(&mut self) {
        let patience = self.hub.limits().stuck_write;
        let _ended = timeout(patience, async { while let Some(Ok(_)) = self.socket.next().await {} }).await;
    }
}

/// Says goodbye and waits for the client's own.
async fn close(socket: &mut WebSocket, code: CloseCode) {
    let row = code.row();
    let goodbye = Message::Close(Some(CloseFrame { code: row.code, reason: row.reason.into() }));
    if socket.send(goodbye).await.is_ok() {
        while let Some(Ok(_)) = socket.next().await {}
    }
}

/// Whether a frame was refused for its size. The library's own error type is not the one that axum
/// shows, so its text is what there is to go by.
fn is_too_big(error: &axum::Error) -> bool {
    error.to_string().contains("too long")
}

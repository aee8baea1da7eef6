//! A line over axum's WebSocket: one task owns the socket; whoever has news leaves them in the
//! line's state and wakes it.

use std::{
    future::pending,
    net::IpAddr,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::{FutureExt, SinkExt, StreamExt};
use tokio::{sync::Notify, time::timeout};

use super::{Frame, Line, LineId, LineState, Outgoing};
use crate::{
    close::CloseCode,
    hub::{Hub, Seat},
    protocol::{HelloFrame, ServerFrame},
    session::{Effect, Join, Session, complaint, pong},
};

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
pub(crate) async fn serve(socket: WebSocket, hub: Hub, seat: Seat, caller: IpAddr) {
    let state = LineState::new(hub.limits(), hub.second(), hub.first_second());
    let line = Arc::new(WebSocketLine { id: seat.id(), state: Mutex::new(state), wake: Notify::new() });
    let shared: Arc<dyn Line> = Arc::<WebSocketLine>::clone(&line);
    seat.seat(&shared);
    let session = Session::new(hub.limits());
    let mut socket = Socket { socket, line, shared, hub, session, caller, joining: None };
    socket.greet();
    let ended = socket.run().await;
    socket.leave();
    if ended == Err(Ended::ByClient) {
        socket.answer_goodbye().await;
    }
}

/// Refuses a socket that has no seat: scripts cannot read why an upgrade failed, so it is opened and
/// closed with its code.
pub(crate) async fn refuse(mut socket: WebSocket, code: CloseCode, patience: Duration) {
    let _ended = timeout(patience, close(&mut socket, code)).await;
}

type Joining = Pin<Box<dyn Future<Output = ()> + Send>>;

struct Socket {
    socket: WebSocket,
    line: Arc<WebSocketLine>,
    shared: Arc<dyn Line>,
    hub: Hub,
    session: Session,
    caller: IpAddr,
    /// The one thing that the client asked for and that is not answered yet. What it says next is
    /// read after that, so answers come in the order of the questions.
    joining: Option<Joining>,
}

/// How the socket has ended.
#[derive(PartialEq, Eq)]
enum Ended {
    /// Broken off, or closed from here.
    Gone,
    /// The client said goodbye.
    ByClient,
}

impl Socket {
    fn greet(&self) {
        let hello = HelloFrame {
            protocol: 1,
            beat_seconds: self.hub.limits().beat.as_secs(),
            server_time: self.hub.parts().clock.now(),
        };
        self.answer(&ServerFrame::Hello(hello));
    }

    async fn run(&mut self) -> Result<(), Ended> {
        loop {
            self.write_what_waits().await?;
            tokio::select! {
                () = self.line.wake.notified() => {}
                () = joined(&mut self.joining), if self.joining.is_some() => self.joining = None,
                message = self.socket.next(), if self.joining.is_none() && !self.is_deaf() => {
                    self.on_message(message)?;
                }
            }
        }
    }

    /// While much waits for the client, what it says is not read.
    fn is_deaf(&self) -> bool {
        let mut is_deaf = false;
        self.line
            .with(&mut |state| is_deaf = state.queued_bytes() > self.hub.limits().deaf_bytes || state.is_closing());
        is_deaf
    }

    fn on_message(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), Ended> {
        let effect = match message {
            Some(Ok(Message::Text(text))) if text.len() > self.hub.limits().client_frame => {
                Effect::Dismiss(CloseCode::TooBig)
            }
            Some(Ok(Message::Text(text))) => self.session.on_text(&text),
            Some(Ok(Message::Binary(_))) => self.session.on_binary(),
            // Pings are answered by the library with the next write.
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Effect::Nothing,
            Some(Err(error)) if is_too_big(&error) => Effect::Dismiss(CloseCode::TooBig),
            // Not a WebSocket's bytes, or a stream that is gone: then saying goodbye fails at once.
            Some(Err(_)) => Effect::Dismiss(CloseCode::Policy),
            Some(Ok(Message::Close(_))) => return Err(Ended::ByClient),
            None => return Err(Ended::Gone),
        };
        self.carry_out(effect);
        Ok(())
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Nothing => {}
            Effect::Join(ask) => self.joining = Some(self.join(ask)),
            Effect::Leave(order) => self.leave_order(&order),
            Effect::Pong => self.answer(&pong()),
            Effect::Complain => self.answer(&complaint()),
            Effect::Dismiss(code) => {
                if code == CloseCode::Policy {
                    self.answer(&complaint());
                }
                self.close(code);
            }
        }
    }

    fn join(&self, ask: Join) -> Joining {
        let (hub, line, caller) = (self.hub.clone(), Arc::clone(&self.shared), self.caller);
        async move { hub.join(&line, &ask, caller).await }.boxed()
    }

    fn leave_order(&self, order: &str) {
        let Ok(order) = order.parse() else { return };
        self.line.with(&mut |state| {
            state.unsubscribe(order);
        });
        self.hub.leave(self.line.id, order);
    }

    fn answer(&self, frame: &ServerFrame) {
        let frame = Frame::answer(frame);
        self.line.with(&mut |state| state.tell(&frame));
    }

    fn close(&self, code: CloseCode) {
        self.line.with(&mut |state| state.close(code));
    }

    async fn write_what_waits(&mut self) -> Result<(), Ended> {
        loop {
            let mut outgoing = Outgoing::Nothing;
            let now = self.hub.second();
            self.line.with(&mut |state| {
                outgoing = state.take();
                if matches!(outgoing, Outgoing::Frames(_)) {
                    state.wrote(now);
                }
            });
            match outgoing {
                Outgoing::Nothing => return Ok(()),
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
        let patience = self.hub.limits().stuck_write;
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

    /// The library answers a client's goodbye when it is read on.
    async fn answer_goodbye(&mut self) {
        let patience = self.hub.limits().stuck_write;
        let _ended = timeout(patience, async { while let Some(Ok(_)) = self.socket.next().await {} }).await;
    }

    /// Leaves every order that the line still watches.
    fn leave(&mut self) {
        self.joining = None;
        let mut orders = Vec::new();
        self.line.with(&mut |state| orders.extend(state.orders()));
        for order in orders {
            self.hub.leave(self.line.id, order);
        }
    }
}

async fn joined(joining: &mut Option<Joining>) {
    match joining {
        Some(joining) => joining.await,
        None => pending().await,
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

//! The conversation of a live line: customers and staff who watch (contract, "Tracking live").

use std::{
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use futures_util::FutureExt;

use super::{Conversation, Frame, Line};
use crate::{
    close::CloseCode,
    hub::Hub,
    protocol::{HelloFrame, ServerFrame},
    session::{Effect, Session, complaint, pong},
};

type Asking = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The client's side of a live line.
pub(crate) struct Watcher {
    line: Arc<dyn Line>,
    hub: Hub,
    session: Session,
    caller: IpAddr,
    /// The one thing that the client asked for and that is not answered yet. What it says next is
    /// read after that, so answers come in the order of the questions.
    asking: Option<Asking>,
}

impl Watcher {
    /// Greets a client.
    pub(crate) fn greet(line: Arc<dyn Line>, hub: Hub, caller: IpAddr) -> Self {
        let hello =
            HelloFrame { protocol: 1, beat_seconds: hub.limits().beat.as_secs(), server_time: hub.parts().clock.now() };
        let session = Session::new(hub.limits());
        let watcher = Self { line, hub, session, caller, asking: None };
        watcher.answer(&ServerFrame::Hello(hello));
        watcher
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Nothing => {}
            Effect::Join(ask) => {
                let (hub, line, caller) = (self.hub.clone(), Arc::clone(&self.line), self.caller);
                self.asking = Some(async move { hub.join(&line, &ask, caller).await }.boxed());
            }
            Effect::WatchBoard(ask) => {
                let (hub, line, caller) = (self.hub.clone(), Arc::clone(&self.line), self.caller);
                self.asking = Some(async move { hub.watch_board(&line, &ask, caller).await }.boxed());
            }
            Effect::Leave(order) => {
                if let Ok(order) = order.parse() {
                    self.hub.unsubscribe(&self.line, order);
                }
            }
            Effect::LeaveBoard => self.hub.leave_board(&self.line),
            Effect::Pong => self.answer(&pong()),
            Effect::Complain => self.answer(&complaint()),
            Effect::Dismiss(code) => {
                if code == CloseCode::Policy {
                    self.answer(&complaint());
                }
                self.line.with(&mut |state| state.close(code));
            }
        }
    }

    fn answer(&self, frame: &ServerFrame) {
        let frame = Frame::answer(frame);
        self.line.with(&mut |state| state.tell(&frame));
    }
}

impl Conversation for Watcher {
    const TOGETHER: usize = 1;

    fn largest_message(&self) -> usize {
        self.hub.limits().client_frame
    }

    fn on_text(&mut self, text: &str) {
        let effect = self.session.on_text(text);
        self.carry_out(effect);
    }

    fn on_binary(&mut self) {
        let effect = self.session.on_binary();
        self.carry_out(effect);
    }

    fn is_open(&self) -> bool {
        self.asking.is_none()
    }

    fn poll_work(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let Some(asking) = &mut self.asking else { return Poll::Pending };
        ready!(asking.as_mut().poll(cx));
        self.asking = None;
        Poll::Ready(())
    }

    fn leave(&mut self) {
        self.asking = None;
        let mut orders = Vec::new();
        self.line.with(&mut |state| orders.extend(state.orders()));
        for order in orders {
            self.hub.leave(self.line.id(), order);
        }
        self.hub.leave_boards(&self.line);
    }
}

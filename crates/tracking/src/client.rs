//! The conversation of a live connection: customers and staff who watch (docs/spec/hub.md, "Tracking live").

use std::{
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use domain::ids::OrderId;
use futures_util::FutureExt;
use live::{CloseCode, Connection, Conversation, Frame, control::complaint};
use protocol::frames::{ErrorFrame, HelloFrame, ServerFrame, ShopTopic};
use server::{error::Refusal, security::Witness};
use tokio::time::{Instant, sleep_until};

use crate::{
    allowance::Allowance,
    hub::Hub,
    session::{ClientSession, FrameEffect},
};

type SubscribeFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The client's side of a live connection.
pub(crate) struct WatchConversation {
    connection: Arc<dyn Connection>,
    hub: Hub,
    session: ClientSession,
    caller: IpAddr,
    witness: Witness,
    /// What it may still subscribe to (docs/spec/hub.md, "Bounds of a line").
    subscriptions: Allowance,
    /// The one thing that the client asked for and that is not answered yet. What it says next is
    /// read after that, so answers come in the order of the questions.
    asking: Option<SubscribeFuture>,
}

impl WatchConversation {
    /// Greets a client.
    pub(crate) fn greet(connection: Arc<dyn Connection>, hub: Hub, caller: IpAddr, witness: Witness) -> Self {
        let hello = HelloFrame {
            protocol: 1,
            beat_seconds: hub.limits().live.beat.as_secs(),
            server_time: hub.deps().clock.now(),
        };
        let limits = hub.limits();
        let session = ClientSession::new(&limits.live);
        let subscriptions = Allowance::new(limits.subscriptions_at_once, limits.subscription_every, Instant::now());
        let conversation = Self { connection, hub, session, caller, witness, subscriptions, asking: None };
        conversation.answer(&ServerFrame::Hello(hello));
        conversation
    }

    fn carry_out(&mut self, effect: FrameEffect) {
        match effect {
            FrameEffect::Nothing => {}
            FrameEffect::Join(ask) => {
                let (hub, connection, caller) = (self.hub.clone(), Arc::clone(&self.connection), self.caller);
                let witness = self.witness.clone();
                self.ask(async move { hub.join(&connection, &ask, caller, &witness).await });
            }
            FrameEffect::WatchBoard(ask) => {
                let (hub, connection, caller) = (self.hub.clone(), Arc::clone(&self.connection), self.caller);
                let witness = self.witness.clone();
                self.ask(async move { hub.watch_board(&connection, &ask, caller, &witness).await });
            }
            FrameEffect::Leave(order) => {
                if let Ok(order) = order.parse() {
                    self.hub.unsubscribe(&self.connection, order);
                }
            }
            FrameEffect::LeaveBoard => self.hub.leave_board(&self.connection),
            FrameEffect::WatchShop(shop) => {
                let (hub, connection, witness) = (self.hub.clone(), Arc::clone(&self.connection), self.witness.clone());
                self.ask(async move { watch_shop(&hub, &connection, &witness, shop) });
            }
            FrameEffect::LeaveShop(ShopTopic { restaurant_id, order_type }) => {
                self.hub.shops().leave_shop(&self.connection, &restaurant_id, order_type.into());
            }
            FrameEffect::Pong => self.answer(&ServerFrame::Pong),
            FrameEffect::Complain => self.send(&complaint()),
            FrameEffect::Dismiss(code) => {
                if code == CloseCode::Policy {
                    self.send(&complaint());
                }
                self.connection.with(&mut |state| state.close(code));
            }
        }
    }

    /// Goes on with what is asked as soon as one more subscription is allowed.
    fn ask(&mut self, asked: impl Future<Output = ()> + Send + 'static) {
        let now = Instant::now();
        let from = now + self.subscriptions.take(now);
        let asking = async move {
            if from > now {
                sleep_until(from).await;
            }
            asked.await;
        };
        self.asking = Some(asking.boxed());
    }

    fn answer(&self, frame: &ServerFrame) {
        self.send(&Frame::answer(frame));
    }

    fn send(&self, frame: &Frame) {
        self.connection.with(&mut |state| state.send(frame));
    }
}

fn watch_shop(hub: &Hub, connection: &Arc<dyn Connection>, witness: &Witness, shop: ShopTopic) {
    let watching = hub.shops().watch_shop(connection, &shop.restaurant_id, shop.order_type.into());
    if let Err(code) = watching {
        witness.refused(Refusal { code, witnessed: None }, || "shop".to_owned());
        let refused = Frame::answer(&ServerFrame::Error(ErrorFrame::of_shop(code, shop)));
        connection.with(&mut |state| state.send(&refused));
    }
}

impl Conversation for WatchConversation {
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
        self.connection.with(&mut |state| orders.extend(state.topics().map(|topic| OrderId(topic.0))));
        for order in orders {
            self.hub.leave(self.connection.id(), order);
        }
        self.hub.leave_boards(&self.connection);
    }
}

#[cfg(test)]
mod tests {
    use domain::error::Code;
    use protocol::frames::BeatFrame;

    use super::*;

    #[test]
    fn frames_of_the_connection_itself_are_those_of_the_document() {
        let same = |of_live: Frame, of_ours: &ServerFrame| {
            assert_eq!(of_live.text(), Frame::answer(of_ours).text());
        };
        for delayed in [true, false] {
            same(live::control::beat(delayed), &ServerFrame::Beat(BeatFrame { delayed }));
        }
        same(complaint(), &ServerFrame::Error(ErrorFrame::new(Code::FrameInvalid, None)));
    }
}

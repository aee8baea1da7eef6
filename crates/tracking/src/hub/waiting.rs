//! Who watches an order that waits for its money is told what becomes of it: the order itself, or that nobody paid.
//!
//! Such an order is in no table that the hub sweeps. Its connections have their places in its topic, and cost the others
//! nothing: a sweep asks for all awaited orders at once, and only where there are any.

use std::sync::Arc;

use bus::CheckoutNews;
use domain::error::Code;
use futures_util::{TryStreamExt, stream};
use live::{Connection, Frame};
use protocol::frames::{ErrorFrame, ServerFrame};
use store::StoreError;

use super::{
    Hub,
    join::TRIES,
    repair::MENDED_AT_A_TIME,
    topic::{OrderAdmission, OrderTopic},
};

impl Hub {
    /// Tells those who wait on this node that an order was paid, or has ended unpaid.
    pub fn announce_settled(&self, news: &CheckoutNews) {
        let topic = self.topics().get(&news.order()).cloned();
        let Some(topic) = topic.filter(|topic| topic.is_awaited()) else { return };
        let hub = self.clone();
        self.0.tasks.spawn(async move {
            if let Err(error) = hub.tell_waiting(&topic).await {
                // The sweep asks again.
                tracing::warn!(%error, "an order that was waited for could not be read");
            }
        });
    }

    /// Lets a connection wait for an order's money, and looks once more: it may have come since.
    pub(super) async fn wait_for_money(
        &self,
        connection: &Arc<dyn Connection>,
        topic: &Arc<OrderTopic>,
    ) -> Result<(), Code> {
        if !topic.wait(connection, &refusal(topic, Code::OrderNotReceived), self.limits()) {
            return Err(Code::TooManyWatchers);
        }
        if let Err(error) = self.tell_waiting(topic).await {
            // It was told that it waits; the sweep asks again.
            tracing::warn!(%error, "an order that is waited for could not be read");
        }
        Ok(())
    }

    /// Gives those who wait their places where the order has come, or tells them that it will not.
    pub(super) async fn tell_waiting(&self, topic: &Arc<OrderTopic>) -> Result<(), StoreError> {
        for _ in 0..TRIES {
            let waiting = topic.waiting();
            if waiting.is_empty() {
                return Ok(());
            }
            let Some(view) = self.current_view(topic).await? else {
                let code = self.code_of_missing(topic.order).await?;
                if code != Code::OrderNotReceived {
                    waiting.iter().for_each(|connection| topic.dismiss_waiting(connection, &refusal(topic, code)));
                }
                return Ok(());
            };
            let now = self.0.parts.deps.clock.now();
            for connection in &waiting {
                match topic.admit_waiting(connection, &view, now, self.limits()) {
                    OrderAdmission::Admitted => self.viewers().begin(topic.order, None),
                    OrderAdmission::Full => topic.dismiss_waiting(connection, &refusal(topic, Code::TooManyWatchers)),
                    OrderAdmission::Expired => topic.dismiss_waiting(connection, &refusal(topic, Code::OrderExpired)),
                    // Those who are left are seated with the next read.
                    OrderAdmission::Stale => break,
                    OrderAdmission::Gone => {}
                }
            }
        }
        Ok(())
    }

    /// Finds what nobody was told of: orders that are waited for on this node, and wait no longer.
    pub(super) async fn sweep_waiting(&self, awaited: &[Arc<OrderTopic>]) -> Result<(), StoreError> {
        for chunk in awaited.chunks(self.limits().sweep_chunk) {
            let ids: Vec<_> = chunk.iter().map(|topic| topic.order).collect();
            let settled = self.0.parts.deps.store.checkouts().settled(&ids).await?;
            let topics = chunk.iter().filter(|topic| settled.contains(&topic.order)).map(Ok);
            let tell = |topic: &Arc<OrderTopic>| {
                self.metrics().repairs.inc();
                let topic = Arc::clone(topic);
                async move { self.tell_waiting(&topic).await }
            };
            stream::iter(topics).try_for_each_concurrent(MENDED_AT_A_TIME, tell).await?;
        }
        Ok(())
    }
}

fn refusal(topic: &OrderTopic, code: Code) -> Frame {
    Frame::answer(&ServerFrame::Error(ErrorFrame::new(code, Some(topic.order.to_string()))))
}

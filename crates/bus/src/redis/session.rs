//! One session: it begins with two open connections and everything subscribed, and ends when one of them fails.

use std::{convert::Infallible, io, sync::Arc, time::Duration};

use redis::{PushInfo, PushKind, RedisError, RedisResult, Value, aio::MultiplexedConnection};
use tokio::{
    sync::Notify,
    time::{MissedTickBehavior, interval},
};

use super::Parts;

/// How often both connections are pinged.
const PULSE: Duration = Duration::from_secs(1);
/// Channels in one command.
const CHUNK: usize = 500;

/// A session. The bus is up until it is dropped.
pub(super) struct RedisSession<'a> {
    parts: &'a Parts,
    subscriber: MultiplexedConnection,
    publisher: MultiplexedConnection,
    /// Notified when one of the connections has ended.
    broken: Arc<Notify>,
}

impl<'a> RedisSession<'a> {
    /// Connects, subscribes to every wanted channel, and reports the bus as up.
    pub(super) async fn open(parts: &'a Arc<Parts>) -> RedisResult<Self> {
        let broken = Arc::new(Notify::new());
        let subscriber = parts.url.connect(pushes(Arc::clone(&broken), Some(Arc::clone(parts))));
        let publisher = parts.url.connect(pushes(Arc::clone(&broken), None));
        let (subscriber, publisher) = tokio::try_join!(subscriber, publisher)?;
        parts.subscriptions.begin();
        let mut session = Self { parts, subscriber, publisher, broken };
        session.settle().await?;
        parts.commands.set(Some(session.publisher.clone()));
        parts.inbox.set_up(true);
        Ok(session)
    }

    /// Runs until a connection ends or does not answer; returns the error.
    pub(super) async fn until_broken(mut self) -> RedisError {
        let mut connections = [self.subscriber.clone(), self.publisher.clone()];
        let broken = Arc::clone(&self.broken);
        let ended = tokio::select! {
            ended = self.follow() => ended,
            ended = keep_pinging(&mut connections) => ended,
            () = broken.notified() => Err(io::Error::from(io::ErrorKind::ConnectionAborted).into()),
        };
        match ended {
            Err(error) => error,
        }
    }

    /// Subscribes and unsubscribes as channels are wanted and released.
    async fn follow(&mut self) -> RedisResult<Infallible> {
        loop {
            self.parts.subscriptions.touched().await;
            self.settle().await?;
        }
    }

    /// Sends the pending subscriptions and unsubscriptions until none is left.
    async fn settle(&mut self) -> RedisResult<()> {
        let subscriptions = &self.parts.subscriptions;
        while let Some(changes) = subscriptions.next_changes() {
            for channels in changes.subscribe.chunks(CHUNK) {
                self.subscriber.subscribe(channels).await?;
                subscriptions.subscribed(channels);
            }
            for channels in changes.unsubscribe.chunks(CHUNK) {
                self.subscriber.unsubscribe(channels).await?;
                subscriptions.unsubscribed(channels);
            }
        }
        Ok(())
    }
}

impl Drop for RedisSession<'_> {
    fn drop(&mut self) {
        self.parts.commands.set(None);
        self.parts.subscriptions.end();
        self.parts.inbox.set_up(false);
    }
}

/// Pings both connections, because a frozen server keeps them open. Subscriptions need no check of their own: they are
/// lost only together with their connection.
async fn keep_pinging([subscriber, publisher]: &mut [MultiplexedConnection; 2]) -> RedisResult<Infallible> {
    let mut pulse = interval(PULSE);
    pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        pulse.tick().await;
        tokio::try_join!(ping(subscriber), ping(publisher))?;
    }
}

async fn ping(connection: &mut MultiplexedConnection) -> RedisResult<()> {
    redis::cmd("PING").query_async(connection).await
}

/// Handles what a connection pushes: messages, if there is a `receiver`, and its end.
fn pushes(
    broken: Arc<Notify>,
    receiver: Option<Arc<Parts>>,
) -> impl Fn(PushInfo) -> Result<(), Infallible> + Send + Sync + 'static {
    move |push| {
        match (push.kind, &receiver) {
            (PushKind::Message, Some(parts)) => {
                let mut data = push.data.into_iter();
                if let (Some(Value::BulkString(channel)), Some(Value::BulkString(payload))) = (data.next(), data.next())
                {
                    parts.on_message(&channel, payload);
                }
            }
            (PushKind::Disconnection, _) => broken.notify_one(),
            _ => {}
        }
        Ok(())
    }
}

//! One session: from two connections that stand, with everything subscribed, to the first sign that
//! one of them does not.

use std::{convert::Infallible, io, sync::Arc, time::Duration};

use redis::{PushInfo, PushKind, RedisError, RedisResult, Value, aio::MultiplexedConnection};
use tokio::{
    sync::Notify,
    time::{MissedTickBehavior, interval},
};

use super::Parts;

/// How often a silent server is asked whether it lives.
const PULSE: Duration = Duration::from_secs(1);
/// Channels in one command.
const CHUNK: usize = 500;

/// A session. The bus is up from its opening until it is dropped.
pub(super) struct Session<'a> {
    parts: &'a Parts,
    hearing: MultiplexedConnection,
    speaking: MultiplexedConnection,
    /// One of the connections has ended.
    broken: Arc<Notify>,
}

impl<'a> Session<'a> {
    /// Connects, subscribes to all that is listened to, and says so.
    pub(super) async fn open(parts: &'a Arc<Parts>) -> RedisResult<Self> {
        let broken = Arc::new(Notify::new());
        let hearing = parts.url.connect(pushes(Arc::clone(&broken), Some(Arc::clone(parts))));
        let speaking = parts.url.connect(pushes(Arc::clone(&broken), None));
        let (hearing, speaking) = tokio::try_join!(hearing, speaking)?;
        parts.subscriptions.begin();
        let mut session = Self { parts, hearing, speaking, broken };
        session.settle().await?;
        parts.speaker.set(Some(session.speaking.clone()));
        parts.inbox.set_up(true);
        Ok(session)
    }

    /// Lasts until a connection ends, or does not answer; says which.
    pub(super) async fn last(mut self) -> RedisError {
        let mut connections = [self.hearing.clone(), self.speaking.clone()];
        let broken = Arc::clone(&self.broken);
        let ended = tokio::select! {
            ended = self.follow() => ended,
            ended = keep_asking(&mut connections) => ended,
            () = broken.notified() => Err(io::Error::from(io::ErrorKind::ConnectionAborted).into()),
        };
        match ended {
            Err(error) => error,
        }
    }

    /// Subscribes and unsubscribes as the node wishes.
    async fn follow(&mut self) -> RedisResult<Infallible> {
        loop {
            self.parts.subscriptions.touched().await;
            self.settle().await?;
        }
    }

    /// Asks Redis for what is wanted and for what no longer is, until nothing is left to ask for.
    async fn settle(&mut self) -> RedisResult<()> {
        let subscriptions = &self.parts.subscriptions;
        while let Some(turn) = subscriptions.turn() {
            for channels in turn.subscribe.chunks(CHUNK) {
                self.hearing.subscribe(channels).await?;
                subscriptions.subscribed(channels);
            }
            for channels in turn.unsubscribe.chunks(CHUNK) {
                self.hearing.unsubscribe(channels).await?;
                subscriptions.unsubscribed(channels);
            }
        }
        Ok(())
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.parts.speaker.set(None);
        self.parts.subscriptions.end();
        self.parts.inbox.set_up(false);
    }
}

/// Asks both connections whether the server lives. A frozen server keeps its connections; a
/// subscription that is lost takes its connection along, so it need not be asked for.
async fn keep_asking([hearing, speaking]: &mut [MultiplexedConnection; 2]) -> RedisResult<Infallible> {
    let mut pulse = interval(PULSE);
    pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        pulse.tick().await;
        tokio::try_join!(ping(hearing), ping(speaking))?;
    }
}

async fn ping(connection: &mut MultiplexedConnection) -> RedisResult<()> {
    redis::cmd("PING").query_async(connection).await
}

/// Takes what a connection sends unasked: messages where there is somebody to hear them, and its end.
fn pushes(
    broken: Arc<Notify>,
    hears: Option<Arc<Parts>>,
) -> impl Fn(PushInfo) -> Result<(), Infallible> + Send + Sync + 'static {
    move |push| {
        match (push.kind, &hears) {
            (PushKind::Message, Some(parts)) => {
                let mut data = push.data.into_iter();
                if let (Some(Value::BulkString(channel)), Some(Value::BulkString(payload))) = (data.next(), data.next())
                {
                    parts.hear(&channel, payload);
                }
            }
            (PushKind::Disconnection, _) => broken.notify_one(),
            _ => {}
        }
        Ok(())
    }
}

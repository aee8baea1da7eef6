//! The bus over Redis: plain publish and subscribe on one server, for any number of nodes.
//!
//! There is one [session](session) at a time: two connections that live and die together, one for subscriptions only,
//! one for commands (decision 006). A [supervisor](supervisor) opens the next session whenever one ends; the bus is up
//! again once all wanted channels are subscribed.

mod connection;
mod inbox;
mod publisher;
mod session;
mod sightings;
mod subscriptions;
mod supervisor;
mod viewers;

use std::{
    fmt,
    future::Future,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use deps::Chance;
use domain::{
    car::Sighting,
    ids::{CarId, OrderId},
};
use metrics::BusMetrics;
use tokio::{sync::mpsc, time::timeout};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{Bus, BusEvent, BusMessage, Listening, Presences, Topic, Viewers};
use connection::CommandConnection;
use inbox::Inbox;
use publisher::PublishQueue;
use sightings::SharedSightings;
use subscriptions::{ListenOutcome, Subscriptions};
use viewers::SharedViewers;

pub use connection::{BadRedisUrl, RedisUrl};

/// How long a caller waits for the answer to a command (docs/spec/promises.md, "Timeouts").
const COMMAND: Duration = Duration::from_millis(500);

/// One node's place on the bus of its installation.
pub struct RedisBus {
    parts: Arc<Parts>,
    sightings: SharedSightings,
    viewers: SharedViewers,
    events: Mutex<Option<mpsc::Receiver<BusEvent>>>,
    _tasks: DropGuard,
}

/// State shared by the bus and its tasks.
struct Parts {
    url: RedisUrl,
    /// The prefix of the installation's channels and keys: channels are not separated by Redis' database numbers.
    prefix: String,
    chance: Chance,
    metrics: BusMetrics,
    subscriptions: Subscriptions,
    commands: CommandConnection,
    publisher: PublishQueue,
    inbox: Inbox,
}

impl RedisBus {
    /// Starts connecting, and keeps trying until the bus is dropped. Nodes of one installation receive each other's
    /// messages.
    #[must_use]
    pub fn start(url: RedisUrl, installation: &str, chance: Chance, metrics: BusMetrics) -> Arc<Self> {
        let (inbox, events) = Inbox::new(metrics.clone());
        let (publisher, queue) = PublishQueue::new(metrics.clone());
        let prefix = format!("ovelle:{installation}:");
        let (subscriptions, commands) = (Subscriptions::default(), CommandConnection::default());
        let parts = Arc::new(Parts { url, prefix, chance, metrics, subscriptions, commands, publisher, inbox });

        let tasks = CancellationToken::new();
        spawn(&tasks, supervisor::supervise(Arc::clone(&parts)));
        spawn(&tasks, publisher::run(Arc::clone(&parts), queue));
        let reporting = Arc::clone(&parts);
        spawn(&tasks, async move { reporting.inbox.report_state().await });
        let (sightings, viewers) = (SharedSightings::default(), SharedViewers::new(&parts.prefix));
        Arc::new(Self { parts, sightings, viewers, events: Mutex::new(Some(events)), _tasks: tasks.drop_guard() })
    }

    /// Waits until the bus is up; false if it is not within `patience`.
    pub async fn is_up_within(&self, patience: Duration) -> bool {
        timeout(patience, self.parts.inbox.up()).await.is_ok()
    }
}

/// Runs a task until the bus is dropped.
fn spawn(tasks: &CancellationToken, task: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(tasks.clone().run_until_cancelled_owned(task));
}

impl Parts {
    /// The channel of a topic, and the key under which a car's newest sighting is kept.
    fn channel(&self, topic: &Topic) -> String {
        format!("{}{topic}", self.prefix)
    }

    /// Passes a message from Redis to the node if it still listens to the channel.
    fn on_message(&self, channel: &[u8], payload: Vec<u8>) {
        if self.subscriptions.is_wanted(channel) {
            self.inbox.put(Bytes::from(payload));
        }
    }
}

#[async_trait]
impl Bus for RedisBus {
    fn publish(&self, topic: &Topic, message: &BusMessage) {
        if !self.is_up() {
            self.parts.metrics.dropped.inc();
            return;
        }
        let payload = serde_json::to_vec(message).expect("a message is plain data");
        self.parts.publisher.put(self.parts.channel(topic), payload);
    }

    async fn listen(&self, topic: &Topic) -> Listening {
        let is_confirmed = match self.parts.subscriptions.listen(self.parts.channel(topic)) {
            ListenOutcome::Confirmed => true,
            ListenOutcome::Away => false,
            // A late confirmation still takes effect; the sweep repairs what is missed until then.
            ListenOutcome::Pending(confirmed) => matches!(timeout(COMMAND, confirmed).await, Ok(Ok(()))),
        };
        Listening { gap: !is_confirmed }
    }

    fn release(&self, topic: &Topic) {
        self.parts.subscriptions.release(&self.parts.channel(topic));
    }

    fn is_up(&self) -> bool {
        self.parts.inbox.is_up()
    }

    fn events(&self) -> Option<mpsc::Receiver<BusEvent>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    async fn record_sighting(&self, sighting: &Sighting) -> bool {
        let key = self.parts.channel(&Topic::Car(sighting.car.clone()));
        self.sightings.keep(&self.parts.commands, &key, sighting).await
    }

    async fn sightings(&self, cars: &[CarId]) -> Vec<Sighting> {
        let keys = cars.iter().map(|car| self.parts.channel(&Topic::Car(car.clone())));
        self.sightings.newest(&self.parts.commands, keys.collect(), cars).await
    }

    async fn change_viewers(&self, begun: &Viewers, ended: &Viewers) -> bool {
        self.viewers.change(&self.parts.commands, begun, ended).await
    }

    async fn replace_viewers(&self, all: &Viewers) -> bool {
        self.viewers.replace(&self.parts.commands, all).await
    }

    async fn presences(&self, orders: &[OrderId]) -> Presences {
        self.viewers.on_other_nodes(&self.parts.commands, orders).await
    }
}

impl fmt::Debug for RedisBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisBus").field("is_up", &self.is_up()).finish_non_exhaustive()
    }
}

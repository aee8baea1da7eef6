//! The bus over Redis: plain publish and subscribe on one server, for any number of nodes.
//!
//! There is one [session](session) at a time: two connections that live and die together. One hears,
//! and carries nothing but subscriptions; the other speaks, so that a burst of news does not wait
//! behind a burst of subscriptions. A [supervisor](supervisor) makes the next session whenever one
//! ends, with all that is still listened to, and only then is the bus up again.

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

use crate::{Bus, BusEvent, Listening, Message, Presences, Topic, Viewers};
use connection::Speaker;
use inbox::Inbox;
use publisher::Publisher;
use sightings::SharedSightings;
use subscriptions::{Asked, Subscriptions};
use viewers::SharedViewers;

pub use connection::{BadRedisUrl, RedisUrl};

/// How long somebody waits for the answer to a command (reliability: request paths).
const COMMAND: Duration = Duration::from_millis(500);

/// One node's place on the bus of its installation.
pub struct RedisBus {
    parts: Arc<Parts>,
    sightings: SharedSightings,
    viewers: SharedViewers,
    events: Mutex<Option<mpsc::Receiver<BusEvent>>>,
    _tasks: DropGuard,
}

/// What the bus and its tasks share.
struct Parts {
    url: RedisUrl,
    /// What the channels and keys of the installation begin with. Channels know nothing of Redis'
    /// database numbers.
    prefix: String,
    chance: Chance,
    metrics: BusMetrics,
    subscriptions: Subscriptions,
    speaker: Speaker,
    publisher: Publisher,
    inbox: Inbox,
}

impl RedisBus {
    /// Begins to connect, and goes on trying for as long as the bus is held. Nodes of one installation
    /// hear each other.
    #[must_use]
    pub fn start(url: RedisUrl, installation: &str, chance: Chance, metrics: BusMetrics) -> Arc<Self> {
        let (inbox, events) = Inbox::new(metrics.clone());
        let (publisher, queue) = Publisher::new(metrics.clone());
        let prefix = format!("ovelle:{installation}:");
        let (subscriptions, speaker) = (Subscriptions::default(), Speaker::default());
        let parts = Arc::new(Parts { url, prefix, chance, metrics, subscriptions, speaker, publisher, inbox });

        let tasks = CancellationToken::new();
        spawn(&tasks, supervisor::supervise(Arc::clone(&parts)));
        spawn(&tasks, publisher::run(Arc::clone(&parts), queue));
        let telling = Arc::clone(&parts);
        spawn(&tasks, async move { telling.inbox.tell().await });
        let (sightings, viewers) = (SharedSightings::default(), SharedViewers::new(&parts.prefix));
        Arc::new(Self { parts, sightings, viewers, events: Mutex::new(Some(events)), _tasks: tasks.drop_guard() })
    }

    /// Waits until the bus is up; false where it is not within this time.
    pub async fn is_up_within(&self, patience: Duration) -> bool {
        timeout(patience, self.parts.inbox.up()).await.is_ok()
    }
}

/// Runs a task until the bus is let go.
fn spawn(tasks: &CancellationToken, task: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(tasks.clone().run_until_cancelled_owned(task));
}

impl Parts {
    /// The channel of a topic, and the key under which a car's newest sighting is kept.
    fn channel(&self, topic: &Topic) -> String {
        format!("{}{topic}", self.prefix)
    }

    /// Takes a message from Redis to the node, if it still listens to the channel.
    fn hear(&self, channel: &[u8], payload: Vec<u8>) {
        if self.subscriptions.is_wanted(channel) {
            self.inbox.put(Bytes::from(payload));
        }
    }
}

#[async_trait]
impl Bus for RedisBus {
    fn publish(&self, topic: &Topic, message: &Message) {
        if !self.is_up() {
            self.parts.metrics.dropped.inc();
            return;
        }
        let payload = serde_json::to_vec(message).expect("a message is plain data");
        self.parts.publisher.put(self.parts.channel(topic), payload);
    }

    async fn listen(&self, topic: &Topic) -> Listening {
        let stands = match self.parts.subscriptions.listen(self.parts.channel(topic)) {
            Asked::Stands => true,
            Asked::Away => false,
            // One that is late comes all the same; the sweep mends what is missed until then.
            Asked::Waits(confirmed) => matches!(timeout(COMMAND, confirmed).await, Ok(Ok(()))),
        };
        Listening { gap: !stands }
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

    async fn sight(&self, sighting: &Sighting) -> bool {
        let key = self.parts.channel(&Topic::Car(sighting.car.clone()));
        self.sightings.keep(&self.parts.speaker, &key, sighting).await
    }

    async fn sightings(&self, cars: &[CarId]) -> Vec<Sighting> {
        let keys = cars.iter().map(|car| self.parts.channel(&Topic::Car(car.clone())));
        self.sightings.newest(&self.parts.speaker, keys.collect(), cars).await
    }

    async fn change_viewers(&self, begun: &Viewers, ended: &Viewers) -> bool {
        self.viewers.change(&self.parts.speaker, begun, ended).await
    }

    async fn replace_viewers(&self, all: &Viewers) -> bool {
        self.viewers.replace(&self.parts.speaker, all).await
    }

    async fn presences(&self, orders: &[OrderId]) -> Presences {
        self.viewers.elsewhere(&self.parts.speaker, orders).await
    }
}

impl fmt::Debug for RedisBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisBus").field("is_up", &self.is_up()).finish_non_exhaustive()
    }
}

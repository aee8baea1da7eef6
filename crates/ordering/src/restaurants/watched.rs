//! What is watched of restaurants on this node, and how each connection is told what comes of it.
//!
//! A change of whatever kind (a word, the files, the hours) ends in one question: does a subject look different now? If it
//! does, its frame is encoded once, and a task of its own sends it to all who watch.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bus::StateNews;
use domain::{error::Code, ids::RestaurantId, order::OrderType};
use jiff::Timestamp;
use live::{Broadcast, Connection, Frame, StateTopic};
use protocol::frames::{ServerFrame, ShopTopic, SubscribedFrame};
use tokio::{
    sync::Notify,
    time::{Instant, MissedTickBehavior, interval},
};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{
    Restaurants,
    subject::{Subject, SubjectSnapshot},
};

/// How often it is looked whether a time has come. No clock goes on evenly: it is put forward and back.
const LOOK: Duration = Duration::from_millis(250);

/// The subjects that are watched on a node.
#[derive(Default)]
pub(super) struct Watched {
    topics: Mutex<HashMap<Subject, Arc<WatchedSubject>>>,
    /// Rings when subjects may look different, and when the first is watched.
    refresh: Notify,
}

/// A subject that is watched.
struct WatchedSubject {
    broadcast: Arc<Broadcast>,
    snapshot: Mutex<SubjectSnapshot>,
    /// When somebody came last.
    entered: Mutex<Instant>,
    _sending: DropGuard,
}

impl WatchedSubject {
    /// Looks at the subject. Whoever watches is told where it looks different now.
    fn refresh(&self, take: impl FnOnce() -> Option<SubjectSnapshot>) {
        // It is held meanwhile, so that nobody shows an older one after a newer one.
        let mut shown = lock(&self.snapshot);
        let Some(snapshot) = take() else { return };
        if shown.fingerprint != snapshot.fingerprint {
            self.broadcast.publish(&snapshot.text);
        } else if shown.text != snapshot.text {
            self.broadcast.reword(&snapshot.text);
        }
        *shown = snapshot;
    }

    fn until(&self) -> Timestamp {
        lock(&self.snapshot).until
    }

    fn is_idle(&self, unwatched: Duration) -> bool {
        self.broadcast.recipients() == 0 && lock(&self.entered).elapsed() >= unwatched
    }
}

impl Watched {
    /// Subjects may look different now.
    pub(super) fn look_again(&self) {
        self.refresh.notify_one();
    }

    fn all(&self) -> Vec<(Subject, Arc<WatchedSubject>)> {
        lock(&self.topics).iter().map(|(subject, topic)| (*subject, Arc::clone(topic))).collect()
    }

    fn get(&self, subject: Subject) -> Option<Arc<WatchedSubject>> {
        lock(&self.topics).get(&subject).cloned()
    }

    /// The topic of a subject, for somebody who enters it.
    fn enter(&self, subject: Subject, begin: impl FnOnce() -> Option<WatchedSubject>) -> Option<Arc<WatchedSubject>> {
        let mut topics = lock(&self.topics);
        if let Some(topic) = topics.get(&subject) {
            *lock(&topic.entered) = Instant::now();
            return Some(Arc::clone(topic));
        }
        let topic = Arc::new(begin()?);
        topics.insert(subject, Arc::clone(&topic));
        self.refresh.notify_one();
        Some(topic)
    }
}

impl Restaurants {
    /// Looks at what is watched: at all of it where the files or a word are others, else at what may change by itself now.
    pub(super) async fn run_watched(self) {
        let watched = &self.0.watched;
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last = self.view();
        loop {
            let topics = watched.all();
            if topics.is_empty() {
                tokio::select! {
                    () = watched.refresh.notified() => {}
                    () = self.0.stop.cancelled() => return,
                }
            }
            let view = self.view();
            let is_another = !view.sees_the_same(&last) || view.now() < last.now();
            for (subject, topic) in topics {
                if is_another || topic.until() <= view.now() {
                    topic.refresh(|| subject.snapshot(&self.view()));
                    tokio::task::yield_now().await;
                }
            }
            last = view;
            self.forget_idle();
            tokio::select! {
                _ = looks.tick() => {}
                () = watched.refresh.notified() => {}
                () = self.0.stop.cancelled() => return,
            }
        }
    }

    fn forget_idle(&self) {
        lock(&self.0.watched.topics).retain(|_, topic| !topic.is_idle(self.0.parts.unwatched));
    }

    /// The topic of a subject, as new as it can be; none where the chain has no such restaurant.
    fn topic(&self, subject: Subject) -> Option<Arc<WatchedSubject>> {
        let begin = || subject.snapshot(&self.view()).map(|snapshot| self.begin(subject, snapshot));
        let topic = self.0.watched.enter(subject, begin)?;
        if topic.until() <= self.0.parts.wall_clock.now() {
            topic.refresh(|| subject.snapshot(&self.view()));
        }
        Some(topic)
    }

    fn begin(&self, subject: Subject, snapshot: SubjectSnapshot) -> WatchedSubject {
        let (broadcast, sending) = (Broadcast::new(subject.family()), CancellationToken::new());
        broadcast.publish(&snapshot.text);
        let run = Arc::clone(&broadcast).run(sending.clone());
        self.0.tasks.spawn(self.0.stop.clone().run_until_cancelled_owned(run));
        let (snapshot, entered) = (Mutex::new(snapshot), Mutex::new(Instant::now()));
        WatchedSubject { broadcast, snapshot, entered, _sending: sending.drop_guard() }
    }
}

/// What connections ask of restaurants.
impl Restaurants {
    /// Lets a connection watch whether a restaurant takes orders of a type, beginning with an answer.
    ///
    /// # Errors
    /// The code that the client is told where it may not.
    pub fn watch_shop(
        &self,
        connection: &Arc<dyn Connection>,
        restaurant: &str,
        order_type: OrderType,
    ) -> Result<(), Code> {
        let restaurant: RestaurantId = restaurant.parse().map_err(|_| Code::ShopNotFound)?;
        let subject = Subject::Shop(restaurant, order_type);
        let topic = self.topic(subject).ok_or(Code::ShopNotFound)?;
        let mut others = 0;
        connection.with(&mut |state| {
            let is_another = |topic_of: &&Arc<dyn StateTopic>| {
                topic_of.family() == subject.family() && topic_of.id() != topic.broadcast.id()
            };
            others = state.state_topics().filter(is_another).count();
        });
        if others >= self.0.parts.shops_per_connection {
            return Err(Code::TooManyShops);
        }
        let shop = ShopTopic { restaurant_id: restaurant.to_string(), order_type: order_type.into() };
        let answer = Frame::answer(&ServerFrame::Subscribed(SubscribedFrame::Shop(shop)));
        topic.broadcast.enter(connection, Some(&answer));
        Ok(())
    }

    /// Takes that away, as the client asked.
    pub fn leave_shop(&self, connection: &Arc<dyn Connection>, restaurant: &str, order_type: OrderType) {
        let subject = restaurant.parse().ok().map(|restaurant| Subject::Shop(restaurant, order_type));
        let Some(topic) = subject.and_then(|subject| self.0.watched.get(subject)) else { return };
        connection.with(&mut |state| {
            state.leave_state_topic(topic.broadcast.id());
        });
        topic.broadcast.leave(connection.id());
    }

    /// Shows a kitchen's connection what its restaurant says of itself, now and whenever that changes.
    pub fn watch_state(&self, connection: &Arc<dyn Connection>, restaurant: RestaurantId) {
        if let Some(topic) = self.topic(Subject::State(restaurant)) {
            topic.broadcast.enter(connection, None);
        }
    }

    /// A restaurant said something through another node.
    pub fn state_changed(&self, news: &StateNews) {
        if self.0.states.is_behind(news.restaurant(), news.rev()) {
            self.0.behind.notify_one();
        }
    }

    /// What other nodes said may have been lost until now.
    pub fn catch_up(&self) {
        self.0.behind.notify_one();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

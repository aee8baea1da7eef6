//! One watched order on this node: its connections, and the one queue through which they are told.

mod delivery;
mod state;
mod waiting;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bus::Announcement;
use domain::{
    car::Sighting,
    ids::{CarId, OrderId, Rev, Seq},
};
use jiff::Timestamp;
use live::{Connection, ConnectionId, Frame, FrameKind, Recipients, SourceTag, others};
use metrics::Metrics;
use tokio::{sync::OnceCell, time::Instant};

use super::view::{View, end_frame};
use crate::{Limits, source_tag, topic_id};

pub(super) use delivery::FrameDelivery;
use state::TopicState;

/// A watched order.
///
/// There are many, scattered in memory: what a position needs of one fits its first cache line of 64 bytes, beside the
/// reference counts.
#[derive(Debug)]
#[repr(C, align(64))]
pub(super) struct OrderTopic {
    state: Mutex<TopicState>,
    pub(super) order: OrderId,
    metrics: Arc<Metrics>,
    /// Held over a read of the order: one at a time, and those who waited use what it found.
    pub(super) reading: tokio::sync::Mutex<()>,
    /// Whether the bus was asked for this topic.
    pub(super) listening: OnceCell<()>,
}

/// A moment, by the time of day and by the machine's clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Now {
    pub(crate) day: Timestamp,
    pub(crate) at: Instant,
}

impl Now {
    /// This moment, where the time of day is known already.
    pub(super) fn at_day(day: Timestamp) -> Self {
        Self { day, at: Instant::now() }
    }
}

/// How long a read stays in memory although nobody joins.
const VIEW_KEPT: Duration = Duration::from_secs(10);

/// A join in progress; it ends when this is dropped, however that comes about.
pub(super) struct OrderJoin(Arc<OrderTopic>);

impl std::ops::Deref for OrderJoin {
    type Target = Arc<OrderTopic>;
    fn deref(&self) -> &Arc<OrderTopic> {
        &self.0
    }
}

impl Drop for OrderJoin {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.joining -= 1;
        state.unwatched_since = Instant::now();
    }
}

/// Who still needs a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tended {
    /// Connections watch it.
    Watched,
    /// Somebody may come back.
    Warm,
    /// Nobody.
    Idle,
}

/// What an announcement leaves to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Received {
    /// A status is missing and nobody is fetching it yet.
    pub(super) has_jump: bool,
    /// What was announced is to be read: which car may be shown, and where, or feedback.
    pub(super) needs_read: bool,
}

/// What came of asking for a place.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum OrderAdmission {
    /// The connection is told from here on, or was told the end.
    Admitted,
    /// Too many watch already.
    Full,
    /// The order can no longer be tracked.
    Expired,
    /// Something happened since the read: read again.
    Stale,
    /// The connection was to be given its place, and has left meanwhile.
    Gone,
}

impl OrderTopic {
    pub(super) fn new(order: OrderId, limits: &Limits, metrics: &Arc<Metrics>) -> Self {
        let state = TopicState::new(limits);
        let (state, reading) = (Mutex::new(state), tokio::sync::Mutex::default());
        Self { order, state, reading, listening: OnceCell::new(), metrics: Arc::clone(metrics) }
    }

    /// Reads what the next position needs, so that it is in the cache; see [`fastpath::prefetch`].
    pub(super) fn touch(&self) -> usize {
        usize::from(self.state.is_poisoned())
    }

    fn lock(&self) -> MutexGuard<'_, TopicState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an announcement.
    pub(super) fn receive(&self, news: &Announcement) -> Received {
        let mut state = self.lock();
        let sent = state.progress.sent();
        let is_new = sent.is_some_and(|(_, rev)| news.rev() > rev);
        // What was not heard may have changed what is visible, and no sweep finds it once this has been told.
        let was_one_missed = sent.is_some_and(|(_, rev)| news.rev() > rev.next());
        let step = state.progress.receive(news);
        if state.has_ended {
            return Received::default();
        }
        let must_repair = step.has_jump && !state.is_repairing;
        state.is_repairing |= must_repair;
        // Until that is read again no position passes.
        let is_followed = state.following.as_ref().map(|following| &following.car) == news.car();
        if is_new && (news.car_visibility_changed() || was_one_missed || !is_followed) {
            state.following = None;
            state.lacks_visibility = news.car().is_some();
        }
        let needs_read = is_new && (state.lacks_visibility || step.needs_read);
        self.send(state, step.frames);
        Received { has_jump: must_repair, needs_read }
    }

    /// Takes a read of the order, with the newest that is known of its car.
    pub(super) fn absorb(&self, view: &Arc<View>, sighting: Option<&Arc<Sighting>>, now: Timestamp) {
        let mut state = self.lock();
        let mut frames = state.progress.absorb(view);
        if let Some(reason) = view.ended(now).filter(|_| !state.has_ended) {
            frames.push(Frame::new(&end_frame(&view.order, reason), FrameKind::End(topic_id(self.order))));
        }
        if state.progress.is_current(view) {
            state.follow(view.following.clone());
            state.lacks_visibility = false;
        }
        if let Some(sighting) = sighting {
            frames.extend(state.see(self.order, sighting, source_tag(&sighting.car), Now::at_day(now)));
        }
        state.view = Some(Arc::clone(view));
        state.view_used = Instant::now();
        self.send(state, frames);
    }

    /// Shows where a car is, to those who may see it: they are still to be told.
    pub(super) fn see(&self, sighting: &Arc<Sighting>, tag: SourceTag, now: Now) -> Option<FrameDelivery<'_>> {
        let mut state = self.lock();
        if state.has_ended {
            return None;
        }
        let frame = state.see(self.order, sighting, tag, now);
        self.begin_to_send(state, frame)
    }

    /// Whether the order's car is still to be read: nothing of it is shown until then.
    pub(super) fn lacks_visibility(&self) -> bool {
        self.lock().lacks_visibility
    }

    /// By what it is decided which positions are shown; none while none is.
    #[cfg(test)]
    pub(super) fn visibility(&self) -> Option<domain::car::PositionVisibility> {
        self.lock().following.as_ref().map(|following| following.visibility.clone())
    }

    /// Whether the order's car is this one, or may be.
    pub(super) fn may_follow(&self, car: &CarId) -> bool {
        let state = self.lock();
        state.lacks_visibility || state.following.as_ref().is_some_and(|following| following.car == *car)
    }

    /// The last read, where nothing was told or announced since.
    pub(super) fn current_view(&self) -> Option<Arc<View>> {
        let mut state = self.lock();
        let view = state.view.clone().filter(|view| state.progress.is_current(view))?;
        state.view_used = Instant::now();
        Some(view)
    }

    /// The last read, for what never changes of an order.
    pub(super) fn any_view(&self) -> Option<Arc<View>> {
        self.lock().view.clone()
    }

    /// Forgets a read, if it is the last.
    pub(super) fn forget_view(&self, view: &Arc<View>) {
        let mut state = self.lock();
        if state.view.as_ref().is_some_and(|kept| Arc::ptr_eq(kept, view)) {
            state.view = None;
        }
    }

    /// Drops a cached read that nobody used for a while, and says who still needs the topic, and whether its order is waited
    /// for.
    pub(super) fn tend(&self, limits: &Limits) -> (Tended, bool) {
        let mut state = self.lock();
        if state.view_used.elapsed() >= VIEW_KEPT {
            state.view = None;
        }
        let tended = match state.is_idle(limits) {
            true => Tended::Idle,
            false if state.watchers.is_empty() => Tended::Warm,
            false => Tended::Watched,
        };
        (tended, !state.waiting.is_empty())
    }

    /// Gives a connection its place, and what it is to know, in one hold of the topic's lock: nothing can
    /// come between the read and the news that follow it.
    pub(super) fn admit(
        &self,
        connection: &Arc<dyn Connection>,
        view: &View,
        since: Option<i64>,
        now: Timestamp,
        limits: &Limits,
    ) -> OrderAdmission {
        self.admit_to(&mut self.lock(), connection, view, since, now, limits)
    }

    fn admit_to(
        &self,
        state: &mut TopicState,
        connection: &Arc<dyn Connection>,
        view: &View,
        since: Option<i64>,
        now: Timestamp,
        limits: &Limits,
    ) -> OrderAdmission {
        if !state.progress.is_current(view) {
            return OrderAdmission::Stale;
        }
        if view.has_expired(now) {
            return OrderAdmission::Expired;
        }
        let ended = view.ended(now);
        // A report may bring an order back whose time was up: a delivery that goes on where it seemed done.
        state.has_ended = ended.is_some();
        let mut watchers: Vec<Arc<dyn Connection>> = others(&state.watchers, connection.id()).collect();
        let places = watchers.len() + state.waiting.iter().filter(|waiting| waiting.id() != connection.id()).count();
        let is_full = limits.sockets_per_order > 0 && places >= limits.sockets_per_order;
        if is_full && ended.is_none() {
            return OrderAdmission::Full;
        }
        let shown = state.shown(now);
        let frames = view.frames_since(since, limits.missed_statuses, now, shown.as_ref());
        let sent = view.sent_up_to(shown.as_ref());
        let (mut is_gone, waits) = (false, state.waits(connection.id()));
        connection.with(&mut |state| {
            // Whoever waits stays subscribed until it leaves.
            is_gone = waits && !state.topics().any(|topic| topic == topic_id(self.order));
            if is_gone {
                return;
            }
            state.subscribe(topic_id(self.order), sent, frames.iter().cloned());
            if ended.is_some() {
                state.unsubscribe(topic_id(self.order));
            }
        });
        state.waiting.retain(|waiting| waiting.id() != connection.id());
        if is_gone {
            return OrderAdmission::Gone;
        }
        if ended.is_none() {
            watchers.push(Arc::clone(connection));
            state.watchers = watchers.into();
        }
        OrderAdmission::Admitted
    }

    /// Takes a connection's place away.
    pub(super) fn remove(&self, connection: ConnectionId) {
        let mut state = self.lock();
        state.watchers = others(&state.watchers, connection).collect();
        state.waiting.retain(|waiting| waiting.id() != connection);
        state.unwatched_since = Instant::now();
    }

    /// What the watchers were told last; none without watchers.
    pub(super) fn sent(&self) -> Option<(Seq, Rev)> {
        let state = self.lock();
        if state.watchers.is_empty() { None } else { state.progress.sent() }
    }

    /// The same, where nothing of it is still to be read.
    pub(super) fn stands_at(&self) -> Option<(Seq, Rev)> {
        let state = self.lock();
        if state.watchers.is_empty() || state.lacks_visibility { None } else { state.progress.sent() }
    }

    /// Begins a join; the topic is kept until it ends.
    pub(super) fn begin_join(self: &Arc<Self>) -> OrderJoin {
        self.lock().joining += 1;
        OrderJoin(Arc::clone(self))
    }

    /// A missing status was looked for.
    pub(super) fn repaired(&self) {
        self.lock().is_repairing = false;
    }

    /// Whether nobody needs the topic any more.
    pub(super) fn is_idle(&self, limits: &Limits) -> bool {
        self.lock().is_idle(limits)
    }

    /// The connections that watch.
    pub(super) fn watchers(&self) -> Recipients {
        Arc::clone(&self.lock().watchers)
    }
}

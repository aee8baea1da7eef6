//! The connections of a node: how many there may be, their tick, and how they are sent away.

use std::{
    collections::{BTreeMap, HashMap},
    net::IpAddr,
    ops::Bound,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use deps::Chance;
use fastpath::Shrink;
use metrics::Metrics;
use server::address::limit_unit;
use tokio::{sync::Notify, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    CloseCode, Connection, ConnectionId, ConnectionState, LiveLimits, Tick, connection::seconds, control::beat,
};

/// The second of the node's clock; connections note their silence in it.
const TICK: Duration = Duration::from_secs(1);
/// Connections that are ticked before others get their turn.
const SLICE: usize = 250;
/// Where the node's clock starts, so that there is a time before it for connections to have been silent in.
const CLOCK_START: u32 = 3600;
/// How far apart the batches of a drain are.
const DRAIN_STEP: Duration = Duration::from_millis(100);

/// All connections of a node. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct Connections(Arc<ConnectionsInner>);

struct ConnectionsInner {
    slots: Mutex<Slots>,
    limits: LiveLimits,
    metrics: Arc<Metrics>,
    chance: Chance,
    next_id: AtomicU64,
    started: Instant,
    is_draining: AtomicBool,
    emptied: Notify,
}

#[derive(Default)]
struct Slots {
    taken: usize,
    by_address: HashMap<IpAddr, usize>,
    /// In order, so that they can be gone through in slices.
    connections: BTreeMap<ConnectionId, Weak<dyn Connection>>,
}

/// Why a connection cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoSlot {
    /// The node or the address has too many connections.
    TooMany,
    /// The node is leaving.
    Leaving,
}

/// A connection's slot on the node; given back when dropped.
pub struct ConnectionSlot {
    connections: Connections,
    id: ConnectionId,
    unit: IpAddr,
}

impl Connections {
    /// No connections yet.
    #[must_use]
    pub fn new(limits: LiveLimits, metrics: Arc<Metrics>, chance: Chance) -> Self {
        metrics.connections_limit.set(i64::try_from(limits.sockets).unwrap_or(i64::MAX));
        Self(Arc::new(ConnectionsInner {
            slots: Mutex::default(),
            limits,
            metrics,
            chance,
            next_id: AtomicU64::new(1),
            started: Instant::now(),
            is_draining: AtomicBool::new(false),
            emptied: Notify::new(),
        }))
    }

    /// Takes a slot for a connection from this address.
    ///
    /// # Errors
    /// [`NoSlot`] where there is none.
    pub fn take_slot(&self, caller: IpAddr) -> Result<ConnectionSlot, NoSlot> {
        if self.is_draining() {
            return Err(NoSlot::Leaving);
        }
        let ConnectionsInner { limits, metrics, next_id, .. } = &*self.0;
        let unit = limit_unit(caller);
        let mut slots = self.lock();
        let from_here = slots.by_address.get(&unit).copied().unwrap_or(0);
        let is_full = |limit: usize, taken: usize| limit > 0 && taken >= limit;
        if is_full(limits.sockets, slots.taken) || is_full(limits.sockets_per_address, from_here) {
            metrics.connections_refused.inc();
            return Err(NoSlot::TooMany);
        }
        slots.taken += 1;
        *slots.by_address.entry(unit).or_default() += 1;
        metrics.connections.inc();
        Ok(ConnectionSlot { connections: self.clone(), id: next_id.fetch_add(1, Ordering::Relaxed), unit })
    }

    /// The bounds that they keep.
    #[must_use]
    pub fn limits(&self) -> &LiveLimits {
        &self.0.limits
    }

    /// Whether the node is leaving.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.0.is_draining.load(Ordering::Relaxed)
    }

    /// Gives back the room of connections that have gone.
    pub fn tidy(&self) {
        self.lock().by_address.shrink_if_sparse();
    }

    /// Ticks every connection each second until `stop`; beats say whether news may come late now.
    pub async fn run_tick(self, is_delayed: impl Fn() -> bool + Send, stop: CancellationToken) {
        let (late, in_time) = (beat(true), beat(false));
        let LiveLimits { beat: silence, stuck_write, .. } = self.0.limits;
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = stop.cancelled() => return,
            }
            let beat = if is_delayed() { &late } else { &in_time };
            let tick = Tick { now: self.second(), beat_seconds: seconds(silence), beat, stuck: stuck_write };
            let mut ticked = 0;
            while let Some((last, slice)) = self.slice_after(ticked) {
                for connection in slice {
                    connection.with(&mut |state| state.tick(&tick));
                }
                ticked = last;
                tokio::task::yield_now().await;
            }
        }
    }

    /// Sends all connections away: no new ones, and the present ones in batches over the drain. Answers when the last has
    /// gone, or when a little more than the drain has passed.
    pub async fn drain(&self) {
        let ConnectionsInner { limits, metrics, is_draining, .. } = &*self.0;
        is_draining.store(true, Ordering::Relaxed);
        metrics.draining.set(1);
        let connections = self.open();
        let batches = usize::try_from(limits.drain.as_millis() / DRAIN_STEP.as_millis()).unwrap_or(usize::MAX).max(1);
        let size = connections.len().div_ceil(batches).max(1);
        let started = Instant::now();
        for (turn, batch) in (0..).zip(connections.chunks(size)) {
            tokio::time::sleep_until(started + DRAIN_STEP * turn).await;
            for connection in batch {
                connection.with(&mut |state| state.close(CloseCode::Leaving));
            }
        }
        drop(connections);
        if tokio::time::timeout(limits.stuck_write * 2, self.gone()).await.is_err() {
            tracing::warn!("connections that did not close were cut");
        }
    }

    /// Ends when there are none.
    async fn gone(&self) {
        loop {
            let emptied = self.0.emptied.notified();
            if self.lock().taken == 0 {
                return;
            }
            emptied.await;
        }
    }

    /// The second of the node's clock.
    fn second(&self) -> u32 {
        CLOCK_START.saturating_add(seconds(self.0.started.elapsed()))
    }

    /// The second from which a new connection's silence is counted: at random within one beat back, so that connections which
    /// came together do not beat together.
    fn first_second(&self) -> u32 {
        let beat = seconds(self.0.limits.beat);
        let later = self.second() + 1 + self.0.chance.below(beat.into()).try_into().unwrap_or(0);
        later.saturating_sub(beat)
    }

    /// Some connections that come after one, and the last of them; `None` where there are no more.
    fn slice_after(&self, last: ConnectionId) -> Option<(ConnectionId, Vec<Arc<dyn Connection>>)> {
        let slots = self.lock();
        let next = || slots.connections.range((Bound::Excluded(last), Bound::Unbounded)).take(SLICE);
        let (last, _) = next().last()?;
        Some((*last, next().filter_map(|(_, connection)| connection.upgrade()).collect()))
    }

    fn open(&self) -> Vec<Arc<dyn Connection>> {
        self.lock().connections.values().filter_map(Weak::upgrade).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Slots> {
        self.0.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionSlot {
    /// The connection's id.
    #[must_use]
    pub fn id(&self) -> ConnectionId {
        self.id
    }

    /// The state of a connection that opens now.
    pub(crate) fn new_state(&self) -> ConnectionState {
        let connections = &self.connections;
        ConnectionState::new(connections.limits(), connections.second(), connections.first_second())
    }

    pub(crate) fn metrics(&self) -> &Arc<Metrics> {
        &self.connections.0.metrics
    }

    pub(crate) fn read_pause_bytes(&self) -> usize {
        self.connections.limits().read_pause_bytes
    }

    /// From here on the connection has its tick. One that comes while the node leaves is sent away at once: the drain may
    /// have listed its connections already.
    pub(crate) fn register(&self, connection: &Arc<dyn Connection>) {
        self.connections.lock().connections.insert(self.id, Arc::downgrade(connection));
        if self.connections.is_draining() {
            connection.with(&mut |state| state.close(CloseCode::Leaving));
        }
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let ConnectionsInner { metrics, emptied, .. } = &*self.connections.0;
        let mut slots = self.connections.lock();
        slots.taken -= 1;
        slots.connections.remove(&self.id);
        if let Some(count) = slots.by_address.get_mut(&self.unit) {
            *count -= 1;
            if *count == 0 {
                slots.by_address.remove(&self.unit);
            }
        }
        if slots.taken == 0 {
            emptied.notify_waiters();
        }
        metrics.connections.dec();
    }
}

//! The lines of a node: how many there may be, their tick, and how they are sent away.

use std::{
    collections::{BTreeMap, HashMap},
    net::IpAddr,
    ops::Bound,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use server::address::limit_unit;
use tokio::{sync::Notify, time::Instant};

use super::Hub;
use crate::{
    close::CloseCode,
    limits::Limits,
    line::{Frame, FrameKind, Line, LineId, Tick, seconds},
    protocol::{BeatFrame, ServerFrame},
    spare::Spare,
};

/// The second of the node's clock; lines note their silence in it.
const TICK: Duration = Duration::from_secs(1);

/// Lines that are ticked before news get their turn.
const TICKED: usize = 250;

/// Where the node's clock starts, so that there is a time before it for lines to have been silent in.
const CLOCK_START: u32 = 3600;

/// All lines of a node.
pub(super) struct Lines {
    seats: Mutex<Seats>,
    all: usize,
    per_address: usize,
    next_id: AtomicU64,
    emptied: Notify,
}

#[derive(Default)]
struct Seats {
    taken: usize,
    by_address: HashMap<IpAddr, usize>,
    /// In order, so that they can be gone through in pieces.
    lines: BTreeMap<LineId, Weak<dyn Line>>,
}

/// Why a line cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoSeat {
    /// The node or the address has too many lines.
    TooMany,
    /// The node is leaving.
    Leaving,
}

/// A line's place on the node; given back when dropped.
pub struct Seat {
    hub: Hub,
    id: LineId,
    unit: IpAddr,
}

impl Lines {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            seats: Mutex::default(),
            all: limits.sockets,
            per_address: limits.sockets_per_address,
            next_id: AtomicU64::new(1),
            emptied: Notify::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Seats> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives back the room of lines that have gone.
    pub(super) fn tidy(&self) {
        self.lock().by_address.give_back();
    }

    /// Some lines that come after one, and the last of them; none where there are no more.
    fn some_after(&self, last: LineId) -> Option<(LineId, Vec<Arc<dyn Line>>)> {
        let seats = self.lock();
        let next = || seats.lines.range((Bound::Excluded(last), Bound::Unbounded)).take(TICKED);
        let (last, _) = next().last()?;
        Some((*last, next().filter_map(|(_, line)| line.upgrade()).collect()))
    }

    fn live(&self) -> Vec<Arc<dyn Line>> {
        self.lock().lines.values().filter_map(Weak::upgrade).collect()
    }
}

impl Hub {
    /// Takes a place for a line from this address.
    ///
    /// # Errors
    /// [`NoSeat`] where there is none.
    pub fn take_seat(&self, caller: IpAddr) -> Result<Seat, NoSeat> {
        if self.0.health.is_draining() {
            return Err(NoSeat::Leaving);
        }
        let lines = &self.0.lines;
        let unit = limit_unit(caller);
        let mut seats = lines.lock();
        let from_here = seats.by_address.get(&unit).copied().unwrap_or(0);
        let is_full = |limit: usize, taken: usize| limit > 0 && taken >= limit;
        if is_full(lines.all, seats.taken) || is_full(lines.per_address, from_here) {
            self.metrics().lines_refused.inc();
            return Err(NoSeat::TooMany);
        }
        seats.taken += 1;
        *seats.by_address.entry(unit).or_default() += 1;
        self.metrics().lines.inc();
        Ok(Seat { hub: self.clone(), id: lines.next_id.fetch_add(1, Ordering::Relaxed), unit })
    }

    /// The second of the node's clock.
    #[must_use]
    pub fn second(&self) -> u32 {
        CLOCK_START.saturating_add(seconds(self.0.started.elapsed()))
    }

    /// The second from which a new line's silence is counted: at random within one beat back, so
    /// that lines which came together do not beat together.
    #[must_use]
    pub fn first_second(&self) -> u32 {
        let beat = seconds(self.limits().beat);
        let later = self.second() + 1 + self.0.parts.chance.below(beat.into()).try_into().unwrap_or(0);
        later.saturating_sub(beat)
    }

    pub(super) async fn run_tick(self) {
        let delayed = |delayed| Frame::new(&ServerFrame::Beat(BeatFrame { delayed }), FrameKind::Beat);
        let (late, in_time) = (delayed(true), delayed(false));
        let beat_seconds = seconds(self.limits().beat);
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.0.stop.cancelled() => return,
            }
            let beat = if self.0.health.is_delayed() { &late } else { &in_time };
            let tick = Tick { now: self.second(), beat_seconds, beat, stuck: self.limits().stuck_write };
            let mut ticked = 0;
            while let Some((last, lines)) = self.0.lines.some_after(ticked) {
                for line in lines {
                    line.with(&mut |state| state.tick(&tick));
                }
                ticked = last;
                tokio::task::yield_now().await;
            }
        }
    }

    /// Sends all lines away: no new ones, and the present ones in batches over the drain. Answers
    /// when the last has gone, or when a little more than the drain has passed.
    pub async fn drain(&self) {
        self.0.health.set_draining();
        self.metrics().draining.set(1);
        let lines = self.0.lines.live();
        let over = self.limits().drain;
        let batches = usize::try_from(over.as_millis() / BATCH.as_millis()).unwrap_or(usize::MAX).max(1);
        let size = lines.len().div_ceil(batches).max(1);
        let started = Instant::now();
        for (turn, batch) in (0..).zip(lines.chunks(size)) {
            tokio::time::sleep_until(started + BATCH * turn).await;
            for line in batch {
                line.with(&mut |state| state.close(CloseCode::Leaving));
            }
        }
        drop(lines);
        let gone = async {
            loop {
                let emptied = self.0.lines.emptied.notified();
                if self.0.lines.lock().taken == 0 {
                    return;
                }
                emptied.await;
            }
        };
        if tokio::time::timeout(self.limits().stuck_write * 2, gone).await.is_err() {
            tracing::warn!("lines that did not close were cut");
        }
    }
}

/// How far apart the batches of a drain are.
const BATCH: Duration = Duration::from_millis(100);

impl Seat {
    /// The line's id.
    #[must_use]
    pub fn id(&self) -> LineId {
        self.id
    }

    /// Seats a line: from here on it has its tick. One that comes while the node leaves is sent away
    /// at once: the drain may have counted its lines already.
    pub fn seat(&self, line: &Arc<dyn Line>) {
        self.hub.0.lines.lock().lines.insert(self.id, Arc::downgrade(line));
        if self.hub.0.health.is_draining() {
            line.with(&mut |state| state.close(CloseCode::Leaving));
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let lines = &self.hub.0.lines;
        let mut seats = lines.lock();
        seats.taken -= 1;
        seats.lines.remove(&self.id);
        if let Some(count) = seats.by_address.get_mut(&self.unit) {
            *count -= 1;
            if *count == 0 {
                seats.by_address.remove(&self.unit);
            }
        }
        if seats.taken == 0 {
            lines.emptied.notify_waiters();
        }
        self.hub.metrics().lines.dec();
    }
}

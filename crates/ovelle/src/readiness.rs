//! Whether the database takes writes, asked every second by writing.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use deps::{Deps, SharedClock};
use store::{Store, StoreError};
use tokio::{task::JoinHandle, time::MissedTickBehavior};
use tokio_util::sync::CancellationToken;

/// How often it is asked (docs/spec/hub.md, "Health and metrics").
const PERIOD: Duration = Duration::from_secs(1);
/// After this a word counts no more: whoever asks hangs. An answer takes 2 s at most.
const FRESH: Duration = Duration::from_secs(4);

/// The newest word of the database on whether it takes writes. Cheap to clone; all clones are one.
#[derive(Debug, Clone)]
pub(crate) struct Writes(Arc<Mutex<(Instant, bool)>>);

impl Writes {
    /// Asks for the first time, then every second until it is told to stop.
    pub(crate) async fn start(deps: &Deps, stop: CancellationToken) -> (Self, JoinHandle<()>) {
        let slot = u8::from_le_bytes(deps.chance.bytes());
        let probe = WriteProbe { store: deps.store.clone(), clock: Arc::clone(&deps.clock), slot };
        let writes = Self(Arc::new(Mutex::new((Instant::now(), true))));
        writes.note(probe.write().await);
        let asking = tokio::spawn(writes.clone().run(probe, stop));
        (writes, asking)
    }

    /// Whether writes are taken.
    pub(crate) fn are_taken(&self) -> bool {
        let (at, taken) = *self.lock();
        taken && at.elapsed() < FRESH
    }

    async fn run(self, probe: WriteProbe, stop: CancellationToken) {
        let mut seconds = tokio::time::interval(PERIOD);
        seconds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while stop.run_until_cancelled(seconds.tick()).await.is_some() {
            self.note(probe.write().await);
        }
    }

    fn note(&self, written: Result<(), StoreError>) {
        let (_, before) = std::mem::replace(&mut *self.lock(), (Instant::now(), written.is_ok()));
        match written {
            Ok(()) if !before => tracing::info!("the database takes writes again"),
            Err(error) if before => {
                tracing::warn!(error = %domain::error::chain(&error), "the database takes no writes");
            }
            _ => {}
        }
    }

    fn lock(&self) -> MutexGuard<'_, (Instant, bool)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is written: a row that no other node writes at the same time.
struct WriteProbe {
    store: Store,
    clock: SharedClock,
    slot: u8,
}

impl WriteProbe {
    async fn write(&self) -> Result<(), StoreError> {
        self.store.prove_writes(self.slot, self.clock.now()).await
    }
}

//! The orders of one node: what every change of theirs goes through.

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use bus::Announcement;
use deps::Deps;
use domain::ids::OrderId;
use metrics::NewsHops;
use store::ErasedOrder;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use crate::{OrderLimits, OrdersParts, announce::Announcer, cars::ReportingCars};

/// Changes the orders of a node. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct Orders {
    pub(crate) parts: Arc<OrdersParts>,
    pub(crate) announcer: Announcer,
    pub(crate) cars: Arc<ReportingCars>,
    pub(crate) tasks: TaskTracker,
    pub(crate) cancellations: Arc<OnceLock<Arc<dyn Cancellations>>>,
}

/// Who follows the cancelling of orders, as their payments do.
#[async_trait]
pub trait Cancellations: Send + Sync {
    /// An order was cancelled. Whoever has cancelled it is answered after this.
    async fn cancelled(&self, order: OrderId);
}

impl Orders {
    /// Starts the work beside the calls: reading what cars carry, looking at their arrivals, noticing silent ones.
    #[must_use]
    pub fn start(parts: OrdersParts) -> Self {
        let parts = Arc::new(parts);
        let announcer = Announcer::new(&parts);
        let cars = Arc::new(ReportingCars::new(Arc::clone(&parts), announcer.clone()));
        let tasks = TaskTracker::new();
        tasks.spawn(Arc::clone(&cars).run_silence());
        tasks.spawn(Arc::clone(&cars).run_reading());
        tasks.spawn(Arc::clone(&cars).run_looking(tasks.clone()));
        Self { parts, announcer, cars, tasks, cancellations: Arc::default() }
    }

    /// From now on this one hears of orders that are cancelled here; only the first who asks for it does.
    pub fn tell_of_cancellations(&self, to: Arc<dyn Cancellations>) {
        let _others = self.cancellations.set(to);
    }

    /// What it works with.
    #[must_use]
    pub fn deps(&self) -> &Deps {
        &self.parts.deps
    }

    /// The bounds it keeps.
    #[must_use]
    pub fn limits(&self) -> &OrderLimits {
        &self.parts.limits
    }

    /// Announces orders of which the people were forgotten, so that nobody shows them from memory.
    pub fn announce_erased(&self, orders: &[ErasedOrder]) {
        for ErasedOrder { order, restaurant, seq, rev } in orders {
            self.announcer.publish(Announcement::change(*order, *restaurant, *seq, *rev, None));
        }
    }

    /// Ends what runs beside the calls. What these have begun is owned by [`deps::Commits`].
    pub async fn stop(&self) {
        self.cars.stop();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// Times the hops of news that were committed and are announced now.
pub(crate) fn observe(hops: &NewsHops, accepted: Instant, committed: Instant) {
    hops.commit.observe(committed - accepted);
    hops.publish.observe(committed.elapsed());
}

//! How many reads of orders stay in memory for those who join next: as many as fit into a bounded room, the oldest go
//! first. Without that bound a node to which fifty thousand watchers come back at once would hold fifty thousand orders
//! for a moment, and keep the room that they took.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use domain::ids::OrderId;
use fastpath::Shrink;

use super::{Hub, view::View};

/// Bytes of all reads together (performance, "Targets").
const ROOM: usize = 32 * 1024 * 1024;

/// The reads that topics keep, the oldest first.
#[derive(Debug, Default)]
pub(super) struct ViewCache(Mutex<CachedViews>);

#[derive(Debug, Default)]
struct CachedViews {
    views: VecDeque<ViewEntry>,
    bytes: usize,
}

#[derive(Debug)]
struct ViewEntry {
    order: OrderId,
    view: Weak<View>,
    bytes: usize,
}

impl ViewCache {
    fn lock(&self) -> MutexGuard<'_, CachedViews> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of a read; those for which there is no room any more.
    fn note(&self, order: OrderId, view: &Arc<View>) -> Vec<(OrderId, Weak<View>)> {
        let mut kept = self.lock();
        let bytes = view.bytes();
        kept.bytes += bytes;
        kept.views.push_back(ViewEntry { order, view: Arc::downgrade(view), bytes });
        let mut gone = Vec::new();
        while kept.bytes > ROOM && kept.views.len() > 1 {
            let Some(oldest) = kept.views.pop_front() else { break };
            kept.bytes -= oldest.bytes;
            gone.push((oldest.order, oldest.view));
        }
        gone
    }

    /// Takes those out of the count that nobody keeps any more.
    pub(super) fn tidy(&self) {
        let mut kept = self.lock();
        kept.views.retain(|entry| entry.view.strong_count() > 0);
        kept.views.shrink_if_sparse();
        kept.bytes = kept.views.iter().map(|entry| entry.bytes).sum();
    }
}

impl Hub {
    /// Keeps a read in its topic as long as there is room.
    pub(super) fn keep_view(&self, order: OrderId, view: &Arc<View>) {
        for (order, view) in self.0.views.note(order, view) {
            let Some(view) = view.upgrade() else { continue };
            let topic = self.topics().get(&order).cloned();
            if let Some(topic) = topic {
                topic.forget_view(&view);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::tests::sample;

    fn some_view(number: i64) -> Arc<View> {
        Arc::new(View::new(sample::order(OrderId(number)), None))
    }

    #[test]
    fn the_oldest_reads_go_where_there_is_no_room() {
        let cache = ViewCache::default();
        let views: Vec<Arc<View>> = (1..).map(some_view).take(ROOM / some_view(1).bytes() + 3).collect();
        let gone: Vec<OrderId> =
            views.iter().flat_map(|view| cache.note(view.order.id, view)).map(|(order, _)| order).collect();
        assert_eq!(gone, [OrderId(1), OrderId(2), OrderId(3)]);
        // Where nobody keeps them they take no room.
        drop(views);
        cache.tidy();
        let kept = cache.lock();
        assert_eq!((kept.bytes, kept.views.len()), (0, 0));
    }
}

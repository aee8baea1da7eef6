//! All boards of one kind on this node, and the orders that are to be read again for them.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bus::RowNews;
use domain::ids::OrderId;
use tokio::sync::Notify;

use super::{
    key::Key,
    kind::BoardKind,
    topic::{Board, BoardJoin},
};
use crate::Limits;

/// All boards of one kind.
#[derive(Debug)]
pub(crate) struct Registry<R> {
    boards: Mutex<HashMap<Key, Arc<Board<R>>>>,
    /// Orders of which something was heard that a board does not show.
    dirty: Mutex<HashSet<OrderId>>,
    /// Rings when there are dirty ones.
    pub(crate) notify: Notify,
}

impl<R> Default for Registry<R> {
    fn default() -> Self {
        Self { boards: Mutex::default(), dirty: Mutex::default(), notify: Notify::new() }
    }
}

impl<R: BoardKind> Registry<R> {
    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Arc<Board<R>>>> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An order has reached a state.
    pub(crate) fn receive(&self, news: &RowNews) {
        let is_behind =
            |board: &Arc<Board<R>>| board.key.covers(news.restaurant()) && board.is_behind(news.order(), news.rev());
        if self.lock().values().any(is_behind) {
            self.mark_dirty([news.order()]);
        }
    }

    /// These are to be read again.
    pub(crate) fn mark_dirty(&self, orders: impl IntoIterator<Item = OrderId>) {
        let mut dirty = self.dirty.lock().unwrap_or_else(PoisonError::into_inner);
        dirty.extend(orders);
        if !dirty.is_empty() {
            self.notify.notify_one();
        }
    }

    /// What is to be read again, once.
    pub(crate) fn take_dirty(&self) -> Vec<OrderId> {
        let mut dirty = self.dirty.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *dirty).into_iter().collect()
    }

    /// Its boards.
    pub(crate) fn all(&self) -> Vec<Arc<Board<R>>> {
        self.lock().values().cloned().collect()
    }

    /// The board of some restaurants, where it is watched.
    pub(crate) fn get(&self, key: &Key) -> Option<Arc<Board<R>>> {
        self.lock().get(key).cloned()
    }

    /// The board of some restaurants, made where nobody watches it yet; kept while the caller joins.
    pub(crate) fn enter(&self, key: &Key, limits: &Limits) -> BoardJoin<R> {
        let mut boards = self.lock();
        boards.entry(key.clone()).or_insert_with(|| Arc::new(Board::new(key.clone(), limits))).begin_join()
    }

    /// Takes away the boards that nobody needs, and gives them back.
    pub(crate) fn take_idle(&self, limits: &Limits) -> Vec<Arc<Board<R>>> {
        let mut boards = self.lock();
        let idle: Vec<_> = boards.values().filter(|board| board.is_idle(limits)).cloned().collect();
        boards.retain(|_, board| !idle.iter().any(|idle| Arc::ptr_eq(idle, board)));
        idle
    }
}

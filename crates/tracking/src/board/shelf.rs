//! All boards of one kind on this node, and the orders that are to be read again for them.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use domain::ids::OrderId;
use tokio::sync::Notify;

use super::{
    display::{Board, Joining},
    key::Key,
    kind::Kind,
};
use crate::{bus::RowNews, limits::Limits};

/// All boards of one kind.
#[derive(Debug)]
pub(super) struct Shelf<R> {
    boards: Mutex<HashMap<Key, Arc<Board<R>>>>,
    /// Orders of which something was heard that a board does not show.
    dirty: Mutex<HashSet<OrderId>>,
    /// Rings when there are dirty ones.
    pub(super) bell: Notify,
}

impl<R> Default for Shelf<R> {
    fn default() -> Self {
        Self { boards: Mutex::default(), dirty: Mutex::default(), bell: Notify::new() }
    }
}

impl<R: Kind> Shelf<R> {
    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Arc<Board<R>>>> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An order has reached a state.
    pub(super) fn hear(&self, news: &RowNews) {
        let is_behind =
            |board: &Arc<Board<R>>| board.key.covers(news.restaurant()) && board.is_behind(news.order(), news.rev());
        if self.lock().values().any(is_behind) {
            self.soil([news.order()]);
        }
    }

    /// These are to be read again.
    pub(super) fn soil(&self, orders: impl IntoIterator<Item = OrderId>) {
        let mut dirty = self.dirty.lock().unwrap_or_else(PoisonError::into_inner);
        dirty.extend(orders);
        if !dirty.is_empty() {
            self.bell.notify_one();
        }
    }

    /// What is to be read again, once.
    pub(super) fn take_dirty(&self) -> Vec<OrderId> {
        let mut dirty = self.dirty.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *dirty).into_iter().collect()
    }

    /// Its boards.
    pub(super) fn all(&self) -> Vec<Arc<Board<R>>> {
        self.lock().values().cloned().collect()
    }

    /// The board of some restaurants, where it is watched.
    pub(super) fn get(&self, key: &Key) -> Option<Arc<Board<R>>> {
        self.lock().get(key).cloned()
    }

    /// The board of some restaurants, made where nobody watches it yet; kept while the caller joins.
    pub(super) fn enter(&self, key: &Key, limits: &Limits) -> Joining<R> {
        let mut boards = self.lock();
        boards.entry(key.clone()).or_insert_with(|| Arc::new(Board::new(key.clone(), limits))).begin_join()
    }

    /// Takes away the boards that nobody needs, and gives them back.
    pub(super) fn take_idle(&self, limits: &Limits) -> Vec<Arc<Board<R>>> {
        let mut boards = self.lock();
        let idle: Vec<_> = boards.values().filter(|board| board.is_idle(limits)).cloned().collect();
        boards.retain(|_, board| !idle.iter().any(|idle| Arc::ptr_eq(idle, board)));
        idle
    }
}

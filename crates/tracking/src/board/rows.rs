//! The rows of a board in memory, and what of them a connection is to be told.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use bus::Presences;
use domain::{
    board::Window,
    estimate::is_late,
    ids::{OrderId, Rev},
    presence::Presence,
};
use live::Version;

use super::{
    kind::{BoardKind, BoardUpdate},
    log::ChangeLog,
};

/// The rows of a board.
#[derive(Debug)]
pub(crate) struct BoardRows<R> {
    rows: HashMap<OrderId, TrackedRow<R>>,
    /// Each as a frame shows it.
    log: ChangeLog<OrderId>,
}

#[derive(Debug)]
struct TrackedRow<R> {
    row: Arc<R>,
    late: bool,
    presence: Presence,
}

impl<R> Default for BoardRows<R> {
    fn default() -> Self {
        Self { rows: HashMap::new(), log: ChangeLog::default() }
    }
}

impl<R: BoardKind> BoardRows<R> {
    /// The present version.
    pub(crate) fn version(&self) -> Version {
        self.log.version()
    }

    /// Number of the state in which an order is shown.
    pub(crate) fn rev(&self, order: OrderId) -> Option<Rev> {
        self.rows.get(&order).map(|kept| kept.row.facts().rev)
    }

    /// The rows.
    pub(crate) fn all(&self) -> impl Iterator<Item = &R> {
        self.rows.values().map(|kept| &*kept.row)
    }

    /// The orders.
    pub(crate) fn orders(&self) -> impl Iterator<Item = OrderId> {
        self.rows.keys().copied()
    }

    /// Takes an order as it was read; an older state than the one that is shown is passed over.
    pub(crate) fn put(&mut self, row: Arc<R>, window: &Window) {
        let facts = row.facts();
        let known = self.rows.get(&facts.id);
        if known.is_some_and(|known| known.row.facts().rev > facts.rev) {
            return;
        }
        if !window.shows(&facts.times) {
            self.remove(facts.id);
            return;
        }
        let late = judge(&*row, window);
        if known.is_some_and(|known| known.late == late && known.row == row) {
            return;
        }
        // A row that is new is looked at by nobody that we know of: the next sweep asks.
        let presence = known.map(|known| known.presence.clone()).unwrap_or_default();
        self.keep(TrackedRow { row, late, presence });
    }

    /// Takes an order away.
    pub(crate) fn remove(&mut self, order: OrderId) {
        self.rows.remove(&order);
        self.log.remove(&order);
    }

    /// Takes all that was read of the board, except for orders that came meanwhile: those are as new
    /// as what was read, or newer.
    pub(crate) fn replace(&mut self, read: Vec<Arc<R>>, came: &HashSet<OrderId>, window: &Window) {
        let mut gone: HashSet<OrderId> = self.rows.keys().copied().collect();
        for row in read {
            let order = row.facts().id;
            gone.remove(&order);
            if !came.contains(&order) {
                self.put(row, window);
            }
        }
        for order in gone.difference(came) {
            self.remove(*order);
        }
    }

    /// Time has passed: what is late by now, and what is shown no longer.
    pub(crate) fn pass_time(&mut self, window: &Window) {
        let moved = self.rows.iter().filter_map(|(order, kept)| {
            let is_shown = window.shows(&kept.row.facts().times);
            let late = judge(&*kept.row, window);
            (!is_shown || late != kept.late).then_some((*order, is_shown.then_some(late)))
        });
        for (order, late) in moved.collect::<Vec<_>>() {
            match late {
                None => self.remove(order),
                Some(late) => self.change(order, |kept| kept.late = late),
            }
        }
    }

    /// Who is looking at which of the orders now; at those that are not named, nobody.
    pub(crate) fn attend(&mut self, presences: &Presences) {
        let nobody = Presence::default();
        let of = |order: &OrderId| presences.get(order).unwrap_or(&nobody);
        let moved = self.rows.iter().filter(|(order, kept)| kept.presence != *of(order));
        for order in moved.map(|(order, _)| *order).collect::<Vec<_>>() {
            self.change(order, |kept| kept.presence = of(&order).clone());
        }
    }

    /// What leads from a version towards the present one; from 0, the whole.
    pub(crate) fn step(&self, from: Version) -> BoardUpdate {
        R::step(self.log.changes(from), self.version())
    }

    /// Forgets what left up to a version that all connections have been told.
    pub(crate) fn forget_left(&mut self, told: Version) {
        self.log.forget_left(told);
    }

    fn change(&mut self, order: OrderId, change: impl FnOnce(&mut TrackedRow<R>)) {
        if let Some(mut kept) = self.rows.remove(&order) {
            change(&mut kept);
            self.keep(kept);
        }
    }

    /// Keeps a row. Where what has changed is nothing that the board shows, nobody is told.
    fn keep(&mut self, kept: TrackedRow<R>) {
        let order = kept.row.facts().id;
        self.log.say(&order, kept.row.text(kept.late, &kept.presence));
        self.rows.insert(order, kept);
    }
}

fn judge<R: BoardKind>(row: &R, window: &Window) -> bool {
    let facts = row.facts();
    facts.times.over_at.is_none() && is_late(facts.estimate.as_ref(), facts.promised_at, window.now)
}

#[cfg(test)]
mod tests;

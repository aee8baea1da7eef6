//! The rows of a board in memory, each with the version in which it came to stand as it does.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Arc, OnceLock},
};

use domain::{
    board::Window,
    estimate::is_late,
    ids::{OrderId, Rev},
};

use super::kind::{Change, Kind, Step};
use crate::line::Version;

/// The rows of a board.
#[derive(Debug)]
pub(super) struct Rows<R> {
    rows: HashMap<OrderId, Kept<R>>,
    /// In which version each order last changed, those that have left too.
    changed: BTreeMap<Version, OrderId>,
    /// In which versions orders came and left.
    left: HashMap<OrderId, (Version, Version)>,
    version: Version,
}

#[derive(Debug)]
struct Kept<R> {
    row: Arc<R>,
    late: bool,
    /// When it came: to lines that were told before that it is new.
    came: Version,
    version: Version,
    text: OnceLock<String>,
}

impl<R> Default for Rows<R> {
    fn default() -> Self {
        Self { rows: HashMap::new(), changed: BTreeMap::new(), left: HashMap::new(), version: 0 }
    }
}

impl<R: Kind> Rows<R> {
    /// The present version.
    pub(super) fn version(&self) -> Version {
        self.version
    }

    /// Number of the state in which an order is shown.
    pub(super) fn rev(&self, order: OrderId) -> Option<Rev> {
        self.rows.get(&order).map(|kept| kept.row.facts().rev)
    }

    /// Takes an order as it was read; an older state than the one that is shown is passed over.
    pub(super) fn put(&mut self, row: Arc<R>, window: &Window) {
        let facts = row.facts();
        let known = self.rows.get(&facts.id);
        if known.is_some_and(|known| known.row.facts().rev > facts.rev) {
            return;
        }
        if !window.shows(&facts.standing) {
            self.remove(facts.id);
            return;
        }
        let late = judge(&*row, window);
        if known.is_some_and(|known| known.late == late && known.row == row) {
            return;
        }
        let (came, version) = self.change(facts.id);
        self.rows.insert(facts.id, Kept { row, late, came, version, text: OnceLock::new() });
    }

    /// Takes an order away.
    pub(super) fn remove(&mut self, order: OrderId) {
        if self.rows.contains_key(&order) {
            let (came, version) = self.change(order);
            self.rows.remove(&order);
            self.left.insert(order, (came, version));
        }
    }

    /// Takes all that was read of the board, except for orders that came meanwhile: those are as new
    /// as what was read, or newer.
    pub(super) fn replace(&mut self, read: Vec<Arc<R>>, came: &HashSet<OrderId>, window: &Window) {
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
    pub(super) fn pass_time(&mut self, window: &Window) {
        let moved = self.rows.iter().filter_map(|(order, kept)| {
            let is_shown = window.shows(&kept.row.facts().standing);
            let late = judge(&*kept.row, window);
            (!is_shown || late != kept.late).then_some((*order, is_shown.then_some(late)))
        });
        for (order, late) in moved.collect::<Vec<_>>() {
            let Some(late) = late else {
                self.remove(order);
                continue;
            };
            let (_, version) = self.change(order);
            if let Some(kept) = self.rows.get_mut(&order) {
                (kept.late, kept.version, kept.text) = (late, version, OnceLock::new());
            }
        }
    }

    /// What leads from a version towards the present one; from 0, the whole.
    pub(super) fn step(&self, from: Version) -> Step {
        let changes = self.changed.range(from + 1..).filter_map(|(version, order)| {
            let text = self.rows.get(order).map(|kept| kept.text.get_or_init(|| kept.row.text(kept.late)).as_str());
            // Who was never told of an order need not be told that it left.
            let matters = text.is_some() || self.left.get(order).is_some_and(|(came, _)| *came <= from);
            matters.then_some(Change { version: *version, order: *order, text })
        });
        R::step(changes, self.version)
    }

    /// Forgets what left up to a version that all lines have been told.
    pub(super) fn forget_left(&mut self, told: Version) {
        let changed = &mut self.changed;
        self.left.retain(|_, (_, version)| {
            let is_needed = *version > told;
            if !is_needed {
                changed.remove(version);
            }
            is_needed
        });
    }

    /// Gives an order the next version; with that in which it came. One that left and is back has been
    /// there all along to lines that were not told so.
    fn change(&mut self, order: OrderId) -> (Version, Version) {
        let before = self.left.remove(&order).or_else(|| self.rows.get(&order).map(|kept| (kept.came, kept.version)));
        if let Some((_, before)) = before {
            self.changed.remove(&before);
        }
        self.version += 1;
        self.changed.insert(self.version, order);
        (before.map_or(self.version, |(came, _)| came), self.version)
    }
}

fn judge<R: Kind>(row: &R, window: &Window) -> bool {
    let facts = row.facts();
    facts.standing.over_at.is_none() && is_late(facts.estimate.as_ref(), facts.promised_at, window.now)
}

#[cfg(test)]
mod tests;

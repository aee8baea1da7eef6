//! The rows of a board in memory, each with the version in which it came to stand as it does.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    ops::Range,
    sync::Arc,
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
    /// From which version to which orders were there that have left, each time.
    left: HashMap<OrderId, Vec<Range<Version>>>,
    version: Version,
}

#[derive(Debug)]
struct Kept<R> {
    row: Arc<R>,
    late: bool,
    /// In which version it came.
    came: Version,
    version: Version,
    /// It as a frame shows it.
    text: String,
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
        let text = row.text(late);
        if let Some(known) = self.rows.get_mut(&facts.id).filter(|known| known.text == text) {
            // What has changed is nothing that the board shows.
            (known.row, known.late) = (row, late);
            return;
        }
        let version = self.change(facts.id);
        let came = self.rows.get(&facts.id).map_or(version, |known| known.came);
        self.rows.insert(facts.id, Kept { row, late, came, version, text });
    }

    /// Takes an order away.
    pub(super) fn remove(&mut self, order: OrderId) {
        let Some(came) = self.rows.get(&order).map(|known| known.came) else { return };
        let version = self.change(order);
        self.rows.remove(&order);
        self.left.entry(order).or_default().push(came..version);
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
            let version = self.change(order);
            if let Some(kept) = self.rows.get_mut(&order) {
                (kept.late, kept.version, kept.text) = (late, version, kept.row.text(late));
            }
        }
    }

    /// What leads from a version towards the present one; from 0, the whole.
    pub(super) fn step(&self, from: Version) -> Step {
        let changes = self.changed.range(from + 1..).filter_map(|(version, order)| {
            let text = self.rows.get(order).map(|kept| kept.text.as_str());
            // Only who was told of an order while it was there is told that it left.
            let was_there = || self.left.get(order).is_some_and(|times| times.iter().any(|time| time.contains(&from)));
            let matters = text.is_some() || was_there();
            matters.then_some(Change { version: *version, order: *order, text })
        });
        R::step(changes, self.version)
    }

    /// Forgets what left up to a version that all lines have been told.
    pub(super) fn forget_left(&mut self, told: Version) {
        let Self { left, changed, rows, .. } = self;
        left.retain(|order, times| {
            let last = times.last().map(|time| time.end).filter(|last| *last <= told);
            if let Some(last) = last.filter(|_| !rows.contains_key(order)) {
                changed.remove(&last);
            }
            times.retain(|time| time.end > told);
            !times.is_empty()
        });
    }

    /// Gives an order the next version.
    fn change(&mut self, order: OrderId) -> Version {
        let left = || self.left.get(&order).and_then(|times| times.last()).map(|time| time.end);
        if let Some(before) = self.rows.get(&order).map(|kept| kept.version).or_else(left) {
            self.changed.remove(&before);
        }
        self.version += 1;
        self.changed.insert(self.version, order);
        self.version
    }
}

fn judge<R: Kind>(row: &R, window: &Window) -> bool {
    let facts = row.facts();
    facts.standing.over_at.is_none() && is_late(facts.estimate.as_ref(), facts.promised_at, window.now)
}

#[cfg(test)]
mod tests;

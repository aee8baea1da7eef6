//! What somebody of the staff saw on the board.

use std::{collections::BTreeMap, time::Duration};

use domain::board::Window;
use jiff::Timestamp;
use store::{Store, StoreError};

use super::{Finding, Flaw, follow::Followed};

/// A row of the board, as far as the checker looks at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnBoard {
    /// Number of the order's status.
    pub seq: i64,
    pub status: i16,
    /// When the estimate was made that is shown.
    pub estimated_at: Option<Timestamp>,
}

/// All that one person saw, over all lines.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BoardLog {
    /// Which watcher of boards.
    pub watcher: usize,
    /// What came, in order.
    pub entries: Vec<BoardEntry>,
}

/// One thing that was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardEntry {
    /// When, since the run began.
    pub at: Duration,
    /// The node that the line led to.
    pub node: usize,
    /// What it was.
    pub seen: BoardSeen,
}

/// What can be seen.
#[derive(Debug, Clone, PartialEq)]
pub enum BoardSeen {
    /// The board is asked for, on a new line.
    Asked,
    /// A frame of the board; the first on a line is the whole.
    Board {
        /// Rows that are new or have changed, by the orders' numbers.
        rows: Vec<(i64, OnBoard)>,
        /// Rows that left.
        removed: Vec<i64>,
    },
    /// An error.
    Error { code: String },
    /// The line has ended.
    Lost {
        /// The close code, where it was closed.
        close: Option<u16>,
    },
}

/// What the board is to show.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BoardTruth(pub BTreeMap<i64, OnBoard>);

impl BoardTruth {
    /// Reads it.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn read(store: &Store, now: Timestamp) -> Result<Self, StoreError> {
        let restaurants: Vec<_> =
            store.restaurants().all().await?.into_iter().map(|restaurant| restaurant.id).collect();
        let rows = store.boards().shown(&restaurants, &Window::of_today(now), u32::MAX / 2).await?;
        let shown = rows.into_iter().map(|row| {
            let estimated_at = row.estimate.map(|estimate| estimate.made_at);
            (row.id.0, OnBoard { seq: row.seq.0, status: row.status.number(), estimated_at })
        });
        Ok(Self(shown.collect()))
    }
}

impl BoardLog {
    /// From when on the line led to which node.
    pub(super) fn nodes(&self) -> Vec<(Duration, usize)> {
        let mut nodes: Vec<_> = self.entries.iter().map(|entry| (entry.at, entry.node)).collect();
        nodes.dedup_by_key(|(_, node)| *node);
        nodes
    }
}

/// The rows that somebody sees, as a page keeps them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct PageRows {
    pub(crate) rows: BTreeMap<i64, OnBoard>,
    is_fresh: bool,
}

impl PageRows {
    /// Takes what came; what is wrong with it.
    pub(crate) fn take(&mut self, seen: &BoardSeen) -> Vec<(i64, Flaw)> {
        let mut flaws = Vec::new();
        match seen {
            BoardSeen::Asked => self.is_fresh = true,
            BoardSeen::Board { rows, removed } => {
                if self.is_fresh {
                    // The first frame is the whole: what was shown before, perhaps by another node, is forgotten.
                    self.rows.clear();
                }
                for (order, row) in rows {
                    let shown = self.rows.insert(*order, *row);
                    if shown.is_some_and(|shown| shown.seq > row.seq) {
                        flaws.push((*order, Flaw::RowWentBack { before: shown, after: Some(*row) }));
                    }
                }
                for order in removed {
                    if self.is_fresh || self.rows.remove(order).is_none() {
                        flaws.push((*order, Flaw::RowWentBack { before: None, after: None }));
                    }
                }
                self.is_fresh = false;
            }
            BoardSeen::Error { .. } | BoardSeen::Lost { .. } => {}
        }
        flaws
    }
}

/// Reads a log from end to end: how far each order came on this board.
pub(super) fn follow(truth: &BoardTruth, log: &BoardLog, findings: &mut Vec<Finding>) -> BTreeMap<i64, Followed> {
    let mut rows = PageRows::default();
    let mut followed: BTreeMap<i64, Followed> = BTreeMap::new();
    // The whole board stands from its first frame on.
    let (mut up, mut since) = (Vec::<(Duration, Option<Duration>)>::new(), None);
    let finding = |order, at, flaw| Finding { order, watcher: Some(log.watcher), at, flaw };
    for entry in &log.entries {
        for (order, flaw) in rows.take(&entry.seen) {
            findings.push(finding(order, Some(entry.at), flaw));
        }
        let is_up = up.last().is_some_and(|(_, end)| end.is_none());
        match &entry.seen {
            BoardSeen::Asked => {}
            BoardSeen::Board { rows, .. } => {
                since.get_or_insert(entry.at);
                if !is_up {
                    up.push((entry.at, None));
                }
                for (order, row) in rows {
                    let followed = followed.entry(*order).or_default();
                    if followed.reached.last().is_none_or(|(seq, _)| *seq < row.seq) {
                        followed.reached.push((row.seq, entry.at));
                    }
                }
            }
            BoardSeen::Error { .. } | BoardSeen::Lost { .. } => {
                if let Some((_, end @ None)) = up.last_mut() {
                    *end = Some(entry.at);
                }
                if let BoardSeen::Error { code } = &entry.seen
                    && code != "service/unavailable"
                {
                    findings.push(finding(0, Some(entry.at), Flaw::Refused(code.clone())));
                }
            }
        }
    }
    for order in truth.0.keys().chain(rows.rows.keys().filter(|order| !truth.0.contains_key(order))) {
        let (shown, stands) = (rows.rows.get(order).copied(), truth.0.get(order).copied());
        if shown != stands {
            findings.push(finding(*order, None, Flaw::WrongBoard { shown, stands }));
        }
    }
    for followed in followed.values_mut() {
        (followed.since, followed.up) = (since, up.clone());
    }
    followed
}

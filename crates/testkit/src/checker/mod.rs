//! The checker: what watchers were told and what reports were answered, held against the database.
//!
//! It knows nothing of sockets or servers. A run leaves three things behind, all plain values: a [`WatcherLog`] of each
//! watcher of an order, a [`StatusAttempts`] for each report of a status with all its attempts, and the [`Truth`], read from the
//! database when all is over. [`check`] holds the first two against the third and answers with a [`Verdict`]: every
//! promise that was broken, and when each committed status reached each watcher.
//!
//! What it asks of a watcher's log (docs/spec/hub.md, "Tracking live"):
//! - statuses come contiguous, each once, none older than the snapshot, as they stand in the database;
//! - no snapshot in the middle, nor where the missed statuses were to be sent;
//! - `rev` never falls, positions never go back in time nor come outside status 8;
//! - no position shows another customer's door, unless that stop is done and the car has left it;
//! - nothing follows `end`, and `end` comes where the database says so;
//! - the last that was told is the last that stands.
//!
//! A [`BoardLog`] is what somebody of the staff saw: no row goes back, and at the end the board is the database's.
//!
//! What it asks of the reports: what was answered with success stands in the database, what was refused does not, one
//! event is one row, and no failure but a quick 503 is seen. Of what was bought ([`WantedOrder`]): one intent is one
//! order, charged once.

mod arrivals;
mod board;
mod follow;
mod log;
mod purchase;
mod status_calls;
mod truth;
mod visibility;

#[cfg(test)]
mod tests;

use std::{collections::HashSet, fmt, mem::discriminant, time::Duration};

use jiff::Timestamp;

pub use arrivals::{Arrival, Spread};
pub(crate) use board::PageRows;
pub use board::{BoardEntry, BoardLog, BoardSeen, BoardTruth, OnBoard};
pub use log::{CarSeen, LogEntry, Observation, WatcherLog};
pub use purchase::{BoughtOrder, KeyedAnswer, KeyedTry, PurchaseFigures, PurchaseFlaw, WantedOrder};
pub use status_calls::{AnswerFigures, CallAttempt, CallOutcome, StatusAttempts};
pub use truth::{CommittedStatus, DrivenBatch, OrderTruth, Truth};

/// A broken promise.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    pub order: i64,
    /// The watcher that saw it; none where it is about a report or the database.
    pub watcher: Option<usize>,
    /// When, since the run began; none where it shows at the end.
    pub at: Option<Duration>,
    /// What is wrong.
    pub flaw: Flaw,
}

/// What can be wrong.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Flaw {
    /// A frame came for an order that was not subscribed to, or before `subscribed`.
    #[error("a frame came that nothing had asked for")]
    Unasked,
    /// One or more statuses were left out.
    #[error("after status {told} came {seq}")]
    Gap {
        /// What was told before; −1 for nothing.
        told: i64,
        /// What came.
        seq: i64,
    },
    /// A status came that was told before, or is older than the snapshot.
    #[error("status {seq} came although {told} was told")]
    Again {
        /// What was told before.
        told: i64,
        /// What came.
        seq: i64,
    },
    /// A snapshot came after the subscription's beginning.
    #[error("a snapshot came in the middle")]
    SnapshotInTheMiddle,
    /// A snapshot came where the missed statuses were to be sent one by one.
    #[error("a snapshot came at {seq} instead of what was missed since {since}")]
    NeedlessSnapshot {
        /// What the watcher had.
        since: i64,
        /// Where the snapshot stands.
        seq: i64,
    },
    /// The subscription stands behind what the watcher had been told already.
    #[error("the subscription stands at {seq}, but {told} was told before")]
    WentBack {
        /// What the watcher had.
        told: i64,
        /// Where the subscription stands.
        seq: i64,
    },
    /// A told status is another in the database, or none.
    #[error("status {told} was told at {seq}, where the database has {stands:?}")]
    NotTheDatabases {
        /// Its number.
        seq: i64,
        /// The status that was told.
        told: i16,
        /// The status that stands in the database.
        stands: Option<i16>,
    },
    /// `rev` fell on one subscription, or passed the database's.
    #[error("rev {rev} came after {before}, and {stands} stands in the database")]
    Rev {
        /// What came.
        rev: i64,
        /// What came before.
        before: i64,
        /// What stands in the database.
        stands: i64,
    },
    /// A car was shown although the order was not at 8.
    #[error("a position came at status {0:?}")]
    PositionOutOfTurn(Option<i16>),
    /// A car was shown at another customer's door that it has not left yet.
    #[error("a position of {at} showed the door of {doors}, with {stops_before} stops before the own")]
    PositionAtAnothersDoor {
        /// When the car was there.
        at: Timestamp,
        /// The order that lives there, or those, and when their stops were done.
        doors: String,
        /// Stops that were said to come before the own.
        stops_before: u32,
    },
    /// A position is not newer than the one before.
    #[error("a position went back in time")]
    PositionBackInTime,
    /// Something followed `end`.
    #[error("a frame came after the end")]
    AfterEnd,
    /// `end` came although the order stands at no final status, or with the wrong reason.
    #[error("the end came as {reason:?} at status {status:?}")]
    WrongEnd {
        /// The reason that was given.
        reason: String,
        /// The last status that was told.
        status: Option<i16>,
    },
    /// The order is at its end, and the watcher was not told.
    #[error("the end never came")]
    NoEnd,
    /// The watcher's last status is not the database's.
    #[error("the watcher was left at {told:?}, the database stands at {stands}")]
    TailMissing {
        /// What the watcher was told last.
        told: Option<i64>,
        /// What stands.
        stands: i64,
    },
    /// A row of the board went back, or left without having been there.
    #[error("the board's row went from {before:?} to {after:?}")]
    RowWentBack {
        /// What the board showed.
        before: Option<OnBoard>,
        /// What came; none where the row was taken away.
        after: Option<OnBoard>,
    },
    /// At the end the board does not show what the database has.
    #[error("the board shows {shown:?}, where the database has {stands:?}")]
    WrongBoard {
        /// What the board shows.
        shown: Option<OnBoard>,
        /// What should be shown.
        stands: Option<OnBoard>,
    },
    /// A subscription was refused for good, or the line was closed with a code that says so.
    #[error("the watcher was refused: {0}")]
    Refused(String),
    /// The database's own numbers have a gap, or its order stands elsewhere than its last event.
    #[error("the database's events are not contiguous at {0}")]
    NotContiguous(i64),
    /// A report was answered with success, but its row is not there or says something else.
    #[error("{event:?} was answered with seq {seq} and status {status}, where the database has {stands:?}")]
    NoRow {
        /// The reporter's name for the event.
        event: Option<String>,
        /// The answered number.
        seq: i64,
        /// The answered status.
        status: i16,
        /// What stands there.
        stands: Option<CommittedStatus>,
    },
    /// A report was refused, and yet it stands in the database.
    #[error("{event:?} was refused with {code}, and stands in the database at {seq}")]
    RowOfRefused {
        /// The reporter's name for the event.
        event: String,
        /// The code of the refusal.
        code: String,
        /// Where it stands.
        seq: i64,
    },
    /// One event stands twice, or two answers claim one row.
    #[error("{event:?} was applied twice")]
    AppliedTwice {
        /// The reporter's name for the event.
        event: Option<String>,
    },
    /// A row in the database belongs to no report.
    #[error("nobody reported what stands at {0}")]
    Stranger(i64),
    /// A failure other than 503, or a 503 without `Retry-After`, or one that took too long.
    #[error("a report was answered with {status} after {took:?}, Retry-After: {retry_after}")]
    BadFailure {
        /// The HTTP status.
        status: u16,
        /// How long it took.
        took: Duration,
        /// Whether it said when to come back.
        retry_after: bool,
    },
    /// Something that was bought is not as it was answered.
    #[error(transparent)]
    Purchase(PurchaseFlaw),
}

/// Which promise a flaw breaks, for the figures of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breach {
    /// Something that was committed, or answered with success, did not come.
    Lost,
    /// Something came or was done twice.
    Doubled,
    /// Something older came after something newer.
    OutOfOrder,
    /// Any other.
    Other,
}

impl Flaw {
    /// The promise that it breaks.
    #[must_use]
    pub fn breach(&self) -> Breach {
        match self {
            Self::Gap { .. } | Self::NoEnd | Self::TailMissing { .. } | Self::NotContiguous(_) | Self::NoRow { .. } => {
                Breach::Lost
            }
            Self::Again { told, seq } if told == seq => Breach::Doubled,
            Self::AppliedTwice { .. } => Breach::Doubled,
            Self::Again { .. }
            | Self::SnapshotInTheMiddle
            | Self::WentBack { .. }
            | Self::Rev { .. }
            | Self::PositionBackInTime
            | Self::AfterEnd
            | Self::RowWentBack { .. } => Breach::OutOfOrder,
            Self::Purchase(flaw) => flaw.breach(),
            _ => Breach::Other,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "order {}", self.order)?;
        if let Some(watcher) = self.watcher {
            write!(f, ", watcher {watcher}")?;
        }
        if let Some(at) = self.at {
            write!(f, ", at {:.3} s", at.as_secs_f64())?;
        }
        write!(f, ": {}", self.flaw)
    }
}

/// What came out.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdict {
    /// Every broken promise; empty where all were kept.
    pub findings: Vec<Finding>,
    /// When each committed status reached each watcher that was there.
    pub arrivals: Vec<Arrival>,
    /// When each committed status reached each board that was there.
    pub board_arrivals: Vec<Arrival>,
    /// Positions that watchers were shown.
    pub positions: usize,
    /// Frames that were held against the database, those of boards among them.
    pub frames: usize,
    /// Statuses in the database beyond the first of each order.
    pub committed: usize,
    /// How the reports were answered.
    pub answers: AnswerFigures,
    /// How placings and payments were.
    pub purchases: PurchaseFigures,
}

impl Verdict {
    /// How late the statuses came to watchers that `which` picks, counted from their answer or, where `from` is later,
    /// from that.
    pub fn lateness(&self, from: Duration, which: impl Fn(&Arrival) -> bool) -> Spread {
        lateness(&self.arrivals, from, which)
    }

    /// The same for boards.
    pub fn board_lateness(&self, from: Duration, which: impl Fn(&Arrival) -> bool) -> Spread {
        lateness(&self.board_arrivals, from, which)
    }

    /// How many findings break this promise.
    #[must_use]
    pub fn count(&self, breach: Breach) -> usize {
        self.findings.iter().filter(|finding| finding.flaw.breach() == breach).count()
    }

    /// The findings, one a line, the first few of them: of each watcher the first of a kind.
    #[must_use]
    pub fn report(&self) -> String {
        let mut known = HashSet::new();
        let is_first = |found: &&Finding| known.insert((found.order, found.watcher, discriminant(&found.flaw)));
        let lines: Vec<_> = self.findings.iter().filter(is_first).take(20).map(ToString::to_string).collect();
        format!("{} findings:\n{}", self.findings.len(), lines.join("\n"))
    }
}

fn lateness(arrivals: &[Arrival], from: Duration, which: impl Fn(&Arrival) -> bool) -> Spread {
    Spread::of(arrivals.iter().filter(|arrival| which(arrival)).map(|arrival| arrival.lateness(from)))
}

/// All that a run leaves behind.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Record {
    /// What watchers of orders saw.
    pub logs: Vec<WatcherLog>,
    /// What the staff saw.
    pub boards: Vec<BoardLog>,
    /// What was reported.
    pub status_calls: Vec<StatusAttempts>,
    /// What was bought.
    pub purchases: Vec<WantedOrder>,
}

/// Holds a run's record against the truth; `board` is what boards are to show in the end.
#[must_use]
pub fn check(truth: &Truth, board: &BoardTruth, record: &Record) -> Verdict {
    let (answers, purchases) = (AnswerFigures::of(&record.status_calls), PurchaseFigures::of(&record.purchases));
    let mut verdict = Verdict { answers, purchases, ..Verdict::default() };
    truth.check(&mut verdict);
    purchase::check(&truth.bought, &record.purchases, &mut verdict.findings);
    let answered = status_calls::check(truth, &record.status_calls, &mut verdict.findings);
    for log in &record.logs {
        let followed = follow::follow(truth, log, &mut verdict.findings);
        verdict.positions += followed.positions;
        verdict.frames += log.entries.iter().filter(|entry| entry.seen.is_frame()).count();
        let way = arrivals::WatcherRoute { watcher: log.watcher, order: log.order, nodes: log.nodes() };
        way.collect(&followed, &answered, &mut verdict.arrivals);
    }
    for log in &record.boards {
        let nodes = log.nodes();
        verdict.frames += log.entries.iter().filter(|entry| matches!(entry.seen, BoardSeen::Board { .. })).count();
        for (order, followed) in board::follow(board, log, &mut verdict.findings) {
            let way = arrivals::WatcherRoute { watcher: log.watcher, order, nodes: nodes.clone() };
            way.collect(&followed, &answered, &mut verdict.board_arrivals);
        }
    }
    verdict
}

//! Reports of statuses and their answers, against the database.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use super::{Finding, Flaw, OrderTruth, Spread, Truth};

/// A 503 comes within this (docs/spec/promises.md, P6), with some room for the machine that the tests run on.
const SOON: Duration = Duration::from_millis(3500);

/// One report of a status, with all its attempts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Press {
    /// The order's number.
    pub order: i64,
    /// The reported status.
    pub status: i16,
    /// The reporter's name for the event.
    pub event: Option<String>,
    /// Each try, until one was answered with success or refused.
    pub attempts: Vec<Attempt>,
}

/// One try.
#[derive(Debug, Clone, PartialEq)]
pub struct Attempt {
    /// The node that was called.
    pub node: usize,
    /// When it was sent, since the run began.
    pub sent: Duration,
    /// How long the answer, or its absence, took.
    pub took: Duration,
    /// The answer.
    pub answer: Answered,
}

/// How a try was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answered {
    /// 200.
    Set {
        /// Where the order stands.
        seq: i64,
        /// Its status.
        status: i16,
        /// Whether this very call moved it there.
        applied: bool,
    },
    /// 4xx.
    Refused(String),
    /// 5xx.
    Failed {
        /// The HTTP status.
        status: u16,
        /// Whether it said when to come back.
        retry_after: bool,
    },
    /// None came: not connected, cut off, timed out.
    Lost,
    /// The caller did not wait for it.
    Left,
}

/// How the presses of a run were answered, for its figures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Answers {
    /// How long it took until a try was answered with 2xx or 4xx.
    pub answered: Spread,
    /// How long it took until a try was answered with 5xx.
    pub failed: Spread,
    /// Tries without an answer.
    pub lost: usize,
    /// When the first of them was sent.
    pub lost_from: Option<Duration>,
    /// Presses that were given up without an answer.
    pub given_up: usize,
}

impl Answers {
    pub(super) fn of(presses: &[Press]) -> Self {
        let attempts = || presses.iter().flat_map(|press| &press.attempts);
        let lost = || attempts().filter(|attempt| attempt.answer == Answered::Lost);
        let took = |which: fn(&Answered) -> bool| {
            Spread::of(attempts().filter(|attempt| which(&attempt.answer)).map(|attempt| attempt.took))
        };
        Self {
            answered: took(|answer| matches!(answer, Answered::Set { .. } | Answered::Refused(_))),
            failed: took(|answer| matches!(answer, Answered::Failed { .. })),
            lost: lost().count(),
            lost_from: lost().map(|attempt| attempt.sent).min(),
            given_up: presses.iter().filter(|press| press.outcome().is_none()).count(),
        }
    }
}

/// When each committed status was first answered with success, by order and number.
pub(super) type AnsweredAt = BTreeMap<(i64, i64), Duration>;

/// Holds the presses against the truth.
pub(super) fn check(truth: &Truth, presses: &[Press], findings: &mut Vec<Finding>) -> AnsweredAt {
    let mut answered = AnsweredAt::new();
    let mut claimed = BTreeSet::new();
    let nothing = OrderTruth::default();
    for press in presses {
        let order = truth.orders.get(&press.order).unwrap_or(&nothing);
        for attempt in &press.attempts {
            let at = attempt.sent + attempt.took;
            let mut find = |flaw| findings.push(Finding { order: press.order, watcher: None, at: Some(at), flaw });
            match &attempt.answer {
                Answered::Set { seq, status, applied } => {
                    let row = order.row(*seq).filter(|row| row.status == *status);
                    let mine = row.filter(|row| row.event == press.event && row.status == press.status);
                    let stood_there = row.is_some() && *status == press.status;
                    let known = press.event.as_deref().and_then(|event| order.row_of(event));
                    let stands =
                        if *applied { mine.is_some() } else { row.is_some() && (stood_there || known.is_some()) };
                    if !stands {
                        let (event, stands) = (press.event.clone(), order.row(*seq).cloned());
                        find(Flaw::NoRow { event, seq: *seq, status: *status, stands });
                    }
                    if *applied && !claimed.insert((press.order, *seq)) {
                        find(Flaw::AppliedTwice { event: press.event.clone() });
                    }
                    if let Some(seq) = if *applied { Some(*seq) } else { known.map(|row| row.seq) } {
                        let first = answered.entry((press.order, seq)).or_insert(at);
                        *first = at.min(*first);
                    }
                }
                Answered::Refused(code) => {
                    let event = press.event.as_deref();
                    if let Some((event, row)) = event.and_then(|event| Some((event, order.row_of(event)?))) {
                        find(Flaw::RowOfRefused { event: event.to_owned(), code: code.clone(), seq: row.seq });
                    }
                }
                Answered::Failed { status: 503, retry_after: true } if attempt.took <= SOON => {}
                Answered::Failed { status, retry_after } => {
                    find(Flaw::BadFailure { status: *status, took: attempt.took, retry_after: *retry_after });
                }
                Answered::Lost | Answered::Left => {}
            }
        }
    }
    find_strangers(truth, presses, &claimed, findings);
    answered
}

/// Every row beyond the first is somebody's press.
fn find_strangers(truth: &Truth, presses: &[Press], claimed: &BTreeSet<(i64, i64)>, findings: &mut Vec<Finding>) {
    let by_event: BTreeMap<(i64, &str), i16> =
        presses.iter().filter_map(|press| Some(((press.order, press.event.as_deref()?), press.status))).collect();
    // A press without a name whose answer was lost may stand anywhere in its order.
    let nameless: BTreeSet<i64> =
        presses.iter().filter(|press| press.event.is_none() && press.may_stand()).map(|press| press.order).collect();
    for (id, order) in &truth.orders {
        for row in order.rows.iter().skip(1) {
            let is_known = match &row.event {
                Some(event) => by_event.get(&(*id, event.as_str())) == Some(&row.status),
                None => row.in_batch || claimed.contains(&(*id, row.seq)) || nameless.contains(id),
            };
            if !is_known {
                findings.push(Finding { order: *id, watcher: None, at: None, flaw: Flaw::Stranger(row.seq) });
            }
        }
    }
}

impl Press {
    /// Whether it may have been committed without an answer that says so.
    fn may_stand(&self) -> bool {
        self.attempts
            .iter()
            .any(|attempt| matches!(attempt.answer, Answered::Lost | Answered::Left | Answered::Failed { .. }))
    }

    /// Whether a call of it was answered as applied.
    #[must_use]
    pub fn is_applied(&self) -> bool {
        self.attempts.iter().any(|attempt| matches!(attempt.answer, Answered::Set { applied: true, .. }))
    }

    /// The answer that ended it; none while it goes on, or where it was given up.
    #[must_use]
    pub fn outcome(&self) -> Option<&Answered> {
        let last = self.attempts.last().map(|attempt| &attempt.answer)?;
        matches!(last, Answered::Set { .. } | Answered::Refused(_)).then_some(last)
    }
}

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
pub struct StatusAttempts {
    /// The order's number.
    pub order: i64,
    /// The reported status.
    pub status: i16,
    /// The reporter's name for the event.
    pub event: Option<String>,
    /// Each try, until one was answered with success or refused.
    pub attempts: Vec<CallAttempt>,
}

/// One try.
#[derive(Debug, Clone, PartialEq)]
pub struct CallAttempt {
    /// The node that was called.
    pub node: usize,
    /// When it was sent, since the run began.
    pub sent: Duration,
    /// How long the answer, or its absence, took.
    pub took: Duration,
    pub answer: CallOutcome,
}

/// How a try was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallOutcome {
    /// 200.
    Set {
        /// Where the order stands.
        seq: i64,
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

/// How the reports of a run were answered, for its figures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AnswerFigures {
    /// How long it took until a try was answered with 2xx or 4xx.
    pub answered: Spread,
    /// How long it took until a try was answered with 5xx.
    pub failed: Spread,
    /// Tries without an answer.
    pub lost: usize,
    /// When the first of them was sent.
    pub lost_from: Option<Duration>,
    /// Reports that were given up without an answer.
    pub given_up: usize,
}

impl AnswerFigures {
    pub(super) fn of(reports: &[StatusAttempts]) -> Self {
        let attempts = || reports.iter().flat_map(|report| &report.attempts);
        let lost = || attempts().filter(|attempt| attempt.answer == CallOutcome::Lost);
        let took = |which: fn(&CallOutcome) -> bool| {
            Spread::of(attempts().filter(|attempt| which(&attempt.answer)).map(|attempt| attempt.took))
        };
        Self {
            answered: took(|answer| matches!(answer, CallOutcome::Set { .. } | CallOutcome::Refused(_))),
            failed: took(|answer| matches!(answer, CallOutcome::Failed { .. })),
            lost: lost().count(),
            lost_from: lost().map(|attempt| attempt.sent).min(),
            given_up: reports.iter().filter(|report| report.outcome().is_none()).count(),
        }
    }
}

/// When each committed status was first answered with success, by order and number.
pub(super) type AnsweredAt = BTreeMap<(i64, i64), Duration>;

/// Holds the reports against the truth.
pub(super) fn check(truth: &Truth, reports: &[StatusAttempts], findings: &mut Vec<Finding>) -> AnsweredAt {
    let mut answered = AnsweredAt::new();
    let mut claimed = BTreeSet::new();
    let nothing = OrderTruth::default();
    for report in reports {
        let order = truth.orders.get(&report.order).unwrap_or(&nothing);
        for attempt in &report.attempts {
            let at = attempt.sent + attempt.took;
            let mut find = |flaw| findings.push(Finding { order: report.order, watcher: None, at: Some(at), flaw });
            match &attempt.answer {
                CallOutcome::Set { seq, status, applied } => {
                    let row = order.row(*seq).filter(|row| row.status == *status);
                    let mine = row.filter(|row| row.event == report.event && row.status == report.status);
                    let stood_there = row.is_some() && *status == report.status;
                    let known = report.event.as_deref().and_then(|event| order.row_of(event));
                    let stands =
                        if *applied { mine.is_some() } else { row.is_some() && (stood_there || known.is_some()) };
                    if !stands {
                        let (event, stands) = (report.event.clone(), order.row(*seq).cloned());
                        find(Flaw::NoRow { event, seq: *seq, status: *status, stands });
                    }
                    if *applied && !claimed.insert((report.order, *seq)) {
                        find(Flaw::AppliedTwice { event: report.event.clone() });
                    }
                    if let Some(seq) = if *applied { Some(*seq) } else { known.map(|row| row.seq) } {
                        let first = answered.entry((report.order, seq)).or_insert(at);
                        *first = at.min(*first);
                    }
                }
                CallOutcome::Refused(code) => {
                    let event = report.event.as_deref();
                    if let Some((event, row)) = event.and_then(|event| Some((event, order.row_of(event)?))) {
                        find(Flaw::RowOfRefused { event: event.to_owned(), code: code.clone(), seq: row.seq });
                    }
                }
                CallOutcome::Failed { status: 503, retry_after: true } if attempt.took <= SOON => {}
                CallOutcome::Failed { status, retry_after } => {
                    find(Flaw::BadFailure { status: *status, took: attempt.took, retry_after: *retry_after });
                }
                CallOutcome::Lost | CallOutcome::Left => {}
            }
        }
    }
    find_strangers(truth, reports, &claimed, findings);
    answered
}

/// Every row beyond the first is somebody's report.
fn find_strangers(
    truth: &Truth,
    reports: &[StatusAttempts],
    claimed: &BTreeSet<(i64, i64)>,
    findings: &mut Vec<Finding>,
) {
    let by_event: BTreeMap<(i64, &str), i16> =
        reports.iter().filter_map(|report| Some(((report.order, report.event.as_deref()?), report.status))).collect();
    // A report without a name whose answer was lost may stand anywhere in its order.
    let nameless: BTreeSet<i64> = reports
        .iter()
        .filter(|report| report.event.is_none() && report.may_stand())
        .map(|report| report.order)
        .collect();
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

impl StatusAttempts {
    /// Whether it may have been committed without an answer that says so.
    fn may_stand(&self) -> bool {
        self.attempts
            .iter()
            .any(|attempt| matches!(attempt.answer, CallOutcome::Lost | CallOutcome::Left | CallOutcome::Failed { .. }))
    }

    /// Whether a call of it was answered as applied.
    #[must_use]
    pub fn is_applied(&self) -> bool {
        self.attempts.iter().any(|attempt| matches!(attempt.answer, CallOutcome::Set { applied: true, .. }))
    }

    /// The answer that ended it; none while it goes on, or where it was given up.
    #[must_use]
    pub fn outcome(&self) -> Option<&CallOutcome> {
        let last = self.attempts.last().map(|attempt| &attempt.answer)?;
        matches!(last, CallOutcome::Set { .. } | CallOutcome::Refused(_)).then_some(last)
    }
}

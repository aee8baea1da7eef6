//! Orders that were placed in the shop and paid, against the database.

use std::{collections::BTreeMap, time::Duration};

use super::{Breach, Finding, Flaw, Spread};

/// Longer no try takes: a node waits 6 s for another that goes on, and then says when to come back.
const LONGEST: Duration = Duration::from_millis(7500);

/// An order that somebody wanted, with all that was tried for it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WantedOrder {
    /// Whose it is; nobody orders twice.
    pub email: String,
    /// The tries of its placing, all with one key.
    pub placing: Vec<KeyedTry>,
    /// The tries of its payment, all with another.
    pub payment: Vec<KeyedTry>,
}

/// One try of a call with a key.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyedTry {
    /// When it was sent, since the run began.
    pub sent: Duration,
    /// How long the answer, or its absence, took.
    pub took: Duration,
    pub answer: KeyedAnswer,
}

/// How such a try was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyedAnswer {
    /// With success: this order is placed, or paid.
    Done(i64),
    /// 4xx, with its body.
    Refused(String),
    /// That the provider is silent: nobody knows whether it has taken the money.
    Silent,
    /// 5xx, or that another try goes on.
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

/// An order of the shop as it stands in the database.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BoughtOrder {
    /// Its number.
    pub order: i64,
    /// Whose it is.
    pub email: String,
    /// How often a provider has taken money for it.
    pub charges: i64,
    /// How often money of it went back.
    pub refunds: i64,
    /// Whether its kitchen has it.
    pub is_received: bool,
}

/// What can be wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PurchaseFlaw {
    /// Its placing was answered with success, and no such order is there.
    #[error("{email}: order {order} was answered, and is not in the database")]
    NoOrder {
        /// Whose it is.
        email: String,
        /// The answered number.
        order: i64,
    },
    /// Its payment was answered with success, and no money was taken, or no kitchen has it.
    #[error("{0:?} was answered as paid")]
    NotPaid(BoughtOrder),
    /// Two orders stand where one was wanted, or two were answered.
    #[error("{email}: {orders:?} where one order was wanted")]
    PlacedTwice {
        /// Whose they are.
        email: String,
        /// Their numbers.
        orders: Vec<i64>,
    },
    /// Money was taken more than once, and kept.
    #[error("{0:?} was paid more than once")]
    PaidTwice(BoughtOrder),
    /// A call was refused that is right.
    #[error("{email}: refused with {answer}")]
    Refused {
        /// Whose it is.
        email: String,
        answer: String,
    },
    /// A failure other than 503 and that another try goes on, or one without `Retry-After`, or one that took too long.
    #[error("answered with {status} after {took:?}, Retry-After: {retry_after}")]
    BadFailure {
        /// The HTTP status.
        status: u16,
        /// How long it took.
        took: Duration,
        /// Whether it said when to come back.
        retry_after: bool,
    },
}

impl PurchaseFlaw {
    pub(super) fn breach(&self) -> Breach {
        match self {
            Self::NoOrder { .. } | Self::NotPaid(_) => Breach::Lost,
            Self::PlacedTwice { .. } | Self::PaidTwice(_) => Breach::Doubled,
            Self::Refused { .. } | Self::BadFailure { .. } => Breach::Other,
        }
    }
}

/// How the purchases of a run were answered, for its figures.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PurchaseFigures {
    /// Placings that were answered with success.
    pub placings: usize,
    pub payments: usize,
    /// Calls that were given up without an answer.
    pub given_up: usize,
    /// How long the tries took that were answered with success.
    pub took: Spread,
    /// Placings and payments that were made again: when they were first sent again, and when they were answered.
    repeats: [Vec<(Duration, Duration)>; 2],
}

impl PurchaseFigures {
    pub(super) fn of(purchases: &[WantedOrder]) -> Self {
        let calls = || purchases.iter().flat_map(WantedOrder::calls);
        let took = calls().filter_map(|call| answered(call)).map(|made| made.took);
        let repeat = |call: &Vec<KeyedTry>| {
            let (again, last) = (call.get(1)?, answered(call)?);
            Some((again.sent, last.sent + last.took))
        };
        Self {
            placings: purchases.iter().filter(|purchase| answered(&purchase.placing).is_some()).count(),
            payments: purchases.iter().filter(|purchase| answered(&purchase.payment).is_some()).count(),
            given_up: calls().filter(|call| !ends(call)).count(),
            took: Spread::of(took),
            repeats: [
                purchases.iter().map(|purchase| &purchase.placing).filter_map(repeat).collect(),
                purchases.iter().map(|purchase| &purchase.payment).filter_map(repeat).collect(),
            ],
        }
    }

    /// How long placings, and payments, that were made again waited for their answer: from when they were sent again, or from the last of
    /// these moments before the answer, at which the way to the database was free again.
    #[must_use]
    pub fn repeats(&self, free: &[Duration]) -> [Spread; 2] {
        let late = |(sent, answered): &(Duration, Duration)| {
            let freed = free.iter().filter(|free| *free <= answered).max();
            answered.saturating_sub(freed.map_or(*sent, |freed| *freed.max(sent)))
        };
        self.repeats.each_ref().map(|repeats| Spread::of(repeats.iter().map(late)))
    }
}

impl WantedOrder {
    /// The calls that were made for it.
    fn calls(&self) -> impl Iterator<Item = &Vec<KeyedTry>> {
        [&self.placing, &self.payment].into_iter().filter(|call| !call.is_empty())
    }

    /// What tries of its placing, or of its payment, were answered.
    fn orders(call: &[KeyedTry]) -> Vec<i64> {
        let mut orders: Vec<i64> = call
            .iter()
            .filter_map(|made| if let KeyedAnswer::Done(order) = made.answer { Some(order) } else { None })
            .collect();
        orders.dedup();
        orders
    }
}

/// The try that was answered with success.
fn answered(call: &[KeyedTry]) -> Option<&KeyedTry> {
    call.last().filter(|last| matches!(last.answer, KeyedAnswer::Done(_)))
}

fn ends(call: &[KeyedTry]) -> bool {
    call.last().is_some_and(|last| matches!(last.answer, KeyedAnswer::Done(_) | KeyedAnswer::Refused(_)))
}

/// Holds purchases against what stands.
pub(super) fn check(bought: &[BoughtOrder], purchases: &[WantedOrder], findings: &mut Vec<Finding>) {
    let mut by_email: BTreeMap<&str, Vec<&BoughtOrder>> = BTreeMap::new();
    for order in bought {
        by_email.entry(&order.email).or_default().push(order);
    }
    for purchase in purchases {
        let stands = by_email.get(purchase.email.as_str()).map_or(&[][..], Vec::as_slice);
        let mut find = |order: i64, flaw| {
            findings.push(Finding { order, watcher: None, at: None, flaw: Flaw::Purchase(flaw) });
        };
        judge(purchase, stands, &mut find);
        for made in purchase.calls().flatten() {
            judge_try(&purchase.email, made, &mut find);
        }
    }
}

fn judge(purchase: &WantedOrder, stands: &[&BoughtOrder], find: &mut impl FnMut(i64, PurchaseFlaw)) {
    let (email, answered) = (&purchase.email, WantedOrder::orders(&purchase.placing));
    if stands.len() > 1 || answered.len() > 1 {
        let orders = stands.iter().map(|order| order.order).chain(answered.iter().copied()).collect();
        find(0, PurchaseFlaw::PlacedTwice { email: email.clone(), orders });
    }
    for order in answered.into_iter().filter(|order| !stands.iter().any(|stands| stands.order == *order)) {
        find(order, PurchaseFlaw::NoOrder { email: email.clone(), order });
    }
    let is_paid = !WantedOrder::orders(&purchase.payment).is_empty();
    for order in stands {
        // What a try took of which nobody had heard goes back once another has paid.
        let kept = order.charges - order.refunds;
        if kept > 1 {
            find(order.order, PurchaseFlaw::PaidTwice((*order).clone()));
        }
        if is_paid && (kept < 1 || !order.is_received) {
            find(order.order, PurchaseFlaw::NotPaid((*order).clone()));
        }
    }
}

fn judge_try(email: &str, made: &KeyedTry, find: &mut impl FnMut(i64, PurchaseFlaw)) {
    match &made.answer {
        KeyedAnswer::Refused(answer) => {
            find(0, PurchaseFlaw::Refused { email: email.to_owned(), answer: answer.clone() });
        }
        KeyedAnswer::Failed { status: 503 | 409, retry_after: true } if made.took <= LONGEST => {}
        KeyedAnswer::Failed { status, retry_after } => {
            find(0, PurchaseFlaw::BadFailure { status: *status, took: made.took, retry_after: *retry_after });
        }
        KeyedAnswer::Done(_) | KeyedAnswer::Silent | KeyedAnswer::Lost | KeyedAnswer::Left => {}
    }
}

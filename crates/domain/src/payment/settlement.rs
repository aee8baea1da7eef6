//! How an order comes to be paid, as a state and what happens to it. Nothing here asks a provider or writes a row: what
//! is to be done is said as [`PaymentEffect`]s.

use std::collections::BTreeMap;

use super::PaymentState;

/// How often an order may be tried to be paid, its placing's own try included (docs/spec/ordering.md, "Limits").
pub const MOST_TRIES: usize = 10;

/// A try to pay, counted from 1 within its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TryNumber(pub u32);

/// What an order's payment is called on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaymentStatus {
    /// Nothing is paid yet.
    Waiting,
    /// All is paid.
    Paid,
    /// It will not be paid, or all money went back.
    Cancelled,
}

impl PaymentStatus {
    /// Its number on the wire.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Waiting => 1,
            Self::Paid => 2,
            Self::Cancelled => 3,
        }
    }
}

/// Where an order stands on its way to being paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaymentStage {
    /// It waits for money, known to the shop alone.
    Waiting,
    /// It is made, and is paid where it is eaten.
    OnSite,
    /// It is made, and paid: by a try, or by what was there before (a gift card, campaigns).
    Paid(Option<TryNumber>),
    /// It was never made.
    Ended,
    /// It was made, and all money went back.
    Refunded,
    /// It was made and then cancelled; all money goes back.
    Rejected,
}

impl PaymentStage {
    /// What it is called on the wire.
    #[must_use]
    pub fn status(self) -> PaymentStatus {
        match self {
            Self::Waiting | Self::OnSite => PaymentStatus::Waiting,
            Self::Paid(_) => PaymentStatus::Paid,
            Self::Ended | Self::Refunded | Self::Rejected => PaymentStatus::Cancelled,
        }
    }

    /// Its name in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::OnSite => "onsite",
            Self::Paid(_) => "paid",
            Self::Ended => "ended",
            Self::Refunded => "refunded",
            Self::Rejected => "rejected",
        }
    }

    /// The try by which it is paid.
    #[must_use]
    pub fn paid_by(self) -> Option<TryNumber> {
        match self {
            Self::Paid(by) => by,
            _ => None,
        }
    }

    /// Reads what [`PaymentStage::name`] and [`PaymentStage::paid_by`] give.
    #[must_use]
    pub fn parse(name: &str, paid_by: Option<TryNumber>) -> Option<Self> {
        let stages = [Self::Waiting, Self::OnSite, Self::Paid(paid_by), Self::Ended, Self::Refunded, Self::Rejected];
        stages.into_iter().find(|stage| stage.name() == name)
    }

    /// Whether the kitchen knows the order.
    #[must_use]
    pub fn is_made(self) -> bool {
        !matches!(self, Self::Waiting | Self::Ended)
    }
}

/// What happens to an order's payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaymentEvent {
    /// A try begins.
    Started(TryNumber),
    /// The provider says of a try how it stands: a verified notification, or what it answered when asked.
    Reported(TryNumber, PaymentState),
    /// The customer gave up.
    Cancelled,
    /// The time to pay is over.
    Expired,
    /// The order was cancelled after it was made.
    Rejected,
    /// Somebody gives all money back that was paid for an order that stands.
    GivenBack,
}

/// What is to be done because of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PaymentEffect {
    /// The order goes to the kitchen.
    Make,
    /// A provider is told that nobody will pay by this try any more.
    Close(TryNumber),
    /// The money of a try goes back, as much as has not gone yet.
    Refund(TryNumber),
    /// Uses of codes and what gift cards hold are given back.
    GiveBack,
    /// Uses of benefits alone are given back: all money has gone back of an order that stands.
    GiveBenefitsBack,
}

/// An order's payment with all its tries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    stage: PaymentStage,
    tries: BTreeMap<TryNumber, PaymentState>,
}

/// What an event leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The payment afterwards.
    pub settlement: Settlement,
    /// What is to be done.
    pub effects: Vec<PaymentEffect>,
    /// Whether the event moved anything; else it was late, known or is not possible any more.
    pub moved: bool,
}

impl Settlement {
    /// A payment as it is kept.
    #[must_use]
    pub fn new(stage: PaymentStage, tries: impl IntoIterator<Item = (TryNumber, PaymentState)>) -> Self {
        Self { stage, tries: tries.into_iter().collect() }
    }

    /// Where the order stands.
    #[must_use]
    pub fn stage(&self) -> PaymentStage {
        self.stage
    }

    /// How each try stands.
    #[must_use]
    pub fn tries(&self) -> &BTreeMap<TryNumber, PaymentState> {
        &self.tries
    }

    /// What an event leads to. The same event again, or one that comes late, leads nowhere.
    #[must_use]
    pub fn after(&self, event: PaymentEvent) -> Settled {
        let mut next = self.clone();
        let mut effects = Vec::new();
        match event {
            PaymentEvent::Started(number) => next.start(number, &mut effects),
            PaymentEvent::Reported(number, state) => next.report(number, state, &mut effects),
            PaymentEvent::Cancelled | PaymentEvent::Expired => next.end(&mut effects),
            PaymentEvent::Rejected => next.reject(&mut effects),
            PaymentEvent::GivenBack => next.give_back(&mut effects),
        }
        Settled { moved: next != *self, settlement: next, effects }
    }

    /// Whether it waits for its money and may be tried once more.
    #[must_use]
    pub fn takes_a_try(&self) -> bool {
        self.stage == PaymentStage::Waiting && self.tries.len() < MOST_TRIES
    }

    /// A new try closes the open ones; that they may be paid all the same is what `report` is for.
    fn start(&mut self, number: TryNumber, effects: &mut Vec<PaymentEffect>) {
        if !self.takes_a_try() || self.tries.contains_key(&number) {
            return;
        }
        self.close_open(effects);
        self.tries.insert(number, PaymentState::Open);
    }

    fn report(&mut self, number: TryNumber, state: PaymentState, effects: &mut Vec<PaymentEffect>) {
        let Some(present) = self.tries.get_mut(&number).filter(|present| **present < state) else { return };
        *present = state;
        match (state, self.stage) {
            (PaymentState::Paid, PaymentStage::Waiting) => {
                self.stage = PaymentStage::Paid(Some(number));
                effects.push(PaymentEffect::Make);
                self.close_open(effects);
            }
            // Another one paid first, or it is too late: nobody pays twice, or for nothing.
            (PaymentState::Paid, _) => effects.push(PaymentEffect::Refund(number)),
            (PaymentState::Refunded, PaymentStage::Paid(Some(by))) if by == number => {
                self.stage = PaymentStage::Refunded;
                effects.push(PaymentEffect::GiveBenefitsBack);
            }
            _ => {}
        }
    }

    fn end(&mut self, effects: &mut Vec<PaymentEffect>) {
        if self.stage != PaymentStage::Waiting {
            return;
        }
        self.stage = PaymentStage::Ended;
        self.close_open(effects);
        effects.push(PaymentEffect::GiveBack);
    }

    fn reject(&mut self, effects: &mut Vec<PaymentEffect>) {
        match self.stage {
            PaymentStage::Paid(by) => effects.extend(by.map(PaymentEffect::Refund)),
            PaymentStage::OnSite | PaymentStage::Refunded => {}
            PaymentStage::Waiting | PaymentStage::Ended | PaymentStage::Rejected => return,
        }
        self.stage = PaymentStage::Rejected;
        effects.push(PaymentEffect::GiveBack);
    }

    fn give_back(&mut self, effects: &mut Vec<PaymentEffect>) {
        let PaymentStage::Paid(by) = self.stage else { return };
        effects.extend(by.map(PaymentEffect::Refund));
        effects.push(PaymentEffect::GiveBenefitsBack);
        self.stage = PaymentStage::Refunded;
    }

    fn close_open(&self, effects: &mut Vec<PaymentEffect>) {
        let open = self.tries.iter().filter(|(_, state)| **state == PaymentState::Open);
        effects.extend(open.map(|(number, _)| PaymentEffect::Close(*number)));
    }
}

#[cfg(test)]
mod tests;

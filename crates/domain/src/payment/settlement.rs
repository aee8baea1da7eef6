//! How an order comes to be paid, as a state and what happens to it. Nothing here asks a provider or writes a row: what
//! is to be done is said as [`Effect`]s.

use std::collections::BTreeMap;

use super::Standing;

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
pub enum Stage {
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

impl Stage {
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

    /// Reads what [`Stage::name`] and [`Stage::paid_by`] give.
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
pub enum Event {
    /// A try begins.
    Started(TryNumber),
    /// The provider says of a try how it stands: a verified notification, or what it answered when asked.
    Reported(TryNumber, Standing),
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
pub enum Effect {
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
    stage: Stage,
    tries: BTreeMap<TryNumber, Standing>,
}

/// What an event leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The payment afterwards.
    pub settlement: Settlement,
    /// What is to be done.
    pub effects: Vec<Effect>,
    /// Whether the event moved anything; else it was late, known or is not possible any more.
    pub moved: bool,
}

impl Settlement {
    /// A payment as it is kept.
    #[must_use]
    pub fn new(stage: Stage, tries: impl IntoIterator<Item = (TryNumber, Standing)>) -> Self {
        Self { stage, tries: tries.into_iter().collect() }
    }

    /// Where the order stands.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// How each try stands.
    #[must_use]
    pub fn tries(&self) -> &BTreeMap<TryNumber, Standing> {
        &self.tries
    }

    /// What an event leads to. The same event again, or one that comes late, leads nowhere.
    #[must_use]
    pub fn after(&self, event: Event) -> Settled {
        let mut next = self.clone();
        let mut effects = Vec::new();
        match event {
            Event::Started(number) => next.start(number, &mut effects),
            Event::Reported(number, standing) => next.report(number, standing, &mut effects),
            Event::Cancelled | Event::Expired => next.end(&mut effects),
            Event::Rejected => next.reject(&mut effects),
            Event::GivenBack => next.give_back(&mut effects),
        }
        Settled { moved: next != *self, settlement: next, effects }
    }

    /// Whether it waits for its money and may be tried once more.
    #[must_use]
    pub fn takes_a_try(&self) -> bool {
        self.stage == Stage::Waiting && self.tries.len() < MOST_TRIES
    }

    /// A new try closes the open ones; that they may be paid all the same is what `report` is for.
    fn start(&mut self, number: TryNumber, effects: &mut Vec<Effect>) {
        if !self.takes_a_try() || self.tries.contains_key(&number) {
            return;
        }
        self.close_open(effects);
        self.tries.insert(number, Standing::Open);
    }

    fn report(&mut self, number: TryNumber, standing: Standing, effects: &mut Vec<Effect>) {
        let Some(present) = self.tries.get_mut(&number).filter(|present| **present < standing) else { return };
        *present = standing;
        match (standing, self.stage) {
            (Standing::Paid, Stage::Waiting) => {
                self.stage = Stage::Paid(Some(number));
                effects.push(Effect::Make);
                self.close_open(effects);
            }
            // Another one paid first, or it is too late: nobody pays twice, or for nothing.
            (Standing::Paid, _) => effects.push(Effect::Refund(number)),
            (Standing::Refunded, Stage::Paid(Some(by))) if by == number => {
                self.stage = Stage::Refunded;
                effects.push(Effect::GiveBenefitsBack);
            }
            _ => {}
        }
    }

    fn end(&mut self, effects: &mut Vec<Effect>) {
        if self.stage != Stage::Waiting {
            return;
        }
        self.stage = Stage::Ended;
        self.close_open(effects);
        effects.push(Effect::GiveBack);
    }

    fn reject(&mut self, effects: &mut Vec<Effect>) {
        match self.stage {
            Stage::Paid(by) => effects.extend(by.map(Effect::Refund)),
            Stage::OnSite | Stage::Refunded => {}
            Stage::Waiting | Stage::Ended | Stage::Rejected => return,
        }
        self.stage = Stage::Rejected;
        effects.push(Effect::GiveBack);
    }

    fn give_back(&mut self, effects: &mut Vec<Effect>) {
        let Stage::Paid(by) = self.stage else { return };
        effects.extend(by.map(Effect::Refund));
        effects.push(Effect::GiveBenefitsBack);
        self.stage = Stage::Refunded;
    }

    fn close_open(&self, effects: &mut Vec<Effect>) {
        let open = self.tries.iter().filter(|(_, standing)| **standing == Standing::Open);
        effects.extend(open.map(|(number, _)| Effect::Close(*number)));
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, sample::Index};

    use super::*;

    const ONE: TryNumber = TryNumber(1);
    const TWO: TryNumber = TryNumber(2);
    const TRIES: u32 = 3;

    fn waiting(tries: &[(TryNumber, Standing)]) -> Settlement {
        Settlement::new(Stage::Waiting, tries.iter().copied())
    }

    fn after(settlement: &Settlement, event: Event) -> (Settlement, Vec<Effect>) {
        let settled = settlement.after(event);
        (settled.settlement, settled.effects)
    }

    // spec: PY-06
    #[test]
    fn each_stage_has_its_number() {
        let stages = [
            (Stage::Waiting, 1, false),
            (Stage::OnSite, 1, true),
            (Stage::Paid(None), 2, true),
            (Stage::Paid(Some(ONE)), 2, true),
            (Stage::Ended, 3, false),
            (Stage::Refunded, 3, true),
            (Stage::Rejected, 3, true),
        ];
        for (stage, number, is_made) in stages {
            assert_eq!((stage.status().number(), stage.is_made()), (number, is_made), "{stage:?}");
            assert_eq!(Stage::parse(stage.name(), stage.paid_by()), Some(stage));
        }
    }

    #[test]
    fn who_pays_gets_the_order_made() {
        let (paid, effects) = after(&waiting(&[(ONE, Standing::Open)]), Event::Reported(ONE, Standing::Paid));
        assert_eq!((paid.stage(), effects), (Stage::Paid(Some(ONE)), vec![Effect::Make]));
    }

    #[test]
    fn a_failed_try_lets_the_order_wait_for_another() {
        let (failed, effects) = after(&waiting(&[(ONE, Standing::Open)]), Event::Reported(ONE, Standing::Failed));
        assert_eq!((failed.stage(), effects), (Stage::Waiting, Vec::new()));
        let (again, effects) = after(&failed, Event::Started(TWO));
        assert_eq!((again.stage(), effects), (Stage::Waiting, Vec::new()));
        let (paid, effects) = after(&again, Event::Reported(TWO, Standing::Paid));
        assert_eq!((paid.stage(), effects), (Stage::Paid(Some(TWO)), vec![Effect::Make]));
    }

    #[test]
    fn an_order_takes_ten_tries() {
        let mut present = waiting(&[]);
        for number in 1..=10 {
            let settled = present.after(Event::Started(TryNumber(number)));
            assert!(settled.moved, "{number}");
            present = settled.settlement;
        }
        assert!(!present.after(Event::Started(TryNumber(11))).moved);
        let (paid, _) = after(&present, Event::Reported(TryNumber(3), Standing::Paid));
        assert_eq!(paid.stage(), Stage::Paid(Some(TryNumber(3))), "any of them may still be paid");
    }

    #[test]
    fn of_two_payments_the_first_counts_and_the_other_goes_back() {
        let (both, effects) = after(&waiting(&[(ONE, Standing::Open)]), Event::Started(TWO));
        assert_eq!(effects, [Effect::Close(ONE)]);
        let (paid, effects) = after(&both, Event::Reported(ONE, Standing::Paid));
        assert_eq!(effects, [Effect::Make, Effect::Close(TWO)]);
        let (twice, effects) = after(&paid, Event::Reported(TWO, Standing::Paid));
        assert_eq!((twice.stage(), effects), (Stage::Paid(Some(ONE)), vec![Effect::Refund(TWO)]));
        let (back, effects) = after(&twice, Event::Reported(TWO, Standing::Refunded));
        assert_eq!((back.stage(), effects), (Stage::Paid(Some(ONE)), Vec::new()), "it was not the one that counts");
    }

    #[test]
    fn money_that_comes_too_late_goes_back() {
        for event in [Event::Expired, Event::Cancelled] {
            let (ended, effects) = after(&waiting(&[(ONE, Standing::Open)]), event);
            assert_eq!((ended.stage(), effects), (Stage::Ended, vec![Effect::Close(ONE), Effect::GiveBack]));
            let (late, effects) = after(&ended, Event::Reported(ONE, Standing::Paid));
            assert_eq!((late.stage(), effects), (Stage::Ended, vec![Effect::Refund(ONE)]));
            assert!(!late.after(Event::Started(TWO)).moved, "nobody pays for what has ended");
        }
    }

    #[test]
    fn who_is_rejected_gets_everything_back() {
        let (paid, _) = after(&waiting(&[(ONE, Standing::Open)]), Event::Reported(ONE, Standing::Paid));
        let (rejected, effects) = after(&paid, Event::Rejected);
        assert_eq!((rejected.stage(), effects), (Stage::Rejected, vec![Effect::Refund(ONE), Effect::GiveBack]));
        for stage in [Stage::OnSite, Stage::Paid(None), Stage::Refunded] {
            let (rejected, effects) = after(&Settlement::new(stage, []), Event::Rejected);
            assert_eq!((rejected.stage(), effects), (Stage::Rejected, vec![Effect::GiveBack]));
        }
    }

    #[test]
    fn a_refund_at_the_provider_leaves_the_order_where_it_is() {
        let (paid, _) = after(&waiting(&[(ONE, Standing::Open)]), Event::Reported(ONE, Standing::Paid));
        let (refunded, effects) = after(&paid, Event::Reported(ONE, Standing::Refunded));
        assert_eq!((refunded.stage(), effects), (Stage::Refunded, vec![Effect::GiveBenefitsBack]));
        assert!(refunded.stage().is_made());
    }

    #[test]
    fn all_money_goes_back_by_hand_once() {
        let (paid, _) = after(&waiting(&[(ONE, Standing::Open)]), Event::Reported(ONE, Standing::Paid));
        let (back, effects) = after(&paid, Event::GivenBack);
        assert_eq!((back.stage(), effects), (Stage::Refunded, vec![Effect::Refund(ONE), Effect::GiveBenefitsBack]));
        assert!(!back.after(Event::GivenBack).moved);
        let (rejected, effects) = after(&back, Event::Rejected);
        assert_eq!(
            (rejected.stage(), effects),
            (Stage::Rejected, vec![Effect::GiveBack]),
            "nothing is left to go back"
        );
        assert!(!Settlement::new(Stage::OnSite, []).after(Event::GivenBack).moved);
    }

    #[test]
    fn a_standing_never_goes_back() {
        for (present, reported) in [
            (Standing::Failed, Standing::Open),
            (Standing::Paid, Standing::Failed),
            (Standing::Refunded, Standing::Paid),
            (Standing::Open, Standing::Open),
        ] {
            assert!(
                !waiting(&[(ONE, present)]).after(Event::Reported(ONE, reported)).moved,
                "{present:?} {reported:?}"
            );
        }
        assert!(!waiting(&[]).after(Event::Reported(ONE, Standing::Paid)).moved, "of no try of this order");
    }

    fn standing() -> impl Strategy<Value = Standing> {
        prop::sample::select(vec![Standing::Open, Standing::Failed, Standing::Paid, Standing::Refunded])
    }

    fn report() -> impl Strategy<Value = Event> {
        (1..=TRIES, standing()).prop_map(|(number, standing)| Event::Reported(TryNumber(number), standing))
    }

    fn any_event() -> impl Strategy<Value = Event> {
        prop_oneof![
            6 => report(),
            3 => (1..=TRIES).prop_map(|number| Event::Started(TryNumber(number))),
            1 => Just(Event::Cancelled),
            1 => Just(Event::Expired),
            1 => Just(Event::Rejected),
            1 => Just(Event::GivenBack),
        ]
    }

    fn begun() -> Settlement {
        waiting(&(1..=TRIES).map(|number| (TryNumber(number), Standing::Open)).collect::<Vec<_>>())
    }

    fn play(from: &Settlement, events: &[Event]) -> (Settlement, Vec<Effect>) {
        let mut all = Vec::new();
        let mut now = from.clone();
        for event in events {
            let (next, effects) = after(&now, *event);
            all.extend(effects);
            now = next;
        }
        (now, all)
    }

    fn times(effects: &[Effect], wanted: Effect) -> usize {
        effects.iter().filter(|effect| **effect == wanted).count()
    }

    /// How often money stays with the shop: paid, and neither sent back nor asked to go back.
    fn kept(settlement: &Settlement, effects: &[Effect]) -> usize {
        let is_kept = |number: &TryNumber, standing: &Standing| {
            *standing == Standing::Paid && times(effects, Effect::Refund(*number)) == 0
        };
        settlement.tries().iter().filter(|(number, standing)| is_kept(number, standing)).count()
    }

    proptest! {
        /// Notifications come in any order and any number of times.
        #[test]
        fn reports_in_any_order_end_alike(
            reports in prop::collection::vec(report(), 0..12),
            repeated in prop::collection::vec(any::<Index>(), 0..12),
            seed in any::<u64>(),
        ) {
            let mut other = reports.clone();
            other.extend(repeated.iter().filter(|_| !reports.is_empty()).map(|at| *at.get(&reports)));
            let mut state = seed | 1;
            for at in (1..other.len()).rev() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let to = usize::try_from(state >> 33).unwrap_or(0) % (at + 1);
                other.swap(at, to);
            }
            let ((one, made), (two, made_too)) = (play(&begun(), &reports), play(&begun(), &other));
            prop_assert_eq!(one.tries(), two.tries());
            let was_refunded = reports.iter().any(|event| matches!(event, Event::Reported(_, Standing::Refunded)));
            if !was_refunded {
                prop_assert_eq!(one.stage().status(), two.stage().status());
                prop_assert_eq!(times(&made, Effect::Make), times(&made_too, Effect::Make));
                prop_assert_eq!(kept(&one, &made), kept(&two, &made_too));
            }
        }

        /// Whatever happens in whatever order: an order is made once or never, and paid as often as it says.
        #[test]
        fn nobody_pays_twice_or_for_nothing(events in prop::collection::vec(any_event(), 0..24)) {
            let (last, effects) = play(&waiting(&[]), &events);
            let made = times(&effects, Effect::Make);
            prop_assert!(made <= 1);
            prop_assert_eq!(made == 1, last.stage().is_made());
            prop_assert!(times(&effects, Effect::GiveBack) <= 1);
            prop_assert!(last.stage() != Stage::Ended || times(&effects, Effect::GiveBack) == 1);
            let expected = usize::from(last.stage().status() == PaymentStatus::Paid);
            prop_assert_eq!(kept(&last, &effects), expected);
            for number in (1..=TRIES).map(TryNumber) {
                prop_assert!(times(&effects, Effect::Refund(number)) <= 1);
            }
        }

        /// What was handled once is nothing when it comes again.
        #[test]
        fn the_same_again_is_nothing(events in prop::collection::vec(any_event(), 0..16), event in any_event()) {
            let (now, _) = play(&waiting(&[]), &events);
            let once = now.after(event);
            prop_assert_eq!(once.moved || !once.effects.is_empty(), once.moved);
            let again = once.settlement.after(event);
            prop_assert!(!again.moved && again.effects.is_empty());
        }
    }
}

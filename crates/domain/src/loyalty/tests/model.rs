//! Whatever happens in whatever order, the card is what a plain count of the orders says.

use jiff::ToSpan;
use proptest::prelude::*;

use super::*;
use crate::wheel::PrizeType;

#[derive(Debug, Clone)]
enum Event {
    Count(usize),
    End(usize, OrderEnding),
    ReturnLine(usize, usize, u32),
    Spin(PrizeType),
    UseNewest(usize),
    Days(i64),
    Leave,
    Join,
}

/// An order as the plain count sees it.
#[derive(Debug, Clone)]
struct PlainOrder {
    lines: Vec<(u32, u32)>,
    placed_at: Timestamp,
    returned: Vec<u32>,
    card: Option<u32>,
    is_over: bool,
}

impl PlainOrder {
    fn slices(&self) -> i64 {
        let lines = self.lines.iter().zip(&self.returned);
        lines.map(|((of_unit, units), returned)| i64::from(of_unit * (units - returned))).sum()
    }
}

/// A member beside a plain count.
#[derive(Debug)]
struct Model {
    member: Member,
    orders: Vec<PlainOrder>,
    welcome: i64,
    /// Spins of cards that ended, less all that were used.
    other_spins: i64,
}

impl Model {
    fn new(orders: &[Vec<(u32, u32)>]) -> Self {
        let member = Member::joined("2026-06-01T09:00:00Z", 3);
        let placed_at = member.now;
        let order = |lines: &Vec<(u32, u32)>| PlainOrder {
            lines: lines.clone(),
            placed_at,
            returned: vec![0; lines.len()],
            card: None,
            is_over: false,
        };
        Self { orders: orders.iter().map(order).collect(), member, welcome: 3, other_spins: 0 }
    }

    fn number(&self) -> u32 {
        self.member.account.card.number
    }

    fn total(&self) -> i64 {
        let number = Some(self.number());
        let counted = self.orders.iter().filter(|order| order.card == number && !order.is_over);
        self.welcome + counted.map(PlainOrder::slices).sum::<i64>()
    }

    /// Ends the card where it is past, as every event does first.
    fn settle(&mut self) {
        let (number, total) = (self.number(), self.total());
        self.member.settles();
        if self.number() != number {
            self.other_spins += rules().marks_within(total);
            self.welcome = 0;
        }
    }

    fn happens(&mut self, event: &Event) {
        self.settle();
        let is_member = self.member.account.card.joined_at.is_some();
        match event {
            Event::Count(at) => self.count(*at, is_member),
            Event::End(at, ending) => {
                self.member.ends(id(*at), *ending);
                let order = &mut self.orders[*at];
                order.is_over |= is_member || order.card.is_some();
            }
            Event::ReturnLine(at, line, units) => {
                let order = &mut self.orders[*at];
                let line = line % order.lines.len();
                self.member.returns_line(id(*at), &order.lines, u32::try_from(line).unwrap(), *units);
                if !order.is_over && (is_member || order.card.is_some()) && order.lines[line].0 > 0 {
                    order.returned[line] = order.lines[line].1.min(order.returned[line] + units);
                }
            }
            Event::Spin(prize) if self.member.account.card.spins() > 0 => {
                self.member.spins(*prize);
                self.other_spins -= i64::from(*prize != PrizeType::NewSpin);
            }
            Event::UseNewest(at)
                if self.member.account.benefits.last().is_some_and(|one| one.is_usable(self.member.now)) =>
            {
                self.member.uses_newest(id(*at));
            }
            Event::Days(days) => self.member.now += (24 * days).hours(),
            Event::Leave if is_member => {
                self.member.leaves();
                (self.welcome, self.other_spins) = (0, 0);
            }
            Event::Join => drop(self.member.change(|account, view, code| account.join(view, 0, code))),
            Event::Spin(_) | Event::UseNewest(_) | Event::Leave => {}
        }
    }

    fn count(&mut self, at: usize, is_member: bool) {
        let (number, joined_at) = (self.number(), self.member.account.card.joined_at);
        let order = self.orders[at].clone();
        let slices = brought(&order.lines);
        self.member.change(|account, view, code| {
            let counted = CountedOrder { order: OrderId(id(at)), placed_at: order.placed_at, slices: &slices };
            account.count_order(view, counted, code)
        });
        let is_placed_after = joined_at.is_some_and(|joined_at| joined_at <= order.placed_at);
        if is_member && is_placed_after && order.card.is_none() && !order.is_over {
            self.orders[at].card = Some(number);
        }
    }

    fn check(&self) {
        let card = &self.member.account.card;
        assert_eq!(card.total, self.total(), "T is what orders brought that stand");
        let spins = rules().marks_within(self.total()) + self.other_spins;
        assert_eq!(card.spin_balance(), spins, "a spin for each mark, less those used");
        let of_card =
            |one: &&OwnedBenefit| matches!(one.origin, BenefitOrigin::Slices { card: of, .. } if of == card.number);
        let unused = self.member.account.benefits.iter().filter(of_card).filter(|one| one.is_usable(self.member.now));
        let unused = i64::try_from(unused.count()).unwrap();
        assert!(unused <= card.conversions, "a pizza for each full card at most");
        assert!(card.balance() >= 0 || unused == 0, "no pizza is left to whoever owes slices");
    }
}

fn id(at: usize) -> i64 {
    i64::try_from(at).unwrap() + 1
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let order = || 0..6_usize;
    let ending = prop::sample::select(vec![
        OrderEnding::CancelledByShop,
        OrderEnding::CancelledByCustomer,
        OrderEnding::Refunded,
        OrderEnding::RefundedUndelivered,
        OrderEnding::ChargedBack,
    ]);
    let prize = prop::sample::select(vec![PrizeType::Empty, PrizeType::NewSpin, PrizeType::FreeDip]);
    let event = prop_oneof![
        6 => order().prop_map(Event::Count),
        3 => (order(), ending).prop_map(|(at, ending)| Event::End(at, ending)),
        3 => (order(), 0..3_usize, 1..4_u32).prop_map(|(at, line, units)| Event::ReturnLine(at, line, units)),
        3 => prize.prop_map(Event::Spin),
        3 => order().prop_map(Event::UseNewest),
        2 => (1..80_i64).prop_map(Event::Days),
        1 => Just(Event::Leave),
        1 => Just(Event::Join),
    ];
    prop::collection::vec(event, 1..40)
}

fn orders() -> impl Strategy<Value = Vec<Vec<(u32, u32)>>> {
    prop::collection::vec(prop::collection::vec((0..3_u32, 1..8_u32), 1..4), 6)
}

proptest! {
    #[test]
    fn no_order_of_events_makes_slices_or_spins_from_nothing(orders in orders(), events in events()) {
        let mut model = Model::new(&orders);
        for event in &events {
            model.happens(event);
            if !matches!(event, Event::Days(_)) {
                model.check();
            }
        }
        // Once all orders are taken back, nothing is left but what joining brought.
        for at in 0..orders.len() {
            model.happens(&Event::End(at, OrderEnding::Refunded));
        }
        model.check();
        prop_assert_eq!(model.member.account.card.total, model.welcome);
    }

    #[test]
    fn what_happens_again_changes_nothing(orders in orders(), events in events()) {
        let mut model = Model::new(&orders);
        for event in &events {
            model.happens(event);
            let once = (model.member.account.clone(), model.member.rows.len());
            match event {
                Event::Count(_) | Event::End(..) | Event::Leave | Event::Join => model.happens(event),
                Event::UseNewest(at) => drop(model.member.change(|account, view, _| account.use_benefits(view, OrderId(id(*at))))),
                Event::ReturnLine(..) | Event::Spin(_) | Event::Days(_) => continue,
            }
            prop_assert_eq!((model.member.account.clone(), model.member.rows.len()), once, "{:?}", event);
        }
    }

    #[test]
    fn an_ending_takes_back_exactly_what_its_order_gave(
        start in 0..60_u32, lines in prop::collection::vec((0..3_u32, 1..12_u32), 1..4), gone in 0..12_u32,
        ending in prop::sample::select(vec![OrderEnding::CancelledByShop, OrderEnding::Refunded, OrderEnding::ChargedBack]),
    ) {
        let mut member = Member::with(start, u32::MAX);
        let before = (member.figures(), member.usable());
        member.counts(1, &lines);
        member.returns_line(1, &lines, 0, gone);
        member.ends(1, ending);
        prop_assert_eq!((member.figures(), member.usable()), before);
    }

    #[test]
    fn lines_given_back_one_by_one_are_the_whole_order(start in 0..60_u32, lines in prop::collection::vec((0..3_u32, 1..6_u32), 1..4)) {
        let mut member = Member::with(start, u32::MAX);
        let before = (member.figures(), member.usable());
        member.counts(1, &lines);
        for (line, (_, units)) in (0..).zip(&lines) {
            for _ in 0..=*units {
                member.returns_line(1, &lines, line, 1);
            }
        }
        prop_assert_eq!((member.figures(), member.usable()), before);
        let change = member.ends(1, OrderEnding::Refunded);
        prop_assert_eq!(change.slices_added(), 0);
    }
}

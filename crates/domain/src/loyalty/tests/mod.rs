//! The card's rules, by the contract's figures.

mod catching_up;
mod expiry;
mod leaving;
mod model;
mod returning;
mod rows;
mod spinning;
mod worked;

use jiff::Timestamp;

use super::*;
use crate::ids::OrderId;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// `loyalty.json` of the contract.
fn rules() -> LoyaltyRules {
    LoyaltyRules::default()
}

fn types() -> BenefitTypes {
    let one =
        |name: &str, days| BenefitType { name: name.to_owned(), text: name.to_owned(), icon: name.to_owned(), days };
    BenefitTypes(vec![one("freePizza", 90), one("freeDip", 30), one("giftCard10", 180)])
}

/// A member with all rows of their ledger.
#[derive(Debug, Clone)]
struct Member {
    account: LoyaltyAccount,
    rows: Vec<LoyaltyRow>,
    rules: LoyaltyRules,
    types: BenefitTypes,
    now: Timestamp,
    codes: u64,
}

impl Member {
    /// Nobody's account yet.
    fn new(now: &str) -> Self {
        let (account, rows) = (LoyaltyAccount::default(), Vec::new());
        Self { account, rows, rules: rules(), types: types(), now: at(now), codes: 0 }
    }

    /// Who has joined with a bonus.
    fn joined(now: &str, bonus: u32) -> Self {
        let mut member = Self::new(now);
        member.rules.welcome = vec![(bonus, 1)];
        member.change(|account, view, code| account.join(view, 0, code));
        member
    }

    /// Who has this T, C and spins, by orders that nobody takes back.
    fn with(total: u32, spins: u32) -> Self {
        let mut member = Self::joined("2026-06-01T09:00:00Z", 0);
        member.counts(999, &[(1, total)]);
        while member.account.card.spins() > spins {
            member.spins(crate::wheel::PrizeType::Empty);
        }
        member
    }

    /// Makes a change and holds what is true of every one.
    fn change(
        &mut self,
        change: impl Fn(&LoyaltyAccount, LoyaltyView<'_>, NewCode<'_>) -> LoyaltyChange,
    ) -> LoyaltyChange {
        let view = LoyaltyView { rules: &self.rules, benefits: &self.types, now: self.now };
        let codes = &mut self.codes;
        let mut code = || {
            *codes += 1;
            let mut random = [0; PERSONAL_CODE_RANDOM_BYTES];
            random[..8].copy_from_slice(&codes.to_be_bytes());
            PersonalCode::of_random(&random)
        };
        let made = change(&self.account, view, &mut code);
        self.account = self.account.clone().after(&made);
        self.rows.extend(made.rows.iter().cloned());
        let card = &self.account.card;
        let sum: i64 = self.rows.iter().map(LoyaltyRow::slices_added).sum();
        assert_eq!(sum, card.total - 9 * card.conversions, "rows sum to T − 9C: {:#?}", self.rows);
        assert_eq!(self.rows.iter().map(LoyaltyRow::spins_added).sum::<i64>(), card.spin_balance());
        assert!(card.slices() <= 8 && card.total >= 0 && card.conversions >= 0, "{card:#?}");
        assert_eq!(LoyaltyCard::of_rows(&self.rows), *card, "the card is what its rows come to");
        made
    }

    /// An order counts, of lines of slices a unit and units.
    fn counts(&mut self, order: i64, lines: &[(u32, u32)]) -> LoyaltyChange {
        let slices = brought(lines);
        let placed_at = self.now;
        self.change(|account, view, code| {
            account.count_order(view, CountedOrder { order: OrderId(order), placed_at, slices: &slices }, code)
        })
    }

    fn ends(&mut self, order: i64, ending: OrderEnding) -> LoyaltyChange {
        self.change(|account, view, _| account.end_order(view, OrderId(order), ending))
    }

    fn returns_line(&mut self, order: i64, lines: &[(u32, u32)], line: u32, units: u32) -> LoyaltyChange {
        let slices = brought(lines);
        self.change(|account, view, _| account.return_line(view, OrderId(order), &slices, line, units))
    }

    fn spins(&mut self, prize: crate::wheel::PrizeType) -> LoyaltyChange {
        self.change(|account, view, code| {
            let source = account.card.next_spin(view.rules, view.now).expect("there is one");
            account.spin(view, source, prize, None, code)
        })
    }

    /// Lets an order hold the newest benefit, and be confirmed with it.
    fn uses_newest(&mut self, order: i64) -> PersonalCode {
        let newest = self.account.benefits.last_mut().expect("there is one");
        newest.state = BenefitUse::Held(OrderId(order));
        let code = newest.code.clone();
        self.change(|account, view, _| account.use_benefits(view, OrderId(order)));
        code
    }

    fn settles(&mut self) -> LoyaltyChange {
        self.change(|account, view, _| account.settle(view))
    }

    fn leaves(&mut self) -> LoyaltyChange {
        self.change(|account, view, _| account.leave(view))
    }

    fn state(&self, code: &PersonalCode) -> BenefitUse {
        self.account.benefits.iter().find(|one| one.code == *code).expect("it is theirs").state
    }

    /// T, C, spins.
    fn figures(&self) -> (i64, i64, i64) {
        let card = &self.account.card;
        (card.total, card.conversions, card.spin_balance())
    }

    /// Benefits that can be used.
    fn usable(&self) -> usize {
        self.account.benefits.iter().filter(|one| one.is_usable(self.now)).count()
    }
}

fn brought(lines: &[(u32, u32)]) -> OrderSlices {
    OrderSlices(
        lines.iter().map(|(of_unit, units)| LineSlices { of_unit: *of_unit, units: *units, free_units: 0 }).collect(),
    )
}

fn seen(change: &LoyaltyChange) -> Vec<(&'static str, i64, i64, &'static str)> {
    let rows = change.rows.iter();
    rows.filter_map(|row| Some((row.kind()?.as_str(), row.slices_added(), row.spins_added(), row.reason()))).collect()
}

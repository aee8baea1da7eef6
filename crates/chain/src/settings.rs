//! Figures of the chain: `settings.json`.

use domain::{ids::RestaurantId, money::Cents};
use jiff::civil::{Date, Weekday};

use crate::{
    ids::ProductCategoryId,
    percent::BasisPoints,
    time::{DayTimes, Days, MinuteOfDay, WeekTimes},
};

/// Rates of VAT from a date on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VatRates {
    /// None: always.
    pub from: Option<Date>,
    /// Of whatever has no rate of its own.
    pub percent: BasisPoints,
    pub categories: Vec<(ProductCategoryId, BasisPoints)>,
}

impl VatRates {
    /// The rate of a category of products.
    #[must_use]
    pub fn of(&self, category: &ProductCategoryId) -> BasisPoints {
        self.categories.iter().find(|(own, _)| own == category).map_or(self.percent, |(_, percent)| *percent)
    }
}

/// The part of delivery fees that is called a service fee in some restaurants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryServiceFee {
    pub shops: Vec<RestaurantId>,
    pub amount: Cents,
}

/// What delivery without packaging takes off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithoutPackaging {
    pub enabled: bool,
    pub discount: Cents,
    /// The last day of the week on which it is offered; none: all are.
    pub end_weekday: Option<Weekday>,
}

/// What keeps orders from costing nothing (docs/spec/ordering.md, "Fraud, words and witnesses"). 0: none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fraud {
    /// What may be owed at the counter for one order.
    pub counter_limit: Cents,
    /// Orders that one caller may owe at the counter.
    pub open_per_phone: u32,
    /// Orders that may be owed at the counter from one address.
    pub open_per_address: u32,
    /// Unpaid orders of one caller; of more, the oldest ends.
    pub unpaid_per_phone: u32,
    /// Unpaid orders from one address.
    pub unpaid_per_address: u32,
    /// For how long an unpaid order holds its use of a limited code.
    pub code_hold_minutes: u32,
    /// Uses of one limited code that are held from one address.
    pub uses_per_address: u32,
}

impl Default for Fraud {
    fn default() -> Self {
        Self {
            counter_limit: Cents(15_000),
            open_per_phone: 3,
            open_per_address: 10,
            unpaid_per_phone: 3,
            unpaid_per_address: 30,
            code_hold_minutes: 10,
            uses_per_address: 5,
        }
    }
}

/// A text that customers agree to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermsText {
    /// Its newest version.
    pub version: String,
    /// Whether who agreed to an older one is asked again.
    pub must_accept: bool,
}

/// The texts that customers agree to (docs/spec/people.md, "Terms").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    pub shop: TermsText,
    pub loyalty: TermsText,
}

impl Default for Terms {
    fn default() -> Self {
        let text = || TermsText { version: "1".to_owned(), must_accept: false };
        Self { shop: text(), loyalty: text() }
    }
}

/// Figures that rules take, with the defaults of the contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub phone_order_fee: Cents,
    /// What delivery costs where neither restaurant nor area says it.
    pub delivery_fee: Cents,
    /// At least one, in the order of the file.
    pub vat: Vec<VatRates>,
    pub lunch: WeekTimes,
    /// When coupons hold from Monday to Friday.
    pub coupon_hours: WeekTimes,
    pub max_toppings: u32,
    /// Years of age for what is age-restricted.
    pub minimum_age: u32,
    /// Days on which preorders can be due, today among them.
    pub preorder_days: u32,
    /// Seconds in which the same order without a key is a duplicate.
    pub duplicate_seconds: u32,
    pub price_token_minutes: u32,
    pub delivery_service_fee: DeliveryServiceFee,
    pub without_packaging: WithoutPackaging,
    /// Days that Klarna gives to pay.
    pub klarna_days: u32,
    pub fraud: Fraud,
    pub terms: Terms,
}

impl Default for Settings {
    fn default() -> Self {
        let at = |hour: u16| MinuteOfDay::of_hour(hour);
        let workdays =
            |from, until| WeekTimes { days: Days::WORKDAYS, times: DayTimes { from: at(from), until: at(until) } };
        Self {
            phone_order_fee: Cents(99),
            delivery_fee: Cents(890),
            vat: vec![VatRates { from: None, percent: BasisPoints(1400), categories: Vec::new() }],
            lunch: workdays(8, 14),
            coupon_hours: workdays(14, 22),
            max_toppings: 20,
            minimum_age: 18,
            preorder_days: 7,
            duplicate_seconds: 10,
            price_token_minutes: 15,
            delivery_service_fee: DeliveryServiceFee { shops: vec![RestaurantId(180)], amount: Cents(99) },
            without_packaging: WithoutPackaging { enabled: false, discount: Cents(0), end_weekday: None },
            klarna_days: 30,
            fraud: Fraud::default(),
            terms: Terms::default(),
        }
    }
}

impl Settings {
    /// The rates of a date: the last entry that has begun (docs/spec/ordering.md, "The order of the rules", step 11),
    /// or the first where none has.
    #[must_use]
    pub fn vat_on(&self, date: Date) -> &VatRates {
        let begun = self.vat.iter().rfind(|rates| rates.from.is_none_or(|from| from <= date));
        begun.unwrap_or(&self.vat[0])
    }
}

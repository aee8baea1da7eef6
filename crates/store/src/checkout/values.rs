//! What goes in and comes out.

use domain::{
    ids::{CustomerId, OrderId, RestaurantId},
    key::KeySeed,
    money::Cents,
    order::{Customer, Item, OrderPayment, OrderType, Origin, Schedule},
    payment::{
        Bookkeeper, Charge, Funds, PaymentNews, PaymentRecord, PaymentStage, PaymentState, PaymentTry, RefundPart,
        Sale, SessionId, TryNumber,
    },
};
use jiff::{SignedDuration, Timestamp};
use serde_json::value::RawValue;

use crate::{idempotency::KeyRun, ts::cut};

/// An order of the shop as it is placed.
#[derive(Debug, Clone)]
pub struct NewCheckout {
    /// The restaurant that was chosen.
    pub shop: RestaurantId,
    /// The one that cooks; mostly the same.
    pub kitchen: RestaurantId,
    /// How it reaches its eater.
    pub order_type: OrderType,
    /// Who places it.
    pub origin: Origin,
    /// Whose account it belongs to.
    pub account: Option<CustomerId>,
    pub placed_at: Timestamp,
    /// The time the customer asked for.
    pub pre_order_time: Option<Timestamp>,
    /// Until when it may be paid.
    pub pays_until: Timestamp,
    /// Who orders.
    pub customer: Customer,
    /// Where they read mail, and whether they want more than they must get.
    pub mail: MailContact,
    /// What is ordered.
    pub items: Vec<Item>,
    /// How it is paid, as its watchers see it.
    pub payment: OrderPayment,
    /// The payment method.
    pub method: String,
    /// The bank behind it, where it has several.
    pub issuer: Option<String>,
    /// Whether there is alcohol in it, which not every method may pay for.
    pub has_alcohol: bool,
    /// What it costs.
    pub price: Price,
    /// What came along for the shop's own counting.
    pub analytics: Option<Box<RawValue>>,
    /// Where the browser goes after it was paid or not.
    pub redirect_url: String,
    /// What its key is made of.
    pub key: KeySeed,
    /// Waiting; or made at once, because nothing is to be paid here.
    pub stage: PaymentStage,
    /// With which it is made at once; none where it waits.
    pub schedule: Option<Schedule>,
    /// The try with which its paying begins, where it waits for anything.
    pub first_try: Option<NewTry>,
    /// What a gift card pays of it.
    pub gift_card: Option<GiftCardHold>,
    /// Codes with a limit that took effect.
    pub codes: Vec<LimitedCode>,
    /// Who places it, where what they owe and hold has bounds.
    pub placed_by: Option<PlacedBy>,
    /// Fingerprint of what is ordered and by whom.
    pub content: [u8; 32],
    /// The run of the call that places it, where that came with a key: the key then names the order.
    pub run: Option<KeyRun>,
    /// For how long the same content is a mistake; none where the caller's own key says what is the same.
    pub duplicate_within: Option<SignedDuration>,
}

/// What an order costs.
#[derive(Debug, Clone)]
pub struct Price {
    /// All of it.
    pub grand_total: Cents,
    /// What is left of it after what is prepaid.
    pub payable: Cents,
    /// What is booked of it when the kitchen gets it.
    pub sale: Sale,
    /// The whole priced cart, for receipts.
    pub record: Box<RawValue>,
}

/// Where somebody reads mail.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct MailContact {
    /// The address.
    pub email: Option<String>,
    /// Whether offers may come by mail.
    pub email_marketing: bool,
    /// Whether offers may come by text message.
    pub sms_marketing: bool,
}

impl std::fmt::Debug for MailContact {
    /// Without its contents: whatever prints an order prints no person.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MailContact(…)")
    }
}

/// What a gift card pays of an order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct GiftCardHold {
    /// Fingerprint of its number.
    pub card: [u8; 32],
    /// What was on it when it was made.
    pub balance: Cents,
    /// What this order takes, if as much is left when it is placed; else what is left.
    pub amount: Cents,
    /// What it takes at least.
    pub least: Cents,
}

impl std::fmt::Debug for GiftCardHold {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GiftCardHold").field("amount", &self.amount).finish_non_exhaustive()
    }
}

/// A code that may be used so often.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LimitedCode {
    pub code: String,
    /// How often in all.
    pub limit: u32,
    /// Whether it is somebody's benefit, which comes back with all the money too.
    pub is_benefit: bool,
    /// Until when an unpaid order holds it; none: as long as it can be paid.
    pub held_until: Option<Timestamp>,
}

/// Who places an order, by keyed digests, and what they may owe and hold; none: as much as they like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacedBy {
    /// The account, else the phone.
    pub caller: [u8; 32],
    pub address: [u8; 32],
    /// What they may.
    pub bounds: PlacingBounds,
}

impl PlacedBy {
    /// Whether anything is counted.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.bounds != PlacingBounds::default()
    }
}

/// Counts of the fraud rules, multiplied; none: no bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlacingBounds {
    /// Orders that the caller owes at the counter.
    pub open_of_caller: Option<u32>,
    /// Orders that are owed at the counter from the address.
    pub open_of_address: Option<u32>,
    /// Unpaid orders of the caller: of more, the oldest ends.
    pub unpaid_of_caller: Option<u32>,
    /// Unpaid orders from the address.
    pub unpaid_of_address: Option<u32>,
    /// Uses of one code that are held from the address.
    pub uses_of_address: Option<u32>,
}

/// A try to pay as it begins.
#[derive(Debug, Clone)]
pub struct NewTry {
    /// Its name, by its number within the order, counted from 1: as many as there may be.
    pub sessions: Vec<SessionId>,
    /// The payment method.
    pub method: String,
    /// The bank behind it.
    pub issuer: Option<String>,
    /// What is to be paid.
    pub amount: Cents,
    /// The run of the call that begins it, where that came with a key: the key then names the try.
    pub run: Option<KeyRun>,
    /// When it begins.
    pub opened_at: Timestamp,
    /// When the provider is asked about it first, if nobody has said anything.
    pub look_at: Timestamp,
}

/// What a mail says of an order.
#[derive(Debug, Clone)]
pub struct CheckoutPapers {
    /// Who ordered.
    pub customer: Customer,
    /// Where they read mail.
    pub mail: MailContact,
    /// The priced cart, as it was placed.
    pub record: Box<RawValue>,
}

/// An order of the shop.
#[derive(Debug, Clone)]
pub struct Checkout {
    /// Its number.
    pub id: OrderId,
    /// The restaurant that was chosen.
    pub shop: RestaurantId,
    /// The one that cooks.
    pub kitchen: RestaurantId,
    /// How it reaches its eater.
    pub order_type: OrderType,
    pub placed_at: Timestamp,
    /// The time the customer asked for.
    pub pre_order_time: Option<Timestamp>,
    /// Until when it may be paid.
    pub pays_until: Timestamp,
    /// What it costs.
    pub grand_total: Cents,
    /// What is left of it after what is prepaid.
    pub payable: Cents,
    /// What is left of that after what a gift card pays.
    pub due: Cents,
    /// Whether there is alcohol in it.
    pub has_alcohol: bool,
    /// Where the browser goes afterwards.
    pub redirect_url: String,
    /// What its key is made of.
    pub key: KeySeed,
    /// Whether its people are forgotten.
    pub is_forgotten: bool,
    /// How it is paid.
    pub payment: PaymentRecord,
}

impl NewTry {
    /// As it is kept once it has begun.
    pub(crate) fn begun(self, number: TryNumber, session: SessionId) -> PaymentTry {
        PaymentTry {
            number,
            session,
            method: self.method,
            issuer: self.issuer,
            amount: self.amount,
            opened_at: cut(self.opened_at),
            state: PaymentState::Open,
            error_code: None,
        }
    }

    /// Its name as the try of a number; none where an order takes no such try.
    pub(crate) fn session(&self, number: TryNumber) -> Option<SessionId> {
        let index = usize::try_from(number.0).ok()?.checked_sub(1)?;
        self.sessions.get(index).copied()
    }
}

impl Checkout {
    /// As it will be read back after an event of its payment.
    pub(crate) fn after(self, news: PaymentNews, stage: PaymentStage, now: Timestamp) -> Self {
        Self { payment: self.payment.after(news, stage, now), ..self }
    }

    /// What it is paid of, with the parts of it that have gone back, for the rules.
    pub(crate) fn funds(&self, refunds: Vec<RefundPart>) -> Funds {
        let charge = |found: &PaymentTry| Charge { number: found.number, session: found.session, amount: found.amount };
        Funds { charges: self.payment.tries.iter().map(charge).collect(), gift_card: self.by_gift_card(), refunds }
    }

    /// What a gift card pays of it.
    pub(crate) fn by_gift_card(&self) -> Cents {
        Cents(self.payable.0 - self.due.0)
    }

    /// Makes what is booked of it.
    pub(crate) fn books(&self, now: Timestamp) -> Bookkeeper {
        Bookkeeper { order: self.id, kitchen: self.kitchen, now }
    }
}

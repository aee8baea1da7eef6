//! Builders of orders of the shop that wait for their money.

use domain::{
    Actor,
    ids::RestaurantId,
    key::KeySeed,
    money::Cents,
    order::{OrderPayment, OrderType, Origin, Source},
    payment::{LedgerAmounts, LedgerVat, MOST_TRIES, PaymentStage, Sale, SessionId},
};
use jiff::SignedDuration;
use serde_json::value::to_raw_value;
use store::{MailContact, NewCheckout, NewTry, Price};

use crate::order;

/// A delivery of 26,90 € of restaurant 12, placed at [`order::noon`], for half an hour.
///
/// # Panics
/// Never: its price is JSON.
#[must_use]
pub fn waiting(content: u8) -> NewCheckout {
    NewCheckout {
        shop: RestaurantId(12),
        kitchen: RestaurantId(12),
        order_type: OrderType::Delivery,
        origin: Origin { actor: Actor::Guest, source: Source::Shop, external_id: None },
        account: None,
        placed_at: order::noon(),
        pre_order_time: None,
        pays_until: order::noon() + SignedDuration::from_mins(30),
        customer: order::customer(),
        mail: MailContact { email: Some("aino@example.fi".to_owned()), ..MailContact::default() },
        items: vec![order::pizza()],
        payment: OrderPayment { method: Some("scheme".to_owned()), ..OrderPayment::default() },
        method: "scheme".to_owned(),
        issuer: None,
        has_alcohol: false,
        price: Price {
            grand_total: Cents(2690),
            payable: Cents(2690),
            sale: Sale {
                amounts: LedgerAmounts { gross: Cents(2000), shipping: Cents(690), ..LedgerAmounts::default() },
                vat: vec![LedgerVat { rate: 1400, amount: Cents(330) }],
            },
            record: to_raw_value(&serde_json::json!({ "vatTotal": 3.3 })).expect("numbers are JSON"),
        },
        analytics: None,
        redirect_url: "http://localhost/tilaus/tulos".to_owned(),
        key: KeySeed { salt: [content; 16], version: 1 },
        stage: PaymentStage::Waiting,
        schedule: None,
        first_try: None,
        gift_card: None,
        codes: Vec::new(),
        run: None,
        placed_by: None,
        content: [content; 32],
        duplicate_within: Some(SignedDuration::from_secs(10)),
    }
}

/// A try to pay all of it by card, which the provider is asked about after a minute.
#[must_use]
pub fn new_try(name: u8) -> NewTry {
    NewTry {
        sessions: vec![session(name); MOST_TRIES],
        method: "scheme".to_owned(),
        issuer: None,
        amount: Cents(2690),
        run: None,
        opened_at: order::noon(),
        look_at: order::noon() + SignedDuration::from_mins(1),
    }
}

/// A name that a test tells from others.
#[must_use]
pub fn session(name: u8) -> SessionId {
    SessionId::new([name; 16])
}

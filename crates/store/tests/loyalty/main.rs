//! The loyalty programme: what orders bring members, what they own, and the wheel.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod benefits;
mod booking;
mod joining;
mod spinning;

use domain::{
    customer::SessionChannel,
    ids::{CustomerId, OrderId},
    order::Status,
    payment::PaymentStage,
};
use jiff::{SignedDuration, Timestamp, civil::date};
use store::{
    ChangeCustomer, LoyaltyBasis, LoyaltyRecord, MemberAge, NewCheckout, NewCustomer, NewCustomerSession, NewMessage,
    ProfileChange, Store,
};
use testkit::{checkout::waiting, loyalty::record, order};

fn hour(hour: i64) -> Timestamp {
    order::noon() + SignedDuration::from_hours(hour)
}

/// Joining brings nothing here, so that tests count orders alone.
fn basis(at: i64) -> LoyaltyBasis {
    let mut basis = testkit::loyalty::basis(hour(at));
    basis.rules.welcome = vec![(0, 1)];
    basis
}

async fn account(db: &Store, name: &str) -> CustomerId {
    let email = format!("{name}@ovelle.example");
    let sha256 = domain::key::fingerprint(name);
    let payload = serde_json::json!({});
    let new = NewCustomer {
        first_name: "Aino".to_owned(),
        last_name: "Aalto".to_owned(),
        phone: "0401234567".to_owned(),
        email: email.clone(),
        sign_in_email: email,
        email_provider: None,
        identity: None,
        password_hash: Some("hash".to_owned()),
        birth_date: None,
        terms_version: Some("1".to_owned()),
        loyalty_terms_version: None,
        show_loyalty_sign_up: true,
        email_marketing: false,
        consents: Vec::new(),
        session: NewCustomerSession { sha256, channel: SessionChannel::Cookie },
        message: Some(NewMessage { kind: "mail", payload, ready_at: hour(0), created_at: hour(0) }),
        run: None,
        now: hour(0),
    };
    db.customers().register(new).await.unwrap()
}

/// What somebody says who joins.
fn joining(id: CustomerId, basis: LoyaltyBasis) -> ChangeCustomer {
    let now = basis.now;
    ChangeCustomer {
        id,
        profile: ProfileChange { birth_date: Some(date(1990, 1, 1)), joins: Some(basis), ..ProfileChange::default() },
        member_age: MemberAge { years: 13, today: date(2026, 11, 21) },
        email: None,
        consents: Vec::new(),
        messages: Vec::new(),
        now,
    }
}

/// Somebody who has joined.
async fn member(db: &Store, name: &str) -> CustomerId {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let id = account(db, name).await;
    db.customers().change(joining(id, basis(0))).await.unwrap();
    id
}

/// An order of theirs that is made at once, of lines of slices a unit and units.
fn new_order(of: CustomerId, number: u8, stage: PaymentStage, lines: &[(u32, u32)]) -> NewCheckout {
    let mut new = NewCheckout {
        account: Some(of),
        stage,
        schedule: Some(order::schedule(None)),
        placed_at: hour(1),
        ..waiting(number)
    };
    new.price.record = record(lines);
    new
}

async fn place(db: &Store, new: NewCheckout) -> OrderId {
    db.checkouts().place(new).await.unwrap().id
}

async fn report(db: &Store, id: OrderId, status: Status) {
    db.orders().append(order::report(id, status)).await.unwrap();
}

/// An order of theirs that is paid and accepted.
async fn accepted(db: &Store, of: CustomerId, number: u8, lines: &[(u32, u32)]) -> OrderId {
    let id = place(db, new_order(of, number, PaymentStage::Paid(None), lines)).await;
    report(db, id, Status::Accepted).await;
    id
}

async fn settled(db: &Store, of: CustomerId, at: i64) -> LoyaltyRecord {
    db.loyalty().settle(of, basis(at)).await.unwrap().unwrap()
}

/// T, C, spins.
fn figures(record: &LoyaltyRecord) -> (i64, i64, i64) {
    let card = &record.account.card;
    (card.total, card.conversions, card.spin_balance())
}

/// The kinds of the rows that a member sees, with what they add.
fn seen(record: &LoyaltyRecord) -> Vec<(&'static str, i64, i64)> {
    let rows = record.rows.iter().map(|booked| &booked.row);
    rows.filter_map(|row| Some((row.kind()?.as_str(), row.slices_added(), row.spins_added()))).collect()
}

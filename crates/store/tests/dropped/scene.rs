//! What stands in a database before its callers go away.

use std::collections::HashSet;

use domain::{
    Actor, Reach,
    customer::{Address, Coordinate, RawAddress, SessionChannel},
    estimate::{Basis, Estimate},
    ids::{CarId, CustomerId, OrderId, RestaurantId},
    money::Cents,
    order::{Source, Status},
    payment::{LedgerAmounts, LedgerEntry, PaymentState, SessionId},
    staff::Roles,
};
use jiff::{SignedDuration, Timestamp, civil::date};
use serde_json::json;
use store::{
    Append, ChangeCustomer, CustomerAccount, Depart, KeptAnswer, KeyRun, LeasedMessage, MemberAge, NewCustomer,
    NewCustomerSession, NewCustomerToken, NewDispatchKey, NewMessage, NewProviderToken, NewSession, NewStaff,
    PaymentReport, ProfileChange, ProviderIdentity, PutBatch, Registration, Settle, SettleEvent, SignedInSession, Spin,
    StaffMember, StaffSession, Store, TakeMessages, TokenPurpose,
};
use testkit::{
    checkout::{new_try, session, waiting},
    db::TestDb,
    loyalty::{basis, earn},
    order::{self, TTL, noon, report},
};

/// An order that a customer paid and one that waits, three on their way and one that is over, a person with a session, a
/// message.
pub(crate) struct Scene {
    pub(crate) store: Store,
    pub(crate) order: Registration,
    pub(crate) over: OrderId,
    pub(crate) stops: [OrderId; 3],
    pub(crate) paid: OrderId,
    pub(crate) unpaid: OrderId,
    pub(crate) staff: StaffMember,
    pub(crate) session: StaffSession,
    pub(crate) account: CustomerAccount,
    /// Somebody with spins of the wheel.
    pub(crate) member: CustomerId,
    pub(crate) message: LeasedMessage,
}

/// A minute after noon.
pub(crate) const LATER: SignedDuration = SignedDuration::from_mins(1);

impl Scene {
    pub(crate) async fn set(db: &TestDb) -> Self {
        let store = db.store();
        store.restaurants().save(&[order::restaurant(12), order::restaurant(14)]).await.unwrap();
        let mut orders = Vec::new();
        for _ in 0..5 {
            orders.push(store.orders().register(order::delivery(12)).await.unwrap());
        }
        let stops = [orders[1].order_id, orders[2].order_id, orders[3].order_id];
        for stop in stops {
            store.orders().append(report(stop, Status::Finished)).await.unwrap();
        }
        store.batches().put(batch("first", &stops[..1])).await.unwrap();
        let over = orders[4].order_id;
        store.orders().append(report(over, Status::Delivered)).await.unwrap();
        let customer = store.customers().register(customer("eino@ovelle.example", [3; 32])).await.unwrap();
        let account = store.customers().by_id(customer, noon()).await.unwrap().unwrap();
        let new = store::NewCheckout { account: Some(customer), first_try: Some(new_try(200)), ..waiting(200) };
        let paid = store.checkouts().place(new).await.unwrap().id;
        store.checkouts().settle(says(paid, 200, PaymentState::Paid)).await.unwrap();
        let new = waiting(201);
        let unpaid =
            store.checkouts().place(store::NewCheckout { first_try: Some(new_try(201)), ..new }).await.unwrap().id;
        let member = member(db).await;
        store.staff().add(person("aino@ovelle.example")).await.unwrap();
        let staff = store.staff().by_email(&"aino@ovelle.example".parse().unwrap()).await.unwrap().unwrap();
        store
            .staff()
            .add_session(NewSession { staff: &staff, sha256: [1; 32], channel: SessionChannel::Cookie, now: noon() })
            .await
            .unwrap()
            .unwrap();
        let session = store.sessions().by_token(&[1; 32], SessionChannel::Cookie, noon()).await.unwrap();
        let Some(SignedInSession::Staff(session)) = session else { panic!("the session stands") };
        store.outbox().put(mail(0)).await.unwrap();
        let message = store.outbox().take(TAKE).await.unwrap().remove(0);
        Self { store, order: orders[0], over, stops, paid, unpaid, staff, session, account, member, message }
    }
}

/// Somebody who joined, and may spin as often as a test likes.
async fn member(db: &TestDb) -> CustomerId {
    let store = db.store();
    let id = store.customers().register(customer("member@ovelle.example", [5; 32])).await.unwrap();
    let profile =
        ProfileChange { birth_date: Some(date(1990, 5, 17)), joins: Some(basis(noon())), ..ProfileChange::default() };
    let member_age = MemberAge { years: 13, today: date(2026, 11, 21) };
    let (consents, messages, now) = (Vec::new(), Vec::new(), noon());
    let change = ChangeCustomer { id, profile, member_age, email: None, consents, messages, now };
    store.customers().change(change).await.unwrap();
    earn(db.url(), id, 1, 0, 1000).await;
    id
}

/// A spin of theirs.
pub(crate) fn turn(customer: CustomerId) -> Spin {
    let (wheel, client_seed) = (domain::wheel::WheelRules::default(), "pizza".to_owned());
    Spin { customer, basis: basis(noon()), wheel, wheel_age: 15, client_seed, most_a_day: None, run: None }
}

/// One of ten addresses.
pub(crate) fn address(number: usize) -> Address {
    let street = format!("Liisankatu {}", number % 10);
    let raw = RawAddress {
        street_address: Some(&street),
        zip_code: Some("00170"),
        city: Some("Helsinki"),
        primary_address: Some(number.is_multiple_of(2)),
        latitude: Some(Coordinate::Number(60.1741)),
        longitude: Some(Coordinate::Number(24.9536)),
        ..RawAddress::default()
    };
    raw.check().unwrap()
}

/// What is taken of the outbox.
pub(crate) const TAKE: TakeMessages<'static> = TakeMessages {
    kinds: &["mail"],
    most: 4,
    lease: [1; 16],
    until: Timestamp::constant(1_795_262_460, 0),
    now: Timestamp::constant(1_795_262_400, 0),
};

pub(crate) fn mail(number: usize) -> NewMessage {
    NewMessage { kind: "mail", payload: json!({ "number": number }), ready_at: noon(), created_at: noon() }
}

pub(crate) fn person(address: &str) -> NewStaff {
    NewStaff {
        email: address.parse().unwrap(),
        password_hash: "hash".to_owned(),
        must_change: true,
        restaurants: vec![RestaurantId(12)],
        roles: Roles::default(),
        created_at: noon(),
    }
}

pub(crate) fn customer(address: &str, sha256: [u8; 32]) -> NewCustomer {
    NewCustomer {
        first_name: "Eino".to_owned(),
        last_name: "Aalto".to_owned(),
        phone: "0401234567".to_owned(),
        email: address.to_owned(),
        sign_in_email: address.to_owned(),
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
        message: Some(mail(1)),
        run: None,
        now: noon(),
    }
}

/// Somebody who came from an identity provider.
pub(crate) fn came(sha256: [u8; 32]) -> NewProviderToken {
    let text = str::to_owned;
    NewProviderToken {
        sha256,
        state_sha256: Some([4; 32]),
        session: None,
        identity: ProviderIdentity {
            provider: text("https://id.example"),
            subject: text("eino"),
            email: text("eino@ovelle.example"),
        },
        first_name: text("Eino"),
        last_name: text("Aalto"),
        expires_at: noon() + LATER,
    }
}

/// A link of a mail.
pub(crate) fn link(sha256: [u8; 32], purpose: TokenPurpose) -> NewCustomerToken {
    let email = Some("uusi@ovelle.example".to_owned());
    NewCustomerToken { sha256, purpose, email, session: None, expires_at: noon() + LATER }
}

pub(crate) fn dispatch_key(name: String, sha256: u8) -> NewDispatchKey {
    let restaurants = vec![RestaurantId(12)];
    NewDispatchKey { name, sha256: [sha256; 32], restaurants, source: Source::Kitchen, created_at: noon() }
}

pub(crate) fn batch(name: &str, stops: &[OrderId]) -> PutBatch {
    PutBatch {
        batch: name.parse().unwrap(),
        car: car(),
        stops: stops.to_vec(),
        estimated_minutes: Some(15),
        planned: Vec::new(),
        source: Source::Dispatch,
        actor: Actor::key("dispatch"),
        reach: Reach::all(),
        now: noon(),
        ttl: TTL,
    }
}

pub(crate) fn departure() -> Depart {
    Depart {
        batch: "first".parse().unwrap(),
        source: Source::Driver,
        actor: Actor::key("driver"),
        reach: Reach::all(),
        now: noon(),
        ttl: TTL,
    }
}

pub(crate) fn car() -> CarId {
    "1".parse().unwrap()
}

pub(crate) fn estimate(polls: usize) -> Estimate {
    let arrival = noon() + SignedDuration::from_mins(9 + i64::try_from(polls).unwrap());
    Estimate { made_at: noon(), arrival, earliest: arrival - LATER, latest: arrival + LATER, basis: Basis::Car }
}

/// A report under a name of its own: there and back, so that each moves the order.
pub(crate) fn reported(id: OrderId, polls: usize) -> Append {
    let status = if polls.is_multiple_of(2) { Status::InCar } else { Status::WaitingForDelivery };
    Append { event_id: Some(format!("e-{polls}")), ..report(id, status) }
}

pub(crate) fn says(order: OrderId, of: u8, state: PaymentState) -> Settle {
    let schedule = order::schedule(Some(noon() + SignedDuration::from_mins(45)));
    let report = PaymentReport { session: session(of), state, error_code: None, said: None, schedule };
    Settle { order, event: SettleEvent::Report(report), now: noon() + LATER }
}

pub(crate) fn tried(polls: usize) -> SessionId {
    session(u8::try_from(polls).unwrap())
}

pub(crate) fn run(key: usize, number: u8) -> KeyRun {
    KeyRun { key: [u8::try_from(key).unwrap(); 32], run: [number; 16] }
}

pub(crate) fn answer() -> KeptAnswer {
    KeptAnswer { status: 201, content_type: None, sealed: b"sealed".to_vec() }
}

pub(crate) fn entry(polls: usize) -> LedgerEntry {
    LedgerEntry {
        order: OrderId(i64::try_from(polls).unwrap()),
        fact: "placed".to_owned(),
        restaurant: RestaurantId(12),
        day: date(2026, 11, 24),
        booked_at: noon(),
        amounts: LedgerAmounts { gross: Cents(2000), ..LedgerAmounts::default() },
        vat: Vec::new(),
    }
}

pub(crate) fn sessions(of: &StaffSession) -> HashSet<i64> {
    HashSet::from([of.session_id])
}

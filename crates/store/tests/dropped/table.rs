//! Every operation that writes, dropped at each of its awaits: it is done whole or not at all, no connection is left in
//! a transaction, and the same call again has its answer.

use std::{
    error::Error,
    pin::Pin,
    sync::atomic::{AtomicU64, Ordering},
};

use domain::{
    Actor, Reach,
    ids::Rev,
    key::KeySeed,
    live_state::{Busy, StateChange},
    money::Cents,
    payment::{PaymentState, ProviderStatus},
};
use jiff::SignedDuration;
use store::{ChangeState, Duty, NewFeedback, NewSession, NewTestPayment, Prepare, RateLogName, RefundAsked, TestMove};
use testkit::{
    checkout::{session, waiting},
    db::DatabaseKind,
    order::{self, noon},
    store_contract,
};

use super::{
    Look, drop_after,
    scene::{
        LATER, Scene, TAKE, answer, batch, car, departure, dispatch_key, entry, estimate, mail, person, reported, run,
        says, sessions, tried,
    },
};

/// An answer of the rules is one; what the database did not do is none.
type Answered = Result<(), String>;
type Call<'s> = Pin<Box<dyn Future<Output = Answered> + Send + 's>>;
/// Calls an operation; what is written under a name is written under one that follows from the number.
type Row = (&'static str, for<'s> fn(&'s Scene, usize) -> Call<'s>);

/// Polls after which every operation has ended.
const MOST: usize = 200;

macro_rules! rows {
    ($(($name:path, |$scene:ident, $n:ident| $call:expr)),* $(,)?) => {
        &[$((stringify!($name), |$scene, $n| Box::pin(async move { answered($call.await) })),)*]
    };
}

fn answered<T, E: Error + 'static>(outcome: Result<T, E>) -> Answered {
    let Err(error) = outcome else { return Ok(()) };
    let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
    while let Some(here) = cause {
        // A transparent error hides that it is the store's, but not what it says.
        let text = here.to_string();
        if text == "the database is not available" || text == "the database refused" {
            return Err(format!("{error}: {text}: {:?}", here.source()));
        }
        cause = here.source();
    }
    Ok(())
}

const TABLE: &[Row] = rows![
    (OrderStore::append, |s, n| s.store.orders().append(reported(s.stops[2], n))),
    (OrderStore::append_all, |s, n| all(s, n)),
    (BatchStore::put, |s, n| s.store.batches().put(batch(&format!("b-{n}"), &s.stops[1..2]))),
    (BatchStore::depart, |s, _n| s.store.batches().depart(departure())),
    (CarStore::set_estimate, |s, n| {
        let car = car();
        async move { s.store.cars().set_estimate(s.stops[0], &car, estimate(n)).await }
    }),
    (CarStore::lose, |s, _n| {
        let car = car();
        async move { s.store.cars().lose(s.stops[0], &car, noon() + LATER).await }
    }),
    (CheckoutStore::open_tries, |s, _n| s.store.checkouts().open_tries(noon() + LATER, noon() + LATER, 9)),
    (CheckoutStore::payment_duties, |s, _n| s.store.checkouts().payment_duties(noon() + LATER, noon() + LATER, 9)),
    (CheckoutStore::payment_duty_done, |s, _n| s.store.checkouts().payment_duty_done(session(201), Duty::Close)),
    (CheckoutStore::postpone_payment_duty, |s, _n| s.store.checkouts().postpone_payment_duty(
        session(201),
        Duty::Close,
        noon() + LATER
    )),
    (CheckoutStore::place, |s, n| s.store.checkouts().place(waiting(u8::try_from(n).unwrap()))),
    (CheckoutStore::refund, |s, _n| s.store.checkouts().refund(RefundAsked {
        order: s.paid,
        amount: Some(Cents(1)),
        reason: "Kylmä.".to_owned(),
        actor: Actor::key("staff"),
        run: None,
        now: noon() + LATER,
    })),
    (CheckoutStore::refund_done, |s, _n| s.store.checkouts().refund_done(s.paid, 1, noon() + LATER)),
    (CheckoutStore::release_codes, |s, _n| s.store.checkouts().release_codes(s.unpaid, noon() + LATER)),
    (CheckoutStore::settle, |s, _n| s.store.checkouts().settle(says(s.unpaid, 201, PaymentState::Failed))),
    (content_in_force, |s, n| {
        let version = format!("v-{n}");
        async move { s.store.content_in_force(&version, noon()).await }
    }),
    (DispatchKeyStore::add, |s, n| s
        .store
        .dispatch_keys()
        .add(dispatch_key(format!("k-{n}"), u8::try_from(n).unwrap()))),
    (DispatchKeyStore::renew, |s, n| s.store.dispatch_keys().renew("k-0", [u8::try_from(255 - n).unwrap(); 32])),
    (DispatchKeyStore::revoke, |s, _n| s.store.dispatch_keys().revoke("k-0", noon())),
    (OrderStore::set_feedback, |s, n| {
        let text = Some(format!("Hyvää, {n}."));
        s.store.orders().set_feedback(s.over, NewFeedback { rating: 4, text, at: noon() })
    }),
    (IdempotencyKeyStore::begin, |s, n| s.store.idempotency_keys().begin(run(n, 1), [7; 32], noon())),
    (IdempotencyKeyStore::take_over, |s, n| s.store.idempotency_keys().take_over(run(n, 2), run(n, 1), noon() + LATER)),
    (IdempotencyKeyStore::mark_made, |s, n| s.store.idempotency_keys().mark_made(run(n, 2), "10001".to_owned())),
    (IdempotencyKeyStore::keep_answer, |s, n| s.store.idempotency_keys().keep_answer(run(n, 2), answer())),
    (IdempotencyKeyStore::release, |s, n| s.store.idempotency_keys().release(run(n, 2), noon() + LATER)),
    (IdempotencyKeyStore::begin_expired, |s, n| {
        s.store.idempotency_keys().begin_expired(run(n, 3), run(n, 2), [7; 32], noon() + SignedDuration::from_hours(25))
    }),
    (IdempotencyKeyStore::sweep, |s, _n| s.store.idempotency_keys().sweep(noon())),
    (LedgerStore::book, |s, n| s.store.ledger().book(entry(n))),
    (OutboxStore::put, |s, n| s.store.outbox().put(mail(n))),
    (OutboxStore::take, |s, _n| s.store.outbox().take(TAKE)),
    (OutboxStore::try_again, |s, _n| s.store.outbox().try_again(&s.message, noon())),
    (OutboxStore::give_up, |s, _n| s.store.outbox().give_up(&s.message, noon())),
    (OutboxStore::told, |s, _n| s.store.outbox().told(&s.message)),
    (OutboxStore::forget, |s, _n| s.store.outbox().forget(noon())),
    (OrderStore::prepare, |s, n| s.store.orders().prepare(Prepare {
        order: s.order.order_id,
        delta_minutes: 5,
        event_id: format!("p-{n}"),
        actor: Actor::key("kitchen"),
        reach: Reach::all(),
        now: noon(),
    })),
    (RateLogStore::change, |s, n| s.store.rate_logs().change(rate_log(n), noon(), |logs| logs[0].add(noon(), 0))),
    (RateLogStore::sweep, |s, _n| s.store.rate_logs().sweep(noon())),
    (OrderStore::register, |s, n| s.store.orders().register(order::named(12, &format!("n-{n}")))),
    (OrderStore::renew_key, |s, n| {
        s.store.orders().renew_key(s.order, KeySeed { salt: [u8::try_from(n).unwrap(); 16], version: 1 })
    }),
    (RestaurantStateStore::change, |s, n| {
        let busy = Busy { minutes: u32::try_from(n).unwrap(), until: noon() + LATER };
        let (change, restaurant) = (StateChange::Busy(busy), order::restaurant(12).id);
        s.store.restaurant_states().change(ChangeState { restaurant, change, if_rev: None, above: Rev(0), now: noon() })
    }),
    (RestaurantStore::save, |s, _n| async move { s.store.restaurants().save(&[order::restaurant(12)]).await }),
    (RestaurantStore::replace, |s, _n| async move { s.store.restaurants().replace(&[order::restaurant(12)]).await }),
    (forget_people, |s, _n| s.store.forget_people(noon(), noon())),
    (forget_people_who_never_paid, |s, _n| s.store.forget_people_who_never_paid(noon())),
    (StaffStore::add, |s, n| s.store.staff().add(person(&format!("p{n}@ovelle.example")))),
    (StaffStore::remove, |s, n| {
        let email = format!("p{n}@ovelle.example").parse().unwrap();
        async move { s.store.staff().remove(&email, noon()).await }
    }),
    (StaffStore::add_session, |s, _n| {
        s.store.staff().add_session(NewSession { staff: &s.staff, sha256: token(), now: noon() })
    }),
    (StaffStore::add_live_token, |s, _n| s.store.staff().add_live_token(s.session.session_id, token(), noon())),
    (StaffStore::use_live_token, |s, _n| {
        let token = token();
        async move { s.store.staff().use_live_token(&token, noon()).await }
    }),
    (StaffStore::session, |s, _n| s.store.staff().session(&[1; 32], noon() + LATER * 6)),
    (StaffStore::note_sessions, |s, _n| {
        let ids = sessions(&s.session);
        async move { s.store.staff().note_sessions(&ids, noon() + LATER).await }
    }),
    (StaffStore::end_session, |s, _n| s.store.staff().end_session(s.session.session_id)),
    (StaffStore::change_password, |s, _n| s.store.staff().change_password(&s.session, "hash", "another")),
    (StaffStore::sweep_sessions, |s, _n| s.store.staff().sweep_sessions(noon())),
    (TestPaymentStore::open, |s, n| s.store.test_payments().open(NewTestPayment {
        session: tried(n),
        order: s.unpaid,
        amount: Cents(2690),
    })),
    (TestPaymentStore::choose, |s, n| s
        .store
        .test_payments()
        .choose(tried(n), TestMove { status: ProviderStatus::ALL[0], error_code: None, pays_at: Some(noon()) })),
    (TestPaymentStore::pay_due, |s, _n| s.store.test_payments().pay_due(noon())),
    (TestPaymentStore::refund, |s, n| s.store.test_payments().refund(tried(n), 1, Cents(1))),
    (TestPaymentStore::close, |s, n| s.store.test_payments().close(tried(n))),
    (prove_writes, |s, n| s.store.prove_writes(u8::try_from(n).unwrap(), noon())),
];

/// The log of a limit that counts for a minute.
fn rate_log(n: usize) -> Vec<RateLogName> {
    vec![RateLogName { name: [u8::try_from(n).unwrap(); 32], window: SignedDuration::from_mins(1) }]
}

/// A token as nobody has drawn it before.
fn token() -> [u8; 32] {
    static DRAWN: AtomicU64 = AtomicU64::new(0);
    let mut token = [2; 32];
    token[..8].copy_from_slice(&DRAWN.fetch_add(1, Ordering::Relaxed).to_le_bytes());
    token
}

/// The first failure of several that are appended at once.
async fn all(scene: &Scene, n: usize) -> Result<(), store::AppendError> {
    let appends = vec![reported(scene.stops[2], 1000 + n), reported(scene.order.order_id, 1000 + n)];
    scene.store.orders().append_all(appends).await.into_iter().try_for_each(|outcome| outcome.map(drop))
}

/// Orders whose events are not whole: a gap, none at all, or one more than the order knows of.
const TORN: &str = "SELECT CAST(o.id AS TEXT) FROM orders o LEFT JOIN order_events e ON e.order_id = o.id \
    GROUP BY o.id, o.seq HAVING count(e.seq) <> o.seq + 1 OR max(e.seq) <> o.seq";

store_contract!(what_is_dropped_at_any_await_is_whole, |db| async move {
    let scene = Box::pin(Scene::set(&db)).await;
    let mut look = match db.kind() {
        DatabaseKind::Sqlite => None,
        DatabaseKind::Postgres => Some(Look::at(db.url()).await),
    };
    for (name, call) in TABLE {
        let mut polls = 0;
        loop {
            let ended = drop_after(call(&scene, polls), polls).await;
            if let Some(look) = &mut look {
                look.settled().await;
            }
            let again = call(&scene, polls).await;
            assert_eq!(again, Ok(()), "{name} after a caller that went away at its await number {polls}");
            if let Some(outcome) = ended {
                assert_eq!(outcome, Ok(()), "{name}");
                break;
            }
            polls += 1;
            assert!(polls < MOST, "{name} does not end");
        }
        assert!(polls > 0, "{name} waits for nothing, so that it was never dropped");
    }
    assert_eq!(db.texts(TORN).await, [""; 0], "orders with gaps");
});

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
    payment::{ProviderStatus, Standing},
};
use jiff::SignedDuration;
use store::{ChangeState, Duty, NewFeedback, NewSession, NewTestPayment, Prepare, RateLogName, RefundAsked, TestMove};
use testkit::{
    checkout::{session, waiting},
    db::Kind,
    order::{self, noon},
    store_contract,
};

use super::{
    Look, drop_after,
    scene::{
        LATER, Scene, TAKE, answer, batch, car, departure, dispatch_key, entry, estimate, mail, person, pressed, run,
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
    ($(($name:ident, |$scene:ident, $n:ident| $call:expr)),* $(,)?) => {
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
    (append, |s, n| s.store.append(pressed(s.stops[2], n))),
    (append_all, |s, n| all(s, n)),
    (put_batch, |s, n| s.store.put_batch(batch(&format!("b-{n}"), &s.stops[1..2]))),
    (depart, |s, _n| s.store.depart(departure())),
    (set_estimate, |s, n| {
        let car = car();
        async move { s.store.set_estimate(s.stops[0], &car, estimate(n)).await }
    }),
    (lose_car, |s, _n| {
        let car = car();
        async move { s.store.lose_car(s.stops[0], &car, noon() + LATER).await }
    }),
    (open_tries, |s, _n| s.store.open_tries(noon() + LATER, noon() + LATER, 9)),
    (payment_duties, |s, _n| s.store.payment_duties(noon() + LATER, noon() + LATER, 9)),
    (payment_duty_done, |s, _n| s.store.payment_duty_done(session(201), Duty::Close)),
    (postpone_payment_duty, |s, _n| s.store.postpone_payment_duty(session(201), Duty::Close, noon() + LATER)),
    (place_checkout, |s, n| s.store.place_checkout(waiting(u8::try_from(n).unwrap()))),
    (refund, |s, _n| s.store.refund(RefundAsked {
        order: s.paid,
        amount: Some(Cents(1)),
        reason: "Kylmä.".to_owned(),
        actor: Actor::key("staff"),
        run: None,
        now: noon() + LATER,
    })),
    (refund_done, |s, _n| s.store.refund_done(s.paid, 1, noon() + LATER)),
    (release_codes, |s, _n| s.store.release_codes(s.unpaid, noon() + LATER)),
    (settle, |s, _n| s.store.settle(says(s.unpaid, 201, Standing::Failed))),
    (content_in_force, |s, n| {
        let version = format!("v-{n}");
        async move { s.store.content_in_force(&version, noon()).await }
    }),
    (add_dispatch_key, |s, n| s.store.add_dispatch_key(dispatch_key(format!("k-{n}"), u8::try_from(n).unwrap()))),
    (renew_dispatch_key, |s, n| s.store.renew_dispatch_key("k-0", [u8::try_from(255 - n).unwrap(); 32])),
    (revoke_dispatch_key, |s, _n| s.store.revoke_dispatch_key("k-0", noon())),
    (set_feedback, |s, n| {
        let text = Some(format!("Hyvää, {n}."));
        s.store.set_feedback(s.over, NewFeedback { rating: 4, text, at: noon() })
    }),
    (begin_key, |s, n| s.store.begin_key(run(n, 1), [7; 32], noon())),
    (take_key_over, |s, n| s.store.take_key_over(run(n, 2), run(n, 1), noon() + LATER)),
    (mark_made, |s, n| s.store.mark_made(run(n, 2), "10001".to_owned())),
    (keep_answer, |s, n| s.store.keep_answer(run(n, 2), answer())),
    (release_key, |s, n| s.store.release_key(run(n, 2), noon() + LATER)),
    (begin_expired_key, |s, n| {
        s.store.begin_expired_key(run(n, 3), run(n, 2), [7; 32], noon() + SignedDuration::from_hours(25))
    }),
    (sweep_idempotency_keys, |s, _n| s.store.sweep_idempotency_keys(noon())),
    (book, |s, n| s.store.book(entry(n))),
    (put_message, |s, n| s.store.put_message(mail(n))),
    (take_messages, |s, _n| s.store.take_messages(TAKE)),
    (try_message_again, |s, _n| s.store.try_message_again(&s.message, noon())),
    (give_message_up, |s, _n| s.store.give_message_up(&s.message, noon())),
    (message_told, |s, _n| s.store.message_told(&s.message)),
    (forget_messages, |s, _n| s.store.forget_messages(noon())),
    (prepare, |s, n| s.store.prepare(Prepare {
        order: s.order.order_id,
        delta_minutes: 5,
        event_id: format!("p-{n}"),
        actor: Actor::key("kitchen"),
        reach: Reach::all(),
        now: noon(),
    })),
    (change_rate_logs, |s, n| s.store.change_rate_logs(rate_log(n), noon(), |logs| logs[0].add(noon(), 0))),
    (sweep_rate_logs, |s, _n| s.store.sweep_rate_logs(noon())),
    (register, |s, n| s.store.register(order::named(12, &format!("n-{n}")))),
    (renew_order_key, |s, n| {
        s.store.renew_order_key(s.order, KeySeed { salt: [u8::try_from(n).unwrap(); 16], version: 1 })
    }),
    (change_live_state, |s, n| {
        let busy = Busy { minutes: u32::try_from(n).unwrap(), until: noon() + LATER };
        let (change, restaurant) = (StateChange::Busy(busy), order::restaurant(12).id);
        s.store.change_live_state(ChangeState { restaurant, change, if_rev: None, above: Rev(0), now: noon() })
    }),
    (save_restaurants, |s, _n| async move { s.store.save_restaurants(&[order::restaurant(12)]).await }),
    (replace_restaurants, |s, _n| async move { s.store.replace_restaurants(&[order::restaurant(12)]).await }),
    (forget_people, |s, _n| s.store.forget_people(noon(), noon())),
    (forget_people_who_never_paid, |s, _n| s.store.forget_people_who_never_paid(noon())),
    (add_staff, |s, n| s.store.add_staff(person(&format!("p{n}@ovelle.example")))),
    (remove_staff, |s, n| {
        let email = format!("p{n}@ovelle.example").parse().unwrap();
        async move { s.store.remove_staff(&email, noon()).await }
    }),
    (add_session, |s, _n| { s.store.add_session(NewSession { staff: &s.staff, sha256: token(), now: noon() }) }),
    (add_live_token, |s, _n| s.store.add_live_token(s.session.session_id, token(), noon())),
    (use_live_token, |s, _n| {
        let token = token();
        async move { s.store.use_live_token(&token, noon()).await }
    }),
    (session, |s, _n| s.store.session(&[1; 32], noon() + LATER * 6)),
    (note_sessions, |s, _n| {
        let ids = sessions(&s.session);
        async move { s.store.note_sessions(&ids, noon() + LATER).await }
    }),
    (end_session, |s, _n| s.store.end_session(s.session.session_id)),
    (change_password, |s, _n| s.store.change_password(&s.session, "hash", "another")),
    (sweep_sessions, |s, _n| s.store.sweep_sessions(noon())),
    (open_test_payment, |s, n| s.store.open_test_payment(NewTestPayment {
        session: tried(n),
        order: s.unpaid,
        amount: Cents(2690),
    })),
    (use_test_payment, |s, n| s.store.use_test_payment(
        tried(n),
        TestMove { status: ProviderStatus::ALL[0], error_code: None, pays_at: Some(noon()) }
    )),
    (pay_due_test_payments, |s, _n| s.store.pay_due_test_payments(noon())),
    (refund_test_payment, |s, n| s.store.refund_test_payment(tried(n), 1, Cents(1))),
    (close_test_payment, |s, n| s.store.close_test_payment(tried(n))),
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
    let appends = vec![pressed(scene.stops[2], 1000 + n), pressed(scene.order.order_id, 1000 + n)];
    scene.store.append_all(appends).await.into_iter().try_for_each(|outcome| outcome.map(drop))
}

/// Orders whose events are not whole: a gap, none at all, or one more than the order knows of.
const TORN: &str = "SELECT CAST(o.id AS TEXT) FROM orders o LEFT JOIN order_events e ON e.order_id = o.id \
    GROUP BY o.id, o.seq HAVING count(e.seq) <> o.seq + 1 OR max(e.seq) <> o.seq";

store_contract!(what_is_dropped_at_any_await_is_whole, |db| async move {
    let scene = Scene::set(&db).await;
    let mut look = match db.kind() {
        Kind::Sqlite => None,
        Kind::Postgres => Some(Look::at(db.url()).await),
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

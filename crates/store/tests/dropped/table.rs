//! Every operation that writes, dropped at each of its awaits: it is done whole or not at all, no connection is left in
//! a transaction, and the same call again has its answer.

use std::{
    error::Error,
    pin::Pin,
    sync::atomic::{AtomicU64, Ordering},
};

use domain::{
    Actor, Reach,
    customer::SessionChannel,
    ids::{AddressId, CustomerId, Rev},
    key::KeySeed,
    live_state::{Busy, StateChange},
    money::Cents,
    payment::{PaymentState, ProviderStatus},
};
use jiff::SignedDuration;
use store::{
    ChangeCustomer, ChangeState, ConfirmEmail, ConfirmEmailError, ConfirmTotp, CustomerSearch, Duty, EraseCustomer,
    EraseError, EraseOnlyIf, EraseOrder, IdentityUse, LoyaltyModal, MemberAge, NewCustomerSession, NewFeedback,
    NewSession, NewTestPayment, PasswordSet, Prepare, ProfileChange, PutAddress, RateLogName, RefundAsked,
    RegisterError, SignInAccount, TermsInForce, TestMove, TokenPurpose, UseIdentity,
};
use testkit::{
    checkout::{session, waiting},
    db::DatabaseKind,
    loyalty::{basis, forgetful},
    order::{self, noon},
    store_contract,
};

use super::{
    Look, drop_after,
    scene::{
        LATER, Scene, TAKE, address, answer, batch, came, car, customer, departure, dispatch_key, entry, estimate,
        link, mail, person, reported, run, says, sessions, tried, turn,
    },
};

/// An answer of the rules is one; what the database did not do is none.
pub(crate) type Answered = Result<(), String>;
pub(crate) type Call<'s> = Pin<Box<dyn Future<Output = Answered> + Send + 's>>;
/// Calls an operation; what is written under a name is written under one that follows from the number.
pub(crate) type Row = (&'static str, for<'s> fn(&'s Scene, usize) -> Call<'s>);

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

pub(crate) const TABLE: &[Row] = rows![
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
    (CustomerStore::put_address, |s, n| s.store.customers().put_address(PutAddress {
        customer: s.account.id,
        address: address(n),
        run: None,
        now: noon(),
    })),
    (CustomerStore::change_address, |s, n| s.store.customers().change_address(s.account.id, AddressId(1), address(n))),
    (CustomerStore::make_address_primary, |s, n| {
        let id = AddressId(i64::try_from(n % 10).unwrap() + 1);
        s.store.customers().make_address_primary(s.account.id, id)
    }),
    (CustomerStore::delete_address, |s, n| {
        let id = AddressId(i64::try_from(n % 10).unwrap() + 1);
        s.store.customers().delete_address(s.account.id, id)
    }),
    (CustomerStore::set_favourite, |s, _n| s.store.customers().set_favourite(s.account.id, s.paid, None)),
    (CustomerStore::drop_favourite, |s, _n| s.store.customers().drop_favourite(s.account.id)),
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
    (IdempotencyKeyStore::begin, |s, n| s.store.idempotency_keys().begin(run(n, 1), [7; 32], None, noon())),
    (IdempotencyKeyStore::take_over, |s, n| s.store.idempotency_keys().take_over(run(n, 2), run(n, 1), noon() + LATER)),
    (IdempotencyKeyStore::mark_made, |s, n| s.store.idempotency_keys().mark_made(run(n, 2), "10001".to_owned())),
    (IdempotencyKeyStore::keep_answer, |s, n| s.store.idempotency_keys().keep_answer(run(n, 2), answer())),
    (IdempotencyKeyStore::release, |s, n| s.store.idempotency_keys().release(run(n, 2), noon() + LATER)),
    (IdempotencyKeyStore::begin_expired, |s, n| {
        s.store.idempotency_keys().begin_expired(
            run(n, 3),
            run(n, 2),
            [7; 32],
            None,
            noon() + SignedDuration::from_hours(25),
        )
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
        s.store.staff().add_session(NewSession {
            staff: &s.staff,
            sha256: token(),
            channel: SessionChannel::Cookie,
            now: noon(),
        })
    }),
    (StaffStore::add_live_token, |s, _n| s.store.staff().add_live_token(s.session.session_id, token(), noon())),
    (StaffStore::use_live_token, |s, _n| {
        let token = token();
        async move { s.store.staff().use_live_token(&token, noon()).await }
    }),
    (StaffStore::end_all_sessions, |s, _n| s.store.staff().end_all_sessions(s.staff.id + 1000)),
    (SessionStore::by_token, |s, _n| s.store.sessions().by_token(&[3; 32], SessionChannel::Cookie, noon() + LATER * 6)),
    (SessionStore::note_customer, |s, _n| s.store.sessions().note_customer(1, noon() + LATER)),
    (SessionStore::add_customer, |s, _n| {
        let new = NewCustomerSession { sha256: token(), channel: SessionChannel::Bearer };
        s.store.sessions().add_customer(s.account.id, s.account.password_hash.clone(), new, noon())
    }),
    (SessionStore::end_by_token, |s, _n| s.store.sessions().end_by_token(token())),
    (SessionStore::end_all_of_customer, |s, _n| s.store.sessions().end_all_of_customer(CustomerId(1000))),
    (SessionStore::sweep_customers, |s, _n| s.store.sessions().sweep_customers(noon())),
    (CustomerStore::register, |s, n| s.store.customers().register(customer(&format!("c{n}@ovelle.example"), token()))),
    (CustomerStore::change, |s, n| {
        let profile = ProfileChange { first_name: Some(format!("Eino {n}")), ..ProfileChange::default() };
        let email = Some((link(token(), TokenPurpose::ConfirmEmail), format!("uusi{n}@ovelle.example")));
        let (consents, messages) = (Vec::new(), vec![mail(n)]);
        let member_age = MemberAge { years: 13, today: jiff::civil::date(2026, 11, 24) };
        let (id, now) = (s.account.id, noon());
        s.store.customers().change(ChangeCustomer { id, profile, member_age, email, consents, messages, now })
    }),
    (CustomerStore::leave, |s, _n| s.store.customers().leave(s.account.id, basis(noon()), None)),
    (LoyaltyStore::settle, |s, _n| s.store.loyalty().settle(s.member, forgetful(noon()))),
    (LoyaltyStore::show, |s, n| s.store.loyalty().show(s.member, LoyaltyModal::Prize, n.is_multiple_of(2))),
    (LoyaltyStore::spin, |s, _n| s.store.loyalty().spin(turn(s.member))),
    (CustomerStore::add_token, |s, n| {
        s.store.customers().add_token(s.account.id, link(token(), TokenPurpose::Reset), mail(n), noon())
    }),
    (CustomerStore::confirm_email, |s, n| {
        let (sha256, compared) = (token(), format!("uusi{n}@ovelle.example"));
        let purpose = TokenPurpose::ConfirmEmail;
        async move {
            let store = s.store.customers();
            store
                .add_token(s.account.id, link(sha256, purpose), mail(n), noon())
                .await
                .map_err(ConfirmEmailError::from)?;
            let undo = Some((link(token(), TokenPurpose::UndoEmail), mail(n)));
            store.confirm_email(ConfirmEmail { sha256, purpose, compared, undo, run: None, now: noon() }).await
        }
    }),
    (CustomerStore::set_password, |s, n| s.store.customers().set_password(PasswordSet {
        customer: s.account.id,
        password_hash: "hash".to_owned(),
        token: None,
        old_hash: s.account.password_hash.clone(),
        session: Some(1),
        run: None,
        message: mail(n),
        now: noon(),
    })),
    (CustomerStore::add_provider_token, |s, _n| s.store.customers().add_provider_token(came(token()))),
    (CustomerStore::try_provider_token, |s, n| {
        s.store.customers().try_provider_token([u8::try_from(n % 200).unwrap(); 32], noon())
    }),
    (CustomerStore::use_identity, |s, n| {
        let (store, sha256) = (s.store.clone(), token());
        let (customer, password_hash) = (s.account.id, s.account.password_hash.clone());
        async move {
            store.customers().add_provider_token(came(sha256)).await?;
            let purpose = IdentityUse::Link { password_hash, message: mail(n) };
            let (identity, now) = (came(sha256).identity, noon());
            let used = UseIdentity { customer, identity, token: sha256, purpose, session: None, run: None, now };
            store.customers().use_identity(used).await
        }
    }),
    (CustomerStore::unlink, |s, n| {
        let provider = came([0; 32]).identity.provider;
        s.store.customers().unlink(s.account.id, provider, mail(n))
    }),
    (CustomerStore::sweep_provider_tokens, |s, _n| s.store.customers().sweep_provider_tokens(noon())),
    (CustomerStore::set_birth_date, |s, n| {
        s.store.customers().set_birth_date(s.account.id, jiff::civil::date(1990, 5, 17), mail(n))
    }),
    (CustomerStore::sweep_consents, |s, _n| s.store.customers().sweep_consents(noon())),
    (CustomerStore::warn, |s, n| s.store.customers().warn(s.account.id, noon() + LATER, mail(n), noon())),
    (CustomerStore::erase_order, |s, _n| s
        .store
        .customers()
        .erase_order(EraseOrder { order: s.over, now: noon() + LATER })),
    (CustomerStore::erase, |s, n| erase(s, n)),
    (CustomerStore::note_search, |s, n| s.store.customers().note_search(CustomerSearch {
        by: Actor::StaffToken,
        at: noon(),
        phone_hash: [u8::try_from(n).unwrap(); 32],
        customers: vec![s.account.id],
    })),
    (CustomerStore::sweep_searches, |s, _n| s.store.customers().sweep_searches(noon())),
    (CustomerStore::sweep_tokens, |s, _n| s.store.customers().sweep_tokens(noon())),
    (TermsStore::add, |s, n| {
        let text = TermsInForce { text: "shop".to_owned(), version: n.to_string(), must_accept: false, since: noon() };
        s.store.terms().add(vec![text])
    }),
    (SpentTokenStore::spend, |s, _n| s.store.spent_tokens().spend(token(), 1, noon())),
    (SpentTokenStore::sweep, |s, _n| s.store.spent_tokens().sweep(noon())),
    (StaffStore::note_sessions, |s, _n| {
        let ids = sessions(&s.session);
        async move { s.store.staff().note_sessions(&ids, noon() + LATER).await }
    }),
    (StaffStore::end_session, |s, _n| s.store.staff().end_session(s.session.session_id)),
    (StaffStore::ask_totp, |s, n| { s.store.staff().ask_totp(s.session.staff_id, vec![u8::try_from(n).unwrap()]) }),
    (StaffStore::confirm_totp, |s, n| {
        let (store, staff, session, step) =
            (s.store.clone(), s.session.staff_id, s.session.session_id, i64::try_from(n).unwrap());
        async move {
            store.staff().ask_totp(staff, vec![7]).await?;
            let confirm = ConfirmTotp {
                staff,
                pending: vec![7],
                step,
                recovery_codes: vec![[1; 32], [2; 32]],
                session,
                now: noon(),
            };
            store.staff().confirm_totp(confirm).await
        }
    }),
    (StaffStore::spend_totp_step, |s, n| s.store.staff().spend_totp_step(
        s.session.staff_id,
        vec![7],
        i64::try_from(n).unwrap()
    )),
    (StaffStore::spend_recovery_code, |s, _n| s.store.staff().spend_recovery_code(s.session.staff_id, [1; 32])),
    (StaffStore::reset_totp, |s, _n| s.store.staff().reset_totp(s.session.staff_id)),
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

/// Erases an account that is made for it.
async fn erase(scene: &Scene, n: usize) -> Result<(), EraseError> {
    let (store, email) = (scene.store.customers(), format!("e{n}@ovelle.example"));
    let made = store.register(customer(&email, token())).await;
    assert!(matches!(made, Ok(_) | Err(RegisterError::EmailTaken)), "{made:?}");
    let Some(SignInAccount::Customer(account)) = store.by_sign_in_email(&email, noon()).await? else { return Ok(()) };
    let (only_if, key, message, now) = (EraseOnlyIf::Any, Some(token()), Some(mail(n)), noon());
    store.erase(EraseCustomer { id: account.id, only_if, key, message, now }).await.map(drop)
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

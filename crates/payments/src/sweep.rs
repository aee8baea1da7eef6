//! What nobody waits for: orders whose time to pay is over, tries of which nobody has heard, what providers are still to
//! be told, and money of orders that a kitchen has cancelled.
//!
//! Each of these is a lane of its own: a provider that is silent holds up only who has to ask it.

use std::{sync::Arc, time::Duration};

use deps::Deps;
use domain::{
    error::chain,
    ids::OrderId,
    money::Cents,
    payment::{PaymentStage, ProviderStatus},
};
use futures_util::{StreamExt, stream};
use jiff::{SignedDuration, Timestamp};
use providers::payment::{PaymentProviderError, ProviderAnswer};
use store::{Duty, OpenTry, PaymentDuty, SettleError, SettleEvent, StoreError, TestPayment};
use tokio::{sync::Notify, time::MissedTickBehavior};
use tokio_util::sync::CancellationToken;

use crate::{Payments, Timings};

/// How often it is seen whether there is anything to do.
const PERIOD: Duration = Duration::from_secs(1);
/// What a lane does at once. Two lanes call the outside; with the outbox it is 16 calls at most.
const AT_ONCE: usize = (16 - outbox::AT_ONCE) / 2;
/// Orders of one round.
const CHUNK: u32 = 500;
/// Calls to a provider of one round: at [`AT_ONCE`] and 5 s each they end before their lease does.
const CALLS: u32 = 16;
/// How soon an open try is asked about again.
const NEXT_LOOK: SignedDuration = SignedDuration::from_secs(30);
/// How long whoever took a duty has for it before another one takes it.
const LEASE: SignedDuration = SignedDuration::from_secs(30);
/// For how long a cancelled order is looked for.
const LATELY: SignedDuration = SignedDuration::from_hours(48);
/// The longest pause before a provider is told again.
const LONGEST_PAUSE: i64 = 300;

/// What the lanes work on.
struct Sweep {
    payments: Payments,
    /// Of restaurants as they are at each moment.
    timings: Arc<dyn Timings>,
}

impl Sweep {
    fn deps(&self) -> &Deps {
        self.payments.orders.deps()
    }
}

/// Works until it is told to stop.
pub async fn run(payments: Payments, timings: Arc<dyn Timings>, stop: CancellationToken) {
    let sweep = Sweep { payments, timings };
    let [over, late, asked, told] = [const { Notify::const_new() }; 4];
    let wake = || [&over, &late, &asked, &told].into_iter().for_each(Notify::notify_one);
    tokio::join!(
        watch(&sweep, wake, &stop),
        lane(&over, &stop, || settle_what_is_over(&sweep)),
        lane(&late, &stop, || pay_what_is_due(&sweep)),
        lane(&asked, &stop, || ask(&sweep)),
        lane(&told, &stop, || tell(&sweep)),
    );
}

/// Wakes the lanes while there is anything to do.
async fn watch(sweep: &Sweep, wake: impl Fn(), stop: &CancellationToken) {
    let mut ticks = tokio::time::interval(PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let deps = sweep.deps();
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = stop.cancelled() => return,
        }
        let now = deps.clock.now();
        match deps.store.checkouts().any_due(now, earlier(now, LATELY)).await {
            Ok(true) => wake(),
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(error = %chain(&error), "payments could not be looked after; again in a second")
            }
        }
    }
}

/// Does a round of work whenever it is woken. What is cut short by the end is done again elsewhere.
async fn lane<F>(woken: &Notify, stop: &CancellationToken, round: impl Fn() -> F)
where
    F: Future<Output = Result<(), StoreError>>,
{
    loop {
        let work = async {
            woken.notified().await;
            round().await
        };
        tokio::select! {
            outcome = work => if let Err(error) = outcome {
                tracing::warn!(error = %chain(&error), "payments could not be looked after; again in a second");
            },
            () = stop.cancelled() => return,
        }
    }
}

/// Ends what was not paid in time, and sends the money of cancelled orders back. No provider is asked.
async fn settle_what_is_over(sweep: &Sweep) -> Result<(), StoreError> {
    let (payments, deps) = (&sweep.payments, sweep.deps());
    let unpaid = deps.store.checkouts().unpaid_since(deps.clock.now(), CHUNK).await?;
    let cancelled = deps.store.checkouts().cancelled(earlier(deps.clock.now(), LATELY), CHUNK).await?;
    let end = |event: SettleEvent| move |order: OrderId| (order, event.clone());
    let all =
        unpaid.into_iter().map(end(SettleEvent::Expire)).chain(cancelled.into_iter().map(end(SettleEvent::Reject)));
    let settled = all.map(|(order, event)| async move { noted(order, payments.settle(order, event).await) });
    stream::iter(settled).buffer_unordered(AT_ONCE).for_each(async |()| {}).await;
    for order in deps.store.checkouts().code_holds_due(deps.clock.now(), CHUNK).await? {
        logged(order, deps.store.checkouts().release_codes(order, deps.clock.now()).await.map(drop));
    }
    Ok(())
}

/// The embedded provider's own clockwork: who chose to pay later pays now.
async fn pay_what_is_due(sweep: &Sweep) -> Result<(), StoreError> {
    let payments = &sweep.payments;
    for TestPayment { order, session, amount, status, error_code, .. } in payments.test.pay_what_is_due().await? {
        let Some(checkout) = sweep.deps().store.checkouts().by_id(order).await? else { continue };
        let answer = ProviderAnswer { status, amount, error_code };
        // What is not taken now is found by asking.
        noted(order, payments.report(&*sweep.timings, &checkout, session, answer, None).await);
    }
    Ok(())
}

/// Asks providers about tries of which nobody has heard.
async fn ask(sweep: &Sweep) -> Result<(), StoreError> {
    let now = sweep.deps().clock.now();
    let open = sweep.deps().store.checkouts().open_tries(now, later(now, NEXT_LOOK), CALLS).await?;
    let looked = open.into_iter().map(|open| async move { logged(open.order, look(sweep, open).await) });
    stream::iter(looked).buffer_unordered(AT_ONCE).for_each(async |()| {}).await;
    Ok(())
}

/// Asks about a try. One of which the provider has never heard stays open while its order waits: whoever began it and was
/// not answered may come back and go on with it.
async fn look(sweep: &Sweep, OpenTry { order, session }: OpenTry) -> Result<(), StoreError> {
    let payments = &sweep.payments;
    let Some(checkout) = sweep.deps().store.checkouts().by_id(order).await? else { return Ok(()) };
    let Some(amount) = checkout.payment.payment_try(session).map(|found| found.amount) else { return Ok(()) };
    match payments.look_up(session).await {
        Ok(None) if checkout.payment.stage == PaymentStage::Waiting => {}
        Ok(answer) => {
            let answer = answer.unwrap_or(never_heard(amount));
            noted(order, payments.report(&*sweep.timings, &checkout, session, answer, None).await);
        }
        Err(error) => tracing::warn!(%order, error = %chain(&error), "a payment provider is silent"),
    }
    Ok(())
}

/// What is known of a try that is over, and of which the provider has never heard: nobody paid by it.
fn never_heard(amount: Cents) -> ProviderAnswer {
    ProviderAnswer { status: ProviderStatus::Expired, amount, error_code: None }
}

/// Tells providers what they are to be told; each at least once.
async fn tell(sweep: &Sweep) -> Result<(), StoreError> {
    let now = sweep.deps().clock.now();
    let duties = sweep.deps().store.checkouts().payment_duties(now, later(now, LEASE), CALLS).await?;
    let told = duties.into_iter().map(|duty| async move { logged(duty.order, tell_one(sweep, duty).await) });
    stream::iter(told).buffer_unordered(AT_ONCE).for_each(async |()| {}).await;
    Ok(())
}

async fn tell_one(sweep: &Sweep, duty: PaymentDuty) -> Result<(), StoreError> {
    let (payments, deps) = (&sweep.payments, sweep.deps());
    let told = match duty.duty {
        Duty::Close => payments.close(duty.session).await,
    };
    match told {
        Ok(answer) => {
            if let Some(checkout) = deps.store.checkouts().by_id(duty.order).await? {
                let answer = answer.unwrap_or(never_heard(duty.amount));
                settled(payments.report(&*sweep.timings, &checkout, duty.session, answer, None).await)?;
            }
            deps.store.checkouts().payment_duty_done(duty.session, duty.duty).await
        }
        Err(error) => {
            log_silence(&duty, &error);
            let pause = SignedDuration::from_secs((1_i64 << duty.tries.min(8)).min(LONGEST_PAUSE));
            deps.store.checkouts().postpone_payment_duty(duty.session, duty.duty, later(deps.clock.now(), pause)).await
        }
    }
}

fn log_silence(duty: &PaymentDuty, error: &PaymentProviderError) {
    let (order, tries) = (duty.order, duty.tries);
    match error {
        PaymentProviderError::Refused(code) => {
            tracing::error!(%order, tries, code = code.number(), "a payment provider refuses {:?}", duty.duty);
        }
        PaymentProviderError::Silent(_) => {
            tracing::warn!(%order, tries, error = %chain(error), "a payment provider could not be told");
        }
    }
}

/// What is not there any more needs nothing.
fn settled<T>(outcome: Result<T, SettleError>) -> Result<(), StoreError> {
    match outcome {
        Ok(_) | Err(SettleError::NotFound | SettleError::NoSession | SettleError::LimitReached { .. }) => Ok(()),
        Err(SettleError::Store(error)) => Err(error),
    }
}

/// What fails for one order is tried again, and holds up no other.
fn noted<T>(order: OrderId, outcome: Result<T, SettleError>) {
    logged(order, settled(outcome));
}

fn logged(order: OrderId, outcome: Result<(), StoreError>) {
    if let Err(error) = outcome {
        tracing::warn!(%order, error = %chain(&error), "a payment could not be looked after; again later");
    }
}

fn earlier(now: Timestamp, span: SignedDuration) -> Timestamp {
    now.checked_sub(span).unwrap_or(Timestamp::MIN)
}

fn later(now: Timestamp, span: SignedDuration) -> Timestamp {
    now.checked_add(span).unwrap_or(Timestamp::MAX)
}

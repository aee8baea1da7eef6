//! What nobody waits for: orders whose time to pay is over, tries of which nobody has heard, what providers are still to
//! be told, and money of orders that a kitchen has cancelled.

use std::time::Duration;

use domain::{
    error::chain,
    money::Cents,
    payment::{ProviderStatus, SessionId, Stage},
};
use jiff::{SignedDuration, Timestamp};
use providers::payment::{PaymentProviderError, ProviderAnswer};
use store::{Checkout, Duty, PaymentDuty, SettleError, SettleEvent, StoreError};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use crate::{chain_view::ChainView, ordering::Ordering, payment::Payments};

/// How often.
const PERIOD: Duration = Duration::from_secs(1);
/// Rows of one round; what is left waits for the next.
const CHUNK: u32 = 100;
/// How soon an open try is asked about again.
const NEXT_LOOK: SignedDuration = SignedDuration::from_secs(30);
/// How long whoever took a duty has for it before another one takes it.
const LEASE: SignedDuration = SignedDuration::from_secs(30);
/// For how long a cancelled order is looked for.
const LATELY: SignedDuration = SignedDuration::from_hours(48);
/// The longest pause before a provider is told again.
const LONGEST_PAUSE: i64 = 300;

/// Works until it is told to stop.
pub async fn run(ordering: Ordering, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = stop.cancelled() => return,
        }
        if let Err(error) = round(&ordering).await {
            tracing::warn!(error = %chain(&error), "payments could not be looked after; again in a second");
        }
    }
}

async fn round(ordering: &Ordering) -> Result<(), StoreError> {
    let payments = &ordering.payments;
    let deps = payments.orders.deps();
    let now = deps.clock.now();
    if !deps.store.payments_wait(now, earlier(now, LATELY)).await? {
        return Ok(());
    }
    let view = ordering.view();
    pay_what_is_due(payments, &view).await?;
    for order in deps.store.unpaid_since(deps.clock.now(), CHUNK).await? {
        settled(payments.settle(order, SettleEvent::Expire).await)?;
    }
    for order in deps.store.code_holds_due(deps.clock.now(), CHUNK).await? {
        deps.store.release_codes(order, deps.clock.now()).await?;
    }
    for order in deps.store.cancelled_checkouts(earlier(deps.clock.now(), LATELY), CHUNK).await? {
        settled(payments.settle(order, SettleEvent::Reject).await)?;
    }
    let now = deps.clock.now();
    for open in deps.store.open_tries(now, later(now, NEXT_LOOK), CHUNK).await? {
        if let Some(checkout) = deps.store.checkout(open.order).await? {
            look(payments, &view, checkout, open.session).await?;
        }
    }
    for duty in deps.store.payment_duties(now, later(now, LEASE), CHUNK).await? {
        tell(payments, &view, duty).await?;
    }
    Ok(())
}

/// The embedded provider's own clockwork: who chose to pay later pays now.
async fn pay_what_is_due(payments: &Payments, view: &ChainView) -> Result<(), StoreError> {
    for told in payments.test.pay_what_is_due().await? {
        // What is not taken now is found by asking.
        if let Err(error) = payments.take_notification(view, &told.signature, &told.body).await {
            tracing::warn!(code = error.code().as_str(), "a late payment was not taken");
        }
    }
    Ok(())
}

/// Asks about a try. One of which the provider has never heard stays open while its order waits: whoever began it and was
/// not answered may come back and go on with it.
async fn look(payments: &Payments, view: &ChainView, checkout: Checkout, session: SessionId) -> Result<(), StoreError> {
    let Some(amount) = checkout.payment_try(session).map(|found| found.amount) else { return Ok(()) };
    match payments.look_up(session).await {
        Ok(None) if checkout.stage == Stage::Waiting => {}
        Ok(answer) => {
            let answer = answer.unwrap_or(never_heard(amount));
            if answer.amount == amount {
                settled(payments.report(view, &checkout, session, answer, None).await)?;
            } else {
                tracing::warn!(order = %checkout.id, "a payment provider answers of another sum");
            }
        }
        Err(error) => tracing::warn!(order = %checkout.id, error = %chain(&error), "a payment provider is silent"),
    }
    Ok(())
}

/// What is known of a try that is over, and of which the provider has never heard: nobody paid by it.
fn never_heard(amount: Cents) -> ProviderAnswer {
    ProviderAnswer { status: ProviderStatus::Expired, amount, error_code: None }
}

/// Tells a provider what it is to be told; at least once.
async fn tell(payments: &Payments, view: &ChainView, duty: PaymentDuty) -> Result<(), StoreError> {
    let deps = payments.orders.deps();
    let told = match duty.duty {
        Duty::Close => payments.provider.close(duty.session).await,
    };
    match told {
        Ok(answer) => {
            if let Some(checkout) = deps.store.checkout(duty.order).await? {
                let answer = answer.unwrap_or(never_heard(duty.amount));
                settled(payments.report(view, &checkout, duty.session, answer, None).await)?;
            }
            deps.store.payment_duty_done(duty.session, duty.duty).await
        }
        Err(error) => {
            let (order, tries) = (duty.order, duty.tries);
            match error {
                PaymentProviderError::Refused(code) => {
                    tracing::error!(%order, tries, code = code.number(), "a payment provider refuses {:?}", duty.duty);
                }
                PaymentProviderError::Silent(_) => {
                    tracing::warn!(%order, tries, error = %chain(&error), "a payment provider could not be told");
                }
            }
            let pause = SignedDuration::from_secs((1_i64 << duty.tries.min(8)).min(LONGEST_PAUSE));
            deps.store.postpone_payment_duty(duty.session, duty.duty, later(deps.clock.now(), pause)).await
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

fn earlier(now: Timestamp, span: SignedDuration) -> Timestamp {
    now.checked_sub(span).unwrap_or(Timestamp::MIN)
}

fn later(now: Timestamp, span: SignedDuration) -> Timestamp {
    now.checked_add(span).unwrap_or(Timestamp::MAX)
}

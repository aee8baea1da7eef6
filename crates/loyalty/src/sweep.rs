//! What orders of members have become is booked though nobody looks.

use std::time::Duration;

use domain::error::chain;
use jiff::{SignedDuration, Timestamp};
use store::StoreError;
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use crate::programme::LoyaltyProgramme;

/// How often.
const PERIOD: Duration = Duration::from_secs(30);
/// Members of one round; the others wait for the next.
const CHUNK: u32 = 200;
/// Orders that were placed longer ago have expired; what becomes of them is booked when their member is looked at.
const LATELY: SignedDuration = SignedDuration::from_hours(15 * 24);

/// Books until it is told to stop.
pub async fn run(programme: LoyaltyProgramme, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = stop.cancelled() => return,
        }
        if let Err(error) = round(&programme).await {
            tracing::warn!(error = %chain(&error), "orders of members are not booked yet; soon again");
        }
    }
}

/// Books what is found, once. May be done on several nodes at once: the second finds nothing.
///
/// # Errors
/// Where the database does not answer.
pub async fn round(programme: &LoyaltyProgramme) -> Result<(), StoreError> {
    let since = programme.deps.clock.now().saturating_sub(LATELY).unwrap_or(Timestamp::MIN);
    for member in programme.deps.store.loyalty().unbooked(since, CHUNK).await? {
        // One that cannot be read does not keep the others waiting.
        if let Err(error) = programme.settle(member).await {
            tracing::warn!(error = %chain(&error), customer = member.0, "a member's orders are not booked");
        }
    }
    Ok(())
}

//! Spinning the wheel: the member's row and the month's stock held, the table made, and the draw, in this order and in one
//! transaction (docs/spec/people.md, "Wheel").

use std::collections::HashMap;

use domain::{
    board::{day_of, last_second_of},
    ids::CustomerId,
    loyalty::{LoyaltyChange, SpinRefused, SpinSource},
    wheel::{Drawn, PrizeType, ServerSeed, WheelRules, WheelTable},
};
use jiff::{SignedDuration, Timestamp, ToSpan};

use super::{
    LoyaltyStore,
    basis::LoyaltyBasis,
    rows::write,
    settle::{promise, settled},
    spins::{SpinRecord, add_spin, spins_since},
    standing::Standing,
    stock,
};
use crate::{
    conn::Conn,
    customer_lock::lock_customer,
    error::StoreError,
    idempotency::{KeyRun, mark_made},
};

/// A spin that is asked for.
#[derive(Debug, Clone)]
pub struct Spin {
    pub customer: CustomerId,
    pub basis: LoyaltyBasis,
    pub wheel: WheelRules,
    /// From which age on members may spin, in whole years.
    pub wheel_age: u8,
    /// The member's word in the draw.
    pub client_seed: String,
    /// Spins of one member in a day of Helsinki; none: as many as they have.
    pub most_a_day: Option<u32>,
    /// The run of the call, where that came with a key: the key then names the spin.
    pub run: Option<KeyRun>,
}

/// Why nothing was drawn; then nothing of it stands.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SpinError {
    /// The account was erased.
    #[error("there is no such account")]
    Gone,
    #[error(transparent)]
    Refused(#[from] SpinRefused),
    /// They had all that one may have in a day.
    #[error("too many spins in a day")]
    TooMany {
        /// From when on they may again.
        until: Timestamp,
    },
    /// Another run of the call's key was quicker.
    #[error("another run of the call has its key")]
    KeyLost,
    #[error("the wheel could not be spun")]
    Store(#[from] StoreError),
}

const SHOW_PRIZE: &str = "UPDATE loyalty_members SET show_prize = TRUE WHERE customer_id = $1";

impl LoyaltyStore<'_> {
    /// Spins the wheel, and gives what came of it.
    ///
    /// # Errors
    /// [`SpinError`].
    pub async fn spin(self, spin: Spin) -> Result<SpinRecord, SpinError> {
        self.0.write(move |conn| Box::pin(apply(conn, spin))).await
    }
}

/// What was drawn for a member, before it is written.
struct DrawnSpin {
    drawn: Drawn,
    table: WheelTable,
    change: LoyaltyChange,
    /// Whether one is gone of a month's stock.
    is_stocked: bool,
}

async fn apply(conn: &mut Conn<'_>, spin: Spin) -> Result<SpinRecord, SpinError> {
    let (CustomerId(customer), basis) = (spin.customer, &spin.basis);
    if !lock_customer(conn, customer).await? {
        return Err(SpinError::Gone);
    }
    let standing = settled(conn, customer, basis).await?;
    let card = &standing.record.account.card;
    let source = card.may_spin(&basis.rules, standing.record.birth_date, spin.wheel_age, basis.now)?;
    refuse_too_many(conn, customer, spin.most_a_day, basis.now).await?;
    let seed = standing.seed.ok_or_else(|| StoreError::unavailable("no seed was promised"))?;
    let (nonce, month) = (card.spins_used, stock::month_of(basis.now));
    let given = stock::hold(conn, &month, &spin.wheel).await?;
    let made = draw(&spin, &standing, source, &seed, &given);
    write(conn, customer, &made.change, basis.now).await?;
    if made.is_stocked {
        stock::give(conn, &month, made.drawn.prize).await?;
    }
    let next_commitment = promise(conn, customer, basis).await?;
    let record = record(&standing, &spin, nonce, &seed, made, next_commitment);
    let id = add_spin(conn, customer, &record).await?;
    conn.query(SHOW_PRIZE).bind(customer).execute().await?;
    if let Some(run) = spin.run
        && !mark_made(conn, run, id.to_string()).await?
    {
        return Err(SpinError::KeyLost);
    }
    Ok(SpinRecord { id, ..record })
}

fn draw(
    spin: &Spin,
    standing: &Standing,
    source: SpinSource,
    seed: &ServerSeed,
    given: &HashMap<PrizeType, u32>,
) -> DrawnSpin {
    let (basis, account) = (&spin.basis, &standing.record.account);
    let table = spin.wheel.table(|prize| given.get(&prize).copied().unwrap_or(0));
    let drawn = table.draw(seed, &spin.client_seed, account.card.spins_used);
    let entry = spin.wheel.entry(drawn.segment, drawn.prize);
    let won = entry.and_then(|entry| entry.campaign.as_ref());
    let change = account.spin(basis.view(), source, drawn.prize, won, &mut || basis.source.code());
    DrawnSpin { drawn, table, change, is_stocked: entry.is_some_and(|entry| entry.monthly.is_some()) }
}

fn record(
    standing: &Standing,
    spin: &Spin,
    nonce: u32,
    seed: &ServerSeed,
    made: DrawnSpin,
    next_commitment: String,
) -> SpinRecord {
    let after = standing.record.account.clone().after(&made.change);
    SpinRecord {
        id: 0,
        spun_at: spin.basis.now,
        nonce,
        segment: made.drawn.segment,
        prize: made.drawn.prize,
        angle: made.drawn.angle,
        spins_left: after.card.spins_left(&spin.basis.rules, spin.basis.now),
        benefit: made.change.issued.into_iter().next().map(|benefit| benefit.code),
        commitment: seed.commitment(),
        server_seed: seed.reveal(),
        client_seed: spin.client_seed.clone(),
        table: made.table.weights().to_vec(),
        next_commitment,
    }
}

/// Refuses one more than a member may have in a day.
async fn refuse_too_many(
    conn: &mut Conn<'_>,
    customer: i64,
    most: Option<u32>,
    now: Timestamp,
) -> Result<(), SpinError> {
    let Some(most) = most else { return Ok(()) };
    let (today, second) = (day_of(now), SignedDuration::from_secs(1));
    let midnight = |last_second: Timestamp| last_second.saturating_add(second).unwrap_or(Timestamp::MAX);
    let begun = midnight(last_second_of(today.saturating_sub(1.day())));
    if spins_since(conn, customer, begun).await? < i64::from(most) {
        return Ok(());
    }
    Err(SpinError::TooMany { until: midnight(last_second_of(today)) })
}

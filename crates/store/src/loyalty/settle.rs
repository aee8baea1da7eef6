//! Booking what orders have become, joining, and leaving: each in one transaction, with the account's row held.

use domain::{
    ids::CustomerId,
    loyalty::{LoyaltyChange, LoyaltyFact},
};
use jiff::Timestamp;

use super::{
    LoyaltyStore,
    basis::LoyaltyBasis,
    orders::is_unbooked,
    rows::write,
    standing::{LoyaltyRecord, Standing},
};
use crate::{conn::Conn, customer_lock::lock_customer, error::StoreError, sql::Sql, ts::Ts};

const BEGIN: &str = "INSERT INTO loyalty_members (customer_id, show_welcome, show_prize) VALUES ($1, $2, FALSE) \
    ON CONFLICT (customer_id) DO UPDATE SET show_welcome = loyalty_members.show_welcome OR excluded.show_welcome";
const PROMISE: &str = "INSERT INTO wheel_seeds (customer_id, sealed) VALUES ($1, $2) \
    ON CONFLICT (customer_id) DO UPDATE SET sealed = excluded.sealed";
const SHOW_WELCOME: &str = "UPDATE loyalty_members SET show_welcome = $2 WHERE customer_id = $1";
const SHOW_PRIZE: &str = "UPDATE loyalty_members SET show_prize = $2 WHERE customer_id = $1";
const IS_MEMBER: &str = "SELECT id FROM customers WHERE id = $1 AND joined_at IS NOT NULL";

/// Members with orders that are not booked, of those that were placed lately.
static UNBOOKED: Sql = Sql::new(|_| {
    format!(
        "SELECT DISTINCT c.customer_id FROM checkouts c JOIN orders o ON o.id = c.id \
         JOIN customers m ON m.id = c.customer_id WHERE c.customer_id IS NOT NULL AND c.placed_at > $1 \
         AND m.joined_at <= c.placed_at AND {} ORDER BY c.customer_id LIMIT $2",
        is_unbooked()
    )
});

/// What a member is shown once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoyaltyModal {
    Welcome,
    Prize,
}

impl LoyaltyStore<'_> {
    /// What a customer has of the programme, once all is booked that their orders have become; none where the account was
    /// erased. Where nothing is to be booked, nothing is written.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn settle(self, customer: CustomerId, basis: LoyaltyBasis) -> Result<Option<LoyaltyRecord>, StoreError> {
        let asked = (customer.0, basis.clone());
        let read = self.0.read(asked, |conn, (customer, basis)| Box::pin(Standing::read(conn, *customer, basis)));
        match read.await? {
            None => Ok(None),
            Some(standing) if standing.is_settled(&basis) => Ok(Some(standing.record)),
            Some(_) => self.0.write(move |conn| Box::pin(settle(conn, customer.0, basis))).await,
        }
    }

    /// Some members with orders that were placed since a moment and are not booked.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn unbooked(self, since: Timestamp, most: u32) -> Result<Vec<CustomerId>, StoreError> {
        let ids = self.0.read((since, most), |conn, &(since, most)| {
            Box::pin(conn.query(&UNBOOKED).bind(Ts::new(since)).bind(i64::from(most)).scalars())
        });
        Ok(ids.await?.into_iter().map(CustomerId).collect())
    }

    /// Notes whether a member is shown something; false where they are no member.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn show(self, customer: CustomerId, modal: LoyaltyModal, is_shown: bool) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(show(conn, customer.0, modal, is_shown))).await
    }
}

async fn settle(conn: &mut Conn<'_>, customer: i64, basis: LoyaltyBasis) -> Result<Option<LoyaltyRecord>, StoreError> {
    if !lock_customer(conn, customer).await? {
        return Ok(None);
    }
    Ok(Some(settled(conn, customer, &basis).await?.record))
}

/// The standing of an account that is held, with all booked.
pub(super) async fn settled(conn: &mut Conn<'_>, customer: i64, basis: &LoyaltyBasis) -> Result<Standing, StoreError> {
    let mut standing = read_held(conn, customer, basis).await?;
    // Who joined before there were cards joined then.
    if let Some(joined_at) = standing.joined_at.filter(|_| standing.has_no_card()) {
        enter(conn, customer, &standing, joined_at, basis).await?;
        standing = read_held(conn, customer, basis).await?;
    }
    let due = standing.due(basis);
    write(conn, customer, &due, basis.now).await?;
    let lacks_seed = standing.joined_at.is_some() && standing.seed.is_none();
    if lacks_seed {
        promise(conn, customer, basis).await?;
    }
    if due.is_nothing() && !lacks_seed { Ok(standing) } else { read_held(conn, customer, basis).await }
}

async fn read_held(conn: &mut Conn<'_>, customer: i64, basis: &LoyaltyBasis) -> Result<Standing, StoreError> {
    let standing = Standing::read(conn, customer, basis).await?;
    standing.ok_or_else(|| StoreError::refused("an account that is held is not there"))
}

/// Gives an account that is held, and has just joined, its card.
pub(crate) async fn join(conn: &mut Conn<'_>, customer: i64, basis: &LoyaltyBasis) -> Result<(), StoreError> {
    let standing = read_held(conn, customer, basis).await?;
    enter(conn, customer, &standing, basis.now, basis).await?;
    if standing.seed.is_none() {
        promise(conn, customer, basis).await?;
    }
    Ok(())
}

async fn enter(
    conn: &mut Conn<'_>,
    customer: i64,
    standing: &Standing,
    at: Timestamp,
    basis: &LoyaltyBasis,
) -> Result<(), StoreError> {
    let (view, drawn) = (basis.view_at(at), basis.source.number());
    let change = standing.record.account.join(view, drawn, &mut || basis.source.code());
    write(conn, customer, &change, at).await?;
    conn.query(BEGIN).bind(customer).bind(is_welcomed(&change)).execute().await.map(drop)
}

fn is_welcomed(change: &LoyaltyChange) -> bool {
    change.rows.iter().any(|row| matches!(row.fact, LoyaltyFact::Welcomed { .. }))
}

/// Takes the card of an account that is held, and has just left.
pub(crate) async fn leave(conn: &mut Conn<'_>, customer: i64, basis: &LoyaltyBasis) -> Result<(), StoreError> {
    let standing = read_held(conn, customer, basis).await?;
    let change = standing.record.account.leave(basis.view());
    write(conn, customer, &change, basis.now).await
}

/// Promises a seed for the next spin of a member whose account is held. Gives what is told of it.
pub(super) async fn promise(conn: &mut Conn<'_>, customer: i64, basis: &LoyaltyBasis) -> Result<String, StoreError> {
    let seed = basis.source.seed();
    let sealed = basis.source.seal(CustomerId(customer), &seed);
    conn.query(PROMISE).bind(customer).bind(sealed).execute().await?;
    Ok(seed.commitment())
}

async fn show(conn: &mut Conn<'_>, customer: i64, modal: LoyaltyModal, is_shown: bool) -> Result<bool, StoreError> {
    if !lock_customer(conn, customer).await? || conn.query(IS_MEMBER).bind(customer).fetch_optional().await?.is_none() {
        return Ok(false);
    }
    let statement = match modal {
        LoyaltyModal::Welcome => SHOW_WELCOME,
        LoyaltyModal::Prize => SHOW_PRIZE,
    };
    conn.query(statement).bind(customer).bind(is_shown).execute().await?;
    Ok(true)
}

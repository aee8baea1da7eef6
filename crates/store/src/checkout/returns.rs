//! What has gone back of an order, part by part.

use domain::{
    money::Cents,
    payment::{SessionId, TryNumber},
};

use super::values::Checkout;
use crate::{
    conn::Conn,
    error::StoreError,
    row::{Place, Row},
};

/// A part that a provider is still to send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PendingRefund {
    /// The try.
    pub session: SessionId,
    /// How much of it.
    pub amount: Cents,
}

/// A part that has gone back, or is to.
struct ReturnedPart {
    number: i64,
    /// The try's name; none: the gift card.
    session: Option<String>,
    amount: i64,
    is_done: bool,
}

const READ: &str = "SELECT number, session_id, amount, done_at IS NOT NULL AS is_done FROM refunds \
    WHERE order_id = $1 ORDER BY number";

/// What has gone back of an order, or is to.
pub(super) struct Returns(Vec<ReturnedPart>);

impl Returns {
    pub(super) fn total(&self) -> i64 {
        self.0.iter().map(|row| row.amount).sum()
    }

    /// What is left of a try.
    pub(super) fn left_of(&self, checkout: &Checkout, number: TryNumber) -> Option<(SessionId, Cents)> {
        let found = checkout.tries.iter().find(|found| found.number == number)?;
        let name = found.session.reveal();
        let gone: i64 = self.0.iter().filter(|row| row.session.as_ref() == Some(&name)).map(|row| row.amount).sum();
        Some((found.session, Cents((found.amount.0 - gone).max(0))))
    }

    /// What is left of what a gift card paid.
    pub(super) fn left_of_card(&self, checkout: &Checkout) -> Cents {
        let gone: i64 = self.0.iter().filter(|row| row.session.is_none()).map(|row| row.amount).sum();
        Cents((checkout.payable.0 - checkout.due.0 - gone).max(0))
    }

    /// The number of the next part.
    pub(super) fn next(&self) -> i64 {
        self.0.last().map_or(1, |last| last.number + 1)
    }

    /// Numbers and amounts of the parts that a provider was still to send of a try.
    pub(super) fn pending_of(&self, session: SessionId) -> Vec<(i64, Cents)> {
        let name = session.reveal();
        let pending = self.0.iter().filter(|row| row.session.as_ref() == Some(&name) && !row.is_done);
        pending.map(|row| (row.number, Cents(row.amount))).collect()
    }

    /// A part that a provider is still to send, by its number.
    pub(super) fn pending(&self, number: i64) -> Result<Option<PendingRefund>, StoreError> {
        let pending = self.0.iter().find(|part| part.number == number && !part.is_done);
        let Some(ReturnedPart { session: Some(session), amount, .. }) = pending else { return Ok(None) };
        let session = Place::new("refunds", number).sound("session_id", SessionId::stored(session).ok())?;
        Ok(Some(PendingRefund { session, amount: Cents(*amount) }))
    }

    /// Takes a part as done. Gives the name of its try, and its amount.
    pub(super) fn set_done(&mut self, number: i64) -> Option<(Option<String>, Cents)> {
        let part = self.0.iter_mut().find(|part| part.number == number)?;
        part.is_done = true;
        Some((part.session.clone(), Cents(part.amount)))
    }
}

fn returned_part(row: &Row) -> Result<ReturnedPart, StoreError> {
    let row = row.of("refunds", "number");
    Ok(ReturnedPart {
        number: row.get("number")?,
        session: row.get("session_id")?,
        amount: row.get("amount")?,
        is_done: row.get("is_done")?,
    })
}

/// What has gone back until now.
pub(super) async fn read_returns(conn: &mut Conn<'_>, order: i64) -> Result<Returns, StoreError> {
    let rows = conn.query(READ).bind(order).fetch_all().await?;
    Ok(Returns(rows.iter().map(returned_part).collect::<Result<_, _>>()?))
}

//! Placing: an order with all that it takes, or nothing of it.

use domain::{
    ids::OrderId,
    money::Cents,
    payment::{Stage, Standing, TryNumber},
};
use jiff::Timestamp;
use serde_json::value::RawValue;
use sqlx::types::Json;

use super::{
    books::Booked,
    bounds::{Beyond, END_OLDEST, beyond, unpaid_beyond},
    gifts::{LOCK_GIFT, NOTE_CODE, NOTE_GIFT, TAKE_CODE, TAKE_GIFT},
    refunds::receipt,
    stored::{StoredContact, StoredPrice},
    values::{Checkout, GiftCardHold, NewCheckout, NewTry, PaymentTry, PlacedBy},
};
use crate::{
    backend::Backend,
    connection::writing,
    error::StoreError,
    idempotency::mark_made,
    ledger::book,
    order::{
        insert::{INSERT_NUMBERED_POSTGRES, INSERT_NUMBERED_SQLITE, NewOrder, OrderTexts, insert_beside, insert_order},
        stored::StoredPayment,
    },
    outbox::put_message,
    store::Store,
    ts::{Ts, cut},
};

/// Why an order was not placed; then nothing of it stands.
#[derive(Debug, Clone, thiserror::Error)]
pub enum PlaceCheckoutError {
    /// The same was ordered by the same caller a moment ago.
    #[error("the same was ordered a moment ago")]
    Duplicate {
        /// From when on it is taken.
        until: Timestamp,
    },
    /// The caller or their address owes or holds too much already.
    #[error("too much is owed or held")]
    Beyond(Beyond),
    /// A code is used as often as it may be.
    #[error("a code is used up")]
    LimitReached {
        /// The code.
        code: String,
    },
    /// A gift card does not hold as much any more as the order needs at least.
    #[error("a gift card is used up")]
    GiftCardShort {
        /// What is left on it.
        left: Cents,
    },
    /// The database failed.
    #[error("the order could not be placed")]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for PlaceCheckoutError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

struct Sql {
    /// Of two that come at once with the same content, the second waits for the first.
    lock: Option<&'static str>,
    number: &'static str,
    order: &'static str,
}

const SQLITE: Sql = Sql {
    lock: None,
    number: "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'orders' RETURNING seq",
    order: INSERT_NUMBERED_SQLITE,
};
const POSTGRES: Sql = Sql {
    lock: Some("SELECT pg_advisory_xact_lock($1)"),
    number: "SELECT nextval(pg_get_serial_sequence('orders', 'id'))",
    order: INSERT_NUMBERED_POSTGRES,
};

const SAME: &str = "SELECT placed_at FROM checkouts WHERE content = $1 AND placed_at > $2 AND stage <> 'ended' \
    ORDER BY placed_at DESC LIMIT 1";

const INSERT: &str = "INSERT INTO checkouts (id, shop_id, kitchen_id, order_type, source, actor_kind, actor_name, \
    stage, placed_at, pre_order_time, pays_until, received_at, method, issuer, grand_total, payable, due, has_alcohol, items, \
    payment, price, contact, analytics, redirect_url, key_salt, key_version, content, placed_by, \
    placed_from) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, \
    $23, $24, $25, $26, $27, $28, $29)";

pub(super) const INSERT_TRY: &str = "INSERT INTO payment_tries (session_id, order_id, number, method, issuer, amount, \
    standing, opened_at, look_at) VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8)";

impl Store {
    /// Places an order: its row, its uses of codes, what it holds of a gift card, its first try to pay, and, where nothing
    /// is to be paid here, the order of the kitchen.
    ///
    /// # Errors
    /// [`PlaceCheckoutError`]; nothing was written then.
    pub async fn place_checkout(&self, mut new: NewCheckout) -> Result<Checkout, PlaceCheckoutError> {
        new.codes.sort_unstable();
        new.placed_at = cut(new.placed_at);
        let sql = match self.backend() {
            Backend::Sqlite(_) => SQLITE,
            Backend::Postgres(_) => POSTGRES,
        };
        let made = MadeAtOnce::of(&mut new)?;
        writing!(self, connection => {
            let (mut new, mut made) = (new, made);
            if let Some(lock) = sql.lock {
                // All who place take these in one order: content, caller, address. Where nothing is counted, nobody waits.
                let by = new.placed_by.filter(PlacedBy::is_bounded);
                for name in [Some(new.content), by.map(|by| by.caller), by.map(|by| by.address)].into_iter().flatten() {
                    sqlx::query(lock).bind(lock_of(&name)).execute(&mut *connection).await?;
                }
            }
            if let Some(by) = &new.placed_by
                && let Some(beyond) = beyond!(connection, by, new.stage, &new.codes, new.placed_at)
            {
                return Err(PlaceCheckoutError::Beyond(beyond));
            }
            if let Some(within) = new.duplicate_within {
                let since = new.placed_at.saturating_sub(within).map_err(StoreError::other)?;
                let query = sqlx::query_scalar::<_, Ts>(SAME).bind(new.content.to_vec()).bind(Ts::new(since));
                if let Some(before) = query.fetch_optional(&mut *connection).await? {
                    let until = before.get().saturating_add(within).map_err(StoreError::other)?;
                    return Err(PlaceCheckoutError::Duplicate { until });
                }
            }
            if let Some(by) = new.placed_by.as_ref().filter(|_| new.stage == Stage::Waiting) {
                // The new one is one of them.
                if let Some(most) = by.bounds.unpaid_of_caller {
                    let query = sqlx::query(END_OLDEST).bind(by.caller.to_vec()).bind(Ts::new(new.placed_at));
                    query.bind(i64::from(most) - 1).execute(&mut *connection).await?;
                }
                if let Some(beyond) = unpaid_beyond!(connection, by, new.placed_at) {
                    return Err(PlaceCheckoutError::Beyond(beyond));
                }
            }
            // After orders, as whoever gives back locks them.
            take_codes!(connection, new);
            if let Some(hold) = new.gift_card {
                let held = take_gift!(connection, hold);
                new.hold(held);
                made.order = made.order.filter(|_| new.stage.is_made());
            }
            let id: i64 = sqlx::query_scalar(sql.number).fetch_one(&mut *connection).await?;
            insert_checkout!(connection, id, new, made);
            note_all!(connection, id, new);
            if let Some(run) = new.run
                && !mark_made!(&mut *connection, run, id.to_string())?
            {
                return Err(StoreError::unavailable("another run has taken the call over").into());
            }
            if let Some(made) = made.order {
                let (order, texts) = (made.order, made.texts);
                let number = insert_order!(connection, sql.order, &order, texts, Some(id));
                number.ok_or_else(|| StoreError::refused("an order without a name had another's"))?;
                insert_beside!(connection, id, &order, texts, order.schedule.placed_at);
                let booked = Booked { order: OrderId(id), kitchen: new.kitchen, at: new.placed_at };
                let sold = booked.sold(&new.price.sale);
                book!(&mut *connection, sold);
                if let Some(hold) = new.gift_card {
                    let paid = booked.paid_by_card(hold.amount);
                    book!(&mut *connection, paid);
                }
                put_message!(&mut *connection, receipt(id, new.placed_at))?;
            }
            Ok(as_read(OrderId(id), new))
        })
    }
}

/// What is written of a checkout, and the order of the kitchen where it is made at once.
struct MadeAtOnce {
    items: Box<RawValue>,
    payment: Box<RawValue>,
    contact: StoredContact,
    price: StoredPrice,
    order: Option<MadeOrder>,
}

struct MadeOrder {
    order: NewOrder,
    texts: OrderTexts,
}

impl MadeAtOnce {
    /// Takes out of a checkout what is written as texts, before anybody waits for the row.
    fn of(new: &mut NewCheckout) -> Result<Self, StoreError> {
        let items: Vec<_> =
            std::mem::take(&mut new.items).into_iter().map(crate::order::stored::StoredItem::from).collect();
        let items = crate::order::insert::json(&items)?;
        let payment = crate::order::insert::json(&StoredPayment::from(std::mem::take(&mut new.payment)))?;
        let customer = std::mem::take(&mut new.customer);
        let contact = StoredContact::new(customer.clone(), std::mem::take(&mut new.mail));
        let order = new.schedule.map(|schedule| {
            let texts = OrderTexts::of_stored(items.clone(), payment.clone(), &customer);
            let order = NewOrder {
                restaurant_id: new.kitchen,
                order_type: new.order_type,
                origin: new.origin.clone(),
                schedule,
                customer,
                items: Vec::new(),
                payment: domain::order::Payment::default(),
                key: new.key,
            };
            MadeOrder { order, texts }
        });
        let record = std::mem::take(&mut new.price.record);
        let price = StoredPrice::new(&new.price.sale, record);
        Ok(Self { items, payment, contact, price, order })
    }
}

/// Half of a fingerprint, by which transactions wait for each other.
fn lock_of(content: &[u8; 32]) -> i64 {
    let mut first = [0; 8];
    first.copy_from_slice(&content[..8]);
    i64::from_be_bytes(first)
}

/// As it would be read back.
fn as_read(id: OrderId, new: NewCheckout) -> Checkout {
    let due = due(&new);
    let named = new.first_try.and_then(|first| Some((first.session(TryNumber(1))?, first)));
    let tries = named.map(|(session, first)| PaymentTry {
        number: TryNumber(1),
        session,
        method: first.method,
        issuer: first.issuer,
        amount: first.amount,
        opened_at: cut(first.opened_at),
        standing: Standing::Open,
        error_code: None,
    });
    Checkout {
        id,
        shop: new.shop,
        kitchen: new.kitchen,
        order_type: new.order_type,
        stage: new.stage,
        placed_at: new.placed_at,
        pre_order_time: new.pre_order_time.map(cut),
        pays_until: cut(new.pays_until),
        received_at: new.schedule.map(|_| new.placed_at),
        ended_at: None,
        method: new.method,
        issuer: new.issuer,
        grand_total: new.price.grand_total,
        payable: new.price.payable,
        due,
        has_alcohol: new.has_alcohol,
        redirect_url: new.redirect_url,
        key: new.key,
        error_code: None,
        tries: tries.into_iter().collect(),
    }
}

/// What a provider is to be paid.
fn due(new: &NewCheckout) -> Cents {
    Cents(new.price.payable.0 - new.gift_card.map_or(0, |hold| hold.amount.0))
}

impl NewCheckout {
    /// Lets its gift card pay so much. What that leaves is to be paid by its first try.
    fn hold(&mut self, amount: Cents) {
        self.gift_card = self.gift_card.map(|hold| GiftCardHold { amount, ..hold });
        let due = due(self);
        if due.0 > 0 && matches!(self.stage, Stage::Paid(_)) {
            (self.stage, self.schedule) = (Stage::Waiting, None);
        }
        self.first_try = self.first_try.take().map(|first| NewTry { amount: due, ..first });
    }
}

/// Writes the row. A macro, because it is written once for each database.
macro_rules! insert_checkout {
    ($connection:ident, $id:ident, $new:ident, $made:ident) => {{
        sqlx::query(INSERT)
            .bind($id)
            .bind($new.shop.0)
            .bind($new.kitchen.0)
            .bind($new.order_type.as_str())
            .bind($new.origin.source.as_str())
            .bind($new.origin.actor.kind())
            .bind($new.origin.actor.name())
            .bind($new.stage.name())
            .bind(Ts::new($new.placed_at))
            .bind($new.pre_order_time.map(Ts::new))
            .bind(Ts::new($new.pays_until))
            .bind($new.schedule.map(|_| Ts::new($new.placed_at)))
            .bind($new.method.as_str())
            .bind($new.issuer.as_deref())
            .bind($new.price.grand_total.0)
            .bind($new.price.payable.0)
            .bind(due(&$new).0)
            .bind($new.has_alcohol)
            .bind(Json(&$made.items))
            .bind(Json(&$made.payment))
            .bind(Json(&$made.price))
            .bind(Json(&$made.contact))
            .bind($new.analytics.as_ref().map(Json))
            .bind($new.redirect_url.as_str())
            .bind($new.key.salt.to_vec())
            .bind(i64::from($new.key.version))
            .bind($new.content.to_vec())
            .bind($new.placed_by.map(|by| by.caller.to_vec()))
            .bind($new.placed_by.map(|by| by.address.to_vec()))
            .execute(&mut *$connection)
            .await?;
    }};
}

/// Takes the uses of codes.
macro_rules! take_codes {
    ($connection:ident, $new:ident) => {{
        for code in &$new.codes {
            let query = sqlx::query(TAKE_CODE).bind(code.code.as_str()).bind(i64::from(code.limit));
            if code.limit == 0 || query.execute(&mut *$connection).await?.rows_affected() == 0 {
                return Err(PlaceCheckoutError::LimitReached { code: code.code.clone() });
            }
        }
    }};
}

/// Takes off a gift card what it is to pay, or what is left: read again here, where nobody else can draw on it. Gives how
/// much that is.
macro_rules! take_gift {
    ($connection:ident, $hold:ident) => {{
        let query = sqlx::query_scalar::<_, i64>(LOCK_GIFT).bind($hold.card.to_vec());
        let gone = query.fetch_one(&mut *$connection).await?;
        let left = Cents(($hold.balance.0 - gone).max(0));
        if left < $hold.least || left.0 == 0 {
            return Err(PlaceCheckoutError::GiftCardShort { left });
        }
        let held = left.min($hold.amount);
        let query = sqlx::query(TAKE_GIFT).bind($hold.card.to_vec()).bind(held.0);
        query.execute(&mut *$connection).await?;
        held
    }};
}

/// Notes what the order has taken, and begins its first try where it waits.
macro_rules! note_all {
    ($connection:ident, $id:ident, $new:ident) => {{
        for code in &$new.codes {
            let query = sqlx::query(NOTE_CODE).bind($id).bind(code.code.as_str()).bind(code.is_benefit);
            let query = query.bind(code.held_until.map(Ts::new)).bind(i64::from(code.limit));
            query.execute(&mut *$connection).await?;
        }
        if let Some(hold) = $new.gift_card {
            let query = sqlx::query(NOTE_GIFT).bind($id).bind(hold.card.to_vec()).bind(hold.amount.0);
            query.execute(&mut *$connection).await?;
        }
        $new.first_try = $new.first_try.filter(|_| $new.stage == Stage::Waiting);
        if let Some(first) = &$new.first_try {
            let session = first.session(TryNumber(1)).ok_or_else(|| StoreError::refused("a try without a name"))?;
            sqlx::query(INSERT_TRY)
                .bind(session.reveal())
                .bind($id)
                .bind(1_i64)
                .bind(first.method.as_str())
                .bind(first.issuer.as_deref())
                .bind(first.amount.0)
                .bind(Ts::new(first.opened_at))
                .bind(Ts::new(first.look_at))
                .execute(&mut *$connection)
                .await?;
        }
    }};
}
use {insert_checkout, note_all, take_codes, take_gift};

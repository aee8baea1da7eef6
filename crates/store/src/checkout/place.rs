//! Placing: an order with all that it takes, or nothing of it.

use domain::{
    customer::door_of,
    ids::OrderId,
    money::Cents,
    order::{Customer, Source},
    payment::{Bookkeeper, PaymentRecord, PaymentStage, SessionId, TryNumber},
};
use jiff::Timestamp;
use serde_json::value::RawValue;

use super::{
    CheckoutStore,
    bounds::{Beyond, beyond, unpaid_beyond},
    refunds::receipt,
    stored::{StoredContact, StoredPrice},
    takings::{hold_owners, take_codes, take_gift},
    values::{Checkout, GiftCardHold, NewCheckout, NewTry, PlacedBy},
};
use crate::{
    conn::Conn,
    customer_lock::customer_is_active,
    error::StoreError,
    idempotency::add_mark,
    json::JsonColumn,
    ledger::add_entry,
    order::{
        insert::{NewOrder, OrderTexts, add_order, json},
        stored::{StoredItem, StoredPayment},
    },
    outbox::add_message,
    sql::{Sql, SqlDialect},
    ts::{Ts, cut},
    write_batch::WriteBatch,
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
    LimitReached { code: String },
    /// A gift card does not hold as much any more as the order needs at least.
    #[error("a gift card is used up")]
    GiftCardShort {
        /// What is left on it.
        left: Cents,
    },
    /// Whose order it is was erased meanwhile.
    #[error("there is no such account")]
    CustomerGone,
    /// The database failed.
    #[error("the order could not be placed")]
    Store(#[from] StoreError),
}

/// Of two that come at once with the same content, the second waits for the first; SQLite has one writer. In the order of
/// the list.
const LOCK_POSTGRES: &str =
    "SELECT count(pg_advisory_xact_lock(value::bigint)) FROM jsonb_array_elements_text($1::jsonb)";
static NEXT_NUMBER: Sql = Sql::new(|dialect| match dialect {
    SqlDialect::Sqlite => "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'orders' RETURNING seq".to_owned(),
    SqlDialect::Postgres => "SELECT nextval(pg_get_serial_sequence('orders', 'id'))".to_owned(),
});

const SAME: &str = "SELECT placed_at FROM checkouts WHERE content = $1 AND placed_at > $2 AND stage <> 'ended' \
    ORDER BY placed_at DESC LIMIT 1";

const INSERT: &str = "INSERT INTO checkouts (id, shop_id, kitchen_id, order_type, source, actor_kind, actor_name, \
    stage, placed_at, pre_order_time, pays_until, received_at, method, issuer, grand_total, payable, due, has_alcohol, items, \
    payment, price, contact, analytics, redirect_url, key_salt, key_version, content, placed_by, \
    placed_from, customer_id, hides_contact) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, \
    $23, $24, $25, $26, $27, $28, $29, $30, $31)";

/// Whether a door is one of an account's.
const HAS_DOOR: &str = "SELECT count(*) FROM customer_addresses WHERE customer_id = $1 AND same_as = $2";

const INSERT_TRY: &str = "INSERT INTO payment_tries (session_id, order_id, number, method, issuer, amount, \
    standing, opened_at, look_at) VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8)";

const NOTE_CODE: &str = "INSERT INTO checkout_codes (order_id, code, is_benefit, held_until, most) \
    VALUES ($1, $2, $3, $4, $5)";

const NOTE_GIFT: &str = "INSERT INTO gift_card_holds (order_id, card, amount) VALUES ($1, $2, $3)";

impl CheckoutStore<'_> {
    /// Places an order: its row, its uses of codes, what it holds of a gift card, its first try to pay, and, where nothing
    /// is to be paid here, the order of the kitchen.
    ///
    /// # Errors
    /// [`PlaceCheckoutError`]; nothing was written then.
    pub async fn place(self, mut new: NewCheckout) -> Result<Checkout, PlaceCheckoutError> {
        new.codes.sort_unstable();
        new.placed_at = cut(new.placed_at);
        let made = MadeAtOnce::of(&mut new)?;
        self.0.write(move |conn| Box::pin(place(conn, new, made))).await
    }
}

async fn place(
    conn: &mut Conn<'_>,
    mut new: NewCheckout,
    mut made: MadeAtOnce,
) -> Result<Checkout, PlaceCheckoutError> {
    hold_owners(conn, &new).await?;
    // The account first, as whoever erases it takes it.
    if let Some(customer) = new.account
        && !customer_is_active(conn, customer.0, new.placed_at).await?
    {
        return Err(PlaceCheckoutError::CustomerGone);
    }
    let hides_contact = hides_contact(conn, &new, made.door.take()).await?;
    wait_for_others(conn, &new).await?;
    refuse_too_much(conn, &new).await?;
    // After orders, as whoever gives back locks them.
    take_codes(conn, &new.codes, new.placed_at).await?;
    if let Some(hold) = new.gift_card {
        let held = take_gift(conn, hold).await?;
        new.hold(held);
        made.order = made.order.filter(|_| new.stage.is_made());
    }
    new.first_try = new.first_try.filter(|_| new.stage == PaymentStage::Waiting);
    let id = conn.query(&NEXT_NUMBER).scalar().await?;
    let mut batch = WriteBatch::new(conn);
    add_checkout(&mut batch, id, &new, &made, hides_contact);
    add_holds(&mut batch, id, &new)?;
    if let Some(run) = new.run {
        add_mark(&mut batch, run, id.to_string());
    }
    if let Some(made) = made.order {
        add_made(&mut batch, id, &new, &made)?;
    }
    batch.execute(conn).await?;
    Ok(as_read(OrderId(id), new))
}

/// All who place take these locks in one order: content, caller, address. Where nothing is counted, nobody waits.
async fn wait_for_others(conn: &mut Conn<'_>, new: &NewCheckout) -> Result<(), StoreError> {
    if conn.dialect() == SqlDialect::Sqlite {
        return Ok(());
    }
    let by = new.placed_by.filter(PlacedBy::is_bounded);
    let names = [Some(new.content), by.map(|by| by.caller), by.map(|by| by.address)];
    let locks: Vec<String> = names.iter().flatten().map(|name| lock_of(name).to_string()).collect();
    let locks = serde_json::to_string(&locks).map_err(StoreError::other)?;
    conn.query(LOCK_POSTGRES).bind(locks).execute().await.map(drop)
}

async fn refuse_too_much(conn: &mut Conn<'_>, new: &NewCheckout) -> Result<(), PlaceCheckoutError> {
    if let Some(by) = &new.placed_by
        && let Some(beyond) = beyond(conn, by, new.stage, &new.codes, new.placed_at).await?
    {
        return Err(PlaceCheckoutError::Beyond(beyond));
    }
    if let Some(within) = new.duplicate_within {
        let since = new.placed_at.saturating_sub(within).map_err(StoreError::other)?;
        let same = conn.query(SAME).bind(&new.content[..]).bind(Ts::new(since));
        if let Some(before) = same.optional_scalar::<Ts>().await? {
            let until = before.get().saturating_add(within).map_err(StoreError::other)?;
            return Err(PlaceCheckoutError::Duplicate { until });
        }
    }
    if let Some(by) = new.placed_by.as_ref().filter(|_| new.stage == PaymentStage::Waiting)
        && let Some(beyond) = unpaid_beyond(conn, by, new.placed_at).await?
    {
        return Err(PlaceCheckoutError::Beyond(beyond));
    }
    Ok(())
}

/// Whether an order's account may not see where it goes: it was ordered by telephone, to a door that is none of the account's
/// (docs/spec/people.md, "Ordering on behalf").
async fn hides_contact(conn: &mut Conn<'_>, new: &NewCheckout, door: Option<String>) -> Result<bool, StoreError> {
    let Some(customer) = new.account.filter(|_| new.origin.source == Source::Staff) else { return Ok(false) };
    let Some(door) = door else { return Ok(true) };
    let found: i64 = conn.query(HAS_DOOR).bind(customer.0).bind(door).scalar().await?;
    Ok(found == 0)
}

fn add_checkout(batch: &mut WriteBatch, id: i64, new: &NewCheckout, made: &MadeAtOnce, hides_contact: bool) {
    batch
        .query(INSERT)
        .bind(id)
        .bind(new.shop.0)
        .bind(new.kitchen.0)
        .bind(new.order_type.as_str())
        .bind(new.origin.source.as_str())
        .bind(new.origin.actor.kind())
        .bind(new.origin.actor.name())
        .bind(new.stage.name())
        .bind(Ts::new(new.placed_at))
        .bind(new.pre_order_time.map(Ts::new))
        .bind(Ts::new(new.pays_until))
        .bind(new.schedule.map(|_| Ts::new(new.placed_at)))
        .bind(new.method.as_str())
        .bind(new.issuer.as_deref())
        .bind(new.price.grand_total.0)
        .bind(new.price.payable.0)
        .bind(due(new).0)
        .bind(new.has_alcohol)
        .bind(JsonColumn(&made.items))
        .bind(JsonColumn(&made.payment))
        .bind(JsonColumn(&made.price))
        .bind(JsonColumn(&made.contact))
        .bind(new.analytics.as_ref().map(JsonColumn))
        .bind(new.redirect_url.as_str())
        .bind(&new.key.salt[..])
        .bind(i64::from(new.key.version))
        .bind(&new.content[..])
        .bind(new.placed_by.as_ref().map(|by| &by.caller[..]))
        .bind(new.placed_by.as_ref().map(|by| &by.address[..]))
        .bind(new.account.map(|account| account.0))
        .bind(hides_contact);
}

/// Notes what the order has taken, and begins its first try.
fn add_holds(batch: &mut WriteBatch, id: i64, new: &NewCheckout) -> Result<(), StoreError> {
    for code in &new.codes {
        batch.query(NOTE_CODE).bind(id).bind(code.code.as_str()).bind(code.is_benefit);
        batch.bind(code.held_until.map(Ts::new)).bind(i64::from(code.limit));
    }
    if let Some(hold) = new.gift_card {
        batch.query(NOTE_GIFT).bind(id).bind(&hold.card[..]).bind(hold.amount.0);
    }
    if let Some(first) = &new.first_try {
        let session = first.session(TryNumber(1)).ok_or_else(|| StoreError::refused("a try without a name"))?;
        add_try(batch, id, TryNumber(1), session, first);
    }
    Ok(())
}

/// Writes a try that begins.
pub(super) fn add_try(batch: &mut WriteBatch, order: i64, number: TryNumber, session: SessionId, new: &NewTry) {
    batch
        .query(INSERT_TRY)
        .bind(session.reveal())
        .bind(order)
        .bind(i64::from(number.0))
        .bind(new.method.as_str())
        .bind(new.issuer.as_deref())
        .bind(new.amount.0)
        .bind(Ts::new(new.opened_at))
        .bind(Ts::new(new.look_at));
}

/// Makes the order of the kitchen, books it, and lets its customer be told.
fn add_made(batch: &mut WriteBatch, id: i64, new: &NewCheckout, made: &MadeOrder) -> Result<(), StoreError> {
    add_order(batch, id, &made.order, &made.texts, made.order.schedule.placed_at);
    let books = Bookkeeper { order: OrderId(id), kitchen: new.kitchen, now: new.placed_at };
    for entry in books.made(&new.price.sale, new.gift_card.map_or(Cents(0), |hold| hold.amount)) {
        add_entry(batch, &entry)?;
    }
    add_message(batch, receipt(id, new.placed_at));
    Ok(())
}

/// What is written of a checkout, and the order of the kitchen where it is made at once.
struct MadeAtOnce {
    items: Box<RawValue>,
    payment: Box<RawValue>,
    contact: StoredContact,
    price: StoredPrice,
    /// The door that it is brought to.
    door: Option<String>,
    order: Option<MadeOrder>,
}

struct MadeOrder {
    order: NewOrder,
    texts: OrderTexts,
}

impl MadeAtOnce {
    /// Takes out of a checkout what is written as texts, before anybody waits for the row.
    fn of(new: &mut NewCheckout) -> Result<Self, StoreError> {
        let items: Vec<_> = std::mem::take(&mut new.items).into_iter().map(StoredItem::from).collect();
        let items = json(&items)?;
        let payment = json(&StoredPayment::from(std::mem::take(&mut new.payment)))?;
        let customer = std::mem::take(&mut new.customer);
        let door = door(&customer);
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
                payment: domain::order::OrderPayment::default(),
                key: new.key,
            };
            MadeOrder { order, texts }
        });
        let record = std::mem::take(&mut new.price.record);
        let price = StoredPrice::new(&new.price.sale, record);
        Ok(Self { items, payment, contact, price, door, order })
    }
}

/// By what a door is known again; none of what is fetched.
fn door(customer: &Customer) -> Option<String> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let street = customer.street_address.clone()?;
    Some(door_of([&street, &text(&customer.apartment_number), &text(&customer.postal_code), &text(&customer.city)]))
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
    let tries = named.map(|(session, first)| first.begun(TryNumber(1), session));
    Checkout {
        id,
        shop: new.shop,
        kitchen: new.kitchen,
        order_type: new.order_type,
        placed_at: new.placed_at,
        pre_order_time: new.pre_order_time.map(cut),
        pays_until: cut(new.pays_until),
        grand_total: new.price.grand_total,
        payable: new.price.payable,
        due,
        has_alcohol: new.has_alcohol,
        redirect_url: new.redirect_url,
        key: new.key,
        is_forgotten: false,
        payment: PaymentRecord {
            stage: new.stage,
            method: new.method,
            issuer: new.issuer,
            error_code: None,
            received_at: new.schedule.map(|_| new.placed_at),
            ended_at: None,
            tries: tries.into_iter().collect(),
        },
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
        if due.0 > 0 && matches!(self.stage, PaymentStage::Paid(_)) {
            (self.stage, self.schedule) = (PaymentStage::Waiting, None);
        }
        self.first_try = self.first_try.take().map(|first| NewTry { amount: due, ..first });
    }
}

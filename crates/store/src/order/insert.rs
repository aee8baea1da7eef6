//! Writing an order's row with what stands beside it: the one way in which orders get into the table.

use domain::{
    ids::RestaurantId,
    key::KeySeed,
    order::{Customer, Item, OrderPayment, OrderType, Origin, Schedule, Status},
    phone::comparable,
    search::searchable,
};
use jiff::Timestamp;
use serde_json::value::{RawValue, to_raw_value};

use super::stored::{StoredItem, StoredPayment, stored_allergens};
use crate::{
    conn::Conn,
    error::StoreError,
    json::JsonColumn,
    row::BindTo,
    sql::{Sql, SqlDialect},
    ts::Ts,
    write_batch::WriteBatch,
};

/// An order to be registered.
#[derive(Debug, Clone)]
pub struct NewOrder {
    /// The restaurant that makes it; one that is kept.
    pub restaurant_id: RestaurantId,
    /// How it reaches its eater.
    pub order_type: OrderType,
    /// Where it comes from.
    pub origin: Origin,
    /// When it is to be there.
    pub schedule: Schedule,
    /// Who orders.
    pub customer: Customer,
    /// What is ordered.
    pub items: Vec<Item>,
    /// How it is paid.
    pub payment: OrderPayment,
    /// What its key is made of.
    pub key: KeySeed,
}

/// The parts of an order that are written as texts, made before anybody waits for the row.
pub(crate) struct OrderTexts {
    pub(crate) items: Box<RawValue>,
    pub(crate) payment: Box<RawValue>,
    pub(crate) phone: Option<String>,
    pub(crate) words: String,
}

impl OrderTexts {
    /// Takes items and payment out of an order.
    pub(crate) fn new(order: &mut NewOrder) -> Result<Self, StoreError> {
        let (items, payment) = (std::mem::take(&mut order.items), std::mem::take(&mut order.payment));
        let items: Vec<StoredItem> = items.into_iter().map(StoredItem::from).collect();
        Ok(Self::of_stored(json(&items)?, json(&StoredPayment::from(payment))?, &order.customer))
    }

    /// Of items and a payment that are texts already.
    pub(crate) fn of_stored(items: Box<RawValue>, payment: Box<RawValue>, customer: &Customer) -> Self {
        let (phone, words) = (customer.phone.as_deref().and_then(comparable), searchable(customer));
        Self { items, payment, phone, words }
    }
}

pub(crate) fn json(value: &impl serde::Serialize) -> Result<Box<RawValue>, StoreError> {
    to_raw_value(value).map_err(StoreError::other)
}

// Two at once: the second waits for the first, conflicts, and finds it.
fn insert(id: &str, overriding: &str, value: &str) -> String {
    format!(
        "INSERT INTO orders ({id}restaurant_id, order_type, external_id, actor_kind, actor_name, status, seq, rev, \
         placed_at, pre_order_time, promised_at, planned_minutes, estimate_made_at, estimate_arrival, \
         estimate_earliest, estimate_latest, estimate_basis, expires_at, customer_name, customer_phone, \
         street_address, apartment_number, city, postal_code, shipping_instruction, customer_lat, customer_lng, \
         items, payment, key_salt, key_version, avoid_allergens, during_pause, \
         without_packaging) {overriding}VALUES ({value}\
         $1, $2, $3, $4, $5, $6, 0, 0, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, \
         $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32) \
         ON CONFLICT (actor_kind, actor_name, external_id) DO NOTHING RETURNING id"
    )
}

/// With the next number.
static INSERT: Sql = Sql::new(|_| insert("", "", ""));
/// With the number that it has already.
static INSERT_NUMBERED: Sql = Sql::new(|dialect| match dialect {
    SqlDialect::Sqlite => insert("id, ", "", "$33, "),
    SqlDialect::Postgres => insert("id, ", "OVERRIDING SYSTEM VALUE ", "$33, "),
});
const INSERT_EVENT: &str = "INSERT INTO order_events (order_id, seq, status, recorded_at, source, \
    actor_kind, actor_name) VALUES ($1, 0, $2, $3, $4, $5, $6)";
const INSERT_SEARCH: &str = "INSERT INTO order_search (order_id, restaurant_id, phone, words) VALUES ($1, $2, $3, $4)";

/// Writes the row under the next number. Gives that; none where the name was taken meanwhile.
pub(crate) async fn insert_order(
    conn: &mut Conn<'_>,
    order: &NewOrder,
    texts: &OrderTexts,
) -> Result<Option<i64>, StoreError> {
    bind_order(conn.query(&INSERT), order, texts).optional_scalar().await
}

/// Writes an order under a number that it has already, with its first event and by what it is found.
pub(crate) fn add_order(batch: &mut WriteBatch, id: i64, order: &NewOrder, texts: &OrderTexts, at: Timestamp) {
    bind_order(batch.query(&INSERT_NUMBERED), order, texts).bind(id);
    batch.or(StoreError::refused("an order without a name had another's"));
    add_beside(batch, id, order, texts, at);
}

/// Writes its first event, and by what it is found.
pub(crate) fn add_beside(batch: &mut WriteBatch, id: i64, order: &NewOrder, texts: &OrderTexts, at: Timestamp) {
    batch
        .query(INSERT_EVENT)
        .bind(id)
        .bind(Status::Received.number())
        .bind(Ts::new(at))
        .bind(order.origin.source.as_str())
        .bind(order.origin.actor.kind())
        .bind(order.origin.actor.name());
    if !texts.words.is_empty() {
        batch.query(INSERT_SEARCH).bind(id).bind(order.restaurant_id.0);
        batch.bind(texts.phone.as_deref()).bind(texts.words.as_str());
    }
}

fn bind_order<S: BindTo>(statement: S, order: &NewOrder, texts: &OrderTexts) -> S {
    let (schedule, customer) = (&order.schedule, &order.customer);
    let estimate = schedule.estimate.as_ref();
    let ts = |moment: Option<Timestamp>| moment.map(Ts::new);
    statement
        .bind(order.restaurant_id.0)
        .bind(order.order_type.as_str())
        .bind(order.origin.external_id.as_deref())
        .bind(order.origin.actor.kind())
        .bind(order.origin.actor.name())
        .bind(Status::Received.number())
        .bind(Ts::new(schedule.placed_at))
        .bind(ts(schedule.pre_order_time))
        .bind(ts(schedule.promised_at))
        .bind(i64::from(schedule.planned_minutes))
        .bind(ts(estimate.map(|estimate| estimate.made_at)))
        .bind(ts(estimate.map(|estimate| estimate.arrival)))
        .bind(ts(estimate.map(|estimate| estimate.earliest)))
        .bind(ts(estimate.map(|estimate| estimate.latest)))
        .bind(estimate.map(|estimate| estimate.basis.as_str()))
        .bind(Ts::new(schedule.expires_at))
        .bind(customer.name.as_deref())
        .bind(customer.phone.as_deref())
        .bind(customer.street_address.as_deref())
        .bind(customer.apartment_number.as_deref())
        .bind(customer.city.as_deref())
        .bind(customer.postal_code.as_deref())
        .bind(customer.shipping_instruction.as_deref())
        .bind(customer.coordinates.map(|point| point.lat()))
        .bind(customer.coordinates.map(|point| point.lng()))
        .bind(JsonColumn(&texts.items))
        .bind(JsonColumn(&texts.payment))
        .bind(&order.key.salt[..])
        .bind(i64::from(order.key.version))
        .bind(stored_allergens(&customer.avoid_allergens))
        .bind(schedule.during_pause)
        .bind(customer.without_packaging)
}

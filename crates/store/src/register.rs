//! Registering an order: its row and its first event, in one transaction, once.

use domain::{
    ids::{OrderId, RestaurantId},
    key::{KeySeed, Salt},
    order::{Customer, Item, OrderType, Origin, Payment, Schedule, Status},
    phone::comparable,
    search::searchable,
};
use jiff::Timestamp;
use serde_json::value::{RawValue, to_raw_value};
use sqlx::types::Json;

use crate::{
    connection::writing,
    error::StoreError,
    order::stored::{StoredItem, StoredPayment},
    row::{self, Place, row},
    store::Store,
    ts::Ts,
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
    pub payment: Payment,
    /// What its key is made of.
    pub key: KeySeed,
}

/// A registered order: the new one, or the one that had its name before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registered {
    /// Its number.
    pub order_id: OrderId,
    /// The restaurant that makes it.
    pub restaurant_id: RestaurantId,
    /// Whether it was made by this call.
    pub created: bool,
    /// The random bytes that its key is made of.
    pub key_salt: Salt,
    /// Version of the secret that its key is made with.
    pub key_version: u32,
}

row! {
    struct FoundRow of "orders" by "id" named "" {
        id: i64,
        restaurant_id: i64,
        key_salt: Vec<u8>,
        key_version: i64,
    }
}

impl FoundRow {
    fn registered(&self) -> Result<Registered, StoreError> {
        let place = Place::new("orders", self.id);
        Ok(Registered {
            order_id: OrderId(self.id),
            restaurant_id: RestaurantId(self.restaurant_id),
            created: false,
            key_salt: place.sound("key_salt", self.key_salt.as_slice().try_into().ok())?,
            key_version: place.sound("key_version", u32::try_from(self.key_version).ok())?,
        })
    }
}

const FIND: &str = "SELECT id, restaurant_id, key_salt, key_version FROM orders \
    WHERE actor_kind = $1 AND actor_name = $2 AND external_id = $3";

// Two at once: the second waits for the first, conflicts, and finds it.
const INSERT: &str = "INSERT INTO orders (restaurant_id, order_type, external_id, actor_kind, actor_name, status, \
    seq, rev, placed_at, pre_order_time, promised_at, planned_minutes, estimate_made_at, estimate_arrival, \
    estimate_earliest, estimate_latest, estimate_basis, expires_at, customer_name, customer_phone, street_address, \
    apartment_number, city, postal_code, shipping_instruction, customer_lat, customer_lng, items, payment, key_salt, \
    key_version) VALUES ($1, $2, $3, $4, $5, $6, 0, 0, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, \
    $20, $21, $22, $23, $24, $25, $26, $27, $28, $29) ON CONFLICT (actor_kind, actor_name, external_id) DO NOTHING \
    RETURNING id";

const RENEW: &str = "UPDATE orders SET key_salt = $3, key_version = $4 WHERE id = $1 AND key_version = $2";

const FIND_BY_ID: &str = "SELECT id, restaurant_id, key_salt, key_version FROM orders WHERE id = $1";

const INSERT_EVENT: &str = "INSERT INTO order_events (order_id, seq, status, recorded_at, source, actor_kind, \
    actor_name) VALUES ($1, 0, $2, $3, $4, $5, $6)";

const INSERT_SEARCH: &str = "INSERT INTO order_search (order_id, restaurant_id, phone, words) VALUES ($1, $2, $3, $4)";

impl Store {
    /// Registers an order at status 0 with seq 0. The same name (`external_id`) from the same actor
    /// again gives the order that was made first, also where both come at once.
    ///
    /// # Errors
    /// Where the database does not answer; other where the restaurant is not kept.
    pub async fn register(&self, mut order: NewOrder) -> Result<Registered, StoreError> {
        // Before the queue, whose one writer has better things to do.
        let (items, payment) = (std::mem::take(&mut order.items), std::mem::take(&mut order.payment));
        let items: Vec<StoredItem> = items.into_iter().map(StoredItem::from).collect();
        let (items, payment) = (json(&items)?, json(&StoredPayment::from(payment))?);
        let (phone, words) = (order.customer.phone.as_deref().and_then(comparable), searchable(&order.customer));
        writing!(self, connection => {
            if let Some(found) = find!(connection, &order) {
                return found.registered();
            }
            let id = insert!(connection, &order, items, payment);
            let Some(id) = id else {
                let found = find!(connection, &order);
                return found.ok_or_else(|| StoreError::unavailable("an order of this name is being made"))?.registered();
            };
            sqlx::query(INSERT_EVENT)
                .bind(id)
                .bind(Status::Received.number())
                .bind(Ts::new(order.schedule.placed_at))
                .bind(order.origin.source.as_str())
                .bind(order.origin.actor.kind())
                .bind(order.origin.actor.name())
                .execute(&mut *connection)
                .await?;
            if !words.is_empty() {
                let query = sqlx::query(INSERT_SEARCH).bind(id).bind(order.restaurant_id.0).bind(phone).bind(words);
                query.execute(connection).await?;
            }
            Ok(Registered {
                order_id: OrderId(id),
                restaurant_id: order.restaurant_id,
                created: true,
                key_salt: order.key.salt,
                key_version: order.key.version,
            })
        })
    }
}

impl Store {
    /// Lets the key of a registered order be made of something else, unless it is not made with the same version any
    /// more; what it is made of from now on.
    ///
    /// # Errors
    /// Where the database does not answer, or there is no such order.
    pub async fn renew_order_key(&self, order: Registered, key: KeySeed) -> Result<Registered, StoreError> {
        writing!(self, connection => {
            let query = sqlx::query(RENEW).bind(order.order_id.0).bind(i64::from(order.key_version));
            query.bind(key.salt.to_vec()).bind(i64::from(key.version)).execute(&mut *connection).await?;
            let row = sqlx::query(FIND_BY_ID).bind(order.order_id.0).fetch_optional(connection).await?;
            let found = row::maybe::<FoundRow, _>(row.as_ref())?;
            found.ok_or_else(|| StoreError::refused("there is no such order"))?.registered()
        })
    }
}

fn json(value: &impl serde::Serialize) -> Result<Box<RawValue>, StoreError> {
    to_raw_value(value).map_err(StoreError::other)
}

/// The order that has this name already. A macro, because it is written once for each database.
macro_rules! find {
    ($connection:ident, $order:expr) => {{
        let query = sqlx::query(FIND).bind($order.origin.actor.kind()).bind($order.origin.actor.name());
        let query = query.bind($order.origin.external_id.as_deref());
        row::maybe::<FoundRow, _>(query.fetch_optional(&mut *$connection).await?.as_ref())?
    }};
}

/// The number of the new row; none where the name was taken meanwhile.
macro_rules! insert {
    ($connection:ident, $order:expr, $items:ident, $payment:ident) => {{
        let NewOrder { origin, schedule, customer, key, .. } = $order;
        let estimate = schedule.estimate.as_ref();
        let ts = |moment: Option<Timestamp>| moment.map(Ts::new);
        sqlx::query_scalar::<_, i64>(INSERT)
            .bind($order.restaurant_id.0)
            .bind($order.order_type.as_str())
            .bind(origin.external_id.as_deref())
            .bind(origin.actor.kind())
            .bind(origin.actor.name())
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
            .bind(Json($items))
            .bind(Json($payment))
            .bind(key.salt.to_vec())
            .bind(i64::from(key.version))
            .fetch_optional(&mut *$connection)
            .await?
    }};
}
use {find, insert};

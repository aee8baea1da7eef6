//! Registering an order: its row and its first event, in one transaction, once.

use domain::{
    ids::{OrderId, RestaurantId},
    key::{KeySeed, Salt},
};

use super::OrderStore;
use crate::{
    conn::Conn,
    error::StoreError,
    order::insert::{NewOrder, OrderTexts, add_beside, insert_order},
    row::Row,
    sql::Sql,
    write_batch::WriteBatch,
};

/// A registered order: the new one, or the one that had its name before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registration {
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

const FOUND: &str = "SELECT id, restaurant_id, key_salt, key_version FROM orders";
static BY_NAME: Sql = Sql::new(|_| format!("{FOUND} WHERE actor_kind = $1 AND actor_name = $2 AND external_id = $3"));
static BY_ID: Sql = Sql::new(|_| format!("{FOUND} WHERE id = $1"));
const RENEW: &str = "UPDATE orders SET key_salt = $3, key_version = $4 WHERE id = $1 AND key_version = $2";

impl OrderStore<'_> {
    /// Registers an order at status 0 with seq 0. The same name (`external_id`) from the same actor
    /// again gives the order that was made first, also where both come at once.
    ///
    /// # Errors
    /// Where the database does not answer; other where the restaurant is not kept.
    pub async fn register(self, mut order: NewOrder) -> Result<Registration, StoreError> {
        // Before the queue, whose one writer has better things to do.
        let texts = OrderTexts::new(&mut order)?;
        self.0.write(move |conn| Box::pin(register(conn, order, texts))).await
    }

    /// Lets the key of a registered order be made of something else, unless it is not made with the same version any
    /// more; what it is made of from now on.
    ///
    /// # Errors
    /// Where the database does not answer, or there is no such order.
    pub async fn renew_key(self, order: Registration, key: KeySeed) -> Result<Registration, StoreError> {
        self.0.write(move |conn| Box::pin(renew_key(conn, order, key))).await
    }
}

async fn register(conn: &mut Conn<'_>, order: NewOrder, texts: OrderTexts) -> Result<Registration, StoreError> {
    if let Some(found) = find(conn, &order).await? {
        return Ok(found);
    }
    let Some(id) = insert_order(conn, &order, &texts).await? else {
        let found = find(conn, &order).await?;
        return found.ok_or_else(|| StoreError::unavailable("an order of this name is being made"));
    };
    let mut beside = WriteBatch::new(conn);
    add_beside(&mut beside, id, &order, &texts, order.schedule.placed_at);
    beside.execute(conn).await?;
    Ok(Registration {
        order_id: OrderId(id),
        restaurant_id: order.restaurant_id,
        created: true,
        key_salt: order.key.salt,
        key_version: order.key.version,
    })
}

/// The order that has this name already.
async fn find(conn: &mut Conn<'_>, order: &NewOrder) -> Result<Option<Registration>, StoreError> {
    let (actor, external_id) = (&order.origin.actor, order.origin.external_id.as_deref());
    let query = conn.query(&BY_NAME).bind(actor.kind()).bind(actor.name()).bind(external_id);
    query.fetch_optional().await?.as_ref().map(registered).transpose()
}

async fn renew_key(conn: &mut Conn<'_>, order: Registration, key: KeySeed) -> Result<Registration, StoreError> {
    let query = conn.query(RENEW).bind(order.order_id.0).bind(i64::from(order.key_version));
    query.bind(&key.salt[..]).bind(i64::from(key.version)).execute().await?;
    let row = conn.query(&BY_ID).bind(order.order_id.0).fetch_optional().await?;
    registered(&row.ok_or_else(|| StoreError::refused("there is no such order"))?)
}

fn registered(row: &Row) -> Result<Registration, StoreError> {
    let row = row.of("orders", "id");
    Ok(Registration {
        order_id: OrderId(row.get("id")?),
        restaurant_id: RestaurantId(row.get("restaurant_id")?),
        created: false,
        key_salt: row.parse("key_salt", |salt: Vec<u8>| salt.try_into().ok())?,
        key_version: row.parse("key_version", |version: i64| u32::try_from(version).ok())?,
    })
}

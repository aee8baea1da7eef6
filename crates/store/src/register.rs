//! Registering an order: its row and its first event, in one transaction, once.

use domain::{
    ids::{OrderId, RestaurantId},
    key::{KeySeed, Salt},
};

use crate::{
    connection::writing,
    error::StoreError,
    order::insert::{INSERT, NewOrder, OrderTexts, insert_beside, insert_order},
    row::{self, Place, row},
    store::Store,
};

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

const RENEW: &str = "UPDATE orders SET key_salt = $3, key_version = $4 WHERE id = $1 AND key_version = $2";

const FIND_BY_ID: &str = "SELECT id, restaurant_id, key_salt, key_version FROM orders WHERE id = $1";

impl Store {
    /// Registers an order at status 0 with seq 0. The same name (`external_id`) from the same actor
    /// again gives the order that was made first, also where both come at once.
    ///
    /// # Errors
    /// Where the database does not answer; other where the restaurant is not kept.
    pub async fn register(&self, mut order: NewOrder) -> Result<Registered, StoreError> {
        // Before the queue, whose one writer has better things to do.
        let texts = OrderTexts::new(&mut order)?;
        writing!(self, connection => {
            if let Some(found) = find!(connection, &order) {
                return found.registered();
            }
            let id = insert_order!(connection, INSERT, &order, texts, None::<i64>);
            let Some(id) = id else {
                let found = find!(connection, &order);
                return found.ok_or_else(|| StoreError::unavailable("an order of this name is being made"))?.registered();
            };
            insert_beside!(connection, id, &order, texts, order.schedule.placed_at);
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

/// The order that has this name already. A macro, because it is written once for each database.
macro_rules! find {
    ($connection:ident, $order:expr) => {{
        let query = sqlx::query(FIND).bind($order.origin.actor.kind()).bind($order.origin.actor.name());
        let query = query.bind($order.origin.external_id.as_deref());
        row::maybe::<FoundRow, _>(query.fetch_optional(&mut *$connection).await?.as_ref())?
    }};
}

use find;

//! The orders of an account that kitchens know (docs/spec/people.md, "History"). What was never paid is in none.

use domain::{
    Reach,
    ids::{CustomerId, OrderId, RestaurantId},
    key::KeySeed,
    money::Cents,
    order::{Customer, Item, OrderType, Status},
};
use jiff::{SignedDuration, Timestamp};
use serde_json::value::RawValue;

use super::{
    CheckoutStore,
    stored::{StoredContact, StoredPrice},
};
use crate::{
    conn::SqlQuery,
    error::StoreError,
    json::JsonColumn,
    order::stored::StoredItem,
    row::{self, Row, ValueLocation, row},
    sql::{Sql, SqlDialect, restaurant_list},
    ts::Ts,
};

/// An order of an account.
#[derive(Debug, Clone)]
pub struct CustomerOrder {
    pub id: OrderId,
    /// The restaurant that was chosen.
    pub shop: RestaurantId,
    pub shop_name: String,
    pub order_type: OrderType,
    pub status: Status,
    pub placed_at: Timestamp,
    /// The time the customer asked for.
    pub pre_order_time: Option<Timestamp>,
    pub promised_at: Option<Timestamp>,
    /// Minutes that it was to take when it was placed.
    pub planned_minutes: u32,
    pub over_at: Option<Timestamp>,
    pub grand_total: Cents,
    pub items: Vec<Item>,
    /// None where it was taken away, or is hidden from the account: ordered by telephone, for another's door.
    pub contact: Option<Customer>,
    /// The priced cart, as it was placed.
    pub record: Box<RawValue>,
    /// What its key is made of; none where whoever reads may not open it.
    pub key: Option<KeySeed>,
    /// What of it stands on its owner's card.
    pub slices_added: u32,
}

impl CustomerOrder {
    /// Without what opens it or says where it went.
    fn hidden(self) -> Self {
        Self { contact: None, key: None, ..self }
    }
}

row! {
    struct HistoryRow of "checkouts" by "id" named "" {
        id: i64,
        shop_id: i64,
        shop_name: String,
        order_type: String,
        status: i16,
        placed_at: Ts,
        pre_order_time: Option<Ts>,
        promised_at: Option<Ts>,
        planned_minutes: i64,
        over_at: Option<Ts>,
        grand_total: i64,
        items: JsonColumn<Vec<StoredItem>>,
        contact: Option<JsonColumn<StoredContact>>,
        price: JsonColumn<StoredPrice>,
        key_salt: Vec<u8>,
        key_version: i64,
        hides_contact: bool,
        slices_added: i64,
    }
}

fn orders_where(condition: &str) -> String {
    format!("{READ}WHERE c.customer_id = $1 AND {condition}")
}

const READ: &str = "SELECT c.id, c.shop_id, r.display_name AS shop_name, c.order_type, o.status, c.placed_at, \
    c.pre_order_time, o.promised_at, o.planned_minutes, o.over_at, c.grand_total, c.items, c.contact, c.price, \
    o.key_salt, o.key_version, c.hides_contact, \
    (SELECT CAST(coalesce(sum(l.slices_added), 0) AS BIGINT) FROM loyalty_rows l \
    WHERE l.order_id = c.id AND l.customer_id = c.customer_id AND l.kind \
    IN ('orderCounted', 'lineReturned', 'orderEnded', 'orderCancelled')) AS slices_added FROM checkouts c JOIN orders o ON o.id = c.id \
    JOIN restaurants r ON r.id = c.shop_id ";

static BEFORE: Sql = Sql::new(|_| orders_where("c.id < $2 ORDER BY c.id DESC LIMIT $3"));
static SINCE: Sql = Sql::new(|_| {
    orders_where("(c.placed_at >= $2 OR c.pre_order_time >= $2) AND o.status <> $3 ORDER BY c.id DESC LIMIT $4")
});
static ONE: Sql = Sql::new(|_| orders_where("c.id = $2"));
static LAST: Sql = Sql::new(|_| orders_where("TRUE ORDER BY c.id DESC LIMIT $2"));
static LAST_IN: Sql = Sql::new(|dialect| {
    let restaurants = dialect.numbers("$3");
    orders_where(&format!("o.restaurant_id IN {restaurants} ORDER BY c.id DESC LIMIT $2"))
});
static OF_GUESTS: Sql = Sql::new(|_| guests_where(""));
static OF_GUESTS_IN: Sql =
    Sql::new(|dialect| guests_where(&format!(" AND s.restaurant_id IN {}", dialect.numbers("$3"))));
const IS_THEIRS: &str = "SELECT id FROM checkouts WHERE customer_id = $1 AND id = $2";
static OPEN: Sql = Sql::new(|dialect| {
    // SQLite would go through all that is open in the shop, of which there is an index: the sign hides it.
    let hidden = match dialect {
        SqlDialect::Sqlite => "+",
        SqlDialect::Postgres => "",
    };
    format!(
        "SELECT count(*) FROM checkouts c JOIN orders o ON o.id = c.id WHERE c.customer_id = $1 \
         AND (c.placed_at > $3 OR c.pre_order_time > $3) AND {hidden}o.over_at IS NULL AND o.expires_at > $2"
    )
});

/// Whoever has an open order placed it, or wants it, no longer ago: it has expired long before
/// ([`domain::order::EXPIRES_IN_ANY_CASE`]), however late its money came.
const OPEN_WITHIN: SignedDuration = SignedDuration::from_hours(14 * 24);

const WAITING: &str = "SELECT id, pays_until FROM checkouts WHERE customer_id = $1 AND stage = 'waiting' ORDER BY id";

impl CheckoutStore<'_> {
    /// The newest orders of an account; with `before` those that are older than that number.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn of_customer(
        self,
        customer: CustomerId,
        before: Option<OrderId>,
        most: usize,
    ) -> Result<Vec<CustomerOrder>, StoreError> {
        let before = before.map_or(i64::MAX, |before| before.0);
        let asked = (customer.0, before, i64::try_from(most).unwrap_or(i64::MAX));
        let rows = self.0.read(asked, |conn, &(customer, before, most)| {
            Box::pin(conn.query(&BEFORE).bind(customer).bind(before).bind(most).fetch_all())
        });
        orders(&rows.await?)
    }

    /// Whether an order was placed by an account, paid or not.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn is_of_customer(self, customer: CustomerId, order: OrderId) -> Result<bool, StoreError> {
        let row = self.0.read((customer.0, order.0), |conn, &(customer, order)| {
            Box::pin(conn.query(IS_THEIRS).bind(customer).bind(order).fetch_optional())
        });
        Ok(row.await?.is_some())
    }

    /// The newest orders of an account that were placed from a moment on, or are preordered for then or later, and are not
    /// cancelled.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn of_customer_since(
        self,
        customer: CustomerId,
        since: Timestamp,
        most: usize,
    ) -> Result<Vec<CustomerOrder>, StoreError> {
        let asked = (customer.0, since, i64::try_from(most).unwrap_or(i64::MAX));
        let rows = self.0.read(asked, |conn, &(customer, since, most)| {
            let query = conn.query(&SINCE).bind(customer).bind(Ts::new(since)).bind(Status::Cancelled.number());
            Box::pin(query.bind(most).fetch_all())
        });
        orders(&rows.await?)
    }

    /// An order of an account; none where it has no such order.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn one_of_customer(
        self,
        customer: CustomerId,
        order: OrderId,
    ) -> Result<Option<CustomerOrder>, StoreError> {
        let row = self.0.read((customer.0, order.0), |conn, &(customer, order)| {
            Box::pin(conn.query(&ONE).bind(customer).bind(order).fetch_optional())
        });
        row::maybe(row.await?.as_ref())?.map(HistoryRow::order).transpose()
    }

    /// Orders of an account that wait for their money, and until when each may be paid.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn waiting_of_customer(self, customer: CustomerId) -> Result<Vec<(OrderId, Timestamp)>, StoreError> {
        let rows = self.0.read(customer.0, |conn, &id| Box::pin(conn.query(WAITING).bind(id).fetch_all())).await?;
        rows.iter().map(|row| Ok((OrderId(row.get("id")?), row.get::<Ts>("pays_until")?.get()))).collect()
    }

    /// The last orders of an account at the restaurants of a reach, as the staff see them.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn last_of_customer(
        self,
        customer: CustomerId,
        reach: &Reach,
        most: usize,
    ) -> Result<Vec<CustomerOrder>, StoreError> {
        let asked = (customer.0, restaurant_list(reach), i64::try_from(most).unwrap_or(i64::MAX));
        let rows = self.0.read(asked, |conn, (customer, restaurants, most)| {
            Box::pin(async move {
                let statement = if restaurants.is_some() { &LAST_IN } else { &LAST };
                let query = conn.query(statement).bind(*customer).bind(*most);
                last(query, restaurants.as_deref()).await
            })
        });
        staff_orders(&rows.await?)
    }

    /// The last orders of guests with a phone number, in [`domain::phone::comparable`]'s spelling, at the restaurants of a
    /// reach, as the staff see them.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn last_of_guests(
        self,
        phone: &str,
        reach: &Reach,
        most: usize,
    ) -> Result<Vec<CustomerOrder>, StoreError> {
        let asked = (phone.to_owned(), restaurant_list(reach), i64::try_from(most).unwrap_or(i64::MAX));
        let rows = self.0.read(asked, |conn, (phone, restaurants, most)| {
            Box::pin(async move {
                let statement = if restaurants.is_some() { &OF_GUESTS_IN } else { &OF_GUESTS };
                let query = conn.query(statement).bind(phone.as_str()).bind(*most);
                last(query, restaurants.as_deref()).await
            })
        });
        staff_orders(&rows.await?)
    }

    /// How many orders of an account are neither over nor expired.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn open_of_customer(self, customer: CustomerId, now: Timestamp) -> Result<u32, StoreError> {
        let since = now.checked_sub(OPEN_WITHIN).unwrap_or(Timestamp::MIN);
        let count: i64 = self
            .0
            .read((customer.0, now, since), |conn, &(customer, now, since)| {
                Box::pin(conn.query(&OPEN).bind(customer).bind(Ts::new(now)).bind(Ts::new(since)).scalar())
            })
            .await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }
}

/// Rows of a statement that takes a list of restaurants, or none.
async fn last(query: SqlQuery<'_>, restaurants: Option<&str>) -> Result<Vec<Row>, StoreError> {
    match restaurants {
        Some(restaurants) => query.bind(restaurants).fetch_all().await,
        None => query.fetch_all().await,
    }
}

/// The orders of guests who gave a phone number.
fn guests_where(condition: &str) -> String {
    format!(
        "{READ}JOIN order_search s ON s.order_id = c.id WHERE s.phone = $1 AND c.customer_id IS NULL{condition} \
         ORDER BY s.order_id DESC LIMIT $2"
    )
}

/// As their owner sees them.
fn orders(rows: &[Row]) -> Result<Vec<CustomerOrder>, StoreError> {
    row::all(rows)?.into_iter().map(HistoryRow::order).collect()
}

/// As the staff see them: with where they went, but with nothing that opens them.
fn staff_orders(rows: &[Row]) -> Result<Vec<CustomerOrder>, StoreError> {
    let whole = |row: HistoryRow| row.whole().map(|order| CustomerOrder { key: None, ..order });
    row::all(rows)?.into_iter().map(whole).collect()
}

impl HistoryRow {
    /// As its owner sees it.
    fn order(self) -> Result<CustomerOrder, StoreError> {
        let hides = self.hides_contact;
        let order = self.whole()?;
        Ok(if hides { order.hidden() } else { order })
    }

    fn whole(self) -> Result<CustomerOrder, StoreError> {
        let place = ValueLocation::new("checkouts", self.id);
        Ok(CustomerOrder {
            id: OrderId(self.id),
            shop: RestaurantId(self.shop_id),
            shop_name: self.shop_name,
            order_type: place.sound("order_type", OrderType::parse(&self.order_type))?,
            status: place.sound("status", Status::try_from(i64::from(self.status)).ok())?,
            placed_at: self.placed_at.get(),
            pre_order_time: self.pre_order_time.map(Ts::get),
            promised_at: self.promised_at.map(Ts::get),
            planned_minutes: place.sound("planned_minutes", u32::try_from(self.planned_minutes).ok())?,
            over_at: self.over_at.map(Ts::get),
            grand_total: Cents(self.grand_total),
            items: self.items.0.into_iter().map(Item::from).collect(),
            contact: self.contact.map(|JsonColumn(contact)| contact.customer()),
            record: self.price.0.record,
            key: Some(KeySeed {
                salt: place.sound("key_salt", self.key_salt.try_into().ok())?,
                version: place.sound("key_version", u32::try_from(self.key_version).ok())?,
            }),
            slices_added: u32::try_from(self.slices_added.max(0)).unwrap_or(u32::MAX),
        })
    }
}

#[cfg(test)]
mod tests;

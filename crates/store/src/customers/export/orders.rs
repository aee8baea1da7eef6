//! Orders with their people, paid or not, and what was noted on them.

use domain::{
    geo::LatLng,
    ids::OrderId,
    money::Cents,
    order::{Customer, Feedback, Item, OrderType, Status},
};
use jiff::Timestamp;
use serde_json::Value;

use crate::{
    checkout::{MailContact, ORDER_RECEIPT, ORDER_REFUND, StoredContact},
    conn::Conn,
    error::StoreError,
    json::JsonColumn,
    order::stored::{StoredItem, read_allergens},
    row::{self, Row, ValueLocation, row},
    sql::{Sql, SqlDialect},
    ts::Ts,
};

/// An order as its owner may have it.
#[derive(Debug, Clone)]
pub struct ExportedOrder {
    pub id: OrderId,
    pub restaurant: String,
    pub order_type: OrderType,
    /// None where no kitchen knows it.
    pub status: Option<Status>,
    pub placed_at: Timestamp,
    /// The time that was asked for.
    pub pre_order_time: Option<Timestamp>,
    pub over_at: Option<Timestamp>,
    /// How it is paid; none where that was said elsewhere.
    pub method: Option<String>,
    pub grand_total: Option<Cents>,
    pub items: Vec<Item>,
    /// None where it was taken away.
    pub contact: Option<Customer>,
    pub mail: Option<MailContact>,
    pub feedback: Option<Feedback>,
    /// Where whoever ordered came from, as their browser said.
    pub attribution: Option<Value>,
    /// Whether its account may not see where it went: ordered by telephone, for another's door.
    pub hides_contact: bool,
}

impl ExportedOrder {
    /// As its account sees it.
    pub(super) fn of_account(self) -> Self {
        if !self.hides_contact {
            return self;
        }
        Self { contact: None, mail: None, feedback: None, ..self }
    }
}

/// A note on an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedNote {
    pub order: OrderId,
    pub at: Timestamp,
    /// For whoever ordered.
    pub note: Option<String>,
    /// Nobody outside reads it.
    pub staff_note: Option<String>,
}

row! {
    struct ExportRow of "orders" by "id" named "" {
        id: i64,
        restaurant: String,
        order_type: String,
        status: Option<i16>,
        placed_at: Ts,
        pre_order_time: Option<Ts>,
        over_at: Option<Ts>,
        method: Option<String>,
        grand_total: Option<i64>,
        items: JsonColumn<Vec<StoredItem>>,
        contact: Option<JsonColumn<StoredContact>>,
        is_forgotten: bool,
        customer_name: Option<String>,
        customer_phone: Option<String>,
        street_address: Option<String>,
        apartment_number: Option<String>,
        city: Option<String>,
        postal_code: Option<String>,
        shipping_instruction: Option<String>,
        customer_lat: Option<f64>,
        customer_lng: Option<f64>,
        avoid_allergens: Option<JsonColumn<Vec<String>>>,
        without_packaging: Option<bool>,
        feedback_rating: Option<i16>,
        feedback_text: Option<String>,
        feedback_at: Option<Ts>,
        analytics: Option<JsonColumn<Value>>,
        hides_contact: Option<bool>,
    }
}

static ALL: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!(
        "SELECT i.id, r.display_name AS restaurant, coalesce(c.order_type, o.order_type) AS order_type, o.status, \
         coalesce(c.placed_at, o.placed_at) AS placed_at, coalesce(c.pre_order_time, o.pre_order_time) AS pre_order_time, \
         o.over_at, c.method, c.grand_total, coalesce(c.items, o.items) AS items, c.contact, \
         (o.anonymised_at IS NOT NULL OR (c.id IS NOT NULL AND c.contact IS NULL)) AS is_forgotten, \
         o.customer_name, o.customer_phone, o.street_address, o.apartment_number, o.city, o.postal_code, \
         o.shipping_instruction, o.customer_lat, o.customer_lng, o.avoid_allergens, o.without_packaging, \
         o.feedback_rating, o.feedback_text, o.feedback_at, c.analytics, c.hides_contact \
         FROM (SELECT id FROM orders WHERE id IN {ids} UNION SELECT id FROM checkouts WHERE id IN {ids}) i \
         LEFT JOIN checkouts c ON c.id = i.id LEFT JOIN orders o ON o.id = i.id \
         JOIN restaurants r ON r.id = coalesce(c.shop_id, o.restaurant_id) ORDER BY i.id"
    )
});
static NOTES: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!(
        "SELECT order_id, recorded_at, note, staff_note FROM order_events WHERE order_id IN {ids} \
         AND (note IS NOT NULL OR staff_note IS NOT NULL) ORDER BY order_id, seq"
    )
});
static UNSENT: Sql = Sql::new(|dialect| {
    let (kinds, ids) = (dialect.texts("$1"), dialect.texts("$2"));
    let order = match dialect {
        SqlDialect::Sqlite => "(payload ->> '$.orderId')",
        SqlDialect::Postgres => "(payload ->> 'orderId')",
    };
    format!(
        "SELECT CAST({order} AS BIGINT) AS order_id, kind, created_at FROM outbox \
         WHERE kind IN {kinds} AND {order} IN {ids} ORDER BY id"
    )
});

pub(super) async fn all(conn: &mut Conn<'_>, list: &str) -> Result<Vec<ExportedOrder>, StoreError> {
    let rows = conn.query(&ALL).bind(list).fetch_all().await?;
    row::all::<ExportRow>(&rows)?.into_iter().map(ExportRow::order).collect()
}

pub(super) async fn notes(conn: &mut Conn<'_>, list: &str) -> Result<Vec<ExportedNote>, StoreError> {
    let rows = conn.query(&NOTES).bind(list).fetch_all().await?;
    let read = |row: &Row| {
        Ok(ExportedNote {
            order: OrderId(row.get("order_id")?),
            at: row.get::<Ts>("recorded_at")?.get(),
            note: row.get("note")?,
            staff_note: row.get("staff_note")?,
        })
    };
    rows.iter().map(read).collect()
}

/// What is still to be mailed of them.
pub(super) async fn unsent(conn: &mut Conn<'_>, list: &str) -> Result<Vec<(OrderId, String, Timestamp)>, StoreError> {
    let kinds = serde_json::to_string(&[ORDER_RECEIPT, ORDER_REFUND]).map_err(StoreError::other)?;
    let rows = conn.query(&UNSENT).bind(kinds).bind(list).fetch_all().await?;
    let read = |row: &Row| Ok((OrderId(row.get("order_id")?), row.get("kind")?, row.get::<Ts>("created_at")?.get()));
    rows.iter().map(read).collect()
}

impl ExportRow {
    fn order(self) -> Result<ExportedOrder, StoreError> {
        let place = ValueLocation::new("orders", self.id);
        let status = self.status.map(|number| place.sound("status", Status::try_from(i64::from(number)).ok()));
        let feedback = self.feedback_rating.map(|rating| {
            let rating = place.sound("feedback_rating", u8::try_from(rating).ok())?;
            let at = place.sound("feedback_at", self.feedback_at)?.get();
            Ok::<_, StoreError>(Feedback { rating, text: self.feedback_text.clone(), at })
        });
        let mail = self.contact.as_ref().map(|JsonColumn(contact)| contact.mail());
        let contact = match self.contact {
            _ if self.is_forgotten => None,
            Some(JsonColumn(contact)) => Some(contact.customer()),
            None => Some(Customer {
                name: self.customer_name,
                phone: self.customer_phone,
                street_address: self.street_address,
                apartment_number: self.apartment_number,
                city: self.city,
                postal_code: self.postal_code,
                shipping_instruction: self.shipping_instruction,
                coordinates: self.customer_lat.zip(self.customer_lng).and_then(|(lat, lng)| LatLng::new(lat, lng).ok()),
                avoid_allergens: read_allergens(&place, self.avoid_allergens.as_ref())?,
                without_packaging: self.without_packaging.unwrap_or_default(),
            }),
        };
        Ok(ExportedOrder {
            id: OrderId(self.id),
            restaurant: self.restaurant,
            order_type: place.sound("order_type", OrderType::parse(&self.order_type))?,
            status: status.transpose()?,
            placed_at: self.placed_at.get(),
            pre_order_time: self.pre_order_time.map(Ts::get),
            over_at: self.over_at.map(Ts::get),
            method: self.method,
            grand_total: self.grand_total.map(Cents),
            items: self.items.0.into_iter().map(Item::from).collect(),
            contact,
            mail,
            feedback: feedback.transpose()?,
            attribution: self.analytics.map(|JsonColumn(said)| said),
            hides_contact: self.hides_contact.unwrap_or_default(),
        })
    }
}

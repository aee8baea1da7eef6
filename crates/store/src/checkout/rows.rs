//! Rows of checkouts and of tries to pay, read.

use domain::{
    Actor,
    ids::{OrderId, RestaurantId},
    key::KeySeed,
    money::Cents,
    order::{OrderType, Origin, Source},
    payment::{PaymentErrorCode, PaymentRecord, PaymentStage, PaymentState, PaymentTry, Sale, SessionId, TryNumber},
};
use serde_json::value::RawValue;

use super::{
    CheckoutStore,
    stored::{StoredContact, StoredPrice},
    values::{Checkout, CheckoutPapers},
};
use crate::{
    conn::Conn,
    error::StoreError,
    json::JsonColumn,
    order::{
        insert::{NewOrder, OrderTexts, json},
        stored::StoredPayment,
    },
    row::{FromRow, Row, TableRow, ValueLocation, row},
    sql::{Sql, SqlDialect},
    ts::Ts,
};

row! {
    /// What an order is made of beside what every reader needs.
    struct CheckoutBodyRow of "checkouts" by "id" named "" {
        id: i64,
        source: String,
        actor_kind: String,
        actor_name: String,
        items: JsonColumn<Box<RawValue>>,
        payment: JsonColumn<StoredPayment>,
        contact: Option<JsonColumn<StoredContact>>,
        price: JsonColumn<StoredPrice>,
    }
}

const READ_BODY: &str =
    "SELECT id, source, actor_kind, actor_name, items, payment, contact, price FROM checkouts WHERE id = $1";

const READ_ANALYTICS: &str = "SELECT analytics FROM checkouts WHERE id = $1 AND analytics IS NOT NULL";

/// An order of the shop once for each of its tries, and once where it has none.
fn read_with_tries(body: &str) -> String {
    format!(
        "SELECT c.id, c.shop_id, c.kitchen_id, c.order_type, c.stage, c.paid_by, c.placed_at, c.pre_order_time, \
         c.pays_until, c.received_at, c.ended_at, c.method, c.issuer, c.grand_total, c.payable, c.due, c.error_code, \
         c.has_alcohol, c.redirect_url, c.key_salt, c.key_version, c.contact IS NULL AS is_forgotten{body}, t.session_id, t.number, \
         t.method AS try_method, t.issuer AS try_issuer, t.amount, t.opened_at, t.standing, \
         t.error_code AS try_error_code FROM checkouts c LEFT JOIN payment_tries t ON t.order_id = c.id \
         WHERE c.id = $1 ORDER BY t.number"
    )
}
static READ: Sql = Sql::new(|_| read_with_tries(""));
static READ_WHOLE: Sql =
    Sql::new(|_| read_with_tries(", c.source, c.actor_kind, c.actor_name, c.items, c.payment, c.contact, c.price"));

/// With which what happens to an order waits for what happens to it elsewhere; SQLite has one writer.
const HOLD_POSTGRES: &str = "SELECT id FROM checkouts WHERE id = $1 FOR UPDATE";

const READ_SOURCE: &str = "SELECT id, source FROM checkouts WHERE id = $1";

const ORDER_OF_SESSION: &str = "SELECT order_id FROM payment_tries WHERE session_id = $1";

/// Of an order of the hub, else of one that waits for its money: one question, so that both take the same time.
const KEY_SEED: &str = "SELECT id, key_salt, key_version FROM orders WHERE id = $1 \
    UNION ALL SELECT id, key_salt, key_version FROM checkouts WHERE id = $1 LIMIT 1";

/// Of rows that each have one of its tries, or of the one row of an order without any.
fn checkout(row: &Row, tries: &[Row]) -> Result<Checkout, StoreError> {
    let row = row.of("checkouts", "id");
    let moment = |column| Ok::<_, StoreError>(row.get::<Ts>(column)?.get());
    let maybe_moment = |column| Ok::<_, StoreError>(row.get::<Option<Ts>>(column)?.map(Ts::get));
    let cents = |column| row.get(column).map(Cents);
    let paid_by = row.parse_optional("paid_by", try_number)?;
    Ok(Checkout {
        id: OrderId(row.get("id")?),
        shop: RestaurantId(row.get("shop_id")?),
        kitchen: RestaurantId(row.get("kitchen_id")?),
        order_type: row.parse("order_type", |name: String| OrderType::parse(&name))?,
        placed_at: moment("placed_at")?,
        pre_order_time: maybe_moment("pre_order_time")?,
        pays_until: moment("pays_until")?,
        grand_total: cents("grand_total")?,
        payable: cents("payable")?,
        due: cents("due")?,
        has_alcohol: row.get("has_alcohol")?,
        redirect_url: row.get("redirect_url")?,
        key: key_seed(row)?,
        is_forgotten: row.get("is_forgotten")?,
        payment: PaymentRecord {
            stage: row.parse("stage", |name: String| PaymentStage::parse(&name, paid_by))?,
            method: row.get("method")?,
            issuer: row.get("issuer")?,
            error_code: row.parse_optional("error_code", error_code)?,
            received_at: maybe_moment("received_at")?,
            ended_at: maybe_moment("ended_at")?,
            tries: tries.iter().filter_map(|row| payment_try(row).transpose()).collect::<Result<_, _>>()?,
        },
    })
}

fn payment_try(row: &Row) -> Result<Option<PaymentTry>, StoreError> {
    let row = row.of("payment_tries", "number");
    let Some(number) = row.parse_optional("number", try_number)? else { return Ok(None) };
    Ok(Some(PaymentTry {
        number,
        session: row.parse("session_id", |name: String| SessionId::stored(&name).ok())?,
        method: row.column("try_method", "method")?,
        issuer: row.column("try_issuer", "issuer")?,
        amount: Cents(row.get("amount")?),
        opened_at: row.get::<Ts>("opened_at")?.get(),
        state: row.parse("standing", PaymentState::from_number)?,
        error_code: row.parse_optional("try_error_code", error_code)?,
    }))
}

fn key_seed(row: TableRow<'_>) -> Result<KeySeed, StoreError> {
    Ok(KeySeed {
        salt: row.parse("key_salt", |salt: Vec<u8>| salt.try_into().ok())?,
        version: row.parse("key_version", |version: i64| u32::try_from(version).ok())?,
    })
}

fn error_code(number: i64) -> Option<PaymentErrorCode> {
    u32::try_from(number).ok().map(PaymentErrorCode::from_number)
}

fn try_number(number: i64) -> Option<TryNumber> {
    u32::try_from(number).ok().map(TryNumber)
}

impl CheckoutBodyRow {
    /// What is booked of it.
    pub(super) fn sale(&self) -> Sale {
        self.price.0.sale()
    }

    fn papers(self) -> Option<CheckoutPapers> {
        let contact = self.contact?.0;
        Some(CheckoutPapers { mail: contact.mail(), customer: contact.customer(), record: self.price.0.record })
    }

    /// The order as the kitchen gets it, and its texts.
    pub(super) fn order(
        self,
        checkout: &Checkout,
        schedule: domain::order::Schedule,
    ) -> Result<(NewOrder, OrderTexts), StoreError> {
        let place = ValueLocation::new("checkouts", self.id);
        let actor = place.sound("actor_name", Actor::parse(&self.actor_kind, &self.actor_name))?;
        let source = place.sound("source", Source::parse(&self.source))?;
        let customer = self.contact.map(|contact| contact.0.customer()).unwrap_or_default();
        let mut payment: domain::order::OrderPayment = self.payment.0.into();
        payment.method = Some(checkout.payment.method.clone());
        let payment = json(&StoredPayment::from(payment))?;
        let texts = OrderTexts::of_stored(self.items.0, payment, &customer);
        let order = NewOrder {
            restaurant_id: checkout.kitchen,
            order_type: checkout.order_type,
            origin: Origin { actor, source, external_id: None },
            schedule,
            customer,
            items: Vec::new(),
            payment: domain::order::OrderPayment::default(),
            key: checkout.key,
        };
        Ok((order, texts))
    }
}

/// Lets others who want to change an order of the shop wait until this transaction ends.
pub(super) async fn hold(conn: &mut Conn<'_>, id: i64) -> Result<(), StoreError> {
    if conn.dialect() == SqlDialect::Postgres {
        conn.query(HOLD_POSTGRES).bind(id).execute().await?;
    }
    Ok(())
}

/// An order of the shop with its tries.
pub(super) async fn read_checkout(conn: &mut Conn<'_>, id: i64) -> Result<Option<Checkout>, StoreError> {
    let rows = conn.query(&READ).bind(id).fetch_all().await?;
    rows.first().map(|row| checkout(row, &rows)).transpose()
}

/// The same, and what else it is made of.
pub(super) async fn read_whole(
    conn: &mut Conn<'_>,
    id: i64,
) -> Result<Option<(Checkout, CheckoutBodyRow)>, StoreError> {
    let rows = conn.query(&READ_WHOLE).bind(id).fetch_all().await?;
    rows.first().map(|row| Ok((checkout(row, &rows)?, CheckoutBodyRow::read(row)?))).transpose()
}

impl CheckoutStore<'_> {
    /// An order of the shop.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn by_id(self, order: OrderId) -> Result<Option<Checkout>, StoreError> {
        self.0.read(order, |conn, &order| Box::pin(read_checkout(conn, order.0))).await
    }

    /// What the key of an order is made of, whether a kitchen knows it or not.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn key_seed(self, order: OrderId) -> Result<Option<KeySeed>, StoreError> {
        let row =
            self.0.read(order, |conn, order| Box::pin(conn.query(KEY_SEED).bind(order.0).fetch_optional())).await?;
        row.map(|row| key_seed(row.of("orders", "id"))).transpose()
    }

    /// The order that a try of this name is to pay.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn by_session(self, session: SessionId) -> Result<Option<Checkout>, StoreError> {
        let name = session.reveal();
        self.0
            .read(name, |conn, name| {
                Box::pin(async move {
                    match conn.query(ORDER_OF_SESSION).bind(name.as_str()).optional_scalar().await? {
                        Some(order) => read_checkout(conn, order).await,
                        None => Ok(None),
                    }
                })
            })
            .await
    }

    /// Where the customer of an order came from, as far as it is kept (docs/spec/people.md, "Attribution").
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn analytics(self, order: OrderId) -> Result<Option<Box<RawValue>>, StoreError> {
        let kept = self
            .0
            .read(order, |conn, order| {
                Box::pin(async move {
                    conn.query(READ_ANALYTICS).bind(order.0).optional_scalar::<JsonColumn<Box<RawValue>>>().await
                })
            })
            .await?;
        Ok(kept.map(|JsonColumn(data)| data))
    }

    /// By whom an order of the shop was placed; none where it is no order of the shop.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn source(self, order: OrderId) -> Result<Option<Source>, StoreError> {
        let row =
            self.0.read(order, |conn, order| Box::pin(conn.query(READ_SOURCE).bind(order.0).fetch_optional())).await?;
        row.map(|row| row.of("checkouts", "id").parse("source", |name: String| Source::parse(&name))).transpose()
    }

    /// What a mail says of an order; none where its people are forgotten, or there is no such order.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn papers(self, order: OrderId) -> Result<Option<CheckoutPapers>, StoreError> {
        let row =
            self.0.read(order, |conn, order| Box::pin(conn.query(READ_BODY).bind(order.0).fetch_optional())).await?;
        let body = row.as_ref().map(CheckoutBodyRow::read).transpose()?;
        Ok(body.and_then(CheckoutBodyRow::papers))
    }
}

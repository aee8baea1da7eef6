//! Rows of checkouts and of tries to pay, read.

use domain::{
    Actor,
    ids::{OrderId, RestaurantId},
    key::KeySeed,
    money::Cents,
    order::{OrderType, Origin, Source},
    payment::{PaymentErrorCode, SessionId, Stage, Standing, TryNumber},
};
use serde_json::value::RawValue;
use sqlx::types::Json;

use super::{
    stored::{StoredContact, StoredPrice},
    values::{Checkout, CheckoutPapers, PaymentTry, Sale},
};
use crate::{
    connection::reading,
    error::StoreError,
    order::{
        insert::{NewOrder, OrderTexts, json},
        stored::StoredPayment,
    },
    row::{self, Place, row},
    store::Store,
    ts::Ts,
};

row! {
    struct CheckoutRow of "checkouts" by "id" named "" {
        id: i64,
        shop_id: i64,
        kitchen_id: i64,
        order_type: String,
        stage: String,
        paid_by: Option<i64>,
        placed_at: Ts,
        pre_order_time: Option<Ts>,
        pays_until: Ts,
        received_at: Option<Ts>,
        ended_at: Option<Ts>,
        method: String,
        issuer: Option<String>,
        grand_total: i64,
        payable: i64,
        due: i64,
        error_code: Option<i64>,
        has_alcohol: bool,
        redirect_url: String,
        key_salt: Vec<u8>,
        key_version: i64,
    }
}

macro_rules! checkout_columns {
    () => {
        "id, shop_id, kitchen_id, order_type, stage, paid_by, placed_at, pre_order_time, pays_until, received_at, \
         ended_at, method, issuer, grand_total, payable, due, error_code, has_alcohol, redirect_url, key_salt, key_version"
    };
}

row! {
    /// What an order is made of beside what every reader needs.
    struct BodyRow of "checkouts" by "id" named "" {
        id: i64,
        source: String,
        actor_kind: String,
        actor_name: String,
        items: Json<Box<RawValue>>,
        payment: Json<StoredPayment>,
        contact: Option<Json<StoredContact>>,
        price: Json<StoredPrice>,
    }
}

pub(super) const READ_BODY: &str =
    "SELECT id, source, actor_kind, actor_name, items, payment, contact, price FROM checkouts WHERE id = $1";

row! {
    struct TryRow of "payment_tries" by "session_id" named "" {
        session_id: String,
        number: i64,
        method: String,
        issuer: Option<String>,
        amount: i64,
        opened_at: Ts,
        standing: i16,
        error_code: Option<i64>,
    }
}

pub(super) const READ: &str = concat!("SELECT ", checkout_columns!(), " FROM checkouts WHERE id = $1");

pub(super) const READ_TRIES: &str = "SELECT session_id, number, method, issuer, amount, opened_at, standing, error_code \
    FROM payment_tries WHERE order_id = $1 ORDER BY number";

const ORDER_OF_SESSION: &str = "SELECT order_id FROM payment_tries WHERE session_id = $1";

/// Of an order of the hub, else of one that waits for its money: one question, so that both take the same time.
const KEY_SEED: &str = "SELECT key_salt, key_version FROM orders WHERE id = $1 \
    UNION ALL SELECT key_salt, key_version FROM checkouts WHERE id = $1 LIMIT 1";

fn reason(place: &Place, number: Option<i64>) -> Result<Option<PaymentErrorCode>, StoreError> {
    let code = |number: i64| place.sound("error_code", u32::try_from(number).ok().map(PaymentErrorCode::from_number));
    number.map(code).transpose()
}

fn try_number(place: &Place, column: &'static str, number: i64) -> Result<TryNumber, StoreError> {
    place.sound(column, u32::try_from(number).ok().map(TryNumber))
}

impl CheckoutRow {
    pub(super) fn checkout(self, tries: Vec<TryRow>) -> Result<Checkout, StoreError> {
        let place = Place::new("checkouts", self.id);
        let paid_by = self.paid_by.map(|number| try_number(&place, "paid_by", number)).transpose()?;
        Ok(Checkout {
            id: OrderId(self.id),
            shop: RestaurantId(self.shop_id),
            kitchen: RestaurantId(self.kitchen_id),
            order_type: place.sound("order_type", OrderType::parse(&self.order_type))?,
            stage: place.sound("stage", Stage::parse(&self.stage, paid_by))?,
            placed_at: self.placed_at.get(),
            pre_order_time: self.pre_order_time.map(Ts::get),
            pays_until: self.pays_until.get(),
            received_at: self.received_at.map(Ts::get),
            ended_at: self.ended_at.map(Ts::get),
            method: self.method,
            issuer: self.issuer,
            grand_total: Cents(self.grand_total),
            payable: Cents(self.payable),
            due: Cents(self.due),
            has_alcohol: self.has_alcohol,
            redirect_url: self.redirect_url,
            key: KeySeed {
                salt: place.sound("key_salt", self.key_salt.as_slice().try_into().ok())?,
                version: place.sound("key_version", u32::try_from(self.key_version).ok())?,
            },
            error_code: reason(&place, self.error_code)?,
            tries: tries.into_iter().map(TryRow::payment_try).collect::<Result<_, _>>()?,
        })
    }
}

impl TryRow {
    fn payment_try(self) -> Result<PaymentTry, StoreError> {
        let place = Place::new("payment_tries", self.number);
        Ok(PaymentTry {
            number: try_number(&place, "number", self.number)?,
            session: place.sound("session_id", SessionId::stored(&self.session_id).ok())?,
            method: self.method,
            issuer: self.issuer,
            amount: Cents(self.amount),
            opened_at: self.opened_at.get(),
            standing: place.sound("standing", Standing::from_number(self.standing))?,
            error_code: reason(&place, self.error_code)?,
        })
    }
}

impl BodyRow {
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
        let place = Place::new("checkouts", self.id);
        let actor = place.sound("actor_name", Actor::parse(&self.actor_kind, &self.actor_name))?;
        let source = place.sound("source", Source::parse(&self.source))?;
        let customer = self.contact.map(|contact| contact.0.customer()).unwrap_or_default();
        let mut payment: domain::order::Payment = self.payment.0.into();
        payment.method = Some(checkout.method.clone());
        let payment = json(&StoredPayment::from(payment))?;
        let texts = OrderTexts::of_stored(self.items.0, payment, &customer);
        let order = NewOrder {
            restaurant_id: checkout.kitchen,
            order_type: checkout.order_type,
            origin: Origin { actor, source, external_id: None },
            schedule,
            customer,
            items: Vec::new(),
            payment: domain::order::Payment::default(),
            key: checkout.key,
        };
        Ok((order, texts))
    }
}

/// The checkout of a number with its tries. A macro, because it is written once for each database.
macro_rules! read_checkout {
    ($connection:ident, $id:expr) => {{
        let row = sqlx::query($crate::checkout::rows::READ).bind($id).fetch_optional(&mut *$connection).await?;
        match $crate::row::maybe::<$crate::checkout::rows::CheckoutRow, _>(row.as_ref())? {
            Some(row) => {
                let query = sqlx::query($crate::checkout::rows::READ_TRIES).bind($id);
                let tries = query.fetch_all(&mut *$connection).await?;
                Some(row.checkout($crate::row::all(&tries)?)?)
            }
            None => None,
        }
    }};
}
pub(super) use read_checkout;

impl Store {
    /// An order of the shop.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn checkout(&self, order: OrderId) -> Result<Option<Checkout>, StoreError> {
        reading!(self, connection => { Ok(read_checkout!(connection, order.0)) })
    }

    /// What the key of an order is made of, whether a kitchen knows it or not.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn order_key_seed(&self, order: OrderId) -> Result<Option<KeySeed>, StoreError> {
        let row: Option<(Vec<u8>, i64)> = reading!(self, connection => {
            let query = sqlx::query_as(KEY_SEED).bind(order.0);
            Ok::<_, StoreError>(query.fetch_optional(connection).await?)
        })?;
        let Some((salt, version)) = row else { return Ok(None) };
        let place = Place::new("orders", order);
        Ok(Some(KeySeed {
            salt: place.sound("key_salt", salt.as_slice().try_into().ok())?,
            version: place.sound("key_version", u32::try_from(version).ok())?,
        }))
    }

    /// The order that a try of this name is to pay.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn checkout_of_session(&self, session: SessionId) -> Result<Option<Checkout>, StoreError> {
        let name = session.reveal();
        reading!(self, connection => {
            let query = sqlx::query_scalar::<_, i64>(ORDER_OF_SESSION).bind(name.as_str());
            match query.fetch_optional(&mut *connection).await? {
                Some(order) => Ok(read_checkout!(connection, order)),
                None => Ok(None),
            }
        })
    }

    /// What a mail says of an order; none where its people are forgotten, or there is no such order.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn checkout_papers(&self, order: OrderId) -> Result<Option<CheckoutPapers>, StoreError> {
        reading!(self, connection => {
            let row = sqlx::query(READ_BODY).bind(order.0).fetch_optional(connection).await?;
            let body = row::maybe::<BodyRow, _>(row.as_ref())?;
            Ok(body.and_then(BodyRow::papers))
        })
    }
}

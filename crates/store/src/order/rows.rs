//! How orders and events stand in their tables.

use domain::{
    Actor,
    batch::Travel,
    estimate::{Basis, Estimate},
    geo::LatLng,
    ids::{CarId, OrderId, RestaurantId, Rev, Seq},
    key::Salt,
    order::{
        Customer, Feedback, FulfilmentKind, Item, Order, OrderState, OrderType, Reported, Source, Status, StatusEvent,
    },
    restaurant::Restaurant,
};
use jiff::Timestamp;

use super::{
    OrderHead, SweepHead,
    stored::{StoredItem, StoredPayment, read_allergens},
};
use crate::{
    append::LoadedOrder,
    error::StoreError,
    json::JsonColumn,
    restaurant_row::RestaurantRow,
    row::{FromRow, Row, ValueLocation, row},
    ts::Ts,
};

/// The columns of [`HeadRow`]: of `orders o` and `restaurants r`. Whose people are forgotten has expired, also where a later
/// report would let it be tracked for longer.
pub(crate) const HEAD_COLUMNS: &str = "o.id, o.restaurant_id, o.order_type, r.no_delivery_tracking, o.status, o.seq, o.rev, \
     o.placed_at, o.promised_at, o.pre_order_time, o.planned_minutes, o.estimate_made_at, o.estimate_arrival, \
     o.estimate_earliest, o.estimate_latest, o.estimate_basis, o.over_at, \
     CASE WHEN o.anonymised_at IS NULL THEN o.expires_at ELSE o.anonymised_at END AS expires_at, o.key_salt, o.key_version, \
     o.batch_id, o.car_id, o.stop, o.stops_before, o.batch_minutes, o.batch_updated_at, o.batch_departed_at";

/// The columns of [`OrderBodyRow`], of `orders o`.
pub(crate) const BODY_COLUMNS: &str = "o.external_id, o.customer_name, o.customer_phone, o.street_address, o.apartment_number, o.city, \
     o.postal_code, o.shipping_instruction, o.customer_lat, o.customer_lng, o.avoid_allergens, o.without_packaging, \
     o.during_pause, o.items, o.payment, o.feedback_rating, o.feedback_text, o.feedback_at";

/// The columns of [`EventRow`], of `order_events e`.
pub(crate) const EVENT_COLUMNS: &str = "e.order_id, e.seq, e.status, e.occurred_at, e.recorded_at, e.source, e.actor_kind, e.actor_name, \
     e.event_id, e.note, e.staff_note, e.batch_id, e.car_id";

row! {
    /// The part of an order that every change reads.
    struct HeadRow of "orders" by "id" named "" {
        id: i64,
        restaurant_id: i64,
        order_type: String,
        no_delivery_tracking: bool,
        status: i16,
        seq: i64,
        rev: i64,
        placed_at: Ts,
        promised_at: Option<Ts>,
        pre_order_time: Option<Ts>,
        planned_minutes: i64,
        estimate_made_at: Option<Ts>,
        estimate_arrival: Option<Ts>,
        estimate_earliest: Option<Ts>,
        estimate_latest: Option<Ts>,
        estimate_basis: Option<String>,
        over_at: Option<Ts>,
        expires_at: Ts,
        key_salt: Vec<u8>,
        key_version: i64,
        batch_id: Option<String>,
        car_id: Option<String>,
        stop: Option<i64>,
        stops_before: Option<i64>,
        batch_minutes: Option<i64>,
        batch_updated_at: Option<Ts>,
        batch_departed_at: Option<Ts>,
    }
}

row! {
    /// The part of an order that only its readers need.
    struct OrderBodyRow of "orders" by "id" named "" {
        external_id: Option<String>,
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
        without_packaging: bool,
        during_pause: bool,
        items: JsonColumn<Vec<StoredItem>>,
        payment: JsonColumn<StoredPayment>,
        feedback_rating: Option<i16>,
        feedback_text: Option<String>,
        feedback_at: Option<Ts>,
    }
}

row! {
    struct EventRow of "order_events" by "order_id" named "" {
        order_id: i64,
        seq: i64,
        status: i16,
        occurred_at: Option<Ts>,
        recorded_at: Ts,
        source: String,
        actor_kind: String,
        actor_name: String,
        event_id: Option<String>,
        note: Option<String>,
        staff_note: Option<String>,
        batch_id: Option<String>,
        car_id: Option<String>,
    }
}

row! {
    /// Who reported a status.
    struct ReportedRow of "order_events" by "order_id" named "" {
        order_id: i64,
        actor_kind: String,
        actor_name: String,
        recorded_at: Ts,
    }
}

row! {
    struct SweepRow of "orders" by "id" named "" {
        id: i64,
        seq: i64,
        rev: i64,
        expires_at: Ts,
    }
}

/// A whole order but its events.
pub(crate) struct OrderRow {
    pub(crate) head: HeadRow,
    body: OrderBodyRow,
    restaurant: RestaurantRow,
}

impl FromRow for OrderRow {
    fn read(row: &Row) -> Result<Self, StoreError> {
        Ok(Self { head: HeadRow::read(row)?, body: OrderBodyRow::read(row)?, restaurant: RestaurantRow::read(row)? })
    }
}

impl HeadRow {
    pub(crate) fn place(&self) -> ValueLocation {
        ValueLocation::new("orders", self.id)
    }

    fn status(&self) -> Result<Status, StoreError> {
        self.place().sound("status", Status::try_from(i64::from(self.status)).ok())
    }

    fn fulfilment(&self) -> Result<FulfilmentKind, StoreError> {
        let order_type = self.place().sound("order_type", OrderType::parse(&self.order_type))?;
        Ok(FulfilmentKind { order_type, delivery_tracking: !self.no_delivery_tracking })
    }

    fn planned_minutes(&self) -> Result<u32, StoreError> {
        self.place().sound("planned_minutes", u32::try_from(self.planned_minutes).ok())
    }

    fn key_salt(&self) -> Result<Salt, StoreError> {
        self.place().sound("key_salt", self.key_salt.as_slice().try_into().ok())
    }

    fn key_version(&self) -> Result<u32, StoreError> {
        self.place().sound("key_version", u32::try_from(self.key_version).ok())
    }

    /// The estimate: all of its columns, or none.
    fn estimate(&self) -> Result<Option<Estimate>, StoreError> {
        let Some(made_at) = self.estimate_made_at else { return Ok(None) };
        let place = self.place();
        let moment = |column, moment: Option<Ts>| place.sound(column, moment.map(Ts::get));
        Ok(Some(Estimate {
            made_at: made_at.get(),
            arrival: moment("estimate_arrival", self.estimate_arrival)?,
            earliest: moment("estimate_earliest", self.estimate_earliest)?,
            latest: moment("estimate_latest", self.estimate_latest)?,
            basis: place.sound("estimate_basis", self.estimate_basis.as_deref().and_then(Basis::parse))?,
        }))
    }

    /// The car of its last assignment.
    fn car(&self) -> Result<Option<CarId>, StoreError> {
        self.place().name("car_id", self.car_id.as_deref())
    }

    /// The place in its batch: all of its columns, or none.
    fn travel(&self) -> Result<Option<Travel>, StoreError> {
        let place = self.place();
        let Some(batch) = place.name("batch_id", self.batch_id.as_deref())? else { return Ok(None) };
        let count = |column, value: Option<i64>| place.sound(column, value.and_then(|value| value.try_into().ok()));
        Ok(Some(Travel {
            batch,
            car: place.sound("car_id", self.car()?)?,
            stop: count("stop", self.stop)?,
            stops_before: count("stops_before", self.stops_before)?,
            minutes: self.batch_minutes.map(|minutes| count("batch_minutes", Some(minutes))).transpose()?,
            updated_at: place.sound("batch_updated_at", self.batch_updated_at)?.get(),
            departed_at: self.batch_departed_at.map(Ts::get),
        }))
    }

    /// What an append reads and changes.
    pub(crate) fn kept(&self) -> Result<LoadedOrder, StoreError> {
        Ok(LoadedOrder {
            restaurant_id: RestaurantId(self.restaurant_id),
            state: OrderState {
                fulfilment: self.fulfilment()?,
                status: self.status()?,
                seq: Seq(self.seq),
                rev: Rev(self.rev),
                placed_at: self.placed_at.get(),
                promised_at: self.promised_at.map(Ts::get),
                pre_order_time: self.pre_order_time.map(Ts::get),
                planned_minutes: self.planned_minutes()?,
                over_at: self.over_at.map(Ts::get),
                travel: self.travel()?,
            },
            present: None,
            car: self.car()?,
            estimate: self.estimate()?,
            expires_at: self.expires_at.get(),
        })
    }

    pub(crate) fn head(&self) -> Result<OrderHead, StoreError> {
        Ok(OrderHead {
            id: OrderId(self.id),
            restaurant_id: RestaurantId(self.restaurant_id),
            fulfilment: self.fulfilment()?,
            status: self.status()?,
            seq: Seq(self.seq),
            rev: Rev(self.rev),
            estimate: self.estimate()?,
            travel: self.travel()?,
            key_salt: self.key_salt()?,
            key_version: self.key_version()?,
            over_at: self.over_at.map(Ts::get),
            expires_at: self.expires_at.get(),
        })
    }
}

impl OrderRow {
    /// The order with its history.
    pub(crate) fn order(self, history: Vec<StatusEvent>) -> Result<Order, StoreError> {
        let Self { head, body, restaurant } = self;
        let place = head.place();
        let restaurant: Restaurant = restaurant.restaurant()?;
        Ok(Order {
            id: OrderId(head.id),
            order_type: head.fulfilment()?.order_type,
            restaurant,
            status: head.status()?,
            seq: Seq(head.seq),
            rev: Rev(head.rev),
            placed_at: head.placed_at.get(),
            promised_at: head.promised_at.map(Ts::get),
            pre_order_time: head.pre_order_time.map(Ts::get),
            planned_minutes: head.planned_minutes()?,
            estimate: head.estimate()?,
            travel: head.travel()?,
            during_pause: body.during_pause,
            key_salt: head.key_salt()?,
            key_version: head.key_version()?,
            over_at: head.over_at.map(Ts::get),
            expires_at: head.expires_at.get(),
            feedback: body.feedback(&place)?,
            customer: body.customer(&place)?,
            items: body.items.0.into_iter().map(Item::from).collect(),
            payment: body.payment.0.into(),
            external_id: body.external_id,
            history,
        })
    }
}

impl OrderBodyRow {
    fn customer(&self, place: &ValueLocation) -> Result<Customer, StoreError> {
        let coordinates = match (self.customer_lat, self.customer_lng) {
            (Some(lat), Some(lng)) => Some(place.sound("customer_lat", LatLng::new(lat, lng).ok())?),
            _ => None,
        };
        Ok(Customer {
            name: self.customer_name.clone(),
            phone: self.customer_phone.clone(),
            street_address: self.street_address.clone(),
            apartment_number: self.apartment_number.clone(),
            city: self.city.clone(),
            postal_code: self.postal_code.clone(),
            shipping_instruction: self.shipping_instruction.clone(),
            coordinates,
            avoid_allergens: read_allergens(place, self.avoid_allergens.as_ref())?,
            without_packaging: self.without_packaging,
        })
    }

    fn feedback(&self, place: &ValueLocation) -> Result<Option<Feedback>, StoreError> {
        let Some(rating) = self.feedback_rating else { return Ok(None) };
        Ok(Some(Feedback {
            rating: place.sound("feedback_rating", u8::try_from(rating).ok())?,
            text: self.feedback_text.clone(),
            at: place.sound("feedback_at", self.feedback_at)?.get(),
        }))
    }
}

impl EventRow {
    pub(crate) fn event(self) -> Result<StatusEvent, StoreError> {
        let place = ValueLocation::new("order_events", format_args!("{}/{}", self.order_id, self.seq));
        Ok(StatusEvent {
            seq: Seq(self.seq),
            status: place.sound("status", Status::try_from(i64::from(self.status)).ok())?,
            at: self.occurred_at.unwrap_or(self.recorded_at).get(),
            recorded_at: self.recorded_at.get(),
            source: place.sound("source", Source::parse(&self.source))?,
            actor: place.sound("actor_name", Actor::parse(&self.actor_kind, &self.actor_name))?,
            event_id: self.event_id,
            note: self.note,
            staff_note: self.staff_note,
            batch: place.name("batch_id", self.batch_id.as_deref())?,
            car: place.name("car_id", self.car_id.as_deref())?,
        })
    }
}

impl ReportedRow {
    pub(crate) fn reported(&self) -> Result<(OrderId, Reported), StoreError> {
        let place = ValueLocation::new("order_events", self.order_id);
        let by = place.sound("actor_name", Actor::parse(&self.actor_kind, &self.actor_name))?;
        Ok((OrderId(self.order_id), Reported { by, at: self.recorded_at.get() }))
    }
}

impl SweepHead {
    /// Number, status' and state's number, and the end in microseconds since 1970.
    pub(crate) fn of_micros((id, seq, rev, expires_at): (i64, i64, i64, i64)) -> Result<Self, StoreError> {
        let expires_at = Timestamp::from_microsecond(expires_at).ok();
        let expires_at = ValueLocation::new("orders", id).sound("expires_at", expires_at)?;
        Ok(Self { id: OrderId(id), seq: Seq(seq), rev: Rev(rev), expires_at })
    }
}

impl From<SweepRow> for SweepHead {
    fn from(row: SweepRow) -> Self {
        Self { id: OrderId(row.id), seq: Seq(row.seq), rev: Rev(row.rev), expires_at: row.expires_at.get() }
    }
}

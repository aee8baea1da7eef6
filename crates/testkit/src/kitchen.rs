//! A kitchen: whoever registers orders and reports statuses over REST.

use std::time::Duration;

use reqwest::{Client, Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::names::BOUND_TO;

/// How often a patient caller comes, and how soon again.
const PATIENCE: usize = 40;
const COME_AGAIN: Duration = Duration::from_millis(500);

/// A caller of the dispatch calls.
#[derive(Debug, Clone)]
pub struct Kitchen {
    base: String,
    key: String,
    http: Client,
}

/// An answer: its status and its JSON body, null where it has none.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub status: StatusCode,
    pub body: Value,
}

/// A registered order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    /// Its number.
    pub id: String,
    pub key: String,
}

impl Answer {
    /// Reads an answer.
    ///
    /// # Panics
    /// Where it breaks off, or is neither empty nor JSON.
    pub async fn read(response: Response) -> Self {
        let status = response.status();
        let bytes = response.bytes().await.expect("an answer comes whole");
        let body = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).expect("JSON") };
        Self { status, body }
    }

    /// Its `messageCode`, empty where it has none.
    #[must_use]
    pub fn code(&self) -> &str {
        self.body["messageCode"].as_str().unwrap_or_default()
    }

    /// Its `metadata.field`, empty where it has none.
    #[must_use]
    pub fn field(&self) -> &str {
        self.body["metadata"]["field"].as_str().unwrap_or_default()
    }
}

impl Kitchen {
    pub(crate) fn new(base: String, key: String, http: Client) -> Self {
        Self { base, key, http }
    }

    /// Any dispatch call; a body of null is none.
    ///
    /// # Panics
    /// Where the server cannot be reached.
    pub async fn call(&self, method: Method, path: &str, body: &Value) -> Answer {
        let mut request = self.http.request(method, format!("{}{path}", self.base)).bearer_auth(&self.key);
        if !body.is_null() {
            request = request.body(body.to_string());
        }
        Answer::read(request.send().await.expect("the server answers")).await
    }

    /// Registers an order from these fields, laid over a small delivery.
    pub async fn try_register(&self, fields: &Value) -> Answer {
        let mut order = delivery();
        if let (Value::Object(order), Value::Object(fields)) = (&mut order, fields) {
            order.extend(fields.clone());
        }
        self.call(Method::POST, "/api/dispatch/orders", &order).await
    }

    /// Registers an order, which must succeed; comes again while the node is too busy to answer in time, as any caller
    /// does.
    ///
    /// # Panics
    /// Where it does not.
    pub async fn register(&self, fields: &Value) -> Registered {
        let mut answer = self.try_register(fields).await;
        for _ in 0..PATIENCE {
            if answer.status != StatusCode::SERVICE_UNAVAILABLE {
                break;
            }
            tokio::time::sleep(COME_AGAIN).await;
            answer = self.try_register(fields).await;
        }
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.body);
        let text = |name: &str| answer.body[name].as_str().expect("a text").to_owned();
        Registered { id: text("orderId"), key: text("orderKey") }
    }

    /// Reports a status with these fields.
    pub async fn try_report_status(&self, order: &str, fields: &Value) -> Answer {
        self.call(Method::POST, &format!("/api/dispatch/orders/{order}/status"), fields).await
    }

    /// Reports a status, which must be applied; the order's new `seq`.
    ///
    /// # Panics
    /// Where it is not.
    pub async fn report_status(&self, order: &str, status: i16) -> i64 {
        let note = if status == 13 { json!("Uuni on rikki.") } else { Value::Null };
        let answer = self.try_report_status(order, &json!({ "status": status, "note": note })).await;
        assert_eq!((answer.status, &answer.body["applied"]), (StatusCode::OK, &json!(true)), "{}", answer.body);
        answer.body["seq"].as_i64().expect("a number")
    }

    /// Reports statuses one after the other.
    pub async fn report_all(&self, order: &str, statuses: &[i16]) {
        for status in statuses {
            self.report_status(order, *status).await;
        }
    }
}

/// Batches and cars.
impl Kitchen {
    /// Says which orders a car takes along, with more fields where there are some.
    pub async fn try_put_batch(&self, batch: &str, car: &str, stops: &[&str], more: &Value) -> Answer {
        let mut body = json!({ "carId": car, "stops": stops });
        if let (Value::Object(body), Value::Object(more)) = (&mut body, more) {
            body.extend(more.clone());
        }
        self.call(Method::PUT, &format!("/api/dispatch/batches/{batch}"), &body).await
    }

    /// Says which orders a car takes along, which must be done.
    ///
    /// # Panics
    /// Where it is not.
    pub async fn put_batch(&self, batch: &str, car: &str, stops: &[&str]) {
        let answer = self.try_put_batch(batch, car, stops, &Value::Null).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    }

    /// Says that a batch has left.
    pub async fn try_depart(&self, batch: &str) -> Answer {
        self.call(Method::POST, &format!("/api/dispatch/batches/{batch}/depart"), &json!({})).await
    }

    /// Says that a batch has left, which must be done.
    ///
    /// # Panics
    /// Where it is not.
    pub async fn depart(&self, batch: &str) {
        let answer = self.try_depart(batch).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    }

    /// Says where a car is: one position, or a list of them.
    pub async fn try_position(&self, car: &str, positions: &Value) -> Answer {
        self.call(Method::POST, &format!("/api/dispatch/cars/{car}/positions"), positions).await
    }

    /// Says where a car is, which must be news.
    ///
    /// # Panics
    /// Where it is not.
    pub async fn position(&self, car: &str, place: (f64, f64), at: jiff::Timestamp) {
        let answer = self.try_position(car, &json!({ "lat": place.0, "lng": place.1, "at": at })).await;
        assert_eq!((answer.status, &answer.body), (StatusCode::ACCEPTED, &json!({ "accepted": 1, "stale": 0 })));
    }
}

/// A small delivery from the restaurant that the bound key reaches.
#[must_use]
pub fn delivery() -> Value {
    json!({
        "orderType": "delivery",
        "restaurantId": BOUND_TO,
        "customer": {
            "name": "Aino Aalto", "phone": "+358 40 000 0000", "streetAddress": "Vilhonkatu 4", "apartmentNumber": "B 12",
            "city": "Helsinki", "postalCode": "00100", "shippingInstruction": "Ovikoodi 2480",
            "coordinates": { "lat": 60.1719, "lng": 24.9471 }
        },
        "orderItems": [{ "name": "Pepperoni", "quantity": 2, "itemPrice": 14.9 }]
    })
}

/// A small pickup from the same restaurant.
#[must_use]
pub fn pickup() -> Value {
    json!({ "orderType": "pickup", "customer": { "name": "Eino Eskola" } })
}

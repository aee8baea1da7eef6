//! How each row of the table is called: what is made ready for it, and what is sent.

use deps::Clock;
use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{BOUND_TO, TestApp},
    kitchen::{Registered, delivery},
    watcher::Watcher,
};
use tokio_tungstenite::tungstenite::Error;

use crate::cast::{Cast, Pass, Who};

/// The id of an address of the built-in book.
const VILHONKATU_4: &str = "46d9e0406be79721";

/// A call that is still to be made.
pub(crate) struct Call {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) body: Value,
    /// The subprotocol, where it becomes a line.
    upgrade: Option<&'static str>,
    /// Its `Idempotency-Key`, where it needs one.
    key: Option<String>,
    /// Whether what it answers shows the order to whoever may see it.
    pub(crate) shows: bool,
}

/// What came of a call: the status and the body.
pub(crate) type Came = (u16, Value);

impl Call {
    fn new(method: Method, path: impl Into<String>, body: Value) -> Self {
        Self { method, path: path.into(), body, upgrade: None, key: None, shows: false }
    }

    fn get(path: impl Into<String>) -> Self {
        Self::new(Method::GET, path, Value::Null)
    }

    fn showing(self) -> Self {
        Self { shows: true, ..self }
    }

    fn upgrade(path: &str, protocol: &'static str) -> Self {
        Self { upgrade: Some(protocol), ..Self::get(path) }
    }

    /// Makes the call, as a page of ours would.
    pub(crate) async fn make(&self, app: &TestApp, pass: &Pass) -> Came {
        let mut headers = vec![("origin", app.url(""))];
        headers.extend(pass.bearer.as_ref().map(|bearer| ("authorization", format!("Bearer {bearer}"))));
        headers.extend(self.key.clone().map(|key| ("idempotency-key", key)));
        headers.extend(pass.cookie.as_ref().map(|cookie| ("cookie", cookie.clone())));
        if let Some(protocol) = self.upgrade {
            headers.push(("sec-websocket-protocol", protocol.to_owned()));
            let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
            return match Watcher::try_open_at(app, &self.path, &headers).await.map(drop).map_err(|error| *error) {
                Ok(()) => (101, Value::Null),
                Err(Error::Http(response)) => (response.status().as_u16(), read(response.body().as_deref())),
                Err(other) => panic!("{}: {other}", self.path),
            };
        }
        let mut request = app.http.request(self.method.clone(), app.url(&self.path));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        if !self.body.is_null() {
            request = request.body(self.body.to_string());
        }
        let response = request.send().await.expect("the server answers");
        (response.status().as_u16(), read(Some(&response.bytes().await.expect("an answer comes whole"))))
    }
}

/// JSON, or a text where it is none.
fn read(body: Option<&[u8]>) -> Value {
    let body = body.unwrap_or_default();
    serde_json::from_slice(body).unwrap_or_else(|_| json!(String::from_utf8_lossy(body)))
}

/// Makes an order ready for a row of the table.
pub(crate) async fn prepare(app: &TestApp, row: &str, order: &Registered) {
    let kitchen = app.kitchen();
    let (batch, car) = (format!("batch-{}", order.id), format!("car-{}", order.id));
    match row {
        "giveFeedback" => {
            kitchen.report_status(&order.id, 11).await;
        }
        "departBatch" | "addPositions" => kitchen.put_batch(&batch, &car, &[&order.id]).await,
        "locateCar" | "locateCarV1" => {
            kitchen.put_batch(&batch, &car, &[&order.id]).await;
            kitchen.depart(&batch).await;
            kitchen.position(&car, (60.17, 24.94), app.clock.now()).await;
        }
        _ => {}
    }
}

/// The call of a row of the table: by somebody, on an order.
pub(crate) fn call(app: &TestApp, row: &str, order: &Registered, cast: &Cast, who: Who, pass: &Pass) -> Call {
    let id = &order.id;
    let tracking = |version: &str| format!("/api/commerce{version}/order-tracking/{id}/{}", pass.secret());
    let position = json!({ "lat": 60.17, "lng": 24.94, "at": app.clock.now() });
    let person = cast.person(who);
    match row {
        "healthz" | "readyz" | "version" => Call::get(format!("/{row}")),
        "getConfig" => Call::get("/api/config"),
        "listDemoOrders" => Call::get("/api/demo/orders"),
        "getMenu" => Call::get("/api/commerce/v2/shops/12/menu?orderType=pickup"),
        "getProduct" => Call::get("/api/commerce/v2/shops/12/products/perfetta?orderType=pickup"),
        "getDefaultMenu" => Call::get("/api/commerce/v2/menu"),
        "getDefaultProduct" => Call::get("/api/commerce/v2/products/perfetta"),
        "resizeProduct" => {
            let body = json!({ "fromSizeId": "101", "sizeId": "102", "ingredients": [] });
            Call::new(Method::POST, "/api/commerce/v2/shops/12/products/3900/resize", body)
        }
        "listShopIngredients" => Call::get("/api/commerce/v2/shops/12/ingredients"),
        "listIngredients" => Call::get("/api/commerce/v2/ingredients"),
        "getStory" => Call::get("/api/cms/stories/homepage"),
        "logFaqSearch" => Call::new(Method::POST, "/api/cms/faq-searches", json!({ "term": "lounas", "results": 1 })),
        "listTags" => Call::get("/api/commerce/v2/tags"),
        "listCombos" => Call::get("/api/commerce/v2/campaigns/combos?shopId=12&orderType=pickup"),
        "getCombo" => Call::get("/api/commerce/v2/campaigns/combos/kaveripaketti"),
        "listFreeDeliveries" => Call::get("/api/commerce/v2/campaigns/free-delivery"),
        "listShops" => Call::get("/api/commerce/v2/shops"),
        "listShopSummaries" => Call::get("/api/commerce/v2/shops/summaries"),
        "getShop" => Call::get("/api/commerce/v2/shops/12"),
        "getAvailability" => Call::get("/api/commerce/v2/shops/12/availability?orderType=pickup"),
        "listDeliveringShops" => Call::get("/api/commerce/v2/shops/delivering?lat=60.1713&lng=24.9479"),
        "searchShops" => Call::get("/api/commerce/v2/shops/search?q=helsinki"),
        "listPreorderDays" => Call::get("/api/commerce/v2/shops/12/preorder-days?orderType=pickup"),
        "listPreorderTimes" => Call::get("/api/commerce/v2/shops/12/preorder-times?orderType=pickup&date=2026-11-24"),
        "getDeliveryPrice" => Call::get("/api/pricing/delivery-price?shopId=12&lat=60.175&lng=24.94"),
        "getDeliveryPriceRange" => Call::get("/api/pricing/delivery-price-range?shopId=12&lat=60.175&lng=24.94"),
        "makePriceToken" => {
            let coordinates = json!({ "lat": 60.1713, "lng": 24.9479 });
            let body = json!({ "shopId": "12", "zoneId": "12-1", "coordinates": coordinates });
            Call::new(Method::POST, "/api/pricing/delivery-price-token", body)
        }
        "suggestPlaces" => Call::get("/api/commerce/places/suggest?q=vilhonkatu%204"),
        "getPlace" => Call::get(format!("/api/commerce/places/{VILHONKATU_4}")),
        "getNearestPlace" => Call::get("/api/commerce/places/reverse?lat=60.17&lng=24.945"),
        "measureDistance" => {
            Call::get("/api/commerce/distance?originLat=60.17&originLng=24.94&destLat=60.18&destLng=24.95")
        }
        "listPaymentMethods" => Call::get("/api/payments/methods?shopExternalId=1012"),
        "listExtraPaymentMethods" => {
            Call::get("/api/commerce/v2/shoppingcart/payments?shopId=12&deliveryMethod=pickup")
        }
        "listPaymentErrors" => Call::get("/api/payments/error-codes"),
        "placeOrder" => {
            let line = json!({ "uuid": "a", "productId": "3001", "sizeId": "101", "quantity": 1 });
            // Of somebody else each time: the same order again would be a mistake.
            let phone = format!("040-{}-{}", order.id, Who::ALL.iter().position(|one| *one == who).unwrap_or_default());
            let contact = json!({ "firstName": "Aino", "phoneNumber": phone, "email": "aino@example.fi" });
            let body = json!({
                "shopId": "12", "orderType": "pickup", "orderItems": [line], "paymentMethod": "onsite",
                "deliveryContact": contact,
            });
            Call::new(Method::POST, "/api/commerce/v2/shoppingcart/order", body)
        }
        "payOrder" => {
            let body = json!({
                "orderId": id, "orderKey": pass.secret(), "grandTotal": 1, "shopExternalId": "1012",
                "selectedPaymentMethod": "scheme",
            });
            Call::new(Method::POST, "/api/payments/pay", body)
        }
        "returnFromPayment" => Call::get(format!("/api/payments/return/{}", "0".repeat(32))),
        "notifyTestPayment" => Call::new(Method::POST, "/api/payments/notifications/test", json!({})),
        "getOrderByKey" | "cancelOrder" => {
            let name = if row == "cancelOrder" { "cancel" } else { "DetailsByKey" };
            let body = json!({ "orderId": id, "orderKey": pass.secret() });
            Call::new(Method::POST, format!("/api/commerce/v2/order/{name}"), body)
        }
        "priceCart" | "priceCartItem" | "priceCombo" => {
            let line = json!({ "uuid": "a", "productId": "3001", "sizeId": "101", "quantity": 1 });
            let body = json!({
                "shopId": "12", "orderType": "pickup", "orderItems": [line], "item": line, "campaignSlug": "kaveripaketti",
            });
            let path = match row {
                "priceCart" => "customer/cart",
                "priceCartItem" => "cart-item",
                _ => "combo",
            };
            Call::new(Method::POST, format!("/api/pricing/pricing/{path}"), body)
        }
        "geocode" => Call::get("/api/commerce/geocode?streetaddress=Vilhonkatu%204&city=Helsinki"),
        "estimateDrive" => {
            Call::get("/api/commerce/estimate?originLat=60.17&originLng=24.94&destLat=60.18&destLng=24.95")
        }
        "trackOrder" => Call::get(tracking("/v2")).showing(),
        "locateCar" => Call::get(tracking("/v2") + "/car-location"),
        "locateCarV1" => Call::get(tracking("") + "/car-location"),
        "giveFeedback" => Call::new(Method::POST, tracking("/v2") + "/feedback", json!({ "rating": 4 })),
        "openLine" => Call::upgrade("/api/tracking/live", "ovelle.live.v1"),
        "openDispatchLine" => Call::upgrade("/api/dispatch/live", "ovelle.dispatch.v1"),
        "registerOrder" => Call::new(Method::POST, "/api/dispatch/orders", delivery()),
        "getDispatchOrder" => Call::get(format!("/api/dispatch/orders/{id}")).showing(),
        // The name that the chain's key gave it; other keys have names of their own.
        "getDispatchOrder by name" => Call::get(format!("/api/dispatch/orders/ext:{}", order.key)).showing(),
        "findDispatchOrders" => Call::get(format!("/api/dispatch/orders?restaurantId={BOUND_TO}&open=1")).showing(),
        "setStatus" => Call::new(Method::POST, format!("/api/dispatch/orders/{id}/status"), json!({ "status": 3 })),
        "setStatuses" => Call::new(Method::POST, "/api/dispatch/status", json!([{ "orderId": id, "status": 3 }])),
        "acceptOrder" | "acceptStaffOrder" => kitchens(row, id, "accept", json!({ "preparationMinutes": 20 })),
        "prepareOrder" | "prepareStaffOrder" => {
            kitchens(row, id, "preparation", json!({ "deltaMinutes": 5, "eventId": "e" }))
        }
        "rejectOrder" | "rejectStaffOrder" => kitchens(row, id, "reject", json!({ "reason": "too-busy" })),
        "refundOrder" => {
            let path = format!("/api/staff/orders/{id}/refund");
            Call {
                key: Some(format!("refund-of-{id}")), ..Call::new(Method::POST, path, json!({ "reason": "kylmä" }))
            }
        }
        "readLedger" => Call::get("/api/staff/ledger?from=2026-11-01&to=2026-11-30"),
        "getRestaurantState" | "getStaffRestaurantState" => states(row, Method::GET, "state", Value::Null),
        "pauseRestaurant" | "pauseStaffRestaurant" => {
            let until = app.clock.now() + SignedDuration::from_mins(10);
            states(row, Method::PUT, "pause", json!({ "until": until }))
        }
        "resumeRestaurant" | "resumeStaffRestaurant" => states(row, Method::DELETE, "pause", Value::Null),
        "setRestaurantBusy" | "setStaffRestaurantBusy" => states(row, Method::PUT, "busy", json!({ "minutes": 5 })),
        "markOut" | "markStaffOut" => states(row, Method::PUT, "out/product/3752", json!({})),
        "takeBack" | "takeStaffBack" => states(row, Method::DELETE, "out/product/3752", Value::Null),
        "putBatch" => {
            let body = json!({ "carId": format!("car-{id}"), "stops": [id] });
            Call::new(Method::PUT, format!("/api/dispatch/batches/batch-{id}"), body)
        }
        "departBatch" => Call::new(Method::POST, format!("/api/dispatch/batches/batch-{id}/depart"), json!({})),
        "addPositions" => Call::new(Method::POST, format!("/api/dispatch/cars/car-{id}/positions"), position),
        "addPositions of a free car" => {
            Call::new(Method::POST, format!("/api/dispatch/cars/free-{id}/positions"), position)
        }
        "signInStaff" => {
            // Five failures of an account are free, and there are more of those who have none.
            let nobody = (format!("{who:?}@ovelle.example"), "x".to_owned());
            let (email, password) = person.map_or(nobody, |p| (p.email.clone(), p.password.clone()));
            Call::new(Method::POST, "/api/users/staff/sign-in", json!({ "email": email, "password": password }))
        }
        "getStaffMe" => Call::get("/api/users/staff/me"),
        "findStaffOrders" => Call::get(format!("/api/staff/orders?q={id}")).showing(),
        "getStaffOrder" => Call::get(format!("/api/staff/orders/{id}")).showing(),
        "makeLiveToken" => Call::new(Method::POST, "/api/users/staff/live-token", Value::Null),
        "changeStaffPassword" => {
            let password = person.map_or("x", |person| &person.password);
            let body = json!({ "password": password, "newPassword": "kirahvi-kello-7" });
            Call::new(Method::POST, "/api/users/staff/password", body)
        }
        "signOutStaff" => Call::new(Method::POST, "/api/users/staff/sign-out", Value::Null),
        _ => panic!("nobody has said how {row} is called"),
    }
}

/// The kitchen's answer to an order, by a machine or by a person.
fn kitchens(row: &str, id: &str, answer: &str, body: Value) -> Call {
    let whose = if row.contains("Staff") { "staff" } else { "dispatch" };
    Call::new(Method::POST, format!("/api/{whose}/orders/{id}/{answer}"), body)
}

/// What a restaurant says of itself, by a machine or by a person.
fn states(row: &str, method: Method, rest: &str, body: Value) -> Call {
    let whose = if row.contains("Staff") { "staff" } else { "dispatch" };
    Call::new(method, format!("/api/{whose}/restaurants/{BOUND_TO}/{rest}"), body)
}

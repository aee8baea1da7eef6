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

use crate::cast::{Cast, Pass, Who, address, order as to_be_fetched};

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
            request = request.header("content-type", "application/json").body(self.body.to_string());
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

/// Makes ready what a row of the table needs. Failures of before slow nobody down: this is about rights.
pub(crate) async fn prepare(app: &TestApp, row: &str, order: &Registered, cast: &Cast) {
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
        // Of one account, the same again within ten seconds is taken for a mistake.
        "placeOrder" => app.clock.turn(SignedDuration::from_secs(11)),
        "login" | "makeBearerToken" => app.clock.turn(SignedDuration::from_mins(15)),
        "changeAddress" | "makeAddressPrimary" | "removeAddress" => cast.keep_address(app).await,
        "resetPassword" | "confirmEmail" | "undoEmail" => app.clock.turn(SignedDuration::from_mins(1)),
        _ => {}
    }
}

/// The call of a row of the table: by somebody, on an order.
pub(crate) fn call(app: &TestApp, row: &str, order: &Registered, cast: &Cast, who: Who, pass: &Pass) -> Call {
    // What is asked for among a customer's own: of whoever is none, the order of the dispatchers.
    let id = &order.id;
    let of_account = if Who::PEOPLE.contains(&who) { &cast.placed.id } else { id };
    let tracking = |version: &str| format!("/api/commerce{version}/order-tracking/{id}/{}", pass.secret());
    let position = json!({ "lat": 60.17, "lng": 24.94, "at": app.clock.now() });
    let of_address = format!("/api/users/me/addresses/{}", cast.address());
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
        "reportPageErrors" => {
            let event = json!({ "code": "FRONTEND_UNCAUGHT", "message": "x is undefined" });
            Call::new(Method::POST, "/api/analytics/errors", json!({ "events": [event] }))
        }
        "reportPageVitals" => {
            let metric = json!({ "name": "LCP", "value": 1200, "route": "/menu" });
            Call::new(Method::POST, "/api/analytics/vitals", json!({ "metrics": [metric] }))
        }
        "logFaqSearch" => Call::new(Method::POST, "/api/cms/faq-searches", json!({ "term": "lounas", "results": 1 })),
        "takeCmsWebhook" => Call::new(Method::POST, "/api/cms/webhook", json!({})),
        "listExperiments" => Call::get("/api/experiments"),
        "findSurvey" => Call::get("/api/commerce/v2/survey?restaurantId=12"),
        "listTags" => Call::get("/api/commerce/v2/tags"),
        "listCombos" => Call::get("/api/commerce/v2/campaigns/combos?shopId=12&orderType=pickup"),
        "getCombo" => Call::get("/api/commerce/v2/campaigns/combos/kaveripaketti"),
        "listFreeDeliveries" => Call::get("/api/commerce/v2/campaigns/free-delivery"),
        "listCoupons" => Call::get("/api/commerce/v2/coupons?forceActive"),
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
            // Of somebody else each time: the same order again would be a mistake.
            let body = to_be_fetched(&format!("040-{}-{}", order.id, who as usize));
            Call::new(Method::POST, "/api/commerce/v2/shoppingcart/order", body)
        }
        "payOrder" => {
            let body = json!({
                "orderId": of_account, "orderKey": pass.secret(), "grandTotal": 1, "shopExternalId": "1012",
                "selectedPaymentMethod": "scheme",
            });
            Call::new(Method::POST, "/api/payments/pay", body)
        }
        "returnFromPayment" => Call::get(format!("/api/payments/return/{}", "0".repeat(32))),
        "notifyTestPayment" => Call::new(Method::POST, "/api/payments/notifications/test", json!({})),
        "getOrderByKey" | "cancelOrder" => {
            let name = if row == "cancelOrder" { "cancel" } else { "DetailsByKey" };
            let body = json!({ "orderId": of_account, "orderKey": pass.secret() });
            Call::new(Method::POST, format!("/api/commerce/v2/order/{name}"), body)
        }
        "priceCart" | "findBestPrice" | "priceCartItem" | "priceCombo" => {
            let line = json!({ "uuid": "a", "productId": "3001", "sizeId": "101", "quantity": 1 });
            let body = json!({
                "shopId": "12", "orderType": "pickup", "orderItems": [line], "item": line, "campaignSlug": "kaveripaketti",
            });
            let path = match row {
                "priceCart" => "customer/cart",
                "findBestPrice" => "customer/best",
                "priceCartItem" => "cart-item",
                _ => "combo",
            };
            Call::new(Method::POST, format!("/api/pricing/pricing/{path}"), body)
        }
        "getUserSession" => Call::get("/api/users/session"),
        "getIdentity" => Call::get("/api/users/identity"),
        "makeCaptchaChallenge" => Call::new(Method::POST, "/api/users/captcha", json!({ "action": "login" })),
        "getMe" => Call::get("/api/users/me"),
        "changeMe" => Call::new(Method::PATCH, "/api/users/me", json!({ "firstName": "Eino" })),
        "getAddresses" => Call::get("/api/users/me/addresses"),
        "addAddress" => Call::new(Method::POST, "/api/users/me/addresses", address()),
        "changeAddress" => Call::new(Method::PUT, of_address, address()),
        "makeAddressPrimary" => Call::new(Method::POST, of_address + "/primary", json!({})),
        "removeAddress" => Call::new(Method::DELETE, of_address, Value::Null),
        "getOrderHistory" => Call::get("/api/commerce/v2/customers/me/orders/details"),
        "getLatestOrders" => Call::get("/api/commerce/v2/customers/orders/latest"),
        "getOwnOrder" => Call::get(format!("/api/commerce/v2/customers/orders/{of_account}")),
        "getItemsToReorder" => Call::get("/api/commerce/v2/customers/me/reorder"),
        "setFavouriteOrder" => Call::new(Method::POST, "/api/commerce/v2/favourites/order", json!(of_account)),
        "removeFavouriteOrder" => Call::new(Method::DELETE, "/api/commerce/v2/favourites/order", Value::Null),
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
        "searchCustomers" => Call::new(Method::POST, "/api/staff/customers/search", json!({ "phone": "0401234567" })),
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
            let (email, password) = cast.login(who);
            Call::new(Method::POST, "/api/users/staff/sign-in", json!({ "email": email, "password": password }))
        }
        "getStaffMe" => Call::get("/api/users/staff/me"),
        "findStaffOrders" => Call::get(format!("/api/staff/orders?q={id}")).showing(),
        "getStaffOrder" => Call::get(format!("/api/staff/orders/{id}")).showing(),
        "makeLiveToken" => Call::new(Method::POST, "/api/users/staff/live-token", Value::Null),
        "login" | "makeBearerToken" => {
            let (email, password) = cast.login(who);
            let path = if row == "login" { "/api/users/login" } else { "/api/users/token" };
            Call::new(Method::POST, path, json!({ "email": email, "password": password }))
        }
        "makeStaffTotp" => {
            let password = person.map_or("x", |person| &person.password);
            Call::new(Method::POST, "/api/users/staff/totp", json!({ "currentPassword": password }))
        }
        "confirmStaffTotp" => Call::new(Method::POST, "/api/users/staff/totp/confirm", json!({ "code": "000000" })),
        "joinLoyalty" => Call::new(Method::POST, "/api/loyalty/register", json!({})),
        "getMember" => Call::get("/api/loyalty/member"),
        "setWelcomeModal" => {
            Call::new(Method::POST, "/api/loyalty/member/setWelcomeModal", json!({ "showWelcomeModal": true }))
        }
        "setPrizeModal" => {
            Call::new(Method::POST, "/api/loyalty/member/setPrizeModal", json!({ "showPrizeModal": true }))
        }
        "getBenefits" => Call::get("/api/loyalty/benefits"),
        "getCartSlices" | "getTrackingSlices" => {
            let line = json!({ "productId": "3001", "sizeId": "101", "partNumber": "pizza_101_3001", "quantity": 1 });
            Call::new(Method::POST, format!("/api/loyalty/{row}"), json!({ "orderItems": [line] }))
        }
        "spinWheel" => {
            Call { key: Some(format!("spin-of-{id}")), ..Call::new(Method::POST, "/api/wheel/spin", json!({})) }
        }
        "spinWheelByBearer" => Call::get("/api/wheel/spin"),
        "leaveLoyalty" => Call::new(Method::POST, "/api/loyalty/unregister", Value::Null),
        "changeStaffPassword" => {
            let password = person.map_or("x", |person| &person.password);
            let body = json!({ "password": password, "newPassword": "kirahvi-kello-7" });
            Call::new(Method::POST, "/api/users/staff/password", body)
        }
        "register" => Call::new(Method::POST, "/api/users/register", registration(who)),
        "startIdentity" => Call::get("/api/users/identity/embedded/start"),
        "finishIdentity" => Call::get("/api/users/identity/embedded/callback?state=none&code=none"),
        "startLink" => Call::new(Method::POST, "/api/users/identity/embedded/start?intent=link", Value::Null),
        "unlinkProvider" => Call::new(Method::DELETE, "/api/users/me/provider/embedded", Value::Null),
        "linkProvider" | "registerWithProvider" => {
            let body = json!({ "providerToken": "none", "provider": "embedded", "googleRecaptchaToken": "none" });
            Call::new(Method::POST, format!("/api/users/{row}"), body)
        }
        "sendForgotPasswordEmail" => {
            let body = json!({ "email": format!("{who:?}@ovelle.example") });
            Call::new(Method::POST, "/api/users/sendForgotPasswordEmail", body)
        }
        "resetPassword" => {
            let body = json!({ "passwordResetToken": pass.secret(), "newPassword": "kirahvi-kello-7" });
            Call::new(Method::POST, "/api/users/changeUserPassword", body)
        }
        "confirmEmail" | "undoEmail" => {
            Call::new(Method::POST, format!("/api/users/{row}"), json!({ "token": pass.secret() }))
        }
        "changeOwnPassword" => {
            let (_, password) = cast.login(who);
            let body = json!({ "currentPassword": password, "newPassword": password });
            Call::new(Method::POST, "/api/users/me/password", body)
        }
        "exportMe" => {
            let (_, password) = cast.login(who);
            Call::new(Method::POST, "/api/users/me/export", json!({ "currentPassword": password }))
        }
        // Whoever is erased calls no more.
        "eraseMe" => Call::new(Method::POST, "/api/users/me/erase", json!({ "confirm": "ehkä" })),
        "exportOrder" | "eraseOrder" => {
            let name = if row == "exportOrder" { "export" } else { "erase" };
            let body = json!({ "orderId": id, "orderKey": pass.secret(), "phone": "040 000 0000" });
            Call::new(Method::POST, format!("/api/commerce/v2/order/{name}"), body)
        }
        "declineTerms" => Call::new(Method::POST, "/api/users/me/decline", json!({})),
        "logout" => Call::new(Method::POST, "/api/users/logout", json!({})),
        "logoutEverywhere" => Call::new(Method::POST, "/api/users/logout-all", json!({})),
        "signOutStaff" => Call::new(Method::POST, "/api/users/staff/sign-out", Value::Null),
        _ => panic!("nobody has said how {row} is called"),
    }
}

/// What somebody sends who wants an account and has solved no captcha.
fn registration(who: Who) -> Value {
    json!({
        "firstName": "Eino", "lastName": "Eskola", "email": format!("new-{who:?}@ovelle.example"), "phone": "0401234567",
        "password": "kuusi kettua", "acceptedTerms": true, "googleRecaptchaToken": "none",
    })
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

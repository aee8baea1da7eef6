//! A shop that never closes, and what somebody orders there.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::names::BOUND_TO;

/// Its number at the counter, as `pay` asks for it.
pub const SHOP_EXTERNAL_ID: &str = "1012";
/// Where orders are placed.
pub const PLACING: &str = "/api/commerce/v2/shoppingcart/order";
/// Where they are paid.
pub const PAYING: &str = "/api/payments/pay";

/// A folder for `OVELLE_CONTENT` with one restaurant, [`BOUND_TO`], that never closes.
///
/// # Panics
/// Where it cannot be written.
#[must_use]
pub fn always_open() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let day = json!({ "start": "00:00", "end": "24:00" });
    let hours = |kind: u8| {
        let mut hours = json!({ "openingHourtypeID": kind });
        for name in ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] {
            hours[name] = day.clone();
        }
        hours
    };
    let shop = json!([{
        "shopId": BOUND_TO, "restaurantId": BOUND_TO, "externalId": SHOP_EXTERNAL_ID, "displayName": "Kaisaniemi",
        "streetAddress": "Liisankatu 1", "zip": "00170", "city": "Helsinki", "phone": "+358 9 000 0000",
        "email": "ravintola@ovelle.example", "latitude": 60.17, "longitude": 24.95, "hasWebsale": true,
        "hasDelivery": true, "isActive": true, "noDeliveryTracking": false, "shopOpeningHours": [hours(1), hours(2)],
    }]);
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file can be written");
    write("restaurants.json", &shop.to_string());
    write("menu.json", include_str!("../../chain/tests/fixtures/example/menu.json"));
    folder
}

/// A pizza to be fetched and paid by a wallet, for whoever has this phone number and e-mail address.
#[must_use]
pub fn order(phone: u32, email: &str) -> Value {
    json!({
        "shopId": BOUND_TO, "deliveryType": "pickup", "paymentMethod": "applepay",
        "orderItems": [{ "uuid": "a", "productId": "3001", "sizeId": "101", "quantity": 1 }],
        "deliveryContact": { "firstName": "Aino", "phoneNumber": format!("040{phone:07}"), "email": email },
    })
}

/// How the wallet pays what was answered to a placing.
#[must_use]
pub fn payment(placed: &Value) -> Value {
    json!({
        "orderId": placed["orderId"], "orderKey": placed["orderKey"], "grandTotal": placed["payable"],
        "shopExternalId": SHOP_EXTERNAL_ID, "selectedPaymentMethod": "applepay", "applePayToken": "test-ok",
    })
}

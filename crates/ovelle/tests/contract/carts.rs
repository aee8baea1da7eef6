//! Carts over HTTP, on the chain of the contract's examples.

use reqwest::Response;
use serde_json::{Value, json};
use testkit::{app::TestApp, kitchen::Answer};

use crate::folder::{Folder, shop};

/// Where a cart is priced.
pub(crate) const CART: &str = "/api/pricing/pricing/customer/cart";
/// The configured token of the staff.
pub(crate) const STAFF_TOKEN: &str = "staff-token-of-the-tests";

/// The contract's example: one restaurant, open from 10 to 22, with these campaigns and other files.
pub(crate) fn example(campaigns: &Value, files: &[(&str, Value)]) -> Folder {
    let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let folder = Folder::new(&[
        ("restaurants.json", json!([shop("12", "Kaisaniemi", &json!({}))])),
        ("menu.json", read(include_str!("../../../chain/tests/fixtures/example/menu.json"))),
        ("areas.json", read(include_str!("../../../chain/tests/fixtures/example/areas.json"))),
        ("campaigns.json", campaigns.clone()),
    ]);
    files.iter().for_each(|(name, content)| folder.write(name, content));
    folder
}

/// A line with so many units, and what is on it beside its recipe.
pub(crate) fn line(uuid: &str, product: &str, size: &str, quantity: u32, more: &[&str]) -> Value {
    let recipe: &[&str] = match product {
        "3001" => &["1201", "1301"],
        "3010" | "3011" => &["1201"],
        _ => &[],
    };
    let on = recipe.iter().chain(more).map(|id| json!({ "ingredientId": id, "quantity": 1 }));
    let on: Vec<Value> = on.collect();
    json!({ "uuid": uuid, "productId": product, "sizeId": size, "quantity": quantity, "ingredients": on })
}

/// A cart of lines, with other fields in the place of the usual ones.
pub(crate) fn cart(order_type: &str, lines: &[Value], fields: &Value) -> Value {
    let mut cart = json!({ "shopId": "12", "orderType": order_type, "orderItems": lines });
    let fields = fields.as_object().expect("fields");
    cart.as_object_mut().expect("a cart").extend(fields.iter().map(|(name, value)| (name.clone(), value.clone())));
    cart
}

/// Posts a body as somebody: with a bearer token, or as a guest.
pub(crate) async fn post_as(app: &TestApp, path: &str, bearer: Option<&str>, body: &Value) -> Response {
    let call = app.http.post(app.url(path)).body(body.to_string());
    let call = match bearer {
        Some(token) => call.bearer_auth(token),
        None => call,
    };
    call.send().await.expect("the server answers")
}

/// What a guest is answered.
pub(crate) async fn post(app: &TestApp, path: &str, body: &Value) -> Answer {
    Answer::read(post_as(app, path, None, body).await).await
}

/// A cart's price for somebody.
pub(crate) async fn price_as(app: &TestApp, bearer: Option<&str>, cart: &Value) -> Value {
    let answer = Answer::read(post_as(app, CART, bearer, cart).await).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

/// A cart's price for a guest.
pub(crate) async fn price(app: &TestApp, cart: &Value) -> Value {
    price_as(app, None, cart).await
}

/// The codes of a price's messages.
pub(crate) fn codes(priced: &Value) -> Vec<&str> {
    let messages = priced["validationResult"]["messages"].as_array().expect("messages");
    messages.iter().map(|message| message["messageCode"].as_str().expect("a code")).collect()
}

//! Who calls is decided in one place, and each call asks for the kind that it is for.

use serde_json::json;
use testkit::{
    app::{CHAIN_KEY, Setup, TestApp},
    customer::CustomerPerson,
    kitchen::Answer,
    store_contract,
};

const ORDERS: &str = "/api/dispatch/orders";
const ME: &str = "/api/users/staff/me";

async fn get_with(app: &TestApp, path: &str, token: &str) -> (u16, String) {
    let response = app.http.get(app.url(path)).bearer_auth(token).send().await.expect("the server answers");
    let answer = Answer::read(response).await;
    (answer.status.as_u16(), answer.code().to_owned())
}

async fn register_with(app: &TestApp, token: &str) -> Answer {
    let body = json!({ "orderType": "pickup", "restaurantId": "12", "orderItems": [] }).to_string();
    let call = app.http.post(app.url(ORDERS)).bearer_auth(token).body(body);
    Answer::read(call.send().await.expect("the server answers")).await
}

store_contract!(a_kind_of_caller_that_a_call_is_not_for_is_nobody_to_it, |db| async move {
    let app = Setup::default().flag("--staff-token=staff-token-of-the-tests").start(&db).await;
    let refused = |code: &str| (401, code.to_owned());
    assert_eq!(get_with(&app, ME, CHAIN_KEY).await, refused("staff/unauthorized"), "a key is not of the staff");
    let registered = register_with(&app, "staff-token-of-the-tests").await;
    assert_eq!((registered.status.as_u16(), registered.code()), (401, "dispatch/unauthorized"));
    assert_eq!(get_with(&app, ME, "staff-token-of-the-tests").await.0, 200);
    assert_eq!(register_with(&app, CHAIN_KEY).await.status, 201);
    let aino = CustomerPerson::register(&app, "aino").await.as_program().await.bearer.unwrap();
    assert_eq!(get_with(&app, ME, &aino).await, refused("staff/unauthorized"), "a customer is not of the staff");
    assert_eq!(register_with(&app, &aino).await.code(), "dispatch/unauthorized");
});

//! Who calls is decided in one place, and each call asks for the kind that it is for.

use std::sync::Arc;

use deps::{Caller, CustomerCaller, StaffCaller};
use domain::{Actor, Reach, Reporter, ids::CustomerId, order::Source};
use serde_json::json;
use testkit::{
    app::{CHAIN_KEY, Setup, TestApp},
    callers::MadeUpCallers,
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
});

store_contract!(other_callers_take_the_place_of_the_nodes_own, |db| async move {
    let oven = Reporter { actor: Actor::key("oven"), source: Source::Kitchen, reach: Reach::all() };
    let callers = MadeUpCallers::default()
        .with("the-oven", Caller::Key(oven))
        .with("aino", Caller::Customer(CustomerCaller { id: CustomerId(7), is_member: false, birth_date: None }))
        .with("colleague", Caller::Staff(StaffCaller::Token));
    let app = Setup::default().callers(Arc::new(callers)).start(&db).await;
    assert_eq!(register_with(&app, "the-oven").await.status, 201);
    assert_eq!(register_with(&app, CHAIN_KEY).await.status, 401, "the node's own keys are not asked for");
    assert_eq!(get_with(&app, ME, "colleague").await.0, 200);
    assert_eq!(get_with(&app, ME, "aino").await.0, 401, "a customer is not of the staff");
});

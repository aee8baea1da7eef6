//! The wire contract, held to the letter by an outside program: each call, frame, code and bound, on
//! both databases.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod addresses;
mod any_hour;
mod availability;
mod batches;
mod benefits;
mod best_price;
mod board;
mod board_cars;
mod board_model;
mod board_staff;
mod built_in_chain;
mod bulk;
mod callers;
mod cars;
mod cart;
mod cart_answer;
mod cart_bounds;
mod cart_callers;
mod cart_code_messages;
mod cart_line_messages;
mod cart_packaging;
mod cart_parts;
mod cart_price_token;
mod cart_shop_messages;
mod carts;
mod client_disconnect;
mod code_attempts;
mod content;
mod counted_limits;
mod coupons;
mod delivery_doors;
mod dispatch_line;
mod dispatch_watch;
mod doors;
mod doors_left;
mod early_answers;
mod error_codes;
mod errors;
mod feedback;
mod figures;
mod folder;
mod gift_cards;
mod hanging_up;
mod killed_nodes;
mod kitchen_answers;
mod live;
mod live_admission;
mod live_bounds;
mod live_end;
mod live_shop;
mod live_unpaid;
mod menu;
mod menu_campaigns;
mod menu_chain;
mod menu_ingredients;
mod menu_product;
mod menu_schema;
mod money;
mod money_commands;
mod money_under_fire;
mod nodes;
mod notifications;
mod operations;
mod own_links;
mod page_reports;
mod paying;
mod paying_again;
mod paying_methods;
mod people;
mod placed_orders;
mod places;
mod placing;
mod polling;
mod presence;
mod process;
mod reads;
mod redis;
mod register;
mod restaurant_state;
mod resume;
mod routing;
mod schema;
mod schema_lines;
mod second_tries;
mod shops;
mod shops_delivery;
mod shops_found;
mod silence_outside;
mod slow;
mod staff;
mod staff_callers;
mod staff_orders;
mod staff_process;
mod status;
mod stories;
mod surveys;
mod tokens;
mod told;
mod transitions;
mod undo;
mod unpaid_ends;
mod unpaid_orders;
mod witnesses;
mod words;

use reqwest::Response;
use serde_json::Value;
use testkit::{
    app::TestApp,
    kitchen::{Answer, Registered},
};

/// The path at which an order is polled.
fn tracking_path(order: &Registered) -> String {
    format!("/api/commerce/v2/order-tracking/{}/{}", order.id, order.key)
}

/// Asks for a path as a page does.
async fn fetch(app: &TestApp, path: &str) -> Response {
    app.http.get(app.url(path)).send().await.expect("the server answers")
}

/// Asks for a path, and reads the whole answer.
async fn get(app: &TestApp, path: &str) -> Answer {
    Answer::read(fetch(app, path).await).await
}

/// The tracking payload of an order, which must be had.
async fn track(app: &TestApp, order: &Registered) -> Value {
    let answer = get(app, &tracking_path(order)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

/// What a header of an answer says, empty where it is not there.
fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The numbers of a history.
fn seqs(history: &Value) -> Vec<i64> {
    history.as_array().expect("a history").iter().map(|event| event["seq"].as_i64().expect("a number")).collect()
}

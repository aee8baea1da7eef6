//! What a page of another house has a browser do: nothing with anybody's cookie.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{app::Setup, customer::CustomerPerson, kitchen::Answer, staff::StaffClient, store_contract};

use crate::{
    brief,
    doors::{FOREIGN, FRIEND},
};

/// What changes nothing, and says nothing of anybody, though it is no `GET`.
const READS: [&str; 1] = ["getCartSlices"];
/// What a cookie stands for, or what sets one, without a session in the document.
const BESIDES: [&str; 5] = ["login", "placeOrder", "register", "registerWithProvider", "signInStaff"];

/// A body that is read as far as it must be before the page is looked at.
fn body_of(operation: &str) -> Value {
    match operation {
        "linkProvider" => json!({ "providerToken": "x", "provider": "embedded" }),
        "registerWithProvider" => {
            json!({ "providerToken": "x", "provider": "embedded", "googleRecaptchaToken": "x" })
        }
        _ => json!({}),
    }
}

store_contract!(no_operation_is_done_by_a_cookie_that_a_foreign_page_sends, |db| async move {
    let friend = format!("--allowed-origins={FRIEND}");
    let app = Setup::default().flag(&friend).flag("--oidc-issuer=embedded").start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let roles = domain::staff::Roles::all();
    let mut agent = StaffClient::let_in_as(&app, "agentti@ovelle.example", &[], roles).await;
    agent.sign_in().await;
    let before = aino.get("/api/users/me").await.body;
    let document = app.http.get(app.url("/api/openapi.json")).send().await.unwrap().text().await.unwrap();
    let document: Value = serde_json::from_str(&document).unwrap();
    let (mut tried, mut wrong) = (BTreeSet::new(), Vec::new());
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap().iter().filter(|(method, _)| *method != "get") {
            let name = operation["operationId"].as_str().unwrap();
            let is_by = |session: &str| {
                let ways = operation["security"].as_array();
                ways.is_some_and(|ways| ways.iter().any(|way| way.get(session).is_some()))
            };
            if READS.contains(&name) {
                continue;
            }
            let is_besides = BESIDES.contains(&name);
            let customers = (is_besides || is_by("customerSession")).then_some(&aino.cookie);
            let staffs = (is_besides || is_by("staffSession")).then_some(&agent.cookie);
            let path = path.replace("{provider}", "embedded").replace("{kind}", "product");
            let path: String = path
                .split('/')
                .map(|part| if part.starts_with('{') { "1" } else { part })
                .collect::<Vec<_>>()
                .join("/");
            for cookie in customers.into_iter().chain(staffs) {
                tried.insert(name.to_owned());
                for (header, value) in FOREIGN {
                    let method: Method = method.to_uppercase().parse().unwrap();
                    let call = app.http.request(method, app.url(&path)).json(&body_of(name)).header(header, value);
                    let call = call.header("cookie", cookie.as_deref().unwrap()).header("idempotency-key", "of-a-page");
                    let answer = Answer::read(call.send().await.unwrap()).await;
                    if brief(&answer) != (403, "request/foreign-page") {
                        wrong.push(format!("{name} by {header}: {value}: {} {}", answer.status, answer.body));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(tried.len() > 35 && BESIDES.iter().all(|name| tried.contains(*name)), "{tried:?}");
    assert_eq!(aino.get("/api/users/me").await.body, before);
    assert_eq!(agent.get("/api/users/staff/me").await.status, 200);
});

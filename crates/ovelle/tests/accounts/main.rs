//! Accounts on the wire, held to the letter by an outside program, on both databases.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod addresses;
mod addresses_at_once;
mod at_nodes;
mod attacks;
mod attacks_by_pages;
mod attacks_by_passwords;
mod call_centre;
mod callers;
mod captcha_elsewhere;
mod card;
mod card_calls;
mod card_spins;
mod changing;
mod doors;
mod dropped;
mod dropped_calls;
mod erasing_at_once;
mod erasure;
mod export;
mod failures;
mod foreign;
mod foreign_things;
mod forgotten;
mod guest_rights;
mod history;
mod identity;
mod identity_linking;
mod identity_stand_in;
mod identity_takeovers;
mod joining;
mod keyed_calls;
mod latest;
mod numbered_errors;
mod on_behalf;
mod ordering;
mod person;
mod privacy;
mod registering;
mod reordering;
mod retention;
mod scene;
mod search_customers;
mod second_factor;
mod sessions;
mod takeovers;
mod takeovers_by_mail;

use reqwest::{Method, RequestBuilder, header::HeaderName};
use serde_json::Value;
use testkit::{customer::CustomerPerson, kitchen::Answer};

/// The status of an answer and its code.
fn brief(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.code())
}

/// The code of an answer, with the field that it names.
fn fault(answer: &Answer) -> (u16, &str, &str) {
    let field = answer.body["metadata"]["field"].as_str().unwrap_or_default();
    (answer.status.as_u16(), answer.code(), field)
}

/// A call with an `Idempotency-Key`.
async fn keyed(person: &CustomerPerson, path: &str, key: &str, body: &Value) -> Answer {
    let call = person.ask(Method::POST, path, body).header("Idempotency-Key", key);
    Answer::read(call.send().await.expect("the server answers")).await
}

/// Sends a call with a header in the place of what it has of this name.
async fn sent(call: RequestBuilder, name: &'static str, value: &str) -> Answer {
    let header = (HeaderName::from_static(name), value.parse().expect("a header"));
    let call = call.headers([header].into_iter().collect());
    Answer::read(call.send().await.expect("the server answers")).await
}

/// What stands in a link of a mail behind this name.
fn in_link(mail: &Value, name: &str) -> String {
    let link = mail["links"][0].as_str().expect("a link");
    let query = link.split_once('?').expect("a query").1;
    let found = query.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}=")));
    found.expect("the link has it").to_owned()
}

//! `people/survey.json`.

use crate::{
    json::{JsonFields, JsonNode},
    survey::Survey,
};

/// So many characters an address has at most.
const LONGEST: usize = 500;

pub(super) fn survey(root: &JsonNode<'_>) -> Survey {
    root.object(|fields| Survey {
        order: form(fields, "order"),
        restaurant: form(fields, "restaurant"),
        call_centre: form(fields, "callCentre"),
    })
}

/// The address of a form, to whose query something can be added.
fn form(fields: &JsonFields<'_>, name: &'static str) -> Option<String> {
    let node = fields.maybe(name)?;
    let text = node.text();
    let host = text.strip_prefix("https://").and_then(|rest| rest.split(['/', '?']).next());
    let is_address = host.is_some_and(|host| !host.is_empty())
        && text.len() <= LONGEST
        && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\\\"#<>".contains(&byte));
    if !is_address && node.is_text() {
        node.fault(format_args!("is no https address of {LONGEST} characters at most, without a fragment"));
    }
    Some(text)
}

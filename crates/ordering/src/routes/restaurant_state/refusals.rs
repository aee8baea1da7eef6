//! How the calls refuse, in the API's document.

use std::{collections::BTreeMap, marker::PhantomData};

use utoipa::{
    IntoResponses,
    openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder},
};

use super::IntoStateReporter;

/// What callers of a kind are refused who look.
pub(super) struct NotShown<C>(PhantomData<C>);

/// What callers of a kind are refused who change something.
pub(super) struct NotSaid<C>(PhantomData<C>);

impl<C: IntoStateReporter> IntoResponses for NotShown<C> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        [(401, C::NOBODY), (403, C::STRANGER), (404, "What the path names is not there")].map(refusal).into()
    }
}

impl<C: IntoStateReporter> IntoResponses for NotSaid<C> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let more = [(409, "Somebody else has said something meanwhile"), (422, "Something does not fit")];
        NotShown::<C>::responses().into_iter().chain(more.map(refusal)).collect()
    }
}

fn refusal((status, words): (u16, &str)) -> (String, RefOr<Response>) {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
    let response = ResponseBuilder::new().description(words).content("application/json", content).build();
    (status.to_string(), response.into())
}

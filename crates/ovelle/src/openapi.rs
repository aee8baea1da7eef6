//! The API's document: routes, frames, the table of codes and that of close codes.

use dispatch::routes::DispatchFrames;
use domain::error::Code;
use live::close::{CloseCode, CloseRow, Return};
use serde_json::{Value, json};
use server::{ErrorBody, error::status_of};
use tracking::routes::LiveFrames;
use utoipa::{
    OpenApi,
    openapi::{
        OpenApi as Document,
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

use crate::operations::{self, ClientConfig, DemoOrders};

#[derive(OpenApi)]
#[openapi(
    info(title = "Ovelle", description = "Ordering and live order tracking of a pizza chain."),
    components(schemas(ErrorBody, ClientConfig, DemoOrders, CloseRow, Return))
)]
struct DocumentHead;

/// The routes, the frames and their types.
fn document() -> Document {
    let mut document = DocumentHead::openapi();
    document.info.version = env!("CARGO_PKG_VERSION").to_owned();
    document.merge(LiveFrames::openapi());
    document.merge(DispatchFrames::openapi());
    document.merge(tracking::routes::routes().into_openapi());
    document.merge(dispatch::routes::routes().into_openapi());
    document.merge(customers::routes::document());
    document.merge(loyalty::routes::document());
    document.merge(::staff::routes::routes().into_openapi());
    document.merge(ordering::routes::document());
    document.merge(::content::routes::document());
    document.merge(analytics::routes::document());
    document.merge(operations::routes().into_openapi());
    if let Some(components) = document.components.as_mut() {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("dispatchKey", SecurityScheme::Http(bearer.clone()));
        components.add_security_scheme("staffToken", SecurityScheme::Http(bearer.clone()));
        components.add_security_scheme("customerBearer", SecurityScheme::Http(bearer));
        // On https its name is `__Host-ovelle`.
        let cookie = ApiKey::Cookie(ApiKeyValue::new("ovelle"));
        components.add_security_scheme("staffSession", SecurityScheme::ApiKey(cookie.clone()));
        components.add_security_scheme("customerSession", SecurityScheme::ApiKey(cookie));
    }
    document
}

/// The document as it is committed and served. The tables are added here, since the document's own
/// extensions keep no order.
///
/// # Errors
/// Never in practice: it is plain data.
pub fn text() -> serde_json::Result<String> {
    let mut whole = serde_json::to_value(document())?;
    whole["x-close-codes"] = close_codes();
    whole["x-message-codes"] = message_codes();
    serde_json::to_string_pretty(&whole).map(|text| text + "\n")
}

fn message_codes() -> Value {
    let row = |code: &Code| json!({ "messageCode": code.as_str(), "status": status_of(*code).as_u16(), "message": code.message() });
    Code::ALL.iter().map(row).collect()
}

fn close_codes() -> Value {
    CloseCode::ALL.iter().map(|code| json!(code.row())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_document_is_fresh() {
        let committed = include_str!("../../../web/src/api/openapi.json");
        assert!(
            text().unwrap() == committed,
            "run `ovelle openapi > web/src/api/openapi.json`, then `npm run gen` in web/"
        );
    }

    #[test]
    fn a_message_code_is_one_of_the_table_wherever_it_stands() {
        let document: Value = serde_json::from_str(&text().unwrap()).unwrap();
        let table: Value = Code::ALL.iter().map(|code| code.as_str()).collect();
        let schemas = &document["components"]["schemas"];
        assert_eq!(schemas["MessageCode"]["enum"], table);
        for (schema, field) in [("ErrorBody", "messageCode"), ("ErrorFrame", "code"), ("DispatchErrorFrame", "code")] {
            let kind = schemas[schema]["properties"][field].to_string();
            assert!(kind.contains("\"#/components/schemas/MessageCode\""), "{schema}: {kind}");
        }
    }
    #[test]
    fn whoever_takes_a_body_says_that_one_which_nobody_can_read_is_refused() {
        let document: Value = serde_json::from_str(&text().unwrap()).unwrap();
        let paths = document["paths"].as_object().unwrap();
        let operations = paths.values().flat_map(|path| path.as_object().unwrap().values());
        let silent: Vec<_> = operations
            .filter(|operation| operation.get("requestBody").is_some())
            .filter(|operation| {
                let says = |status: &&str| operation["responses"].get(status).is_some();
                // No JSON, too long, and no JSON by its own word.
                !says(&"4XX") && !["400", "413", "415"].iter().all(says)
            })
            .map(|operation| &operation["operationId"])
            .collect();
        assert!(silent.is_empty(), "{silent:?}");
    }
}

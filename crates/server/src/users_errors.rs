//! The numbers that errors of the calls under `/api/users` have beside their codes (docs/spec/people.md, "Errors").

use axum::{
    body::{Body, to_bytes},
    extract::Request,
    http::header::CONTENT_LENGTH,
    middleware::Next,
    response::Response,
};
use domain::customer::users_error_code;
use serde_json::{Map, Value, json};

use crate::error::Refusal;

/// Where they are counted.
const CALLS: &str = "/api/users/";
/// More than this no error says.
const LONGEST: usize = 64 * 1024;

/// Adds `errorCode`, `errorMessage` and `errorData` to the metadata of a refusal that has a number (AC-22).
pub async fn number_users_errors(request: Request, next: Next) -> Response {
    let is_users = request.uri().path().starts_with(CALLS);
    let response = next.run(request).await;
    let number = response.extensions().get::<Refusal>().and_then(|refusal| users_error_code(refusal.code));
    match number.filter(|_| is_users) {
        Some(number) => numbered(response, number).await,
        None => response,
    }
}

async fn numbered(response: Response, number: u32) -> Response {
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, LONGEST).await.unwrap_or_default();
    let Ok(mut said) = serde_json::from_slice::<Map<String, Value>>(&bytes) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    let message = said.get("message").cloned().unwrap_or_default();
    if let Some(metadata) = said.get_mut("metadata").and_then(Value::as_object_mut) {
        let data = Value::Object(metadata.clone());
        metadata.extend([
            ("errorCode".to_owned(), json!(number)),
            ("errorMessage".to_owned(), message),
            ("errorData".to_owned(), data),
        ]);
    }
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(Value::Object(said).to_string()))
}

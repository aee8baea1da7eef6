//! `POST /api/users/me/export`: all that is kept of whoever calls.

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use domain::{Actor, SecurityKind, error::Code};
use jiff::SignedDuration;
use serde::Deserialize;
use server::{
    ApiError, ErrorBody, Json, Query, address::ClientAddress, rate_limits::NamedLimit, security::SecurityEvent,
};
use utoipa::{IntoParams, ToSchema};

use super::private;
use crate::{ChangingCustomer, Customers, export::AccountExport};

/// Exports of an account in a day (docs/spec/people.md, "Limits").
const EXPORTS: NamedLimit =
    NamedLimit { name: "exports of an account", most: 3, window: SignedDuration::from_hours(24) };

/// That somebody wants to have what is kept of them.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportAccount {
    /// Needed where the account has one.
    #[schema(format = Password)]
    current_password: Option<String>,
}

/// In which form.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ExportForm {
    /// `json` or `html`; absent: `json`.
    format: Option<String>,
}

/// All that is kept of whoever calls, without what opens anything. Changes nothing; three a day.
#[utoipa::path(post, path = "/api/users/me/export", operation_id = "exportMe", tag = "users",
    params(ExportForm, ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = ExportAccount, security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "All of it, as a file; with `format=html` as a page", body = AccountExport),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not of a customer, or the account has no password and the session is not young", body = ErrorBody),
        (status = 422, description = "The password is missing or wrong, or there is no such form", body = ErrorBody),
        (status = 429, description = "More than three in a day", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn export_me(
    State(customers): State<Customers>,
    caller: ClientAddress,
    ChangingCustomer(customer): ChangingCustomer,
    Query(form): Query<ExportForm>,
    Json(body): Json<ExportAccount>,
) -> Result<Response, ApiError> {
    let is_page = match form.format.as_deref() {
        None | Some("json") => false,
        Some("html") => true,
        Some(_) => return Err(ApiError::invalid("format")),
    };
    customers.require_owner(&caller, &customer, body.current_password).await?;
    customers.rate_limits.count(EXPORTS, &customer.id.to_string()).await?;
    let (now, store) = (customers.deps.clock.now(), &customers.deps.store);
    let export = AccountExport::read(store, customer.id, now).await?;
    let export = export.ok_or_else(|| ApiError::new(Code::Unauthorized))?;
    customers.security.tell(SecurityEvent {
        kind: SecurityKind::Export,
        who: &Actor::Customer(customer.id),
        address: Some(caller.address),
        subject: &format!("customer:{}", customer.id),
    });
    let as_file = |name: &'static str| (header::CONTENT_DISPOSITION, HeaderValue::from_static(name));
    if is_page {
        let html = (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        let kept = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        let name = as_file("attachment; filename=\"ovelle-omat-tiedot.html\"");
        return Ok(([html, kept, name], export.page()).into_response());
    }
    Ok(([as_file("attachment; filename=\"ovelle-omat-tiedot.json\"")], private(export)).into_response())
}

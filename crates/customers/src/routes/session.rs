//! `GET /api/users/session`: who this browser is signed in as.

use axum::{
    extract::{FromRequestParts, State},
    http::{HeaderValue, header, request::Parts},
    response::{IntoResponse, Response},
};
use deps::Caller;
use domain::staff::Role;
use serde::Serialize;
use server::{
    ApiError,
    credentials::{caller_of, credentials},
};
use utoipa::ToSchema;

use super::private;
use crate::{
    Customers,
    user::{User, role_names},
};

/// Who is signed in.
#[derive(Serialize, ToSchema)]
pub(super) struct UserSession {
    /// Null for a guest, and for those of the staff who do not order for callers.
    #[schema(required)]
    pub(super) user: Option<User>,
    /// Work places of the staff.
    pub(super) roles: Vec<&'static str>,
}

/// Who calls, with whether their browser sent a cookie that opens nothing.
pub(super) struct SessionCaller {
    caller: Caller,
    has_stale_cookie: bool,
}

impl FromRequestParts<Customers> for SessionCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, customers: &Customers) -> Result<Self, ApiError> {
        let cookie = Some(customers.cookie);
        let caller = caller_of(&*customers.deps.callers, &parts.headers, &parts.extensions, cookie).await?;
        let found = credentials(&parts.headers, cookie);
        let has_cookie = found.bearer.is_none() && found.session.is_some();
        Ok(Self { has_stale_cookie: has_cookie && matches!(caller, Caller::Guest), caller })
    }
}

/// Who is signed in. Never 401: a guest is nobody, and a cookie that opens nothing any more is taken away.
#[utoipa::path(get, path = "/api/users/session", operation_id = "getUserSession", tag = "users",
    security((), ("customerSession" = []), ("customerBearer" = [])),
    responses((status = 200, description = "Who is signed in", body = UserSession)))]
pub(super) async fn get_session(
    State(customers): State<Customers>,
    SessionCaller { caller, has_stale_cookie }: SessionCaller,
) -> Result<Response, ApiError> {
    let session = match caller {
        Caller::Customer(customer) => UserSession { user: customers.user(customer.id).await?, roles: Vec::new() },
        Caller::Staff(staff) => {
            let is_call_centre = staff.roles().has(Role::CallCentre);
            let user = if is_call_centre { Some(customers.call_centre_user(&staff).await?) } else { None };
            UserSession { user, roles: role_names(staff.roles()) }
        }
        Caller::Guest | Caller::TotpSetup(_) | Caller::Key(_) => UserSession { user: None, roles: Vec::new() },
    };
    let mut answer = private(session).into_response();
    if has_stale_cookie {
        answer.headers_mut().insert(header::SET_COOKIE, customers.cookie.take());
        answer.headers_mut().insert(header::VARY, HeaderValue::from_static("cookie"));
    }
    Ok(answer)
}

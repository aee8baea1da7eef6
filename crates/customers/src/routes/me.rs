//! `GET /api/users/me`: the account of whoever calls.

use axum::{extract::State, response::Response};
use domain::error::Code;
use server::{ApiError, ErrorBody};

use super::private;
use crate::{Customers, signed_in::ShopUser, user::User};

/// The account of whoever calls.
#[utoipa::path(get, path = "/api/users/me", operation_id = "getMe", tag = "users",
    security(("customerSession" = []), ("customerBearer" = []), ("staffSession" = []), ("staffToken" = [])),
    responses(
        (status = 200, description = "The account", body = User),
        (status = 401, description = "Nobody is signed in", body = ErrorBody)))]
pub(super) async fn get_me(State(customers): State<Customers>, caller: ShopUser) -> Result<Response, ApiError> {
    let user = match caller {
        ShopUser::Customer(customer) => customers.user(customer.id).await?,
        ShopUser::CallCentre(staff) => Some(customers.call_centre_user(&staff).await?),
    };
    // None: erased since the session was found.
    Ok(private(user.ok_or_else(|| ApiError::new(Code::Unauthorized))?))
}

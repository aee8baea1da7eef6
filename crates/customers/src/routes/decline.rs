//! `POST /api/users/me/decline`: the terms are not accepted.

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::Actor;
use server::{ApiError, ErrorBody, address::ClientAddress};
use store::{EraseError, EraseOnlyIf};

use crate::{
    ChangingCustomer, Customers,
    erasing::{Erasing, refused},
};

/// Declines the terms. Who has never accepted any is erased at once; of who accepted older ones all sessions end.
#[utoipa::path(post, path = "/api/users/me/decline", operation_id = "declineTerms", tag = "users",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 204, description = "Declined; the cookie is taken away"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn decline_terms(
    State(customers): State<Customers>,
    caller: ClientAddress,
    ChangingCustomer(customer): ChangingCustomer,
) -> Result<Response, ApiError> {
    let (id, who, address) = (customer.id, Actor::Customer(customer.id), Some(caller.address));
    let only_if = EraseOnlyIf::NeverAccepted;
    match customers.erase(Erasing { id, only_if, key: None, who, address }).await {
        Ok(()) | Err(EraseError::Gone | EraseError::Stays) => {}
        Err(error) => return Err(refused(error)),
    }
    customers.deps.store.sessions().end_all_of_customer(customer.id).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, customers.cookie.take())]).into_response())
}

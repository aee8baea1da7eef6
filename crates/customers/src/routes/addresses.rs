//! `/api/users/me/addresses`: where somebody has food brought to.

use axum::{
    Extension,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use deps::CustomerCaller;
use domain::{error::Code, ids::AddressId};
use server::{ApiError, ErrorBody, Json, Path, idempotency::Keyed};
use store::{AddressError, AddressPut, PutAddress};

use super::{CUSTOMER_CHANGES, private};
use crate::{
    ChangingCustomer, Customers,
    address::{AddressBody, UserAddress, listed},
    signed_in::{ShopUser, require_terms},
};

/// The addresses of whoever calls, the primary one first, then by age; none of the call centre.
#[utoipa::path(get, path = "/api/users/me/addresses", operation_id = "getAddresses", tag = "users",
    security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "The addresses", body = Vec<UserAddress>),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The terms are not accepted", body = ErrorBody)))]
pub(super) async fn get_addresses(State(customers): State<Customers>, user: ShopUser) -> Result<Response, ApiError> {
    let ShopUser::Customer(customer) = user else { return Ok(private(Vec::<UserAddress>::new())) };
    require_terms(&customer)?;
    Ok(private(listed(&customers.deps.store.customers().addresses(customer.id).await?)))
}

/// Adds an address. The same street, apartment, postal code and city again, letters' case aside, brings the old one up to
/// date, whose texts stay where none are sent. Somebody's first address is their primary one.
#[utoipa::path(post, path = "/api/users/me/addresses", operation_id = "addAddress", tag = "users",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 of `[A-Za-z0-9_-]`: the same again is done once"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = AddressBody, security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "It was there already, and is up to date", body = UserAddress),
        (status = 201, description = "The new address", body = UserAddress),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The terms are not accepted, or not from one of our pages", body = ErrorBody),
        (status = 409, description = "There are 20 already", body = ErrorBody),
        (status = 422, description = "Something does not fit; `metadata.field` says what", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn add_address(
    State(customers): State<Customers>,
    ChangingCustomer(customer): ChangingCustomer,
    keyed: Option<Extension<Keyed>>,
    Json(body): Json<AddressBody>,
) -> Result<Response, ApiError> {
    require_terms(&customer)?;
    let keyed = keyed.map(|Extension(keyed)| keyed);
    if let Some(made) = keyed.as_ref().and_then(|keyed| keyed.made.as_deref()) {
        return again(&customers, &customer, made).await;
    }
    count(&customers, &customer).await?;
    let address = body.raw().check().map_err(|wrong| customers.wrong_field(wrong))?;
    let run = keyed.map(|keyed| keyed.run);
    let put = PutAddress { customer: customer.id, address, run, now: customers.deps.clock.now() };
    let AddressPut { address, is_new } = customers.deps.store.customers().put_address(put).await.map_err(refused)?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, private(UserAddress::from(&address))).into_response())
}

/// The answer to an address that was added, but whose answer was lost.
async fn again(customers: &Customers, customer: &CustomerCaller, made: &str) -> Result<Response, ApiError> {
    let id = address_id(made)?;
    let addresses = customers.deps.store.customers().addresses(customer.id).await?;
    let added = addresses.iter().find(|address| address.id == id).ok_or_else(not_found)?;
    Ok((StatusCode::CREATED, private(UserAddress::from(added))).into_response())
}

/// Puts an address in the place of one of the caller's. The primary one stays so, whatever the body says.
#[utoipa::path(put, path = "/api/users/me/addresses/{addressId}", operation_id = "changeAddress", tag = "users",
    params(("addressId" = String, Path, description = "The address"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = AddressBody, security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "The address", body = UserAddress),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The terms are not accepted, or not from one of our pages", body = ErrorBody),
        (status = 404, description = "They have no such address", body = ErrorBody),
        (status = 409, description = "Another one is the same", body = ErrorBody),
        (status = 422, description = "Something does not fit; `metadata.field` says what", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn change_address(
    State(customers): State<Customers>,
    ChangingCustomer(customer): ChangingCustomer,
    Path(id): Path<String>,
    Json(body): Json<AddressBody>,
) -> Result<Response, ApiError> {
    require_terms(&customer)?;
    count(&customers, &customer).await?;
    let address = body.raw().check().map_err(|wrong| customers.wrong_field(wrong))?;
    let changed = customers.deps.store.customers().change_address(customer.id, address_id(&id)?, address).await;
    Ok(private(UserAddress::from(&changed.map_err(refused)?)))
}

/// Makes one of the caller's addresses the primary one.
#[utoipa::path(post, path = "/api/users/me/addresses/{addressId}/primary", operation_id = "makeAddressPrimary",
    tag = "users",
    params(("addressId" = String, Path, description = "The address"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "The address", body = UserAddress),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The terms are not accepted, or not from one of our pages", body = ErrorBody),
        (status = 404, description = "They have no such address", body = ErrorBody),
        (status = 422, description = "It is an old one without coordinates", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn make_address_primary(
    State(customers): State<Customers>,
    ChangingCustomer(customer): ChangingCustomer,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    require_terms(&customer)?;
    count(&customers, &customer).await?;
    let made = customers.deps.store.customers().make_address_primary(customer.id, address_id(&id)?).await;
    Ok(private(UserAddress::from(&made.map_err(refused)?)))
}

/// Takes one of the caller's addresses away. Where it was the primary one, the oldest that is left becomes it.
#[utoipa::path(delete, path = "/api/users/me/addresses/{addressId}", operation_id = "removeAddress", tag = "users",
    params(("addressId" = String, Path, description = "The address"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 204, description = "It is gone"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The terms are not accepted, or not from one of our pages", body = ErrorBody),
        (status = 404, description = "They have no such address", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn remove_address(
    State(customers): State<Customers>,
    ChangingCustomer(customer): ChangingCustomer,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    require_terms(&customer)?;
    count(&customers, &customer).await?;
    customers.deps.store.customers().delete_address(customer.id, address_id(&id)?).await.map_err(refused)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn count(customers: &Customers, customer: &CustomerCaller) -> Result<(), ApiError> {
    customers.rate_limits.count(CUSTOMER_CHANGES, &customer.session_id.to_string()).await
}

fn address_id(text: &str) -> Result<AddressId, ApiError> {
    text.parse().map_err(|_| not_found())
}

fn not_found() -> ApiError {
    ApiError::new(Code::AddressNotFound)
}

fn refused(error: AddressError) -> ApiError {
    match error {
        AddressError::Gone => ApiError::new(Code::Unauthorized),
        AddressError::NotFound => not_found(),
        AddressError::TooMany => ApiError::new(Code::TooManyAddresses),
        AddressError::Exists => ApiError::new(Code::AddressExists),
        AddressError::NoCoordinates => ApiError::new(Code::CoordinatesMissing),
        AddressError::KeyLost => ApiError::new(Code::InProgress),
        AddressError::Store(error) => error.into(),
    }
}

//! The calls of machines, with a dispatch key.

use axum::extract::State;
use domain::live_state::StateChange;
use server::{ErrorBody, Json, Path, Query};
use tracking::{dispatch::DispatchKey, payload::RestaurantState};

use super::{Answer, Ended, Speaker, TakenBack, article, back, say, show};
use crate::{
    chain_view::ChainView,
    ordering::Ordering,
    restaurants::{MarkOut, PauseRestaurant, SetBusy, rev},
};

/// What a restaurant says of itself.
#[utoipa::path(get, path = "/api/dispatch/restaurants/{shopId}/state", operation_id = "getRestaurantState",
    tag = "dispatch",
    params(("shopId" = String, Path, description = "The restaurant's number")),
    security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "What the restaurant says now", body = RestaurantState),
        (status = 401, description = "No key", body = ErrorBody),
        (status = 403, description = "Not a restaurant of this key", body = ErrorBody),
        (status = 404, description = "No such restaurant", body = ErrorBody)))]
pub(in crate::routes) async fn get_state(
    State(ordering): State<Ordering>,
    key: DispatchKey,
    Path(restaurant): Path<String>,
) -> Answer {
    let speaker = Speaker::key(key);
    show(&ordering, &speaker, &restaurant)
}

/// Takes no orders for a while, of all types or of some; in the place of any pause before.
#[utoipa::path(put, path = "/api/dispatch/restaurants/{shopId}/pause", operation_id = "pauseRestaurant",
    tag = "dispatch",
    params(("shopId" = String, Path, description = "The restaurant's number")),
    request_body = PauseRestaurant, security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "What the restaurant says now", body = RestaurantState),
        (status = 400, description = "It is not JSON", body = ErrorBody),
        (status = 401, description = "No key", body = ErrorBody),
        (status = 403, description = "Not a restaurant of this key", body = ErrorBody),
        (status = 404, description = "No such restaurant", body = ErrorBody),
        (status = 409, description = "Somebody else has said something meanwhile", body = ErrorBody),
        (status = 422, description = "A field that does not fit", body = ErrorBody)))]
pub(in crate::routes) async fn pause_restaurant(
    State(ordering): State<Ordering>,
    key: DispatchKey,
    Path(restaurant): Path<String>,
    Json(body): Json<PauseRestaurant>,
) -> Answer {
    let speaker = Speaker::key(key);
    say(&ordering, &speaker, &restaurant, |view, _| body.check(&speaker.by, view.now())).await
}

/// Takes orders again.
#[utoipa::path(delete, path = "/api/dispatch/restaurants/{shopId}/pause", operation_id = "resumeRestaurant",
    tag = "dispatch",
    params(("shopId" = String, Path, description = "The restaurant's number"),
        Ended),
    security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "What the restaurant says now", body = RestaurantState),
        (status = 401, description = "No key", body = ErrorBody),
        (status = 403, description = "Not a restaurant of this key", body = ErrorBody),
        (status = 404, description = "No such restaurant", body = ErrorBody),
        (status = 409, description = "Somebody else has said something meanwhile", body = ErrorBody),
        (status = 422, description = "Something does not fit", body = ErrorBody)))]
pub(in crate::routes) async fn resume_restaurant(
    State(ordering): State<Ordering>,
    key: DispatchKey,
    Path(restaurant): Path<String>,
    Query(query): Query<Ended>,
) -> Answer {
    let speaker = Speaker::key(key);
    say(&ordering, &speaker, &restaurant, |_, _| Ok((StateChange::Resume, rev(query.if_rev)?))).await
}

/// Lets orders take longer for a while; those that were placed keep their promise.
#[utoipa::path(put, path = "/api/dispatch/restaurants/{shopId}/busy", operation_id = "setRestaurantBusy",
    tag = "dispatch",
    params(("shopId" = String, Path, description = "The restaurant's number")),
    request_body = SetBusy, security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "What the restaurant says now", body = RestaurantState),
        (status = 400, description = "It is not JSON", body = ErrorBody),
        (status = 401, description = "No key", body = ErrorBody),
        (status = 403, description = "Not a restaurant of this key", body = ErrorBody),
        (status = 404, description = "No such restaurant", body = ErrorBody),
        (status = 409, description = "Somebody else has said something meanwhile", body = ErrorBody),
        (status = 422, description = "A field that does not fit", body = ErrorBody)))]
pub(in crate::routes) async fn set_busy(
    State(ordering): State<Ordering>,
    key: DispatchKey,
    Path(restaurant): Path<String>,
    Json(body): Json<SetBusy>,
) -> Answer {
    let speaker = Speaker::key(key);
    say(&ordering, &speaker, &restaurant, |view, _| body.check(view.now())).await
}

/// Says that something has run out, in one size or in all.
#[utoipa::path(put, path = "/api/dispatch/restaurants/{shopId}/out/{kind}/{id}", operation_id = "markOut",
    tag = "dispatch",
    params(("shopId" = String, Path, description = "The restaurant's number"),
        ("kind" = String, Path, description = "`product` or `ingredient`"),
        ("id" = String, Path, description = "Which one")),
    request_body = MarkOut, security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "What the restaurant says now", body = RestaurantState),
        (status = 400, description = "It is not JSON", body = ErrorBody),
        (status = 401, description = "No key", body = ErrorBody),
        (status = 403, description = "Not a restaurant of this key", body = ErrorBody),
        (status = 404, description = "No such restaurant, product or ingredient", body = ErrorBody),
        (status = 409, description = "Somebody else has said something meanwhile", body = ErrorBody),
        (status = 422, description = "A field that does not fit", body = ErrorBody)))]
pub(in crate::routes) async fn mark_out(
    State(ordering): State<Ordering>,
    key: DispatchKey,
    Path((restaurant, kind, id)): Path<(String, String, String)>,
    Json(body): Json<MarkOut>,
) -> Answer {
    let speaker = Speaker::key(key);
    let check = |view: &ChainView, _| {
        let article = article(view, &kind, &id)?;
        body.check(view.chain().menu(), article, &speaker.by, view.now())
    };
    say(&ordering, &speaker, &restaurant, check).await
}

/// Says that something is there again, also what the chain's files call out.
#[utoipa::path(delete, path = "/api/dispatch/restaurants/{shopId}/out/{kind}/{id}", operation_id = "takeBack",
    tag = "dispatch",
    params(("shopId" = String, Path, description = "The restaurant's number"),
        ("kind" = String, Path, description = "`product` or `ingredient`"),
        ("id" = String, Path, description = "Which one"),
        TakenBack),
    security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "What the restaurant says now", body = RestaurantState),
        (status = 401, description = "No key", body = ErrorBody),
        (status = 403, description = "Not a restaurant of this key", body = ErrorBody),
        (status = 404, description = "No such restaurant, product or ingredient", body = ErrorBody),
        (status = 409, description = "Somebody else has said something meanwhile", body = ErrorBody),
        (status = 422, description = "Something does not fit", body = ErrorBody)))]
pub(in crate::routes) async fn take_back(
    State(ordering): State<Ordering>,
    key: DispatchKey,
    Path((restaurant, kind, id)): Path<(String, String, String)>,
    Query(query): Query<TakenBack>,
) -> Answer {
    let speaker = Speaker::key(key);
    say(&ordering, &speaker, &restaurant, |view, shop| back(view, shop, (&kind, &id), query)).await
}

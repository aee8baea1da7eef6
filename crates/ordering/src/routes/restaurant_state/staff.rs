//! The calls of people: those of the restaurant change its state, others of the staff look at it.

use axum::extract::State;
use domain::live_state::StateChange;
use server::{
    ErrorBody, Json, Path, Query,
    work_place::{StaffAtWork, StaffLooking},
};
use tracking::payload::RestaurantState;

use super::{Answer, Ended, Speaker, TakenBack, article, back, say, show};
use crate::{
    chain_view::ChainView,
    ordering::Ordering,
    restaurants::{MarkOut, PauseRestaurant, SetBusy, rev},
};

/// What a restaurant says of itself.
#[utoipa::path(get, path = "/api/staff/restaurants/{shopId}/state", operation_id = "getStaffRestaurantState",
    tag = "staff",
    params(("shopId" = String, Path, description = "The restaurant's number")),
    security(("staffSession" = [])),
    responses(
        (status = 200, description = "What the restaurant says now", body = RestaurantState),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not a person of this restaurant", body = ErrorBody),
        (status = 404, description = "No such restaurant", body = ErrorBody)))]
pub(in crate::routes) async fn get_staff_state(
    State(ordering): State<Ordering>,
    StaffLooking(caller): StaffLooking,
    Path(restaurant): Path<String>,
) -> Answer {
    let speaker = Speaker::anybody(&caller);
    show(&ordering, &speaker, &restaurant)
}

/// Takes no orders for a while, of all types or of some; in the place of any pause before.
#[utoipa::path(put, path = "/api/staff/restaurants/{shopId}/pause", operation_id = "pauseStaffRestaurant",
    tag = "staff",
    params(("shopId" = String, Path, description = "The restaurant's number"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = PauseRestaurant, security(("staffSession" = [])),
    responses(
        (status = 200, description = "What the restaurant says now", body = RestaurantState),
        (status = 400, description = "It is not JSON", body = ErrorBody),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not a person of this restaurant", body = ErrorBody),
        (status = 404, description = "No such restaurant", body = ErrorBody),
        (status = 409, description = "Somebody else has said something meanwhile", body = ErrorBody),
        (status = 422, description = "A field that does not fit", body = ErrorBody)))]
pub(in crate::routes) async fn pause_staff_restaurant(
    State(ordering): State<Ordering>,
    StaffAtWork(caller): StaffAtWork,
    Path(restaurant): Path<String>,
    Json(body): Json<PauseRestaurant>,
) -> Answer {
    let speaker = Speaker::staff(&caller)?;
    say(&ordering, &speaker, &restaurant, |view, _| body.check(&speaker.by, view.now())).await
}

/// Takes orders again.
#[utoipa::path(delete, path = "/api/staff/restaurants/{shopId}/pause", operation_id = "resumeStaffRestaurant",
    tag = "staff",
    params(("shopId" = String, Path, description = "The restaurant's number"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`"),
        Ended),
    security(("staffSession" = [])),
    responses(
        (status = 200, description = "What the restaurant says now", body = RestaurantState),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not a person of this restaurant", body = ErrorBody),
        (status = 404, description = "No such restaurant", body = ErrorBody),
        (status = 409, description = "Somebody else has said something meanwhile", body = ErrorBody),
        (status = 422, description = "Something does not fit", body = ErrorBody)))]
pub(in crate::routes) async fn resume_staff_restaurant(
    State(ordering): State<Ordering>,
    StaffAtWork(caller): StaffAtWork,
    Path(restaurant): Path<String>,
    Query(query): Query<Ended>,
) -> Answer {
    let speaker = Speaker::staff(&caller)?;
    say(&ordering, &speaker, &restaurant, |_, _| Ok((StateChange::Resume, rev(query.if_rev)?))).await
}

/// Lets orders take longer for a while; those that were placed keep their promise.
#[utoipa::path(put, path = "/api/staff/restaurants/{shopId}/busy", operation_id = "setStaffRestaurantBusy",
    tag = "staff",
    params(("shopId" = String, Path, description = "The restaurant's number"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = SetBusy, security(("staffSession" = [])),
    responses(
        (status = 200, description = "What the restaurant says now", body = RestaurantState),
        (status = 400, description = "It is not JSON", body = ErrorBody),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not a person of this restaurant", body = ErrorBody),
        (status = 404, description = "No such restaurant", body = ErrorBody),
        (status = 409, description = "Somebody else has said something meanwhile", body = ErrorBody),
        (status = 422, description = "A field that does not fit", body = ErrorBody)))]
pub(in crate::routes) async fn set_staff_busy(
    State(ordering): State<Ordering>,
    StaffAtWork(caller): StaffAtWork,
    Path(restaurant): Path<String>,
    Json(body): Json<SetBusy>,
) -> Answer {
    let speaker = Speaker::staff(&caller)?;
    say(&ordering, &speaker, &restaurant, |view, _| body.check(view.now())).await
}

/// Says that something has run out, in one size or in all.
#[utoipa::path(put, path = "/api/staff/restaurants/{shopId}/out/{kind}/{id}", operation_id = "markStaffOut",
    tag = "staff",
    params(("shopId" = String, Path, description = "The restaurant's number"),
        ("kind" = String, Path, description = "`product` or `ingredient`"),
        ("id" = String, Path, description = "Which one"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = MarkOut, security(("staffSession" = [])),
    responses(
        (status = 200, description = "What the restaurant says now", body = RestaurantState),
        (status = 400, description = "It is not JSON", body = ErrorBody),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not a person of this restaurant", body = ErrorBody),
        (status = 404, description = "No such restaurant, product or ingredient", body = ErrorBody),
        (status = 409, description = "Somebody else has said something meanwhile", body = ErrorBody),
        (status = 422, description = "A field that does not fit", body = ErrorBody)))]
pub(in crate::routes) async fn mark_staff_out(
    State(ordering): State<Ordering>,
    StaffAtWork(caller): StaffAtWork,
    Path((restaurant, kind, id)): Path<(String, String, String)>,
    Json(body): Json<MarkOut>,
) -> Answer {
    let speaker = Speaker::staff(&caller)?;
    let check = |view: &ChainView, _| {
        let article = article(view, &kind, &id)?;
        body.check(view.chain().menu(), article, &speaker.by, view.now())
    };
    say(&ordering, &speaker, &restaurant, check).await
}

/// Says that something is there again, also what the chain's files call out.
#[utoipa::path(delete, path = "/api/staff/restaurants/{shopId}/out/{kind}/{id}", operation_id = "takeStaffBack",
    tag = "staff",
    params(("shopId" = String, Path, description = "The restaurant's number"),
        ("kind" = String, Path, description = "`product` or `ingredient`"),
        ("id" = String, Path, description = "Which one"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`"),
        TakenBack),
    security(("staffSession" = [])),
    responses(
        (status = 200, description = "What the restaurant says now", body = RestaurantState),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not a person of this restaurant", body = ErrorBody),
        (status = 404, description = "No such restaurant, product or ingredient", body = ErrorBody),
        (status = 409, description = "Somebody else has said something meanwhile", body = ErrorBody),
        (status = 422, description = "Something does not fit", body = ErrorBody)))]
pub(in crate::routes) async fn take_staff_back(
    State(ordering): State<Ordering>,
    StaffAtWork(caller): StaffAtWork,
    Path((restaurant, kind, id)): Path<(String, String, String)>,
    Query(query): Query<TakenBack>,
) -> Answer {
    let speaker = Speaker::staff(&caller)?;
    say(&ordering, &speaker, &restaurant, |view, shop| back(view, shop, (&kind, &id), query)).await
}

//! The shop's routes: each file an endpoint or two, with its wire types.

mod asker;
mod availability;
mod best_price;
mod cart;
mod cart_item;
mod combo_price;
mod combos;
mod coupons;
mod delivery_price;
mod free_delivery;
mod ingredients;
mod keyed;
mod ledger;
mod menu;
mod order_by_key;
mod pay;
mod payment_errors;
mod payment_methods;
mod payment_notifications;
mod payment_return;
mod place_order;
mod places;
mod preorder_times;
mod price_token;
mod product;
mod refund;
mod refused_calls;
mod resize;
mod restaurant_state;
mod shops;
mod shops_delivering;
mod shops_search;
mod survey;
mod tags;
mod test_payment_page;

use axum::{
    Router,
    extract::{Request, State},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use server::{document::KeptFor, documented::DocumentedRoutes, layers::no_route};
use utoipa::openapi::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    ordering::Ordering,
    shopper::{Shopper, identify},
};

/// Calls of people who shop: who they are is known before a handler runs.
fn of_shoppers() -> OpenApiRouter<Ordering> {
    OpenApiRouter::new()
        .merge(of_restaurants())
        .merge(of_the_menu())
        .merge(of_payments())
        .routes(routes!(availability::get_availability))
        .routes(routes!(delivery_price::get_delivery_price))
        .routes(routes!(delivery_price::get_delivery_price_range))
        .routes(routes!(price_token::make_price_token))
        .routes(routes!(places::suggest_places))
        .routes(routes!(places::get_nearest_place))
        .routes(routes!(places::get_place))
        .routes(routes!(places::measure_distance))
        .routes(routes!(cart::price_cart))
        .routes(routes!(best_price::find_best_price))
        .routes(routes!(cart_item::price_cart_item))
        .routes(routes!(combo_price::price_combo))
}

/// The restaurants: which there are, which of them suit, and when preorders can be due.
fn of_restaurants() -> OpenApiRouter<Ordering> {
    OpenApiRouter::new()
        .routes(routes!(shops::list_shops))
        .routes(routes!(shops::list_shop_summaries))
        .routes(routes!(shops::get_shop))
        .routes(routes!(shops_delivering::list_delivering_shops))
        .routes(routes!(shops_search::search_shops))
        .routes(routes!(survey::find_survey))
        .routes(routes!(preorder_times::list_preorder_days))
        .routes(routes!(preorder_times::list_preorder_times))
}

/// For whom public data is kept that a caller is answered.
fn kept_for(shopper: Shopper) -> KeptFor {
    if shopper.is_signed_in() { KeptFor::ThisPerson } else { KeptFor::Everybody }
}

/// Calls of kitchens, staff and payment providers, which know their callers by their own rules.
fn of_work_places() -> OpenApiRouter<Ordering> {
    use restaurant_state::{dispatch, staff};

    OpenApiRouter::new()
        .routes(routes!(dispatch::get_state))
        .routes(routes!(dispatch::pause_restaurant, dispatch::resume_restaurant))
        .routes(routes!(dispatch::set_busy))
        .routes(routes!(dispatch::mark_out, dispatch::take_back))
        .routes(routes!(staff::get_state))
        .routes(routes!(staff::pause_restaurant, staff::resume_restaurant))
        .routes(routes!(staff::set_busy))
        .routes(routes!(staff::mark_out, staff::take_back))
        .routes(routes!(ledger::read_ledger))
}

/// Calls of the embedded payment provider.
fn of_the_test_provider() -> OpenApiRouter<Ordering> {
    OpenApiRouter::new().routes(routes!(payment_notifications::notify_test_payment))
}

/// The embedded provider is not there where it is turned off.
async fn where_tested(State(ordering): State<Ordering>, request: Request, next: Next) -> Response {
    if ordering.payments.has_provider { next.run(request).await } else { no_route().await.into_response() }
}

/// Calls of the staff that need a key, by which they are made once.
fn of_staffs_keys() -> OpenApiRouter<Ordering> {
    OpenApiRouter::new().routes(routes!(refund::refund_order))
}

static OF_SHOPPERS: DocumentedRoutes<Ordering> = DocumentedRoutes::new(of_shoppers);
static OF_KEYS: DocumentedRoutes<Ordering> = DocumentedRoutes::new(of_keys);
static OF_WORK_PLACES: DocumentedRoutes<Ordering> = DocumentedRoutes::new(of_work_places);
static OF_STAFFS_KEYS: DocumentedRoutes<Ordering> = DocumentedRoutes::new(of_staffs_keys);
static OF_THE_TEST_PROVIDER: DocumentedRoutes<Ordering> = DocumentedRoutes::new(of_the_test_provider);

/// All routes of the shop, ready to serve.
pub fn router(ordering: Ordering) -> Router {
    let keyed = middleware::from_fn_with_state(ordering.clone(), keyed::once);
    let refused = middleware::from_fn_with_state(ordering.clone(), refused_calls::refuse);
    let shoppers = OF_SHOPPERS.router().merge(OF_KEYS.router().layer(keyed).layer(refused));
    let identified = shoppers.layer(middleware::from_fn_with_state(ordering.clone(), identify));
    let of_staff = middleware::from_fn_with_state(ordering.clone(), keyed::once_of_staff);
    let keyed = OF_STAFFS_KEYS.router().layer(of_staff);
    let tested = OF_THE_TEST_PROVIDER.router().merge(test_payment_page::router());
    let tested = tested.route_layer(middleware::from_fn_with_state(ordering.clone(), where_tested));
    let others = OF_WORK_PLACES.router().merge(keyed).merge(tested);
    identified.merge(others).with_state(ordering)
}

/// Their part of the API's document.
#[must_use]
pub fn document() -> OpenApi {
    of_shoppers()
        .merge(of_keys())
        .merge(of_work_places())
        .merge(of_the_test_provider())
        .merge(of_staffs_keys())
        .into_openapi()
}

/// Calls of people who shop that are made once with one key.
fn of_keys() -> OpenApiRouter<Ordering> {
    OpenApiRouter::new()
        .routes(routes!(place_order::place_order))
        .routes(routes!(pay::pay_order))
        .routes(routes!(order_by_key::cancel_order))
}

/// Calls of people who pay.
fn of_payments() -> OpenApiRouter<Ordering> {
    OpenApiRouter::new()
        .routes(routes!(payment_methods::list_payment_methods))
        .routes(routes!(payment_methods::list_extra_payment_methods))
        .routes(routes!(payment_errors::list_payment_errors))
        .routes(routes!(payment_return::return_from_payment))
        .routes(routes!(order_by_key::get_order_by_key))
}

/// Calls of people who shop about what is sold.
fn of_the_menu() -> OpenApiRouter<Ordering> {
    OpenApiRouter::new()
        .routes(routes!(menu::get_menu))
        .routes(routes!(menu::get_default_menu))
        .routes(routes!(product::get_product))
        .routes(routes!(product::get_default_product))
        .routes(routes!(resize::resize_product))
        .routes(routes!(ingredients::list_shop_ingredients))
        .routes(routes!(ingredients::list_ingredients))
        .routes(routes!(tags::list_tags))
        .routes(routes!(combos::list_combos))
        .routes(routes!(combos::get_combo))
        .routes(routes!(coupons::list_coupons))
        .routes(routes!(free_delivery::list_free_deliveries))
}

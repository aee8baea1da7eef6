//! `GET /api/commerce/v2/campaigns/free-delivery`: what delivers for nothing now.

use axum::extract::State;
use chain::hours::zone;
use pricing::Moment;
use serde::Deserialize;
use server::{ApiError, ErrorBody, Json, Query};
use utoipa::IntoParams;

use crate::{
    menu::{FreeDeliveryCampaign, free_deliveries},
    ordering::Ordering,
};

/// The restaurant whose campaigns are wanted.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct FreeDeliveryQuery {
    /// The restaurant's number; none: all restaurants'.
    shop_id: Option<String>,
}

/// The campaigns that deliver for nothing now.
#[utoipa::path(get, path = "/api/commerce/v2/campaigns/free-delivery", operation_id = "listFreeDeliveries", tag = "campaigns",
    params(FreeDeliveryQuery),
    responses(
        (status = 200, description = "Those that run now", body = Vec<FreeDeliveryCampaign>),
        (status = 422, description = "No such restaurant", body = ErrorBody)))]
pub(super) async fn list_free_deliveries(
    State(ordering): State<Ordering>,
    Query(of): Query<FreeDeliveryQuery>,
) -> Result<Json<Vec<FreeDeliveryCampaign>>, ApiError> {
    let view = ordering.view();
    let shop = of.shop_id.filter(|id| !id.is_empty()).map(|id| view.shop_of_field(&id, "shopId").map(chain::Shop::id));
    let now = Moment::now(view.now(), zone());
    Ok(Json(free_deliveries(view.chain(), shop.transpose()?, &now)))
}

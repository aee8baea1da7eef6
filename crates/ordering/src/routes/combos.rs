//! `GET /api/commerce/v2/campaigns/combos` and `…/combos/{slug}`: products that cost less together.

use axum::{extract::State, response::Response};
use chain::{Campaign, Combo, Shop};
use domain::{error::Code, order::OrderType};
use pricing::{Buyer, Moment};
use serde::Deserialize;
use server::{ApiError, ErrorBody, Path, Query, document::Document};
use utoipa::IntoParams;

use super::asker::Asker;
use crate::{
    chain_view::ChainView,
    menu::{ComboView, combo_view},
    ordering::Ordering,
    wanted::HowWanted,
};

/// The restaurant whose campaigns are wanted.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct CombosQuery {
    /// The restaurant's number.
    shop_id: String,
}

/// The combos of a restaurant, those among them that cannot be had now.
#[utoipa::path(get, path = "/api/commerce/v2/campaigns/combos", operation_id = "listCombos", tag = "campaigns",
    params(CombosQuery, HowWanted),
    responses(
        (status = 200, description = "Its combos", body = Vec<ComboView>),
        (status = 304, description = "As the caller knows it"),
        (status = 422, description = "A restaurant, an order type or a time that is none", body = ErrorBody)))]
pub(super) async fn list_combos(
    State(ordering): State<Ordering>,
    Query(of): Query<CombosQuery>,
    asker: Asker,
) -> Result<Response, ApiError> {
    let view = ordering.view();
    let shop = view.shop_of_field(&of.shop_id, "shopId")?;
    let order_type = asker.wanted.order_type()?;
    let (moment, person) = asker.moment(&view)?;
    let combos = combos(&view, shop, order_type, &moment, person);
    Ok(asker.answer(&Document::new(&combos)?))
}

fn combos(view: &ChainView, shop: &Shop, order_type: OrderType, moment: &Moment, person: Buyer) -> Vec<ComboView> {
    let campaigns = view.chain().campaigns().iter();
    let here = campaigns.filter(|campaign| {
        let conditions = &campaign.conditions;
        conditions.shops.as_ref().is_none_or(|shops| shops.contains(&shop.id()))
            && conditions.order_types.contains(&order_type)
    });
    let combo = |campaign: &Campaign, combo: &Combo| combo_view(view.chain(), campaign, combo, moment, person);
    here.filter_map(|campaign| campaign.combo().map(|own| combo(campaign, own))).collect()
}

/// A combo.
#[utoipa::path(get, path = "/api/commerce/v2/campaigns/combos/{slug}", operation_id = "getCombo", tag = "campaigns",
    params(("slug" = String, Path, description = "The combo's name in addresses"), HowWanted),
    responses(
        (status = 200, description = "The combo", body = ComboView),
        (status = 304, description = "As the caller knows it"),
        (status = 404, description = "No such combo", body = ErrorBody),
        (status = 422, description = "A time that is none", body = ErrorBody)))]
pub(super) async fn get_combo(
    State(ordering): State<Ordering>,
    Path(slug): Path<String>,
    asker: Asker,
) -> Result<Response, ApiError> {
    let view = ordering.view();
    let (moment, person) = asker.moment(&view)?;
    asker.wanted.order_type_if_said()?;
    let chain = view.chain();
    let found = chain.combo(&slug).and_then(|campaign| Some((campaign, campaign.combo()?)));
    let (campaign, combo) = found.ok_or_else(|| ApiError::new(Code::CampaignNotFound))?;
    Ok(asker.answer(&Document::new(&combo_view(chain, campaign, combo, &moment, person))?))
}

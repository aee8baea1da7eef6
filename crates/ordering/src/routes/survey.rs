//! `GET /api/commerce/v2/survey`: where somebody says how it was (docs/spec/people.md, "Content").

use axum::extract::State;
use chain::Survey;
use domain::{
    ids::{OrderId, RestaurantId},
    order::Source,
};
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, Query, address::ClientAddress};
use utoipa::{IntoParams, ToSchema};

use crate::ordering::Ordering;

/// Who sends to the form of the call centre.
const CALL_CENTRE: &str = "callcentre";
/// Our own page, where the chain has no form.
const OWN_PAGE: &str = "/kysely/vastaa";

/// About what somebody wants to say something.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct SurveyQuery {
    /// An order, with its key.
    order_id: Option<String>,
    order_key: Option<String>,
    /// Where they were, without an order.
    restaurant_id: Option<String>,
    /// Who sent them; `callcentre` asks about the call.
    #[serde(rename = "utm_source")]
    #[param(rename = "utm_source")]
    utm_source: Option<String>,
}

/// Where somebody says it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SurveyAddress {
    #[schema(example = "https://ovelle.example/kysely/vastaa?orderId=10001")]
    url: String,
}

/// What a form is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SurveySubject {
    Order { id: OrderId, is_of_call_centre: bool },
    Restaurant(RestaurantId),
}

/// Where somebody says how an order or a restaurant was: the chain's form, else our own page. The order's key opens it and
/// is handed on to nobody.
#[utoipa::path(get, path = "/api/commerce/v2/survey", operation_id = "findSurvey", tag = "shops",
    params(SurveyQuery),
    responses(
        (status = 200, description = "Where they say it", body = SurveyAddress),
        (status = 404, description = "No such order, or not with this key", body = ErrorBody),
        (status = 422, description = "Neither an order nor a restaurant of the chain", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn find_survey(
    State(ordering): State<Ordering>,
    caller: ClientAddress,
    Query(asked): Query<SurveyQuery>,
) -> Result<Json<SurveyAddress>, ApiError> {
    let is_from_call_centre = asked.utm_source.as_deref() == Some(CALL_CENTRE);
    let subject = match (&asked.order_id, &asked.restaurant_id) {
        (Some(order), _) => {
            let key = asked.order_key.as_deref().unwrap_or_default();
            let id = ordering.order_keys.order_of_key(order, key, caller.address).await?;
            let source = ordering.deps.store.checkouts().source(id).await?;
            SurveySubject::Order { id, is_of_call_centre: source == Some(Source::Staff) }
        }
        (None, Some(restaurant)) => {
            SurveySubject::Restaurant(ordering.view().shop_of_field(restaurant, "restaurantId")?.id())
        }
        (None, None) => return Err(ApiError::invalid("restaurantId")),
    };
    let chain = ordering.chain.get();
    let form = form_of(chain.survey(), subject, is_from_call_centre);
    let url = form.map_or_else(|| format!("{}{OWN_PAGE}", ordering.public_url), str::to_owned);
    Ok(Json(SurveyAddress { url: about(&url, subject) }))
}

/// The chain's form; none: it has no such one.
fn form_of(survey: &Survey, subject: SurveySubject, is_from_call_centre: bool) -> Option<&str> {
    let form = match subject {
        _ if is_from_call_centre => &survey.call_centre,
        SurveySubject::Order { is_of_call_centre: true, .. } => &survey.call_centre,
        SurveySubject::Order { .. } => &survey.order,
        SurveySubject::Restaurant(_) => &survey.restaurant,
    };
    form.as_deref()
}

/// An address that says what it is about.
fn about(url: &str, subject: SurveySubject) -> String {
    let next = if url.contains('?') { '&' } else { '?' };
    match subject {
        SurveySubject::Order { id, .. } => format!("{url}{next}orderId={id}"),
        SurveySubject::Restaurant(id) => format!("{url}{next}restaurantId={id}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_subject_has_its_form() {
        let form = |name: &str| Some(format!("https://kysely.example/{name}"));
        let survey = Survey { order: form("tilaus"), restaurant: form("ravintola"), call_centre: form("puhelu?a=b") };
        let of = |subject, is_from_call_centre| {
            form_of(&survey, subject, is_from_call_centre).map(|form| about(form, subject))
        };
        let order = |is_of_call_centre| SurveySubject::Order { id: OrderId(10_001), is_of_call_centre };
        let restaurant = SurveySubject::Restaurant(RestaurantId(180));
        assert_eq!(of(order(false), false), form("tilaus?orderId=10001"));
        assert_eq!(of(restaurant, false), form("ravintola?restaurantId=180"));
        for (subject, is_from_call_centre) in [(order(true), false), (order(false), true)] {
            assert_eq!(of(subject, is_from_call_centre), form("puhelu?a=b&orderId=10001"));
        }
        assert_eq!(of(restaurant, true), form("puhelu?a=b&restaurantId=180"));
        assert_eq!(form_of(&Survey::default(), order(true), false), None);
    }
}

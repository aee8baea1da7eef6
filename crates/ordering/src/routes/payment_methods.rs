//! `GET /api/payments/methods` and `GET /api/commerce/v2/shoppingcart/payments`: by what means one may pay.

use axum::{extract::State, http::HeaderMap, response::Response};
use chain::{MethodGroup, Settings};
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Query, document::Document};
use utoipa::{IntoParams, ToSchema};

use super::kept_for;
use crate::{
    chain_view::ChainView,
    ordering::Ordering,
    paying::{MethodList, OfferedMethod, offered},
    shopper::Shopper,
    wanted::order_type,
};

/// A means of payment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PaymentMethod)]
pub(super) struct PaymentMethodPayload<'c> {
    #[schema(value_type = String, example = "scheme")]
    id: &'c str,
    #[schema(value_type = String, example = "Pankki- tai luottokortti")]
    name: &'c str,
    /// `creditCard`, `mobile`, `bank`, `payLater`, `lunchBenefit`, `giftCard` or `others`.
    #[schema(value_type = String, example = "creditCard")]
    group: &'static str,
    /// None: the page draws its own.
    #[schema(required)]
    icon: Option<String>,
    /// None: the page draws its own.
    #[schema(required)]
    svg: Option<String>,
    /// Whether the caller sees it without being able to choose it.
    disabled: bool,
    /// The banks behind it.
    issuers: Vec<PaymentIssuer<'c>>,
    /// Of a method with which one pays later: within so many days.
    #[serde(rename = "paymentDays", skip_serializing_if = "Option::is_none")]
    payment_days: Option<u32>,
}

/// A bank behind a means of payment.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PaymentIssuer<'c> {
    #[schema(value_type = String, example = "op")]
    id: &'c str,
    #[schema(value_type = String, example = "OP")]
    name: &'c str,
}

impl<'c> PaymentMethodPayload<'c> {
    fn new(offered: OfferedMethod<'c>, settings: &Settings) -> Self {
        let OfferedMethod { method, is_disabled } = offered;
        let issuers = method.issuers.iter();
        Self {
            id: method.id.as_str(),
            name: &method.name,
            group: method.group.as_str(),
            icon: None,
            svg: None,
            disabled: is_disabled,
            issuers: issuers.map(|issuer| PaymentIssuer { id: &issuer.id, name: &issuer.name }).collect(),
            payment_days: (method.group == MethodGroup::PayLater).then_some(settings.klarna_days),
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct PaymentMethodsQuery {
    /// The number by which payments know the restaurant.
    shop_external_id: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct OfOrder {
    /// The restaurant's number.
    shop_id: String,
    /// `delivery`, `pickup`, `eatin`, or their codes: pickup 0, delivery 1, eatin 2.
    delivery_method: String,
}

/// The means of payment that a provider handles.
#[utoipa::path(get, path = "/api/payments/methods", operation_id = "listPaymentMethods", tag = "payments",
    params(PaymentMethodsQuery),
    responses(
        (status = 200, description = "Those of the restaurant that the caller sees", body = [PaymentMethodPayload]),
        (status = 304, description = "As the caller knows them"),
        (status = 422, description = "No such restaurant", body = ErrorBody)))]
pub(super) async fn list_payment_methods(
    State(ordering): State<Ordering>,
    Query(query): Query<PaymentMethodsQuery>,
    shopper: Shopper,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let view = ordering.view();
    let shop = view.shop_of_payments(&query.shop_external_id).ok_or_else(|| ApiError::invalid("shopExternalId"))?;
    let offered = offered(view.chain(), shop, None, shopper, ordering.payments.has_provider);
    answer(&view, offered, MethodList::Provider, shopper, &headers)
}

/// The means of payment that the shop handles itself.
#[utoipa::path(get, path = "/api/commerce/v2/shoppingcart/payments", operation_id = "listExtraPaymentMethods",
    tag = "payments", params(OfOrder),
    responses(
        (status = 200, description = "Those of the restaurant and the order type that the caller sees", body = [PaymentMethodPayload]),
        (status = 304, description = "As the caller knows them"),
        (status = 422, description = "No such restaurant or order type", body = ErrorBody)))]
pub(super) async fn list_extra_payment_methods(
    State(ordering): State<Ordering>,
    Query(query): Query<OfOrder>,
    shopper: Shopper,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let view = ordering.view();
    let shop = view.shop_of_field(&query.shop_id, "shopId")?;
    let order_type = order_type(&query.delivery_method).ok_or_else(|| ApiError::invalid("deliveryMethod"))?;
    let offered = offered(view.chain(), shop, Some(order_type), shopper, ordering.payments.has_provider);
    answer(&view, offered, MethodList::Extra, shopper, &headers)
}

fn answer<'c>(
    view: &ChainView,
    offered: impl Iterator<Item = OfferedMethod<'c>>,
    list: MethodList,
    shopper: Shopper,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let settings = view.chain().settings();
    let offered = offered.filter(|one| MethodList::of(one.method) == list);
    let methods: Vec<_> = offered.map(|one| PaymentMethodPayload::new(one, settings)).collect();
    Ok(Document::new(&methods)?.answer(headers, kept_for(shopper)))
}

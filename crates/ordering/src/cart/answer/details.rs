//! Sums, rates and lunch, on the wire.

use std::borrow::Cow;

use chain::BasisPoints;
use pricing::{LunchOption, PriceDetails, VatShare};
use serde::{Serialize, Serializer};
use server::euros::Euros;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// A rate in percent, in its shortest form: `14`, `13.5`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Percent(pub(crate) BasisPoints);

impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(rate) = self;
        if rate.0 % 100 == 0 {
            serializer.serialize_u32(rate.0 / 100)
        } else {
            serializer.serialize_f64(rate.percent())
        }
    }
}

impl PartialSchema for Percent {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Number).description(Some("A rate in percent")).into()
    }
}

impl ToSchema for Percent {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Percent")
    }
}

/// The sums of a cart.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PricingDetails {
    line_items_sub_total: Euros,
    line_item_discounts_total: Euros,
    line_items_total: Euros,
    shipping_charges_sub_total: Euros,
    shipping_charges_discount_total: Euros,
    shipping_charges_total: Euros,
    services_sub_total: Euros,
    grand_total: Euros,
    vat_total: Euros,
    /// By rate, the lowest first.
    vat: Vec<VatOfRate>,
    campaign_prepaid_total: Euros,
    loyalty_prepaid_total: Euros,
    #[serde(rename = "b2BPrepaidTotal")]
    b2b_prepaid_total: Euros,
    prepaid_amount_total: Euros,
    shipping_charges_prepaid_total: Euros,
}

impl PricingDetails {
    pub(super) fn of(details: &PriceDetails) -> Self {
        Self {
            line_items_sub_total: Euros(details.line_items_sub_total),
            line_item_discounts_total: Euros(details.line_item_discounts_total),
            line_items_total: Euros(details.line_items_total),
            shipping_charges_sub_total: Euros(details.shipping_charges_sub_total),
            shipping_charges_discount_total: Euros(details.shipping_charges_discount_total),
            shipping_charges_total: Euros(details.shipping_charges_total),
            services_sub_total: Euros(details.services_sub_total),
            grand_total: Euros(details.grand_total),
            vat_total: Euros(details.vat_total),
            vat: details.vat.iter().map(VatOfRate::of).collect(),
            campaign_prepaid_total: Euros(details.campaign_prepaid_total),
            loyalty_prepaid_total: Euros(details.loyalty_prepaid_total),
            b2b_prepaid_total: Euros(details.b2b_prepaid_total),
            prepaid_amount_total: Euros(details.prepaid_amount_total),
            shipping_charges_prepaid_total: Euros(details.shipping_charges_prepaid_total),
        }
    }
}

/// What is taxed at one rate, and the tax that it holds.
#[derive(Debug, Serialize, ToSchema)]
struct VatOfRate {
    percent: Percent,
    gross: Euros,
    vat: Euros,
}

impl VatOfRate {
    fn of(share: &VatShare) -> Self {
        Self { percent: Percent(share.rate), gross: Euros(share.gross), vat: Euros(share.vat) }
    }
}

/// Lunch, while there is.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LunchOptionDetails<'p> {
    /// When it ends, `HH:mm` in Helsinki.
    until: String,
    /// What the lines' products cost then.
    products: Vec<LunchProduct<'p>>,
}

impl<'p> LunchOptionDetails<'p> {
    pub(super) fn of(lunch: &'p LunchOption<'p>) -> Self {
        let products = lunch.products.iter().map(|(product, size, price)| LunchProduct {
            product_id: product.id.as_str(),
            size_id: size.id.as_str(),
            price: Euros(*price),
        });
        Self { until: lunch.until.to_string(), products: products.collect() }
    }
}

/// A product at lunch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LunchProduct<'p> {
    product_id: &'p str,
    size_id: &'p str,
    price: Euros,
}

//! What an order keeps of its price, and what is booked of it.

use domain::payment::{LedgerAmounts, LedgerVat, Sale};
use pricing::{PriceRecord, Priced};
use serde_json::value::{RawValue, to_raw_value};
use server::ApiError;

use crate::cart::{CartContext, PricedCart};

/// The record of a cart that was priced.
///
/// # Errors
/// Never: it is JSON.
pub(crate) fn record_of(priced: &Priced<'_>, context: &CartContext<'_>) -> Result<Box<RawValue>, ApiError> {
    let wrong = |error| ApiError::internal(&error);
    let cart = to_raw_value(&PricedCart::of(priced, context, false)).map_err(wrong)?;
    to_raw_value(&PriceRecord::of(priced, cart)).map_err(wrong)
}

/// What is booked of a cart that was priced.
pub(crate) fn sale_of(priced: &Priced<'_>) -> Sale {
    let details = &priced.details;
    Sale {
        amounts: LedgerAmounts {
            gross: details.line_items_sub_total,
            discounts: details.line_item_discounts_total,
            shipping: details.shipping_charges_total,
            services: details.services_sub_total,
            ..LedgerAmounts::default()
        },
        vat: details.vat.iter().map(|share| LedgerVat { rate: share.rate.0, amount: share.vat }).collect(),
    }
}

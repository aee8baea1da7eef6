//! What placing an order needs besides its cart.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use server::{ApiError, euros::Euros, extract::from_json};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{Ref, RefOr, Schema, schema::AllOfBuilder},
};

use super::analytics_data;
use crate::cart::{CartBody, ReadCart, check};

/// The longest address of a page.
const LONGEST_ADDRESS: usize = 500;
/// The longest id.
const LONGEST_ID: usize = 64;

/// An order is a cart with a contact and a payment method, and this.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderDetailsBody {
    payment_option: Option<PaymentOptionBody>,
    /// Where the browser goes after it was paid or not: of this shop's address, or of an allowed one.
    #[schema(max_length = 500)]
    redirect_url: Option<String>,
    /// Where the customer came from: kept by their leave alone, which stands in it, and never a reason to refuse the order.
    #[schema(value_type = Option<Object>)]
    analytics_data: Option<Value>,
    /// What the customer saw last: another sum is refused.
    grand_total: Option<Euros>,
    /// What the customer saw that their gift card pays of it: where it cannot pay as much any more, the order is refused.
    gift_card_hold: Option<Euros>,
    /// For whom the call centre orders; of others it is ignored.
    on_behalf: Option<OnBehalfBody>,
}

/// Somebody who ordered by telephone.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OnBehalfBody {
    /// A customer who was found by the telephone's number; none: a guest.
    #[schema(max_length = 500)]
    pub customer_ref: Option<String>,
    /// The telephone that they called from.
    #[serde(default)]
    #[schema(required, max_length = 18)]
    pub phone: String,
}

/// What the API's document says of an order as it is sent: a cart, and more.
#[derive(Debug)]
pub enum PlaceOrderBody {}

impl PartialSchema for PlaceOrderBody {
    fn schema() -> RefOr<Schema> {
        let parts = [CartBody::name(), OrderDetailsBody::name()];
        let all = parts.iter().fold(AllOfBuilder::new(), |all, part| all.item(Ref::from_schema_name(part.as_ref())));
        all.into()
    }
}

impl ToSchema for PlaceOrderBody {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("PlaceOrderBody")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((CartBody::name().into_owned(), CartBody::schema()));
        CartBody::schemas(schemas);
        schemas.push((OrderDetailsBody::name().into_owned(), OrderDetailsBody::schema()));
        OrderDetailsBody::schemas(schemas);
    }
}

/// What a payment method needs besides.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaymentOptionBody {
    /// The bank, where the method has several.
    #[schema(max_length = 64)]
    issuer: Option<String>,
    gift_card: Option<GiftCardBody>,
}

/// A gift card.
#[derive(Clone, Deserialize, ToSchema)]
pub struct GiftCardBody {
    #[schema(max_length = 64)]
    pub number: String,
    #[schema(max_length = 64)]
    pub pin: String,
}

impl std::fmt::Debug for GiftCardBody {
    /// Without number and pin: they are money.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("GiftCardBody(…)")
    }
}

/// An order that was read: within all bounds, but not asked whether there are such things.
#[derive(Debug)]
pub struct ReadOrder {
    pub read: ReadCart,
    pub issuer: Option<String>,
    pub gift_card: Option<GiftCardBody>,
    pub redirect_url: Option<String>,
    pub analytics: Option<Box<RawValue>>,
    pub grand_total: Option<domain::money::Cents>,
    pub gift_card_hold: Option<domain::money::Cents>,
    pub on_behalf: Option<OnBehalfBody>,
}

impl ReadOrder {
    /// Reads an order: its cart, then the rest.
    ///
    /// # Errors
    /// 400 where it is not JSON, 422 with the path of the first field that is out of bounds.
    pub fn read(body: &[u8]) -> Result<Self, ApiError> {
        let read = from_json::<CartBody>(body)?.read()?;
        let more: OrderDetailsBody = from_json(body)?;
        let option = more.payment_option.unwrap_or_default();
        check(option.issuer.as_deref(), LONGEST_ID, "paymentOption.issuer")?;
        if let Some(card) = &option.gift_card {
            check(Some(&card.number), LONGEST_ID, "paymentOption.giftCard.number")?;
            check(Some(&card.pin), LONGEST_ID, "paymentOption.giftCard.pin")?;
        }
        check(more.redirect_url.as_deref(), LONGEST_ADDRESS, "redirectUrl")?;
        Ok(Self {
            read,
            issuer: option.issuer,
            gift_card: option.gift_card,
            redirect_url: more.redirect_url,
            analytics: analytics_data::kept(more.analytics_data.as_ref()),
            grand_total: more.grand_total.map(|amount| amount.0),
            gift_card_hold: more.gift_card_hold.map(|amount| amount.0),
            on_behalf: more.on_behalf,
        })
    }
}

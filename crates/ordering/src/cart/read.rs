//! From a cart on the wire to one that can be priced: the bounds, each fault named by its path.

use chain::{Allergen, LONGEST_CODE, LONGEST_ID, NotACode, PromotionCode, hours::zone};
use domain::{
    geo::LatLng,
    key::Secrets,
    words::{HiddenCharacter, without_format},
};
use jiff::{Timestamp, Zoned};
use pricing::{Cart, DeliveryFee, Moment};
use server::{ApiError, words::hidden};

use super::{
    body::{CartBody, ContactBody},
    how::{read_due, read_type},
    lines::read_lines,
};
use crate::price_token::{PriceToken, SentWith};

/// The most promotion codes.
const MOST_CODES: usize = 5;
/// The longest text.
pub(super) const LONGEST_TEXT: usize = 500;
/// The longest number of an apartment.
const LONGEST_APARTMENT: usize = 20;

/// A cart that was read: within all bounds, but not asked whether there are such things.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadCart {
    /// What is priced. Its delivery fee is none until the price token was verified.
    pub cart: Cart,
    /// When it is to be due; none: now.
    pub due: Option<Zoned>,
    /// What promises the delivery fee.
    pub price_token: Option<String>,
    /// Where the promise holds, where no place was sent beside it.
    pub promised_place: Option<LatLng>,
    pub contact: Contact,
}

impl ReadCart {
    /// The moment that is judged.
    #[must_use]
    pub fn moment(&self, now: Timestamp) -> Moment {
        self.due.clone().map_or_else(|| Moment::now(now, zone()), |due| Moment::preorder(now, due))
    }

    /// Takes over what the price token holds, if one was sent. `now`: the node's clock, which its life goes by.
    pub fn open_price_token(&mut self, secrets: &Secrets, now: Timestamp) {
        let due = self.due.as_ref().map(Zoned::timestamp);
        let sent_with = SentWith { shop: self.cart.shop, point: self.cart.coordinates, due };
        let Some(text) = self.price_token.as_deref() else { return };
        let token = PriceToken::open(text, secrets);
        let place = token.as_ref().and_then(|token| token.place.point());
        let fee = token.map_or(DeliveryFee::Invalid, |token| token.fee_for(sent_with, now));
        let is_held = matches!(fee, DeliveryFee::Held { .. });
        self.promised_place = place.filter(|_| is_held && self.cart.coordinates.is_none());
        self.cart.delivery_fee = Some(fee);
    }
}

/// Whom an order is for, as it was sent: checked for its lengths alone until it is placed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Contact {
    /// What the driver reads, and the field that says it.
    pub instruction: Option<(String, &'static str)>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub phone_number: Option<String>,
    pub email: Option<String>,
    pub street: Option<String>,
    pub apartment_number: Option<String>,
    pub postal_code: Option<String>,
    pub city: Option<String>,
    pub email_marketing_permission: Option<bool>,
    pub sms_marketing_permission: Option<bool>,
}

impl CartBody {
    /// Reads the cart.
    ///
    /// # Errors
    /// 422 with the path of the first field that is out of bounds.
    pub fn read(self) -> Result<ReadCart, ApiError> {
        let shop = self.shop_id.parse().map_err(|_| ApiError::invalid("shopId"))?;
        let order_type = read_type(&self.types(), "deliveryType")?;
        let due = read_due(&self.times())?;
        check(self.payment_method.as_deref(), LONGEST_ID, "paymentMethod")?;
        check(self.delivery_price_token.as_deref(), LONGEST_TEXT, "deliveryPriceToken")?;
        check_length(self.shipping_instruction.as_deref(), LONGEST_TEXT, "shippingInstruction")?;
        check_length(self.additional_info.as_deref(), LONGEST_TEXT, "additionalInfo")?;
        let instruction = self.shipping_instruction.map(|text| (text, "shippingInstruction"));
        let instruction = instruction.or_else(|| self.additional_info.map(|text| (text, "additionalInfo")));
        let promotion_codes = read_codes(&self.promotion_codes.unwrap_or_default())?;
        let avoid_allergens = read_allergens(&self.avoid_allergens.unwrap_or_default())?;
        let (contact, coordinates) = read_contact(self.delivery_contact.unwrap_or_default())?;
        let contact = Contact { instruction, ..contact };
        let cart = Cart {
            shop,
            order_type,
            lines: read_lines(self.order_items)?,
            payment_method: self.payment_method,
            promotion_codes,
            declines_phone_order_fee: self.has_phone_order_fee == Some(false),
            without_packaging: self.delivery_without_packaging.unwrap_or_default(),
            avoid_allergens,
            coordinates,
            delivery_fee: None,
            has_delivery_service_fee: self.has_delivery_service_fee.unwrap_or_default(),
        };
        Ok(ReadCart { cart, due, price_token: self.delivery_price_token, promised_place: None, contact })
    }
}

/// Promotion codes in their one spelling, none twice.
pub(super) fn read_codes(sent: &[String]) -> Result<Vec<PromotionCode>, ApiError> {
    if sent.len() > MOST_CODES {
        return Err(ApiError::invalid("promotionCodes"));
    }
    let mut codes = Vec::with_capacity(sent.len());
    for (at, text) in sent.iter().enumerate() {
        let code = read_code(text).map_err(|error| error.within(&format!("promotionCodes[{at}]")))?;
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    Ok(codes)
}

fn read_code(text: &str) -> Result<PromotionCode, ApiError> {
    check_length(Some(text), LONGEST_CODE, "")?;
    without_format(text).map_err(|HiddenCharacter| hidden(""))?;
    PromotionCode::read(text).map_err(|NotACode| ApiError::invalid(""))
}

fn read_allergens(sent: &[String]) -> Result<Vec<Allergen>, ApiError> {
    let mut allergens = Vec::new();
    for id in sent {
        let known = Allergen::IDS.iter().find(|(known, _)| known == id);
        let (_, allergen) = known.ok_or_else(|| ApiError::invalid("avoidAllergens"))?;
        if !allergens.contains(allergen) {
            allergens.push(*allergen);
        }
    }
    Ok(allergens)
}

fn read_contact(sent: ContactBody) -> Result<(Contact, Option<LatLng>), ApiError> {
    let texts = [
        (&sent.first_name, "deliveryContact.firstName"),
        (&sent.last_name, "deliveryContact.lastName"),
        (&sent.phone_number, "deliveryContact.phoneNumber"),
        (&sent.email, "deliveryContact.email"),
        (&sent.street, "deliveryContact.street"),
        (&sent.postal_code, "deliveryContact.postalCode"),
        (&sent.city, "deliveryContact.city"),
    ];
    for (text, field) in texts {
        check_length(text.as_deref(), LONGEST_TEXT, field)?;
    }
    check_length(sent.apartment_number.as_deref(), LONGEST_APARTMENT, "deliveryContact.apartmentNumber")?;
    let coordinates = sent.coordinates.map(|sent| sent.point()).transpose();
    let coordinates = coordinates.map_err(|error| error.within("deliveryContact.coordinates"))?;
    let contact = Contact {
        instruction: None,
        first_name: sent.first_name,
        last_name: sent.last_name,
        phone_number: sent.phone_number,
        email: sent.email,
        street: sent.street,
        apartment_number: sent.apartment_number,
        postal_code: sent.postal_code,
        city: sent.city,
        email_marketing_permission: sent.email_marketing_permission,
        sms_marketing_permission: sent.sms_marketing_permission,
    };
    Ok((contact, coordinates))
}

/// A text is as long as it may be, and has no character that no database holds.
pub(crate) fn check(text: Option<&str>, most: usize, field: &str) -> Result<(), ApiError> {
    check_length(text, most, field)?;
    if text.is_none_or(|text| !text.contains('\0')) { Ok(()) } else { Err(ApiError::invalid(field)) }
}

/// A text is as long as it may be.
fn check_length(text: Option<&str>, most: usize, field: &str) -> Result<(), ApiError> {
    if text.is_none_or(|text| text.chars().count() <= most) { Ok(()) } else { Err(ApiError::invalid(field)) }
}

#[cfg(test)]
mod tests;

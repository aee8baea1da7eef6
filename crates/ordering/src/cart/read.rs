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
mod tests {
    use domain::order::OrderType;
    use pricing::CartIngredient;
    use serde_json::{Value, json};
    use server::extract::from_json;

    use super::*;

    fn read(body: &Value) -> Result<ReadCart, ApiError> {
        from_json::<CartBody>(body.to_string().as_bytes()).and_then(CartBody::read)
    }

    /// A cart of a line, with other fields in the place of its own.
    fn cart(fields: &Value) -> Value {
        let mut cart = json!({
            "shopId": "12", "deliveryType": 1,
            "orderItems": [{ "uuid": "a", "productId": "3001", "sizeId": "101", "quantity": 2 }],
        });
        for (name, value) in fields.as_object().unwrap() {
            cart[name] = value.clone();
        }
        cart
    }

    /// A line of a cart, with other fields in the place of its own.
    fn lines(fields: &Value) -> Value {
        let mut line = cart(&json!({}))["orderItems"][0].clone();
        for (name, value) in fields.as_object().unwrap() {
            line[name] = value.clone();
        }
        json!({ "orderItems": [line] })
    }

    fn field(fields: &Value) -> String {
        match read(&cart(fields)) {
            Ok(_) => "none".to_owned(),
            Err(error) => error.body().metadata["field"].as_str().unwrap().to_owned(),
        }
    }

    #[test]
    fn what_is_out_of_bounds_is_named_by_its_path() {
        let long = |length: usize| "ä".repeat(length);
        let many = |length: usize| -> Vec<Value> {
            let line = |at: usize| json!({ "uuid": at.to_string(), "productId": "1", "sizeId": "1", "quantity": 1 });
            (0..length).map(line).collect()
        };
        let doses = |length: usize, quantity: i64| {
            let one = json!({ "ingredientId": "1201", "quantity": quantity });
            lines(&json!({ "ingredients": vec![one; length] }))
        };
        let contact = |name: &str, value: Value| json!({ "deliveryContact": { name: value } });
        for (within, beyond, path) in [
            (json!({ "shopId": "99" }), json!({ "shopId": "x" }), "shopId"),
            (json!({ "shopId": "1" }), json!({ "shopId": 12 }), "shopId"),
            (json!({ "paymentMethod": long(64) }), json!({ "paymentMethod": long(65) }), "paymentMethod"),
            (
                json!({ "promotionCodes": [long(64)] }),
                json!({ "promotionCodes": ["a", long(65)] }),
                "promotionCodes[1]",
            ),
            (json!({ "promotionCodes": vec!["a"; 5] }), json!({ "promotionCodes": vec!["a"; 6] }), "promotionCodes"),
            (json!({ "promotionCodes": [" a "] }), json!({ "promotionCodes": [" "] }), "promotionCodes[0]"),
            (json!({ "avoidAllergens": ["milk"] }), json!({ "avoidAllergens": ["milk", "gold"] }), "avoidAllergens"),
            (json!({ "deliveryPriceToken": null }), json!({ "deliveryPriceToken": long(501) }), "deliveryPriceToken"),
            (
                json!({ "shippingInstruction": long(500) }),
                json!({ "shippingInstruction": long(501) }),
                "shippingInstruction",
            ),
            (json!({ "additionalInfo": long(500) }), json!({ "additionalInfo": long(501) }), "additionalInfo"),
            (json!({ "paymentMethod": "" }), json!({ "paymentMethod": "a\u{0}b" }), "paymentMethod"),
            (json!({ "promotionCodes": ["a\u{200b}"] }), json!({ "promotionCodes": ["a\u{1b}"] }), "promotionCodes[0]"),
            (
                contact("firstName", json!(long(500))),
                contact("firstName", json!(long(501))),
                "deliveryContact.firstName",
            ),
            (contact("city", json!("")), contact("city", json!(7)), "deliveryContact.city"),
            (
                contact("apartmentNumber", json!(long(20))),
                contact("apartmentNumber", json!(long(21))),
                "deliveryContact.apartmentNumber",
            ),
            (
                contact("coordinates", json!({ "lat": 90, "lng": -180 })),
                contact("coordinates", json!({ "lat": 90.1, "lng": 0 })),
                "deliveryContact.coordinates.lat",
            ),
            (
                contact("coordinates", json!(null)),
                contact("coordinates", json!({ "lat": 60 })),
                "deliveryContact.coordinates.lng",
            ),
            (json!({ "orderItems": many(50) }), json!({ "orderItems": many(51) }), "orderItems"),
            (lines(&json!({ "uuid": long(64) })), lines(&json!({ "uuid": long(65) })), "orderItems[0].uuid"),
            (lines(&json!({ "uuid": "a" })), lines(&json!({ "uuid": "\u{1b}@" })), "orderItems[0].uuid"),
            (lines(&json!({ "uuid": "" })), lines(&json!({ "uuid": "a\u{202e}" })), "orderItems[0].uuid"),
            (
                lines(&json!({ "productId": "nobody's" })),
                lines(&json!({ "productId": null })),
                "orderItems[0].productId",
            ),
            (lines(&json!({ "sizeId": "" })), lines(&json!({ "sizeId": long(65) })), "orderItems[0].sizeId"),
            (lines(&json!({ "quantity": 1 })), lines(&json!({ "quantity": 0 })), "orderItems[0].quantity"),
            (lines(&json!({ "quantity": 99 })), lines(&json!({ "quantity": 100 })), "orderItems[0].quantity"),
            (lines(&json!({ "quantity": 2 })), lines(&json!({ "quantity": 2.5 })), "orderItems[0].quantity"),
            (lines(&json!({ "comboId": long(64) })), lines(&json!({ "comboId": long(65) })), "orderItems[0].comboId"),
            (
                lines(&json!({ "comboCampaignCode": " " })),
                lines(&json!({ "comboCampaignCode": long(65) })),
                "orderItems[0].comboCampaignCode",
            ),
            (
                lines(&json!({ "addedFrom": "menu" })),
                lines(&json!({ "addedFrom": long(501) })),
                "orderItems[0].addedFrom",
            ),
            (doses(40, 20), doses(41, 20), "orderItems[0].ingredients"),
            (doses(1, 0), doses(1, 21), "orderItems[0].ingredients[0].quantity"),
            (doses(1, 1), doses(1, -1), "orderItems[0].ingredients[0].quantity"),
        ] {
            assert_eq!(field(&within), "none", "{within}");
            assert_eq!(field(&beyond), path, "{beyond}");
        }
    }

    #[test]
    fn a_line_has_a_name_of_its_own() {
        let twice = json!([cart(&json!({}))["orderItems"][0], cart(&json!({}))["orderItems"][0]]);
        assert_eq!(field(&json!({ "orderItems": twice })), "orderItems[1].uuid");
    }

    #[test]
    fn what_must_be_there_is_named() {
        let without = |name: &str| {
            let mut cart = cart(&json!({}));
            cart.as_object_mut().unwrap().remove(name);
            read(&cart).unwrap_err().body().metadata["field"].clone()
        };
        assert_eq!(["shopId", "deliveryType", "orderItems"].map(without), ["shopId", "deliveryType", "orderItems"]);
        for name in ["uuid", "productId", "sizeId", "quantity"] {
            let mut cart = cart(&json!({}));
            cart["orderItems"][0].as_object_mut().unwrap().remove(name);
            let error = read(&cart).unwrap_err();
            assert_eq!(error.body().metadata["field"], format!("orderItems[0].{name}"));
        }
    }

    // spec: CK-33, CK-34
    #[test]
    fn each_name_has_its_spellings() {
        let wanted = |fields: &Value| {
            let mut cart = cart(fields);
            if cart["deliveryType"] == 1 {
                cart.as_object_mut().unwrap().remove("deliveryType");
            }
            read(&cart)
                .map(|read| (read.cart.order_type.as_str(), read.due.map(|due| due.strftime("%H:%M").to_string())))
        };
        for (fields, order_type) in [
            (json!({ "orderType": "eatin" }), "eatin"),
            (json!({ "deliveryMethod": 2 }), "eatin"),
            (json!({ "deliveryType": "0" }), "pickup"),
            (json!({ "orderType": "delivery", "deliveryType": "drone" }), "delivery"),
            (json!({ "orderType": null, "deliveryType": 0 }), "pickup"),
        ] {
            assert_eq!(wanted(&fields).unwrap().0, order_type, "{fields}");
        }
        for (fields, due) in [
            (json!({ "preOrderTime": "2026-11-24 18:00" }), Some("18:00")),
            (json!({ "preOrderTime": null, "preOderTime": "2026-11-24 18:15" }), Some("18:15")),
            (json!({ "preorderDateTime": "2026-11-24 18:30", "preorderTime": "2026-11-24 18:45" }), Some("18:45")),
            (json!({ "preOrderTime": "", "preorderTime": "2026-11-24 18:45" }), None),
            (json!({}), None),
        ] {
            let read = read(&cart(&fields)).unwrap();
            assert_eq!(read.due.map(|due| due.strftime("%H:%M").to_string()).as_deref(), due, "{fields}");
        }
        assert_eq!(field(&json!({ "deliveryType": "drone" })), "deliveryType");
        assert_eq!(field(&json!({ "deliveryType": true })), "deliveryType");
        assert_eq!(field(&json!({ "orderType": 3 })), "orderType");
        assert_eq!(field(&json!({ "preOrderTime": "2027-03-28 03:30" })), "preOrderTime");
        assert_eq!(field(&json!({ "preorderTime": "tomorrow" })), "preorderTime");
        assert_eq!(field(&json!({ "preorderDateTime": 5 })), "preorderDateTime");
    }

    // spec: PR-03, PR-04, PR-05
    #[test]
    fn a_cart_is_read_whole() {
        let fields = json!({
            "promotionCodes": ["KESÄ 5", "kesä5", "oi2m-4k7q-9x1c-b"], "hasPhoneOrderFee": false, "avoidAllergens": ["nuts", "nuts"],
            "shopId": "14", "paymentMethod": "scheme", "preOrderTime": "2026-11-24 18:00", "deliveryWithoutPackaging": true,
            "deliveryPriceToken": "v1.x", "shippingInstruction": "Ovikoodi 2480", "grandTotal": "much",
            "orderID": 7, "buyerId": [], "notApplicableCampaigns": {}, "globalCampaigns": 3, "redirectToOrderTracking": "no",
            "deliveryContact": {
                "firstName": "Aino", "lastName": "Virtanen", "phoneNumber": "040 123 4567", "email": "aino@example.fi", "street": "Liisankatu 12",
                "apartmentNumber": "B 7", "postalCode": "00170", "city": "Helsinki", "coordinates": { "lat": 60.1, "lng": 24.9 },
                "emailMarketingPermission": true, "smsMarketingPermission": false, "deliveryDistance": "far", "subscribedToLoyalty": 3,
            },
            "orderItems": [{
                "uuid": "a", "productId": "3001", "sizeId": "101", "quantity": 4, "comboId": "x", "comboCampaignCode": "PARI", "addedFrom": "menu",
                "ingredients": [{ "ingredientId": "1201", "quantity": 1 }, { "ingredientId": "1201", "quantity": 2, "addedFrom": "extra" }],
            }],
        });
        let read = read(&cart(&fields)).unwrap();
        let codes: Vec<_> = read.cart.promotion_codes.iter().map(PromotionCode::as_str).collect();
        assert_eq!(codes, ["kesä5", "012m4k7q9x1cb"], "small letters, no blanks, none twice");
        let cart = &read.cart;
        assert_eq!(
            (cart.shop.0, cart.order_type, cart.avoid_allergens.as_slice()),
            (14, OrderType::Delivery, &[Allergen::Nuts][..])
        );
        assert!(cart.declines_phone_order_fee && cart.without_packaging);
        assert_eq!(cart.coordinates, LatLng::new(60.1, 24.9).ok());
        let due = read.due.map(|due| due.strftime("%H:%M").to_string());
        let texts = [cart.payment_method.as_deref(), read.price_token.as_deref(), due.as_deref()];
        assert_eq!(texts, ["scheme", "v1.x", "18:00"].map(Some));
        let text = |text: &str| Some(text.to_owned());
        let contact = Contact {
            instruction: Some(("Ovikoodi 2480".to_owned(), "shippingInstruction")),
            first_name: text("Aino"),
            last_name: text("Virtanen"),
            phone_number: text("040 123 4567"),
            email: text("aino@example.fi"),
            street: text("Liisankatu 12"),
            apartment_number: text("B 7"),
            postal_code: text("00170"),
            city: text("Helsinki"),
            email_marketing_permission: Some(true),
            sms_marketing_permission: Some(false),
        };
        assert_eq!(read.contact, contact);
        let line = &cart.lines[0];
        assert_eq!((&*line.id, line.product.as_str(), line.size.as_str(), line.quantity), ("a", "3001", "101", 4));
        assert_eq!(line.combo.as_ref().map(|combo| &*combo.id), Some("x"));
        assert_eq!(line.combo.as_ref().and_then(|combo| combo.code.as_ref()).map(PromotionCode::as_str), Some("pari"));
        let dose = |one: &CartIngredient| (one.ingredient.to_string(), one.quantity, one.added_from.clone());
        let doses: Vec<_> = line.ingredients.iter().flatten().map(dose).collect();
        assert_eq!(doses, [("1201".to_owned(), 1, None), ("1201".to_owned(), 2, text("extra"))]);
    }
}

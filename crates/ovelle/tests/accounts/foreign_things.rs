//! What a customer has that another may try, and the fields in which nothing of anybody's stands.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{app::TestApp, customer::CustomerPerson, kitchen::Registered, shop::PLACING};

use crate::{
    addresses::{ADDRESSES, add, address},
    history::DETAILS,
    in_link,
    ordering::{delivery, pickup, pizza, place},
    reordering::FAVOURITE,
};

/// Fields of calls that name nothing of a person's: goods, places, times, what somebody says of themselves. `operation.field`
/// where another operation has one of that name which does.
pub(crate) const OF_NOBODY: &str = "
    acceptedLoyaltyTerms acceptedTerms action addedFrom additionalInfo amount analyticsData apartmentNumber applePayToken at
    avoid avoidAllergens birthDate birthdate campaignId campaignSlug campaigns city clientSeed
    comboCampaignCode comboId confirm context coordinates currency
    currentPassword date deliveryContact deliveryMethod deliveryPriceToken deliveryWithoutPackaging deliveryZoneVersion
    destLat destLng discountDetails discountedPrice emailMarketingPermission endUnpaid error errorCode eventId events
    explain extraInfo firstName forceActive format fromSizeId giftCard giftCardHold googlePayToken googleRecaptchaToken
    grandTotal hasDeliveryServiceFee hasPhoneOrderFee id idOrSlug ids ingredientId ingredients intent iss issuer item
    lastName lat latitude limit lng longitude loyaltyTermsVersion message metrics name newPassword onBehalf option
    orderItems orderPaymentDetails orderType originLat originLng partNumber password path paymentDetails paymentMethod
    paymentOption phoneNumber placeId postalCode preferredPaymentMethod preorderDateTime preOrderTime primaryAddress
    productId promotionCodes provider q quantity rajaus rating reads redirectUrl rerequest restaurantId results returnTo
    route selected selectedPaymentMethod sf shippingInstruction shopExternalId shopId showLoyaltySignUpPage
    showPrizeModal showWelcomeModal sizeId slug smsMarketingPermission splitPayments status street streetaddress
    streetAddress term termsVersion text utm_source uuid value version zipCode zoneId
    login.code makeBearerToken.code reportPageErrors.code placeOrder.email priceCart.email findBestPrice.email
    changeMe.phone placeOrder.phone register.phone
";

/// By what the one whose things are tried signs in, and is called.
pub(crate) const THEIR_EMAIL: &str = "uusi@ovelle.example";
pub(crate) const THEIR_PHONE: &str = "0407654321";

/// What one customer has, and an order of another's own.
pub(crate) struct Things {
    pub(crate) own: Registered,
    pub(crate) placed: Registered,
    pub(crate) home: String,
    /// The session of a payment that waits.
    pub(crate) payment: String,
    /// The tokens of links that were mailed.
    pub(crate) reset: String,
    pub(crate) confirm: String,
    pub(crate) undo: String,
}

impl Things {
    pub(crate) async fn gather(app: &TestApp, aino: &CustomerPerson, beata: &CustomerPerson) -> Self {
        let called = beata.call(Method::PATCH, "/api/users/me", &json!({ "phone": THEIR_PHONE })).await;
        assert_eq!(called.status, 200, "{}", called.body);
        let home = add(beata, &address("Liisankatu 12")).await;
        add(beata, &address("Vilhonkatu 4")).await;
        let own = place(aino, app, &pickup(&[pizza(1)])).await;
        let mut order = delivery(&[pizza(1)]);
        order["deliveryContact"]["phoneNumber"] = THEIR_PHONE.into();
        let placed = place(beata, app, &order).await;
        assert_eq!(beata.post(FAVOURITE, &json!(placed.id)).await.status, 204);
        let mut order = pickup(&[pizza(2)]);
        order["paymentMethod"] = "scheme".into();
        order["redirectUrl"] = app.url("/kassa").into();
        let unpaid = beata.post(PLACING, &order).await;
        let page = unpaid.body["payment"]["redirectUrl"].as_str().unwrap_or_else(|| panic!("{}", unpaid.body));
        let payment = page.rsplit_once('/').unwrap().1.to_owned();
        let (confirm, undo, reset) = links(app, beata).await;
        Self { own, placed, home, payment, reset, confirm, undo }
    }
}

/// Links that wait: to another address, back to the old one, to another password.
async fn links(app: &TestApp, person: &CustomerPerson) -> (String, String, String) {
    let mails = async |count| app.mails_of("email-changed", count).await;
    let to = |mails: &[Value], address: &str| mails.iter().rev().find(|mail| mail["to"] == address).unwrap().clone();
    let wish = async |email: &str| {
        let body = json!({ "email": email, "currentPassword": person.password });
        assert_eq!(person.call(Method::PATCH, "/api/users/me", &body).await.status, 200);
    };
    let there = THEIR_EMAIL;
    wish(there).await;
    let first = in_link(&to(&mails(1).await, there), "token");
    assert_eq!(person.post("/api/users/confirmEmail", &json!({ "token": first })).await.status, 204);
    let undo = in_link(&to(&mails(2).await, &person.email), "undo");
    wish(&person.email).await;
    let confirm = in_link(&to(&mails(3).await, &person.email), "token");
    person.post("/api/users/sendForgotPasswordEmail", &json!({ "email": there })).await;
    let reset = in_link(&app.mails_of("password-reset", 1).await[0], "passwordResetToken");
    (confirm, undo, reset)
}

/// What somebody has: all that a stranger could change or see.
pub(crate) async fn belongings(person: &CustomerPerson) -> [Value; 3] {
    let me = person.get("/api/users/me").await.body;
    [me, person.get(ADDRESSES).await.body, person.get(DETAILS).await.body]
}

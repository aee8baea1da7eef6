//! The message catalogue: every code that an answer or a frame can carry, with the Finnish sentence
//! a person may see.

use std::{error::Error, fmt::Write as _};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $text:literal;)*) => {
        /// A code of the catalogue. Its meaning never changes once it is out.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])* $name),* }

        impl Code {
            /// All codes, for the table in the API's document.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The `messageCode` on the wire.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }

            /// What a person may read; `{…}` stands for a value.
            #[must_use]
            pub fn message(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

codes! {
    /// The body is not JSON.
    NotJson = "request/not-json", "Pyyntöä ei voitu lukea.";
    /// The body or a parameter does not fit; `metadata.field` says which.
    Invalid = "request/invalid", "Pyynnössä on virheellinen tieto.";
    /// The body is larger than 256 KiB.
    TooLarge = "request/too-large", "Pyyntö on liian suuri.";
    /// Too many calls; come back after `Retry-After`.
    TooMany = "request/too-many", "Liian monta yritystä. Odota hetki ja yritä uudelleen.";
    /// The `Idempotency-Key` came with another body before.
    KeyMismatch = "request/idempotency-mismatch", "Sama tunniste on jo käytetty toiseen pyyntöön.";
    /// The first call with this `Idempotency-Key` is still running.
    InProgress = "request/in-progress", "Pyyntöä käsitellään jo.";
    /// The call took too long.
    Timeout = "request/timeout", "Pyyntö kesti liian kauan. Yritä uudelleen.";
    /// There is nothing at this address.
    NoRoute = "request/not-found", "Osoitteesta ei löydy mitään.";
    /// The address does not take this method.
    NoMethod = "request/method-not-allowed", "Osoite ei tue tätä toimintoa.";
    /// No key, or one that nobody has.
    NoKey = "dispatch/unauthorized", "Tunnus puuttuu tai se ei kelpaa.";
    /// A key without the right to this.
    Forbidden = "dispatch/forbidden", "Tunnuksella ei ole oikeutta tähän.";
    /// No such order, or not with this key: the same answer for both.
    OrderNotFound = "order/not-found", "Tilausta ei löydy.";
    /// The order can no longer be tracked (T-65).
    OrderExpired = "order/expired", "Tilaus on vanhentunut, eikä sitä voi enää seurata.";
    /// The reported status may not follow the present one; `metadata {from, to}`.
    StatusTransition = "status/transition", "Tilaus ei voi siirtyä tähän tilaan.";
    /// The order is no longer at `ifSeq`; `metadata {seq, status}`.
    StatusMoved = "status/moved", "Tilaus on jo siirtynyt eteenpäin.";
    /// No such batch.
    BatchNotFound = "batch/not-found", "Erää ei löydy.";
    /// The batch carries orders of restaurants that the key does not reach.
    BatchForeign = "batch/foreign", "Erä kuuluu toiselle ravintolalle.";
    /// No car is to be shown now.
    CarNotFound = "car/not-found", "Auton sijaintia ei ole saatavilla.";
    /// Feedback before the order is over.
    FeedbackTooEarly = "feedback/too-early", "Palautetta voi antaa, kun tilaus on valmis.";
    /// Feedback can no longer be replaced.
    FeedbackClosed = "feedback/closed", "Palautetta ei voi enää muuttaa.";
    /// No such restaurant.
    ShopNotFound = "shop/not-found", "Ravintolaa ei löydy.";
    /// The address was not recognised.
    GeocodeNotFound = "geocode/not-found", "Osoitetta ei löydy.";
    /// No road between the two points.
    EstimateNotFound = "estimate/not-found", "Ajoaikaa ei voitu arvioida.";
    /// The live socket needs its subprotocol.
    LiveProtocol = "live/protocol", "Suora seuranta vaatii alaprotokollan ovelle.live.v1.";
    /// The live socket may not be opened from this origin.
    LiveOrigin = "live/origin", "Suoraa seurantaa ei voi avata tältä sivulta.";
    /// One line watches at most 32 orders.
    TooManyOrders = "live/too-many-orders", "Yhdellä yhteydellä voi seurata enintään 32 tilausta.";
    /// One line watches at most 4 restaurants beside its orders.
    TooManyShops = "live/too-many-shops", "Yhdellä yhteydellä voi seurata enintään neljää ravintolaa.";
    /// Too many lines watch this order.
    TooManyWatchers = "live/too-many-watchers", "Tilausta seuraa jo liian moni.";
    /// A live token that nobody has, or that was used or has run out.
    BoardUnauthorized = "board/unauthorized", "Kirjautuminen ei kelpaa. Kirjaudu uudelleen.";
    /// The session whose token it was has ended.
    BoardSessionEnded = "board/session-ended", "Istunto on päättynyt. Kirjaudu uudelleen.";
    /// The person may not see these restaurants.
    BoardForbidden = "board/forbidden", "Sinulla ei ole oikeutta nähdä tämän ravintolan tilauksia.";
    /// So many orders that one frame cannot hold them.
    BoardTooLarge = "board/too-large", "Tilauksia on liikaa yhteen näkymään. Valitse ravintoloita.";
    /// The dispatch line needs its subprotocol.
    DispatchProtocol = "dispatch/protocol", "Suora yhteys vaatii alaprotokollan ovelle.dispatch.v1.";
    /// A frame that is no frame of the protocol.
    FrameInvalid = "frame/invalid", "Viestiä ei voitu lukea.";
    /// No story of this name.
    StoryNotFound = "cms/not-found", "Sivua ei löydy.";
    /// A token that shows no drafts.
    PreviewForbidden = "cms/preview-forbidden", "Esikatselu ei ole sallittu.";
    /// What the CMS is said to have sent is not signed with its secret.
    StorySignature = "cms/signature", "Ilmoitus ei kelpaa.";
    /// Nobody is signed in, or not any more.
    SignedOut = "staff/unauthorized", "Kirjaudu sisään.";
    /// No such address, or not with this password: the same answer for both.
    WrongPassword = "staff/wrong-password", "Sähköposti tai salasana on väärä.";
    /// The call needs somebody who signed in, not a token.
    StaffForbidden = "staff/forbidden", "Toiminto vaatii kirjautumisen sähköpostilla ja salasanalla.";
    /// Somebody of the staff whose role has no right to this.
    RoleForbidden = "staff/role-forbidden", "Roolillasi ei ole oikeutta tähän.";
    /// The session with which a line was opened has ended.
    StaffSessionEnded = "staff/session-ended", "Istunto on päättynyt. Kirjaudu uudelleen.";
    /// The password is right, and a code of the second factor is needed too.
    StaffCodeRequired = "staff/code-required", "Anna vahvistuskoodi.";
    /// A code of the second factor that is wrong, too old, or used.
    StaffCodeInvalid = "staff/code-invalid", "Vahvistuskoodi ei kelpaa.";
    /// The session is good for setting up the second factor alone.
    TotpSetup = "staff/totp-setup", "Ota ensin vahvistuskoodi käyttöön.";
    /// The present password of whoever wants another is not this one.
    PasswordWrong = "password/wrong", "Nykyinen salasana on väärä.";
    /// A new password that is too short.
    PasswordTooShort = "password/too-short", "Salasanassa on oltava vähintään 8 merkkiä.";
    /// A new password that is longer than what is read.
    PasswordTooLong = "password/too-long", "Salasana on liian pitkä.";
    /// A new password that many others have, or that is easily guessed.
    PasswordTooCommon = "password/too-common", "Salasana on liian helppo arvata. Valitse toinen.";
    /// A changing call of a signed-in person that does not come from one of our pages.
    ForeignPage = "request/foreign-page", "Toimintoa ei voi tehdä tältä sivulta.";
    /// Nothing is in the cart.
    CartEmpty = "cart/empty", "Ostoskorisi on tyhjä.";
    /// The restaurant is not active.
    ShopOffline = "shop/offline", "Ravintola on suljettu";
    /// The restaurant sells nothing on the web, or is paused.
    ShopNotOnline = "shop/not-online", "Väliaikaisesti ei verkkokauppatilauksia";
    /// The restaurant does not sell in this way.
    NoDelivery = "shop/delivery-method-not-available", "Väliaikaisesti ei kuljetusta";
    /// A preorder is due at no quarter hour, or too far ahead.
    PreorderTimeNotValid = "preorder/time-not-valid", "Ravintola ei ota vastaan ennakkotilauksia valitulle ajalle.";
    /// A preorder is due too soon, or in the past.
    PreorderTooSoon = "preorder/too-soon", "Valitsemasi aika on liian lähellä. Valitse myöhempi aika.";
    /// The restaurant is open, but does not deliver at this time.
    NoDeliveryAtTheTime = "shop/delivery/not-possible-at-the-time", "Väliaikaisesti ei kuljetusta";
    /// A preorder is due when the restaurant takes none.
    PreorderNotAvailable = "preorder/not-available", "Ravintola ei ota vastaan ennakkotilauksia valitulle ajalle.";
    /// The restaurant is closed now.
    ShopClosed = "shop/is-closed", "Valitettavasti valitsemasi ravintola ei ole enää auki. Valitse toinen ravintola ja yritä uudelleen.";
    /// The restaurant does not deliver to this place.
    OutsideOfRange = "shop/delivery/outside-of-range", "Osoitteesi on liian kaukana hakemastasi ravintolasta.";
    /// A delivery fee was promised too long ago.
    PriceTokenExpired = "delivery/price-token-expired", "Kuljetusmaksu on muuttunut. Tarkista se ja yritä uudelleen.";
    /// A delivery fee was promised for something else, or by nobody.
    PriceTokenInvalid = "delivery/price-token-invalid", "Kuljetusmaksu on muuttunut. Tarkista se ja yritä uudelleen.";
    /// Nobody knows the address.
    AddressUnknown = "delivery/address-unknown", "Häh, emme tunnista osoitettasi. Huomaathan, että rappu tai asunto tulee omaan kenttäänsä.";
    /// There is no such product.
    ProductNotFound = "product/not-found", "Tuotetta ei löydy";
    /// The restaurant does not sell this product.
    NotInShopMenu = "product/not-in-shop-menu", "Virhe: Tuote {name} poistettu korista";
    /// Only other restaurants sell this product.
    NotInDefaultMenu = "product/not-in-default-menu", "Virhe: Tuote {name} poistettu korista";
    /// The product has no such size.
    ProductIncorrect = "product/incorrect", "Tapahtui virhe. Tuote \"{name}\" poistettu ostoskorista.";
    /// There is no such ingredient, or not in this size.
    IngredientsIncorrect = "product/ingredients-incorrect", "Tapahtui virhe. Tuote \"{name}\" poistettu ostoskorista.";
    /// The product is not sold at this time.
    NotSoldAtTime = "product/not-sold-at-time", "Tuote {name} ei ole myynnissä valitsemanasi ajanhetkenä.";
    /// The product, or what is on it, is out of stock.
    OutOfStock = "product/out-of-stock", "Tuote {name} on loppu valitusta ravintolasta.";
    /// The product cannot be changed like this.
    ModificationNotAllowed = "product/modification-not-allowed", "Tuotetta {name} ei voi muokata näin.";
    /// Too few or too many doses.
    InvalidQuantity = "product/min-max-invalid-quantity", "Tuotteen {name} täytteiden määrä ei kelpaa.";
    /// Something is needed: dough.
    NoDough = "product/no-dough", "Valitse pohja.";
    /// Something is needed: a dip.
    MonsterNeedsDip = "product/monster-needs-dip", "Valitse dippi.";
    /// Something is needed that is not there.
    RequiredIngredientsMissing = "product/required-ingredients-missing", "Tuotteesta {name} puuttuu pakollinen valinta.";
    /// There is no topping on it.
    NotEnoughIngredients = "product/not-enough-ingredients", "Valitse ainakin yksi täyte!";
    /// There are too many toppings on it.
    TooManyIngredients = "product/too-many-ingredients", "Tuotteessa ei voi olla enemmän kuin {max} täytettä";
    /// Alcohol is not delivered.
    AlcoholNoDelivery = "alcohol/no-delivery", "Emme kuljeta alkoholia toistaiseksi.";
    /// Alcohol is for adults who are signed in.
    AlcoholNotAllowed = "alcohol/not-allowed", "Alkoholia voi tilata vain kirjautunut {age} vuotta täyttänyt.";
    /// The campaign is over, or has not begun.
    CampaignNotActive = "campaign/not-active", "Tarjous ei ole enää voimassa.";
    /// The campaign does not hold at lunch.
    CampaignLunch = "campaign/lunch", "Tarjous on voimassa arkisin vain klo 14 jälkeen.";
    /// The campaign does not hold at this time.
    CampaignNotValidAtTheTime = "campaign/not-valid-at-the-time", "Tarjous ei ole voimassa juuri nyt. Tarkista voimassaolo kampanjan ehdoista.";
    /// The campaign is for those who are signed in, or members.
    CampaignLoginRequired = "campaign/login-required", "Liity Kotijoukkoihin tai kirjaudu sisään.";
    /// The campaign is paused.
    CampaignPaused = "campaign/temporarily-not-active", "Tarjous ei ole juuri nyt käytössä.";
    /// The campaign is for deliveries alone.
    CampaignDeliveryOnly = "campaign/delivery-only", "Tarjous on voimassa vain kuljetuksille.";
    /// The campaign does not go together with others.
    CampaignExclusive = "campaign/exclusive", "Tarjousta ei voi yhdistää muihin tarjouksiin.";
    /// The campaign does not fit the order.
    CampaignNotApplicable = "campaign/not-applicable", "Tarjous ei sovi tähän tilaukseen.";
    /// The campaign cannot be used.
    CampaignGeneric = "campaign/generic", "Tarjousta ei voitu käyttää.";
    /// The campaign does not fit the order, in the campaign's own words.
    CampaignDynamicMessage = "campaign/dynamic-message", "{text}";
    /// There is no such campaign.
    CampaignNotFound = "campaign/not-found", "Tarjousta ei löydy.";
    /// No campaign has this code.
    CodeNotFound = "campaign/code-not-found", "Kampanjakoodia ei löydy.";
    /// A personal code that is unknown, used or another's.
    PersonalCodeInvalid = "campaign/personal-code-invalid", "Koodia ei löydy tai se on jo käytetty.";
    /// The code has been used as often as it may be.
    LimitReached = "campaign/limit-reached", "Kampanjakoodi on käytetty loppuun.";
    /// Too many codes that do not exist were tried.
    TooManyAttempts = "campaign/too-many-attempts", "Liian monta yritystä. Odota hetki ja yritä uudelleen.";
    /// The order is too small for the campaign.
    MinimumOrder = "campaign/minimum-order", "Ilmaiseen kuljetukseen puuttuu vielä {missing} €.";
    /// The campaign does not hold for preorders.
    PreorderNotAllowed = "campaign/preorder-not-allowed", "Tarjous ei koske ennakkotilauksia.";
    /// The campaign does not hold for this payment method.
    PaymentMethodNotAllowed = "campaign/payment-method", "Tarjous ei ole voimassa valitulla maksutavalla.";
    /// More toppings than the offer holds for.
    OfferToppingsLimit = "campaign/offer-toppings-limit", "Tarjoushinta koskee enintään kahta täytettä.";
    /// A product holds what is to be avoided.
    ContainsAllergen = "product/contains-allergen", "Tuotteessa {name} on: {names}.";
    /// The same order was placed a moment ago.
    OrderDuplicate = "order/duplicate", "Duplicate order within threshold detected";
    /// The order costs another sum than its customer saw; `metadata.grandTotal` is the present one.
    PriceChanged = "order/price-changed", "Tilauksen hinta on muuttunut. Tarkista summa ja yritä uudelleen.";
    /// There is no such gift card, or not with this pin.
    GiftCardInvalid = "payment/gift-card-invalid", "Lahjakortin tiedot eivät kelpaa.";
    /// So much is not owed at the counter; the restaurant takes it by telephone.
    PhoneNeeded = "order/phone-needed", "Soita tilauksesi ravintolaan: {phone}.";
    /// Too many wrong gift cards came; this one was not looked at.
    CardAttempts = "payment/too-many-attempts", "Liian monta yritystä. Odota hetki ja yritä uudelleen.";
    /// Nothing is left on the gift card.
    GiftCardEmpty = "payment/gift-card-empty", "Lahjakortilla ei ole saldoa.";
    /// The order was tried to be paid as often as it may be.
    TooManyTries = "payment/too-many-tries", "Tilausta on yritetty maksaa liian monta kertaa. Tee uusi tilaus.";
    /// The gift card does not cover the order, and nothing else does.
    ComplementaryMethodMissing = "payment/complementary-method-missing", "Lahjakortti ei riitä. Valitse toinen maksutapa rinnalle.";
    /// The order waits for its money: no kitchen knows it yet.
    OrderNotReceived = "order/not-received", "Tilaustasi ei ole vielä vastaanotettu.";
    /// A kitchen knows the order already.
    OrderCannotCancel = "order/cannot-cancel", "Tilausta ei voi enää perua.";
    /// The order was not paid in time, or was given up.
    OrderExpiredUnpaid = "order/expired-unpaid", "Tilauksen maksuaika päättyi.";
    /// The order cannot be paid by this method.
    MethodNotAvailable = "payment/method-not-available", "Virhe maksutavan valinnassa. Yritä uudelleen.";
    /// The method is for customers who are signed in.
    PaymentLoginRequired = "payment/login-required", "Kirjaudu sisään";
    /// The method does not pay for alcohol.
    MethodNotAllowedWithAlcohol = "payment/method-not-allowed-with-alcohol", "Alkoholitilausta ei voi maksaa tällä maksutavalla.";
    /// Klarna does not pay for alcohol.
    KlarnaAlcohol = "payment/klarna-alcohol", "Klarna-tilaus ei saa sisältää alkoholituotteita.";
    /// The method never goes together with a gift card.
    GiftCardCombination = "payment/gift-card-combination", "Lahjakorttia ei voi yhdistää tähän maksutapaan.";
    /// The method does not pay what a gift card leaves.
    SplitNotAllowed = "payment/split-not-allowed", "Lahjakorttia ei voi yhdistää tähän maksutapaan.";
    /// The order cannot be paid; `metadata.errorCode` says why.
    PaymentError = "payment-error", "Yritä uudelleen tai kokeile toista maksutapaa.";
    /// What a provider says is not signed, or not lately.
    PaymentSignature = "payment/signature", "Maksuilmoitus ei kelpaa.";
    /// No such try to pay, or not of this order.
    PaymentSessionNotFound = "payment/session-not-found", "Maksuilmoitus ei kelpaa.";
    /// What a provider says is about another sum.
    PaymentMismatch = "payment/mismatch", "Maksuilmoitus ei kelpaa.";
    /// More is to go back than is left of what was paid.
    RefundTooMuch = "payment/refund-too-much", "Summa on suurempi kuin maksettu.";
    /// Somebody else has said something of the restaurant meanwhile.
    RestaurantMoved = "restaurant/moved", "Tila on jo muuttunut.";
    /// Too many tries to sign in failed; this one was not looked at.
    SignInAttempts = "users/too-many-attempts", "Liian monta kirjautumisyritystä lyhyessä ajassa. Odota hetki ja yritä uudelleen.";
    /// Nobody is signed in to the shop, or not any more.
    Unauthorized = "users/unauthorized", "Kirjaudu sisään.";
    /// Somebody who is signed in, but is no customer who may do this.
    UsersForbidden = "users/forbidden", "Sinulla ei ole oikeutta tähän.";
    /// The account's terms are not accepted.
    TermsRequired = "users/terms-required", "Hyväksy ensin käyttöehdot.";
    /// An older version of the terms was accepted than the one that holds.
    TermsMoved = "users/terms-moved", "Ehdot ovat muuttuneet. Lue ne uudelleen.";
    /// The session is too old for this.
    SignInAgain = "users/sign-in-again", "Kirjaudu uudelleen, niin voit jatkaa.";
    /// No such account, or not with this password: the same answer for both.
    InvalidCredentials = "users/invalid-credentials", "Virheelliset tunnukset.";
    /// The e-mail address is somebody else's account.
    EmailTaken = "users/email-taken", "Valitsemasi sähköpostiosoite on jo käytössä.";
    /// The e-mail address is the identity provider's to change.
    EmailLocked = "users/email-locked", "Sähköpostin voi vaihtaa vain kirjautumispalvelussa.";
    /// There is no such identity provider.
    ProviderUnsupported = "users/provider-unsupported", "Virheellinen kirjautumistapa.";
    /// The identity belongs to no account.
    ProviderUnknown = "users/provider-unknown", "Tunnusta ei ole vielä liitetty tiliin.";
    /// The identity, or its e-mail address, belongs to another account.
    ProviderTaken = "users/provider-taken", "Tunnus on jo liitetty toiseen tiliin.";
    /// The identity can be linked with the account's password.
    LinkPassword = "users/link-password", "Sinulla on jo tili. Liitä tunnus antamalla salasanasi.";
    /// Nobody could sign in to the account any more.
    LastSignIn = "users/last-sign-in", "Luo ensin salasana sähköpostiin lähetettävästä linkistä.";
    /// The account has no password that could be changed.
    NoPassword = "users/no-password", "Luo ensin salasana sähköpostiin lähetettävästä linkistä.";
    /// A link that was mailed is used, unknown or too old: the same answer for all.
    ResetExpired = "users/reset-expired", "Linkki vanhentui";
    /// The account has another birth date, which stays.
    BirthDateSet = "users/birth-date-set", "Syntymäpäivää ei voi enää muuttaa itse. Ota yhteyttä.";
    /// What is to be erased has an order that is not over.
    OpenOrders = "users/open-orders", "Tilauksesi on vielä kesken. Poista tili, kun se on valmis.";
    /// So many tries failed that the next one needs a captcha.
    CaptchaRequired = "captcha/required", "Virhe. Yritä uudelleen myöhemmin";
    /// The captcha does not count: made up, spent, too old, or of something else.
    CaptchaFailed = "captcha/failed", "Virhe. Yritä uudelleen myöhemmin";
    /// A phone number has a character that belongs to none.
    PhoneInvalid = "phone/invalid", "Antamasi puhelinnumero on virheellinen";
    /// A phone number that is too short.
    PhoneTooShort = "phone/too-short", "Antamasi puhelinnumero on liian lyhyt";
    /// A phone number that is too long.
    PhoneTooLong = "phone/too-long", "Antamasi puhelinnumero on liian pitkä";
    /// Nobody said where on the map an address lies.
    CoordinatesMissing = "address/coordinates-missing", "Address latitude or longitude missing";
    /// A street without a number.
    StreetNumberMissing = "address/street-number", "Syötä kadunnumero";
    /// No such address, or another's: the same answer for both.
    AddressNotFound = "address/not-found", "Osoitetta ei löydy.";
    /// The account has as many addresses as it may.
    TooManyAddresses = "address/too-many", "Osoitteita voi olla enintään 20.";
    /// Another address of the account is the same.
    AddressExists = "address/exists", "Osoite on jo tallennettu.";
    /// An order with a product that is sold no more cannot be the favourite.
    FavouriteInactive = "favourite/inactive", "Tilauksessa on tuotteita, joita ei ole enää.";
    /// The customer is no member of the loyalty programme.
    NotMember = "loyalty/not-member", "Et ole vielä Kotijoukoissa.";
    /// A birth date that is no day, too long ago, or still to come.
    BirthDateInvalid = "loyalty/birth-date-invalid", "Syöttämäsi syntymäpäivä on virheellinen.";
    /// Somebody is too young for the loyalty programme; `metadata {age}`.
    TooYoung = "loyalty/too-young", "Sinun täytyy olla yli {age}-vuotias liittyäksesi Kotijoukkoihin ja osallistuaksesi pizzapyöräarvontaan.";
    /// No order of theirs has counted yet, so the wheel is locked.
    WheelLocked = "wheel/locked", "Pyörä aukeaa ensimmäisestä tilauksestasi.";
    /// Whoever spins has not said when they were born.
    WheelBirthDate = "wheel/birth-date", "Syötä syntymäaika.";
    /// Somebody is too young for the wheel; `metadata {age}`.
    WheelUnderAge = "wheel/under-age", "Pyörää saa pyörittää {age}-vuotiaasta alkaen.";
    /// They have no spins now.
    WheelNoSpins = "wheel/no-spins", "Ei pyöräytyksiä juuri nyt.";
    /// The service cannot answer now.
    Unavailable = "service/unavailable", "Palvelu ei juuri nyt vastaa. Yritä hetken kuluttua uudelleen.";
    /// This node is leaving.
    Draining = "service/draining", "Palvelin on sulkeutumassa. Yritä hetken kuluttua uudelleen.";
    /// A fault of ours.
    Internal = "service/error", "Virhe. Yritä myöhemmin uudelleen.";
}

/// An error and what caused it, on one line.
#[must_use]
pub fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let _infallible = write!(text, ": {next}");
        cause = next.source();
    }
    text
}

#[cfg(test)]
mod tests;

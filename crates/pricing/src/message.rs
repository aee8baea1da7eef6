//! What is wrong with a cart, in the words that people read (contract ordering, "Messages").

use std::borrow::Cow;

use chain::Allergen;
use domain::money::Cents;
use serde_json::{Map, Value, json};

use crate::cart::LineId;

/// How a page shows a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DisplayKind {
    Modal,
    Banner,
    None,
}

impl DisplayKind {
    /// Its number on the wire.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Modal => 0,
            Self::Banner => 1,
            Self::None => 2,
        }
    }
}

macro_rules! message_codes {
    ($($name:ident $code:literal $kind:ident $text:literal)*) => {
        /// What a message is about. The texts stand in the order of the contract's table.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum MessageCode {
            $(#[doc = concat!("`", $code, "`")] $name,)*
        }

        impl MessageCode {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The code on the wire.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// How a page shows it.
            #[must_use]
            pub fn display_kind(self) -> DisplayKind {
                match self { $(Self::$name => DisplayKind::$kind,)* }
            }

            /// What people read; `{…}` stands for a value.
            #[must_use]
            pub fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

message_codes! {
    CartEmpty "cart/empty" None "Ostoskorisi on tyhjä."
    ShopOffline "shop/offline" Banner "Ravintola on suljettu"
    ShopNotOnline "shop/not-online" Banner "Väliaikaisesti ei verkkokauppatilauksia"
    NoDelivery "shop/delivery-method-not-available" Banner "Väliaikaisesti ei kuljetusta"
    PreorderTimeNotValid "preorder/time-not-valid" Banner "Ravintola ei ota vastaan ennakkotilauksia valitulle ajalle."
    PreorderTooSoon "preorder/too-soon" Banner "Valitsemasi aika on liian lähellä. Valitse myöhempi aika."
    NoDeliveryAtTheTime "shop/delivery/not-possible-at-the-time" None "Väliaikaisesti ei kuljetusta"
    PreorderNotAvailable "preorder/not-available" Banner "Ravintola ei ota vastaan ennakkotilauksia valitulle ajalle."
    ShopClosed "shop/is-closed" None "Valitettavasti valitsemasi ravintola ei ole enää auki. Valitse toinen ravintola ja yritä uudelleen."
    OutsideOfRange "shop/delivery/outside-of-range" Banner "Osoitteesi on liian kaukana hakemastasi ravintolasta."
    PriceTokenExpired "delivery/price-token-expired" None "Kuljetusmaksu on muuttunut. Tarkista se ja yritä uudelleen."
    PriceTokenInvalid "delivery/price-token-invalid" None "Kuljetusmaksu on muuttunut. Tarkista se ja yritä uudelleen."
    ProductNotFound "product/not-found" Modal "Tuotetta ei löydy"
    NotInShopMenu "product/not-in-shop-menu" Modal "Virhe: Tuote {name} poistettu korista"
    NotInDefaultMenu "product/not-in-default-menu" Modal "Virhe: Tuote {name} poistettu korista"
    ProductIncorrect "product/incorrect" Modal "Tapahtui virhe. Tuote \"{name}\" poistettu ostoskorista."
    IngredientsIncorrect "product/ingredients-incorrect" Modal "Tapahtui virhe. Tuote \"{name}\" poistettu ostoskorista."
    NotSoldAtTime "product/not-sold-at-time" Modal "Tuote {name} ei ole myynnissä valitsemanasi ajanhetkenä."
    OutOfStock "product/out-of-stock" Modal "Tuote {name} on loppu valitusta ravintolasta."
    ModificationNotAllowed "product/modification-not-allowed" Modal "Tuotetta {name} ei voi muokata näin."
    InvalidQuantity "product/min-max-invalid-quantity" Modal "Tuotteen {name} täytteiden määrä ei kelpaa."
    NoDough "product/no-dough" Modal "Valitse pohja."
    MonsterNeedsDip "product/monster-needs-dip" Modal "Valitse dippi."
    RequiredIngredientsMissing "product/required-ingredients-missing" Modal "Tuotteesta {name} puuttuu pakollinen valinta."
    NotEnoughIngredients "product/not-enough-ingredients" Modal "Valitse ainakin yksi täyte!"
    TooManyIngredients "product/too-many-ingredients" Modal "Tuotteessa ei voi olla enemmän kuin {max} täytettä"
    AlcoholNoDelivery "alcohol/no-delivery" Banner "Emme kuljeta alkoholia toistaiseksi."
    AlcoholNotAllowed "alcohol/not-allowed" Modal "Alkoholia voi tilata vain kirjautunut {age} vuotta täyttänyt."
    CampaignNotActive "campaign/not-active" Banner "Tarjous ei ole enää voimassa."
    CampaignLunch "campaign/lunch" Banner "Tarjous on voimassa arkisin vain klo 14 jälkeen."
    CampaignNotValidAtTheTime "campaign/not-valid-at-the-time" Banner "Tarjous ei ole voimassa juuri nyt. Tarkista voimassaolo kampanjan ehdoista."
    CampaignLoginRequired "campaign/login-required" Banner "Liity Kotijoukkoihin tai kirjaudu sisään."
    CampaignPaused "campaign/temporarily-not-active" Banner "Tarjous ei ole juuri nyt käytössä."
    CampaignDeliveryOnly "campaign/delivery-only" Banner "Tarjous on voimassa vain kuljetuksille."
    CampaignExclusive "campaign/exclusive" Banner "Tarjousta ei voi yhdistää muihin tarjouksiin."
    CampaignNotApplicable "campaign/not-applicable" Banner "Tarjous ei sovi tähän tilaukseen."
    CampaignGeneric "campaign/generic" Banner "Tarjousta ei voitu käyttää."
    CampaignDynamicMessage "campaign/dynamic-message" Banner "{text}"
    CodeNotFound "campaign/code-not-found" Banner "Kampanjakoodia ei löydy."
    PersonalCodeInvalid "campaign/personal-code-invalid" Banner "Koodia ei löydy tai se on jo käytetty."
    LimitReached "campaign/limit-reached" Banner "Kampanjakoodi on käytetty loppuun."
    TooManyAttempts "campaign/too-many-attempts" Banner "Liian monta yritystä. Odota hetki ja yritä uudelleen."
    MinimumOrder "campaign/minimum-order" None "Ilmaiseen kuljetukseen puuttuu vielä {missing} €."
    PreorderNotAllowed "campaign/preorder-not-allowed" None "Tarjous ei koske ennakkotilauksia."
    PaymentMethodNotAllowed "campaign/payment-method" None "Tarjous ei ole voimassa valitulla maksutavalla."
    OfferToppingsLimit "campaign/offer-toppings-limit" Banner "Tarjoushinta koskee enintään kahta täytettä."
    ContainsAllergen "product/contains-allergen" Banner "Tuotteessa {name} on: {names}."
}

impl MessageCode {
    /// Whether a cart with it is valid all the same.
    #[must_use]
    pub fn is_warning(self) -> bool {
        matches!(self, Self::OfferToppingsLimit | Self::ContainsAllergen)
    }
}

/// Values beside a message, as they are on the wire.
pub type Metadata = Map<String, Value>;

/// A message to whoever asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    pub code: MessageCode,
    pub text: Cow<'static, str>,
    pub display_kind: DisplayKind,
    pub metadata: Metadata,
}

/// The line that a message is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemOfMessage {
    pub id: LineId,
    pub product: String,
    pub size: String,
    /// None where there is no such product.
    pub name: Option<String>,
    pub quantity: u32,
}

impl Message {
    /// A message in its usual words.
    #[must_use]
    pub fn new(code: MessageCode) -> Self {
        Self { code, text: Cow::Borrowed(code.text()), display_kind: code.display_kind(), metadata: Metadata::new() }
    }

    /// With a value in the place of `{name}`.
    #[must_use]
    pub fn saying(mut self, name: &str, value: &str) -> Self {
        self.text = Cow::Owned(self.text.replace(&format!("{{{name}}}"), value));
        self
    }

    /// In other words.
    #[must_use]
    pub fn worded(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.text = text.into();
        self
    }

    /// With a value beside it.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.metadata.insert(key.to_owned(), value.into());
        self
    }

    /// About a line.
    #[must_use]
    pub fn about(self, item: &ItemOfMessage) -> Self {
        let value = json!({
            "uuid": &*item.id,
            "productId": item.product,
            "sizeId": item.size,
            "name": item.name,
            "quantity": item.quantity,
        });
        self.saying("name", item.name.as_deref().unwrap_or_default()).with("item", value)
    }

    /// Allergens that somebody avoids.
    #[must_use]
    pub fn contains(item: &ItemOfMessage, allergens: &[Allergen]) -> Self {
        let names: Vec<&str> = allergens.iter().map(|allergen| allergen_name(*allergen)).collect();
        let ids: Vec<&str> = allergens.iter().map(|allergen| allergen.as_str()).collect();
        Self::new(MessageCode::ContainsAllergen).saying("names", &names.join(", ")).with("allergens", ids).about(item)
    }
}

/// An amount as people read it: a comma, two decimals, without the sign of the currency.
pub(crate) fn amount_in_words(amount: Cents) -> String {
    format!("{},{:02}", amount.0 / 100, amount.0 % 100)
}

fn allergen_name(allergen: Allergen) -> &'static str {
    match allergen {
        Allergen::Gluten => "gluteeni",
        Allergen::Crustaceans => "äyriäiset",
        Allergen::Eggs => "kananmuna",
        Allergen::Fish => "kala",
        Allergen::Peanuts => "maapähkinä",
        Allergen::Soybeans => "soija",
        Allergen::Milk => "maito",
        Allergen::Nuts => "pähkinät",
        Allergen::Celery => "selleri",
        Allergen::Mustard => "sinappi",
        Allergen::Sesame => "seesami",
        Allergen::Sulphites => "sulfiitit",
        Allergen::Lupin => "lupiini",
        Allergen::Molluscs => "nilviäiset",
    }
}

//! The messages of a cart, as the table of the contract has them (docs/spec/ordering.md, "Messages").

use serde_json::{Map, Value, json};

use super::outcome::Said;

const MODAL: u8 = 0;
const BANNER: u8 = 1;
const NONE: u8 = 2;

/// Code, display kind, text; `{…}` is a value of the message.
const TEXTS: [(&str, u8, &str); 39] = [
    ("cart/empty", NONE, "Ostoskorisi on tyhjä."),
    ("shop/delivery/outside-of-range", BANNER, "Osoitteesi on liian kaukana hakemastasi ravintolasta."),
    ("delivery/price-token-expired", NONE, "Kuljetusmaksu on muuttunut. Tarkista se ja yritä uudelleen."),
    ("delivery/price-token-invalid", NONE, "Kuljetusmaksu on muuttunut. Tarkista se ja yritä uudelleen."),
    ("product/not-found", MODAL, "Tuotetta ei löydy"),
    ("product/not-in-shop-menu", MODAL, "Virhe: Tuote {name} poistettu korista"),
    ("product/not-in-default-menu", MODAL, "Virhe: Tuote {name} poistettu korista"),
    ("product/incorrect", MODAL, "Tapahtui virhe. Tuote \"{name}\" poistettu ostoskorista."),
    ("product/ingredients-incorrect", MODAL, "Tapahtui virhe. Tuote \"{name}\" poistettu ostoskorista."),
    ("product/not-sold-at-time", MODAL, "Tuote {name} ei ole myynnissä valitsemanasi ajanhetkenä."),
    ("product/out-of-stock", MODAL, "Tuote {name} on loppu valitusta ravintolasta."),
    ("product/modification-not-allowed", MODAL, "Tuotetta {name} ei voi muokata näin."),
    ("product/min-max-invalid-quantity", MODAL, "Tuotteen {name} täytteiden määrä ei kelpaa."),
    ("product/no-dough", MODAL, "Valitse pohja."),
    ("product/monster-needs-dip", MODAL, "Valitse dippi."),
    ("product/required-ingredients-missing", MODAL, "Tuotteesta {name} puuttuu pakollinen valinta."),
    ("product/not-enough-ingredients", MODAL, "Valitse ainakin yksi täyte!"),
    ("product/too-many-ingredients", MODAL, "Tuotteessa ei voi olla enemmän kuin {max} täytettä"),
    ("alcohol/no-delivery", BANNER, "Emme kuljeta alkoholia toistaiseksi."),
    ("alcohol/not-allowed", MODAL, "Alkoholia voi tilata vain kirjautunut {age} vuotta täyttänyt."),
    ("campaign/not-active", BANNER, "Tarjous ei ole enää voimassa."),
    ("campaign/lunch", BANNER, "Tarjous on voimassa arkisin vain klo 14 jälkeen."),
    (
        "campaign/not-valid-at-the-time",
        BANNER,
        "Tarjous ei ole voimassa juuri nyt. Tarkista voimassaolo kampanjan ehdoista.",
    ),
    ("campaign/login-required", BANNER, "Liity Kotijoukkoihin tai kirjaudu sisään."),
    ("campaign/temporarily-not-active", BANNER, "Tarjous ei ole juuri nyt käytössä."),
    ("campaign/delivery-only", BANNER, "Tarjous on voimassa vain kuljetuksille."),
    ("campaign/exclusive", BANNER, "Tarjousta ei voi yhdistää muihin tarjouksiin."),
    ("campaign/not-applicable", BANNER, "Tarjous ei sovi tähän tilaukseen."),
    ("campaign/generic", BANNER, "Tarjousta ei voitu käyttää."),
    ("campaign/dynamic-message", BANNER, "{text}"),
    ("campaign/code-not-found", BANNER, "Kampanjakoodia ei löydy."),
    ("campaign/personal-code-invalid", BANNER, "Koodia ei löydy tai se on jo käytetty."),
    ("campaign/limit-reached", BANNER, "Kampanjakoodi on käytetty loppuun."),
    ("campaign/too-many-attempts", BANNER, "Liian monta yritystä. Odota hetki ja yritä uudelleen."),
    ("campaign/minimum-order", NONE, "Ilmaiseen kuljetukseen puuttuu vielä {missing} €."),
    ("campaign/preorder-not-allowed", NONE, "Tarjous ei koske ennakkotilauksia."),
    ("campaign/payment-method", NONE, "Tarjous ei ole voimassa valitulla maksutavalla."),
    ("campaign/offer-toppings-limit", BANNER, "Tarjoushinta koskee enintään kahta täytettä."),
    ("product/contains-allergen", BANNER, "Tuotteessa {name} on: {names}."),
];

/// The warnings: a cart with these alone is valid.
pub(crate) const WARNINGS: [&str; 2] = ["campaign/offer-toppings-limit", "product/contains-allergen"];

/// The allergens, in the order of the file, with their names.
pub(crate) const ALLERGENS: [(&str, &str); 14] = [
    ("gluten", "gluteeni"),
    ("crustaceans", "äyriäiset"),
    ("eggs", "kananmuna"),
    ("fish", "kala"),
    ("peanuts", "maapähkinä"),
    ("soybeans", "soija"),
    ("milk", "maito"),
    ("nuts", "pähkinät"),
    ("celery", "selleri"),
    ("mustard", "sinappi"),
    ("sesame", "seesami"),
    ("sulphites", "sulfiitit"),
    ("lupin", "lupiini"),
    ("molluscs", "nilviäiset"),
];

/// A message with values for its text and metadata.
pub(crate) fn message(code: &str, values: &[(&str, String)], metadata: Value) -> Said {
    let (_, kind, text) = TEXTS.iter().find(|(known, ..)| *known == code).unwrap();
    let text =
        values.iter().fold((*text).to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value));
    (code.to_owned(), text, *kind, metadata)
}

/// The line that a message is about.
#[derive(Clone)]
pub(crate) struct About {
    pub(crate) uuid: String,
    pub(crate) product: String,
    pub(crate) size: String,
    pub(crate) name: Option<String>,
    pub(crate) quantity: u32,
}

impl About {
    /// A message about the line; `more`: an object.
    pub(crate) fn message(&self, code: &str, values: &[(&str, String)], more: Value) -> Said {
        let mut values = values.to_vec();
        values.push(("name", self.name.clone().unwrap_or_default()));
        let mut metadata = if let Value::Object(more) = more { more } else { Map::new() };
        let item = json!({"uuid": self.uuid, "productId": self.product, "sizeId": self.size, "name": self.name, "quantity": self.quantity});
        metadata.insert("item".to_owned(), item);
        message(code, &values, Value::Object(metadata))
    }
}

/// Euros on the wire.
pub(crate) fn euros(cents: i64) -> Value {
    if cents % 100 == 0 { json!(cents / 100) } else { json!(cents as f64 / 100.0) }
}

//! What the first HTML says in Finnish. Titles are those that the app sets later.

use std::fmt::Display;

use chain::{DayTimes, MinuteOfDay, Product, ProductSize};
use domain::money::Cents;

use super::page::Page;

/// Who speaks.
pub(crate) const NAME: &str = "Ovelle";
/// What we promise.
pub(crate) const PROMISE: &str = "Uunista ovelle";
/// What an order's page says until the order is there.
pub(crate) const OPENING: &str = "Avataan tilauksesi seurantaa";
/// Of the whole shop.
pub(crate) const OF_THE_SHOP: &str = "Pizzat suoraan uunista ovelle. Tilaa kuljetuksella, nouda itse tai syö paikan päällä, ja seuraa pizzaasi keittiöstä asti.";

/// Of what people say.
const OF_SURVEYS: &str = "Kerro Ovellelle, miten onnistuimme.";

/// Of one's own pages.
const OF_THE_ACCOUNT: &str = "Oma tilisi Ovellella.";

pub(crate) const MENU: &str = "Ruokalista";
pub(crate) const RESTAURANTS: &str = "Ravintolat";
pub(crate) const INGREDIENTS: &str = "Raaka-aineet";
pub(crate) const MISSING: &str = "Sivua ei löydy";
pub(crate) const MISSING_TEXT: &str = "Kaikkea muuta maukasta kyllä löytyy.";
pub(crate) const NO_PRODUCT: &str = "Tuotetta ei löydy";
pub(crate) const TO_THE_MENU: &str = "Katso koko ruokalista";
pub(crate) const HOURS: &str = "Aukioloajat";
pub(crate) const CLOSED: &str = "suljettu";
pub(crate) const ALWAYS_OPEN: &str = "ympäri vuorokauden";
pub(crate) const TOPPINGS: &str = "Mitä siinä on";
pub(crate) const HOW: &str = "Kuljetus ovelle, nouto tai ruokailu paikan päällä.";
/// Monday to Sunday.
pub(crate) const DAYS: [&str; 7] =
    ["Maanantai", "Tiistai", "Keskiviikko", "Torstai", "Perjantai", "Lauantai", "Sunnuntai"];

/// The title and description of a page that is named by its address alone.
pub(crate) fn of(page: &Page) -> (&'static str, &'static str) {
    match page {
        Page::Home => ("Etusivu", OF_THE_SHOP),
        Page::Menu | Page::Product { .. } | Page::Combo { .. } => (
            MENU,
            "Ovellen ruokalista: pizzat, oma pizza, juomat ja jälkiruoat hintoineen. Tilaa kotiin, nouda tai syö paikan päällä.",
        ),
        Page::Reorder => ("Tilaa uudelleen", "Tilaa uudelleen, mikä viimeksi maistui."),
        Page::Restaurants | Page::Restaurant(_) => {
            (RESTAURANTS, "Ovellen ravintolat, niiden osoitteet, puhelinnumerot ja aukioloajat.")
        }
        Page::Ingredients => (INGREDIENTS, "Mitä pizzoissamme on: pohjat, kastikkeet, juustot, täytteet ja mausteet."),
        Page::TwoForOne => ("Osta kaksi, maksa yksi", "Kaksi pizzaa yhden hinnalla, kun tarjous on voimassa."),
        Page::Offers => ("Tarjoukset", "Ovellen tarjoukset."),
        Page::Contact => ("Ota yhteyttä", "Kysymykset ja vastaukset, ja miten Ovellen asiakaspalvelun tavoittaa."),
        Page::Loyalty => (
            "Kotijoukot",
            "Kotijoukot on Ovellen kanta-asiakasohjelma: yhdeksästä slaissista saat pizzan, ja välissä pyörii pizzapyörä.",
        ),
        Page::Member => ("Minun kotijoukot", OF_THE_ACCOUNT),
        Page::Coupons => ("Kupongit", "Ovellen voimassa olevat kupongit: arkisin kello 14–22 ja viikonloppuisin aina."),
        Page::Survey | Page::OrderSurvey => ("Palautekysely", OF_SURVEYS),
        Page::SurveyAnswer => ("Kerro, miten meni", OF_SURVEYS),
        Page::Story { .. } => (NAME, OF_THE_SHOP),
        Page::Cart => ("Ostoskori", "Tilauksesi Ovellelta."),
        Page::FindOrder | Page::Order => ("Missä pizzani on?", "Seuraa pizzasi matkaa keittiöstä kotiovelle."),
        Page::Result => ("Tarkistamme maksua.", "Tilauksesi Ovellelta."),
        Page::SignIn => ("Kirjaudu sisään", "Kirjaudu Ovellen tilillesi."),
        Page::Register => ("Rekisteröidy", "Tee oma tili Ovelleen."),
        Page::BirthDate => ("Syntymäaika", OF_THE_ACCOUNT),
        Page::ForgottenPassword => ("Unohditko salasanasi?", "Tilaa linkki, jolla vaihdat salasanasi."),
        Page::ResetPassword => ("Vaihda salasana", OF_THE_ACCOUNT),
        Page::ConfirmEmail => ("Vahvista sähköposti", OF_THE_ACCOUNT),
        Page::AcceptTerms => ("Käyttöehdot", OF_THE_ACCOUNT),
        Page::Account => ("Asiakastili", OF_THE_ACCOUNT),
        Page::AccountBenefits => ("Etukoodini", OF_THE_ACCOUNT),
        Page::AccountDetails => ("Omat tiedot", OF_THE_ACCOUNT),
        Page::AccountAddresses => ("Osoitteet", OF_THE_ACCOUNT),
        Page::AccountMethods => ("Omat maksutavat", OF_THE_ACCOUNT),
        Page::AccountHistory => ("Tilaukset", OF_THE_ACCOUNT),
        Page::Work => ("Työpaikat", "Ovellen henkilökunnalle."),
        Page::SecondFactor => ("Vahvistuskoodi", "Ovellen henkilökunnalle."),
        Page::Board => ("Seuranta", "Ovellen henkilökunnalle."),
        Page::NoProduct { .. } => (NO_PRODUCT, MISSING_TEXT),
        Page::Missing => (MISSING, MISSING_TEXT),
    }
}

/// What stands over so many restaurants (RS-25).
pub(crate) fn all_restaurants(count: &dyn Display) -> String {
    format!("Kaikki {count} Ovelle-ravintolaa")
}

/// Longer descriptions are cut (PD-13).
const LONGEST: usize = 170;
/// To so many characters.
const CUT: usize = 163;

/// A description as search engines take it (PD-13).
pub(crate) fn cut(description: &str) -> String {
    if description.chars().count() <= LONGEST {
        return description.to_owned();
    }
    description.chars().take(CUT).chain(['…']).collect()
}

/// An amount, as Finns write it: `14,90 €`.
pub(crate) fn euros(Cents(cents): Cents) -> String {
    format!("{},{:02}\u{a0}€", cents / 100, cents % 100)
}

/// What a product costs in a size, if nothing more is put on it.
pub(crate) fn price(size: &ProductSize) -> Cents {
    size.minimum_price.map_or(size.price, |least| least.max(size.price))
}

/// What a product costs: `14,90 €`, or `alkaen 14,90 €` where that is not the same for all.
pub(crate) fn price_of(product: &Product) -> String {
    let prices = product.sizes.iter().map(price);
    let (least, most) = (prices.clone().min().unwrap_or_default(), prices.max().unwrap_or_default());
    if least == most && !product.is_custom { euros(least) } else { format!("alkaen {}", euros(least)) }
}

/// A text as a sentence begins.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// The hours of a day.
pub(crate) fn hours(times: Option<DayTimes>) -> String {
    let clock = |minute: MinuteOfDay| minute.to_string().replace(':', ".");
    match times {
        None => CLOSED.to_owned(),
        Some(DayTimes { from, until }) if from.minutes() == 0 && until == MinuteOfDay::END => ALWAYS_OPEN.to_owned(),
        Some(DayTimes { from, until }) => format!("{}–{}", clock(from), clock(until)),
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    // spec: PD-13
    #[test]
    fn a_description_ends_in_time() {
        let of = |length: usize| "ä".repeat(length);
        assert_eq!(cut(&of(170)), of(170));
        assert_eq!(cut(&of(171)), format!("{}…", of(163)));
    }

    #[test]
    fn the_app_has_the_same_titles() {
        let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src");
        let layers =
            ["features/home", "features/menu", "features/restaurants", "features/ingredients", "features/offers"];
        let others = [
            "features/contact",
            "features/loyalty",
            "features/coupons",
            "features/survey",
            "features/checkout",
            "features/tracking",
            "features/sign-in",
            "features/account",
            "features/workplace",
            "features/desk-board",
            "ui",
        ];
        let texts = layers.iter().chain(&others).map(|layer| fs::read_to_string(web.join(layer).join("texts.ts")));
        let texts = texts.collect::<Result<String, _>>().expect("the app's texts");
        let pages = [
            Page::Home,
            Page::Menu,
            Page::Reorder,
            Page::Restaurants,
            Page::Ingredients,
            Page::TwoForOne,
            Page::Offers,
            Page::Contact,
            Page::Loyalty,
            Page::Member,
            Page::Coupons,
            Page::Survey,
            Page::SurveyAnswer,
            Page::Cart,
            Page::FindOrder,
            Page::Result,
            Page::SignIn,
            Page::Register,
            Page::BirthDate,
            Page::ForgottenPassword,
            Page::ResetPassword,
            Page::ConfirmEmail,
            Page::AcceptTerms,
            Page::Account,
            Page::AccountBenefits,
            Page::AccountDetails,
            Page::AccountAddresses,
            Page::AccountMethods,
            Page::AccountHistory,
            Page::Work,
            Page::SecondFactor,
            Page::Board,
            Page::NoProduct { is_alone: false },
            Page::Missing,
        ];
        for page in pages {
            let (title, _) = of(&page);
            assert!(
                texts.contains(&format!("itle: \"{title}\"")),
                "the app calls {page:?} something else than {title}"
            );
        }
        for text in [PROMISE, OPENING, MISSING_TEXT] {
            assert!(texts.contains(&format!("\"{text}\"")), "{text}");
        }
        assert!(texts.contains(&all_restaurants(&"${count}")));
    }

    #[test]
    fn amounts_and_hours_are_finnish() {
        let times = |from, until| {
            Some(DayTimes {
                from: MinuteOfDay::parse(from).expect("a time"),
                until: MinuteOfDay::parse(until).expect("a time"),
            })
        };
        assert_eq!((euros(Cents(1490)), euros(Cents(5))), ("14,90\u{a0}€".to_owned(), "0,05\u{a0}€".to_owned()));
        assert_eq!(hours(times("10:30", "22:00")), "10.30–22.00");
        assert_eq!((hours(times("00:00", "24:00")), hours(None)), (ALWAYS_OPEN.to_owned(), CLOSED.to_owned()));
    }
}

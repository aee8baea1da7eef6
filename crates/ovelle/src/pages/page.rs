//! Which page an address names.

use chain::{Campaign, Chain, Product, ProductId, Shop};
use content::{Story, StorySlug};
use domain::ids::RestaurantId;
use serde_json::Value;

/// Addresses of pages, as routes: each answers a page with 200. What is none of them, or names nothing, is [`Page::Missing`].
pub(crate) const ROUTES: [&str; 36] = [
    "/",
    "/tilaus",
    "/tilaus/tulos",
    "/tilaus/{orderId}",
    "/kirjaudu",
    "/rekisteroidy",
    "/rekisteroidy/syntymaaika",
    "/unohditko-salasanasi",
    "/vaihda-salasana",
    "/vahvista-sahkoposti",
    "/hyvaksy-kayttoehdot",
    "/asiakastili",
    "/asiakastili/etukoodini",
    "/asiakastili/omat-tiedot",
    "/asiakastili/osoitteet",
    "/asiakastili/maksutavat",
    "/asiakastili/tilaushistoria",
    "/tyo",
    "/tyo/vahvistuskoodi",
    "/seuranta",
    "/ostoskori",
    "/menu",
    "/menu/{slug}",
    "/menu/{slug}/standAlone",
    "/ravintolat",
    "/ravintolat/{slug}",
    "/raaka-aineet",
    "/osta2maksa1",
    "/tarjoukset",
    "/ota-yhteytta",
    "/kotijoukot",
    "/minun-kotijoukot",
    "/kupongit",
    "/kysely",
    "/kysely/vastaa",
    "/kysely/{orderId}",
];

/// A page of the app, as far as its first HTML differs from others.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Page {
    Home,
    Menu,
    /// A product over the menu, or alone.
    Product {
        id: ProductId,
        is_alone: bool,
    },
    /// A combo, by its slug.
    Combo {
        slug: String,
        is_alone: bool,
    },
    /// What was ordered before, over the menu.
    Reorder,
    Restaurants,
    Restaurant(RestaurantId),
    Ingredients,
    TwoForOne,
    Offers,
    Contact,
    /// What the loyalty programme is.
    Loyalty,
    /// A member's card, wheel and codes.
    Member,
    Coupons,
    /// Of which restaurant one wants to say something.
    Survey,
    /// The way to an order's survey.
    OrderSurvey,
    /// Our own survey.
    SurveyAnswer,
    /// What editors wrote, by its slug, with its title.
    Story {
        slug: String,
        title: String,
    },
    Cart,
    FindOrder,
    Order,
    /// What came of a payment.
    Result,
    SignIn,
    Register,
    BirthDate,
    ForgottenPassword,
    /// A new password, by a mail's link.
    ResetPassword,
    /// Another e-mail, by a mail's link.
    ConfirmEmail,
    AcceptTerms,
    /// One's own pages: their list, and each of them.
    Account,
    AccountBenefits,
    AccountDetails,
    AccountAddresses,
    AccountMethods,
    AccountHistory,
    /// Where the staff find their work places.
    Work,
    /// Where the staff set up a second factor.
    SecondFactor,
    Board,
    /// Over the menu or alone: that its address names no product.
    NoProduct {
        is_alone: bool,
    },
    /// No page at all, or none of what its address names.
    Missing,
}

impl Page {
    /// The page of a path. Which products, combos and restaurants there are, the chain says.
    pub(crate) fn of(path: &str, chain: &Chain) -> Self {
        let path = path.strip_suffix('/').unwrap_or(path);
        match path.split('/').skip(1).collect::<Vec<_>>()[..] {
            [] => Self::Home,
            ["menu"] => Self::Menu,
            ["menu", "tilaa-uudelleen"] => Self::Reorder,
            ["menu", slug] => Self::offered(slug, false, chain),
            ["menu", slug, "standAlone"] => Self::offered(slug, true, chain),
            ["ravintolat"] => Self::Restaurants,
            ["ravintolat", name] => Self::restaurant(name, chain),
            ["raaka-aineet"] => Self::Ingredients,
            ["osta2maksa1"] => Self::TwoForOne,
            ["tarjoukset"] => Self::Offers,
            ["ota-yhteytta"] => Self::Contact,
            ["kotijoukot"] => Self::Loyalty,
            ["minun-kotijoukot"] => Self::Member,
            ["kupongit"] => Self::Coupons,
            ["kysely", "vastaa"] => Self::SurveyAnswer,
            ["kysely"] => Self::Survey,
            ["kysely", _] => Self::OrderSurvey,
            ["ostoskori"] => Self::Cart,
            ["tilaus"] => Self::FindOrder,
            ["tilaus", "tulos"] => Self::Result,
            ["tilaus", _] => Self::Order,
            ["kirjaudu"] => Self::SignIn,
            ["rekisteroidy"] => Self::Register,
            ["rekisteroidy", "syntymaaika"] => Self::BirthDate,
            ["unohditko-salasanasi"] => Self::ForgottenPassword,
            ["vaihda-salasana"] => Self::ResetPassword,
            ["vahvista-sahkoposti"] => Self::ConfirmEmail,
            ["hyvaksy-kayttoehdot"] => Self::AcceptTerms,
            ["asiakastili"] => Self::Account,
            ["asiakastili", "etukoodini"] => Self::AccountBenefits,
            ["asiakastili", "omat-tiedot"] => Self::AccountDetails,
            ["asiakastili", "osoitteet"] => Self::AccountAddresses,
            ["asiakastili", "maksutavat"] => Self::AccountMethods,
            ["asiakastili", "tilaushistoria"] => Self::AccountHistory,
            ["tyo"] => Self::Work,
            ["tyo", "vahvistuskoodi"] => Self::SecondFactor,
            ["seuranta"] => Self::Board,
            _ => Self::Missing,
        }
    }

    /// The page of a story.
    pub(crate) fn of_story(slug: &StorySlug, story: &Story) -> Self {
        let title = story.content.get("title").and_then(Value::as_str).unwrap_or_default().trim();
        Self::Story { slug: slug.as_str().to_owned(), title: title.to_owned() }
    }

    fn offered(slug: &str, is_alone: bool, chain: &Chain) -> Self {
        let slug = percent_decoded(slug);
        if let Some(product) = chain.menu().product_by_id_or_slug(&slug).filter(|product| !product.is_inactive) {
            return Self::Product { id: product.id.clone(), is_alone };
        }
        if chain.combo(&slug).is_some() { Self::Combo { slug, is_alone } } else { Self::NoProduct { is_alone } }
    }

    fn restaurant(name: &str, chain: &Chain) -> Self {
        let wanted = chain::slug(&percent_decoded(name));
        let named = listed(chain).find(|shop| chain::slug(&shop.restaurant.display_name) == wanted);
        named.map_or(Self::Missing, |shop| Self::Restaurant(shop.id()))
    }

    /// Whether it says only that nothing is there.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::NoProduct { .. } | Self::Missing)
    }

    /// Where it stands, where that is one place for everybody: what is somebody's own, or no page, has none.
    pub(crate) fn path(&self, chain: &Chain) -> Option<String> {
        let fixed = match self {
            Self::Home => "/",
            Self::Menu | Self::Reorder => "/menu",
            Self::Restaurants => "/ravintolat",
            Self::Ingredients => "/raaka-aineet",
            Self::TwoForOne => "/osta2maksa1",
            Self::Contact => "/ota-yhteytta",
            Self::Loyalty => "/kotijoukot",
            Self::Coupons => "/kupongit",
            Self::Story { slug, .. } => return Some(story_path(slug, chain)),
            Self::Product { id, .. } => return chain.menu().product(id.as_str()).map(product_path),
            Self::Combo { slug, .. } => return Some(format!("/menu/{slug}")),
            Self::Restaurant(id) => return chain.shop(*id).map(restaurant_path),
            Self::Offers
            | Self::Cart
            | Self::FindOrder
            | Self::Order
            | Self::Result
            | Self::SignIn
            | Self::Register
            | Self::BirthDate
            | Self::ForgottenPassword
            | Self::ResetPassword
            | Self::ConfirmEmail
            | Self::AcceptTerms
            | Self::Member
            | Self::Account
            | Self::AccountBenefits
            | Self::AccountDetails
            | Self::AccountAddresses
            | Self::AccountMethods
            | Self::AccountHistory
            | Self::Work
            | Self::SecondFactor
            | Self::Board
            | Self::Survey
            | Self::OrderSurvey
            | Self::SurveyAnswer
            | Self::NoProduct { .. }
            | Self::Missing => return None,
        };
        Some(fixed.to_owned())
    }
}

/// Parts of addresses under which stories lie as they are; those of other pages lie under the first (people §7).
const STORY_PLACES: [&str; 3] = ["sivut", "franchise", "ehdot"];

/// The story of an address that is no page of the app's own.
pub(crate) fn story_slug(path: &str) -> Option<StorySlug> {
    let path = path.strip_prefix('/')?;
    let path = path.strip_suffix('/').unwrap_or(path);
    let is_whole = STORY_PLACES.contains(&path.split('/').next().unwrap_or_default());
    if is_whole { path.parse() } else { format!("{}/{path}", STORY_PLACES[0]).parse() }.ok()
}

/// Where a story stands: `sivut/lounas` at `/lounas` unless that is a page of the app's own, others as they are called.
fn story_path(slug: &str, chain: &Chain) -> String {
    let root = slug.strip_prefix(STORY_PLACES[0]).filter(|root| root.rfind('/') == Some(0));
    root.filter(|root| Page::of(root, chain) == Page::Missing).map_or_else(|| format!("/{slug}"), str::to_owned)
}

/// The page of a product.
pub(crate) fn product_path(product: &Product) -> String {
    format!("/menu/{}", product.slug)
}

/// The page of a restaurant (RS-23).
pub(crate) fn restaurant_path(shop: &Shop) -> String {
    format!("/ravintolat/{}", chain::slug(&shop.restaurant.display_name))
}

/// Restaurants that people may find.
pub(crate) fn listed(chain: &Chain) -> impl Iterator<Item = &Shop> {
    chain.shops().iter().filter(|shop| !shop.is_hidden())
}

/// Whether anybody may see a product on the menu, whatever restaurant is chosen.
pub(crate) fn is_on_menu(chain: &Chain, product: &Product) -> bool {
    let is_shown = chain.menu().category(&product.category).is_some_and(|category| !category.hidden);
    is_shown
        && product.is_in_default_menu
        && !product.is_hidden_from_menu
        && !product.is_inactive
        && !product.is_age_restricted
}

/// The combo of a slug, with the campaign that it is.
pub(crate) fn combo<'c>(chain: &'c Chain, slug: &str) -> Option<(&'c Campaign, &'c chain::Combo)> {
    let campaign = chain.combo(slug)?;
    Some((campaign, campaign.combo()?))
}

/// An address's part with its `%XX` read; what is no UTF-8 then names nothing.
fn percent_decoded(part: &str) -> String {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        match hex.filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_pages() {
        let chain = Chain::built_in();
        let page = |path: &str| Page::of(path, &chain);
        assert_eq!((page("/"), page("/menu"), page("/menu/")), (Page::Home, Page::Menu, Page::Menu));
        let product = chain.menu().product_by_id_or_slug("perfetta").expect("a product");
        let alone = Page::Product { id: product.id.clone(), is_alone: true };
        assert_eq!(page("/menu/perfetta/standAlone"), alone);
        assert_eq!(page(&format!("/menu/{}", product.id)).path(&chain).as_deref(), Some("/menu/perfetta"));
        assert_eq!(page("/menu/%70erfetta").path(&chain).as_deref(), Some("/menu/perfetta"));
        assert_eq!(page("/menu/kaveripaketti"), Page::Combo { slug: "kaveripaketti".to_owned(), is_alone: false });
        let restaurant = page("/ravintolat/Ovelle%20Kaisaniemi");
        assert_eq!(restaurant.path(&chain).as_deref(), Some("/ravintolat/ovelle-kaisaniemi"));
        assert_eq!((page("/tilaus/tulos"), page("/tilaus/1/")), (Page::Result, Page::Order));
        assert_eq!(page("/ota-yhteytta"), Page::Contact);
        assert_eq!((page("/kotijoukot"), page("/minun-kotijoukot")), (Page::Loyalty, Page::Member));
        let surveys = ["/kysely", "/kysely/1", "/kysely/vastaa"].map(page);
        assert_eq!(surveys, [Page::Survey, Page::OrderSurvey, Page::SurveyAnswer]);
        for none in ["/olematon", "/menu/a/b", "/ravintolat/-", "/tilaus/1/2", "//", "/404"] {
            assert_eq!(page(none), Page::Missing, "{none}");
        }
        for (none, is_alone) in [("/menu/olematon", false), ("/menu/%ff", false), ("/menu/olematon/standAlone", true)] {
            assert_eq!(page(none), Page::NoProduct { is_alone }, "{none}");
        }
    }

    // spec: CT-03
    #[test]
    fn addresses_name_stories() {
        let slug = |path: &str| story_slug(path).map(|slug| slug.as_str().to_owned());
        for (path, story) in [
            ("/lounas", "sivut/lounas"),
            ("/lounas/", "sivut/lounas"),
            ("/a/b", "sivut/a/b"),
            ("/sivut/lounas", "sivut/lounas"),
            ("/franchise/yrittajaksi", "franchise/yrittajaksi"),
            ("/ehdot", "ehdot"),
        ] {
            assert_eq!(slug(path).as_deref(), Some(story), "{path}");
        }
        for none in ["/", "//", "/..", "/a.b", "/sivut//a", "/%2e"] {
            assert_eq!(slug(none), None, "{none}");
        }
        let chain = Chain::built_in();
        let at =
            ["sivut/lounas", "sivut/menu", "sivut/a/b", "franchise/yrittajaksi"].map(|slug| story_path(slug, &chain));
        assert_eq!(at, ["/lounas", "/sivut/menu", "/sivut/a/b", "/franchise/yrittajaksi"]);
    }
}

//! What a page asks for first, and how it looks until the app is there.

use super::{head::PageHead, page::Page, texts};

/// The shapes of the first paint, which `web/first.css` draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// The front door's hero.
    Home,
    /// Cards beside the categories.
    Menu,
    /// A dialog over the menu.
    Dialog,
    /// The same, by whose name the app knows that it is a combo's.
    Combo,
    /// A title and rows below it.
    List,
    /// Rows below a title and a search, beside a map.
    Places,
    /// A hero: what was looked for is not there.
    Lost,
    /// The minimal header and a hero.
    Hero,
    /// The minimal header, a title and rows below it.
    Rows,
    /// Nothing but our name.
    Bare,
}

impl Shape {
    /// Of a page.
    pub(crate) fn of(page: &Page) -> Self {
        match page {
            Page::Home => Self::Home,
            Page::Menu => Self::Menu,
            Page::Product { is_alone: false, .. } | Page::NoProduct { is_alone: false } | Page::Reorder => Self::Dialog,
            Page::Combo { is_alone: false, .. } => Self::Combo,
            Page::Restaurants => Self::Places,
            Page::Restaurant(_)
            | Page::Ingredients
            | Page::TwoForOne
            | Page::Contact
            | Page::Loyalty
            | Page::Member
            | Page::Coupons
            | Page::Story { .. } => Self::List,
            Page::Survey
            | Page::OrderSurvey
            | Page::SurveyAnswer
            | Page::SignIn
            | Page::Register
            | Page::BirthDate
            | Page::ForgottenPassword
            | Page::ResetPassword
            | Page::ConfirmEmail
            | Page::AcceptTerms
            | Page::Account
            | Page::AccountBenefits
            | Page::AccountDetails
            | Page::AccountAddresses
            | Page::AccountMethods
            | Page::AccountHistory
            | Page::Work
            | Page::SecondFactor => Self::List,
            Page::FindOrder | Page::Order | Page::Result => Self::Hero,
            Page::Cart => Self::Rows,
            Page::Offers | Page::Missing => Self::Lost,
            Page::Board
            | Page::Product { is_alone: true, .. }
            | Page::Combo { is_alone: true, .. }
            | Page::NoProduct { is_alone: true } => Self::Bare,
        }
    }

    /// As `web/first.css` and `web/src/lib/firstPage.ts` know it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Menu => "menu",
            Self::Dialog => "dialog",
            Self::Combo => "dialog-combo",
            Self::List => "list",
            Self::Places => "places",
            Self::Lost => "lost",
            Self::Hero => "hero",
            Self::Rows => "rows",
            Self::Bare => "bare",
        }
    }
}

/// The title that stands in a page's shape; none where it comes later, or in another place.
pub(crate) fn title_in<'h>(page: &Page, head: &'h PageHead) -> &'h str {
    match page {
        Page::Home => texts::PROMISE,
        Page::Order => texts::OPENING,
        Page::Product { is_alone: false, .. }
        | Page::Combo { is_alone: false, .. }
        | Page::Restaurant(_)
        | Page::Ingredients
        | Page::Contact
        | Page::SurveyAnswer
        | Page::Story { .. }
        | Page::Cart
        | Page::Missing => &head.title,
        Page::Restaurants => head.heading.as_deref().unwrap_or(&head.title),
        _ => "",
    }
}

/// What a page cannot be shown without.
#[derive(Debug)]
pub(crate) struct Needs {
    /// Modules of the app, below `web/`.
    pub(crate) modules: &'static [&'static str],
    /// Answers that it asks for whatever its visitor has chosen.
    pub(crate) data: &'static [&'static str],
}

/// Alerts and campaigns over the header.
const NOTICES: &str = "/api/cms/stories/homepage";
const CONFIG: &str = "/api/config";
const CONTACT: &str = "/api/cms/stories/ota-yhteytta";
const LOYALTY: &str = "/api/cms/stories/loyalty-landing";

/// Of a page.
pub(crate) fn needs(page: &Page) -> Needs {
    let (modules, data): (&[&str], &[&str]) = match page {
        Page::Home => (&["src/features/home/HomePage.tsx"], &[NOTICES, CONFIG]),
        Page::Menu => (&["src/features/menu/MenuPage.tsx", "src/features/menu/MenuList.tsx"], &[NOTICES]),
        Page::Product { is_alone: false, .. } | Page::NoProduct { is_alone: false } => (
            &[
                "src/features/menu/MenuPage.tsx",
                "src/features/menu/ProductOverlay.tsx",
                "src/products/editor/ProductEditor.tsx",
            ],
            &[NOTICES],
        ),
        Page::Combo { is_alone: false, .. } => (
            &[
                "src/features/menu/MenuPage.tsx",
                "src/features/menu/ProductOverlay.tsx",
                "src/features/menu/ComboOverlay.tsx",
            ],
            &[NOTICES],
        ),
        Page::Product { .. } | Page::Combo { .. } | Page::NoProduct { .. } => {
            (&["src/features/menu/StandAlonePage.tsx", "src/products/editor/ProductEditor.tsx"], &[])
        }
        Page::Reorder => (&["src/features/menu/MenuPage.tsx", "src/features/menu/ReorderOverlay.tsx"], &[NOTICES]),
        Page::Restaurants => (&["src/features/restaurants/RestaurantsPage.tsx"], &[NOTICES]),
        Page::Restaurant(_) => (&["src/features/restaurants/RestaurantPage.tsx"], &[NOTICES]),
        Page::Ingredients => (&["src/features/ingredients/IngredientsPage.tsx"], &[NOTICES]),
        Page::TwoForOne => (&["src/features/offers/TwoForOnePage.tsx"], &[NOTICES]),
        Page::Offers => (&["src/app/OffersRoute.tsx"], &[NOTICES]),
        Page::Contact => (&["src/features/contact/ContactPage.tsx"], &[NOTICES, CONTACT]),
        Page::Loyalty => (&["src/features/loyalty/LandingPage.tsx"], &[NOTICES, LOYALTY]),
        Page::Member => (&["src/features/loyalty/MemberPage.tsx"], &[NOTICES]),
        Page::Coupons => (&["src/features/coupons/CouponsPage.tsx"], &[NOTICES]),
        Page::Survey => (&["src/features/survey/SurveyPage.tsx"], &[NOTICES]),
        Page::OrderSurvey => (&["src/features/survey/OrderSurveyPage.tsx"], &[NOTICES]),
        Page::SurveyAnswer => (&["src/features/survey/AnswerPage.tsx"], &[NOTICES]),
        Page::Cart => (&["src/features/checkout/CartPage.tsx"], &[NOTICES]),
        Page::FindOrder => (&["src/features/tracking/FindOrderPage.tsx"], &[NOTICES]),
        Page::Order => (&["src/features/tracking/TrackingPage.tsx"], &[NOTICES]),
        Page::Result => (&["src/features/checkout/ResultPage.tsx"], &[NOTICES]),
        Page::SignIn
        | Page::Register
        | Page::BirthDate
        | Page::ForgottenPassword
        | Page::ResetPassword
        | Page::ConfirmEmail
        | Page::AcceptTerms => (&["src/features/sign-in/pages.ts"], &[NOTICES]),
        Page::Account
        | Page::AccountBenefits
        | Page::AccountDetails
        | Page::AccountAddresses
        | Page::AccountMethods
        | Page::AccountHistory => (&["src/features/account/pages.ts"], &[NOTICES]),
        Page::Work => (&["src/features/workplace/WorkPage.tsx"], &[NOTICES]),
        Page::SecondFactor => (&["src/features/workplace/SecondFactorPage.tsx"], &[NOTICES]),
        Page::Board => (&["src/features/desk-board/BoardPage.tsx"], &[]),
        Page::Story { .. } | Page::Missing => (&["src/features/story/StoryPage.tsx"], &[NOTICES]),
    };
    Needs { modules, data }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use chain::Chain;

    use super::*;

    fn web(file: &str) -> String {
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web").join(file))
            .expect("a file of the app")
    }

    fn pages() -> Vec<Page> {
        let chain = Chain::built_in();
        let paths = [
            "/",
            "/menu",
            "/menu/perfetta",
            "/menu/perfetta/standAlone",
            "/menu/kaveripaketti",
            "/menu/tilaa-uudelleen",
            "/menu/olematon",
            "/menu/olematon/standAlone",
            "/ravintolat",
            "/ravintolat/ovelle-kaisaniemi",
            "/raaka-aineet",
            "/osta2maksa1",
            "/tarjoukset",
            "/ota-yhteytta",
            "/kotijoukot",
            "/minun-kotijoukot",
            "/kupongit",
            "/kysely",
            "/kysely/1",
            "/kysely/vastaa",
            "/ostoskori",
            "/tilaus",
            "/tilaus/1",
            "/tilaus/tulos",
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
            "/asiakastili/tilaushistoria",
            "/tyo",
            "/tyo/vahvistuskoodi",
            "/seuranta",
            "/olematon",
        ];
        paths.iter().map(|path| Page::of(path, &chain)).collect()
    }

    #[test]
    fn the_first_paint_draws_every_shape() {
        let style = web("first.css");
        for page in pages() {
            let shape = Shape::of(&page);
            let (name, kind) = (shape.name(), shape.name().split('-').next().unwrap_or_default());
            let is_drawn = [format!("data-shape=\"{name}\"]"), format!("data-shape^=\"{kind}\"]")];
            assert!(is_drawn.iter().any(|drawn| style.contains(drawn)), "{shape:?}");
        }
    }

    #[test]
    fn the_app_knows_the_shapes_by_the_same_names() {
        let text = web("src/lib/firstPage.ts");
        let (_, named) = text.split_once("type Shape =").expect("the names of shapes");
        let (named, _) = named.split_once(';').expect("an end of them");
        let named: BTreeSet<_> = named.split('|').map(|name| name.trim().trim_matches('"')).collect();
        let drawn: BTreeSet<_> = pages().iter().map(|page| Shape::of(page).name()).collect();
        assert_eq!(named, drawn);
    }

    #[test]
    fn a_product_that_is_none_looks_like_one_that_is() {
        let chain = Chain::built_in();
        let shape = |path: &str| Shape::of(&Page::of(path, &chain));
        assert_eq!(shape("/menu/olematon"), shape("/menu/perfetta"));
        assert_eq!(shape("/menu/olematon/standAlone"), shape("/menu/perfetta/standAlone"));
        assert_eq!((shape("/ravintolat/olematon"), shape("/olematon")), (Shape::Lost, Shape::Lost));
    }

    #[test]
    fn modules_are_those_that_the_app_loads() {
        let routes = web("src/app/routes.tsx");
        let [menu, overlay, editor] = ["menuCode.ts", "ProductOverlay.tsx", "lazyEditor.ts"]
            .map(|file| web(&format!("src/features/menu/{file}")));
        for page in pages() {
            for module in needs(&page).modules {
                web(module);
                let name =
                    module.trim_end_matches(".tsx").trim_end_matches(".ts").rsplit('/').next().unwrap_or_default();
                let is_loaded =
                    [&routes, &menu, &overlay, &editor].iter().any(|text| text.contains(&format!("/{name}\")")));
                assert!(is_loaded, "{page:?}: nothing loads {module}");
            }
        }
    }
}

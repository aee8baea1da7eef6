//! What search engines ask for first: where they may go, and what there is.

use std::fmt::Write as _;

use chain::Chain;

use super::{
    markup::Escaped,
    page::{Page, is_on_menu, listed, product_path, restaurant_path},
};

/// What is somebody's own, the staff's, or no page.
const NOT_FOR_SEARCH: [&str; 15] = [
    "/api/",
    "/ostoskori",
    "/tilaus",
    "/testimaksu",
    "/kirjaudu",
    "/rekisteroidy",
    "/unohditko-salasanasi",
    "/vaihda-salasana",
    "/vahvista-sahkoposti",
    "/hyvaksy-kayttoehdot",
    "/asiakastili",
    "/minun-kotijoukot",
    "/kysely",
    "/tyo",
    "/seuranta",
];

/// `/robots.txt`.
pub(crate) fn robots(base: &str) -> String {
    let mut text = "User-agent: *\n".to_owned();
    for path in NOT_FOR_SEARCH {
        let _infallible = writeln!(text, "Disallow: {path}");
    }
    let _infallible = writeln!(text, "\nSitemap: {base}/sitemap.xml");
    text
}

/// `/sitemap.xml`: what everybody may see, and nothing that is somebody's own.
pub(crate) fn sitemap(chain: &Chain, base: &str) -> String {
    let fixed =
        [Page::Home, Page::Menu, Page::Restaurants, Page::Ingredients, Page::Contact, Page::Loyalty, Page::Coupons];
    let fixed = fixed.iter().filter_map(|page| page.path(chain));
    let products = chain.menu().products().iter().filter(|product| is_on_menu(chain, product)).map(product_path);
    let restaurants = listed(chain).map(restaurant_path);
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
        .to_owned();
    for path in fixed.chain(products).chain(restaurants) {
        let _infallible = writeln!(xml, "<url><loc>{}</loc></url>", Escaped(&format!("{base}{path}")));
    }
    xml.push_str("</urlset>\n");
    xml
}

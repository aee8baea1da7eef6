//! What pages are about, in the words of schema.org.

use chain::{Category, Chain, DayTimes, MinuteOfDay, Product, Shop};
use domain::{hours::HoursKind, money::Cents};
use jiff::civil::Weekday;
use serde_json::{Value, json};

use super::{
    page::{Page, combo, is_on_menu, product_path, restaurant_path},
    texts,
};

pub(crate) const CURRENCY: &str = "EUR";
const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// What a page is about; who does not run the page gets all of the menu.
pub(crate) fn of(page: &Page, chain: &Chain, base: &str, is_bot: bool) -> Vec<Value> {
    match page {
        Page::Home => vec![organisation(base), site(base)],
        Page::Menu => vec![menu(chain, base, is_bot), trail(base, &[(texts::MENU, "/menu")])],
        Page::Product { id, .. } => {
            let known = chain.menu().product(id.as_str()).filter(|product| !product.is_age_restricted);
            let Some(known) = known else { return Vec::new() };
            vec![
                product(chain, known, base),
                trail(base, &[(texts::MENU, "/menu"), (&known.name, &product_path(known))]),
            ]
        }
        Page::Combo { slug, .. } => {
            let Some((campaign, combo)) = combo(chain, slug) else { return Vec::new() };
            let url = format!("{base}/menu/{slug}");
            vec![json!({
                "@type": "Product", "@id": url, "name": campaign.name, "description": combo.description, "url": url,
                "brand": brand(), "offers": offer(combo.price, &url),
            })]
        }
        Page::Restaurant(id) => {
            let Some(shop) = chain.shop(*id) else { return Vec::new() };
            let name = &shop.restaurant.display_name;
            vec![
                restaurant(shop, base),
                trail(base, &[(texts::RESTAURANTS, "/ravintolat"), (name, &restaurant_path(shop))]),
            ]
        }
        Page::Restaurants => vec![trail(base, &[(texts::RESTAURANTS, "/ravintolat")])],
        Page::Ingredients => vec![trail(base, &[(texts::INGREDIENTS, "/raaka-aineet")])],
        _ => Vec::new(),
    }
}

/// Euros as schema.org writes them: `14.90`.
pub(crate) fn amount(Cents(cents): Cents) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

fn organisation(base: &str) -> Value {
    json!({
        "@type": "Organization", "@id": format!("{base}/#ovelle"), "name": texts::NAME, "url": format!("{base}/"),
        "logo": format!("{base}/favicon.svg"), "slogan": texts::PROMISE,
    })
}

fn site(base: &str) -> Value {
    json!({
        "@type": "WebSite", "name": texts::NAME, "url": format!("{base}/"), "inLanguage": "fi",
        "publisher": { "@id": format!("{base}/#ovelle") },
    })
}

fn brand() -> Value {
    json!({ "@type": "Brand", "name": texts::NAME })
}

fn offer(price: Cents, url: &str) -> Value {
    json!({ "@type": "Offer", "price": amount(price), "priceCurrency": CURRENCY, "url": url })
}

fn product(chain: &Chain, product: &Product, base: &str) -> Value {
    let url = format!("{base}{}", product_path(product));
    json!({
        "@type": "Product", "@id": url, "sku": product.id.as_str(), "name": product.name,
        "description": product.description, "url": url, "brand": brand(),
        "category": chain.menu().category(&product.category).map(|category| &category.name),
        "offers": offers(product, &url),
    })
}

/// One price, or all sizes with theirs.
fn offers(product: &Product, url: &str) -> Value {
    let prices = product.sizes.iter().map(texts::price);
    if let [size] = &product.sizes[..] {
        return offer(texts::price(size), url);
    }
    let sizes = product.sizes.iter().map(|size| {
        let mut offer = offer(texts::price(size), url);
        offer["name"] = json!(size.name);
        offer
    });
    json!({
        "@type": "AggregateOffer", "priceCurrency": CURRENCY, "offerCount": product.sizes.len(),
        "lowPrice": amount(prices.clone().min().unwrap_or_default()),
        "highPrice": amount(prices.max().unwrap_or_default()),
        "offers": sizes.collect::<Vec<_>>(),
    })
}

/// The menu's categories that have something to show, from the top.
pub(crate) fn categories(chain: &Chain) -> impl Iterator<Item = (&Category, Vec<&Product>)> {
    let mut categories: Vec<_> = chain.menu().categories().iter().collect();
    categories.sort_by_key(|category| category.display_order);
    let products = chain.menu().products().iter().filter(|product| is_on_menu(chain, product)).collect::<Vec<_>>();
    categories.into_iter().filter_map(move |category| {
        let of: Vec<_> = products.iter().copied().filter(|product| product.category == category.id).collect();
        (!of.is_empty()).then_some((category, of))
    })
}

fn menu(chain: &Chain, base: &str, with_items: bool) -> Value {
    let item = |product: &&Product| {
        let url = format!("{base}{}", product_path(product));
        json!({
            "@type": "MenuItem", "name": product.name, "description": product.description, "url": url,
            "offers": offers(product, &url),
        })
    };
    let sections = categories(chain).map(|(category, products)| {
        let mut section = json!({
            "@type": "MenuSection", "name": category.name, "url": format!("{base}/menu#{}", chain::slug(&category.name)),
        });
        if with_items {
            section["hasMenuItem"] = products.iter().map(item).collect();
        }
        section
    });
    let url = format!("{base}/menu");
    json!({
        "@type": "Menu", "@id": url, "name": texts::MENU, "url": url, "inLanguage": "fi",
        "hasMenuSection": sections.collect::<Vec<_>>(),
    })
}

fn restaurant(shop: &Shop, base: &str) -> Value {
    let of = &shop.restaurant;
    let url = format!("{base}{}", restaurant_path(shop));
    json!({
        "@type": "Restaurant", "@id": url, "name": of.display_name, "url": url, "telephone": of.phone,
        "servesCuisine": "Pizza", "hasMenu": format!("{base}/menu"),
        "parentOrganization": { "@id": format!("{base}/#ovelle") },
        "address": {
            "@type": "PostalAddress", "streetAddress": of.street_address, "postalCode": of.postal_code,
            "addressLocality": of.city, "addressCountry": "FI",
        },
        "geo": { "@type": "GeoCoordinates", "latitude": of.location.lat(), "longitude": of.location.lng() },
        "openingHoursSpecification": hours(shop),
    })
}

/// General hours: days of the week, then single days that differ.
fn hours(shop: &Shop) -> Vec<Value> {
    let week = shop.week(HoursKind::General).copied().unwrap_or_default();
    let days = Weekday::Monday.cycle_forward().zip(DAYS).filter_map(|(day, name)| {
        let mut open = opens(week.on(day)?);
        open["dayOfWeek"] = json!(name);
        Some(open)
    });
    let exceptions = shop.exceptions.iter().filter(|exception| exception.kind == HoursKind::General).map(|exception| {
        // Closed: it opens and closes at the same time.
        let closed = DayTimes { from: MinuteOfDay::of_hour(0), until: MinuteOfDay::of_hour(0) };
        let mut open = opens(exception.times.unwrap_or(closed));
        open["validFrom"] = json!(exception.date.to_string());
        open["validThrough"] = json!(exception.date.to_string());
        open
    });
    days.chain(exceptions).collect()
}

fn opens(DayTimes { from, until }: DayTimes) -> Value {
    // A day ends at 23:59 there.
    let closes = if until == MinuteOfDay::END { "23:59".to_owned() } else { until.to_string() };
    json!({ "@type": "OpeningHoursSpecification", "opens": from.to_string(), "closes": closes })
}

fn trail(base: &str, steps: &[(&str, &str)]) -> Value {
    let home = (texts::NAME, "/");
    let steps = std::iter::once(&home).chain(steps).enumerate().map(|(at, (name, path))| {
        json!({ "@type": "ListItem", "position": at + 1, "name": name, "item": format!("{base}{path}") })
    });
    json!({ "@type": "BreadcrumbList", "itemListElement": steps.collect::<Vec<_>>() })
}

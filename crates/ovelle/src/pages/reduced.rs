//! A page for those who read it without running it: what it is about, and no script (MN-23, SH-26).

use std::fmt::{self, Write};

use chain::{Chain, Product, Shop};
use domain::hours::HoursKind;
use jiff::civil::Weekday;

use super::{
    head::PageHead,
    markup::Escaped,
    page::{Page, combo, listed, product_path, restaurant_path},
    structured::categories,
    texts,
};

/// What every such page begins with.
const BEGINNING: &str = "<!doctype html><html lang=\"fi\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
    <link rel=\"icon\" type=\"image/svg+xml\" href=\"/favicon.svg\">";

/// The whole page.
pub(crate) fn html(page: &Page, chain: &Chain, head: &PageHead) -> String {
    let mut html = format!("{BEGINNING}{}</head><body>", head.tags());
    let _infallible = body(&mut html, page, chain, head);
    html.push_str("</body></html>\n");
    html
}

fn body(html: &mut String, page: &Page, chain: &Chain, head: &PageHead) -> fmt::Result {
    let named = |id: &chain::ProductId| chain.menu().product(id.as_str()).filter(|one| !one.is_age_restricted);
    html.push_str("<header><nav>");
    for (path, text) in [("/", texts::NAME), ("/menu", texts::MENU), ("/ravintolat", texts::RESTAURANTS)] {
        link(html, path, text)?;
        html.push(' ');
    }
    let title = if *page == Page::Home { texts::PROMISE } else { &head.title };
    write!(html, "</nav></header><main><h1>{}</h1>", Escaped(title))?;
    match page {
        Page::Product { id, .. } => {
            if let Some(of) = named(id) {
                product(html, chain, of)?;
            }
        }
        Page::Combo { slug, .. } => {
            if let Some((_, combo)) = combo(chain, slug) {
                paragraph(html, combo.description.as_deref().unwrap_or_default())?;
                paragraph(html, &texts::euros(combo.price))?;
            }
        }
        Page::Restaurant(id) => {
            if let Some(shop) = chain.shop(*id) {
                restaurant(html, shop)?;
            }
        }
        Page::Menu => menu(html, chain)?,
        Page::Restaurants => restaurants(html, chain)?,
        _ => paragraph(html, &head.description)?,
    }
    html.push_str("</main>");
    Ok(())
}

/// The product alone: the menu is a link away (MN-23).
fn product(html: &mut String, chain: &Chain, product: &Product) -> fmt::Result {
    paragraph(html, product.description.as_deref().unwrap_or_default())?;
    html.push_str("<ul>");
    for size in &product.sizes {
        write!(html, "<li>{} {}</li>", Escaped(&size.name), texts::euros(texts::price(size)))?;
    }
    html.push_str("</ul>");
    let ingredients = product.recipe.iter().filter(|entry| entry.quantity > 0);
    let names: Vec<_> = ingredients
        .filter_map(|entry| chain.menu().ingredient(entry.ingredient.as_str()))
        .map(|ingredient| ingredient.name.as_str())
        .collect();
    if !names.is_empty() {
        write!(html, "<h2>{}</h2>", texts::TOPPINGS)?;
        paragraph(html, &names.join(", "))?;
    }
    html.push_str("<p>");
    link(html, "/menu", texts::TO_THE_MENU)?;
    html.push_str("</p>");
    Ok(())
}

fn menu(html: &mut String, chain: &Chain) -> fmt::Result {
    for (category, products) in categories(chain) {
        let (anchor, name) = (chain::slug(&category.name), Escaped(&category.name));
        write!(html, "<section id=\"{anchor}\"><h2>{name}</h2><ul>")?;
        for product in products {
            html.push_str("<li>");
            link(html, &product_path(product), &product.name)?;
            write!(html, " {}", texts::price_of(product))?;
            paragraph(html, product.description.as_deref().unwrap_or_default())?;
            html.push_str("</li>");
        }
        html.push_str("</ul></section>");
    }
    Ok(())
}

fn restaurants(html: &mut String, chain: &Chain) -> fmt::Result {
    html.push_str("<ul>");
    for shop in listed(chain) {
        html.push_str("<li>");
        link(html, &restaurant_path(shop), &shop.restaurant.display_name)?;
        paragraph(html, &place(shop))?;
        html.push_str("</li>");
    }
    html.push_str("</ul>");
    Ok(())
}

fn restaurant(html: &mut String, shop: &Shop) -> fmt::Result {
    paragraph(html, &place(shop))?;
    let phone = Escaped(&shop.restaurant.phone);
    let dialled: String = shop.restaurant.phone.chars().filter(|digit| !digit.is_whitespace()).collect();
    write!(html, "<p><a href=\"tel:{}\">{phone}</a></p><h2>{}</h2><ul>", Escaped(&dialled), texts::HOURS)?;
    let week = shop.week(HoursKind::General).copied().unwrap_or_default();
    for (day, name) in Weekday::Monday.cycle_forward().zip(texts::DAYS) {
        write!(html, "<li>{name} {}</li>", texts::hours(week.on(day)))?;
    }
    html.push_str("</ul>");
    Ok(())
}

fn place(shop: &Shop) -> String {
    let of = &shop.restaurant;
    format!("{}, {} {}", of.street_address, of.postal_code, of.city)
}

fn link(html: &mut String, path: &str, text: &str) -> fmt::Result {
    write!(html, "<a href=\"{}\">{}</a>", Escaped(path), Escaped(text))
}

/// Says nothing where there is nothing to say.
fn paragraph(html: &mut String, text: &str) -> fmt::Result {
    if text.is_empty() { Ok(()) } else { write!(html, "<p>{}</p>", Escaped(text)) }
}

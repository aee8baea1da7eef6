//! What the head of a page says of it: to its tab, to search engines, and to whoever previews a link.

use std::fmt::Write as _;

use chain::Chain;
use domain::money::Cents;
use serde_json::{Value, json};

use super::{
    markup::Escaped,
    page::{Page, combo, listed},
    structured, texts,
};

/// A page, by what is said of it.
#[derive(Debug)]
pub(crate) struct PageHead {
    /// What it is called, without our name.
    pub(crate) title: String,
    /// What stands over its content, where that is more than what it is called.
    pub(crate) heading: Option<String>,
    pub(crate) description: String,
    /// What a previewer says under the title.
    preview: String,
    /// Where it stands; none: nowhere that others should look.
    address: Option<String>,
    /// What it costs at least.
    price: Option<Cents>,
    is_for_search: bool,
    data: Vec<Value>,
}

impl PageHead {
    /// Of a page at `base`, which links begin with.
    pub(crate) fn of(page: &Page, chain: &Chain, base: &str, is_bot: bool) -> Self {
        let (title, description) = texts::of(page);
        let mut head = Self {
            title: title.to_owned(),
            heading: None,
            description: description.to_owned(),
            preview: description.to_owned(),
            address: page.path(chain).map(|path| format!("{base}{path}")),
            price: None,
            is_for_search: !matches!(page, Page::Reorder | Page::TwoForOne),
            data: structured::of(page, chain, base, is_bot),
        };
        match page {
            Page::Product { id, .. } => head.name_product(chain, id.as_str()),
            Page::Combo { slug, .. } => head.name_combo(chain, slug),
            Page::Story { title, .. } if !title.is_empty() => head.title.clone_from(title),
            Page::Restaurants => head.heading = Some(texts::all_restaurants(&listed(chain).count())),
            Page::Restaurant(id) => {
                if let Some(shop) = chain.shop(*id) {
                    let of = &shop.restaurant;
                    head.title.clone_from(&of.display_name);
                    let place = format!("{}, {} {}", of.street_address, of.postal_code, of.city);
                    head.description = texts::cut(&format!("{}, {place}. {}", of.display_name, texts::HOW));
                    head.preview = texts::cut(&format!("{place}. {}", texts::HOW));
                }
            }
            _ => {}
        }
        head.is_for_search &= head.address.is_some();
        head
    }

    fn name_product(&mut self, chain: &Chain, id: &str) {
        let Some(product) = chain.menu().product(id) else { return };
        self.title.clone_from(&product.name);
        if product.is_age_restricted {
            // Whoever may not have it is told no more than its name.
            self.is_for_search = false;
            return;
        }
        let price = texts::price_of(product);
        let said = product.description.as_deref().map(str::trim).filter(|text| !text.is_empty());
        self.description = texts::cut(said.unwrap_or(&format!("{}, {price}. {}", product.name, texts::HOW)));
        self.preview = texts::cut(&format!("{}. {}", texts::capitalised(&price), said.unwrap_or(texts::HOW)));
        self.price = product.sizes.iter().map(texts::price).min();
    }

    fn name_combo(&mut self, chain: &Chain, slug: &str) {
        let Some((campaign, combo)) = combo(chain, slug) else { return };
        self.title.clone_from(&campaign.name);
        let said = combo.description.as_deref().map(str::trim).filter(|text| !text.is_empty());
        self.description = texts::cut(said.unwrap_or(&format!("{}. {}", campaign.name, texts::HOW)));
        self.preview = texts::cut(&format!("{}. {}", texts::euros(combo.price), said.unwrap_or(texts::HOW)));
        self.price = Some(combo.price);
    }

    /// The tags of it all.
    pub(crate) fn tags(&self) -> String {
        let mut tags = String::with_capacity(2048);
        let title = format!("{} · {}", self.title, texts::NAME);
        let shown = if self.title == texts::of(&Page::Home).0 { texts::PROMISE } else { &self.title };
        let _infallible = write!(tags, "<title>{}</title>", Escaped(&title));
        meta(&mut tags, "name", "description", &self.description);
        if !self.is_for_search {
            meta(&mut tags, "name", "robots", "noindex");
        }
        let kind = if self.price.is_some() { "product" } else { "website" };
        for (name, value) in [
            ("og:site_name", texts::NAME),
            ("og:locale", "fi_FI"),
            ("og:type", kind),
            ("og:title", shown),
            ("og:description", &self.preview),
        ] {
            meta(&mut tags, "property", name, value);
        }
        meta(&mut tags, "name", "twitter:card", "summary");
        if let Some(price) = self.price {
            meta(&mut tags, "property", "product:price:amount", &structured::amount(price));
            meta(&mut tags, "property", "product:price:currency", structured::CURRENCY);
        }
        if let Some(address) = &self.address {
            meta(&mut tags, "property", "og:url", address);
            let _infallible = write!(tags, "<link rel=\"canonical\" href=\"{}\">", Escaped(address));
        }
        if !self.data.is_empty() {
            let graph = json!({ "@context": "https://schema.org", "@graph": self.data });
            // Data that ends its own element would be markup.
            let graph = graph.to_string().replace('<', "\\u003c");
            let _infallible = write!(tags, "<script type=\"application/ld+json\">{graph}</script>");
        }
        tags
    }
}

fn meta(tags: &mut String, by: &str, name: &str, content: &str) {
    let _infallible = write!(tags, "<meta {by}=\"{name}\" content=\"{}\">", Escaped(content));
}

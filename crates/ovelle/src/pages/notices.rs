//! What editors say over the header, as far as it is said at any time: it stands there from the first paint on.

use std::fmt::Write as _;

use content::Story;
use serde_json::{Map, Value};

use super::{markup::Escaped, page::Page, shape::Shape};

/// What stands over the header of a page (SH-08 to SH-11). What a visitor has closed, the app takes away.
pub(crate) fn html(page: &Page, homepage: Option<&Story>) -> String {
    let mut html = String::new();
    let (Some(story), Some(has_campaign)) = (homepage, has_campaign(page)) else { return html };
    if let Some(text) = campaign(&story.content).filter(|_| has_campaign) {
        let _infallible = write!(html, "<div class=\"note campaign\"><p>{}</p></div>", Escaped(text));
    }
    let mut known = Vec::new();
    for alert in list(&story.content, "top_alert") {
        let (message, context) = (text(alert, "message"), text(alert, "context"));
        let id = Some(text(alert, "_uid")).filter(|id| !id.is_empty()).unwrap_or(message);
        if message.is_empty() || !is_for(page, text(alert, "location")) || known.contains(&id) {
            continue;
        }
        known.push(id);
        let _infallible = write!(html, "<div class=\"note\"><p>{}</p>", Escaped(message));
        if !context.is_empty() {
            let _infallible = write!(html, "<p>{}</p>", Escaped(context));
        }
        html.push_str("</div>");
    }
    html
}

/// Whether a page shows the campaign beside alerts; none where it shows neither.
fn has_campaign(page: &Page) -> Option<bool> {
    match Shape::of(page) {
        Shape::Bare => None,
        Shape::Hero | Shape::Rows => Some(false),
        Shape::Home | Shape::Menu | Shape::Dialog | Shape::Combo | Shape::List | Shape::Places | Shape::Lost => {
            Some(true)
        }
    }
}

/// The campaign, unless it has its time.
fn campaign(content: &Map<String, Value>) -> Option<&str> {
    let banner = match content.get("banner")? {
        Value::Array(list) => list.first()?,
        banner => banner,
    }
    .as_object()?;
    let is_timed = ["visibility_start_date", "visibility_end_date"].iter().any(|name| !text(banner, name).is_empty())
        || !["", "always"].contains(&text(banner, "visibility"));
    let said = Some(text(banner, "campaign_banner")).filter(|said| !said.is_empty()).unwrap_or(text(banner, "text"));
    let is_on = banner.get("visibility_visible") == Some(&Value::Bool(true));
    (is_on && !is_timed && !said.is_empty()).then_some(said)
}

/// Whether an alert of this place is for a page.
fn is_for(page: &Page, location: &str) -> bool {
    match location {
        "" | "all" => true,
        "frontpage" => *page == Page::Home,
        "checkout" => *page == Page::Cart,
        "order" => matches!(page, Page::FindOrder | Page::Order | Page::Result),
        "login" => *page == Page::SignIn,
        _ => false,
    }
}

fn text<'c>(fields: &'c Map<String, Value>, name: &str) -> &'c str {
    fields.get(name).and_then(Value::as_str).unwrap_or_default().trim()
}

fn list<'c>(fields: &'c Map<String, Value>, name: &str) -> impl Iterator<Item = &'c Map<String, Value>> {
    fields.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use serde_json::json;

    use super::*;

    fn shown(page: &Page, content: &Value) -> String {
        let content = content.as_object().cloned().expect("fields");
        html(page, Some(&Story { updated_at: Timestamp::UNIX_EPOCH, content }))
    }

    // spec: SH-08
    #[test]
    fn each_page_has_its_alerts_and_the_shop_its_campaign() {
        let story = json!({
            "banner": { "campaign_banner": "Kuljetus <0 €", "visibility_visible": true },
            "top_alert": [
                { "_uid": "1", "location": "frontpage", "message": "Etusivulla", "context": "Vain siellä." },
                { "_uid": "1", "location": "all", "message": "Sama uudestaan" },
                { "_uid": "2", "message": "Kaikkialla" },
                { "_uid": "3", "location": "order", "message": "Tilauksella" },
                { "_uid": "4", "location": "checkout", "message": "Kassalla" },
                { "_uid": "5", "location": "login", "message": "Kirjautuessa" },
            ],
        });
        let campaign = "<div class=\"note campaign\"><p>Kuljetus &lt;0 €</p></div>";
        let everywhere = "<div class=\"note\"><p>Kaikkialla</p></div>";
        let home = "<div class=\"note\"><p>Etusivulla</p><p>Vain siellä.</p></div>";
        assert_eq!(shown(&Page::Home, &story), format!("{campaign}{home}{everywhere}"));
        let again = "<div class=\"note\"><p>Sama uudestaan</p></div>";
        assert_eq!(shown(&Page::Menu, &story), format!("{campaign}{again}{everywhere}"));
        let order = "<div class=\"note\"><p>Tilauksella</p></div>";
        assert_eq!(shown(&Page::Order, &story), format!("{again}{everywhere}{order}"));
        for (page, of_its_own) in [(Page::Cart, "Kassalla"), (Page::SignIn, "Kirjautuessa")] {
            assert!(
                shown(&page, &story).ends_with(&format!("<div class=\"note\"><p>{of_its_own}</p></div>")),
                "{of_its_own}"
            );
        }
        assert_eq!((shown(&Page::Board, &story), html(&Page::Home, None)), (String::new(), String::new()));
    }

    #[test]
    fn a_campaign_with_a_time_of_its_own_comes_with_the_app() {
        for more in [
            json!({ "visibility_end_date": "2026-12-01 10:00" }),
            json!({ "visibility": "evening" }),
            json!({ "visibility_visible": false }),
            json!({ "campaign_banner": " " }),
        ] {
            let mut banner = json!({ "campaign_banner": "Nyt", "visibility_visible": true });
            banner.as_object_mut().expect("fields").extend(more.as_object().cloned().expect("fields"));
            assert_eq!(shown(&Page::Home, &json!({ "banner": banner })), "", "{banner}");
        }
    }
}

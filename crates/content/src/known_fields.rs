//! Which fields a story and its blocks have (people §7); others are left out.

use serde_json::{Map, Value};

use crate::{fault::LeftOut, slug::StorySlug};

/// Fields of every block, and of every element of its lists.
const OF_ALL: [&str; 3] = ["_uid", "component", "title"];
/// Fields of a page.
const PAGE: &[&str] = &["title", "lead", "blocks", "endBlocks"];
/// Fields of the stories that are no pages.
const STORIES: [(&str, &[&str]); 7] = [
    ("homepage", &["Carousel", "blocks", "endBlocks", "top_alert", "banner", "header_desktop_text", "menu_react"]),
    ("footer", &["bottom_text", "categories", "social"]),
    (
        "address-selection",
        &["title", "description", "preorder_title", "preorder_description", "price_color", "link", "link_label"],
    ),
    (
        "menu/menuPage",
        &[
            "title",
            "description",
            "campaignHighlights",
            "afterLunchHighlights",
            "lunchTimeHighlights",
            "lunchTimeTitle",
            "lunchTimeDescription",
            "afterLunchTitle",
            "afterLunchDescription",
            "lightDelicatesCategoryTitle",
            "lightDelicatesCategoryDescription",
        ],
    ),
    ("product-page/productPage", &["carbon_footprint", "ingredient_category_description", "ingredient_upsell"]),
    ("ota-yhteytta", PAGE),
    ("kirjaudu", &["image"]),
];
/// What the slugs of pages begin with.
const PAGES: [&str; 3] = ["sivut/", "franchise/", "ehdot/"];

/// The fields that a story of this slug may have; none: whatever its page makes of it.
fn of_story(slug: &StorySlug) -> Option<&'static [&'static str]> {
    let slug = slug.as_str();
    let known = STORIES.iter().find(|(known, _)| *known == slug).map(|(_, fields)| *fields);
    known.or_else(|| PAGES.iter().any(|begin| slug.starts_with(begin)).then_some(PAGE))
}

/// The fields of a component beside those of all; none: it has what it needs.
fn of_component(component: &str) -> Option<&'static [&'static str]> {
    Some(match component {
        "text" => &["text"],
        "video" | "headerVideo" => &["video_url", "auto_play"],
        "image" | "headerImage" => &["image", "image_mobile", "alt"],
        "linkCardList" => &["cards"],
        "productPicks" => &["productIds"],
        "linkButton" => &["text", "url", "productId", "newWindow"],
        "script" => &["src"],
        "iframe" => &["src", "heightPx"],
        "faq" => &["questions"],
        _ => return None,
    })
}

/// The fields of the elements of a block's list.
fn of_elements(list: &str) -> &'static [&'static str] {
    match list {
        "cards" => &["text", "image", "url"],
        _ => &["questionText", "answerText", "keywords", "lang"],
    }
}

/// Takes out of a story what it has no place for.
pub(crate) fn keep_known(content: &mut Map<String, Value>, slug: &StorySlug, left_out: &mut Vec<LeftOut>) {
    if let Some(known) = of_story(slug) {
        keep(content, known, "", left_out);
    }
}

/// Takes out of a block, which stands at a path, what it has no place for.
pub(crate) fn keep_known_of_block(block: &mut Map<String, Value>, path: &str, left_out: &mut Vec<LeftOut>) {
    let component = block.get("component").and_then(Value::as_str).unwrap_or_default();
    let Some(known) = of_component(component) else { return };
    keep(block, known, path, left_out);
    for list in ["cards", "questions"] {
        let Some(Value::Array(elements)) = block.get_mut(list) else { continue };
        for (at, element) in elements.iter_mut().enumerate() {
            if let Value::Object(element) = element {
                keep(element, of_elements(list), &format!("{path}.{list}[{at}]"), left_out);
            }
        }
    }
}

fn keep(fields: &mut Map<String, Value>, known: &[&str], path: &str, left_out: &mut Vec<LeftOut>) {
    fields.retain(|name, _| {
        let is_known = known.contains(&name.as_str()) || OF_ALL.contains(&name.as_str());
        if !is_known {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            left_out.push(LeftOut { path, problem: "is no known field".to_owned() });
        }
        is_known
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_has_no_place_is_left_out_and_named() {
        let mut story = json!({ "title": "Lounas", "secret": 1, "blocks": [] });
        let mut block = json!({
            "_uid": "a", "component": "faq", "title": "Kysyttyä", "colour": "red",
            "questions": [{ "questionText": "?", "answerText": "!", "note": 1 }, "x"],
        });
        let mut left_out = Vec::new();
        keep_known(story.as_object_mut().unwrap(), &"sivut/lounas".parse().unwrap(), &mut left_out);
        keep_known_of_block(block.as_object_mut().unwrap(), "blocks[0]", &mut left_out);
        let paths: Vec<_> = left_out.into_iter().map(|one| one.path).collect();
        assert_eq!(paths, ["secret", "blocks[0].colour", "blocks[0].questions[0].note"]);
        assert_eq!(story, json!({ "title": "Lounas", "blocks": [] }));
        assert_eq!(block["questions"], json!([{ "questionText": "?", "answerText": "!" }, "x"]));
        let mut coupons = json!({ "anything": 1 });
        keep_known(coupons.as_object_mut().unwrap(), &"kupongit".parse().unwrap(), &mut Vec::new());
        assert_eq!(coupons, json!({ "anything": 1 }));
    }
}

//! Stories as an editor writes them: files that come, change, break and go.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{fs, path::Path};

use content::{Hosts, Stories, StoriesParts, StorySlug, StoryVersion, check};
use serde_json::Value;

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join("stories").join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn title(stories: &Stories, slug: &str, version: StoryVersion) -> Option<String> {
    let slug: StorySlug = slug.parse().unwrap();
    let (_, story) = stories.find(&slug, version)?;
    story.content.get("title").and_then(Value::as_str).map(str::to_owned)
}

fn of(folder: &Path, preview_token: Option<&str>) -> Stories {
    let preview_token = preview_token.map(str::to_owned);
    Stories::read(StoriesParts { folder: Some(folder.to_owned()), preview_token, ..StoriesParts::default() })
}

#[test]
fn files_are_read_anew_and_a_broken_one_keeps_its_last_good_form() {
    use StoryVersion::{Draft, Published};
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "sivut/lounas.json", r#"{"content": {"title": "Lounas"}}"#);
    let stories = of(folder.path(), Some("s3cret"));
    assert_eq!(title(&stories, "sivut/lounas", Published).as_deref(), Some("Lounas"));
    assert_eq!(title(&stories, "sivut/lounas", Draft).as_deref(), Some("Lounas"), "there is no draft yet");

    write(folder.path(), "sivut/lounas.draft.json", r#"{"content": {"title": "Lounas, uusi"}}"#);
    write(folder.path(), "sivut/lounas.json", r#"{"content": {"title": "Lounas ha"#);
    stories.refresh();
    assert_eq!(title(&stories, "sivut/lounas", Published).as_deref(), Some("Lounas"));
    assert_eq!(title(&stories, "sivut/lounas", Draft).as_deref(), Some("Lounas, uusi"));

    write(folder.path(), "sivut/lounas.json", r#"{"content": {"title": "Lounas hakee sinut"}}"#);
    stories.refresh();
    assert_eq!(title(&stories, "sivut/lounas", Published).as_deref(), Some("Lounas hakee sinut"));
    fs::remove_file(folder.path().join("stories/sivut/lounas.json")).unwrap();
    fs::remove_file(folder.path().join("stories/sivut/lounas.draft.json")).unwrap();
    stories.refresh();
    assert_eq!(title(&stories, "sivut/lounas", Draft), None);
    assert_eq!(title(&stories, "homepage", Published), None, "what is built in belongs to the built-in chain");
}

// spec: CT-28
#[test]
fn each_story_is_found_by_its_slug() {
    let folder = tempfile::tempdir().unwrap();
    let slugs = [
        "footer",
        "homepage",
        "loyalty-landing",
        "kirjaudu",
        "kupongit",
        "ota-yhteytta",
        "menu/menuPage",
        "kupongit/couponsPage",
        "product-page/productPage",
        "sivut/vastuullisuus",
    ];
    for slug in slugs {
        write(folder.path(), &format!("{slug}.json"), &format!(r#"{{"content": {{"title": "{slug}"}}}}"#));
    }
    let stories = of(folder.path(), None);
    for slug in slugs {
        assert_eq!(title(&stories, slug, StoryVersion::Published).as_deref(), Some(slug));
    }
}

#[test]
fn drafts_are_shown_to_whoever_has_the_token() {
    let folder = tempfile::tempdir().unwrap();
    assert!(of(folder.path(), Some("s3cret")).shows_drafts(b"s3cret"));
    assert!(!of(folder.path(), Some("s3cret")).shows_drafts(b"s3cre"));
    for none in [None, Some("")] {
        assert!(!of(folder.path(), none).shows_drafts(b""));
    }
}

#[test]
fn a_check_says_every_fault_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.json", "{\n  \"content\": {,\n}");
    write(folder.path(), "b.json", r#"{"content": {"blocks": [{"component": "marquee"}]}}"#);
    write(folder.path(), "c.json", r#"{"content": {}, "contents": 1}"#);
    write(folder.path(), "d.json", r#"{"content": {}}"#);
    write(
        folder.path(),
        "sivut/e.json",
        r#"{"content": {"title": "E", "x": 1, "blocks": [{"component": "text", "text": "", "y": 2}]}}"#,
    );
    let checked = check(folder.path(), &Hosts::default());
    let said = |faults: &[content::StoryFault]| faults.iter().map(ToString::to_string).collect::<Vec<_>>();
    let faults = said(&checked.faults);
    assert_eq!((checked.count, faults.len()), (5, 1));
    assert!(faults[0].starts_with("stories/a.json:2: $: "), "{faults:?}");
    let left_out = [
        "stories/b.json:1: content.blocks[0]: is of no known component: marquee",
        "stories/c.json:1: contents: is no known field",
        "stories/sivut/e.json:1: content.blocks[0].y: is no known field",
        "stories/sivut/e.json:1: content.x: is no known field",
    ];
    assert_eq!(said(&checked.left_out), left_out);
    let stories = of(folder.path(), None);
    let (_, shown) = stories.find(&"sivut/e".parse().unwrap(), StoryVersion::Published).unwrap();
    assert_eq!(
        Value::Object(shown.content.clone()),
        serde_json::json!({"title": "E", "blocks": [{"component": "text", "text": ""}]})
    );
}

#[test]
fn the_built_in_stories_are_sound_and_lead_to_what_there_is() {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    let slugs = slugs_below(&content.join("stories"), "");
    assert_eq!(check(&content, &Hosts::default()), content::StoryCheck { count: slugs.len(), ..Default::default() });
    let (stories, chain) = (Stories::read(StoriesParts::default()), chain::Chain::built_in());
    let mut links = Vec::new();
    for slug in &slugs {
        let (_, story) = stories.find(&slug.parse().unwrap(), StoryVersion::Published).expect(slug);
        collect(&Value::Object(story.content.clone()), &chain, &mut links);
    }
    let pages = [
        "/menu",
        "/ravintolat",
        "/raaka-aineet",
        "/osta2maksa1",
        "/tilaus",
        "/ostoskori",
        "/kirjaudu",
        "/rekisteroidy",
        "/asiakastili/omat-tiedot",
    ];
    for link in links.iter().filter(|link| link.starts_with('/')) {
        let is_product =
            link.strip_prefix("/menu/").is_some_and(|slug| chain.menu().product_by_id_or_slug(slug).is_some());
        let is_story = slugs.iter().any(|slug| slug == &link[1..] || format!("sivut{link}") == *slug);
        assert!(is_product || is_story || pages.contains(&link.as_str()), "{link}");
    }
}

/// The slugs of all story files below a folder.
fn slugs_below(folder: &Path, prefix: &str) -> Vec<String> {
    let mut slugs = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_stem().unwrap().to_str().unwrap());
        if path.is_dir() {
            slugs.extend(slugs_below(&path, &format!("{name}/")));
        } else {
            slugs.push(name);
        }
    }
    slugs
}

/// Collects where a story leads; each product and ingredient that it names is there.
fn collect(value: &Value, chain: &chain::Chain, links: &mut Vec<String>) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| collect(one, chain, links)),
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value) {
                    ("url", Value::String(url)) => links.push(url.clone()),
                    ("text" | "answerText", Value::String(text)) => {
                        links.extend(
                            text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())),
                        );
                    }
                    ("productId", Value::String(id)) => assert!(chain.menu().product(id).is_some(), "{id}"),
                    ("ingredientId", Value::String(id)) => assert!(chain.menu().ingredient(id).is_some(), "{id}"),
                    ("productIds", Value::Array(ids)) => {
                        ids.iter().for_each(|id| assert!(chain.menu().product(id.as_str().unwrap()).is_some(), "{id}"));
                    }
                    _ => collect(value, chain, links),
                }
            }
        }
        _ => {}
    }
}

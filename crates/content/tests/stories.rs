//! Stories as an editor writes them: files that come, change, break and go.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    fs,
    path::{Component, Path},
};

use content::{FileStories, Hosts, LONGEST_SLUG, StorySlug, StoryVersion, check};
use proptest::prelude::*;
use serde_json::Value;

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join("stories").join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn title(stories: &FileStories, slug: &str, version: StoryVersion) -> Option<String> {
    let slug: StorySlug = slug.parse().unwrap();
    let (_, story) = stories.find(&slug, version)?;
    story.content.get("title").and_then(Value::as_str).map(str::to_owned)
}

fn of(folder: &Path) -> FileStories {
    FileStories::read(Some(folder.to_owned()), Hosts::default())
}

#[test]
fn files_are_read_anew_and_a_broken_one_keeps_its_last_good_form() {
    use StoryVersion::{Draft, Published};
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "sivut/lounas.json", r#"{"content": {"title": "Lounas"}}"#);
    let stories = of(folder.path());
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
    let homepage = stories.find(&"homepage".parse().unwrap(), Published);
    assert_eq!(homepage, None, "what is built in belongs to the built-in chain");
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
    let changed = |number: usize| format!("2026-11-{:02}T08:00:00Z", number + 1);
    for (number, slug) in slugs.iter().enumerate() {
        let text = format!(r#"{{"updatedAt": "{}", "content": {{}}}}"#, changed(number));
        write(folder.path(), &format!("{slug}.json"), &text);
    }
    let stories = of(folder.path());
    for (number, slug) in slugs.iter().enumerate() {
        let found = stories.find(&slug.parse().unwrap(), StoryVersion::Published);
        assert_eq!(found.map(|(_, story)| story.updated_at.to_string()), Some(changed(number)), "{slug}");
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
        r#"{"content": {"title": "E", "blocks": [{"component": "text", "text": "", "y": 2}], "x": 1}}"#,
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
    let stories = of(folder.path());
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
    let (stories, chain) = (FileStories::read(None, Hosts::default()), chain::Chain::built_in());
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
        "/kotijoukot",
        "/minun-kotijoukot",
        "/kupongit",
        // It is made of what the wheel is.
        "/ehdot/pizzapyora",
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

#[test]
fn a_slug_finds_what_lies_below_the_folder_alone() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "sivut/lounas.json", r#"{"content": {"title": "Lounas"}}"#);
    fs::write(folder.path().join("salaisuus.json"), r#"{"content": {"title": "Salaisuus"}}"#).unwrap();
    let stories = of(folder.path());
    proptest!(|(text in "(\\.\\.|\\.|/|\\\\|%2e|%2f|sivut|lounas|salaisuus|stories|\u{0}|[A-Za-z0-9_ä-]){0,8}")| {
        let Ok(slug) = text.parse::<StorySlug>() else { return Ok(()) };
        prop_assert!(slug.as_str() == text && text.len() <= LONGEST_SLUG);
        let below = folder.path().join("stories").join(format!("{text}.json"));
        let is_below = below.components().all(|part| matches!(part, Component::RootDir | Component::Normal(_)));
        prop_assert!(is_below && below.starts_with(folder.path().join("stories")), "{}", text);
        let found = title(&stories, &text, StoryVersion::Published);
        prop_assert_eq!(found.as_deref(), (text == "sivut/lounas").then_some("Lounas"), "{}", text);
    });
}

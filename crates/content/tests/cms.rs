//! Stories of a CMS, from a server that speaks the Content Delivery API of Storyblok as its documentation has it.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may panic as tests do")]

use std::{
    collections::HashMap,
    fs,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{
    Router,
    extract::{OriginalUri, Query, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use content::{Hosts, Stories, StoriesAway, StoriesParts, StorySlug, StoryVersion};
use providers::{CmsClient, ProviderError};
use serde_json::{Value, json};

const PATIENT: Duration = Duration::from_secs(20);
const TOKEN: &str = "wANpEQEsMYGOwLxwXQ76";

/// A CMS with a few stories, and what it was asked.
#[derive(Clone, Default)]
struct Cms(Arc<Mutex<CmsState>>);

#[derive(Default)]
struct CmsState {
    /// By slug: the published form, and the draft's.
    stories: HashMap<String, (Option<Value>, Value)>,
    /// What it answers to every call instead.
    instead: Option<(StatusCode, String)>,
    /// It leads to this place in the place of its own.
    leads_to: Option<String>,
    cv: u64,
    asked: Vec<String>,
}

impl Cms {
    async fn start(&self) -> String {
        let app = Router::new().fallback(answer).with_state(self.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        url
    }

    fn with<T>(&self, change: impl FnOnce(&mut CmsState) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn publish(&self, slug: &str, title: &str) {
        let content = json!({ "component": "page", "title": title });
        self.with(|state| {
            state.cv += 1;
            state.stories.insert(slug.to_owned(), (Some(content.clone()), content))
        });
    }

    fn fails(&self, instead: Option<(StatusCode, &str)>) {
        self.with(|state| state.instead = instead.map(|(status, body)| (status, body.to_owned())));
    }

    /// What it was asked since this was asked last, without the redirects.
    fn asked(&self) -> Vec<String> {
        self.with(|state| std::mem::take(&mut state.asked))
    }
}

async fn answer(
    State(cms): State<Cms>,
    OriginalUri(uri): OriginalUri,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    let said = |name: &str| query.get(name).map(String::as_str);
    cms.with(|state| {
        if let Some((status, body)) = &state.instead {
            state.asked.push(uri.path().to_owned());
            return (*status, body.clone()).into_response();
        }
        if said("token") != Some(TOKEN) {
            return (StatusCode::UNAUTHORIZED, r#"{"error":"Unauthorized"}"#).into_response();
        }
        let is_published = said("version") == Some("published");
        if is_published && said("cv").is_none() {
            let place = state.leads_to.clone().unwrap_or_else(|| uri.path().to_owned());
            let location = format!("{place}?cv={}&token={TOKEN}&version=published", state.cv);
            return (StatusCode::MOVED_PERMANENTLY, [(header::LOCATION, location)]).into_response();
        }
        state.asked.push(format!("{} {}", said("version").unwrap_or_default(), uri.path()));
        let found = uri.path().strip_prefix("/v2/cdn/stories/").and_then(|slug| Some((slug, state.stories.get(slug)?)));
        let Some((slug, (published, draft))) = found else {
            return (StatusCode::NOT_FOUND, r#"["This record could not be found"]"#).into_response();
        };
        let Some(content) = (if is_published { published.as_ref() } else { Some(draft) }) else {
            return (StatusCode::NOT_FOUND, r#"["This record could not be found"]"#).into_response();
        };
        let story = json!({
            "name": slug, "created_at": "2026-11-01T08:00:00.000Z", "published_at": "2026-11-20T08:00:00.000Z",
            "id": 7, "uuid": "e656e146-f4ed-44a2-8017-013e5a9d9395", "content": content, "slug": slug, "full_slug": slug,
        });
        let body = json!({ "story": story, "cv": state.cv, "rels": [], "links": [] });
        ([(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
    })
}

async fn stories(cms: &Cms, folder: &Path) -> Stories {
    let client = CmsClient::new(&cms.start().await, TOKEN, PATIENT).unwrap();
    Stories::read(StoriesParts { folder: Some(folder.to_owned()), hosts: Hosts::default(), cms: Some(client) })
}

fn write(folder: &Path, file: &str, title: &str) {
    let path = folder.join("stories").join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, json!({ "content": { "title": title } }).to_string()).unwrap();
}

type Titled = Result<Option<(StoryVersion, String)>, StoriesAway>;

async fn title(stories: &Stories, slug: &str, version: StoryVersion) -> Titled {
    let slug: StorySlug = slug.parse().unwrap();
    let found = stories.find(&slug, version).await?;
    Ok(found.map(|(version, story)| (version, story.content["title"].as_str().unwrap().to_owned())))
}

async fn published(stories: &Stories, slug: &str) -> Result<Option<String>, StoriesAway> {
    Ok(title(stories, slug, StoryVersion::Published).await?.map(|(version, title)| {
        assert_eq!(version, StoryVersion::Published);
        title
    }))
}

fn said(title: &str) -> Result<Option<String>, StoriesAway> {
    Ok(Some(title.to_owned()))
}

/// Lets time go by at which nobody looks.
async fn later(seconds: u64) {
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(seconds)).await;
    tokio::time::resume();
}

// spec: CT-30
#[tokio::test]
async fn an_answer_is_kept_for_ten_minutes_and_a_draft_is_not() {
    use StoryVersion::Draft;
    let (cms, folder) = (Cms::default(), tempfile::tempdir().unwrap());
    cms.publish("sivut/lounas", "Lounas");
    let stories = stories(&cms, folder.path()).await;
    assert_eq!(published(&stories, "sivut/lounas").await, said("Lounas"));
    assert_eq!(published(&stories, "sivut/olematon").await, Ok(None));
    let asked = ["published /v2/cdn/stories/sivut/lounas", "published /v2/cdn/stories/sivut/olematon"];
    assert_eq!(cms.asked(), asked);

    cms.publish("sivut/lounas", "Lounas, uusi");
    cms.publish("sivut/olematon", "Olenpa");
    later(590).await;
    assert_eq!(published(&stories, "sivut/lounas").await, said("Lounas"));
    assert_eq!(published(&stories, "sivut/olematon").await, Ok(None));
    let drafted = title(&stories, "sivut/lounas", Draft).await;
    assert_eq!(drafted, Ok(Some((Draft, "Lounas, uusi".to_owned()))));
    assert_eq!(title(&stories, "sivut/lounas", Draft).await, drafted);
    assert_eq!(cms.asked(), ["draft /v2/cdn/stories/sivut/lounas"; 2]);
    later(10).await;
    assert_eq!(published(&stories, "sivut/lounas").await, said("Lounas, uusi"));
    assert_eq!(published(&stories, "sivut/olematon").await, said("Olenpa"));
}

#[tokio::test]
async fn what_the_cms_says_by_itself_ends_what_was_kept() {
    let (cms, folder) = (Cms::default(), tempfile::tempdir().unwrap());
    cms.publish("ota-yhteytta", "Ota yhteyttä");
    let stories = stories(&cms, folder.path()).await;
    assert_eq!(published(&stories, "ota-yhteytta").await, said("Ota yhteyttä"));
    cms.publish("ota-yhteytta", "Ota yhteyttä, uusi");
    stories.forget();
    assert_eq!(published(&stories, "ota-yhteytta").await, said("Ota yhteyttä, uusi"));
}

#[tokio::test]
async fn a_cms_that_is_away_leaves_the_last_good_story_for_a_day_then_the_file_then_nothing() {
    use StoryVersion::Draft;
    let (cms, folder) = (Cms::default(), tempfile::tempdir().unwrap());
    for slug in ["ehdot/kayttoehdot", "sivut/lounas"] {
        cms.publish(slug, "CMS");
    }
    write(folder.path(), "ehdot/kayttoehdot.json", "Tiedosto");
    write(folder.path(), "ota-yhteytta.json", "Tiedosto");
    let stories = stories(&cms, folder.path()).await;
    for slug in ["ehdot/kayttoehdot", "sivut/lounas"] {
        assert_eq!(published(&stories, slug).await, said("CMS"));
    }
    let garbage = (StatusCode::OK, r#"{"story":{"content":"#);
    let failures =
        [garbage, (StatusCode::INTERNAL_SERVER_ERROR, ""), (StatusCode::UNAUTHORIZED, ""), (StatusCode::OK, "[]")];
    for failure in failures {
        cms.fails(Some(failure));
        later(600).await;
        assert_eq!(published(&stories, "ehdot/kayttoehdot").await, said("CMS"), "{failure:?}");
        assert_eq!(
            title(&stories, "ehdot/kayttoehdot", Draft).await,
            Ok(Some((StoryVersion::Published, "CMS".to_owned())))
        );
    }
    cms.asked();
    assert_eq!(published(&stories, "ota-yhteytta").await, said("Tiedosto"), "it never came");
    assert_eq!(published(&stories, "sivut/olematon").await, Err(StoriesAway), "nobody can say");
    assert_eq!(cms.asked(), Vec::<String>::new(), "it has just failed");
    later(86_400 - 4 * 600).await;
    assert_eq!(published(&stories, "ehdot/kayttoehdot").await, said("Tiedosto"));
    assert_eq!(cms.asked(), ["/v2/cdn/stories/ehdot/kayttoehdot"]);
    assert_eq!(published(&stories, "sivut/lounas").await, Err(StoriesAway));
    cms.fails(None);
    later(5).await;
    assert_eq!(published(&stories, "sivut/lounas").await, said("CMS"));
    assert_eq!(published(&stories, "ota-yhteytta").await, Ok(None), "the CMS goes before the files");
}

#[tokio::test]
async fn many_who_want_one_story_ask_once() {
    let (cms, folder) = (Cms::default(), tempfile::tempdir().unwrap());
    cms.publish("ota-yhteytta", "Ota yhteyttä");
    let stories = stories(&cms, folder.path()).await;
    let mut callers = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let stories = stories.clone();
        callers.spawn(async move { published(&stories, "ota-yhteytta").await });
    }
    assert!(callers.join_all().await.iter().all(|found| *found == said("Ota yhteyttä")));
    assert_eq!(cms.asked(), ["published /v2/cdn/stories/ota-yhteytta"]);
}

#[tokio::test]
async fn the_token_is_said_to_nobody_else() {
    let (cms, other, folder) = (Cms::default(), Cms::default(), tempfile::tempdir().unwrap());
    cms.publish("ota-yhteytta", "Ota yhteyttä");
    let elsewhere = other.start().await;
    for leads_to in [format!("{elsewhere}/v2/cdn/stories/ota-yhteytta"), "/v2/cdn/spaces/me".to_owned()] {
        cms.with(|state| state.leads_to = Some(leads_to.clone()));
        let stories = stories(&cms, folder.path()).await;
        assert_eq!(published(&stories, "ota-yhteytta").await, Err(StoriesAway), "{leads_to}");
    }
    assert_eq!((cms.asked(), other.asked()), (Vec::new(), Vec::new()));
    for unsafe_one in ["http://cms.example", "ftp://cms.example", "cms.example", ""] {
        assert!(matches!(CmsClient::new(unsafe_one, TOKEN, PATIENT), Err(ProviderError::Address)), "{unsafe_one}");
    }
    assert!(!format!("{:?}", CmsClient::new("https://cms.example", TOKEN, PATIENT)).contains(TOKEN));
}

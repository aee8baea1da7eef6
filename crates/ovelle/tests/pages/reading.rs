//! Reading a page as those do who do not run it.

use reqwest::header::USER_AGENT;
use serde_json::Value;
use testkit::app::TestApp;

pub(crate) const GOOGLE: &str = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

/// An answer to somebody.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) text: String,
}

/// Asks for a page with a name, and other headers.
pub(crate) async fn ask(app: &TestApp, path: &str, agent: &str, headers: &[(&str, &str)]) -> Answer {
    let mut call = app.http.get(app.url(path)).header(USER_AGENT, agent);
    for (name, value) in headers {
        call = call.header(*name, *value);
    }
    let response = call.send().await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    Answer { status, headers, text: String::from_utf8_lossy(&response.bytes().await.unwrap()).into_owned() }
}

/// Asks for a page as a person's browser does.
pub(crate) async fn page(app: &TestApp, path: &str) -> Answer {
    ask(app, path, "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", &[]).await
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// What stands between two texts, the first time.
    pub(crate) fn between(&self, from: &str, to: &str) -> Option<&str> {
        let (_, rest) = self.text.split_once(from)?;
        Some(rest.split_once(to)?.0)
    }

    pub(crate) fn title(&self) -> &str {
        self.between("<title>", "</title>").unwrap()
    }

    /// The content of a `<meta>`, as it is written.
    pub(crate) fn meta(&self, name: &str) -> Option<&str> {
        self.between(&format!("=\"{name}\" content=\""), "\">")
    }

    pub(crate) fn canonical(&self) -> Option<&str> {
        self.between("<link rel=\"canonical\" href=\"", "\">")
    }

    /// What its data says of a type.
    pub(crate) fn data(&self, kind: &str) -> Option<Value> {
        let data = self.between("<script type=\"application/ld+json\">", "</script>")?;
        let data: Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["@context"], "https://schema.org");
        data["@graph"].as_array().unwrap().iter().find(|thing| thing["@type"] == kind).cloned()
    }
}

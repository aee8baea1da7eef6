//! A browser, as far as cookies and pages go: it keeps what it is given, sends it along, and follows no redirect by itself.

use std::collections::BTreeMap;

use reqwest::{Client, Method, RequestBuilder, Response, header, redirect::Policy};
use serde_json::Value;

use crate::{app::TestApp, kitchen::Answer};

/// A browser. Its calls come from one of our own pages.
#[derive(Debug, Clone)]
pub struct Browser {
    base: String,
    http: Client,
    /// What it keeps, by name.
    pub cookies: BTreeMap<String, String>,
}

impl Browser {
    /// A new one.
    ///
    /// # Panics
    /// Where no client can be made.
    #[must_use]
    pub fn new(app: &TestApp) -> Self {
        let http = Client::builder().redirect(Policy::none()).build().expect("a client");
        Self { base: app.url(""), http, cookies: BTreeMap::new() }
    }

    /// The same browser before another node.
    #[must_use]
    pub fn at(&self, app: &TestApp) -> Self {
        Self { base: app.url(""), ..self.clone() }
    }

    /// Reads a path.
    pub async fn get(&mut self, path: &str) -> Response {
        self.send(Method::GET, path, &Value::Null).await
    }

    /// Posts a body.
    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        Answer::read(self.send(Method::POST, path, body).await).await
    }

    /// Any call; a body of null is none.
    ///
    /// # Panics
    /// Where the server cannot be reached.
    pub async fn send(&mut self, method: Method, path: &str, body: &Value) -> Response {
        let call = self.ask(method, path, body);
        let response = call.send().await.expect("the server answers");
        self.keep(&response);
        response
    }

    /// A call that is still to be sent.
    pub fn ask(&self, method: Method, path: &str, body: &Value) -> RequestBuilder {
        let pairs: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let is_change = method != Method::GET;
        let mut call = self.http.request(method, format!("{}{path}", self.base));
        if is_change {
            call = call.header(header::ORIGIN, &self.base);
        }
        if !pairs.is_empty() {
            call = call.header(header::COOKIE, pairs.join("; "));
        }
        if body.is_null() {
            return call;
        }
        call.header(header::CONTENT_TYPE, "application/json").body(body.to_string())
    }

    /// Keeps the cookies of an answer.
    ///
    /// # Panics
    /// Where one is no text.
    pub fn keep(&mut self, response: &Response) {
        for line in response.headers().get_all(header::SET_COOKIE) {
            let line = line.to_str().expect("a text");
            let (name, value) = line.split(';').next().and_then(|pair| pair.split_once('=')).expect("a cookie");
            if line.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }

    /// The names of its cookies that begin so.
    #[must_use]
    pub fn named(&self, prefix: &str) -> Vec<&str> {
        self.cookies.keys().map(String::as_str).filter(|name| name.starts_with(prefix)).collect()
    }
}

/// Where an answer leads.
///
/// # Panics
/// Where it leads nowhere.
#[must_use]
pub fn location_of(response: &Response) -> String {
    let location = response.headers().get(header::LOCATION).expect("it leads on");
    location.to_str().expect("a text").to_owned()
}

//! Somebody of the staff: whoever signs in and asks with a cookie.

use deps::{Chance, Clock};
use domain::{ids::RestaurantId, staff::Roles};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, header};
use serde_json::{Value, json};
use server::password;
use store::NewStaff;

use crate::{app::TestApp, kitchen::Answer};

/// A person with an account. Their calls come from one of our own pages.
#[derive(Debug, Clone)]
pub struct StaffClient {
    base: String,
    http: Client,
    /// By what they sign in.
    pub email: String,
    pub password: String,
    /// `name=token` of their session; none while they are signed out.
    pub cookie: Option<String>,
}

impl StaffClient {
    /// Lets somebody in, bound to some restaurants or, without any, to none.
    ///
    /// # Panics
    /// Where their account cannot be made.
    pub async fn let_in(app: &TestApp, email: &str, restaurants: &[i64]) -> Self {
        Self::let_in_as(app, email, restaurants, Roles::default()).await
    }

    /// Lets somebody in for these work places.
    ///
    /// # Panics
    /// Where their account cannot be made.
    pub async fn let_in_as(app: &TestApp, email: &str, restaurants: &[i64], roles: Roles) -> Self {
        let password = format!("the own words of {email}");
        let password_hash = password::hash(&password, &Chance::seeded(3)).expect("a hash");
        let new = NewStaff {
            email: email.parse().expect("an e-mail address"),
            password_hash,
            must_change: false,
            restaurants: restaurants.iter().copied().map(RestaurantId).collect(),
            roles,
            created_at: app.clock.now(),
        };
        app.node().store().staff().add(new).await.expect("an account");
        Self { base: app.url(""), http: app.http.clone(), email: email.to_owned(), password, cookie: None }
    }

    /// Lets somebody in and signs them in.
    ///
    /// # Panics
    /// Where that is refused.
    pub async fn signed_in(app: &TestApp, email: &str, restaurants: &[i64]) -> Self {
        let mut person = Self::let_in(app, email, restaurants).await;
        let answer = person.sign_in().await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        person
    }

    /// The same person with this cookie, or without any.
    #[must_use]
    pub fn with_cookie(&self, cookie: Option<String>) -> Self {
        Self { cookie, ..self.clone() }
    }

    /// The same person at another node.
    #[must_use]
    pub fn at(&self, app: &TestApp) -> Self {
        Self { base: app.url(""), http: app.http.clone(), ..self.clone() }
    }

    /// Signs in, and keeps the cookie where one is given.
    ///
    /// # Panics
    /// Where the server cannot be reached.
    pub async fn sign_in(&mut self) -> Answer {
        let body = json!({ "email": self.email, "password": self.password });
        let response = self.ask(Method::POST, "/api/users/staff/sign-in", &body).send().await;
        let response = response.expect("the server answers");
        if let Some(cookie) = cookie_of(&response) {
            self.cookie = Some(cookie);
        }
        Answer::read(response).await
    }

    /// Any call with the cookie; a body of null is none.
    ///
    /// # Panics
    /// Where the server cannot be reached.
    pub async fn call(&self, method: Method, path: &str, body: &Value) -> Answer {
        Answer::read(self.ask(method, path, body).send().await.expect("the server answers")).await
    }

    /// Reads a path.
    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, &Value::Null).await
    }

    /// A token for one live subscription.
    ///
    /// # Panics
    /// Where none is given.
    pub async fn live_token(&self) -> String {
        let answer = self.call(Method::POST, "/api/users/staff/live-token", &Value::Null).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        answer.body["token"].as_str().expect("a token").to_owned()
    }

    /// A call that is still to be sent.
    pub fn ask(&self, method: Method, path: &str, body: &Value) -> RequestBuilder {
        let mut call = self
            .http
            .request(method, format!("{}{path}", self.base))
            .header(header::ORIGIN, &self.base)
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(cookie) = &self.cookie {
            call = call.header(header::COOKIE, cookie);
        }
        if body.is_null() { call } else { call.body(body.to_string()) }
    }
}

/// `name=value` of the cookie by which a browser is known to the accounts that it signed in to; none where it is not set.
#[must_use]
pub fn known_browser_of(response: &Response) -> Option<String> {
    let lines = response.headers().get_all(header::SET_COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.filter_map(|line| line.split(';').next());
    pairs.find(|pair| pair.starts_with("ovelle-known=")).map(str::to_owned)
}

/// `name=token` of an answer that sets a cookie; none where it sets none or takes it away.
#[must_use]
pub fn cookie_of(response: &Response) -> Option<String> {
    let line = response.headers().get(header::SET_COOKIE)?.to_str().ok()?;
    let pair = line.split(';').next()?;
    pair.split_once('=').filter(|(_, token)| !token.is_empty()).map(|_| pair.to_owned())
}

//! A customer: registers as people do, and calls with a cookie or as a program.

use domain::captcha;
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, header};
use serde_json::{Value, json};

use crate::{app::TestApp, kitchen::Answer, staff::cookie_of};

/// Somebody with an account. Their calls come from one of our own pages.
#[derive(Debug, Clone)]
pub struct CustomerPerson {
    base: String,
    http: Client,
    /// The number of the account.
    pub id: String,
    pub email: String,
    pub password: String,
    /// `name=token` of their session; none while they are signed out.
    pub cookie: Option<String>,
    /// What a program of theirs bears in the place of the cookie.
    pub bearer: Option<String>,
}

impl CustomerPerson {
    /// Registers somebody by this name, who is signed in then.
    ///
    /// # Panics
    /// Where that is refused.
    pub async fn register(app: &TestApp, name: &str) -> Self {
        let mut person = Self::stranger(app, name);
        let response = person.ask_to_register(app).await;
        assert_eq!(response.status(), StatusCode::CREATED, "{}", response.text().await.unwrap_or_default());
        person.cookie = cookie_of(&response);
        let answer = Answer::read(response).await;
        answer.body["userId"].as_str().expect("a number").clone_into(&mut person.id);
        person
    }

    /// Somebody who has no account yet.
    #[must_use]
    pub fn stranger(app: &TestApp, name: &str) -> Self {
        Self {
            base: app.url(""),
            http: app.http.clone(),
            id: String::new(),
            email: format!("{name}@ovelle.example"),
            password: format!("kuusi kettua {name}"),
            cookie: None,
            bearer: None,
        }
    }

    /// The body of a registration, without a captcha's token.
    #[must_use]
    pub fn registration(&self) -> Value {
        json!({
            "firstName": "Aino", "lastName": "Aalto", "email": self.email, "phone": "040 123 4567",
            "password": self.password, "acceptedTerms": true, "acceptedLoyaltyTerms": true, "birthdate": "",
            "emailMarketingPermission": false, "showLoyaltySignUpPage": true,
        })
    }

    /// Sends a registration with a captcha that is solved for it.
    ///
    /// # Panics
    /// Where the server cannot be reached.
    pub async fn ask_to_register(&self, app: &TestApp) -> Response {
        let mut body = self.registration();
        body["googleRecaptchaToken"] = captcha_token(app, "register").await.into();
        self.ask(Method::POST, "/api/users/register", &body).send().await.expect("the server answers")
    }

    /// Signs in, and keeps the cookie where one is given.
    ///
    /// # Panics
    /// Where the server cannot be reached.
    pub async fn sign_in(&mut self) -> Answer {
        let body = json!({ "email": self.email, "password": self.password });
        let response = self.ask(Method::POST, "/api/users/login", &body).send().await.expect("the server answers");
        if let Some(cookie) = cookie_of(&response) {
            self.cookie = Some(cookie);
        }
        Answer::read(response).await
    }

    /// The value of another session's cookie.
    ///
    /// # Panics
    /// Where none is given.
    pub async fn signed_in_again(mut self) -> String {
        self.cookie = None;
        self.sign_in().await;
        let cookie = self.cookie.expect("a session");
        cookie.split_once('=').expect("a cookie").1.to_owned()
    }

    /// The same person as a program, with a session of its own.
    ///
    /// # Panics
    /// Where no token is given.
    pub async fn as_program(&self) -> Self {
        let body = json!({ "email": self.email, "password": self.password });
        let answer = Self { cookie: None, bearer: None, ..self.clone() }.post("/api/users/token", &body).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        let bearer = answer.body["token"].as_str().map(str::to_owned);
        Self { cookie: None, bearer, ..self.clone() }
    }

    /// Says when they were born, as `YYYY-MM-DD`.
    ///
    /// # Panics
    /// Where that is refused.
    pub async fn is_born(&self, date: &str) {
        let answer = self.call(Method::PATCH, "/api/users/me", &json!({ "birthDate": date })).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    }

    /// Joins the loyalty programme.
    ///
    /// # Panics
    /// Where that is refused.
    pub async fn join(&self) {
        let answer = self.post("/api/loyalty/register", &json!({})).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    }

    /// The same person with this cookie, or without any.
    #[must_use]
    pub fn with_cookie(&self, cookie: Option<String>) -> Self {
        Self { cookie, ..self.clone() }
    }

    /// Somebody else, by this name, before the same browser.
    #[must_use]
    pub fn with_name(&self, name: &str) -> Self {
        self.who_says(&format!("{name}@ovelle.example"), &format!("kuusi kettua {name}"))
    }

    /// The same person who gives this address and password.
    #[must_use]
    pub fn who_says(&self, email: &str, password: &str) -> Self {
        Self { email: email.to_owned(), password: password.to_owned(), ..self.clone() }
    }

    /// The same person at another node.
    #[must_use]
    pub fn at(&self, app: &TestApp) -> Self {
        Self { base: app.url(""), http: app.http.clone(), ..self.clone() }
    }

    /// Reads a path.
    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, &Value::Null).await
    }

    /// Posts a body.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::POST, path, body).await
    }

    /// Any call; a body of null is none.
    ///
    /// # Panics
    /// Where the server cannot be reached.
    pub async fn call(&self, method: Method, path: &str, body: &Value) -> Answer {
        Answer::read(self.ask(method, path, body).send().await.expect("the server answers")).await
    }

    /// A call that is still to be sent.
    pub fn ask(&self, method: Method, path: &str, body: &Value) -> RequestBuilder {
        let mut call = self.http.request(method, format!("{}{path}", self.base));
        if let Some(bearer) = &self.bearer {
            call = call.bearer_auth(bearer);
        } else {
            call = call.header(header::ORIGIN, &self.base);
            if let Some(cookie) = &self.cookie {
                call = call.header(header::COOKIE, cookie);
            }
        }
        if body.is_null() {
            return call;
        }
        call.header(header::CONTENT_TYPE, "application/json").body(body.to_string())
    }
}

/// A captcha's token, solved as a page does it.
///
/// # Panics
/// Where no challenge is given.
pub async fn captcha_token(app: &TestApp, action: &str) -> String {
    let body = json!({ "action": action }).to_string();
    let response = app
        .http
        .post(app.url("/api/users/captcha"))
        .header(header::CONTENT_TYPE, "application/json")
        .body(body)
        .send()
        .await
        .expect("the server answers");
    let challenge = Answer::read(response).await.body;
    let difficulty = challenge["difficulty"].as_u64().and_then(|bits| u32::try_from(bits).ok()).expect("a challenge");
    captcha::solve(challenge["challenge"].as_str().expect("a challenge"), difficulty)
}

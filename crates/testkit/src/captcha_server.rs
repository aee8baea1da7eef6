//! A captcha's verifier on this machine. It speaks the `siteverify` call of reCAPTCHA, as its public documents tell it: a form
//! with `secret`, `response` and `remoteip`; a JSON answer with `success`, `action`, `score`, `error-codes`; a token counts once.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use axum::{Form, Router, extract::State, http::StatusCode, routing::post};
use serde_json::json;
use tokio_util::sync::{CancellationToken, DropGuard};

/// The keys that it knows: the page's, and the shop's secret.
pub const CAPTCHA_KEYS: (&str, &str) = ("site-of-tests", "secret-of-tests");

/// A verifier; it ends when dropped.
pub struct CaptchaServer {
    address: SocketAddr,
    inside: Arc<CaptchaServerInner>,
    _stop: DropGuard,
}

#[derive(Default)]
struct CaptchaServerInner {
    /// Tokens that were not judged yet, with what they are for and how likely a person's they are.
    open: Mutex<HashMap<String, (String, f64)>>,
    /// From whom it was asked, by what it was told.
    asked_from: Mutex<Vec<String>>,
    is_away: AtomicBool,
}

impl CaptchaServer {
    /// Listens on a port of its own.
    ///
    /// # Panics
    /// Where there is none.
    pub async fn start() -> Self {
        let inside = Arc::new(CaptchaServerInner::default());
        let router = Router::new().route("/siteverify", post(judge)).with_state(Arc::clone(&inside));
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let stop = CancellationToken::new();
        let stopped = stop.clone().cancelled_owned();
        tokio::spawn(axum::serve(listener, router).with_graceful_shutdown(stopped).into_future());
        Self { address, inside, _stop: stop.drop_guard() }
    }

    /// The flags of a node that asks it.
    #[must_use]
    pub fn flags(&self) -> [String; 3] {
        let (site_key, secret) = CAPTCHA_KEYS;
        [
            format!("--captcha-site-key={site_key}"),
            format!("--captcha-secret={secret}"),
            format!("--captcha-verify-url=http://{}/siteverify", self.address),
        ]
    }

    /// A token as its script would give one to a page, for an action, of somebody so likely a person (0 to 1).
    #[must_use]
    pub fn token(&self, action: &str, score: f64) -> String {
        let mut open = self.inside.open.lock().unwrap_or_else(PoisonError::into_inner);
        let token = format!("{:0>300}", open.len());
        open.insert(token.clone(), (action.to_owned(), score));
        token
    }

    /// From now on it answers nothing but 503, or again as ever.
    pub fn be_away(&self, is_away: bool) {
        self.inside.is_away.store(is_away, Ordering::SeqCst);
    }

    /// The addresses of those whose tokens it was asked about.
    #[must_use]
    pub fn asked_from(&self) -> Vec<String> {
        self.inside.asked_from.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn judge(
    State(inside): State<Arc<CaptchaServerInner>>,
    Form(asked): Form<HashMap<String, String>>,
) -> (StatusCode, String) {
    if inside.is_away.load(Ordering::SeqCst) {
        return (StatusCode::SERVICE_UNAVAILABLE, String::new());
    }
    let said = |name: &str| asked.get(name).cloned().unwrap_or_default();
    inside.asked_from.lock().unwrap_or_else(PoisonError::into_inner).push(said("remoteip"));
    let fault = |code: &str| json!({ "success": false, "error-codes": [code] });
    if said("secret") != CAPTCHA_KEYS.1 {
        return (StatusCode::OK, fault("invalid-input-secret").to_string());
    }
    let judged =
        inside.open.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&said("response")).map(std::mem::take);
    let verdict = match judged {
        None => fault("invalid-input-response"),
        Some((action, _)) if action.is_empty() => fault("timeout-or-duplicate"),
        Some((action, score)) => {
            json!({ "success": true, "action": action, "score": score, "hostname": "127.0.0.1" })
        }
    };
    (StatusCode::OK, verdict.to_string())
}

//! An OpenID Connect provider on this machine, by its own code: honest, or not in one thing.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use deps::Clock;
use reqwest::Url;
use ring::{
    digest, hmac,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use serde_json::{Value, json};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::clock::FakeClock;

/// The client that it knows, and that client's secret.
pub const CLIENT: (&str, &str) = ("ovelle-tests", "a secret: of tests");

/// By what a token is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Signing {
    /// The provider's key.
    #[default]
    Own,
    /// Another key under the name of the provider's.
    Forged,
    /// A key that the provider has published since it was asked last.
    Newer,
    /// Nothing: `alg` is `none`.
    Nothing,
    /// The client's secret: whoever has learned it is no provider.
    ClientSecret,
}

/// What it answers, and in what it is not honest.
#[derive(Debug, Clone, Default)]
pub struct IdentityAnswers {
    /// Claims over the honest ones; null takes one away.
    pub claims: Value,
    pub signing: Signing,
    /// The issuer of its own document, where it is another.
    pub calls_itself: Option<String>,
    /// Who it says that it is as somebody comes back, where it is another.
    pub sends_back_as: Option<String>,
    /// Refuses every code.
    pub refuses: bool,
    /// Sends whoever exchanges a code on to this address.
    pub redirects_to: Option<String>,
    /// Answers tokens with more than anybody reads.
    pub is_endless: bool,
    /// Answers nothing but 503.
    pub is_away: bool,
}

/// A provider; it ends when dropped.
pub struct IdentityServer {
    address: SocketAddr,
    inside: Arc<IdentityServerInner>,
    _stop: DropGuard,
}

struct IdentityServerInner {
    issuer: String,
    clock: FakeClock,
    keys: [EcdsaKeyPair; 3],
    answers: Mutex<IdentityAnswers>,
    codes: Mutex<HashMap<String, HashMap<String, String>>>,
    asked: Mutex<Vec<String>>,
}

impl IdentityServer {
    /// Starts one at this time of day.
    ///
    /// # Panics
    /// Where there is no port.
    pub async fn start(clock: &FakeClock) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let inside = Arc::new(IdentityServerInner {
            issuer: format!("http://{address}"),
            clock: clock.clone(),
            keys: [key(), key(), key()],
            answers: Mutex::default(),
            codes: Mutex::default(),
            asked: Mutex::default(),
        });
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(metadata))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .with_state(Arc::clone(&inside));
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        tokio::spawn(async move {
            let serving = axum::serve(listener, router).with_graceful_shutdown(stopped.cancelled_owned());
            serving.await.expect("it serves");
        });
        Self { address, inside, _stop: stop.drop_guard() }
    }

    /// The flags of a server whose people sign in here.
    #[must_use]
    pub fn flags(&self) -> [String; 4] {
        [
            format!("--oidc-issuer={}", self.issuer()),
            format!("--oidc-client-id={}", CLIENT.0),
            format!("--oidc-client-secret={}", CLIENT.1),
            "--oidc-name=Tunnus".to_owned(),
        ]
    }

    /// What it calls itself.
    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.inside.issuer
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers so from now on.
    pub fn answer(&self, answers: IdentityAnswers) {
        *self.inside.answers.lock().unwrap_or_else(PoisonError::into_inner) = answers;
    }

    /// Answers honestly from now on, of this person.
    pub fn is(&self, subject: &str, email: &str) {
        self.answer(IdentityAnswers { claims: person(subject, email), ..IdentityAnswers::default() });
    }

    /// How often it was asked for this path.
    #[must_use]
    pub fn asked(&self, path: &str) -> usize {
        let asked = self.inside.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.iter().filter(|one| *one == path).count()
    }

    /// What somebody who agrees at this address is sent back to.
    ///
    /// # Panics
    /// Where the address is none of a client.
    #[must_use]
    pub fn agree(&self, address: &str) -> String {
        let url = Url::parse(address).expect("an address");
        let asked: HashMap<String, String> = url.query_pairs().into_owned().collect();
        let back = asked["redirect_uri"].clone();
        let state = asked["state"].clone();
        let mut codes = self.inside.codes.lock().unwrap_or_else(PoisonError::into_inner);
        let code = format!("code-{}", codes.len());
        codes.insert(code.clone(), asked);
        let sends = self.inside.answers.lock().unwrap_or_else(PoisonError::into_inner).sends_back_as.clone();
        let iss = sends.unwrap_or_else(|| self.inside.issuer.clone());
        let mut back = Url::parse(&back).expect("an address");
        back.query_pairs_mut().append_pair("code", &code).append_pair("state", &state).append_pair("iss", &iss);
        back.into()
    }

    /// An ID token for this client, of nobody's attempt.
    #[must_use]
    pub fn raw_token(&self) -> String {
        self.inside.id_token(None)
    }
}

/// The order of the curve by which tokens are signed.
const ORDER: [u8; 32] = [
    0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa,
    0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
];

/// The same ID token as somebody without any key may spell it: with another of the two signatures that hold, and with bits
/// of the last letter that stand for nothing.
///
/// # Panics
/// Where it is none.
#[must_use]
pub fn respelt(token: &str) -> [String; 2] {
    let (signed, signature) = token.rsplit_once('.').expect("a signature");
    let mut other = URL_SAFE_NO_PAD.decode(signature).expect("base64");
    let mut borrows = 0;
    for at in (0..ORDER.len()).rev() {
        let left = i16::from(ORDER[at]) - i16::from(other[32 + at]) - borrows;
        borrows = i16::from(left < 0);
        other[32 + at] = u8::try_from(left.rem_euclid(256)).expect("a byte");
    }
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let last = signature.bytes().next_back().expect("a letter");
    let at = letters.iter().position(|letter| *letter == last).expect("base64");
    let (kept, next) = (&signature[..signature.len() - 1], char::from(letters[at + 1]));
    [format!("{signed}.{}", URL_SAFE_NO_PAD.encode(other)), format!("{signed}.{kept}{next}")]
}

/// The claims of somebody.
#[must_use]
pub fn person(subject: &str, email: &str) -> Value {
    json!({
        "sub": subject, "email": email, "email_verified": true, "given_name": "Aino", "family_name": "Aalto",
    })
}

impl IdentityServerInner {
    fn answers(&self) -> IdentityAnswers {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes a call; the answers, while it is not away.
    fn meet(&self, path: &str) -> Option<IdentityAnswers> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
        Some(self.answers()).filter(|answers| !answers.is_away)
    }

    fn id_token(&self, nonce: Option<&str>) -> String {
        let answers = self.answers();
        let now = self.clock.now().as_second();
        let mut claims = json!({
            "iss": self.issuer, "aud": CLIENT.0, "iat": now, "exp": now + 300, "sub": "somebody",
        });
        if let Some(nonce) = nonce {
            claims["nonce"] = nonce.into();
        }
        for (name, value) in answers.claims.as_object().into_iter().flatten() {
            match value {
                Value::Null => drop(claims.as_object_mut().expect("claims").remove(name)),
                value => claims[name] = value.clone(),
            }
        }
        let (algorithm, kid) = match answers.signing {
            Signing::Own | Signing::Forged => ("ES256", "0"),
            Signing::Newer => ("ES256", "2"),
            Signing::Nothing => ("none", "0"),
            Signing::ClientSecret => ("HS256", "0"),
        };
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&json!({ "alg": algorithm, "kid": kid })), part(&claims));
        let with = |key: &EcdsaKeyPair| {
            let made = key.sign(&SystemRandom::new(), signed.as_bytes()).expect("a signature");
            made.as_ref().to_vec()
        };
        let signature = match answers.signing {
            Signing::Own => with(&self.keys[0]),
            Signing::Forged => with(&self.keys[1]),
            Signing::Newer => with(&self.keys[2]),
            Signing::Nothing => Vec::new(),
            Signing::ClientSecret => {
                let key = hmac::Key::new(hmac::HMAC_SHA256, CLIENT.1.as_bytes());
                hmac::sign(&key, signed.as_bytes()).as_ref().to_vec()
            }
        };
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

fn key() -> EcdsaKeyPair {
    let random = SystemRandom::new();
    let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).expect("a key");
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, made.as_ref(), &random).expect("a key")
}

fn open_half(key: &EcdsaKeyPair, kid: &str) -> Value {
    let point = key.public_key().as_ref();
    let part = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
    json!({
        "kty": "EC", "crv": "P-256", "use": "sig", "kid": kid, "x": part(&point[1..33]), "y": part(&point[33..65]),
    })
}

fn json_answer(body: &Value) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

async fn metadata(State(inside): State<Arc<IdentityServerInner>>) -> Response {
    let Some(answers) = inside.meet("metadata") else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    let at = |path: &str| format!("{}{path}", inside.issuer);
    json_answer(&json!({
        "issuer": answers.calls_itself.unwrap_or_else(|| inside.issuer.clone()),
        "authorization_endpoint": at("/authorize"), "token_endpoint": at("/token"), "jwks_uri": at("/keys"),
        "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
    }))
}

async fn keys(State(inside): State<Arc<IdentityServerInner>>) -> Response {
    let Some(answers) = inside.meet("keys") else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    let mut keys = vec![open_half(&inside.keys[0], "0")];
    if answers.signing == Signing::Newer {
        keys.push(open_half(&inside.keys[2], "2"));
    }
    json_answer(&json!({ "keys": keys }))
}

async fn token(State(inside): State<Arc<IdentityServerInner>>, headers: HeaderMap, body: Bytes) -> Response {
    let Some(answers) = inside.meet("token") else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    if let Some(address) = answers.redirects_to {
        return (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, address)]).into_response();
    }
    if answers.is_endless {
        return ([(header::CONTENT_TYPE, "application/json")], vec![b' '; 512 * 1024]).into_response();
    }
    let form = format!("http://form/?{}", String::from_utf8_lossy(&body));
    let form: HashMap<String, String> = Url::parse(&form).expect("a form").query_pairs().into_owned().collect();
    let of = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    let code = inside.codes.lock().unwrap_or_else(PoisonError::into_inner).remove(of("code"));
    let digest = digest::digest(&digest::SHA256, of("code_verifier").as_bytes());
    let challenge = URL_SAFE_NO_PAD.encode(digest.as_ref());
    let held = code.filter(|code| {
        code["code_challenge_method"] == "S256"
            && code["code_challenge"] == challenge
            && code["redirect_uri"] == of("redirect_uri")
            && of("grant_type") == "authorization_code"
            && is_client(&headers)
            && !answers.refuses
    });
    let Some(code) = held else {
        let refusal = json!({ "error": "invalid_grant", "error_description": "a bad token" });
        return (StatusCode::BAD_REQUEST, json_answer(&refusal)).into_response();
    };
    let token = inside.id_token(code.get("nonce").map(String::as_str));
    json_answer(&json!({ "access_token": "none", "token_type": "Bearer", "id_token": token }))
}

/// Whether the client says its name and its secret, each encoded as a form's (RFC 6749, section 2.3.1).
fn is_client(headers: &HeaderMap) -> bool {
    let said = headers.get(header::AUTHORIZATION).and_then(|said| said.to_str().ok()).unwrap_or_default();
    let encoded = |text: &str| {
        let mut url = Url::parse("http://form/").expect("an address");
        url.query_pairs_mut().append_pair("t", text);
        url.query().unwrap_or_default().trim_start_matches("t=").to_owned()
    };
    said == format!("Basic {}", STANDARD.encode(format!("{}:{}", encoded(CLIENT.0), encoded(CLIENT.1))))
}

//! The embedded stand-in: a provider that checks nobody and says so. All that it gives out is signed or sealed with the
//! installation's secret, so that each node takes what another has given.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use deps::Deps;
use domain::{key::fingerprint, sealed::Purpose};
use jiff::{SignedDuration, Timestamp};
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use store::StoreError;
use subtle::ConstantTimeEq as _;

/// The client that it knows.
const CLIENT: &str = "ovelle";
const CODES: Purpose = Purpose("stand-in identity codes");
const KEY: Purpose = Purpose("stand-in identity key");
const SECRET: Purpose = Purpose("stand-in identity client");
/// For how long a code can be used.
const CODE_LASTS: SignedDuration = SignedDuration::from_mins(1);
const TOKEN_LASTS: SignedDuration = SignedDuration::from_mins(5);

/// Somebody as its page lets them say who they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandInPerson {
    pub email: String,
    pub is_verified: bool,
    pub given_name: String,
    pub family_name: String,
}

/// What a client asks of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandInAsk {
    pub redirect_uri: String,
    pub state: String,
    pub nonce: Option<String>,
    pub code_challenge: String,
}

/// Why it gives no token.
#[derive(Debug, thiserror::Error)]
pub enum StandInFault {
    /// The client, the code, its proof or its address is another.
    #[error("the grant is none")]
    Refused,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Serialize, Deserialize)]
struct StandInCode {
    ask: StandInAsk,
    person: StandInPerson,
    until: Timestamp,
}

/// The stand-in.
#[derive(Clone)]
pub struct StandInIdentity {
    deps: Deps,
    issuer: String,
    /// The only address that it sends people back to.
    redirect_url: String,
}

impl StandInIdentity {
    /// At this address, for this client's.
    #[must_use]
    pub fn new(deps: Deps, issuer: String, redirect_url: String) -> Self {
        Self { deps, issuer, redirect_url }
    }

    /// Its client's name and secret.
    #[must_use]
    pub fn client(&self) -> (String, String) {
        let secret = SECRET.fingerprint(&self.deps.secrets, CLIENT.as_bytes());
        (CLIENT.to_owned(), URL_SAFE_NO_PAD.encode(secret))
    }

    /// What it says of itself.
    #[must_use]
    pub fn metadata(&self) -> Value {
        let at = |path: &str| format!("{}/{path}", self.issuer);
        json!({
            "issuer": self.issuer,
            "authorization_endpoint": at("authorize"),
            "token_endpoint": at("token"),
            "jwks_uri": at("jwks"),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["EdDSA"],
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
            "code_challenge_methods_supported": ["S256"],
            "scopes_supported": ["openid", "email", "profile"],
            "authorization_response_iss_parameter_supported": true,
        })
    }

    /// Its key's open half.
    #[must_use]
    pub fn keys(&self) -> Value {
        let x = URL_SAFE_NO_PAD.encode(self.key().public_key().as_ref());
        json!({ "keys": [{ "kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": key_id(&x), "x": x }] })
    }

    /// What a query asks; none where it is nothing that our client asks.
    #[must_use]
    pub fn asked(&self, client: &str, ask: StandInAsk) -> Option<StandInAsk> {
        (client == CLIENT && ask.redirect_uri == self.redirect_url && !ask.code_challenge.is_empty()).then_some(ask)
    }

    /// The parameters with which somebody who agrees is sent back.
    #[must_use]
    pub fn agreed(&self, ask: StandInAsk, person: StandInPerson) -> Vec<(&'static str, String)> {
        let until = self.deps.clock.now().checked_add(CODE_LASTS).unwrap_or(Timestamp::MAX);
        let state = ask.state.clone();
        let text = serde_json::to_vec(&StandInCode { ask, person, until }).unwrap_or_default();
        let sealed = CODES.seal(&self.deps.secrets, b"", self.deps.chance.bytes(), &text);
        vec![("code", URL_SAFE_NO_PAD.encode(sealed)), ("state", state), ("iss", self.issuer.clone())]
    }

    /// The same of somebody who does not.
    #[must_use]
    pub fn declined(&self, ask: StandInAsk) -> Vec<(&'static str, String)> {
        vec![("error", "access_denied".to_owned()), ("state", ask.state), ("iss", self.issuer.clone())]
    }

    /// The answer to a code, once.
    ///
    /// # Errors
    /// [`StandInFault`].
    pub async fn exchange(
        &self,
        client: (&str, &str),
        code: &str,
        verifier: &str,
        redirect_uri: &str,
    ) -> Result<Value, StandInFault> {
        let (id, secret) = self.client();
        let is_client = client.0 == id && bool::from(client.1.as_bytes().ct_eq(secret.as_bytes()));
        let sealed = URL_SAFE_NO_PAD.decode(code).map_err(|_| StandInFault::Refused)?;
        let text = CODES.open(&self.deps.secrets, b"", &sealed).ok_or(StandInFault::Refused)?;
        let code_said: StandInCode = serde_json::from_slice(&text).map_err(|_| StandInFault::Refused)?;
        let now = self.deps.clock.now();
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
        let holds = is_client
            && code_said.until > now
            && code_said.ask.redirect_uri == redirect_uri
            && code_said.ask.code_challenge == challenge;
        if !holds || !self.deps.store.spent_tokens().spend(fingerprint(code), 1, code_said.until).await? {
            return Err(StandInFault::Refused);
        }
        let token = self.id_token(&code_said, now);
        Ok(json!({ "access_token": "none", "token_type": "Bearer", "expires_in": 300, "id_token": token }))
    }

    fn id_token(&self, code: &StandInCode, now: Timestamp) -> String {
        let person = &code.person;
        let subject = URL_SAFE_NO_PAD.encode(fingerprint(&domain::email::comparable(&person.email)));
        let mut claims = json!({
            "iss": self.issuer,
            "sub": subject,
            "aud": CLIENT,
            "iat": now.as_second(),
            "exp": now.as_second() + TOKEN_LASTS.as_secs(),
            "given_name": person.given_name,
            "family_name": person.family_name,
        });
        if let Some(nonce) = &code.ask.nonce {
            claims["nonce"] = nonce.clone().into();
        }
        if !person.email.is_empty() {
            claims["email"] = person.email.clone().into();
            claims["email_verified"] = person.is_verified.into();
        }
        let key = self.key();
        let kid = key_id(&URL_SAFE_NO_PAD.encode(key.public_key().as_ref()));
        let header = json!({ "alg": "EdDSA", "typ": "JWT", "kid": kid });
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&header), part(&claims));
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(key.sign(signed.as_bytes()).as_ref()))
    }

    fn key(&self) -> Ed25519KeyPair {
        let seed = KEY.fingerprint(&self.deps.secrets, b"");
        Ed25519KeyPair::from_seed_unchecked(&seed).expect("32 bytes are a seed")
    }
}

fn key_id(open: &str) -> String {
    open.chars().take(8).collect()
}

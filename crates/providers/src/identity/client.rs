//! The client of a provider: the code flow with PKCE.

use std::{sync::Arc, time::Duration};

use deps::SharedClock;
use openidconnect::{
    AuthType, AuthorizationCode, ClientId, ClientSecret, CsrfToken, IssuerUrl, Nonce, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope, TokenResponse as _,
    core::{
        CoreAuthPrompt, CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreIdToken, CoreProviderMetadata,
    },
};
use reqwest::Url;

use super::{
    discovery::{KnownProvider, ProviderDiscovery},
    fetch::IdentityFetch,
    id_token::{CheckedIdentity, IdentityFault, TokenCheck, TokenChecked},
};
use crate::{ProviderError, safe_address::is_safe};

/// What a client is made of (docs/spec/people.md, "Settings").
pub struct IdentityClientParts {
    /// By what its calls name it.
    pub id: String,
    /// What its button says.
    pub name: String,
    /// Where it is, without what its own documents add.
    pub issuer: String,
    /// Where it is really reached, where that is another place: the stand-in's own node.
    pub reached_at: Option<String>,
    pub client_id: String,
    /// None: it is asked with the proof of the code alone.
    pub client_secret: Option<String>,
    /// Where it sends people back to.
    pub redirect_url: String,
    /// How long each of its answers may take.
    pub timeout: Duration,
    pub clock: SharedClock,
}

/// Somebody who is sent to sign in.
#[derive(Debug, Clone, Copy)]
pub struct BeginIdentity<'a> {
    pub state: &'a str,
    pub nonce: &'a str,
    /// 43 to 128 characters, of which the provider learns the digest.
    pub verifier: &'a str,
    /// Whether they are asked for their address once more.
    pub asks_again: bool,
}

/// A provider as its client sees it. A clone is one count.
#[derive(Clone)]
pub struct IdentityClient(Arc<IdentityClientInner>);

struct IdentityClientInner {
    id: String,
    name: String,
    issuer: IssuerUrl,
    client_id: ClientId,
    client_secret: Option<ClientSecret>,
    redirect: RedirectUrl,
    fetch: IdentityFetch,
    discovery: ProviderDiscovery,
    clock: SharedClock,
}

impl IdentityClient {
    /// A client; the provider is asked when somebody wants to sign in.
    ///
    /// # Errors
    /// Where an address is none, or would be called without TLS.
    pub fn new(parts: IdentityClientParts) -> Result<Self, ProviderError> {
        let url = Url::parse(&parts.issuer).map_err(|_| ProviderError::Address)?;
        // The stand-in is reached at its own node, however its pages are called.
        let moved = parts.reached_at.map(|reached| (parts.issuer.clone(), reached));
        if (moved.is_none() && !is_safe(&url)) || url.query().is_some() || url.fragment().is_some() {
            return Err(ProviderError::Address);
        }
        let issuer = IssuerUrl::new(parts.issuer).map_err(|_| ProviderError::Address)?;
        let redirect = RedirectUrl::new(parts.redirect_url).map_err(|_| ProviderError::Address)?;
        let fetch = IdentityFetch::new(parts.timeout, moved)?;
        let discovery = ProviderDiscovery::new(issuer.clone(), fetch.clone(), Arc::clone(&parts.clock));
        Ok(Self(Arc::new(IdentityClientInner {
            id: parts.id,
            name: parts.name,
            issuer,
            client_id: ClientId::new(parts.client_id),
            client_secret: parts.client_secret.map(ClientSecret::new),
            redirect,
            fetch,
            discovery,
            clock: parts.clock,
        })))
    }

    /// By what its calls name it.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// What its button says.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Its own name for itself: together with a subject it is one person, whatever the operator sets later.
    #[must_use]
    pub fn issuer(&self) -> &str {
        self.0.issuer.as_str()
    }

    /// The address at which somebody signs in.
    ///
    /// # Errors
    /// Where the provider cannot be read.
    pub async fn begin(&self, begin: BeginIdentity<'_>) -> Result<String, IdentityFault> {
        let known = self.0.discovery.provider().await?;
        let inner = &self.0;
        let client = CoreClient::from_provider_metadata(known.metadata.clone(), inner.client_id.clone(), None)
            .set_redirect_uri(inner.redirect.clone());
        let (state, nonce) = (begin.state.to_owned(), begin.nonce.to_owned());
        let verifier = PkceCodeVerifier::new(begin.verifier.to_owned());
        let flow = CoreAuthenticationFlow::AuthorizationCode;
        let mut asked = client
            .authorize_url(flow, || CsrfToken::new(state), || Nonce::new(nonce))
            .add_scope(Scope::new("email".to_owned()))
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier));
        if begin.asks_again {
            asked = asked.add_prompt(CoreAuthPrompt::Consent);
        }
        let (url, ..) = asked.url();
        // Where people are sent is no place that somebody on the way could change.
        if is_safe(&url) || url.as_str().starts_with(self.issuer()) {
            Ok(url.into())
        } else {
            Err(ProviderError::Address.into())
        }
    }

    /// Who somebody is who came back with a code.
    ///
    /// # Errors
    /// [`IdentityFault`].
    pub async fn finish(&self, code: &str, verifier: &str, nonce: &str) -> Result<CheckedIdentity, IdentityFault> {
        let known = self.0.discovery.provider().await?;
        let inner = &self.0;
        let (id, secret) = (inner.client_id.clone(), inner.client_secret.clone());
        let client = CoreClient::from_provider_metadata(known.metadata.clone(), id, secret)
            .set_redirect_uri(inner.redirect.clone())
            .set_auth_type(auth_of(&known.metadata));
        let asked = client.exchange_code(AuthorizationCode::new(code.to_owned()));
        let asked = asked.map_err(|_| ProviderError::Garbage("it has no token endpoint".to_owned()))?;
        let answered =
            asked.set_pkce_verifier(PkceCodeVerifier::new(verifier.to_owned())).request_async(&inner.fetch).await;
        let answer = answered.map_err(|error| match error {
            RequestTokenError::ServerResponse(_) => IdentityFault::Refused,
            RequestTokenError::Request(error) => IdentityFault::Away(error),
            RequestTokenError::Parse(..) => IdentityFault::BadToken("unreadable".to_owned()),
            RequestTokenError::Other(_) => IdentityFault::Away(ProviderError::Garbage("no answer of OAuth".to_owned())),
        })?;
        let token = answer.id_token().ok_or_else(|| IdentityFault::BadToken("absent".to_owned()))?;
        self.checked(token, Some(&Nonce::new(nonce.to_owned())), known).await
    }

    /// Who somebody is whose program brings an ID token by itself.
    ///
    /// # Errors
    /// [`IdentityFault`].
    pub async fn read_raw(&self, token: &str) -> Result<CheckedIdentity, IdentityFault> {
        let token = token.parse::<CoreIdToken>().map_err(|_| IdentityFault::BadToken("unreadable".to_owned()))?;
        let known = self.0.discovery.provider().await?;
        self.checked(&token, None, known).await
    }

    async fn checked(
        &self,
        token: &CoreIdToken,
        nonce: Option<&Nonce>,
        known: Arc<KnownProvider>,
    ) -> Result<CheckedIdentity, IdentityFault> {
        let inner = &self.0;
        let check = |known: &KnownProvider| {
            let (client_id, issuer, now) = (&inner.client_id, &inner.issuer, inner.clock.now());
            TokenCheck { client_id, issuer, keys: &known.keys, nonce, now }.check(token)
        };
        if let TokenChecked::Holds(identity) = check(&known)? {
            return Ok(identity);
        }
        match check(&*inner.discovery.with_new_keys().await?)? {
            TokenChecked::Holds(identity) => Ok(identity),
            TokenChecked::UnknownKey => Err(IdentityFault::BadToken("of an unknown key".to_owned())),
        }
    }
}

/// How the client says who it is: in the body where the provider takes nothing else.
fn auth_of(metadata: &CoreProviderMetadata) -> AuthType {
    let takes = |method| metadata.token_endpoint_auth_methods_supported().is_some_and(|all| all.contains(&method));
    let by_body = takes(CoreClientAuthMethod::ClientSecretPost) && !takes(CoreClientAuthMethod::ClientSecretBasic);
    if by_body { AuthType::RequestBody } else { AuthType::BasicAuth }
}

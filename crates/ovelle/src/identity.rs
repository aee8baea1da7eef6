//! Where people may sign in besides: the provider that is set, or the embedded stand-in (docs/spec/people.md, "Stand-ins").

use std::{net::SocketAddr, sync::Arc};

use deps::Deps;
use providers::{
    DEFAULT_TIMEOUT,
    identity::{IdentityClient, IdentityClientParts, STAND_IN_PATH, StandInIdentity},
};

use crate::{Config, config::ConfigError};

/// What names the stand-in in the place of an issuer.
const EMBEDDED: &str = "embedded";

/// A provider with its client.
#[derive(Clone, Default)]
pub(crate) struct IdentityParts {
    pub(crate) client: Option<IdentityClient>,
    pub(crate) stand_in: Option<StandInIdentity>,
}

/// What the configuration says, of a node that listens here.
pub(crate) fn identity_of(
    config: &Config,
    deps: &Deps,
    listening: SocketAddr,
    public_url: &str,
    is_demo: bool,
) -> Result<IdentityParts, ConfigError> {
    let Some(issuer) = config.oidc_issuer() else { return Ok(IdentityParts::default()) };
    let is_embedded = issuer == EMBEDDED;
    let id = if is_embedded { EMBEDDED } else { "oidc" };
    let redirect_url = format!("{public_url}/api/users/identity/{id}/callback");
    if !is_embedded {
        let client_id = config.oidc_client_id().ok_or(ConfigError::OidcClient)?;
        let client = IdentityClient::new(IdentityClientParts {
            id: id.to_owned(),
            name: config.oidc_name().map_or_else(|| host_of(issuer), str::to_owned),
            issuer: issuer.to_owned(),
            reached_at: None,
            client_id: client_id.to_owned(),
            client_secret: config.oidc_client_secret().map(str::to_owned),
            redirect_url,
            timeout: DEFAULT_TIMEOUT,
            clock: Arc::clone(&deps.clock),
        });
        let client = client.map_err(ConfigError::OidcIssuer)?;
        return Ok(IdentityParts { client: Some(client), stand_in: None });
    }
    if !(config.listen.ip().is_loopback() || is_demo) || !config.trusted_proxies.is_empty() {
        return Err(ConfigError::OidcStandIn);
    }
    tracing::info!("OVELLE_OIDC_ISSUER is `embedded`: a stand-in that checks nobody signs people in");
    let issuer = format!("{public_url}{STAND_IN_PATH}");
    let stand_in = StandInIdentity::new(deps.clone(), issuer.clone(), redirect_url.clone());
    let (client_id, secret) = stand_in.client();
    let port = listening.port();
    let own = if listening.ip().is_unspecified() { SocketAddr::from(([127, 0, 0, 1], port)) } else { listening };
    let client = IdentityClient::new(IdentityClientParts {
        id: id.to_owned(),
        name: config.oidc_name().unwrap_or("Kokeilutunnus").to_owned(),
        issuer,
        reached_at: Some(format!("http://{own}{STAND_IN_PATH}")),
        client_id,
        client_secret: Some(secret),
        redirect_url,
        timeout: DEFAULT_TIMEOUT,
        clock: Arc::clone(&deps.clock),
    });
    let client = client.map_err(ConfigError::OidcIssuer)?;
    Ok(IdentityParts { client: Some(client), stand_in: Some(stand_in) })
}

/// What a button says where no name is set.
fn host_of(issuer: &str) -> String {
    let rest = issuer.split_once("://").map_or(issuer, |(_, rest)| rest);
    rest.split(['/', ':']).next().unwrap_or(rest).to_owned()
}

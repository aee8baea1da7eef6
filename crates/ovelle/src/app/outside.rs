//! What a node works with outside: the services that are set, and the built-in ones in the place of the others.

use std::{sync::Arc, time::Duration};

use ::content::{ExperimentSource, RemoteExperiments, Stories, StoriesParts};
use bus::{Bus, LocalBus, RedisBus, RedisUrl};
use chain::CurrentChain;
use deps::{Chance, SharedClock};
use domain::key::Secrets;
use mail::{BadSmtp, MailFolder, Post, SmtpServer};
use metrics::BusMetrics;
use providers::{
    AddressBook, CmsClient, DEFAULT_TIMEOUT, Geocoder, RemoteConfig, Router as Drives, payment::ProviderSignature,
};
use store::Store;

use super::StartError;
use crate::{Config, config::ConfigError};

/// What the embedded payment provider signs with.
pub(super) fn signature_of(config: &Config, secrets: &Secrets) -> ProviderSignature {
    match config.test_payment_secret() {
        Some(secret) => ProviderSignature::new(secret),
        None => ProviderSignature::new(secrets.sign("test payments", b"what notifications are signed with").bytes),
    }
}

/// Who takes mails: the server that is set, else a folder.
pub(super) fn post_of(config: &Config, store: &Store, clock: &SharedClock) -> Result<Arc<dyn Post>, ConfigError> {
    let Some((url, from)) = config.mail_server() else {
        tracing::info!(folder = %config.mail_dir.display(), "OVELLE_MAIL_URL is not set: each mail becomes a file");
        return Ok(Arc::new(MailFolder::new(config.mail_dir.clone(), Arc::clone(clock))));
    };
    let server = SmtpServer::new(url, from, store.installation()).map_err(|source| {
        let setting = if source == BadSmtp::Url { "OVELLE_MAIL_URL" } else { "OVELLE_MAIL_FROM" };
        ConfigError::Mail { setting, source }
    })?;
    Ok(Arc::new(server))
}

/// The services outside that are set, and the built-in ones in the place of the others; the geocoder without its book.
pub(super) fn providers_of(config: &Config) -> Result<(Geocoder, Drives), StartError> {
    let wrong = |setting| move |source| StartError::Provider { setting, source };
    let geocoder = config.geocoder_url.as_deref().map_or_else(
        || Ok(Geocoder::built_in(AddressBook::default())),
        |url| Geocoder::pelias(url, DEFAULT_TIMEOUT).map_err(wrong("OVELLE_GEOCODER_URL")),
    )?;
    let drives = config.router_url.as_deref().map_or_else(
        || Ok(Drives::built_in()),
        |url| Drives::osrm(url, DEFAULT_TIMEOUT).map_err(wrong("OVELLE_ROUTER_URL")),
    )?;
    Ok((geocoder, drives))
}

/// The stories of the content folder, behind those of the CMS that is set.
pub(super) fn stories_of(config: &Config) -> Result<Stories, StartError> {
    let cms = config.cms().map(|(url, token)| {
        let wrong = |source| StartError::Provider { setting: "OVELLE_CMS_URL", source };
        CmsClient::new(url, token, DEFAULT_TIMEOUT).map_err(wrong)
    });
    if cms.is_none() {
        tracing::info!("OVELLE_CMS_URL is not set: stories are files");
    }
    let cms = cms.transpose()?;
    Ok(Stories::read(StoriesParts { folder: config.content.clone(), hosts: config.story_hosts(), cms }))
}

/// Where experiments come from: the document that is set, else a file of the chain.
pub(super) fn experiments_of(config: &Config, chain: &CurrentChain) -> Result<ExperimentSource, StartError> {
    let Some(url) = config.remote_config_url() else {
        tracing::info!("OVELLE_REMOTE_CONFIG_URL is not set: experiments are those of people/experiments.json");
        return Ok(ExperimentSource::Chain(chain.clone()));
    };
    let wrong = |source| StartError::Provider { setting: "OVELLE_REMOTE_CONFIG_URL", source };
    let document = RemoteConfig::new(url, DEFAULT_TIMEOUT).map_err(wrong)?;
    Ok(ExperimentSource::Remote(RemoteExperiments::new(document)))
}

/// The bus of the configuration. An ordinary start is ready at once; a bus that is away holds none up.
pub(super) async fn bus_of(
    redis: Option<RedisUrl>,
    installation: &str,
    chance: &Chance,
    metrics: &BusMetrics,
) -> Arc<dyn Bus> {
    let Some(url) = redis else {
        metrics.up.set(1);
        return LocalBus::alone();
    };
    let bus = RedisBus::start(url, installation, chance.clone(), metrics.clone());
    bus.is_up_within(FIRST_UP).await;
    bus
}

/// How long a start waits for the bus.
const FIRST_UP: Duration = Duration::from_secs(2);

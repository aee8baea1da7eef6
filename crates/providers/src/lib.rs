//! The outside world: where an address is, what address somebody means, how long a drive takes, who somebody is, and what
//! editors write elsewhere.
//!
//! Each of the two is one type with two ways inside: a real client for a service that the operator names, and an
//! embedded default that needs no network. Failures are logged here, once, without the address that was asked for
//! (it is personal data, and the service's own address may carry a key); the caller only decides what to do without.

mod address_book;
mod api;
pub mod captcha;
mod cms;
mod current_book;
pub mod decoders;
mod error;
mod geocoder;
pub mod identity;
pub mod payment;
mod place;
mod remote_config;
mod router;
mod safe_address;
mod street_address;

pub use address_book::{AddressBook, AddressFault};
pub use cms::{CmsClient, CmsStory, CmsVersion, signs_webhook};
pub use current_book::CurrentBook;
pub use error::ProviderError;
pub use geocoder::Geocoder;
pub use place::Place;
pub use remote_config::RemoteConfig;
pub use router::{Drive, Router};

use std::time::Duration;

/// How long an answer from outside may take before the caller goes on without it.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(2);

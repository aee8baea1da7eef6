//! The checks of an ID token (docs/spec/people.md, "Social sign-in").

use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use openidconnect::{
    ClaimsVerificationError, ClientId, EndUserFamilyName, EndUserGivenName, IssuerUrl, JsonWebKeySet, LocalizedClaim,
    Nonce, SignatureVerificationError,
    core::{CoreIdToken, CoreIdTokenVerifier, CoreJsonWebKey, CoreJwsSigningAlgorithm as Algorithm},
};

use crate::ProviderError;

/// By how much the clocks of two machines may differ.
const LEEWAY: Duration = Duration::from_secs(60);
/// How old a token may be that comes without an attempt of ours.
const RAW_LASTS: Duration = Duration::from_mins(10);

/// How tokens may be signed: by a key of which the provider alone has the secret half.
const SIGNED_BY: [Algorithm; 9] = [
    Algorithm::RsaSsaPkcs1V15Sha256,
    Algorithm::RsaSsaPkcs1V15Sha384,
    Algorithm::RsaSsaPkcs1V15Sha512,
    Algorithm::RsaSsaPssSha256,
    Algorithm::RsaSsaPssSha384,
    Algorithm::RsaSsaPssSha512,
    Algorithm::EcdsaP256Sha256,
    Algorithm::EcdsaP384Sha384,
    Algorithm::EdDsa,
];

/// Who a provider says that somebody is; all of it was checked. `Debug` prints nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct CheckedIdentity {
    /// By what the provider tells its people from each other, for good.
    pub subject: String,
    /// An address that the provider has verified.
    pub email: String,
    pub given_name: String,
    pub family_name: String,
}

impl std::fmt::Debug for CheckedIdentity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CheckedIdentity(…)")
    }
}

/// Why nobody is known.
#[derive(Debug, thiserror::Error)]
pub enum IdentityFault {
    /// The provider does not answer, or with what nobody understands.
    #[error("the identity provider is away")]
    Away(#[from] ProviderError),
    /// It refuses the code.
    #[error("the identity provider refuses the code")]
    Refused,
    /// What it says of somebody does not hold.
    #[error("the ID token does not hold: {0}")]
    BadToken(String),
    /// It says no verified address of them.
    #[error("the identity provider says no verified e-mail address")]
    NoEmail,
}

/// With what a token is checked.
pub(super) struct TokenCheck<'a> {
    pub(super) client_id: &'a ClientId,
    pub(super) issuer: &'a IssuerUrl,
    pub(super) keys: &'a JsonWebKeySet<CoreJsonWebKey>,
    /// The attempt's; none of a token that comes by itself, which must be fresh.
    pub(super) nonce: Option<&'a Nonce>,
    pub(super) now: Timestamp,
}

/// What came of a check.
pub(super) enum TokenChecked {
    Holds(CheckedIdentity),
    /// It names a key that is not known.
    UnknownKey,
}

impl TokenCheck<'_> {
    /// Checks who said it, to whom, when, in answer to what, and by which key.
    ///
    /// # Errors
    /// [`IdentityFault`].
    pub(super) fn check(&self, token: &CoreIdToken) -> Result<TokenChecked, IdentityFault> {
        let (now, is_raw) = (SystemTime::from(self.now), self.nonce.is_none());
        let (client, issuer, keys) = (self.client_id.clone(), self.issuer.clone(), self.keys.clone());
        let verifier = CoreIdTokenVerifier::new_public_client(client, issuer, keys)
            .set_allowed_algs(SIGNED_BY)
            .set_time_fn(move || (now - LEEWAY).into())
            .set_issue_time_verifier_fn(move |issued| is_issued_in_time(issued.into(), now, is_raw));
        let said = token.claims(&verifier, |nonce: Option<&Nonce>| is_expected(nonce, self.nonce));
        let claims = match said {
            Ok(claims) => claims,
            Err(ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey)) => {
                return Ok(TokenChecked::UnknownKey);
            }
            Err(error) => return Err(IdentityFault::BadToken(kind_of(&error).to_owned())),
        };
        // Who was authorised, where the token says so (OpenID Connect Core, 3.1.3.7); the library leaves it to us.
        if claims.authorized_party().is_some_and(|party| party != self.client_id) {
            return Err(IdentityFault::BadToken("for somebody else".to_owned()));
        }
        let email = claims.email().filter(|_| claims.email_verified() == Some(true));
        Ok(TokenChecked::Holds(CheckedIdentity {
            subject: claims.subject().as_str().to_owned(),
            email: email.ok_or(IdentityFault::NoEmail)?.as_str().to_owned(),
            given_name: claims.given_name().and_then(said_given).unwrap_or_default(),
            family_name: claims.family_name().and_then(said_family).unwrap_or_default(),
        }))
    }
}

fn said_given(names: &LocalizedClaim<EndUserGivenName>) -> Option<String> {
    names.get(None).map(|name| name.as_str().to_owned())
}

fn said_family(names: &LocalizedClaim<EndUserFamilyName>) -> Option<String> {
    names.get(None).map(|name| name.as_str().to_owned())
}

fn is_issued_in_time(issued: SystemTime, now: SystemTime, is_raw: bool) -> Result<(), String> {
    if issued > now + LEEWAY {
        return Err("issued in the future".to_owned());
    }
    if is_raw && issued + RAW_LASTS < now {
        return Err("issued too long ago".to_owned());
    }
    Ok(())
}

fn is_expected(nonce: Option<&Nonce>, expected: Option<&Nonce>) -> Result<(), String> {
    match expected {
        None => Ok(()),
        Some(expected) if nonce.is_some_and(|nonce| nonce.secret() == expected.secret()) => Ok(()),
        Some(_) => Err("another nonce".to_owned()),
    }
}

/// The kind of a fault, for the log: what the token itself says is somebody's.
fn kind_of(error: &ClaimsVerificationError) -> &'static str {
    match error {
        ClaimsVerificationError::Expired(_) => "expired",
        ClaimsVerificationError::InvalidAudience(_) => "for somebody else",
        ClaimsVerificationError::InvalidIssuer(_) => "of another issuer",
        ClaimsVerificationError::InvalidNonce(_) => "of another attempt",
        ClaimsVerificationError::InvalidSubject(_) => "of no subject",
        ClaimsVerificationError::SignatureVerification(_) => "signature",
        _ => "unsupported",
    }
}

//! What says who somebody is elsewhere: a token of ours that their browser came back with, or an ID token that a program
//! brings (docs/spec/people.md, "Social sign-in").

use std::pin::Pin;

use axum::{
    http::{HeaderMap, header},
    response::Response,
};
use domain::{
    customer::{SESSION_LONGEST, SessionChannel},
    error::Code,
    ids::CustomerId,
    key::fingerprint,
};
use jiff::{SignedDuration, Timestamp};
use server::{ApiError, session::Token};
use store::{NewCustomerSession, ProviderToken};

use super::{
    identity_callback::{new_token, refused},
    private,
    sign_in::BearerToken,
};
use crate::{Customers, identity::BrowserAttempts, user::User};

/// For how long an ID token that was brought is remembered: longer than it may be old, with both clocks' difference.
const RAW_REMEMBERED: SignedDuration = SignedDuration::from_mins(15);

/// Something that is being judged; of a named kind, since the compiler loses what is inside between threads.
pub(super) type Judging<'a, T> = Pin<Box<dyn Future<Output = Result<T, ApiError>> + Send + 'a>>;

/// A token that was presented, one try counted.
pub(super) struct PresentedToken {
    pub(super) sha256: [u8; 32],
    pub(super) token: ProviderToken,
    /// Whether a program brought an ID token.
    pub(super) is_raw: bool,
}

impl PresentedToken {
    /// Whether it is an ID token: none of ours has a dot.
    pub(super) fn is_raw(token: &str) -> bool {
        token.contains('.')
    }

    /// By what it is known again. Of an ID token what is signed: the same signature has many spellings.
    fn fingerprint(token: &str) -> [u8; 32] {
        fingerprint(token.rsplit_once('.').map_or(token, |(signed, _)| signed))
    }

    /// Whether it is one that a program brings: no browser's page sends such a call.
    pub(super) fn is_brought_by_program(token: &str, headers: &HeaderMap) -> bool {
        Self::is_raw(token) && !is_browsers(headers)
    }

    /// Reads one, and counts the try.
    ///
    /// # Errors
    /// 422 `users/provider-unsupported`; 401 `users/invalid-credentials` where it opens nothing, or not here.
    pub(super) fn read<'a>(
        customers: &'a Customers,
        provider: &'a str,
        token: &'a str,
        headers: &'a HeaderMap,
    ) -> Judging<'a, Self> {
        Box::pin(async move {
            let refuse = || ApiError::new(Code::InvalidCredentials);
            let client = customers.identity_of(provider).ok_or_else(|| ApiError::new(Code::ProviderUnsupported))?;
            let (store, now) = (customers.deps.store.customers(), customers.deps.clock.now());
            let (sha256, is_raw) = (Self::fingerprint(token), Self::is_raw(token));
            if is_raw {
                if is_browsers(headers) {
                    return Err(refuse());
                }
                let checked = client.read_raw(token).await.map_err(|fault| refused(&fault))?;
                let until = now.checked_add(RAW_REMEMBERED).unwrap_or(Timestamp::MAX);
                store.add_provider_token(new_token(client, checked, sha256, until).ok_or_else(refuse)?).await?;
            }
            let kept = store.provider_token(sha256, now).await?.ok_or_else(refuse)?;
            if kept.identity.provider != client.issuer() {
                return Err(refuse());
            }
            if !is_raw {
                Self::require_own(customers, &kept, headers)?;
            }
            if !store.try_provider_token(sha256, now).await? {
                return Err(refuse());
            }
            Ok(Self { sha256, token: kept, is_raw })
        })
    }

    /// Refuses a browser that made another attempt: a token that was read over somebody's shoulder is of no use.
    ///
    /// # Errors
    /// 401 `users/invalid-credentials`.
    pub(super) fn require_own(
        customers: &Customers,
        token: &ProviderToken,
        headers: &HeaderMap,
    ) -> Result<(), ApiError> {
        let deps = &customers.deps;
        let attempts = BrowserAttempts::read(headers, customers.cookie, &deps.secrets, deps.clock.now());
        let own = token.state_sha256.as_ref().and_then(|state| attempts.of_fingerprint(state));
        own.map(drop).ok_or_else(|| ApiError::new(Code::InvalidCredentials))
    }
}

/// Whether a browser says so, of whatever page.
fn is_browsers(headers: &HeaderMap) -> bool {
    let said = headers.keys().any(|name| name.as_str().starts_with("sec-"));
    said || [header::ORIGIN, header::REFERER, header::COOKIE].iter().any(|name| headers.contains_key(name))
}

/// A session of whoever presents a token: a program's, or a browser's.
pub(super) fn new_session(token: &Token, is_raw: bool) -> NewCustomerSession {
    let channel = if is_raw { SessionChannel::Bearer } else { SessionChannel::Cookie };
    NewCustomerSession { sha256: token.fingerprint(), channel }
}

/// The answer to whoever has signed in: a program gets the session's token, a browser its cookie.
pub(super) fn signed_in(customers: &Customers, token: &Token, is_raw: bool, user: User) -> Response {
    if is_raw {
        let expires_at = customers.deps.clock.now().checked_add(SESSION_LONGEST).unwrap_or(Timestamp::MAX);
        return private(BearerToken::of_customer(token, expires_at, user));
    }
    let mut answer = private(user);
    answer.headers_mut().append(header::SET_COOKIE, customers.give_cookie(token));
    answer
}

/// A kept answer, with a session of its own for the browser whose token it was.
///
/// # Errors
/// As [`open_once_more`].
pub(super) async fn again(
    customers: &Customers,
    token: &str,
    headers: &HeaderMap,
    answer: Response,
) -> Result<Response, ApiError> {
    let (store, now) = (customers.deps.store.customers(), customers.deps.clock.now());
    let refused = || ApiError::new(Code::InvalidCredentials);
    let kept = store.provider_token(PresentedToken::fingerprint(token), now).await?;
    let opened = kept.and_then(|kept| kept.opened).ok_or_else(refused)?;
    let once_more = open_once_more(customers, token, headers, opened).await?;
    let (mut parts, body) = answer.into_parts();
    for line in once_more.headers().get_all(header::SET_COOKIE) {
        parts.headers.append(header::SET_COOKIE, line.clone());
    }
    Ok(Response::from_parts(parts, body))
}

/// One more session for whoever presents the token that opened an account, within its time, and while the identity is the
/// account's: the answer to the first was lost.
///
/// # Errors
/// 401 `users/invalid-credentials` for everybody else.
pub(super) async fn open_once_more(
    customers: &Customers,
    token: &str,
    headers: &HeaderMap,
    customer: CustomerId,
) -> Result<Response, ApiError> {
    let (store, now) = (&customers.deps.store, customers.deps.clock.now());
    let refused = || ApiError::new(Code::InvalidCredentials);
    let kept = store.customers().provider_token(PresentedToken::fingerprint(token), now).await?.ok_or_else(refused)?;
    let is_raw = PresentedToken::is_raw(token);
    match is_raw {
        true if is_browsers(headers) => return Err(refused()),
        true => {}
        false => PresentedToken::require_own(customers, &kept, headers)?,
    }
    let still = store.customers().by_identity(&kept.identity, now).await?;
    let still = still.filter(|account| account.id == customer && kept.opened == Some(customer)).ok_or_else(refused)?;
    let token = Token::new(&customers.deps.chance);
    let new = new_session(&token, is_raw);
    store.sessions().add_customer(customer, still.password_hash, new, now).await?.ok_or_else(refused)?;
    Ok(signed_in(customers, &token, is_raw, customers.user(customer).await?.ok_or_else(refused)?))
}

//! What a call with a key is known by: who makes it, by which method, where, and under which key.

use axum::http::{HeaderMap, request::Parts};
use deps::{Caller, StaffCaller};
use domain::{idempotency::IdempotencyKey, ids::CustomerId};
use sha2::{Digest, Sha256};
use store::KeyName;

use crate::ApiError;

/// The header's name.
pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// Who calls, by a name that tells them from others. Guests are one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallerName {
    name: String,
    /// Whose account it is, where it is one's.
    pub(super) owner: Option<CustomerId>,
}

impl CallerName {
    /// The name of a caller.
    #[must_use]
    pub fn of(caller: &Caller) -> Self {
        let owner = if let Caller::Customer(customer) = caller { Some(customer.id) } else { None };
        let name = match caller {
            Caller::Guest => "guest".to_owned(),
            Caller::Customer(customer) => format!("customer {}", customer.id.0),
            Caller::Staff(StaffCaller::Person(session)) | Caller::TotpSetup(session) => {
                format!("staff {}", session.staff_id)
            }
            Caller::Staff(StaffCaller::Token) => "staff token".to_owned(),
            Caller::Key(reporter) => format!("key {}", reporter.actor.name()),
        };
        Self { name, owner }
    }
}

/// Whether a call may come without a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyNeed {
    /// It is made as often as it comes then.
    Optional,
    /// It is refused then: 422.
    Required,
}

/// The key that a call came with.
///
/// # Errors
/// 422 for one of the wrong form, or for none where one is needed.
pub fn key_of(headers: &HeaderMap, need: KeyNeed) -> Result<Option<IdempotencyKey>, ApiError> {
    let misfit = || ApiError::invalid(IDEMPOTENCY_KEY);
    let mut given = headers.get_all(IDEMPOTENCY_KEY).iter();
    match (given.next(), given.next()) {
        (None, _) if need == KeyNeed::Required => Err(misfit()),
        (None, _) => Ok(None),
        (Some(only), None) => only.to_str().ok().and_then(|text| text.parse().ok()).map(Some).ok_or_else(misfit),
        (Some(_), Some(_)) => Err(misfit()),
    }
}

/// A digest of all that a key holds for, each part behind its length, so that no two sets of parts read alike.
pub(super) fn name_of(caller: &CallerName, parts: &Parts, key: &IdempotencyKey) -> KeyName {
    let mut digest = Sha256::new();
    for part in [&caller.name, parts.method.as_str(), parts.uri.path(), key.as_str()] {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    digest.finalize().into()
}

#[cfg(test)]
mod tests {
    use axum::extract::Request;

    use super::*;

    fn name(caller: &str, method: &str, path: &str, key: &str) -> KeyName {
        let (parts, ()) = Request::builder().method(method).uri(path).body(()).unwrap().into_parts();
        name_of(&CallerName { name: caller.to_owned(), owner: None }, &parts, &key.parse().unwrap())
    }

    #[test]
    fn a_key_holds_for_one_caller_and_one_path() {
        let first = name("guest", "POST", "/orders", "12345678");
        assert_eq!(name("guest", "POST", "/orders?again=1", "12345678"), first);
        for other in [
            name("customer 1", "POST", "/orders", "12345678"),
            name("guest", "PUT", "/orders", "12345678"),
            name("guest", "POST", "/orders/1", "12345678"),
            name("guest", "POST", "/orders", "12345679"),
        ] {
            assert_ne!(other, first);
        }
    }

    #[test]
    fn a_key_is_read_from_one_header() {
        let headers = |keys: &[&str]| -> HeaderMap {
            keys.iter().map(|key| ("idempotency-key".parse().unwrap(), key.parse().unwrap())).collect()
        };
        let read = |keys: &[&str], need| key_of(&headers(keys), need).map(|key| key.is_some());
        assert_eq!(read(&["12345678"], KeyNeed::Required), Ok(true));
        assert_eq!(read(&[], KeyNeed::Optional), Ok(false));
        let misfit = Err(ApiError::invalid("Idempotency-Key"));
        assert_eq!(read(&[], KeyNeed::Required), misfit);
        assert_eq!(read(&["short"], KeyNeed::Optional), misfit);
        assert_eq!(read(&["12345678", "12345678"], KeyNeed::Optional), misfit);
    }
}

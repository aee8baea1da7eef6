//! References to customers whom the call centre has found, with which their orders are tied to them (docs/spec/people.md,
//! "Ordering on behalf"). Sealed: nobody reads or makes one, and nobody but who was given one can use it.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use deps::StaffCaller;
use domain::{
    ids::CustomerId,
    key::Secrets,
    sealed::{Purpose, SealNonce},
};
use jiff::{SignedDuration, Timestamp};

const REFERENCES: Purpose = Purpose("references to customers");
/// For how long one is good.
const GOOD_FOR: SignedDuration = SignedDuration::from_mins(30);

/// A customer, and the phone number by which they were found.
#[derive(Clone, PartialEq, Eq)]
pub struct CustomerRef {
    pub customer: CustomerId,
    /// In [`domain::phone::comparable`]'s spelling.
    pub phone: String,
}

/// Who may use a reference: whoever was given it, in the same session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefHolder(String);

impl RefHolder {
    /// Of whoever calls.
    #[must_use]
    pub fn of(caller: &StaffCaller) -> Self {
        Self(match caller {
            StaffCaller::Person(session) => format!("session {}", session.session_id),
            StaffCaller::Token => "token".to_owned(),
        })
    }
}

impl std::fmt::Debug for CustomerRef {
    /// Without the phone number.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CustomerRef({})", self.customer)
    }
}

impl CustomerRef {
    /// The reference as a text, for half an hour.
    #[must_use]
    pub fn seal(&self, RefHolder(holder): &RefHolder, secrets: &Secrets, nonce: SealNonce, now: Timestamp) -> String {
        let ends_at = now.saturating_add(GOOD_FOR).map_or(i64::MAX, Timestamp::as_millisecond);
        let mut text = ends_at.to_be_bytes().to_vec();
        text.extend(self.customer.0.to_be_bytes());
        text.extend(self.phone.as_bytes());
        URL_SAFE_NO_PAD.encode(REFERENCES.seal(secrets, holder.as_bytes(), nonce, &text))
    }

    /// Reads a text back; none where it is not ours, another's, or too old.
    #[must_use]
    pub fn open(text: &str, RefHolder(holder): &RefHolder, secrets: &Secrets, now: Timestamp) -> Option<Self> {
        let sealed = URL_SAFE_NO_PAD.decode(text).ok()?;
        let text = REFERENCES.open(secrets, holder.as_bytes(), &sealed)?;
        let (ends_at, text) = text.split_first_chunk()?;
        let (customer, phone) = text.split_first_chunk()?;
        let is_good = now.as_millisecond() < i64::from_be_bytes(*ends_at);
        let phone = String::from_utf8(phone.to_vec()).ok()?;
        is_good.then(|| Self { customer: CustomerId(i64::from_be_bytes(*customer)), phone })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_good_for_half_an_hour_and_for_its_holder() {
        let secrets = Secrets::parse("a secret of this test").unwrap();
        let (holder, now) = (RefHolder::of(&StaffCaller::Token), "2026-11-24T12:00:00Z".parse::<Timestamp>().unwrap());
        let aino = CustomerRef { customer: CustomerId(7), phone: "0401234567".to_owned() };
        let text = aino.seal(&holder, &secrets, [1; 12], now);
        let after = |minutes| now + SignedDuration::from_mins(minutes);
        assert_eq!(CustomerRef::open(&text, &holder, &secrets, after(29)), Some(aino));
        assert_eq!(CustomerRef::open(&text, &holder, &secrets, after(30)), None);
        let other = RefHolder("session 1".to_owned());
        assert_eq!(CustomerRef::open(&text, &other, &secrets, now), None);
        assert_eq!(CustomerRef::open(&text, &holder, &Secrets::parse("another secret").unwrap(), now), None);
        for at in 0..text.len() {
            let mut forged = text.clone().into_bytes();
            forged[at] = if forged[at] == b'A' { b'B' } else { b'A' };
            assert_eq!(CustomerRef::open(std::str::from_utf8(&forged).unwrap(), &holder, &secrets, now), None, "{at}");
        }
        assert!(!text.contains("0401234567") && CustomerRef::open("", &holder, &secrets, now).is_none());
    }
}

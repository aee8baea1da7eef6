//! What happens that somebody who guards the shop wants to know of (docs/spec/ordering.md, "Witnesses").

use std::borrow::Cow;

use crate::Actor;

/// The kinds of events that leave a line in the security log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SecurityKind {
    /// A wrong password, key or token.
    SignInFailed,
    /// A try to sign in that has to wait for those before it.
    SignInSlowed,
    /// Somebody who is known asked for what their role, key or restaurants do not reach.
    RoleRefused,
    /// A notification whose signature is not its sender's.
    Signature,
    /// A wrong number or PIN of a gift card, from the sixth on.
    GiftCard,
    /// A promotion code that there is not, from the sixth on.
    Code,
    /// A limit was reached.
    Limit,
    /// Money goes back.
    Refund,
    /// Somebody's data were handed out.
    Export,
    /// Somebody's data were erased.
    Erasure,
    /// What somebody of the staff may do was changed.
    RoleChanged,
    /// The date of birth of an account was put right.
    BirthDate,
}

impl SecurityKind {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::SignInFailed,
        Self::SignInSlowed,
        Self::RoleRefused,
        Self::Signature,
        Self::GiftCard,
        Self::Code,
        Self::Limit,
        Self::Refund,
        Self::Export,
        Self::Erasure,
        Self::RoleChanged,
        Self::BirthDate,
    ];

    /// The name in lines and figures.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SignInFailed => "sign_in_failed",
            Self::SignInSlowed => "sign_in_slowed",
            Self::RoleRefused => "role_refused",
            Self::Signature => "signature",
            Self::GiftCard => "gift_card",
            Self::Code => "code",
            Self::Limit => "limit",
            Self::Refund => "refund",
            Self::Export => "export",
            Self::Erasure => "erasure",
            Self::RoleChanged => "role_changed",
            Self::BirthDate => "birth_date",
        }
    }
}

/// The name by which the security log shows somebody: `staff:{id}`, `customer:{id}`, a key's or a job's own; `guest` for
/// whoever is unknown.
#[must_use]
pub fn witnessed_name(actor: &Actor) -> Cow<'_, str> {
    match actor {
        Actor::Customer(id) => Cow::Owned(format!("customer:{id}")),
        Actor::Guest => Cow::Borrowed(actor.kind()),
        known => known.shown_name(),
    }
}

/// Words of a person as a log may hold them: on one line, without what looks like an e-mail address, a telephone number
/// or a code.
#[must_use]
pub fn words_for_a_log(text: &str) -> String {
    let words = text.split_whitespace().map(|word| if is_telling(word) { "***" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a word may tell who somebody is, or open something of theirs: an `@`, or three digits.
fn is_telling(word: &str) -> bool {
    word.contains('@') || word.chars().filter(char::is_ascii_digit).count() >= 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{CustomerId, StaffId};

    #[test]
    fn everybody_has_the_name_of_the_contract() {
        let name = |actor: Actor| witnessed_name(&actor).into_owned();
        assert_eq!(name(Actor::Staff(StaffId(7))), "staff:7");
        assert_eq!(name(Actor::Customer(CustomerId(8))), "customer:8");
        assert_eq!(name(Actor::key("kallio")), "kallio");
        assert_eq!(name(Actor::StaffToken), "token");
        assert_eq!(name(Actor::Guest), "guest");
        assert_eq!(name(Actor::System("payments".into())), "payments");
    }

    #[test]
    fn words_keep_what_happened_and_not_to_whom() {
        let text = "Kylmä pizza,\n soita +358 50 9876543 tai aino@ovelle.example (A1B2C3D4E5F6G), 2 kpl ";
        assert_eq!(words_for_a_log(text), "Kylmä pizza, soita *** 50 *** tai *** *** 2 kpl");
    }
}

//! Who did something: placed an order, reported a status, put a batch together.

use std::{borrow::Cow, sync::Arc};

use crate::ids::{CustomerId, StaffId};

/// Who did something. Kept as a kind and a name; cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A machine with a dispatch key, by the key's name.
    Key(Arc<str>),
    /// A customer who is signed in.
    Customer(CustomerId),
    /// A customer who is not.
    Guest,
    /// A person of the staff who is signed in.
    Staff(StaffId),
    /// Whoever comes with the configured staff token.
    StaffToken,
    /// The system itself, by the name of the job.
    System(Arc<str>),
}

/// The name of whoever comes with the staff token.
const TOKEN: &str = "token";

impl Actor {
    /// A machine, by the name of its dispatch key.
    pub fn key(name: impl Into<Arc<str>>) -> Self {
        Self::Key(name.into())
    }

    /// The kind, as it is kept.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Key(_) => "key",
            Self::Customer(_) => "customer",
            Self::Guest => "guest",
            Self::Staff(_) | Self::StaffToken => "staff",
            Self::System(_) => "system",
        }
    }

    /// The name among those of its kind, as it is kept; empty for a guest.
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        match self {
            Self::Key(name) | Self::System(name) => Cow::Borrowed(name),
            Self::Customer(id) => Cow::Owned(id.to_string()),
            Self::Guest => Cow::Borrowed(""),
            Self::Staff(id) => Cow::Owned(id.to_string()),
            Self::StaffToken => Cow::Borrowed(TOKEN),
        }
    }

    /// The name by which a history shows them: a key by its own, a person of the staff as `staff:` and their number.
    #[must_use]
    pub fn shown_name(&self) -> Cow<'_, str> {
        match self {
            Self::Staff(id) => Cow::Owned(format!("staff:{id}")),
            actor => actor.name(),
        }
    }

    /// Reads what [`Actor::kind`] and [`Actor::name`] give; none where it is nothing that they could have given.
    #[must_use]
    pub fn parse(kind: &str, name: &str) -> Option<Self> {
        match kind {
            "key" => Some(Self::Key(name.into())),
            "customer" => name.parse().ok().map(Self::Customer),
            "guest" => name.is_empty().then_some(Self::Guest),
            "staff" if name == TOKEN => Some(Self::StaffToken),
            "staff" => name.parse().ok().map(Self::Staff),
            "system" => Some(Self::System(name.into())),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_actor() -> impl Strategy<Value = Actor> {
        prop_oneof![
            ".*".prop_map(Actor::key),
            (1..i64::MAX).prop_map(|id| Actor::Customer(CustomerId(id))),
            Just(Actor::Guest),
            (1..i64::MAX).prop_map(|id| Actor::Staff(StaffId(id))),
            Just(Actor::StaffToken),
            ".*".prop_map(|job| Actor::System(job.into())),
        ]
    }

    proptest! {
        #[test]
        fn kind_and_name_make_the_same_actor_again(actor in any_actor()) {
            prop_assert_eq!(Actor::parse(actor.kind(), &actor.name()), Some(actor));
        }

        #[test]
        fn two_actors_are_never_kept_alike(one in any_actor(), other in any_actor()) {
            let is_alike = one.kind() == other.kind() && one.name() == other.name();
            prop_assert_eq!(is_alike, one == other);
        }
    }

    #[test]
    fn what_nobody_kept_is_no_actor() {
        for (kind, name) in
            [("robot", "1"), ("", ""), ("customer", ""), ("customer", "01"), ("guest", "Aino"), ("staff", "Token")]
        {
            assert_eq!(Actor::parse(kind, name), None, "{kind} {name}");
        }
    }
}

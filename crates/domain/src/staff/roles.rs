//! What the people of the staff are there for.

use std::{fmt, str::FromStr};

/// A work place of the staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// The call centre: orders by phone, and questions about them.
    CallCentre,
    /// A restaurant: its orders and its state.
    Restaurant,
    /// Dispatch: batches and cars.
    Dispatch,
}

/// A text that is no role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a role is callcentre, restaurant or dispatch")]
pub struct UnknownRole;

impl Role {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::CallCentre, Self::Restaurant, Self::Dispatch];

    /// The name on the wire and in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CallCentre => "callcentre",
            Self::Restaurant => "restaurant",
            Self::Dispatch => "dispatch",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl FromStr for Role {
    type Err = UnknownRole;
    fn from_str(text: &str) -> Result<Self, UnknownRole> {
        Self::ALL.into_iter().find(|role| role.as_str() == text).ok_or(UnknownRole)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The roles of one person: a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Roles(u8);

impl Roles {
    /// Every role.
    #[must_use]
    pub fn all() -> Self {
        Role::ALL.into_iter().collect()
    }

    /// Whether a role is among them.
    #[must_use]
    pub fn has(self, role: Role) -> bool {
        self.0 & role.bit() != 0
    }

    /// Those that are among them, in the order of [`Role::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Role> {
        Role::ALL.into_iter().filter(move |role| self.has(*role))
    }
}

impl Default for Roles {
    /// The call centre's, of those for whom nothing else is said.
    fn default() -> Self {
        Self::from_iter([Role::CallCentre])
    }
}

impl FromIterator<Role> for Roles {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Self {
        Self(roles.into_iter().fold(0, |set, role| set | role.bit()))
    }
}

impl fmt::Display for Roles {
    /// As a comma-separated list.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, role) in self.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            write!(f, "{comma}{role}")?;
        }
        Ok(())
    }
}

impl FromStr for Roles {
    type Err = UnknownRole;
    /// Reads a comma-separated list of at least one role.
    fn from_str(text: &str) -> Result<Self, UnknownRole> {
        text.split(',').map(|role| role.trim().parse::<Role>()).collect()
    }
}

impl fmt::Debug for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_roles_is_a_set() {
        let two: Roles = "dispatch, callcentre,dispatch".parse().unwrap();
        assert_eq!(two, Roles::from_iter([Role::CallCentre, Role::Dispatch]));
        assert!(two.has(Role::Dispatch) && two.has(Role::CallCentre) && !two.has(Role::Restaurant));
        assert_eq!(
            (two.to_string(), format!("{two:?}")),
            ("callcentre,dispatch".to_owned(), "{CallCentre, Dispatch}".to_owned())
        );
        for wrong in ["", "admin", "callcentre,", "Dispatch"] {
            assert_eq!(wrong.parse::<Roles>(), Err(UnknownRole), "{wrong}");
        }
    }

    #[test]
    fn every_set_of_roles_is_read_as_it_is_written() {
        for set in 1..8 {
            assert_eq!(Roles(set).to_string().parse(), Ok(Roles(set)));
        }
        assert_eq!(Roles::all(), Roles(7));
        assert_eq!(Roles::default().to_string(), "callcentre");
    }
}

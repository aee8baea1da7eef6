//! `ovelle staff …`: who may sign in. A password is shown once and never kept.

use clap::Subcommand;
use deps::{Chance, Clock, SystemClock};
use domain::{
    Actor, SecurityKind,
    ids::RestaurantId,
    staff::{Email, Role, Roles},
    words::email,
};
use server::{
    password::{self, PasswordError},
    security::{SecurityEvent, SecurityLog},
};
use store::{AddStaffError, NewStaff, StaffMember, Store, StoreConfig, StoreError};

use crate::{
    Config,
    known_restaurants::{self, BindError},
};

/// What to do with the people.
#[derive(Debug, Subcommand)]
pub enum StaffAction {
    /// Let somebody in, and print the password that works until they have chosen their own.
    Add {
        /// Their e-mail address.
        #[arg(value_parser = address)]
        email: Email,
        /// Restaurants that they are bound to [default: they see the whole chain].
        #[arg(long, value_delimiter = ',')]
        restaurants: Vec<RestaurantId>,
        /// What they are there for: `callcentre`, `restaurant`, `dispatch`, or several of these.
        #[arg(long = "role", value_delimiter = ',', default_values_t = Roles::default().iter())]
        roles: Vec<Role>,
    },
    /// List people's addresses, restaurants and roles.
    List,
    /// Take somebody's second factor away, who has lost it; their sessions end.
    ResetTotp {
        /// Their e-mail address.
        email: Email,
    },
    /// Remove somebody; nodes end their sessions within 5 s.
    Remove {
        /// Their e-mail address.
        email: Email,
    },
}

/// Why it could not be done.
#[derive(Debug, thiserror::Error)]
pub enum StaffError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Somebody was not let in.
    #[error(transparent)]
    Add(#[from] AddStaffError),
    /// The password could not be hashed.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// There is nobody of this address.
    #[error("there is nobody with the address {0}")]
    Unknown(Email),
    /// They were to be bound to what the chain does not have.
    #[error(transparent)]
    Bind(#[from] BindError),
}

/// The address of somebody new, of the form that every address has that people give (docs/spec/ordering.md, "Words").
fn address(text: &str) -> Result<Email, String> {
    let read = email(text).map_err(|error| error.to_string())?;
    read.parse().map_err(|error: domain::staff::NotAStaffEmail| error.to_string())
}

/// Does it, and says what is to be printed.
///
/// # Errors
/// [`StaffError`].
pub async fn run(config: &Config, action: StaffAction) -> Result<String, StaffError> {
    let store = Store::open(&StoreConfig::new(&config.database_url)).await?;
    let done = carry_out(&store, config, action).await;
    store.close().await;
    done
}

async fn carry_out(store: &Store, config: &Config, action: StaffAction) -> Result<String, StaffError> {
    match action {
        StaffAction::Add { email, restaurants, roles } => {
            known_restaurants::require(store, config, &restaurants).await?;
            let new =
                NewPerson { email: email.clone(), restaurants, roles: roles.into_iter().collect(), must_change: true };
            let password = add(store, new).await?;
            if let Some(person) = store.staff().by_email(&email).await? {
                tell_of_roles(&person, "let in as");
            }
            Ok(password)
        }
        StaffAction::List => Ok(list(store).await?),
        StaffAction::ResetTotp { email } => {
            let Some(person) = store.staff().by_email(&email).await? else { return Err(StaffError::Unknown(email)) };
            store.staff().reset_totp(person.id).await?;
            tell_of_roles(&person, "lost their second factor, is");
            Ok(format!("{email} has no second factor"))
        }
        StaffAction::Remove { email } => {
            let person = store.staff().by_email(&email).await?;
            if !store.staff().remove(&email, SystemClock.now()).await? {
                return Err(StaffError::Unknown(email));
            }
            if let Some(person) = person {
                tell_of_roles(&person, "removed, was");
            }
            Ok(format!("{email} is removed"))
        }
    }
}

/// Tells the security log that what somebody may do has changed.
fn tell_of_roles(person: &StaffMember, change: &str) {
    let subject = &format!("staff:{}: {change} {}, {}", person.id, person.roles, reach_of(person));
    let who = &Actor::System("command line".into());
    SecurityLog::default().tell(SecurityEvent { kind: SecurityKind::RoleChanged, who, address: None, subject });
}

/// Somebody to be let in with a new password.
pub(crate) struct NewPerson {
    pub(crate) email: Email,
    pub(crate) restaurants: Vec<RestaurantId>,
    pub(crate) roles: Roles,
    pub(crate) must_change: bool,
}

/// Lets somebody in with a new password, and answers it.
pub(crate) async fn add(store: &Store, new: NewPerson) -> Result<String, StaffError> {
    let chance = Chance::from_system();
    let password = new_password(&chance);
    let password_hash = password::hash(&password, &chance)?;
    let created_at = SystemClock.now();
    let NewPerson { email, restaurants, roles, must_change } = new;
    store.staff().add(NewStaff { email, password_hash, must_change, restaurants, roles, created_at }).await?;
    Ok(password)
}

async fn list(store: &Store) -> Result<String, StoreError> {
    let rows = store.staff().all().await?.into_iter().map(|person| {
        let state = if person.must_change { "has not chosen a password" } else { "in use" };
        format!("{}\t{}\t{}\t{state}", person.email, reach_of(&person), person.roles)
    });
    let rows: Vec<String> = rows.collect();
    Ok(if rows.is_empty() { "there is nobody".to_owned() } else { rows.join("\n") })
}

/// The restaurants of which somebody may see what they have.
fn reach_of(person: &StaffMember) -> String {
    let bound: Vec<String> = person.restaurants.iter().map(RestaurantId::to_string).collect();
    if bound.is_empty() { "all restaurants".to_owned() } else { bound.join("+") }
}

/// Letters and digits that nobody takes for others when they read them out.
const ALPHABET: &[u8; 31] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// 16 of them, 79 bits, in groups of four.
fn new_password(chance: &Chance) -> String {
    let group = || -> String { (0..4).map(|_| letter(chance)).collect() };
    [group(), group(), group(), group()].join("-")
}

fn letter(chance: &Chance) -> char {
    let index = usize::try_from(chance.below(ALPHABET.len() as u64)).unwrap_or(0);
    char::from(ALPHABET[index])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_can_be_read_out_and_may_be_chosen() {
        let password = new_password(&Chance::seeded(1));
        let groups: Vec<&str> = password.split('-').collect();
        assert!(groups.len() == 4 && groups.iter().all(|group| group.len() == 4), "{password}");
        assert_ne!(password, new_password(&Chance::seeded(2)));
        assert_eq!(
            domain::password::check(&password, "aino@ovelle.example", domain::password::SHORTEST_OF_STAFF),
            Ok(())
        );
    }
}

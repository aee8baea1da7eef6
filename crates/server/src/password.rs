//! Passwords: Argon2id with 19 MiB, two passes and one lane, on threads of its own, so that people
//! who sign in hold up nobody who watches.

use std::{num::NonZero, sync::Arc, thread::available_parallelism};

use argon2::{
    Argon2, PasswordHasher, PasswordVerifier,
    password_hash::phc::{PasswordHash, Salt},
};
use deps::Chance;
use tokio::sync::Semaphore;

use crate::ApiError;

/// Callers that may wait for their turn; more are told to come back.
const MOST_WAITING: usize = 64;

/// What an address that nobody has is checked against: its own form, and made of nothing.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$T3ZlbGxlT3ZlbGxlT3ZlbA\
    $AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Makes and checks the hashes of passwords. Cheap to clone; all clones share their turns.
#[derive(Debug, Clone)]
pub struct Passwords(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    turns: Arc<Semaphore>,
    waiting: Semaphore,
    chance: Chance,
}

/// Why a password was neither hashed nor checked.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// Too many others wait already.
    #[error("too many passwords are being checked")]
    Busy,
    /// A kept hash is none, or the work broke off.
    #[error("a password could not be hashed")]
    Broken,
}

impl Passwords {
    /// With a turn for each core but one, which is left to those who watch.
    #[must_use]
    pub fn new(chance: Chance) -> Self {
        let cores = available_parallelism().map_or(1, NonZero::get);
        let turns = Arc::new(Semaphore::new(cores.saturating_sub(1).max(1)));
        Self(Arc::new(Inner { turns, waiting: Semaphore::new(MOST_WAITING), chance }))
    }

    /// The hash of a password, in the PHC form.
    ///
    /// # Errors
    /// [`PasswordError`].
    pub async fn hash(&self, password: String) -> Result<String, PasswordError> {
        let salt = self.0.chance.bytes::<{ Salt::RECOMMENDED_LENGTH }>();
        let work = move || Argon2::default().hash_password_with_salt(password.as_bytes(), &salt);
        let hash = self.in_turn(work).await?.map_err(|_| PasswordError::Broken)?;
        Ok(hash.to_string())
    }

    /// Whether a password is the one that was hashed. Without a hash it is not, after the same work:
    /// nobody learns by the clock whether an address is known.
    ///
    /// # Errors
    /// [`PasswordError`].
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, PasswordError> {
        let is_known = hash.is_some();
        let hash = PasswordHash::new(hash.as_deref().unwrap_or(NOBODYS)).map_err(|_| PasswordError::Broken)?;
        let work = move || Argon2::default().verify_password(password.as_bytes(), &hash).is_ok();
        Ok(self.in_turn(work).await? && is_known)
    }

    /// Works off the runtime's threads. The turn is held by the work itself: it goes on where the
    /// caller hangs up, and must still be counted.
    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, PasswordError> {
        let place = self.0.waiting.try_acquire().map_err(|_| PasswordError::Busy)?;
        let turn = Arc::clone(&self.0.turns).acquire_owned().await.map_err(|_| PasswordError::Broken)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        let done = done.await.map_err(|_| PasswordError::Broken);
        drop(place);
        done
    }
}

impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Busy => Self::unavailable(),
            PasswordError::Broken => Self::internal(&error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passwords() -> Passwords {
        Passwords::new(Chance::seeded(1))
    }

    #[tokio::test]
    async fn a_password_opens_its_own_hash_alone() {
        let passwords = passwords();
        let long = "ä".repeat(64);
        let hash = passwords.hash(long.clone()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify(long.clone(), Some(hash.clone())).await.unwrap());
        let (cut, another) = (long.chars().take(63).collect::<String>(), passwords.hash(long.clone()).await.unwrap());
        assert!(!passwords.verify(cut, Some(hash.clone())).await.unwrap(), "nothing is cut off");
        assert_ne!(hash, another, "each has its own salt");
        assert!(matches!(passwords.verify(long, Some("plain".to_owned())).await, Err(PasswordError::Broken)));
    }

    #[tokio::test]
    async fn nobody_has_a_password_and_yet_it_is_checked() {
        assert!(!passwords().verify("anything".to_owned(), None).await.unwrap());
        let nobodys = PasswordHash::new(NOBODYS).unwrap();
        let real = Argon2::default().hash_password_with_salt(b"x", &[7; 16]).unwrap();
        assert_eq!((nobodys.algorithm, nobodys.version, &nobodys.params), (real.algorithm, real.version, &real.params));
        assert_eq!(nobodys.salt.map(|salt| salt.len()), real.salt.map(|salt| salt.len()));
        assert_eq!(nobodys.hash.map(|hash| hash.len()), real.hash.map(|hash| hash.len()));
    }

    #[tokio::test]
    async fn who_waits_is_bounded() {
        let passwords = passwords();
        let turns = passwords.0.turns.clone();
        let held = turns.acquire_many(u32::try_from(turns.available_permits()).unwrap()).await.unwrap();
        let waiting: Vec<_> = (0..MOST_WAITING)
            .map(|_| {
                let passwords = passwords.clone();
                tokio::spawn(async move { passwords.verify("x".to_owned(), None).await })
            })
            .collect();
        while passwords.0.waiting.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(passwords.verify("x".to_owned(), None).await, Err(PasswordError::Busy)));
        waiting.iter().for_each(tokio::task::JoinHandle::abort);
        drop(held);
    }
}

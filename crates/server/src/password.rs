//! Passwords: Argon2id with 19 MiB, two passes and one lane, on threads of its own, so that people
//! who sign in hold up nobody who watches.

mod threads;

use std::{net::IpAddr, num::NonZero, sync::Arc, thread::available_parallelism, time::Duration};

use argon2::{
    Argon2, PasswordHasher, PasswordVerifier,
    password_hash::phc::{PasswordHash, Salt},
};
use deps::Chance;
use prometheus_client::{metrics::counter::Counter, registry::Registry};
use tokio::{
    sync::{Semaphore, oneshot},
    time::timeout,
};

use crate::{ApiError, address::limit_unit, turns::Turns};
use threads::HashingThreads;

/// Callers that may wait for their turn; more are told to come back.
const MOST_WAITING: usize = 64;
/// Passwords of one address that are hashed at a time; the others wait (docs/spec/people.md, "Sign-in failures").
const MOST_OF_ADDRESS: usize = 4;
/// How long somebody waits for their turn.
const PATIENCE: Duration = Duration::from_secs(2);

/// What an address that nobody has is checked against: its own form, and made of nothing.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$T3ZlbGxlT3ZlbGxlT3ZlbA\
    $AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Makes and checks the hashes of passwords. Cheap to clone; all clones share their turns.
#[derive(Debug, Clone)]
pub struct Passwords(Arc<PasswordsInner>);

#[derive(Debug)]
struct PasswordsInner {
    turns: Arc<Semaphore>,
    threads: HashingThreads,
    waiting: Semaphore,
    addresses: Turns<IpAddr>,
    /// How many were hashed, to be kept or to be checked.
    hashed: Counter,
    chance: Chance,
}

/// Why a password was neither hashed nor checked.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// Too many others wait already, or their turns take too long.
    #[error("too many passwords are being checked")]
    Busy,
    /// A kept hash is none, or the work broke off.
    #[error("a password could not be hashed")]
    Broken,
}

impl Passwords {
    /// With a thread for every second core, one at least: the others are left to those who watch. A registry counts them.
    #[must_use]
    pub fn register(registry: &mut Registry, chance: Chance) -> Self {
        let hashed = Counter::default();
        let ours = registry.sub_registry_with_prefix("ovelle");
        ours.register("passwords_hashed", "Passwords hashed, to be kept or to be checked", hashed.clone());
        let cores = available_parallelism().map_or(1, NonZero::get);
        let at_once = (cores / 2).max(1);
        Self(Arc::new(PasswordsInner {
            turns: Arc::new(Semaphore::new(at_once)),
            threads: HashingThreads::start(at_once),
            waiting: Semaphore::new(MOST_WAITING),
            addresses: Turns::new(MOST_OF_ADDRESS),
            hashed,
            chance,
        }))
    }

    /// Whether somebody who comes now may wait for their turn. Of a flood most are turned away by this, before they cost more.
    ///
    /// # Errors
    /// [`PasswordError::Busy`].
    pub fn has_room(&self) -> Result<(), PasswordError> {
        if self.0.waiting.available_permits() == 0 { Err(PasswordError::Busy) } else { Ok(()) }
    }

    /// The hash of a password that came from an address, in the PHC form.
    ///
    /// # Errors
    /// [`PasswordError`].
    pub async fn hash(&self, from: IpAddr, password: String) -> Result<String, PasswordError> {
        let chance = self.0.chance.clone();
        self.in_turn(from, move || hash(&password, &chance)).await?
    }

    /// Whether a password is the one that was hashed. Without a hash it is not, after the same work:
    /// nobody learns by the clock whether an address is known.
    ///
    /// # Errors
    /// [`PasswordError`].
    pub async fn verify(&self, from: IpAddr, password: String, hash: Option<String>) -> Result<bool, PasswordError> {
        let is_known = hash.is_some();
        let hash = PasswordHash::new(hash.as_deref().unwrap_or(NOBODYS)).map_err(|_| PasswordError::Broken)?;
        let work = move || Argon2::default().verify_password(password.as_bytes(), &hash).is_ok();
        Ok(self.in_turn(from, work).await? && is_known)
    }

    /// Works off the runtime's threads. The turn is held by the work itself: it goes on where the
    /// caller hangs up, and must still be counted.
    async fn in_turn<T: Send + 'static>(
        &self,
        from: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PasswordError> {
        let place = self.0.waiting.try_acquire().map_err(|_| PasswordError::Busy)?;
        let turn = async {
            let of_address = self.0.addresses.take(limit_unit(from)).await;
            Arc::clone(&self.0.turns).acquire_owned().await.map(|turn| (turn, of_address))
        };
        let turn = timeout(PATIENCE, turn).await.map_err(|_| PasswordError::Busy)?;
        let turn = turn.map_err(|_| PasswordError::Broken)?;
        self.0.hashed.inc();
        let (tell, told) = oneshot::channel();
        self.0.threads.run(move || {
            let done = work();
            drop(turn);
            // Whoever hung up wants to know nothing.
            let _hung_up = tell.send(done);
        });
        let done = told.await.map_err(|_| PasswordError::Broken);
        drop(place);
        done
    }
}

/// The hash of a password, in the PHC form: works on the caller's thread.
///
/// # Errors
/// [`PasswordError::Broken`].
pub fn hash(password: &str, chance: &Chance) -> Result<String, PasswordError> {
    let salt = chance.bytes::<{ Salt::RECOMMENDED_LENGTH }>();
    let hash = Argon2::default().hash_password_with_salt(password.as_bytes(), &salt);
    hash.map(|hash| hash.to_string()).map_err(|_| PasswordError::Broken)
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

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));

    fn address(n: u8) -> IpAddr {
        IpAddr::from([10, 0, 1, n])
    }

    fn passwords() -> Passwords {
        Passwords::register(&mut Registry::default(), Chance::seeded(1))
    }

    #[tokio::test]
    async fn a_password_opens_its_own_hash_alone() {
        let passwords = passwords();
        let long = "ä".repeat(64);
        let hash = passwords.hash(HERE, long.clone()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify(HERE, long.clone(), Some(hash.clone())).await.unwrap());
        let (cut, another) =
            (long.chars().take(63).collect::<String>(), passwords.hash(HERE, long.clone()).await.unwrap());
        assert!(!passwords.verify(HERE, cut, Some(hash.clone())).await.unwrap(), "nothing is cut off");
        assert_ne!(hash, another, "each has its own salt");
        assert!(matches!(passwords.verify(HERE, long, Some("plain".to_owned())).await, Err(PasswordError::Broken)));
    }

    #[tokio::test]
    async fn nobody_has_a_password_and_yet_it_is_checked() {
        assert!(!passwords().verify(HERE, "anything".to_owned(), None).await.unwrap());
        let nobodys = PasswordHash::new(NOBODYS).unwrap();
        let real = Argon2::default().hash_password_with_salt(b"x", &[7; 16]).unwrap();
        assert_eq!((nobodys.algorithm, nobodys.version, &nobodys.params), (real.algorithm, real.version, &real.params));
        assert_eq!(nobodys.salt.map(|salt| salt.len()), real.salt.map(|salt| salt.len()));
        assert_eq!(nobodys.hash.map(|hash| hash.len()), real.hash.map(|hash| hash.len()));
    }

    /// All turns of a node.
    async fn all_turns(passwords: &Passwords) -> tokio::sync::OwnedSemaphorePermit {
        let turns = Arc::clone(&passwords.0.turns);
        let all = u32::try_from(turns.available_permits()).unwrap();
        turns.acquire_many_owned(all).await.unwrap()
    }

    fn try_from(passwords: &Passwords, from: IpAddr) -> tokio::task::JoinHandle<Result<bool, PasswordError>> {
        let passwords = passwords.clone();
        tokio::spawn(async move { passwords.verify(from, "x".to_owned(), None).await })
    }

    #[tokio::test]
    async fn who_waits_is_bounded() {
        let passwords = passwords();
        let held = all_turns(&passwords).await;
        let waiting: Vec<_> =
            (0..MOST_WAITING).map(|n| try_from(&passwords, address(u8::try_from(n).unwrap()))).collect();
        while passwords.0.waiting.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(passwords.verify(HERE, "x".to_owned(), None).await, Err(PasswordError::Busy)));
        assert!(matches!(passwords.has_room(), Err(PasswordError::Busy)));
        waiting.iter().for_each(tokio::task::JoinHandle::abort);
        drop(held);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_longer_than_two_seconds() {
        let passwords = passwords();
        let _held = all_turns(&passwords).await;
        let began = tokio::time::Instant::now();
        assert!(matches!(passwords.verify(HERE, "x".to_owned(), None).await, Err(PasswordError::Busy)));
        assert_eq!(began.elapsed(), PATIENCE);
        assert!(passwords.0.addresses.is_idle(), "its place is free again");
        assert_eq!(passwords.0.waiting.available_permits(), MOST_WAITING);
    }

    #[tokio::test(start_paused = true)]
    async fn four_of_an_address_are_hashed_at_a_time_and_others_beside_them() {
        let passwords = passwords();
        let mut under_way = Vec::new();
        for _ in 0..MOST_OF_ADDRESS {
            under_way.push(passwords.0.addresses.take(HERE).await);
        }
        assert!(matches!(passwords.verify(HERE, "x".to_owned(), None).await, Err(PasswordError::Busy)));
        assert!(!passwords.verify(address(1), "x".to_owned(), None).await.unwrap(), "another address");
        under_way.pop();
        assert!(!passwords.verify(HERE, "x".to_owned(), None).await.unwrap());
    }
}

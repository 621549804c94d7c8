//! argon2id (19 MiB, two passes, one lane) behind a bounded queue.
//!
//! Every hash takes about 19 MiB and a core for some 15 ms. So only as many run at once as there are cores to spare;
//! the others wait in a queue that is short in places and in time. A storm of logins then slows logins alone, and
//! memory stays flat.

use application::ports::{Overloaded, PasswordHash, Passwords};
use argon2::password_hash::phc::PasswordHash as Phc;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use async_trait::async_trait;
use domain::person::NewPassword;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;

const MEMORY_KIB: u32 = 19 * 1_024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// How many may wait.
const QUEUE: usize = 256;
/// How long one may wait.
const PATIENCE: Duration = Duration::from_secs(2);

/// Hashes and checks passwords.
pub struct Argon2Passwords {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// What an unknown address is checked against, so that it costs the same as a known one.
    decoy: String,
}

impl Argon2Passwords {
    /// With as many permits as the machine has cores to spare: all but one, and at least one.
    ///
    /// # Errors
    /// Where the operating system has no randomness to give.
    pub fn new() -> std::io::Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        let decoy = hash(&crate::generate_password()?).ok_or_else(|| std::io::Error::other("argon2 refused"))?;
        Ok(Self { permits: Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))), waiting: AtomicUsize::new(0), decoy })
    }

    /// How many wait for a permit now.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    async fn in_queue<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Overloaded> {
        let permit = {
            let _place = Place::take(&self.waiting)?;
            let permit = tokio::time::timeout(PATIENCE, self.permits.clone().acquire_owned()).await;
            permit.map_err(|_| Overloaded)?.map_err(|_| Overloaded)?
        };
        // The permit goes with the work: a caller that leaves does not free a place that is still in use.
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.map_err(|_| Overloaded)
    }
}

/// A place in the queue, given back however the wait ends.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize) -> Result<Self, Overloaded> {
        let place = Self(waiting);
        if waiting.fetch_add(1, Ordering::Relaxed) < QUEUE { Ok(place) } else { Err(Overloaded) }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hash(password: &str) -> Option<String> {
    argon2().hash_password(password.as_bytes()).ok().map(|hash| hash.to_string())
}

fn verify(password: &str, hash: &str) -> bool {
    Phc::new(hash).is_ok_and(|hash| argon2().verify_password(password.as_bytes(), &hash).is_ok())
}

#[async_trait]
impl Passwords for Argon2Passwords {
    async fn verify(&self, password: &str, hash: Option<PasswordHash>) -> Result<bool, Overloaded> {
        let password = password.to_owned();
        let (hash, is_known) = match hash {
            Some(hash) => (hash.0, true),
            None => (self.decoy.clone(), false),
        };
        let is_right = self.in_queue(move || verify(&password, &hash)).await?;
        Ok(is_right && is_known)
    }

    async fn hash(&self, password: &NewPassword) -> Result<PasswordHash, Overloaded> {
        let password = password.reveal().to_owned();
        self.in_queue(move || hash(&password)).await?.map(PasswordHash).ok_or(Overloaded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passwords() -> Argon2Passwords {
        Argon2Passwords::new().unwrap_or_else(|error| unreachable!("{error}"))
    }

    fn new(text: &str) -> NewPassword {
        NewPassword::parse(text, text).unwrap_or_else(|_| unreachable!("a good password"))
    }

    #[tokio::test]
    async fn a_password_is_checked_against_its_own_hash() {
        let passwords = passwords();
        let hash = passwords.hash(&new("correct horse")).await.map(Some).unwrap_or_default();
        assert_eq!(passwords.verify("correct horse", hash.clone()).await, Ok(true));
        assert_eq!(passwords.verify("Correct horse", hash.clone()).await, Ok(false));
        assert!(hash.is_some_and(|hash| hash.0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$")));
    }

    #[tokio::test]
    async fn an_unknown_address_is_never_right_and_costs_a_hash_with_the_same_parameters() {
        let passwords = passwords();
        assert!(passwords.decoy.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert_eq!(passwords.verify("anything", None).await, Ok(false));
    }

    #[tokio::test]
    async fn the_queue_is_bounded() {
        let passwords = Arc::new(passwords());
        let held = passwords.permits.clone().acquire_many_owned(u32::try_from(passwords.permits.available_permits()).unwrap_or(1));
        let held = held.await;
        let waiters: Vec<_> = (0..QUEUE)
            .map(|_| tokio::spawn({ let passwords = passwords.clone(); async move { passwords.verify("x", None).await } }))
            .collect();
        while passwords.waiting() < QUEUE {
            tokio::task::yield_now().await;
        }
        assert_eq!(passwords.verify("one too many", None).await, Err(Overloaded));
        for waiter in waiters {
            waiter.abort();
        }
        drop(held);
        while passwords.waiting() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(passwords.verify("again", None).await, Ok(false));
    }
}

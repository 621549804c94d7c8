//! Time, chance and cryptography.

use crate::mail::Confidential;
use async_trait::async_trait;
use domain::Instant;
use domain::id::{SessionId, UserId};
use domain::person::NewPassword;
use domain::second_factor::FactorKey;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use uuid::Uuid;

/// The one clock: rules, sessions and links all expire by it.
pub trait Clock: Send + Sync {
    /// The instant now. MUST NOT have a finer resolution than microseconds, which is what the store keeps.
    fn now(&self) -> Instant;
}

/// A source of new ids.
pub trait Ids: Send + Sync {
    /// A `UUIDv7`: unique, and ordered by the time when it was made.
    fn next(&self) -> Uuid;
    /// 122 random bits, for ids that must not be guessed.
    fn random(&self) -> Uuid;
}

/// A password hash in its text form (PHC). Never shown in `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(pub String);

impl std::fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

/// The bounded queue for password work is full, or the wait in it was too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overloaded;

/// Hashes and checks passwords: slow on purpose, so behind a bounded queue.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait Passwords: Send + Sync {
    /// Whether `password` is the one of `hash`. With no hash (an unknown address) it MUST do the same work,
    /// against a fixed hash with the same parameters, and answer `false`.
    async fn verify(&self, password: &str, hash: Option<PasswordHash>) -> Result<bool, Overloaded>;
    /// Hashes a new password with its own salt.
    async fn hash(&self, password: &NewPassword) -> Result<PasswordHash, Overloaded>;
}

/// The operating system has no randomness to give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRandomness;

/// The secret of a link, and the only form of it that is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkToken {
    /// What stands in the link.
    pub token: Confidential,
    /// Its fingerprint, from [`Secrets::fingerprint`].
    pub fingerprint: String,
}

/// Makes what must not be guessed.
#[cfg_attr(test, mockall::automock)]
pub trait Secrets: Send + Sync {
    /// A password of 12 characters from an alphabet without look-alikes.
    fn password(&self) -> Result<NewPassword, NoRandomness>;
    /// The secret of a new link: 32 random bytes, in letters that stand in an address as they are.
    fn link_token(&self) -> Result<LinkToken, NoRandomness>;
    /// The fingerprint of a token: one way, always the same for the same token, and 64 characters long whatever the token.
    fn fingerprint(&self, token: &str) -> String;
    /// The challenge of a verifier (RFC 7636, S256). A token of a link is a verifier.
    fn challenge(&self, verifier: &str) -> String;
}

/// Does work that computes for long, off the threads that serve.
#[async_trait]
pub trait Workers: Send + Sync {
    /// Runs it to its end. Work that panics ends without a word.
    async fn run(&self, work: Box<dyn FnOnce() + Send>);
    /// Waits for so long in real time, so that others have the machine.
    async fn rest(&self, time: Duration);
}

impl dyn Workers {
    /// What this comes to; `None` where it panics.
    pub async fn compute<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let kept = Arc::new(Mutex::new(None));
        let answer = Arc::clone(&kept);
        let work = move || {
            let done = work();
            *answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        };
        self.run(Box::new(work)).await;
        kept.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Encrypts what a browser keeps for the portal: nobody else can read, change or make it.
pub trait Seals: Send + Sync {
    /// The fields, sealed for this purpose, in letters that stand in an address and in a cookie as they are.
    fn seal(&self, purpose: &str, fields: &[&str]) -> Result<String, NoRandomness>;
    /// The fields. MUST be `None` unless this portal has sealed them for this very purpose.
    fn open(&self, purpose: &str, sealed: &str) -> Option<Vec<String>>;
}

/// What a token says, once its signature is proved. Nothing else in it is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claims {
    pub user: UserId,
    pub session: SessionId,
}

/// That somebody's password was right, and their code is to follow. It is kept nowhere: the browser sends it back with the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticket {
    pub user: UserId,
    /// The session that it will start. No session has this id yet, so one ticket starts one session.
    pub session: SessionId,
    /// The fingerprint of the hash of the password: another password makes it void.
    pub password: String,
    /// In whole seconds.
    pub expires_at: Instant,
}

/// Signs and reads session tokens, and tickets for the second step of a sign-in. Neither is ever read as the other.
#[cfg_attr(test, mockall::automock)]
pub trait Tokens: Send + Sync {
    /// A signed token for the session.
    fn issue(&self, claims: Claims, issued_at: Instant, expires_at: Instant) -> String;
    /// What a token says. `None` where it is not one of ours: forged, of another algorithm or key, or no token at all.
    /// Whether its time is over is for the session to say, so an expired token of ours MUST be read.
    fn read(&self, token: &str) -> Option<Claims>;
    /// A signed ticket.
    fn issue_ticket(&self, ticket: &Ticket) -> String;
    /// What a ticket says, likewise.
    fn read_ticket(&self, ticket: &str) -> Option<Ticket>;
}

/// Makes and checks the codes of second factors.
pub trait OneTimeCodes: Send + Sync {
    /// A new key: 20 random bytes.
    fn key(&self) -> Result<FactorKey, NoRandomness>;
    /// Which of these steps has this code under the key. MUST take the same time whichever it is, and for a wrong code.
    fn step_of(&self, key: &FactorKey, code: &str, steps: &[i64]) -> Option<i64>;
    /// New recovery codes, as many as are made together.
    fn recovery_codes(&self) -> Result<Vec<String>, NoRandomness>;
    /// The fingerprint of a recovery code to the factor with this key, which is the only form of it that is kept: one way, and 64
    /// characters long.
    fn recovery_fingerprint(&self, key: &FactorKey, code: &str) -> String;
}

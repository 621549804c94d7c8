//! Second factors: the keys of apps, and recovery codes.

use super::Result;
use domain::Instant;
use domain::id::{CredentialId, UserId};
use domain::second_factor::FactorKey;

/// Somebody's factor, as a check of a code needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondFactor {
    pub key: FactorKey,
    /// The step of the code that was used last.
    pub last_step: Option<i64>,
}

/// A key that waits for its first code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingKey {
    pub key: FactorKey,
    pub made_at: Instant,
}

/// A recovery code, by its fingerprint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRecoveryCode {
    pub id: CredentialId,
    pub fingerprint: String,
}

port! { UnitOfWork::second_factors =>
    /// Second factors, for writing. A caller has locked the login of the person.
    pub trait SecondFactorRepository: Send + Sync {
        /// The person's factor. A key that waits is none.
        [Looks] async fn of(&self, user: UserId) -> Result<Option<SecondFactor>>;
        /// Keeps a key that waits, under this id. MUST take the place of one that waits already.
        [Writes] async fn keep_key(&self, user: UserId, id: CredentialId, key: &WaitingKey) -> Result<()>;
        /// The key that waits.
        [Looks] async fn waiting_key(&self, user: UserId) -> Result<Option<WaitingKey>>;
        /// Makes the key that waits the person's factor, whose code of `step` was used. MUST be `Conflict(SecondFactor)` where
        /// there is a factor, and `Stale` where no key waits.
        [Writes] async fn confirm(&self, user: UserId, step: i64, at: Instant) -> Result<()>;
        /// Notes that the code of `step` was used. MUST be `false`, and note nothing, where it or a later one was used before.
        [Writes] async fn use_step(&self, user: UserId, step: i64, at: Instant) -> Result<bool>;
        /// Replaces all recovery codes of the person.
        [Writes] async fn replace_recovery_codes(
            &self,
            user: UserId,
            codes: &[NewRecoveryCode],
            at: Instant,
        ) -> Result<()>;
        /// Uses a recovery code up. `false` where the person has none with this fingerprint, or no longer.
        [Writes] async fn use_recovery_code(&self, user: UserId, fingerprint: &str) -> Result<bool>;
        /// Removes the factor with its recovery codes, and a key that waits. `false` where there was no factor.
        [Writes] async fn remove(&self, user: UserId) -> Result<bool>;
    }
}

/// A factor, as its owner and administrators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondFactorView {
    pub created_at: Instant,
    /// When a code of the app was last used to sign in or to change the factor.
    pub last_used_at: Option<Instant>,
    /// How many recovery codes have not been used.
    pub recovery_left: u32,
}

port! { Reads::second_factors =>
    /// Reads second factors.
    pub trait SecondFactorReads: Send + Sync {
        /// The factor of a person. A key that waits is none.
        async fn factor(&self, user: UserId) -> Result<Option<SecondFactorView>>;
    }
}

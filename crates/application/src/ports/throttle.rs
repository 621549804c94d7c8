//! Budgets of attempts.

use super::Result;
use domain::Instant;
use domain::id::UserId;
use domain::throttle::Attempts;

port! { UnitOfWork::throttles =>
    /// Budgets of attempts, shared by all instances.
    pub trait ThrottleRepository: Send + Sync {
        /// The attempts of a bucket, empty where it is new. The bucket MUST be locked until the unit of work ends.
        [Looks] async fn load(&self, bucket: &str) -> Result<Attempts>;
        /// Saves them.
        [Writes] async fn save(&self, bucket: &str, attempts: &Attempts, at: Instant) -> Result<()>;
        /// Forgets the attempts of a bucket, and of each one whose name is `known` followed by an address from which the person has
        /// signed in.
        [Writes] async fn forget(&self, bucket: &str, known: &str, user: UserId) -> Result<()>;
    }
}

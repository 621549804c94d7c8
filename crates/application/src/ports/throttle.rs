//! Budgets of attempts.

use super::Result;
use async_trait::async_trait;
use domain::Instant;
use domain::throttle::Attempts;

/// Budgets of attempts, shared by all instances.
#[async_trait]
pub trait ThrottleRepository: Send + Sync {
    /// The attempts of a bucket, empty where it is new. The bucket MUST be locked until the unit of work ends.
    async fn load(&self, bucket: &str) -> Result<Attempts>;
    async fn save(&self, bucket: &str, attempts: &Attempts, at: Instant) -> Result<()>;
}

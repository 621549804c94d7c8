//! Ids: ordered by time for rows, random for what must not be guessed.

use application::ports::Ids;
use uuid::Uuid;

/// Ids from the operating system's randomness.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomIds;

impl Ids for RandomIds {
    fn next(&self) -> Uuid {
        #[expect(clippy::disallowed_methods, reason = "this adapter is where ids are made")]
        Uuid::now_v7()
    }

    fn random(&self) -> Uuid {
        #[expect(clippy::disallowed_methods, reason = "this adapter is where ids are made")]
        Uuid::new_v4()
    }
}

//! What is recorded of second factors: never a key or a code.

use crate::events::Record;
use domain::id::UserId;

/// Somebody set a second factor up.
pub fn second_factor_set(user: UserId) -> Record {
    Record::of("second-factor-set").about([user])
}

/// Somebody turned their own off.
pub fn second_factor_removed(user: UserId) -> Record {
    Record::of("second-factor-removed").about([user])
}

/// Somebody else took it away. `reason`: `None` for a command of the operator.
pub fn second_factor_reset(user: UserId, reason: Option<&str>) -> Record {
    Record::of("second-factor-reset").about([user]).optional("reason", reason)
}

/// Somebody signed in with a recovery code, which is used up.
pub fn recovery_code_used(user: UserId) -> Record {
    Record::of("recovery-code-used").about([user])
}

/// Somebody has new recovery codes, and the earlier ones are void.
pub fn recovery_codes_made(user: UserId) -> Record {
    Record::of("recovery-codes-made").about([user])
}

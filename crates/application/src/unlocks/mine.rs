//! The unlocks that an employee was given.

use crate::ports::UnlockView;
use crate::sessions::Caller;
use crate::{Error, Ports};
use domain::access::Capability;

/// How many of the newest are shown.
const NEWEST: u32 = 200;

/// The caller's unlocks, newest first.
pub async fn my_requests(ports: &Ports, caller: &Caller) -> Result<Vec<UnlockView>, Error> {
    caller.actor.require(Capability::RecordDays)?;
    Ok(ports.reads.timesheets().unlocks(caller.actor.id, NEWEST).await?)
}

#[cfg(test)]
mod tests;

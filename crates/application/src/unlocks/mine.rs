//! The unlocks that an employee was given, and the requests that they made.

use super::{Judge, Request};
use crate::sessions::Caller;
use crate::working_days::WorkingDays;
use crate::{Error, Ports, Result};
use domain::access::Capability;

/// How many of the newest are shown.
const NEWEST: u32 = 200;

/// The caller's unlocks and requests, newest first.
pub async fn my_requests(ports: &Ports, caller: &Caller) -> Result<Vec<Request>> {
    caller.actor.require(Capability::RecordDays)?;
    let moment = ports.moment();
    let user = caller.actor.id;
    let found = ports.reads.unlocks().of_person(user, NEWEST).await?;
    let person = ports.reads.people().employment(user, moment.today).await?.ok_or(Error::NotFound("User"))?;
    let working = WorkingDays::of_windows(ports, &moment).await?;
    let judge = Judge::of(&moment, &working, &person);
    Ok(found.into_iter().map(|view| judge.read(view)).collect())
}

#[cfg(test)]
mod tests;

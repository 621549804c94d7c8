//! The leave of a person in a year.

use super::subject;
use super::view::Leave;
use crate::leave_ledger::{Balances, balances};
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::{Datelike, NaiveDate};
use domain::access::Capability;
use domain::id::UserId;

/// How many requests of a year are shown at most: live ones share no half, and the rest were withdrawn or rejected.
const MOST: u32 = 1_000;

/// The leave of a person in a year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MyLeave {
    /// The requests with a date in the year, the one that begins last first.
    pub requests: Vec<Leave>,
    /// What there is of each type, and whether somebody could decide on a request now.
    pub balances: Balances,
}

/// The leave of a person in a leave year, this one where none is named.
pub async fn my(ports: &Ports, caller: &Caller, year: Option<i32>, named: Option<UserId>) -> Result<MyLeave> {
    let user = subject(&caller.actor, Capability::ReadLeave, named)?;
    let balances = balances(ports, caller, year, named).await?;
    let today = ports.moment().today;
    let year = year.unwrap_or_else(|| today.year());
    let day = |month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap_or(today);
    let found = ports.reads.leave_requests().leave_of(user, day(1, 1), day(12, 31), MOST).await?;
    let requests = Leave::all(ports.reads.leave(), &caller.actor, today, found).await?;
    Ok(MyLeave { requests, balances })
}

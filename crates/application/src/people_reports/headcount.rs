//! How many people came, left and were there, month by month.

use crate::downloads::Spreadsheet;
use crate::ports::{Cell, Headcount};
use crate::reports::file;
use crate::sessions::Caller;
use crate::{Ports, Result};
use domain::access::Capability;
use domain::oversight::reports::{headcount_days, last_months};
use domain::time::Month;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeadcountOfMonth {
    pub month: Month,
    pub people: Headcount,
}

/// The headcount of the last months, oldest first.
pub async fn headcount(ports: &Ports, caller: &Caller) -> Result<Vec<HeadcountOfMonth>> {
    caller.actor.require(Capability::SeeReports)?;
    let today = ports.moment().today;
    let months = last_months(today);
    let days: Vec<_> = months.iter().map(|month| headcount_days(*month, today)).collect();
    let found = ports.reads.reports().headcount(&days).await?;
    Ok(months.into_iter().zip(found).map(|(month, people)| HeadcountOfMonth { month, people }).collect())
}

/// The same as a file.
pub async fn headcount_csv(ports: &Ports, caller: &Caller) -> Result<Spreadsheet> {
    let months = headcount(ports, caller).await?;
    let rows = months.into_iter().map(|HeadcountOfMonth { month, people }| {
        let count = |count: u32| Cell::Count(count.into());
        [Cell::text(month.to_string()), count(people.joined), count(people.left), count(people.active)]
    });
    let name = format!("Headcount_{}.csv", ports.moment().today);
    file(ports, caller, name, ["Month", "Joined", "Left", "Active"], rows).await
}

//! What waits for a decision, and for whom.

use crate::people_reports::decided::of_each;
use crate::ports::{ManagerWaiting, PersonName};
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Capability;
use domain::id::UserId;
use domain::oversight::reports::{Age, DaysToDecide, age_starts};
use domain::oversight::system::first_day;
use domain::person::FullName;
use domain::time::days_after;

/// How many entries wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    pub entries: u32,
    /// The day on which the longest-waiting one was submitted.
    pub oldest: Option<NaiveDate>,
}

/// A manager and the decisions that wait for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManagerApprovals {
    pub manager: PersonName,
    /// The active Employees of the team.
    pub team: u32,
    pub waiting: Waiting,
    /// The team's requests for leave.
    pub leave_waiting: u32,
    /// How long decisions on the team's entries took, in halves of a day: the median of the last 30 days.
    pub half_days_to_decide: Option<u32>,
    pub substitute: Option<FullName>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalsReport {
    /// A page of managers: by the longest-waiting entry, those for whom none waits last.
    pub rows: Vec<ManagerApprovals>,
    pub total: u32,
    /// Everybody's entries, by how long they have waited, youngest first.
    pub ages: Vec<(Age, u32)>,
    /// The entries of those for whom no manager can act.
    pub nobody: Waiting,
}

/// What waits for whom, and for how long: a page (from 1) of managers, and the sums.
pub async fn approvals(ports: &Ports, caller: &Caller, page: u32, limit: u32) -> Result<ApprovalsReport> {
    caller.actor.require(Capability::SeeSystemReports)?;
    let (today, zones) = (ports.moment().today, ports.zones());
    let reads = ports.reads.system_reports();
    let (managers, total) = reads.managers(today, page, limit).await?;
    let ids: Vec<UserId> = managers.iter().map(|row| row.manager.id).collect();
    let [from, before] = [first_day(today), days_after(today, 1)].map(|day| zones.start_of(day));
    let decided = of_each(ports, reads.decided_by_team(&ids, from, before).await?);
    let counts = ports.reads.reports().waiting_by_age(age_starts(&zones, today)).await?;
    let nobody = reads.waiting_for_nobody(today).await?;
    let waiting = |entries, oldest: Option<Instant>| Waiting { entries, oldest: oldest.map(|at| zones.day_in(at)) };
    let row =
        |ManagerWaiting { manager, team, waiting: entries, oldest, leave_waiting, substitute }| ManagerApprovals {
            half_days_to_decide: decided.get(&manager.id).and_then(DaysToDecide::median_halves),
            manager,
            team,
            waiting: waiting(entries, oldest),
            leave_waiting,
            substitute,
        };
    Ok(ApprovalsReport {
        rows: managers.into_iter().map(row).collect(),
        total,
        ages: Age::ALL.into_iter().zip(counts).collect(),
        nobody: waiting(nobody.0, nobody.1),
    })
}

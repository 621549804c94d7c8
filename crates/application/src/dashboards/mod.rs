//! What waits for a manager.

use crate::ports::{Badge, WaitingTotals};
use crate::sessions::Caller;
use crate::substitutions::{ManagersStoodInFor, managers_stood_in_for};
use crate::timesheets::{PersonWeek, Week};
use crate::unlocks::count_waiting;
use crate::working_days::WorkingDays;
use crate::{Ports, Result, leave};
use domain::access::{Capability, Scope};
use domain::person::FullName;
use domain::time::{Month, days_after};
use domain::timesheet::{Status, week_status};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingWeek {
    pub name: FullName,
    pub week: PersonWeek,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManagerDashboard {
    pub team_members: u32,
    pub entries_to_approve: u32,
    /// Resubmissions that were not viewed.
    pub resubmissions: u32,
    /// Members for whom today is a working day without leave over the whole of it, and who have no entry.
    pub absent_today: u32,
    /// Those with approved leave that counts today.
    pub on_leave_today: u32,
    pub leave_to_decide: u32,
    /// Waiting entries from before this month.
    pub older_waiting: u32,
    /// Requests to unlock a day that wait for the manager.
    pub unlock_requests: u32,
    /// The weeks that wait, oldest first, then by name.
    pub weeks: Vec<WaitingWeek>,
    /// The managers for whom the caller stands in, by the people of their teams.
    pub stood_in_for: ManagersStoodInFor,
}

/// The work that waits for the caller, also as a substitute.
pub async fn manager_dashboard(ports: &Ports, caller: &Caller) -> Result<ManagerDashboard> {
    let leads = caller.actor.teams(Capability::SeeTeamDashboard)?;
    let moment = ports.moment();
    let today = moment.today;
    let working = WorkingDays::between(ports, &moment, today, today).await?;
    let presence = ports.reads.people().presence(leads, today, &working.expected_on(today)).await?;
    let this_month = Month::of(today).first();
    let tomorrow = days_after(today, 1);
    let waiting = ports.reads.timesheets().waiting_totals(Scope::Team(leads.clone()), tomorrow, this_month).await?;
    let resubmissions = ports.reads.inbox().count(Badge::PendingResubmissions(leads.clone())).await?;
    Ok(ManagerDashboard {
        team_members: presence.members,
        entries_to_approve: waiting.iter().map(|week| week.pending).sum(),
        resubmissions,
        absent_today: presence.absent,
        on_leave_today: presence.on_leave,
        leave_to_decide: leave::count_waiting(ports, &caller.actor).await?,
        older_waiting: waiting.iter().map(|week| week.older).sum(),
        unlock_requests: count_waiting(ports, &moment, &caller.actor).await?,
        weeks: weeks(waiting),
        stood_in_for: managers_stood_in_for(ports, leads).await?,
    })
}

fn weeks(waiting: Vec<WaitingTotals>) -> Vec<WaitingWeek> {
    let mut weeks: Vec<WaitingWeek> = waiting.into_iter().map(week).collect();
    weeks.sort_by_cached_key(|waiting| (waiting.week.week.start, waiting.name.to_string()));
    weeks
}

fn week(totals: WaitingTotals) -> WaitingWeek {
    let counts =
        [(Status::Pending, totals.pending), (Status::Approved, totals.approved), (Status::Rejected, totals.rejected)];
    let statuses = counts.into_iter().filter(|(_, count)| *count > 0).map(|(status, _)| status);
    let week = Week { start: totals.monday, status: week_status(statuses), half_hours: totals.half_hours };
    WaitingWeek { name: totals.name, week: PersonWeek { user: totals.user, week } }
}

#[cfg(test)]
mod tests;

//! What waits for a manager.

use crate::ports::{Badge, EntryView};
use crate::sessions::Caller;
use crate::timesheets::PersonWeek;
use crate::working_days::WorkingDays;
use crate::{Error, Ports};
use domain::access::{Capability, Scope};
use domain::person::FullName;
use domain::time::{Month, days_after};
use domain::timesheet::Status;
use std::collections::HashMap;

/// A week that waits, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingWeek {
    /// The person's name.
    pub name: FullName,
    /// The week.
    pub week: PersonWeek,
}

/// The manager's dashboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManagerDashboard {
    /// Active members of the team.
    pub team_members: u32,
    /// Entries that wait for a decision.
    pub entries_to_approve: u32,
    /// Resubmissions that were not viewed.
    pub resubmissions: u32,
    /// Members without an entry today; none on a day that is no working day.
    pub absent_today: u32,
    /// Waiting entries from before this month.
    pub older_waiting: u32,
    /// The weeks that wait, oldest first, then by name.
    pub weeks: Vec<WaitingWeek>,
}

/// What waits for the caller.
pub async fn manager_dashboard(ports: &Ports, caller: &Caller) -> Result<ManagerDashboard, Error> {
    let leads = caller.actor.teams(Capability::SeeTeamDashboard)?;
    let moment = ports.moment();
    let today = moment.today;
    let presence = ports.reads.people().presence(leads, today).await?;
    let working = WorkingDays::between(ports, &moment, today, today).await?;
    let is_working_day = working.of_organisation().is_working_day(today);
    let waiting =
        ports.reads.timesheets().waiting_weeks(Scope::Team(leads.clone()), None, days_after(today, 1)).await?;
    let resubmissions = ports.reads.inbox().count(Badge::PendingResubmissions(leads.clone())).await?;

    let this_month = Month::of(today).first();
    let pending = || waiting.iter().filter(|view| view.entry.status == Status::Pending);
    Ok(ManagerDashboard {
        team_members: presence.members,
        entries_to_approve: count(pending()),
        resubmissions,
        absent_today: if is_working_day { presence.without_entry } else { 0 },
        older_waiting: count(pending().filter(|view| view.entry.date < this_month)),
        weeks: weeks(&waiting),
    })
}

fn weeks(waiting: &[EntryView]) -> Vec<WaitingWeek> {
    let names: HashMap<_, _> = waiting.iter().map(|view| (view.person.id, &view.person.name)).collect();
    let mut weeks: Vec<WaitingWeek> = crate::timesheets::weeks_by_person(waiting)
        .into_iter()
        .filter_map(|week| names.get(&week.user).map(|name| WaitingWeek { name: (*name).clone(), week }))
        .collect();
    weeks.sort_by_cached_key(|waiting| (waiting.week.week.start, waiting.name.to_string()));
    weeks
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;

//! A manager looks at the team's weeks.

use super::{PersonWeek, Remarks, check_length, remarks, weeks_by_person};
use crate::ports::{EntryView, LeaveOfDay};
use crate::selection::require_member;
use crate::sessions::Caller;
use crate::substitutions::{ManagersStoodInFor, managers_stood_in_for};
use crate::{Invalid, Ports, Result, months};
use chrono::NaiveDate;
use domain::access::{Capability, Leads, Scope};
use domain::id::UserId;
use domain::time::{Month, Week, days_after};
use domain::timesheet::Status;
use std::collections::{BTreeSet, HashMap, HashSet};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TeamFilter {
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    pub employee: Option<UserId>,
    pub status: Option<Status>,
    /// Instead of a period: the whole weeks that hold an entry that waits, however old.
    pub is_waiting: bool,
}

/// The entries asked for, and the weeks they lie in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    /// The entries that pass the filter, newest first.
    pub entries: Vec<EntryView>,
    /// The weeks that hold one of them, each judged over all of its seven days, whatever the filter.
    pub weeks: Vec<PersonWeek>,
    /// The days of each of those weeks on which the person does not work by the pattern of that day, by person and Monday.
    pub days_off: HashMap<(UserId, NaiveDate), Vec<NaiveDate>>,
    /// The live leave that counts on the days asked for, by person and in order; where weeks that wait are asked for, on their days.
    pub leave: Vec<(UserId, LeaveOfDay)>,
    /// What is unusual about those weeks that hold an entry that waits.
    pub remarks: Remarks,
    /// The managers for whom the caller stands in, by the people of their teams.
    pub stood_in_for: ManagersStoodInFor,
    /// The closed months of the period asked for and of the weeks, in order.
    pub closed_months: Vec<Month>,
}

/// The team's entries. Without dates: from the Monday of the week of the first of last month on, and every week from
/// before that still waits. `is_waiting` stands alone: with a date it is refused.
pub async fn team(ports: &Ports, caller: &Caller, filter: TeamFilter) -> Result<Team> {
    let leads = caller.actor.teams(Capability::DecideTimesheets)?;
    let scope = Scope::Team(leads.clone());
    let (from, to) = period(ports, &filter)?;
    if let Some(employee) = filter.employee {
        require_member(ports, &scope, employee).await?;
    }
    let first_monday = Week::of(from).monday();
    let reads = ports.reads.timesheets();
    let mut found = if filter.is_waiting {
        reads.waiting_weeks(scope.clone(), filter.employee, days_after(ports.moment().today, 1)).await?
    } else {
        reads.of_scope(scope.clone(), filter.employee, first_monday, Week::of(to).sunday()).await?
    };
    let is_open = !filter.is_waiting && filter.from.is_none() && filter.to.is_none();
    if is_open {
        found.extend(reads.waiting_weeks(scope, filter.employee, first_monday).await?);
    }
    let period = (!filter.is_waiting).then(|| (Week::of(from), Week::of(to)));
    let closed = closed_months(ports, period, &found).await?;
    let waits =
        |view: &EntryView| view.entry.status == Status::Pending && !closed.contains(&Month::of(view.entry.date));
    let remarks = remarks::of_waiting(ports, &found, waits).await?;
    let passes = |view: &EntryView| {
        let date = view.entry.date;
        let older = is_open && date < first_monday && waits(view);
        let in_period = filter.is_waiting || (from <= date && date <= to) || older;
        in_period && filter.status.is_none_or(|status| view.entry.status == status)
    };
    let mut weeks = weeks_by_person(&found);
    let shown: HashSet<(UserId, NaiveDate)> = found
        .iter()
        .filter(|view| passes(view))
        .map(|view| (view.person.id, Week::of(view.entry.date).monday()))
        .collect();
    weeks.retain(|week| shown.contains(&(week.user, week.week.start)));
    found.retain(passes);
    let leave = on_leave(ports, leads, filter.employee, period, &shown).await?;
    let patterns = &ports.moment().rules.work_patterns;
    let days_off = weeks
        .iter()
        .map(|of| ((of.user, of.week.start), patterns.days_off(of.user, Week::of(of.week.start)).collect()))
        .collect();
    let stood_in_for = managers_stood_in_for(ports, leads).await?;
    let closed_months = closed.into_iter().collect();
    Ok(Team { entries: found, weeks, days_off, leave, remarks, stood_in_for, closed_months })
}

/// The closed months of the period asked for, and of the weeks of what was found.
async fn closed_months(ports: &Ports, period: Option<(Week, Week)>, found: &[EntryView]) -> Result<BTreeSet<Month>> {
    let weeks = found.iter().map(|view| Week::of(view.entry.date));
    let Some((first, last)) = span(weeks, period) else { return Ok(BTreeSet::new()) };
    months::closed_between(ports.reads.as_ref(), first.monday(), last.sunday()).await
}

/// The leave on whole weeks of the period, and in older weeks that are `shown`: each by its person and Monday.
async fn on_leave(
    ports: &Ports,
    leads: &Leads,
    employee: Option<UserId>,
    period: Option<(Week, Week)>,
    shown: &HashSet<(UserId, NaiveDate)>,
) -> Result<Vec<(UserId, LeaveOfDay)>> {
    let weeks = shown.iter().map(|(_, monday)| Week::of(*monday));
    let Some((first, last)) = span(weeks, period) else { return Ok(Vec::new()) };
    let scope = employee.map_or_else(|| Scope::Team(leads.clone()), Scope::Own);
    let mut leave = ports.reads.leave_days().leave_days(&scope, first.monday(), last.sunday()).await?;
    leave.retain(|(user, of_day)| {
        let week = Week::of(of_day.date);
        period.is_some_and(|(first, last)| first <= week && week <= last) || shown.contains(&(*user, week.monday()))
    });
    Ok(leave)
}

/// The first and the last of these weeks and those of the period.
fn span(weeks: impl Iterator<Item = Week> + Clone, period: Option<(Week, Week)>) -> Option<(Week, Week)> {
    let all = weeks.chain(period.into_iter().flat_map(|(first, last)| [first, last]));
    Some((all.clone().min()?, all.max()?))
}

fn period(ports: &Ports, filter: &TeamFilter) -> Result<(NaiveDate, NaiveDate)> {
    if filter.is_waiting && (filter.from.is_some() || filter.to.is_some()) {
        return Err(Invalid::field("waiting", "waiting stands without from and to").into());
    }
    let today = ports.moment().today;
    let last_month = Month::of(today).earlier_by(1);
    let (from, to) = match (filter.from, filter.to) {
        (None, None) => (Week::of(last_month.first()).monday(), today),
        (Some(from), None) => (from, today.max(from)),
        (None, Some(to)) => (Week::of(last_month.first()).monday().min(to), to),
        (Some(from), Some(to)) => (from, to),
    };
    if to < from {
        return Err(Invalid::field("to", "to must not be before from").into());
    }
    check_length(from, to)?;
    Ok((from, to))
}

#[cfg(test)]
mod tests;

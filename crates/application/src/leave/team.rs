//! The requests of teams, for those who decide on them.

use super::view::Leave;
use crate::ports::{AlsoAway, AwayOn, LeaveFilter, StoredLeave};
use crate::selection::require_member;
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::access::{Actor, Capability, Scope};
use domain::id::{LeaveRequestId, UserId};
use domain::leave::{LeaveStatus, YearAfter};
use domain::person::FullName;

/// How many others who are away are named beside a request.
const MOST_AWAY: u32 = 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamLeaveFilter {
    /// Where they stand; everything where nothing is named.
    pub status: Option<LeaveStatus>,
    /// Only those that wait for a decision, the one that begins first first.
    pub is_waiting: bool,
    /// With a date on this day or later.
    pub from: Option<NaiveDate>,
    /// With a date on this day or earlier.
    pub to: Option<NaiveDate>,
    pub employee: Option<UserId>,
    /// The page, from 1.
    pub page: u32,
    pub limit: u32,
}

/// On the date on which most of the team are away, how many those are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coverage {
    /// The date, the first such.
    pub date: NaiveDate,
    /// How many are away: the person who asks, and all with approved leave that counts then.
    pub away: u32,
    /// How many active Employees the team has.
    pub members: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamLeave {
    pub leave: Leave,
    /// What it comes to in each leave year, and what is left there.
    pub years: Vec<YearAfter>,
    /// The manager for whom the caller would decide.
    pub for_manager: Option<(UserId, FullName)>,
    /// Who else in the team has live leave then, where it waits.
    pub also_away: Vec<AlsoAway>,
    /// How many are away at most, where it waits.
    pub coverage: Option<Coverage>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamLeavePage {
    pub requests: Vec<TeamLeave>,
    pub total: u32,
}

/// A page of the requests of the caller's teams. A fixed number of statements.
pub async fn team(ports: &Ports, caller: &Caller, filter: TeamLeaveFilter) -> Result<TeamLeavePage> {
    let leads = caller.actor.teams(Capability::DecideLeave)?.clone();
    let today = ports.moment().today;
    if let Some(employee) = filter.employee {
        require_member(ports, &Scope::Team(leads.clone()), employee).await?;
    }
    let TeamLeaveFilter { status, is_waiting, from, to, employee, page, limit } = filter;
    let status = match status {
        Some(status) => vec![status],
        None if is_waiting => LeaveStatus::ALL.into_iter().filter(|status| status.waits()).collect(),
        None => LeaveStatus::ALL.to_vec(),
    };
    let wanted = LeaveFilter { leads, status, from, to, employee, is_earliest_first: is_waiting };
    let reads = ports.reads.leave_requests();
    let (found, total) = reads.leave_page(&wanted, page, limit).await?;
    if found.is_empty() {
        return Ok(TeamLeavePage { requests: Vec::new(), total });
    }
    let ids: Vec<LeaveRequestId> = found.iter().map(|leave| leave.id).collect();
    let waiting: Vec<LeaveRequestId> =
        found.iter().filter(|leave| leave.status.waits()).map(|leave| leave.id).collect();
    let unlimited: Vec<_> = ports
        .reads
        .leave()
        .types()
        .await?
        .into_iter()
        .filter(|leave_type| !leave_type.is_limited())
        .map(|leave_type| leave_type.id)
        .collect();
    let years = reads.by_year(&ids).await?;
    let (also_away, away_on) = if waiting.is_empty() {
        (Vec::new(), Vec::new())
    } else {
        (reads.also_away(&waiting, MOST_AWAY).await?, reads.away_on(&waiting).await?)
    };
    let requests = Leave::all(ports.reads.leave(), &caller.actor, today, found).await?;
    let requests = requests.into_iter().map(|leave| {
        let id = leave.stored.id;
        let has_limit = !unlimited.contains(&leave.stored.leave_type);
        let in_year = years.iter().filter(|year| year.request == id);
        let year =
            in_year.map(|year| YearAfter { year: year.year, days: year.days, left: has_limit.then_some(year.left) });
        TeamLeave {
            years: year.collect(),
            for_manager: stood_in_for(&caller.actor, &leave.stored),
            also_away: also_away.iter().filter(|away| away.request == id).cloned().collect(),
            coverage: Coverage::of(away_on.iter().filter(|away| away.request == id)),
            leave,
        }
    });
    Ok(TeamLeavePage { requests: requests.collect(), total })
}

/// How many requests wait for `actor`: none where they decide for no team.
pub async fn count_waiting(ports: &Ports, actor: &Actor) -> Result<u32> {
    match actor.teams(Capability::DecideLeave) {
        Ok(leads) => Ok(ports.reads.leave_requests().count_waiting(leads).await?),
        Err(_) => Ok(0),
    }
}

fn stood_in_for(actor: &Actor, leave: &StoredLeave) -> Option<(UserId, FullName)> {
    leave.manager.clone().filter(|(manager, _)| actor.leads.on_behalf_of(Some(*manager)).is_some())
}

impl Coverage {
    fn of<'a>(dates: impl Iterator<Item = &'a AwayOn>) -> Option<Self> {
        // Of several with as many away the first stays.
        let most = dates.reduce(|most, next| if most.others < next.others { next } else { most })?;
        Some(Self { date: most.date, away: most.others + 1, members: most.members })
    }
}

//! The days and hours of a team in a month, and how long decisions took.

use super::decided;
use super::missing::missing_in;
use crate::downloads::Spreadsheet;
use crate::ports::{Cell, CountedMonth};
use crate::reports::{file, named};
use crate::sessions::Caller;
use crate::substitutions::managers_stood_in_for;
use crate::working_days::WorkingDays;
use crate::{Ports, Result};
use chrono::NaiveDate;
use domain::access::{Capability, Scope};
use domain::id::UserId;
use domain::oversight::reports::{DaysToDecide, HoursByStatus, hours_by_week};
use domain::person::FullName;
use domain::time::{Month, Week};
use std::collections::HashMap;

/// One person of the team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamRow {
    /// The entries of the month, and whose they are.
    pub month: CountedMonth,
    /// The manager for whom the caller stands in; `None` for the caller's own team.
    pub for_manager: Option<(UserId, FullName)>,
    /// The missing days, oldest first.
    pub missing: Vec<NaiveDate>,
    /// The median of the days that decisions in the month took, in halves.
    pub days_to_decide: Option<u32>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TeamSums {
    pub approved: u32,
    pub pending: u32,
    pub rejected: u32,
    /// The pending entries that somebody can still decide on.
    pub waiting: u32,
    /// The hours of those that are not rejected, in half hours.
    pub half_hours: u64,
    pub missing_days: u32,
    /// The median over all decisions on the team's entries, in halves.
    pub days_to_decide: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamReport {
    pub sums: TeamSums,
    /// The weeks with a day in the month, in order.
    pub weeks: Vec<(Week, HoursByStatus)>,
    /// The people, by name.
    pub rows: Vec<TeamRow>,
}

impl CountedMonth {
    /// The entries, whatever their status.
    pub const fn entries(&self) -> u32 {
        self.approved + self.pending + self.rejected
    }
}

/// The report about the teams that the caller leads.
pub async fn team(ports: &Ports, caller: &Caller, month: Month) -> Result<TeamReport> {
    let leads = caller.actor.teams(Capability::SeeTeamReport)?;
    let (scope, reads) = (Scope::Team(leads.clone()), ports.reads.reports());
    let working = WorkingDays::between(ports, &ports.moment(), month.first(), month.last()).await?;
    let counted = reads.counted(&scope, month).await?;
    let weeks = hours_by_week(month, reads.half_hours(&scope, month).await?);
    let mut missing: HashMap<UserId, Vec<NaiveDate>> =
        missing_in(ports, &working, &scope, month).await?.into_iter().map(|of| (of.person.id, of.days)).collect();
    let (from, before) = decided::span(ports, month);
    let decisions = reads.decided_by_person(&scope, from, before).await?;
    let of_team = decided::of_all(ports, decisions.iter().map(|(_, together)| *together));
    let of_people = decided::of_each(ports, decisions);
    let mut stood_in_for = managers_stood_in_for(ports, leads).await?;
    let row = |month: CountedMonth| {
        let user = month.person.id;
        TeamRow {
            for_manager: stood_in_for.remove(&user),
            missing: missing.remove(&user).unwrap_or_default(),
            days_to_decide: of_people.get(&user).and_then(DaysToDecide::median_halves),
            month,
        }
    };
    let rows: Vec<TeamRow> = counted.into_iter().map(row).collect();
    let sums = rows.iter().fold(TeamSums::default(), TeamSums::and);
    let waiting = ports.reads.months().standing_of(month).await?.state.waiting(sums.pending);
    Ok(TeamReport { sums: TeamSums { waiting, days_to_decide: of_team.median_halves(), ..sums }, weeks, rows })
}

impl TeamSums {
    /// The same and one person more.
    fn and(self, TeamRow { month, missing, .. }: &TeamRow) -> Self {
        Self {
            approved: self.approved + month.approved,
            pending: self.pending + month.pending,
            rejected: self.rejected + month.rejected,
            half_hours: self.half_hours + u64::from(month.half_hours),
            missing_days: self.missing_days + u32::try_from(missing.len()).unwrap_or(u32::MAX),
            ..self
        }
    }

    /// The entries, whatever their status.
    pub const fn entries(&self) -> u32 {
        self.approved + self.pending + self.rejected
    }
}

/// The people of the report as a file.
pub async fn team_csv(ports: &Ports, caller: &Caller, month: Month) -> Result<Spreadsheet> {
    let TeamReport { rows, .. } = team(ports, caller, month).await?;
    let columns = [
        "Employee",
        "Employee ID",
        "Entries",
        "Hours",
        "Approved",
        "Pending",
        "Rejected",
        "Missing Days",
        "Days to Decide",
    ];
    file(ports, caller, named("Team_Report", month), columns, rows.into_iter().map(cells)).await
}

fn cells(TeamRow { month, missing, days_to_decide, .. }: TeamRow) -> [Cell; 9] {
    let count = |count: u32| Cell::Count(count.into());
    [
        Cell::text(month.person.name.to_string()),
        Cell::text(month.person.employee_id.to_string()),
        count(month.entries()),
        Cell::Halves(month.half_hours.cast_signed()),
        count(month.approved),
        count(month.pending),
        count(month.rejected),
        Cell::Count(missing.len() as u64),
        days_to_decide.map_or(Cell::Nothing, |halves| Cell::Halves(halves.cast_signed())),
    ]
}

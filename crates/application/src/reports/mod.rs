//! The attendance of a month: everyone's, or a manager's team's.

mod file;
mod paper;

use crate::downloads::note;
use crate::ports::{MonthRecord, PersonName, Revision};
use crate::sessions::Caller;
use crate::working_days::WorkingDays;
use crate::{Moment, Ports, Result};
use domain::access::{Capability, Scope};
use domain::attendance::{Period, Rating, Summary, half_days};
use domain::month::{MonthState, PayrollRow};
use domain::settings::Key;
use domain::time::Month;
use domain::timesheet::Hours;
use std::collections::BTreeSet;

pub use file::attendance_csv;
pub(crate) use file::{file, named};
pub use paper::AttendanceReport;

/// One person's line of the attendance of a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttendanceRow {
    pub person: PersonName,
    pub summary: Summary,
    /// The rate, in per cent, from which attendance counts as good.
    pub good_percent: u32,
}

impl AttendanceRow {
    pub const fn rating(&self) -> Rating {
        self.summary.rating(self.good_percent)
    }
}

/// The attendance of a month as a PDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttendancePaper {
    pub name: String,
    pub file: Vec<u8>,
}

/// The attendance of `month`, by name.
pub async fn attendance(ports: &Ports, caller: &Caller, month: Month) -> Result<Vec<AttendanceRow>> {
    let (scope, moment) = (caller.actor.scope(Capability::ReadAttendance)?, ports.moment());
    let working = WorkingDays::between(ports, &moment, month.first(), month.last()).await?;
    Ok(lines(ports, &moment, &working, scope, month).await?.rows)
}

/// The same on paper, as a PDF.
pub async fn attendance_pdf(ports: &Ports, caller: &Caller, month: Month) -> Result<AttendancePaper> {
    let scope = caller.actor.scope(Capability::ReadAttendance)?;
    let is_of_team = matches!(scope, Scope::Team(_));
    let moment = ports.moment();
    let working = WorkingDays::between(ports, &moment, month.first(), month.last()).await?;
    let Lines { rows, half_days, good_percent, closed } = lines(ports, &moment, &working, scope, month).await?;
    let report = AttendanceReport {
        organisation: ports.policy.in_force().settings.text(Key::OrganisationName).to_owned(),
        team_of: is_of_team.then(|| caller.person.name.to_string()),
        month,
        rows,
        good_percent,
        half_days,
        closed: closed.map(|revision| (revision.revision, revision.checksum)),
        made_at: moment.rules.zones.local(moment.now),
        asked_by: caller.actor.id,
    };
    let file = ports.documents.table_pdf(report.into()).await?;
    let name = format!("Attendance_Report_{}_{}.pdf", month.number(), month.year());
    // Noted once there is something to hand out, and before it is.
    note(ports, caller, &name, None).await?;
    Ok(AttendancePaper { name, file })
}

/// The lines of a month, and what they were drawn with.
pub(crate) struct Lines {
    pub(crate) rows: Vec<AttendanceRow>,
    /// How long half a day is for the people in them.
    half_days: BTreeSet<Hours>,
    good_percent: u32,
    /// The revision that they were drawn from, where the month is closed.
    closed: Option<Revision>,
}

/// The lines of the people in `scope`, for any caller. `working` knows the month.
pub(crate) async fn lines(
    ports: &Ports,
    moment: &Moment,
    working: &WorkingDays,
    scope: Scope,
    month: Month,
) -> Result<Lines> {
    let view = ports.reads.months().month(month).await?;
    match view.newest.filter(|_| view.state == MonthState::Closed) {
        Some(revision) => of_revision(ports, working, scope, month, revision).await,
        None => of_open(ports, moment, working, scope, month).await,
    }
}

/// A closed month is what its newest revision says (months.md 1.8).
async fn of_revision(
    ports: &Ports,
    working: &WorkingDays,
    scope: Scope,
    month: Month,
    revision: Revision,
) -> Result<Lines> {
    let found = ports.reads.months().rows_in(month, revision.revision, &scope).await?;
    let half_days = found.iter().flat_map(|row| half_days(month, working.of(row.user)).into_keys()).collect();
    let good_percent = revision.good_percent;
    let line = |PayrollRow { user, employee_id, name, figures, .. }: PayrollRow| AttendanceRow {
        person: PersonName { id: user, employee_id, name },
        summary: figures.attendance(),
        good_percent,
    };
    Ok(Lines { rows: found.into_iter().map(line).collect(), half_days, good_percent, closed: Some(revision) })
}

/// The same of a month that is known to be open.
pub(crate) async fn of_open(
    ports: &Ports,
    moment: &Moment,
    working: &WorkingDays,
    scope: Scope,
    month: Month,
) -> Result<Lines> {
    let records = ports.reads.people().month_records(scope, month, &working.half_days_in(month)).await?;
    let good_percent = moment.rules.good_percent(month);
    let usual = Period::new(month, moment.today, working.of_organisation());
    let (mut rows, mut half_days) = (Vec::with_capacity(records.len()), BTreeSet::new());
    for MonthRecord { person, in_service, recorded, on_leave } in records {
        let own = working.has_own(person.id).then(|| Period::new(month, moment.today, working.of(person.id)));
        let period = own.as_ref().unwrap_or(&usual);
        half_days.extend(period.half_days());
        let summary = period.summarise(in_service, &recorded, on_leave);
        rows.push(AttendanceRow { person, summary, good_percent });
    }
    Ok(Lines { rows, half_days, good_percent, closed: None })
}

#[cfg(test)]
mod tests;

//! The attendance of a month: everyone's, or a manager's team's.

use crate::ports::{AttendanceReport, AttendanceRow};
use crate::sessions::Caller;
use crate::{Error, Ports};
use domain::access::{Capability, Scope};
use domain::attendance::Period;
use domain::time::{Month, WorkingCalendar};

/// The attendance of `month`, by name.
pub async fn attendance(ports: &Ports, caller: &Caller, month: Month) -> Result<Vec<AttendanceRow>, Error> {
    rows(ports, caller.actor.scope(Capability::ReadAttendance)?, month).await
}

/// The same on paper, as a PDF.
pub async fn attendance_pdf(ports: &Ports, caller: &Caller, month: Month) -> Result<Vec<u8>, Error> {
    let scope = caller.actor.scope(Capability::ReadAttendance)?;
    let rows = rows(ports, scope, month).await?;
    let report = AttendanceReport {
        organisation: ports.organisation.name.clone(),
        team_of: matches!(scope, Scope::Team(_)).then(|| caller.person.name.to_string()),
        month,
        rows,
        made_at: ports.clock.now().with_timezone(&ports.organisation.zone).naive_local(),
        asked_by: caller.actor.id,
    };
    Ok(ports.documents.attendance_pdf(report).await?)
}

async fn rows(ports: &Ports, scope: Scope, month: Month) -> Result<Vec<AttendanceRow>, Error> {
    let holidays = ports.holidays.between(month.first(), month.last()).await?;
    let calendar = WorkingCalendar::new(holidays.iter().map(|view| &view.holiday));
    let period = Period::new(month, ports.today(), &calendar);
    let records = ports.people.month_records(scope, month).await?;
    let row = |record: crate::ports::MonthRecord| AttendanceRow {
        person: record.person,
        summary: period.summarise(record.joining_date, record.recorded),
    };
    Ok(records.into_iter().map(row).collect())
}

#[cfg(test)]
mod tests;

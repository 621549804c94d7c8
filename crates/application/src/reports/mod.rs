//! The attendance of a month: everyone's, or a manager's team's.

mod paper;

use crate::ports::PersonName;
use crate::sessions::Caller;
use crate::working_days::WorkingDays;
use crate::{Error, Moment, Ports};
use domain::access::{Capability, Scope};
use domain::attendance::{Period, Rating, Summary, half_days};
use domain::settings::Key;
use domain::time::Month;
use domain::timesheet::Hours;

pub use paper::AttendanceReport;

/// One person's line of the attendance of a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttendanceRow {
    /// Who it is.
    pub person: PersonName,
    /// The month, summed up.
    pub summary: Summary,
    /// The rate, in per cent, from which attendance counts as good.
    pub good_percent: u32,
}

impl AttendanceRow {
    /// Whether the attendance is as it should be.
    #[must_use]
    pub const fn rating(&self) -> Rating {
        self.summary.rating(self.good_percent)
    }
}

/// The attendance of `month`, by name.
pub async fn attendance(ports: &Ports, caller: &Caller, month: Month) -> Result<Vec<AttendanceRow>, Error> {
    rows(ports, &ports.moment(), caller.actor.scope(Capability::ReadAttendance)?, month).await
}

/// The same on paper, as a PDF.
pub async fn attendance_pdf(ports: &Ports, caller: &Caller, month: Month) -> Result<Vec<u8>, Error> {
    let scope = caller.actor.scope(Capability::ReadAttendance)?;
    let is_of_team = matches!(scope, Scope::Team(_));
    let moment = ports.moment();
    let rows = rows(ports, &moment, scope, month).await?;
    let report = AttendanceReport {
        organisation: ports.policy.in_force().settings.text(Key::OrganisationName).to_owned(),
        team_of: is_of_team.then(|| caller.person.name.to_string()),
        month,
        rows,
        good_percent: moment.rules.good_percent(month),
        half_day: moment.rules.work_pattern.on(moment.today).half_day(),
        made_at: moment.now.with_timezone(&ports.zone).naive_local(),
        asked_by: caller.actor.id,
    };
    Ok(ports.documents.table_pdf(report.into()).await?)
}

async fn rows(ports: &Ports, moment: &Moment, scope: Scope, month: Month) -> Result<Vec<AttendanceRow>, Error> {
    let working = WorkingDays::between(ports, moment, month.first(), month.last()).await?;
    let calendar = working.of_organisation();
    let period = Period::new(month, moment.today, calendar);
    let lengths: Vec<Hours> = half_days(month, calendar).into_keys().collect();
    let records = ports.reads.people().month_records(scope, month, &lengths).await?;
    let good_percent = moment.rules.good_percent(month);
    let row = |record: crate::ports::MonthRecord| AttendanceRow {
        person: record.person,
        summary: period.summarise(record.in_service, &record.recorded),
        good_percent,
    };
    Ok(records.into_iter().map(row).collect())
}

#[cfg(test)]
mod tests;

//! The attendance of a month: everyone's, or a manager's team's.

mod paper;

use crate::ports::{MonthRecord, PersonName};
use crate::sessions::Caller;
use crate::working_days::WorkingDays;
use crate::{Error, Moment, Ports};
use domain::access::{Capability, Scope};
use domain::attendance::{Period, Rating, Summary, half_days};
use domain::settings::Key;
use domain::time::Month;
use domain::timesheet::Hours;
use std::collections::BTreeSet;

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
    Ok(rows(ports, &ports.moment(), caller.actor.scope(Capability::ReadAttendance)?, month).await?.0)
}

/// The same on paper, as a PDF.
pub async fn attendance_pdf(ports: &Ports, caller: &Caller, month: Month) -> Result<Vec<u8>, Error> {
    let scope = caller.actor.scope(Capability::ReadAttendance)?;
    let is_of_team = matches!(scope, Scope::Team(_));
    let moment = ports.moment();
    let (rows, half_days) = rows(ports, &moment, scope, month).await?;
    let report = AttendanceReport {
        organisation: ports.policy.in_force().settings.text(Key::OrganisationName).to_owned(),
        team_of: is_of_team.then(|| caller.person.name.to_string()),
        month,
        rows,
        good_percent: moment.rules.good_percent(month),
        half_days,
        made_at: moment.now.with_timezone(&ports.zone).naive_local(),
        asked_by: caller.actor.id,
    };
    Ok(ports.documents.table_pdf(report.into()).await?)
}

/// The lines, and how long half a day is for the people in them.
async fn rows(
    ports: &Ports,
    moment: &Moment,
    scope: Scope,
    month: Month,
) -> Result<(Vec<AttendanceRow>, BTreeSet<Hours>), Error> {
    let working = WorkingDays::between(ports, moment, month.first(), month.last()).await?;
    let lengths: BTreeSet<Hours> =
        working.of_all().flat_map(|calendar| half_days(month, calendar).into_keys()).collect();
    let lengths: Vec<Hours> = lengths.into_iter().collect();
    let records = ports.reads.people().month_records(scope, month, &lengths).await?;
    let good_percent = moment.rules.good_percent(month);
    let usual = Period::new(month, moment.today, working.of_organisation());
    let (mut rows, mut theirs) = (Vec::with_capacity(records.len()), BTreeSet::new());
    for MonthRecord { person, in_service, recorded, on_leave } in records {
        let own = working.has_own(person.id).then(|| Period::new(month, moment.today, working.of(person.id)));
        let period = own.as_ref().unwrap_or(&usual);
        theirs.extend(period.half_days());
        let summary = period.summarise(in_service, &recorded, on_leave);
        rows.push(AttendanceRow { person, summary, good_percent });
    }
    Ok((rows, theirs))
}

#[cfg(test)]
mod tests;

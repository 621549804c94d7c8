//! What follows from a corrected joining date (settings.md 1.3).

use crate::gate::Gate;
use crate::ports::{PersonRecord, salaries};
use crate::work::Work;
use crate::{Conflict, Result, gate};
use chrono::NaiveDate;
use domain::month::{ChangedDays, Concerned};
use domain::person::service::ServiceHistory;
use domain::person::{Joined, Role, SalaryShift, days_changed_by_joining, paid_salaries, salaries_after_joining};
use domain::time::days_before;
use std::collections::BTreeSet;

/// Refuses a joining date after days that the person has recorded, and asks the gate for the days that it changes. `shift`: what becomes
/// of the salaries.
pub(super) async fn admit(
    work: &Work<'_>,
    before: &PersonRecord,
    after: &PersonRecord,
    shift: &SalaryShift,
) -> Result<Gate> {
    if let Some(joining) = after.joining_date
        && work.timesheets().any_before(before.id, joining).await?
    {
        return Err(Conflict::EntriesBeforeJoining.into());
    }
    let moved = ChangedDays::Days(changed(work, before, after, shift).await?);
    let gate = gate::hold(work, &moved, Concerned::Person(before.id)).await?;
    // Who joins in a closed month without a row there would have had one.
    let into = ChangedDays::of(after.joining_date.filter(|_| after.standing.role == Role::Employee));
    Ok(gate.and(gate::hold(work, &into, Concerned::Anybody).await?))
}

/// The days that come into service or leave it, and those in service that are paid by another salary.
async fn changed(
    work: &Work<'_>,
    before: &PersonRecord,
    after: &PersonRecord,
    shift: &SalaryShift,
) -> Result<BTreeSet<NaiveDate>> {
    let was = ServiceHistory::new(work.people().tenures(before.id).await?, before.joining_date);
    let is = was.joined(after.joining_date);
    let stored = salaries(&work.salaries().of(before.id).await?);
    let paid_before = paid_salaries(&stored, before.joining_date);
    let paid_after = paid_salaries(&shift.apply(&stored), after.joining_date);
    let [before, after] = [(&was, &paid_before), (&is, &paid_after)].map(|(service, paid)| Joined { service, paid });
    Ok(days_changed_by_joining(before, after, work.moment.today))
}

/// What becomes of the salaries of somebody whose joining date is corrected.
pub(super) async fn salary_shift(work: &Work<'_>, before: &PersonRecord, after: &PersonRecord) -> Result<SalaryShift> {
    if before.joining_date == after.joining_date {
        return Ok(SalaryShift::default());
    }
    let earned = salaries(&work.salaries().of(before.id).await?);
    Ok(salaries_after_joining(&earned, before.joining_date, after.joining_date))
}

/// The days between the two dates. Who is not known to have joined on some day has always been there.
pub(super) fn between(old: Option<NaiveDate>, new: Option<NaiveDate>) -> ChangedDays {
    let (old, new) = (old.unwrap_or(NaiveDate::MIN), new.unwrap_or(NaiveDate::MIN));
    ChangedDays::Span { from: old.min(new), to: Some(days_before(old.max(new), 1)) }
}

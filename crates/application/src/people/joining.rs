//! What follows from a corrected joining date (settings.md 1.3).

use crate::ports::{PersonRecord, UnitOfWork, salaries};
use crate::{Conflict, Error, gate};
use chrono::NaiveDate;
use domain::month::{ChangedDays, Concerned};
use domain::person::{Role, salaries_after_joining, service};
use domain::time::days_before;

/// Refuses a joining date after days that the person has recorded, and one that changes days of a closed month.
pub(super) async fn admit(
    work: &dyn UnitOfWork,
    before: &PersonRecord,
    after: &PersonRecord,
    today: NaiveDate,
) -> Result<(), Error> {
    if let Some(joining) = after.joining_date
        && work.timesheets().any_before(before.id, joining).await?
    {
        return Err(Conflict::EntriesBeforeJoining.into());
    }
    let moved = between(before.joining_date, after.joining_date);
    let gate = gate::hold(work, &moved, Concerned::Person(before.id), today).await?;
    // Who joins in a closed month without a row there would have had one.
    let into = ChangedDays::of(after.joining_date.filter(|_| after.standing.role == Role::Employee));
    gate.and(gate::hold(work, &into, Concerned::Anybody, today).await?).pass()
}

/// The days that come in or go out. Who is not known to have joined on some day has always been there.
pub(super) fn between(old: Option<NaiveDate>, new: Option<NaiveDate>) -> ChangedDays {
    let (old, new) = (old.unwrap_or(NaiveDate::MIN), new.unwrap_or(NaiveDate::MIN));
    ChangedDays::Span { from: old.min(new), to: Some(days_before(old.max(new), 1)) }
}

/// Has salaries and days in service follow.
pub(super) async fn follow(work: &dyn UnitOfWork, before: &PersonRecord, after: &PersonRecord) -> Result<(), Error> {
    let (user, old, new) = (before.id, before.joining_date, after.joining_date);
    let earned = salaries(&work.salaries().of(user).await?);
    work.salaries().shift(user, &salaries_after_joining(&earned, old, new)).await?;
    for change in service::after_joining(&work.people().service(user).await?, old, new) {
        work.people().change_service(user, change).await?;
    }
    Ok(())
}

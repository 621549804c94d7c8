//! What follows where somebody's days begin on another day: their joining date is corrected (settings.md 1.3), or their records begin
//! earlier or later (moving-in.md 1.5).

use super::known::KnownAccount;
use crate::accounts::Patch;
use crate::events::Event;
use crate::ports::PersonRecord;
use crate::work::Work;
use crate::{Conflict, Invalid, Result, leave};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::leave::RecountCause;
use domain::month::{ChangedDays, Concerned};
use domain::person::{
    Beginning, FirstDay, Joined, Role, SalaryShift, days_changed_by_joining, paid_salaries, salaries_after_joining,
};
use domain::time::{check_beginning, days_before};
use std::collections::BTreeSet;

/// Refuses dates out of reach. The `present` ones, sent back, are never refused.
pub(super) fn check(
    joined: Patch<NaiveDate>,
    records: Patch<NaiveDate>,
    present: Option<Beginning>,
    today: NaiveDate,
) -> Result<()> {
    let mut wrong = Invalid::default();
    for (field, wanted, present) in [
        ("joiningDate", joined, present.map(|present| present.joining_date)),
        ("recordsFrom", records, present.map(|present| present.records_from)),
    ] {
        if let Some(Some(date)) = wanted.filter(|date| present != Some(*date))
            && let Err(why) = check_beginning(date, today)
        {
            wrong.fields.push((field, why.sentence()));
        }
    }
    if wrong.fields.is_empty() { Ok(()) } else { Err(wrong.into()) }
}

/// Refuses records that begin before the person joins, where one of the two dates changes.
pub(super) fn check_records(before: &PersonRecord, after: &PersonRecord) -> Result<()> {
    if after.beginning() == before.beginning() { Ok(()) } else { check_order(after.beginning()) }
}

/// Refuses records of somebody new that begin out of reach, or before they join.
pub(crate) fn check_new(beginning: Beginning, today: NaiveDate) -> Result<()> {
    check(None, Some(beginning.records_from), None, today)?;
    check_order(beginning)
}

fn check_order(beginning: Beginning) -> Result<()> {
    Ok(beginning.check().map_err(|why| Invalid::field("recordsFrom", why.sentence()))?)
}

/// Refuses a first day after days that the person has recorded, and names the days that it changes, for which their months have to be
/// open. `shift`: what becomes of the salaries.
pub(super) fn admit(
    known: &KnownAccount,
    after: &PersonRecord,
    shift: &SalaryShift,
    today: NaiveDate,
) -> Result<[(ChangedDays, Concerned); 2]> {
    let first = after.beginning().first_day();
    if let Some(first) = first
        && known.first_entry.is_some_and(|entry| entry < first.date())
    {
        let why = match first {
            FirstDay::Joining(_) => Conflict::EntriesBeforeJoining,
            FirstDay::Records(_) => Conflict::EntriesBeforeRecords,
        };
        return Err(why.into());
    }
    let moved = ChangedDays::Days(changed(known, after, shift, today));
    // Who begins in a closed month without a row there would have had one.
    let into = ChangedDays::of(first.map(FirstDay::date).filter(|_| after.standing.role == Role::Employee));
    Ok([(moved, Concerned::Person(after.id)), (into, Concerned::Anybody)])
}

/// The days that come into service or leave it, and those in service that are paid by another salary.
fn changed(known: &KnownAccount, after: &PersonRecord, shift: &SalaryShift, today: NaiveDate) -> BTreeSet<NaiveDate> {
    let (was, is) = (&known.service, &known.service.begun(after.beginning()));
    let paid_before = paid_salaries(&known.salaries, known.account.joining_date);
    let paid_after = paid_salaries(&shift.apply(&known.salaries), after.joining_date);
    let [before, after] = [(was, &paid_before), (is, &paid_after)].map(|(service, paid)| Joined { service, paid });
    days_changed_by_joining(before, after, today)
}

/// What becomes of the salaries of somebody whose joining date is corrected.
pub(super) fn salary_shift(known: &KnownAccount, after: &PersonRecord) -> SalaryShift {
    let before = &known.account;
    if before.joining_date == after.joining_date {
        return SalaryShift::default();
    }
    salaries_after_joining(&known.salaries, before.joining_date, after.joining_date)
}

/// Counts the leave of these people between their two first days anew. Somebody without one has always been there. Other leave of theirs
/// stays as it is counted, so the days of all of them are looked at together.
pub(super) async fn recount(work: &Work<'_>, people: &[(&PersonRecord, &PersonRecord)]) -> Result<Vec<Event>> {
    let mut events = Vec::new();
    for cause in [RecountCause::JoiningDate, RecountCause::RecordsFrom] {
        let (mut users, mut days): (Vec<UserId>, Option<(NaiveDate, NaiveDate)>) = (Vec::new(), None);
        for (before, after) in people.iter().copied() {
            let has_joined = before.joining_date != after.joining_date;
            let [old, new] = [before, after].map(|account| account.beginning().first_day());
            let [old, new] = [old, new].map(|first| first.map_or(NaiveDate::MIN, FirstDay::date));
            if old == new || has_joined != (cause == RecountCause::JoiningDate) {
                continue;
            }
            let (from, to) = days.unwrap_or((old.min(new), old.max(new)));
            days = Some((from.min(old).min(new), to.max(old).max(new)));
            users.push(after.id);
        }
        if let Some((from, to)) = days {
            let days = ChangedDays::Span { from, to: Some(days_before(to, 1)) };
            events.extend(leave::recount(work, cause, Some(&users), days).await?);
        }
    }
    Ok(events)
}

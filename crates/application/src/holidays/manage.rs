//! HR and administrators keep the holidays.

use super::events;
use crate::events::{Audience, Push, Record, Topic};
use crate::ports::{HolidayView, StoreError, UniqueKey};
use crate::sessions::Caller;
use crate::work::Work;
use crate::{Conflict, Error, Invalid, Ports, Result, gate, leave};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::holiday::{DESCRIPTION_MAX, Deletion, Holiday, NAME_MAX};
use domain::id::HolidayId;
use domain::leave::RecountCause;
use domain::month::{ChangedDays, Concerned};
use domain::text::{self, TextError};
use domain::time::check_year;

use super::HolidayOn;

/// A holiday as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The date; `None` where none was chosen. Of a holiday that recurs before and after, the date in some year.
    pub date: Option<NaiveDate>,
    pub name: String,
    pub description: Option<String>,
    pub is_recurring: bool,
}

pub async fn add(ports: &Ports, caller: &Caller, draft: Draft) -> Result<HolidayOn> {
    caller.actor.require(Capability::ManageHolidays)?;
    let (date, name, description) = validate(&draft)?;
    let holiday = Holiday {
        id: HolidayId::new(ports.ids.next()),
        date,
        name,
        description,
        is_recurring: draft.is_recurring,
        end_year: None,
        created_by: Some(caller.actor.id),
    };
    let moment = ports.moment();
    let work = ports.begin(&moment, caller).await?;
    let all = work.holidays().all().await?;
    let days = ChangedDays::Holiday { before: None, after: Some(holiday.clone()) };
    gate::pass(&work, &days, Concerned::Anybody).await?;
    check_free(&holiday, &all)?;
    work.holidays().insert(&holiday, moment.now).await.map_err(lost_race)?;
    record(&work, events::holiday_added(&holiday), days).await?;
    work.commit().await?;
    Ok(HolidayOn { date, view: HolidayView { holiday, creator: Some(caller.person.name.clone()) } })
}

/// Changes a holiday, and returns it on the date that was typed, if it falls on that date.
pub async fn change(ports: &Ports, caller: &Caller, id: HolidayId, draft: Draft) -> Result<HolidayOn> {
    caller.actor.require(Capability::ManageHolidays)?;
    let (typed, name, description) = validate(&draft)?;
    let moment = ports.moment();
    let work = ports.begin(&moment, caller).await?;
    let all = work.holidays().all().await?;
    let before = all.iter().find(|holiday| holiday.id == id).ok_or(Error::NotFound("Holiday"))?;
    let after = Holiday {
        id,
        date: before.moved_to(typed, draft.is_recurring),
        name,
        description,
        is_recurring: draft.is_recurring,
        end_year: before.end_year.filter(|_| draft.is_recurring),
        created_by: before.created_by,
    };
    let days = ChangedDays::Holiday { before: Some(before.clone()), after: Some(after.clone()) };
    gate::pass(&work, &days, Concerned::Anybody).await?;
    check_free(&after, &all)?;
    if after != *before {
        work.holidays().update(&after, moment.now).await.map_err(lost_race)?;
        let what = events::holiday_changed(before, &after);
        record(&work, what, days).await?;
    }
    work.commit().await?;
    let date = if after.falls_on(typed) { typed } else { after.date };
    let creator = match after.created_by {
        Some(creator) if creator == caller.actor.id => Some(caller.person.name.clone()),
        Some(creator) => ports.reads.people().person(creator).await?.map(|view| view.person.name),
        None => None,
    };
    Ok(HolidayOn { date, view: HolidayView { holiday: after, creator } })
}

/// Deletes a holiday, from every year; or ends it, where closed months have its date, and says with which year (months.md 1.7).
pub async fn delete(ports: &Ports, caller: &Caller, id: HolidayId) -> Result<Option<i32>> {
    caller.actor.require(Capability::ManageHolidays)?;
    let moment = ports.moment();
    let closed = ports.reads.months().all_closed().await?;
    let work = ports.begin(&moment, caller).await?;
    let all = work.holidays().all().await?;
    let gone = all.into_iter().find(|holiday| holiday.id == id).ok_or(Error::NotFound("Holiday"))?;
    let end_year = match gone.deletion(&closed).map_err(Conflict::MonthClosed)? {
        Deletion::Whole => None,
        Deletion::After(year) => Some(year),
    };
    let ended = end_year.map(|_| Holiday { end_year, ..gone.clone() });
    let days = ChangedDays::Holiday { before: Some(gone.clone()), after: ended.clone() };
    // A month that was closed since it was asked is seen here.
    gate::pass(&work, &days, Concerned::Anybody).await?;
    if let Some(ended) = ended {
        work.holidays().update(&ended, moment.now).await.map_err(lost_race)?;
        record(&work, events::holiday_changed(&gone, &ended), days).await?;
    } else {
        if !work.holidays().delete(id).await? {
            return Err(Error::NotFound("Holiday"));
        }
        record(&work, events::holiday_deleted(&gone), days).await?;
    }
    work.commit().await?;
    Ok(end_year)
}

fn validate(draft: &Draft) -> Result<(NaiveDate, String, Option<String>)> {
    let mut invalid = Invalid::default();
    if draft.date.is_none() {
        invalid.fields.push(("date", "Date is required".to_owned()));
    }
    let name = text::line(&draft.name, NAME_MAX);
    if name == Err(TextError::Blank) {
        invalid.fields.push(("name", "Name is required".to_owned()));
    }
    if !invalid.fields.is_empty() {
        invalid.message = Some("Date and name are required".to_owned());
    }
    if let Some(Err(why)) = draft.date.map(check_year) {
        invalid.fields.push(("date", why.sentence("The date")));
    }
    let name = name.map_err(|why| match why {
        TextError::Blank => {}
        other => invalid.fields.push(("name", other.sentence("The name"))),
    });
    let description = match draft.description.as_deref().map(|typed| text::prose(typed, DESCRIPTION_MAX)) {
        None | Some(Err(TextError::Blank)) => None,
        Some(Ok(description)) => Some(description),
        Some(Err(why)) => {
            invalid.fields.push(("description", why.sentence("The description")));
            None
        }
    };
    match (draft.date, name) {
        (Some(date), Ok(name)) if invalid.fields.is_empty() => Ok((date, name, description)),
        _ => Err(invalid.into()),
    }
}

/// No date has two holidays, in any year.
fn check_free(holiday: &Holiday, all: &[Holiday]) -> Result<(), Conflict> {
    let is_taken = all.iter().any(|other| other.id != holiday.id && other.collides_with(holiday));
    if is_taken { Err(Conflict::HolidayExists) } else { Ok(()) }
}

fn lost_race(error: StoreError) -> Error {
    match error {
        StoreError::Conflict(UniqueKey::HolidayDate) => Conflict::HolidayExists.into(),
        StoreError::Stale => Error::NotFound("Holiday"),
        other => other.into(),
    }
}

/// A holiday changes what everybody's calendar says, and what leave on these days comes to.
async fn record(work: &Work<'_>, what: Record, days: ChangedDays) -> Result<()> {
    let pushes = vec![Push::Changed { topic: Topic::Holidays, audience: Audience::Everyone }];
    let mut events = vec![work.event(what, pushes)];
    events.extend(leave::recount(work, RecountCause::Holidays, None, days).await?);
    Ok(work.events().append(&events).await?)
}

#[cfg(test)]
mod tests;

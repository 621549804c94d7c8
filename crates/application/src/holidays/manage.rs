//! HR and administrators keep the holidays.

use crate::events::{Audience, Change, Event, Happening, Push, Topic};
use crate::ports::{HolidayView, StoreError, UniqueKey};
use crate::sessions::Caller;
use crate::{Conflict, Error, Invalid, Ports};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::holiday::{DESCRIPTION_MAX, Holiday, NAME_MAX};
use domain::id::HolidayId;
use domain::text::{self, TextError};

use super::HolidayOn;

/// A holiday as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The date; `None` where none was chosen. Of a holiday that recurs, and goes on to, the date in some year.
    pub date: Option<NaiveDate>,
    /// What people call it.
    pub name: String,
    /// A line more.
    pub description: Option<String>,
    /// Whether it comes back every year.
    pub is_recurring: bool,
}

/// Adds a holiday.
pub async fn add(ports: &Ports, caller: &Caller, draft: Draft) -> Result<HolidayOn, Error> {
    caller.actor.require(Capability::ManageHolidays)?;
    let (date, name, description) = validate(&draft)?;
    let holiday = Holiday {
        id: HolidayId::new(ports.ids.next()),
        date,
        name,
        description,
        is_recurring: draft.is_recurring,
        created_by: Some(caller.actor.id),
    };
    let work = ports.store.begin().await?;
    check_free(&holiday, &work.holidays().all().await?)?;
    let now = ports.clock.now();
    work.holidays().insert(&holiday, now).await.map_err(lost_race)?;
    let what = Happening::HolidayAdded {
        holiday: holiday.id,
        date,
        name: holiday.name.clone(),
        is_recurring: holiday.is_recurring,
    };
    work.events().append(&[event(ports, caller, what)]).await?;
    work.commit().await?;
    Ok(HolidayOn { date, view: HolidayView { holiday, creator: Some(caller.person.name.clone()) } })
}

/// Changes a holiday. It comes back on the date that was typed, where it falls on it.
pub async fn change(ports: &Ports, caller: &Caller, id: HolidayId, draft: Draft) -> Result<HolidayOn, Error> {
    caller.actor.require(Capability::ManageHolidays)?;
    let (typed, name, description) = validate(&draft)?;
    let work = ports.store.begin().await?;
    let all = work.holidays().all().await?;
    let before = all.iter().find(|holiday| holiday.id == id).ok_or(Error::NotFound("Holiday"))?;
    let after = Holiday {
        id,
        date: before.moved_to(typed, draft.is_recurring),
        name,
        description,
        is_recurring: draft.is_recurring,
        created_by: before.created_by,
    };
    check_free(&after, &all)?;
    let changes = Change::between(text_of(before), text_of(&after));
    if !changes.is_empty() {
        work.holidays().update(&after, ports.clock.now()).await.map_err(lost_race)?;
        let what = Happening::HolidayChanged { holiday: id, changes };
        work.events().append(&[event(ports, caller, what)]).await?;
    }
    work.commit().await?;
    let date = if after.falls_on(typed) { typed } else { after.date };
    let creator = match after.created_by {
        Some(creator) if creator == caller.actor.id => Some(caller.person.name.clone()),
        Some(creator) => ports.people.person(creator).await?.map(|view| view.person.name),
        None => None,
    };
    Ok(HolidayOn { date, view: HolidayView { holiday: after, creator } })
}

/// Deletes a holiday, from every year.
pub async fn delete(ports: &Ports, caller: &Caller, id: HolidayId) -> Result<(), Error> {
    caller.actor.require(Capability::ManageHolidays)?;
    let work = ports.store.begin().await?;
    let all = work.holidays().all().await?;
    let gone = all.into_iter().find(|holiday| holiday.id == id).ok_or(Error::NotFound("Holiday"))?;
    if !work.holidays().delete(id).await? {
        return Err(Error::NotFound("Holiday"));
    }
    let what = Happening::HolidayDeleted { holiday: id, date: gone.date, name: gone.name };
    work.events().append(&[event(ports, caller, what)]).await?;
    Ok(work.commit().await?)
}

fn validate(draft: &Draft) -> Result<(NaiveDate, String, Option<String>), Error> {
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

fn text_of(holiday: &Holiday) -> [(&'static str, Option<String>); 4] {
    [
        ("date", Some(holiday.date.to_string())),
        ("name", Some(holiday.name.clone())),
        ("description", holiday.description.clone()),
        ("isRecurring", Some(holiday.is_recurring.to_string())),
    ]
}

/// A holiday changes what everybody's calendar says.
fn event(ports: &Ports, caller: &Caller, what: Happening) -> Event {
    let pushes = vec![Push::Changed { topic: Topic::Holidays, audience: Audience::Everyone }];
    Event::new(ports, ports.clock.now(), Some(caller.actor.id), what, pushes)
}

#[cfg(test)]
mod tests;

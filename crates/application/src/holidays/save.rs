//! Holidays are checked and saved: one, or those of a whole file.

use super::{Draft, events};
use crate::events::{Audience, Push, Topic};
use crate::ports::{StoreError, UniqueKey};
use crate::work::Work;
use crate::{Conflict, Error, Invalid, Result, leave};
use chrono::NaiveDate;
use domain::holiday::{DESCRIPTION_MAX, Holiday, HolidaysByDay, NAME_MAX};
use domain::id::{HolidayId, UserId};
use domain::leave::RecountCause;
use domain::month::{ChangedDays, ChangedHoliday};
use domain::text::{self, TextError};
use domain::time::check_year;

/// A [`Draft`] with nothing wrong.
pub(crate) struct Checked {
    pub(crate) date: NaiveDate,
    name: String,
    description: Option<String>,
    is_recurring: bool,
}

impl Checked {
    /// A new holiday.
    pub(crate) fn added(self, id: HolidayId, created_by: Option<UserId>) -> Holiday {
        let Self { date, name, description, is_recurring } = self;
        Holiday { id, date, name, description, is_recurring, end_year: None, created_by }
    }

    /// A holiday as it is to be from now on.
    pub(crate) fn changed(self, before: &Holiday) -> Holiday {
        let Self { date, name, description, is_recurring } = self;
        Holiday {
            id: before.id,
            date: before.moved_to(date, is_recurring),
            name,
            description,
            is_recurring,
            end_year: before.end_year.filter(|_| is_recurring),
            created_by: before.created_by,
        }
    }
}

pub(crate) fn validate(draft: &Draft) -> Result<Checked, Invalid> {
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
        (Some(date), Ok(name)) if invalid.fields.is_empty() => {
            Ok(Checked { date, name, description, is_recurring: draft.is_recurring })
        }
        _ => Err(invalid),
    }
}

/// No date has two holidays, in any year.
pub(crate) fn check_free(holiday: &Holiday, all: &HolidaysByDay) -> Result<(), Conflict> {
    if all.are_free_for(holiday) { Ok(()) } else { Err(Conflict::HolidayExists) }
}

/// Saves holidays that passed the gate of months: what is new, changed and gone. What stays as it is writes nothing. They change what
/// everybody's calendar says, and what leave on these days comes to, which is counted anew once for all of them.
pub(crate) async fn save(work: &Work<'_>, edits: Vec<ChangedHoliday>) -> Result<()> {
    let now = work.moment.now;
    let (mut added, mut changed, mut records, mut saved) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for edit in edits {
        records.push(match (&edit.before, &edit.after) {
            (None, Some(after)) => {
                added.push(after.clone());
                events::holiday_added(after)
            }
            (Some(before), Some(after)) if before != after => {
                changed.push(after.clone());
                events::holiday_changed(before, after)
            }
            (Some(gone), None) => {
                if !work.holidays().delete(gone.id).await? {
                    return Err(Error::NotFound("Holiday"));
                }
                events::holiday_deleted(gone)
            }
            _ => continue,
        });
        saved.push(edit);
    }
    if saved.is_empty() {
        return Ok(());
    }
    if !changed.is_empty() {
        work.holidays().update(&changed, now).await.map_err(lost_race)?;
    }
    if !added.is_empty() {
        work.holidays().insert(&added, now).await.map_err(lost_race)?;
    }
    // Browsers fetch once, however many there are.
    let mut pushes = vec![Push::Changed { topic: Topic::Holidays, audience: Audience::Everyone }];
    let mut events: Vec<_> = records.into_iter().map(|what| work.event(what, std::mem::take(&mut pushes))).collect();
    events.extend(leave::recount(work, RecountCause::Holidays, None, ChangedDays::Holidays(saved)).await?);
    Ok(work.events().append(&events).await?)
}

fn lost_race(error: StoreError) -> Error {
    match error {
        StoreError::Conflict(UniqueKey::HolidayDate) => Conflict::HolidayExists.into(),
        StoreError::Stale => Error::NotFound("Holiday"),
        other => other.into(),
    }
}

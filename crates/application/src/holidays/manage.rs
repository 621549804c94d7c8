//! HR and administrators keep the holidays.

use super::save::{check_free, save, validate};
use crate::ports::HolidayView;
use crate::sessions::Caller;
use crate::{Conflict, Error, Ports, Result, gate};
use chrono::NaiveDate;
use domain::access::Capability;
use domain::holiday::{Deletion, Holiday, HolidaysByDay};
use domain::id::HolidayId;
use domain::month::{ChangedDays, ChangedHoliday, Concerned};

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
    let checked = validate(&draft)?;
    let moment = ports.moment();
    let work = ports.begin(&moment, caller).await?;
    let all: HolidaysByDay = work.holidays().all().await?.into_iter().collect();
    let holiday = checked.added(HolidayId::new(ports.ids.next()), Some(caller.actor.id));
    let edit = ChangedHoliday { before: None, after: Some(holiday.clone()) };
    gate::pass(&work, &ChangedDays::Holidays(vec![edit.clone()]), Concerned::Anybody).await?;
    check_free(&holiday, &all)?;
    save(&work, vec![edit]).await?;
    work.commit().await?;
    let view = HolidayView { holiday, creator: Some(caller.person.name.clone()) };
    Ok(HolidayOn { date: view.holiday.date, view })
}

/// Changes a holiday, and returns it on the date that was typed, if it falls on that date.
pub async fn change(ports: &Ports, caller: &Caller, id: HolidayId, draft: Draft) -> Result<HolidayOn> {
    caller.actor.require(Capability::ManageHolidays)?;
    let checked = validate(&draft)?;
    let typed = checked.date;
    let moment = ports.moment();
    let work = ports.begin(&moment, caller).await?;
    let all = work.holidays().all().await?;
    let before = all.iter().find(|holiday| holiday.id == id).cloned().ok_or(Error::NotFound("Holiday"))?;
    let after = checked.changed(&before);
    let edit = ChangedHoliday { before: Some(before), after: Some(after.clone()) };
    gate::pass(&work, &ChangedDays::Holidays(vec![edit.clone()]), Concerned::Anybody).await?;
    check_free(&after, &all.into_iter().collect())?;
    save(&work, vec![edit]).await?;
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
    let after = end_year.map(|_| Holiday { end_year, ..gone.clone() });
    let edit = ChangedHoliday { before: Some(gone), after };
    // A month that was closed since it was asked is seen here.
    gate::pass(&work, &ChangedDays::Holidays(vec![edit.clone()]), Concerned::Anybody).await?;
    save(&work, vec![edit]).await?;
    work.commit().await?;
    Ok(end_year)
}

#[cfg(test)]
mod tests;

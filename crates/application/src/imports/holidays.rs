//! Holidays from a file, a calendar, or the table of countries (moving-in.md 1.7). A holiday is known by its date.

mod decide;

use super::{Action, DueRow, FieldChange, FileRow, Kind, Options, Outcome, PlannedRow, Problem};
use crate::gate::{self, Gate};
use crate::holidays::save;
use crate::people::Author;
use crate::work::Work;
use crate::{Conflict, Ports, Result};
use async_trait::async_trait;
use chrono::NaiveDate;
use decide::{Decided, decide};
use domain::access::Capability;
use domain::holiday::Holiday;
use domain::import::holidays::HolidayRow;
use domain::month::{ChangedDays, ChangedHoliday, Concerned};
use domain::time::{Month, YEARS};

/// The kind of the holidays.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Holidays;

#[async_trait]
impl Kind for Holidays {
    type Row = HolidayRow;

    async fn plan(
        &self,
        ports: &Ports,
        author: &Author,
        _: &Options,
        rows: &[FileRow<HolidayRow>],
    ) -> Result<Vec<PlannedRow>> {
        author.actor.require(Capability::ManageHolidays)?;
        let first = |year| NaiveDate::from_ymd_opt(year, 1, 1).unwrap_or(NaiveDate::MAX);
        let (from, to) = (first(*YEARS.start()), first(YEARS.end() + 1));
        let all = ports.reads.holidays().between(from, to).await?;
        let all = all.into_iter().map(|view| view.holiday).collect();
        let rows: Vec<(u32, &HolidayRow)> = rows.iter().map(|row| (row.line, &row.value)).collect();
        let mut decided = decide(ports, None, all, &rows);
        refuse_closed(&rows, &mut decided, Months::Seen(ports, ports.moment().today)).await?;
        Ok(rows.iter().zip(decided).map(|(row, decided)| planned(*row, decided)).collect())
    }

    async fn apply(
        &self,
        work: &Work<'_>,
        author: &Author,
        _: &Options,
        _: u32,
        rows: &[DueRow<HolidayRow>],
    ) -> Result<Vec<Outcome>> {
        author.actor.require(Capability::ManageHolidays)?;
        let all = work.holidays().all().await?;
        let read: Vec<(u32, &HolidayRow)> = rows.iter().map(|row| (row.line, &row.value)).collect();
        let mut decided = decide(work.ports, work.actor(), all, &read);
        let is_other = |row: &DueRow<HolidayRow>, decided: &Decided| {
            !matches!(decided, Decided::Same(_)) && seen(decided.before()) != row.seen
        };
        let changed: Vec<bool> = rows.iter().zip(&decided).map(|(row, decided)| is_other(row, decided)).collect();
        refuse_closed(&read, &mut decided, Months::Held(work)).await?;
        let (mut edits, mut outcomes) = (Vec::new(), Vec::new());
        for (decided, has_changed) in decided.into_iter().zip(changed) {
            outcomes.push(match decided {
                _ if has_changed => Outcome::Changed,
                Decided::Same(_) => Outcome::Done,
                Decided::Refused(_, problem) => Outcome::LeftOut(problem),
                Decided::Edit(edit) => {
                    edits.push(edit);
                    Outcome::Done
                }
            });
        }
        save(work, edits).await?;
        Ok(outcomes)
    }
}

/// What is asked of months: what they are, or that they stay open too.
#[derive(Clone, Copy)]
enum Months<'a, 'w> {
    Seen(&'a Ports, NaiveDate),
    Held(&'a Work<'w>),
}

impl Months<'_, '_> {
    async fn ask(self, days: &ChangedDays) -> Result<Gate> {
        match self {
            Self::Seen(ports, today) => gate::look(ports.reads.as_ref(), days, today).await,
            Self::Held(work) => gate::hold(work, days, Concerned::Anybody).await,
        }
    }
}

/// Refuses the rows that would change a closed month. Asks once, and once more for each closed month that it meets.
async fn refuse_closed(rows: &[(u32, &HolidayRow)], decided: &mut [Decided], months: Months<'_, '_>) -> Result<()> {
    loop {
        let edits: Vec<ChangedHoliday> = decided.iter().filter_map(Decided::edit).cloned().collect();
        let gate = months.ask(&ChangedDays::Holidays(edits)).await?;
        let Some(month) = gate.closed() else { return gate.pass() };
        if !refuse_in(month, rows, decided) {
            return gate.pass();
        }
    }
}

/// Whether there was one to refuse.
fn refuse_in(month: Month, rows: &[(u32, &HolidayRow)], decided: &mut [Decided]) -> bool {
    let mut was_one = false;
    for ((_, row), decided) in rows.iter().zip(decided) {
        let Decided::Edit(edit) = decided else { continue };
        if edit.touches(month) {
            let problem = decide::date_problem(row, Conflict::MonthClosed(month).sentence());
            *decided = Decided::Refused(edit.before.clone(), problem);
            was_one = true;
        }
    }
    was_one
}

fn planned((line, row): (u32, &HolidayRow), decided: Decided) -> PlannedRow {
    let who = format!("{}, {}", row.date, row.name);
    let seen = seen(decided.before());
    let (action, changes, problem) = match decided {
        Decided::Same(_) => (Action::Same, Vec::new(), None),
        Decided::Refused(_, problem) => (Action::Refuse, Vec::new(), Some(problem)),
        Decided::Edit(ChangedHoliday { before, after }) => {
            let action = if before.is_some() { Action::Change } else { Action::Create };
            (action, changes(before.as_ref(), after.as_ref()), None)
        }
    };
    PlannedRow { line, action, who, changes, problem, seen }
}

/// Everything that a row can change of a holiday.
fn seen(before: Option<&Holiday>) -> Option<String> {
    let Holiday { id, date, name, description, is_recurring, end_year, created_by: _ } = before?;
    Some(format!("{id} {date} {is_recurring} {end_year:?} {name:?} {description:?}"))
}

fn changes(before: Option<&Holiday>, after: Option<&Holiday>) -> Vec<FieldChange> {
    type Field = (&'static str, fn(&Holiday) -> Option<String>);
    let fields: [Field; 4] = [
        ("Date", |holiday| Some(holiday.date.to_string())),
        ("Name", |holiday| Some(holiday.name.clone())),
        ("Description", |holiday| holiday.description.clone()),
        ("Recurring", |holiday| Some(if holiday.is_recurring { "yes" } else { "no" }.to_owned())),
    ];
    let change = |(field, of): Field| {
        let (before, after) = (before.and_then(of), after.and_then(of));
        (before != after).then(|| FieldChange { field: field.into(), before, after, is_masked: false })
    };
    fields.into_iter().filter_map(change).collect()
}

#[cfg(test)]
mod tests;

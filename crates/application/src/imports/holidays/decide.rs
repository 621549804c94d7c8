//! What each row of holidays comes to, beside those that are known and the other rows.

use super::Problem;
use crate::holidays::{Draft, check_free, validate};
use crate::{Invalid, Ports};
use chrono::NaiveDate;
use domain::holiday::{Holiday, HolidaysByDay};
use domain::id::{HolidayId, UserId};
use domain::import::Given;
use domain::import::holidays::HolidayRow;
use domain::month::ChangedHoliday;
use std::borrow::Cow;
use std::collections::HashMap;

/// What a row comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Decided {
    /// The date has this holiday, as the row wants it.
    Same(Option<Holiday>),
    Edit(ChangedHoliday),
    Refused(Option<Holiday>, Problem),
}

impl Decided {
    pub(super) fn before(&self) -> Option<&Holiday> {
        match self {
            Self::Same(before) | Self::Refused(before, _) | Self::Edit(ChangedHoliday { before, .. }) => {
                before.as_ref()
            }
        }
    }

    pub(super) const fn edit(&self) -> Option<&ChangedHoliday> {
        match self {
            Self::Edit(edit) => Some(edit),
            Self::Same(_) | Self::Refused(..) => None,
        }
    }
}

/// Decides all rows, each with its line.
pub(super) fn decide(
    ports: &Ports,
    author: Option<UserId>,
    all: Vec<Holiday>,
    rows: &[(u32, &HolidayRow)],
) -> Vec<Decided> {
    let known: HolidaysByDay = all.into_iter().collect();
    let one = |(_, row): &(u32, &HolidayRow)| of_row(row, &known, HolidayId::new(ports.ids.next()), author);
    let mut decided: Vec<Decided> = rows.iter().map(one).collect();
    refuse_twins(rows, &mut decided);
    merge_years(rows, &mut decided);
    refuse_collisions(rows, &mut decided);
    decided
}

/// One row alone. A new holiday gets this id and author.
fn of_row(row: &HolidayRow, known: &HolidaysByDay, id: HolidayId, author: Option<UserId>) -> Decided {
    let before = known.on(row.date);
    if row.keeps_known && before.is_some() {
        return Decided::Same(before.cloned());
    }
    let refused = |problem| Decided::Refused(before.cloned(), problem);
    let description = match &row.description {
        Given::Absent => before.and_then(|before| before.description.clone()),
        Given::Cleared => None,
        Given::Value(text) => Some(text.clone()),
    };
    let draft = Draft { date: Some(row.date), name: row.name.clone(), description, is_recurring: recurs(row, before) };
    let after = match validate(&draft) {
        Ok(checked) => match before {
            Some(before) => checked.changed(before),
            None => checked.added(id, author),
        },
        Err(invalid) => return refused(problem(row, &invalid)),
    };
    if before == Some(&after) {
        return Decided::Same(Some(after));
    }
    match check_free(&after, known) {
        Ok(()) => Decided::Edit(ChangedHoliday { before: before.cloned(), after: Some(after) }),
        Err(why) => refused(date_problem(row, why.sentence())),
    }
}

/// Whether the holiday recurs after it. A row about one year says nothing about the others, and nothing is deleted: one that recurs
/// since an earlier year goes on.
fn recurs(row: &HolidayRow, before: Option<&Holiday>) -> bool {
    match (row.is_recurring, before) {
        (Some(false) | None, Some(before)) if before.date != row.date => before.is_recurring,
        (None, Some(before)) => before.is_recurring,
        (wanted, _) => wanted.unwrap_or(false),
    }
}

/// Two rows of one date are both refused.
fn refuse_twins(rows: &[(u32, &HolidayRow)], decided: &mut [Decided]) {
    let mut lines: HashMap<NaiveDate, Vec<u32>> = HashMap::new();
    for (line, row) in rows {
        lines.entry(row.date).or_default().push(*line);
    }
    for ((line, row), decided) in rows.iter().zip(decided) {
        let twin = lines.get(&row.date).into_iter().flatten().find(|other| *other != line);
        if let Some(twin) = twin {
            let problem = date_problem(row, format!("Line {twin} has the same date"));
            *decided = Decided::Refused(decided.before().cloned(), problem);
        }
    }
}

/// Rows of several years may be about one holiday that recurs. If they want the same, the first of them changes it; else all of them
/// are refused.
fn merge_years(rows: &[(u32, &HolidayRow)], decided: &mut [Decided]) {
    let mut wanted: HashMap<HolidayId, Vec<(usize, Option<Holiday>)>> = HashMap::new();
    for (place, decided) in decided.iter().enumerate() {
        match decided {
            Decided::Edit(ChangedHoliday { before: Some(before), after }) => {
                wanted.entry(before.id).or_default().push((place, after.clone()));
            }
            Decided::Same(Some(before)) => wanted.entry(before.id).or_default().push((place, Some(before.clone()))),
            Decided::Same(None) | Decided::Edit(_) | Decided::Refused(..) => {}
        }
    }
    for of_one in wanted.into_values().filter(|of_one| of_one.len() > 1) {
        let Some(((_, first), others)) = of_one.split_first() else { continue };
        let is_agreed = others.iter().all(|(_, other)| other == first);
        let places = of_one.iter().map(|(place, _)| *place).skip(usize::from(is_agreed));
        for place in places {
            let (Some(decided), Some((_, row))) = (decided.get_mut(place), rows.get(place)) else { continue };
            let before = decided.before().cloned();
            *decided = if is_agreed {
                Decided::Same(before)
            } else {
                let sentence = "Another row wants something else of this recurring holiday";
                Decided::Refused(before, date_problem(row, sentence))
            };
        }
    }
}

/// Of rows that would once stand on one date, none is free for the other.
fn refuse_collisions(rows: &[(u32, &HolidayRow)], decided: &mut [Decided]) {
    let after = |decided: &Decided| decided.edit().and_then(|edit| edit.after.clone());
    let together: HolidaysByDay = decided.iter().filter_map(after).collect();
    for ((_, row), decided) in rows.iter().zip(decided) {
        let Some(holiday) = after(decided) else { continue };
        if let Err(why) = check_free(&holiday, &together) {
            *decided = Decided::Refused(decided.before().cloned(), date_problem(row, why.sentence()));
        }
    }
}

fn problem(row: &HolidayRow, invalid: &Invalid) -> Problem {
    let field = invalid.fields.first().map_or("date", |(field, _)| *field);
    let (column, value) = match field {
        "name" => ("Name", row.name.clone()),
        "description" => ("Description", row.description.clone().value().unwrap_or_default()),
        _ => ("Date", row.date.to_string()),
    };
    let sentence = invalid.fields.first().map_or_else(|| invalid.sentence().to_owned(), |(_, why)| why.clone());
    Problem { column: column.into(), value, sentence }
}

pub(super) fn date_problem(row: &HolidayRow, sentence: impl Into<Cow<'static, str>>) -> Problem {
    Problem { column: "Date".into(), value: row.date.to_string(), sentence: sentence.into().into_owned() }
}

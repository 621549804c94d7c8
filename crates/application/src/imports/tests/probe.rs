//! A kind with little behind it: a row whose name begins with `refuse` is refused, `late` is left out in the second pass, and `taken`
//! cannot be written.

use super::super::kinds::FileKind;
use super::super::{Action, DueRow, FieldChange, FileRow, Kind, Options, Outcome, PlannedRow, Problem};
use crate::holidays::events;
use crate::people::Author;
use crate::work::Work;
use crate::{Conflict, Ports, Result};
use async_trait::async_trait;
use domain::holiday::Holiday;
use domain::id::HolidayId;
use domain::import::holidays::{HolidayRow, read};
use domain::import::{Choices, FileRefusal, ImportKind, Reading, Table};

#[derive(Clone, Copy)]
pub(super) struct Probe;

pub(super) fn problem(sentence: &str) -> Problem {
    Problem { column: "Name".into(), value: String::new(), sentence: sentence.to_owned() }
}

fn planned(line: u32, row: &HolidayRow, known: &[Holiday]) -> PlannedRow {
    let known = known.iter().find(|holiday| holiday.date == row.date);
    let before = known.map(|known| known.name.clone());
    if row.name.starts_with("refuse") {
        return PlannedRow::refused(line, row.name.clone(), problem("Not this one"));
    }
    let action = match &before {
        None => Action::Create,
        Some(name) if *name == row.name => Action::Same,
        Some(_) => Action::Change,
    };
    let after = Some(row.name.clone());
    let change = FieldChange { field: "Name".into(), before: before.clone(), after, is_masked: false };
    PlannedRow { line, action, who: row.date.to_string(), changes: vec![change], problem: None, seen: before }
}

#[async_trait]
impl Kind for Probe {
    type Row = HolidayRow;
    const PASSES: u32 = 2;

    async fn plan(
        &self,
        ports: &Ports,
        _: &Author,
        _: &Options,
        rows: &[FileRow<HolidayRow>],
    ) -> Result<Vec<PlannedRow>> {
        let (from, to) = ("2000-01-01".parse().unwrap(), "2100-01-01".parse().unwrap());
        let known = ports.reads.holidays().between(from, to).await?;
        let known: Vec<Holiday> = known.into_iter().map(|view| view.holiday).collect();
        Ok(rows.iter().map(|row| planned(row.line, &row.value, &known)).collect())
    }

    async fn apply(
        &self,
        work: &Work<'_>,
        _: &Author,
        _: &Options,
        pass: u32,
        rows: &[DueRow<HolidayRow>],
    ) -> Result<Vec<Outcome>> {
        if pass == 1 {
            let late = |row: &DueRow<HolidayRow>| row.value.name.starts_with("late");
            let outcome = |row| if late(row) { Outcome::LeftOut(problem("Too late")) } else { Outcome::Done };
            return Ok(rows.iter().map(outcome).collect());
        }
        let known = work.holidays().all().await?;
        let (mut outcomes, mut recorded) = (Vec::new(), Vec::new());
        for row in rows {
            let before = known.iter().find(|holiday| holiday.date == row.value.date);
            if before.map(|holiday| holiday.name.clone()) != row.seen {
                outcomes.push(Outcome::Changed);
                continue;
            }
            if row.value.name.starts_with("taken") {
                return Err(Conflict::EmailTaken.into());
            }
            let holiday = Holiday {
                id: before.map_or_else(|| HolidayId::new(work.ports.ids.next()), |holiday| holiday.id),
                date: row.value.date,
                name: row.value.name.clone(),
                description: None,
                is_recurring: false,
                end_year: None,
                created_by: work.actor(),
            };
            if before.is_some() {
                work.holidays().update(std::slice::from_ref(&holiday), work.moment.now).await?;
            } else {
                work.holidays().insert(std::slice::from_ref(&holiday), work.moment.now).await?;
            }
            recorded.push(work.event(events::holiday_added(&holiday), Vec::new()));
            outcomes.push(Outcome::Done);
        }
        work.events().append(&recorded).await?;
        Ok(outcomes)
    }
}

impl FileKind for Probe {
    const KIND: ImportKind = ImportKind::Holidays;

    fn read(table: Table, choices: Choices) -> Result<Reading<HolidayRow>, FileRefusal> {
        read(table, choices)
    }
}

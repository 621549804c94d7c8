//! The engine, over a kind that imports holidays in two passes.

mod applying;
mod pieces;
mod planning;
mod probe;

use super::apply::{begun, go_on};
use super::make::plan_sent;
use super::testing::Lines;
use super::{Import, ImportMode, ImportRow, ImportState, SentFile, Wanted};
use crate::memory::State;
use crate::people::Author;
use crate::sessions::Caller;
use crate::testing::{Fakes, caller, holiday};
use crate::{Ports, Result};
use domain::id::ImportId;
use domain::import::{Choices, ImportKind};
use domain::person::Role;
use probe::Probe;
use std::sync::Arc;

/// HR with these holidays, each a date and a name.
fn portal(holidays: &[(&str, &str)]) -> Fakes {
    let mut state = State::of(&[(5, Role::Hr), (6, Role::Hr)]);
    for (date, name) in holidays {
        add(&mut state, date, name);
    }
    Fakes { import_reader: Arc::new(Lines), ..Fakes::over(state) }
}

fn add(state: &mut State, date: &str, name: &str) {
    let mut view = holiday(date, false);
    view.holiday.name = name.to_owned();
    state.keep_holiday(view);
}

fn hr() -> Caller {
    caller(5, Role::Hr)
}

fn file(rows: &str) -> SentFile {
    SentFile {
        kind: ImportKind::Holidays,
        name: "Days off.csv".to_owned(),
        is_calendar: false,
        bytes: format!("Date,Name\n{rows}").into_bytes().into(),
        encoding: None,
        separator: None,
        choices: Choices::default(),
        records_from: None,
    }
}

async fn plan(ports: &Ports, rows: &str) -> Import {
    plan_sent(ports, &Author::from(&hr()), Probe, file(rows)).await.unwrap()
}

async fn apply(ports: &Ports, id: ImportId, mode: ImportMode) -> Result<Import> {
    let author = Author::from(&hr());
    let (import, by) = begun(ports, &author, id, Wanted { mode, invite: None }).await?;
    go_on(ports, &author, Probe, import, by, true).await
}

async fn found(ports: &Ports, id: ImportId) -> Import {
    ports.reads.imports().import(id).await.unwrap().unwrap()
}

async fn rows(ports: &Ports, id: ImportId) -> Vec<ImportRow> {
    ports.reads.imports().import_rows(id, None, 0, 10_000).await.unwrap()
}

/// The names of all holidays, by date.
fn holidays(fakes: &Fakes) -> Vec<String> {
    let mut all: Vec<_> = fakes.memory.state().holidays.into_values().map(|(holiday, _)| holiday).collect();
    all.sort_by_key(|holiday| holiday.date);
    all.into_iter().map(|holiday| holiday.name).collect()
}

fn kinds(fakes: &Fakes) -> Vec<String> {
    fakes.memory.state().events.iter().map(|event| event.record.kind.to_string()).collect()
}

fn is_ready(import: &Import) -> bool {
    import.state == ImportState::Ready
}

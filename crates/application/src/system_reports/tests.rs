//! Wednesday, 10 June 2026, ten o'clock, looked at by administrator 9.

mod health;
mod recording;
mod reports;

use super::*;
use crate::events::{Event, Origin, Record};
use crate::memory::State;
use crate::ports::Cell;
use crate::sessions::Caller;
use crate::testing::{Fakes, Written, at, caller, change, day, entry, user, writing};
use domain::Instant;
use domain::id::EventId;
use domain::oversight::health::Check;
use domain::oversight::jobs::{Job, JobRun};
use domain::person::Role;
use domain::timesheet::{Entry, Status};
use std::sync::Arc;
use uuid::Uuid;

const ADMIN: u128 = 9;

fn admin() -> Caller {
    caller(ADMIN, Role::Admin)
}

/// A row as its cells are seen in a file.
fn line(cells: &[Cell]) -> String {
    let text = |cell: &Cell| match cell {
        Cell::Nothing => String::new(),
        Cell::Text(text) => text.to_string(),
        Cell::Date(date) => date.to_string(),
        Cell::Count(count) => count.to_string(),
        Cell::Halves(halves) => format!("{}.{}", halves / 2, halves % 2 * 5),
        other => format!("{other:?}"),
    };
    cells.iter().map(text).collect::<Vec<_>>().join(",")
}

fn lines(written: &Written) -> Vec<String> {
    written.lock().unwrap().iter().map(|row| line(row)).collect()
}

/// What was noted of a file that was taken along.
fn taken(fakes: &Fakes) -> Vec<Record> {
    fakes.state().events.iter().map(|event| event.record.clone()).collect()
}

/// Manager 7 leads 1 and 2, manager 8 leads 3, and nobody leads 4; 5 is HR.
fn organisation() -> State {
    let mut state = State::of(&[
        (1, Role::Employee),
        (2, Role::Employee),
        (3, Role::Employee),
        (4, Role::Employee),
        (5, Role::Hr),
        (7, Role::Manager),
        (8, Role::Manager),
        (ADMIN, Role::Admin),
    ]);
    for (n, manager) in [(1, 7), (2, 7), (3, 8)] {
        state.person(n).record.manager = Some(user(manager));
    }
    state
}

/// Entry `n` of a person, which waits since that instant.
fn waiting(n: u128, owner: u128, date: &str, since: Instant) -> Entry {
    change(entry(n, owner, day(date), Status::Pending), |stored| {
        (stored.created_at, stored.updated_at) = (since, since);
    })
}

fn waits(state: &mut State, n: u128, owner: u128, date: &str, since: &str) {
    let entry = waiting(n, owner, date, at(since));
    state.entries.insert(entry.id(), entry);
}

/// Entry `n` of a person, submitted at one instant and decided at the other.
fn decided(state: &mut State, n: u128, owner: u128, submitted: &str, decided: &str) {
    let new = waiting(n, owner, "2026-05-20", at(submitted));
    let approved = change(new.clone(), |stored| {
        (stored.status, stored.version) = (Status::Approved, 2);
        (stored.decided_by, stored.decided_at) = (Some(user(7)), Some(at(decided)));
        stored.updated_at = at(decided);
    });
    state.versions.extend([(new, user(owner)), (approved.clone(), user(7))]);
    state.entries.insert(approved.id(), approved);
}

fn happened(state: &mut State, record: Record, when: &str) {
    let id = EventId::new(Uuid::from_u128(1_000 + state.events.len() as u128));
    state.events.push(Event { id, at: at(when), origin: Origin::job(), record, pushes: Vec::new() });
}

fn finding(report: &HealthReport, check: Check) -> (u32, Vec<(String, String)>) {
    let finding = report.findings.iter().find(|finding| finding.check == check).unwrap();
    let items = finding.items.iter().map(|item| (item.label.clone(), item.link.clone()));
    (finding.count, items.collect())
}

/// Every job ran a moment ago.
fn all_ran(state: &mut State) {
    let run = JobRun { began_at: at("2026-06-10T09:59:50Z"), duration_ms: 5, error: None };
    state.job_runs = Job::ALL.iter().map(|job| (*job, run.clone())).collect();
}

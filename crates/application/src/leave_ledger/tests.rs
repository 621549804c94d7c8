use super::*;
use crate::events::{Audience, Origin, Push, Topic};
use crate::leave_types;
use crate::memory::State;
use crate::ports::NewLedgerRow;
use crate::testing::{Fakes, at, caller, day, seed, user};
use domain::id::LedgerRowId;
use domain::leave::{DayPart, LeaveDays, LeaveStatus, LedgerRow, RowKind, TypedEdit};
use domain::person::Role;
use uuid::Uuid;

mod allocating;
mod reading;
mod settling;

const MAX: u128 = 1;
const EVE: u128 = 2;
const MONA: u128 = 7;

/// Mona's team, whom nothing has been given yet; HR, and an administrator.
fn team() -> State {
    let people = [(MAX, Role::Employee), (EVE, Role::Employee), (MONA, Role::Manager), (5, Role::Hr), (9, Role::Admin)];
    let mut state = State::of(&people);
    for (n, joined) in [(MAX, "2026-01-01"), (EVE, "2026-03-16")] {
        let record = &mut state.person(n).record;
        (record.joining_date, record.manager) = (Some(day(joined)), Some(user(MONA)));
    }
    state
}

/// The portal on some morning.
fn on(date: &str, state: State) -> Fakes {
    Fakes { now: at(&format!("{date}T10:00:00Z")), ..Fakes::over(state) }
}

/// Takes all steps that there are to take.
async fn settle_all(fakes: &Fakes) -> usize {
    let (ports, mut steps) = (fakes.ports(), 0);
    while settle(&ports).await.unwrap() {
        steps += 1;
    }
    steps
}

/// The team with what it was given, on 15 June 2026.
async fn given() -> State {
    let fakes = on("2026-06-15", team());
    settle_all(&fakes).await;
    State { events: Vec::new(), ..fakes.state() }
}

/// What was entered of a person and a type: the year, the kind, the days and the date of each row.
fn entered(state: &State, n: u128, number: u128) -> Vec<(i32, RowKind, f64, String)> {
    let own = state.leave_ledger.iter().filter(|new| new.user == user(n) && new.leave_type == seed(number));
    own.map(|new| (new.row.year, new.row.kind, new.row.days.as_f64(), new.row.date.to_string())).collect()
}

/// The same, only allocations.
fn allocated(state: &State, n: u128, number: u128) -> Vec<(i32, f64)> {
    let rows = entered(state, n, number).into_iter().filter(|(_, kind, ..)| *kind == RowKind::Allocation);
    rows.map(|(year, _, days, _)| (year, days)).collect()
}

/// Whole days of approved annual leave, with what they took.
fn took(state: &mut State, n: u128, dates: &[&str]) {
    for date in dates {
        let request = Some(state.take_leave(n, date, date, DayPart::Full, LeaveStatus::Approved));
        let (kind, days, year) = (RowKind::Usage, -LeaveDays::whole(1), date[..4].parse().unwrap());
        state.leave_ledger.push(NewLedgerRow {
            id: LedgerRowId::new(Uuid::from_u128(7_000 + state.leave_ledger.len() as u128)),
            user: user(n),
            leave_type: seed(1),
            row: LedgerRow { year, kind, days, date: day(date) },
            note: None,
            request,
            opening_number: None,
            by: None,
            created_at: at("2026-06-15T10:00:00Z"),
        });
    }
}

/// The events by their kinds, each with whom it is about.
fn told(state: &State) -> Vec<(&str, Vec<u128>)> {
    let about =
        |event: &crate::events::Event| event.record.subjects.iter().map(|who| crate::testing::number(*who)).collect();
    state.events.iter().map(|event| (event.record.kind.as_ref(), about(event))).collect()
}

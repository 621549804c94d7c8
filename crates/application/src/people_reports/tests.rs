//! June 2026, looked at on Saturday, 20 June.

mod boss;
mod organisation;
mod team;

use super::*;
use crate::memory::State;
use crate::sessions::Caller;
use crate::testing::{Fakes, Given, at, caller, change, day, employment, entry, user};
use domain::Instant;
use domain::person::Role;
use domain::timesheet::{Entry, Status};

const MANAGER: u128 = 7;
const HR: u128 = 5;
const BOSS: u128 = 4;

fn june() -> Month {
    Month::new(2026, 6).unwrap()
}

fn hr() -> Caller {
    caller(HR, Role::Hr)
}

fn manager() -> Caller {
    caller(MANAGER, Role::Manager)
}

fn on_20_june(state: impl Into<State>) -> Fakes {
    Fakes { now: at("2026-06-20T10:00:00Z"), ..Fakes::over(state) }
}

/// Entry `n` of a person, submitted at one instant and decided at the other.
fn decide(state: &mut State, n: u128, owner: u128, submitted: &str, decided: &str) {
    let new = change(entry(n, owner, day("2026-05-20"), Status::Pending), |stored| {
        (stored.created_at, stored.updated_at) = (at(submitted), at(submitted));
    });
    let approved = change(new.clone(), |stored| {
        (stored.status, stored.version) = (Status::Approved, 2);
        (stored.decided_by, stored.decided_at) = (Some(user(MANAGER)), Some(at(decided)));
        stored.updated_at = at(decided);
    });
    state.versions.extend([(new, user(owner)), (approved.clone(), user(MANAGER))]);
    state.entries.insert(approved.id(), approved);
}

/// Entry `n` of a person, which waits since that instant.
fn waiting(n: u128, owner: u128, date: &str, since: Instant) -> Entry {
    change(entry(n, owner, day(date), Status::Pending), |stored| {
        (stored.created_at, stored.updated_at) = (since, since);
    })
}
